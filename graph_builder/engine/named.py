"""Organisations, venues, topics and works: parts that no tie joins are resolved by the functions of resolution."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graph_builder.engine.components import components
from graph_builder.engine.parts import Part
from graph_builder.engine.tables import Rows, Staging, bucketed, dump, grouped, load, mapped, reference, short
from graph_builder.model import Entity, EntityKind, Link

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from graph_builder.resolve.entities import Ref, Resolved

KINDS = {kind.value: kind for kind in EntityKind}
NAMED_MENTIONS = (
    "kind string, ref string, data binary, ties array<string>, title string, words binary, misprints boolean"
)
RESULT = "kind string, source string, part int, ref string, key string, rank int, data binary"
"""Rows of entities (no source; *key* theirs, *rank* how much is known) and of links (*key* that of the entity)."""

_PREFIX = 8


@dataclass(frozen=True, slots=True)
class NamedMention:
    """What stands for a mention until it is resolved: a mention, or a paper; the year that a venue's claims agree on.

    *parts* are those of its source in which it is used.
    """

    value: Any
    parts: tuple[int, ...]
    year: str = ""


def mentions(staging: Staging, parts: DataFrame, gazetteer: Path | None) -> DataFrame:
    """Return the organisations, venues, topics and works that sources mention, with what ties each to others."""
    return staging.keep("mentions", mapped(parts, _NamedMentions(gazetteer), NAMED_MENTIONS))


@dataclass(frozen=True, slots=True)
class _NamedMentions:
    gazetteer: Path | None

    def __call__(self, rows: Rows) -> Iterator[tuple[Any, ...]]:
        from graph_builder.gazetteer import load_with_added
        from graph_builder.resolve import organizations, topics, venues, works

        known = load_with_added(self.gazetteer)
        ties = {
            EntityKind.ORGANIZATION: organizations.ties,
            EntityKind.VENUE: venues.ties,
            EntityKind.TOPIC: topics.ties,
        }
        for row in rows:
            part: Part = load(row.data)
            for mention in part.facts.mentions:
                if mention.kind in ties and mention.id in part.uses:
                    named = NamedMention(mention, part.uses[mention.id], part.years.get(mention.id, ""))
                    tied = ties[mention.kind](mention, known)
                    yield _row(mention.kind, mention.source, mention.id, named, tied)
            for paper in works.papers_of(part.facts):
                if paper.mention.id in part.uses:
                    named = NamedMention(paper, part.uses[paper.mention.id])
                    made = _row(EntityKind.WORK, *paper.ref, named, works.ties(paper))
                    may = works.may_be_misprinted(paper)
                    words = paper.title.encode("utf-8", "surrogatepass")
                    yield *made[:4], short(works.title_key(paper)), words, may


def _row(kind: EntityKind, source: str, mention: str, named: NamedMention, ties: set[str]) -> tuple[Any, ...]:
    tied = sorted(short(f"{kind.value}{tie}") for tie in ties)
    return kind.value, reference(source, mention), dump(named), tied, "", b"", False


def resolve_named(staging: Staging, found: DataFrame, gazetteer: Path | None) -> DataFrame:
    """Return the entities that the mentions in *found* mean, and a link of each mention for each part that uses it."""
    import pyspark.sql.functions as f

    tied = found.select("ref", f.explode("ties").alias("tie"))
    firsts = tied.groupBy("tie").agg(f.min("ref").alias("first"))
    edges = tied.join(firsts, "tie").select(f.col("ref").alias("one"), f.col("first").alias("other"))
    near, pairs = _misprinted(staging, found)
    joined = components(staging, edges.union(near), "named")
    heads = joined.withColumnRenamed("node", "ref")
    placed = found.join(heads, "ref", "left").select(
        "kind", "ref", "data", f.coalesce("component", "ref").alias("component")
    )
    # A pair of misprinted titles is known to the part in which its papers are.
    known = pairs.join(heads, "ref").select(f.lit("").alias("kind"), f.lit("").alias("ref"), "data", "component")
    return staging.keep("named-outcome", bucketed(placed.union(known), "component", _Resolver(gazetteer), RESULT))


def _misprinted(staging: Staging, found: DataFrame) -> tuple[DataFrame, DataFrame]:
    """Return edges between papers whose titles are but for a misprint the same, and these pairs of titles."""
    import pyspark.sql.functions as f

    papers = found.where(f.col("kind") == EntityKind.WORK.value)
    # Of equal titles the first paper stands for all, as in the embedded engine.
    first = papers.groupBy("title").agg(f.min(f.struct("ref", "words", "misprints")).alias("first")).select("first.*")
    read = mapped(first.where("misprints"), _turned, "prefix string, turned binary, words binary, ref string")
    near = grouped(read, ["prefix"], ["turned"], _near, "one string, other string, data binary")
    pairs = staging.keep("misprints", near.distinct())
    return pairs.select("one", "other"), pairs.select(f.col("one").alias("ref"), "data")


def _turned(rows: Rows) -> Iterator[tuple[Any, ...]]:
    from graph_builder.resolve.works import TURNS

    for row in rows:
        key = bytes(row.words).decode("utf-8", "surrogatepass").replace(" ", "")
        for turn in TURNS:
            turned = key[::turn]
            prefix = short(f"{turn}{turned[:_PREFIX]}")
            yield prefix, turned.encode("utf-8", "surrogatepass"), bytes(row.words), row.ref


def _near(_: tuple[Any, ...], rows: Rows) -> Iterator[tuple[str, str, bytes]]:
    from graph_builder.resolve.works import misprints

    refs: dict[str, str] = {}

    def ordered() -> Iterator[tuple[str, str]]:
        for row in rows:
            title = bytes(row.words).decode("utf-8", "surrogatepass")
            refs[title.replace(" ", "")] = row.ref
            yield bytes(row.turned).decode("utf-8", "surrogatepass"), title

    for one, other in misprints(ordered()):
        yield refs[one], refs[other], dump((one, other))


@dataclass(frozen=True, slots=True)
class _Resolver:
    """Resolves whole components of all kinds, those of a partition together."""

    gazetteer: Path | None

    def __call__(self, rows: list[Any]) -> Iterator[tuple[Any, ...]]:
        from graph_builder.gazetteer import load_with_added
        from graph_builder.resolve.organizations import resolve_organizations
        from graph_builder.resolve.topics import resolve_topics
        from graph_builder.resolve.venues import resolve_venues
        from graph_builder.resolve.works import resolve_papers

        known = load_with_added(self.gazetteer)
        pairs = [load(row.data) for row in rows if not row.kind]
        for kind in EntityKind:
            here = sorted((row for row in rows if row.kind == kind.value), key=lambda row: row.ref)
            if not here:
                continue
            found = [load(row.data) for row in here]
            values = [mention.value for mention in found]
            if kind is EntityKind.ORGANIZATION:
                resolved = resolve_organizations(values, known)
            elif kind is EntityKind.TOPIC:
                resolved = resolve_topics(values, known)
            elif kind is EntityKind.WORK:
                resolved = resolve_papers(values, set(pairs))
            else:
                years = {(n.value.source, n.value.id): n.year for n in found if n.year}
                resolved = resolve_venues(values, known, years)
            parts = {row.ref: mention.parts for row, mention in zip(here, found, strict=True)}
            yield from result_rows(resolved, lambda ref, parts=parts: parts[reference(*ref)])  # type: ignore[misc]


def result_rows(resolved: Resolved, parts: Callable[[Ref], tuple[int, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of entities and links; *parts* tells which parts of its source use a mention."""
    linked = {link.entity for link in resolved.links} | {link.unit for link in resolved.links}
    for entity in resolved.entities:
        yield entity.kind.value, "", 0, "", entity.key, _rank(entity, linked), dump(entity)
    for link in resolved.links:
        ref = reference(link.source, link.mention)
        for part in parts((link.source, link.mention)):
            yield link.kind.value, link.source, part, ref, link.entity, 0, dump(link)


def _rank(entity: Entity, linked: set[str]) -> int:
    """Return how much is known of an entity: one that stands only above others may be there from several buckets."""
    return (entity.key in linked) * 1_000_000 + len(entity.names) + len(entity.identifiers)


def entities(staging: Staging, outcomes: DataFrame) -> DataFrame:
    """Return the rows of entities, each once."""
    import pyspark.sql.functions as f

    made = outcomes.where("source = ''").groupBy("kind", "key")
    return staging.keep("entities", made.agg(f.max_by("data", f.struct("rank", "data")).alias("data")))


def links(outcomes: DataFrame) -> DataFrame:
    """Return the rows of links."""
    return outcomes.where("source != ''")


def linked(rows: Rows) -> dict[str, Link]:
    """Return the links that rows hold, by mention."""
    return {link.mention: link for link in (load(row.data) for row in rows)}
