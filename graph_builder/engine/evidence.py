"""Mentions of people with their evidence, and what rules alone join."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from graph_builder.engine.components import components
from graph_builder.engine.named import linked
from graph_builder.engine.parts import Part
from graph_builder.engine.tables import Rows, Staging, bucketed, dump, grouped, load, reference, short
from graph_builder.model import EntityKind

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from graph_builder.resolve.incremental.rows import PersonMention

SEEN = "ref string, source string, part int, ties array<string>, data binary"
RAW = "source string, part int, kind string, word string, share double, data binary"
# What comes to a part of a source, in this order.
_SHARE, _SHARED, _SEEN = "1", "2", "3"
SETS = "ref string, head string, reason binary"
"""Rows that name the first mention of the set that each mention is in, and why it is in it."""


@dataclass(frozen=True, slots=True)
class PlacedMention:
    """A mention of a person, with how common the names of its co-authors are among all sources."""

    mention: PersonMention
    shares: tuple[tuple[str, float], ...] = ()


def mentions_with_evidence(staging: Staging, parts: DataFrame, links: DataFrame) -> DataFrame:
    """Return all mentions of people with their evidence.

    Args:
        staging: where tables are stored.
        parts: the parts of sources.
        links: the links of organizations and works.
    """
    import pyspark.sql.functions as f

    kinds = [EntityKind.WORK.value, EntityKind.ORGANIZATION.value]
    named = links.where(f.col("kind").isin(kinds)).select("source", "part", "kind", "data")
    both = parts.select("source", "part", f.lit("").alias("kind"), "data").union(named)
    raw = staging.store("evidence", grouped(both, ["source", "part"], ["kind"], _mentions, RAW))
    return staging.store("seen", grouped(_known(raw), ["source", "part"], ["kind"], _completed, SEEN))


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
    from graph_builder.resolve.incremental.people import person_mentions
    from graph_builder.resolve.model import shipped

    first = next(rows)
    if first.kind:  # links alone: the part has no mention of a person
        return
    part: Part = load(first.data)
    source, number = part.facts.source, part.number
    entities: dict[str, dict[tuple[str, str], str]] = {kind.value: {} for kind in EntityKind}
    for link in linked(rows).values():
        entities[link.kind.value][link.source, link.mention] = link.entity
    works, schools = entities[EntityKind.WORK.value], entities[EntityKind.ORGANIZATION.value]
    people = person_mentions(part.facts, works, schools, f"{number} ")
    found = [one.evidence for one in people]
    frequency = shipped().frequency
    for key, share in {(n.key, frequency.name(n)) for s in found for n in s.names}:
        yield source, number, "name", short(key), share, None
    for key in {key for s in found for key in s.coauthors}:
        yield source, number, "coauthor", short(key), 0.0, None
    for work, place in {(work, s.place) for s in found for work in s.works}:
        yield source, number, "work", work, 0.0, short(place).encode()
    for one in people:
        yield source, number, "seen", reference(*one.evidence.ref), 0.0, dump(one)


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
            papers = tuple(work for work in evidence.works if work in shared)
            names = tuple((name, shares[short(name)]) for name in evidence.coauthors)
            done = PlacedMention(replace(seen, shared=papers), names)
            tied = sorted(short(tie) for tie in ties(evidence, shared, seen.stated))
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
    return staging.store("ruled", some.union(alone))


def _ruled(rows: list[Any]) -> Iterator[tuple[Any, ...]]:
    from graph_builder.resolve.incremental.people import by_rules

    found: list[PersonMention] = [load(row.data).mention for row in sorted(rows, key=lambda row: row.ref)]
    heads, why = by_rules(found)
    for ref, head in heads.items():
        yield reference(*ref), reference(*head), dump(why[ref]) if ref in why else None
