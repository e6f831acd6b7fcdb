"""People: rules, rounds of comparison, and the person that each set of mentions is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graph_builder.engine.evidence import mentions_with_evidence, ruled
from graph_builder.engine.named import RESULT, result_rows
from graph_builder.engine.rounds import joined
from graph_builder.engine.tables import Rows, Staging, bucketed, dump, grouped, load, reference, short

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from graph_builder.resolve.entities import Reason, Ref

_GROUPS = "base string, data binary"


def resolve_people(staging: Staging, parts: DataFrame, links: DataFrame) -> DataFrame:
    """Return the people that mentions mean, and a link for each mention, as rows of ``RESULT``.

    Args:
        staging: where tables are stored.
        parts: the parts of sources.
        links: the links of organizations and works.
    """
    import pyspark.sql.functions as f

    from graph_builder.resolve.model import shipped

    seen = mentions_with_evidence(staging, parts, links)
    sets = ruled(staging, seen)
    reasons = sets.where("reason is not null").select("ref", "reason", f.lit(-1).alias("round"))
    for number in range(len(shipped().least_scores)):
        after = joined(staging, seen, sets, number)
        sets = after.sets
        reasons = reasons.union(after.reasons.withColumn("round", f.lit(number)))
    # What was joined first says why.
    why = reasons.groupBy("ref").agg(f.min_by("reason", "round").alias("reason"))
    mentions = seen.select("ref", "part", "data").join(sets.select("ref", "head"), "ref").join(why, "ref", "left")
    people = staging.store("people", grouped(mentions, ["head"], ["ref"], _person, _GROUPS))
    return staging.store("people-outcome", bucketed(people, "base", _decided, RESULT))


def _person(_: tuple[Any, ...], rows: Rows) -> Iterator[tuple[str, bytes]]:
    """Yield a set of mentions with the key that tells it from others, which all sets that share it decide together."""
    from graph_builder.resolve.people import base_key

    group, parts, why = [], {}, {}
    for row in rows:
        seen = load(row.data).mention
        # What is compared is needed no more.
        slim = replace(
            seen.evidence,
            works=(),
            coauthors=(),
            peers=(),
            affiliation=(),
            around=(),
            topics=(),
            venues=(),
            degrees={},
        )
        group.append(slim)
        parts[slim.ref] = (row.part,)
        if row.reason is not None:
            why[slim.ref] = load(row.reason)
    base = base_key(group)
    yield short(base or reference(*group[0].ref)), dump((group, parts, why))


def _decided(rows: list[Any]) -> Iterator[tuple[Any, ...]]:
    from graph_builder.resolve.people import decide_people

    groups = []
    parts: dict[Ref, tuple[int, ...]] = {}
    why: dict[Ref, Reason] = {}
    for row in rows:
        group, places, reasons = load(row.data)
        groups.append(group)
        parts.update(places)
        why.update(reasons)
    groups.sort(key=lambda group: group[0].ref)
    yield from result_rows(decide_people(groups, why), parts.__getitem__)
