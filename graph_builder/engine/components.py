"""Connected components of a graph whose edges are a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from graph_builder.engine.tables import Rows, Staging, mapped
from graph_builder.resolve.cluster import DisjointSets

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_SCHEMA = "node string, component string"


def components(staging: Staging, edges: DataFrame, name: str) -> DataFrame:
    """Return each node of *edges* (columns ``one`` and ``other``) with its component: the least node in it.

    One worker joins a few million edges in some seconds and under 1 GB; more are joined by all of them in rounds.
    """
    import pyspark.sql.functions as f

    edges = staging.store(
        f"{name}-edges", edges.where(f.col("one") != f.col("other")).select("one", "other").distinct()
    )
    if edges.count() <= staging.edges:
        return staging.store(name, mapped(edges.coalesce(1), _joined, _SCHEMA))
    return staging.store(name, _by_stars(staging, edges, name))


def _joined(rows: Rows) -> Iterator[tuple[str, str]]:
    sets: DisjointSets[str] = DisjointSets()
    for row in rows:
        sets.add(row.one)
        sets.add(row.other)
        sets.union(row.one, row.other)
    for group in sets.groups():
        least = min(group)
        yield from ((node, least) for node in group)


def _by_stars(staging: Staging, edges: DataFrame, name: str) -> DataFrame:
    """Join by large-star and small-star operations, whose number grows with the logarithm of the graph's diameter.

    Method: Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii (2014), Connected Components in MapReduce and Beyond.
    """
    import pyspark.sql.functions as f

    now = edges.select(f.greatest("one", "other").alias("one"), f.least("one", "other").alias("other")).distinct()
    before: Any = None
    while (mark := _mark(now)) != before:
        before = mark
        both = now.union(now.select("other", "one"))
        least = both.groupBy("one").agg(f.min("other").alias("least"))
        least = least.select("one", f.least("one", "least").alias("least"))
        large = both.join(least, "one").where(f.col("other") > f.col("one"))
        now = staging.store(
            f"{name}-large", large.select(f.col("other").alias("one"), f.col("least").alias("other")).distinct()
        )
        least = now.groupBy("one").agg(f.min("other").alias("least"))
        small = now.join(least, "one").where(f.col("other") != f.col("least"))
        smallest = small.select(f.col("other").alias("one"), f.col("least").alias("other")).union(least)
        now = staging.store(f"{name}-small", smallest.distinct())
    heads = now.select(f.col("other").alias("node"), f.col("other").alias("component")).distinct()
    return now.select(f.col("one").alias("node"), f.col("other").alias("component")).union(heads)


def _mark(edges: DataFrame) -> Any:
    import pyspark.sql.functions as f

    total = f.sum(f.xxhash64("one", "other").cast("decimal(38,0)"))
    return edges.agg(f.count("*"), total).first()
