"""Organizations, venues, topics and works: parts that no tie joins are resolved by the functions of resolution."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graph_builder.engine.components import components
from graph_builder.engine.parts import Part
from graph_builder.engine.tables import Rows, Staging, bucketed, dump, grouped, load, mapped, reference, short
from graph_builder.model import EntityKind, Link

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from graph_builder.resolve.entities import Ref, Resolved

NAMED_MENTIONS = (
    "kind string, ref string, data binary, ties array<bigint>, title string, words binary, misprints boolean"
)
RESULT = "kind string, source string, part int, ref string, key string, rank int, data binary"
"""Rows of entities (no source; *key* theirs, *rank* how much is known) and of links (*key* that of the entity)."""

_PREFIX = 8


def mentions(staging: Staging, parts: DataFrame, gazetteer: Path | None) -> DataFrame:
    """Return the organizations, venues, topics and works that sources mention, with what ties each to others."""
    return staging.store("mentions", mapped(parts, _NamedMentions(gazetteer), NAMED_MENTIONS))


@dataclass(frozen=True, slots=True)
class _NamedMentions:
    gazetteer: Path | None

    def __call__(self, rows: Rows) -> Iterator[tuple[Any, ...]]:
        from graph_builder.gazetteer import load_with_added
        from graph_builder.resolve import works
        from graph_builder.resolve.incremental.named import named_mentions

        known = load_with_added(self.gazetteer)
        for row in rows:
            part: Part = load(row.data)
            years = {(part.facts.source, mention): year for mention, year in part.years.items()}
            for kind, found in named_mentions(part.facts, known, years).items():
                for one in found:
                    if (uses := part.uses.get(one.ref[1])) is None:
                        continue
                    title: tuple[str, bytes, bool] = "", b"", False
                    if kind is EntityKind.WORK:
                        words = one.value.title.encode("utf-8", "surrogatepass")
                        title = short(works.title_key(one.value)), words, works.may_be_misprinted(one.value)
                    # A paper without a title has a tie of 0.
                    tied = [tie for tie in one.ties if tie]
                    yield kind.value, reference(*one.ref), dump((one, uses)), tied, *title


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
    return staging.store("named-outcome", bucketed(placed.union(known), "component", _Resolver(gazetteer), RESULT))


def _misprinted(staging: Staging, found: DataFrame) -> tuple[DataFrame, DataFrame]:
    """Return edges between papers whose titles are but for a misprint the same, and these pairs of titles."""
    import pyspark.sql.functions as f

    papers = found.where(f.col("kind") == EntityKind.WORK.value)
    # Of equal titles the first paper stands for all, as in the embedded engine.
    first = papers.groupBy("title").agg(f.min(f.struct("ref", "words", "misprints")).alias("first")).select("first.*")
    read = mapped(first.where("misprints"), _turned, "prefix string, turned binary, words binary, ref string")
    near = grouped(read, ["prefix"], ["turned"], _near, "one string, other string, data binary")
    pairs = staging.store("misprints", near.distinct())
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
        from graph_builder.resolve.incremental.named import resolve_group

        known = load_with_added(self.gazetteer)
        pairs = {load(row.data) for row in rows if not row.kind}
        for kind in EntityKind:
            here = sorted((row for row in rows if row.kind == kind.value), key=lambda row: row.ref)
            if not here:
                continue
            found, uses = zip(*(load(row.data) for row in here), strict=True)
            parts = {row.ref: own for row, own in zip(here, uses, strict=True)}
            resolved = resolve_group(kind, found, known, pairs)
            yield from result_rows(resolved, lambda ref, parts=parts: parts[reference(*ref)])  # type: ignore[misc]


def result_rows(resolved: Resolved, parts: Callable[[Ref], tuple[int, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of entities and links; *parts* tells which parts of its source use a mention."""
    from graph_builder.resolve.incremental.result import rank

    linked = {link.entity for link in resolved.links} | {link.unit for link in resolved.links}
    for entity in resolved.entities:
        yield entity.kind.value, "", 0, "", entity.key, rank(entity, linked), dump(entity)
    for link in resolved.links:
        ref = reference(link.source, link.mention)
        for part in parts((link.source, link.mention)):
            yield link.kind.value, link.source, part, ref, link.entity, 0, dump(link)


def entities(staging: Staging, outcomes: DataFrame) -> DataFrame:
    """Return the rows of entities, each once."""
    import pyspark.sql.functions as f

    made = outcomes.where("source = ''").groupBy("kind", "key")
    return staging.store("entities", made.agg(f.max_by("data", f.struct("rank", "data")).alias("data")))


def links(outcomes: DataFrame) -> DataFrame:
    """Return the rows of links."""
    return outcomes.where("source != ''")


def linked(rows: Rows) -> dict[str, Link]:
    """Return the links that rows hold, by mention."""
    return {link.mention: link for link in (load(row.data) for row in rows)}
