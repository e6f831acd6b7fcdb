"""Mentions of people with their evidence, and what rules alone join."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from graph_builder.engine.components import components
from graph_builder.engine.named import linked
from graph_builder.engine.parts import Part
from graph_builder.engine.tables import Rows, Staging, bucketed, dump, grouped, load, reference, short
from graph_builder.model import EntityKind

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from graph_builder.resolve.entities import Ref
    from graph_builder.resolve.evidence import MentionEvidence

SEEN = "ref string, source string, part int, ties array<string>, data binary"
RAW = "source string, part int, kind string, word string, share double, data binary"
# What comes to a part of a source, in this order.
_SHARE, _SHARED, _SEEN = "1", "2", "3"
SETS = "ref string, head string, reason binary"
"""Rows that name the first mention of the set that each mention is in, and why it is in it."""


@dataclass(frozen=True, slots=True)
class PersonMention:
    """A mention of a person, and what is known of it that stands elsewhere.

    *told* is the name that the user gave it, *rivals* are the groups of authors of one list with similar names that it
    belongs to, *shares* has how common its co-authors' names are, *shared* which of its papers stand elsewhere, too.
    """

    evidence: MentionEvidence
    told: str = ""
    rivals: tuple[str, ...] = ()
    shares: tuple[tuple[str, float], ...] = ()
    shared: tuple[str, ...] = ()


def mentions_with_evidence(staging: Staging, parts: DataFrame, links: DataFrame) -> DataFrame:
    """Return all mentions of people with their evidence.

    Args:
        staging: where tables are kept.
        parts: the parts of sources.
        links: the links of organisations and works.
    """
    import pyspark.sql.functions as f

    kinds = [EntityKind.WORK.value, EntityKind.ORGANIZATION.value]
    told = links.where(f.col("kind").isin(kinds)).select("source", "part", "kind", "data")
    both = parts.select("source", "part", f.lit("").alias("kind"), "data").union(told)
    raw = staging.keep("evidence", grouped(both, ["source", "part"], ["kind"], _mentions, RAW))
    return staging.keep("seen", grouped(_known(raw), ["source", "part"], ["kind"], _completed, SEEN))


def _known(raw: DataFrame) -> DataFrame:
    """Return evidence with, part by part, the shares of names and the shared papers that are needed there."""
    import pyspark.sql.functions as f

    columns = ("source", "part", "kind", "word", "share", "data")
    nothing = f.lit(None).cast("binary").alias("data")
    names = raw.where("kind = 'name'").groupBy("word").agg(f.max("share").alias("share"))
    wanted = raw.where("kind = 'coauthor'").select("source", "part", "word").join(names, "word")
    shares = wanted.select("source", "part", f.lit(_SHARE).alias("kind"), "word", "share", nothing)
    works = raw.where("kind = 'work'")
    places = works.groupBy("word").agg(f.min("data").alias("least"), f.max("data").alias("most"))
    several = works.join(places.where("least != most"), "word").select("source", "part", "word").distinct()
    shared = several.select("source", "part", f.lit(_SHARED).alias("kind"), "word", f.lit(0.0).alias("share"), nothing)
    seen = raw.where("kind = 'seen'").withColumn("kind", f.lit(_SEEN)).select(*columns)
    return shares.union(shared).union(seen)


def _mentions(_: tuple[Any, ...], rows: Rows) -> Iterator[tuple[Any, ...]]:
    """Yield, of a part, the mentions of people, their names and works, and the co-authors whose names matter."""
    from graph_builder.resolve.evidence import gather_evidence
    from graph_builder.resolve.model import shipped
    from graph_builder.resolve.people import rivals, stated_names

    first = next(rows)
    if first.kind:  # links alone: the part has no mention of a person
        return
    part: Part = load(first.data)
    source, number = part.facts.source, part.number
    entities: dict[str, dict[tuple[str, str], str]] = {kind.value: {} for kind in EntityKind}
    for link in linked(rows).values():
        entities[link.kind.value][link.source, link.mention] = link.entity
    found = gather_evidence([part.facts], entities[EntityKind.WORK.value], entities[EntityKind.ORGANIZATION.value])
    told = stated_names([part.facts], found)
    apart: dict[Ref, list[str]] = defaultdict(list)
    for count, refs in enumerate(rivals([part.facts], found)):
        for ref in refs:
            apart[ref].append(short(f"{source} {number} {count}"))
    frequency = shipped().frequency
    for key, share in {(n.key, frequency.name(n)) for s in found for n in s.names}:
        yield source, number, "name", short(key), share, None
    for key in {key for s in found for key in s.coauthors}:
        yield source, number, "coauthor", short(key), 0.0, None
    for work, place in {(work, s.place) for s in found for work in s.works}:
        yield source, number, "work", work, 0.0, short(place).encode()
    for evidence in found:
        seen = PersonMention(evidence, told.get(evidence.ref, ""), tuple(apart[evidence.ref]))
        yield source, number, "seen", reference(*evidence.ref), 0.0, dump(seen)


def _completed(key: tuple[Any, ...], rows: Rows) -> Iterator[tuple[Any, ...]]:
    """Yield the mentions of a part with what other parts know of their names and papers."""
    from graph_builder.resolve.variants import ties

    shares: dict[str, float] = {}
    shared: set[str] = set()
    for row in rows:
        if row.kind == _SHARE:
            shares[row.word] = row.share
        elif row.kind == _SHARED:
            shared.add(row.word)
        else:
            seen: PersonMention = load(row.data)
            evidence = seen.evidence
            done = replace(
                seen,
                shares=tuple((name, shares[short(name)]) for name in evidence.coauthors),
                shared=tuple(work for work in evidence.works if work in shared),
            )
            tied = sorted(short(tie) for tie in ties(evidence, shared, seen.told))
            yield row.word, *key, tied, dump(done)


def ruled(staging: Staging, seen: DataFrame) -> DataFrame:
    """Return the set that each mention is in by rules alone."""
    import pyspark.sql.functions as f

    tied = seen.select("ref", f.explode("ties").alias("tie"))
    firsts = tied.groupBy("tie").agg(f.min("ref").alias("first"))
    edges = tied.join(firsts, "tie").select(f.col("ref").alias("one"), f.col("first").alias("other"))
    found = components(staging, edges, "rules").withColumnRenamed("node", "ref")
    some = bucketed(seen.join(found, "ref").select("ref", "data", "component"), "component", _ruled, SETS)
    nothing = f.lit(None).cast("binary").alias("reason")
    alone = seen.join(found, "ref", "left_anti").select("ref", f.col("ref").alias("head"), nothing)
    return staging.keep("ruled", some.union(alone))


def _ruled(rows: list[Any]) -> Iterator[tuple[Any, ...]]:
    from graph_builder.resolve.people import join_by_evidence

    found: list[PersonMention] = [load(row.data) for row in sorted(rows, key=lambda row: row.ref)]
    told = {seen.evidence.ref: seen.told for seen in found if seen.told}
    shared = {work for seen in found for work in seen.shared}
    sets, why = join_by_evidence(
        [seen.evidence for seen in found], told, kept_apart((s.evidence.ref, s.rivals) for s in found), shared
    )
    named = {seen.evidence.ref for seen in found if seen.evidence.named}
    for group in sets.groups():
        # Comparison goes by the first mention that has a name.
        head = next((ref for ref in group if ref in named), group[0])
        for ref in group:
            yield reference(*ref), reference(*head), dump(why[ref]) if ref in why else None


def kept_apart(members: Iterable[tuple[Ref, tuple[str, ...]]]) -> list[list[Ref]]:
    """Return the mentions of each group of rivals, no two of whom are one person."""
    groups: dict[str, list[Ref]] = defaultdict(list)
    for ref, rivals in members:
        for rival in rivals:
            groups[rival].append(ref)
    return [refs for refs in groups.values() if len(refs) > 1]
