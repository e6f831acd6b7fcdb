"""N-Quads: parts of sources and entities become lines, which are sorted and written as files."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from graph_builder.engine.named import linked
from graph_builder.engine.parts import Part
from graph_builder.engine.tables import Rows, Staging, dump, grouped, load, mapped
from graph_builder.model import EntityKind

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_LINES = "kind string, key string, source string, data binary, line string"


class _All:
    """The kinds and keys of all entities: on Spark, each link leads to one that there is."""

    def __contains__(self, _: object) -> bool:
        return True


_KNOWN = cast("Collection[tuple[EntityKind, str]]", _All())


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: the files in order, and how many facts and lines are in them."""

    files: tuple[Path, ...]
    facts: int
    lines: int


def write(
    staging: Staging, parts: DataFrame, links: DataFrame, entities: DataFrame, base: str, folder: Path
) -> Written:
    """Write the graph as sorted parts, ``part-00000.nq.gz`` and so on: each continues the order of the one before.

    Args:
        staging: where tables are stored.
        parts: the parts of sources.
        links: the links of all mentions.
        entities: the entities.
        base: the IRI under which all others are made.
        folder: where the files go.
    """
    import pyspark.sql.functions as f

    both = parts.select("source", "part", f.lit("").alias("kind"), "data").union(
        links.select("source", "part", "kind", "data")
    )
    made = staging.store("lines", grouped(both, ["source", "part"], ["kind"], _Sources(base), _LINES))
    merged = staging.store("facts", grouped(made.where("kind = 'fact'"), ["source", "key"], [], _Facts(base), _LINES))
    edges = made.where("kind = 'edge'").union(merged.where("kind = 'edge'")).select("line").distinct()
    plain = made.where("kind = 'line'").union(merged.where("kind = 'line'")).select("line")
    lines = plain.union(edges).union(mapped(entities, _Entities(base), "line string"))
    facts = (
        made.where("kind = 'line' and key = 'fact'").count()
        + merged.where("kind = 'line'").select("source", "key").distinct().count()
    )
    return _sorted_parts(staging, lines, folder, facts)


def _sorted_parts(staging: Staging, lines: DataFrame, folder: Path, facts: int) -> Written:
    import pyspark.sql.functions as f

    exploded = lines.select(f.explode(f.split("line", "\n")).alias("line")).where("line != ''")
    target = staging.folder / "sorted"
    exploded.sort("line").write.mode("overwrite").option("compression", "gzip").text(staging.path(target.name))
    files = []
    for number, path in enumerate(sorted(target.glob("part-*.txt.gz"))):
        files.append(folder / f"part-{number:05}.nq.gz")
        shutil.move(path, files[-1])
    return Written(tuple(files), facts, sum(map(_count, files)))


def _count(path: Path) -> int:
    with gzip.open(path, "rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


@dataclass(frozen=True, slots=True)
class _Sources:
    """Writes the parts of sources: mentions at once, facts too unless another part may state the same."""

    base: str

    def __call__(self, key: tuple[Any, ...], rows: Rows) -> Iterator[tuple[Any, ...]]:
        from graph_builder.graph.parts import fact_lines, mention_lines, node_lines, part_facts

        source = key[0]
        part: Part = load(next(rows).data)
        links = linked(rows)
        if part.info is not None:
            yield "line", "", source, None, node_lines(source, part.info, self.base)
        for line in mention_lines(part.facts, part.uses, links, _KNOWN, self.base):
            yield "line", "", source, None, line
        for fact in part_facts(part.facts, links, _KNOWN, self.base):
            if not part.alone:
                yield "fact", fact.id, source, dump(fact), ""
                continue
            lines, edges = fact_lines(source, [fact], self.base)
            yield "line", "fact", source, None, lines
            for edge in edges:
                yield "edge", "", source, None, edge


@dataclass(frozen=True, slots=True)
class _Facts:
    """Writes facts that several parts of a source may state."""

    base: str

    def __call__(self, key: tuple[Any, ...], rows: Rows) -> Iterator[tuple[Any, ...]]:
        from graph_builder.graph.parts import fact_lines

        source, name = key
        lines, edges = fact_lines(source, [load(row.data) for row in rows], self.base)
        yield "line", name, source, None, lines
        for edge in edges:
            yield "edge", "", source, None, edge


@dataclass(frozen=True, slots=True)
class _Entities:
    base: str

    def __call__(self, rows: Rows) -> Iterator[tuple[str]]:
        from graph_builder.graph import identity_lines

        for line in identity_lines((load(row.data) for row in rows), self.base):
            yield (line,)
