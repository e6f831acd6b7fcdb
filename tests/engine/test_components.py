"""Connected components: joined by one worker, or by all in rounds, they are those that networkx finds."""

from __future__ import annotations

import random
from pathlib import Path

import networkx as nx
import pytest
from engine.clusters import needs_spark

from graph_builder.engine import SparkSettings, session
from graph_builder.engine.components import components
from graph_builder.engine.tables import Staging


def edges() -> list[tuple[str, str]]:
    """Return a long path, a star, a clique, random edges, and one from a node to itself."""
    chance = random.Random(7)
    path = [(f"p{number:03}", f"p{number + 1:03}") for number in range(150)]
    chance.shuffle(path)
    star = [("s0", f"s{number}") for number in range(1, 20)]
    clique = [(f"c{one}", f"c{other}") for one in range(5) for other in range(5) if one < other]
    some = [(f"r{chance.randrange(80)}", f"r{chance.randrange(80)}") for _ in range(60)]
    return [*path, *star, *clique, *some, *some[:5], ("alone", "alone")]


@pytest.mark.slow
def test_components_are_those_of_networkx(tmp_path: Path) -> None:
    needs_spark()
    given = edges()
    graph = nx.Graph(edge for edge in given if edge[0] != edge[1])
    wanted = {node: min(group) for group in nx.connected_components(graph) for node in group}
    with session.session(SparkSettings("local[2]", 2, {"spark.driver.memory": "768m"})) as spark:
        table = spark.createDataFrame(given, "one string, other string")
        for limit in (10_000, 0):
            folder = tmp_path / str(limit)
            found = components(Staging(spark, folder, limit), table, "joined").collect()
            assert {row.node: row.component for row in found} == wanted
            assert len(found) == len(wanted)
