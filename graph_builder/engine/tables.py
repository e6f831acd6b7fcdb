"""Tables: rows that Python functions map, group by group, and that are stored on disk from stage to stage."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame, SparkSession

Row = Any
"""A row as a named tuple of its columns."""

Rows = Iterator[Any]
Tuples = Iterable[tuple[Any, ...]]

_BATCH = 2000
_HEAVY = 32_000_000  # bytes of a batch of rows: facts of a file are large


def short(text: str) -> str:
    """Return a digest of a text, equal only for equal ones: what rows are joined and grouped by.

    >>> len(short("Ada")), short("Ada") == short("ada")
    (24, False)
    """
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def dump(value: object) -> bytes:
    """Return a value as bytes for another worker of the same build."""
    return pickle.dumps(value, protocol=5)


def load(data: bytes) -> Any:
    """Return what ``dump`` was given. Only what this build has written itself is ever read."""
    return pickle.loads(data)  # noqa: S301


def reference(source: str, mention: str) -> str:
    """Return the name of a mention among all, in whose order mentions are as they are by source and id.

    >>> reference("a", "z") < reference("a.md", "b")
    True
    """
    return f"{source}\0{mention}"


def mapped(table: DataFrame, function: Callable[[Rows], Tuples], schema: str) -> DataFrame:
    """Return the rows that *function* makes of those of each partition."""
    return table.mapInPandas(partial(_map, function, _columns(schema)), schema)


def grouped(
    table: DataFrame,
    by: Sequence[str],
    order: Sequence[str],
    function: Callable[[tuple[Any, ...], Rows], Tuples],
    schema: str,
) -> DataFrame:
    """Return the rows that *function* makes of each group of rows that are equal in *by*, in *order*.

    Groups stream through one call a partition: ``applyInPandas`` takes a millisecond and more for each, and most
    groups have two rows.
    """
    return mapped(placed(table, by, order), partial(_each_group, function, tuple(by)), schema)


def placed(table: DataFrame, by: Sequence[str], order: Sequence[str]) -> DataFrame:
    """Return a table with rows that are equal in *by* beside each other in one partition, in *order*."""
    return table.repartition(*by).sortWithinPartitions(*by, *order)


def bucketed(table: DataFrame, by: str, function: Callable[[list[Any]], Tuples], schema: str) -> DataFrame:
    """Return the rows that *function* makes of whole groups, those of a partition together."""
    return mapped(table.repartition(by), partial(_all_groups, function), schema)


def _columns(schema: str) -> list[str]:
    return [column.split()[0] for column in schema.split(", ")]


def _each_group(function: Callable[[tuple[Any, ...], Rows], Tuples], by: tuple[str, ...], rows: Rows) -> Tuples:
    def key(row: Row) -> tuple[Any, ...]:
        return tuple(getattr(row, name) for name in by)

    for value, members in groupby(rows, key):
        yield from function(value, members)


def _all_groups(function: Callable[[list[Any]], Tuples], rows: Rows) -> Tuples:
    members = list(rows)
    if members:
        yield from function(members)


def _map(
    function: Callable[[Rows], Tuples], columns: list[str], batches: Iterable[pd.DataFrame]
) -> Iterator[pd.DataFrame]:
    import pandas as pd

    rows = (row for batch in batches for row in batch.itertuples(index=False, name="Row"))
    done: list[tuple[Any, ...]] = []
    weight = 0
    for each in function(rows):
        done.append(each)
        weight += sum(len(cell) for cell in each if isinstance(cell, bytes))
        if len(done) >= _BATCH or weight > _HEAVY:
            yield pd.DataFrame(done, columns=columns)
            done, weight = [], 0
    if done:
        yield pd.DataFrame(done, columns=columns)


@dataclass(slots=True)
class Staging:
    """Tables on disk, in a folder that all workers see.

    What a stage has made is read from there by the next ones: a worker that dies takes nothing with it, and no stage is
    computed twice. *edges* is how many edges of a graph one worker joins by itself.
    """

    spark: SparkSession
    folder: Path
    edges: int
    _count: int = field(default=0)

    def store(self, name: str, table: DataFrame) -> DataFrame:
        """Write a table and return it as it is read from disk."""
        self._count += 1
        path = self.path(f"{self._count:02}-{name}")
        table.write.mode("overwrite").parquet(path)
        return self.spark.read.parquet(path)

    def path(self, name: str) -> str:
        """Return the address of a table by which every worker finds it."""
        return (self.folder / name).as_uri()
