"""Neptune's CSV held against the loader's documentation, and edge lists against the graph that they number."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import numpy as np
import pyoxigraph as ox
import pytest

from graph_builder.export.network import to_networkx
from graph_builder.export.privacy import Privacy
from graph_builder.export.property_graph import EDGE, PropertyGraph
from graph_builder.export.write import write_graph

SYSTEM = {
    "neptune-gremlin": (["~id", "~label"], ["~id", "~from", "~to", "~label"]),
    "neptune-opencypher": ([":ID", ":LABEL"], [":ID", ":START_ID", ":END_ID", ":TYPE"]),
}
PROPERTY = re.compile(r"[A-Za-z]\w*:(String|Long|Double|Bool|String\[\])(\(single\))?")
VALUE = {"Long": r"-?\d+", "Double": r"-?\d+(\.\d+)?(e-?\d+)?", "Bool": "true|false"}


@pytest.mark.parametrize("format_", SYSTEM)
@pytest.mark.parametrize("world", ["toy", "awkward"])
def test_files_are_as_the_loader_wants_them(
    format_: str, world: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    write_graph(request.getfixturevalue(world), tmp_path / "kg", format_)
    nodes: set[str] = set()
    edges: list[list[str]] = []
    for path in sorted((tmp_path / "kg").iterdir(), reverse=True):  # nodes before edges
        with path.open(encoding="utf-8", newline="") as file:
            head, *lines = csv.reader(file, strict=True)
        is_node = path.name.startswith("nodes-")
        system = SYSTEM[format_][0 if is_node else 1]
        assert head[: len(system)] == system
        assert len(set(head)) == len(head)
        for name in head[len(system) :]:
            found = PROPERTY.fullmatch(name)
            assert found, name
            assert is_node or (found[1] != "String[]" and not found[2]), "an edge has one value"
            assert format_ == "neptune-gremlin" or not found[2]
            assert format_ == "neptune-gremlin" or found[1] != "String[]", "no type that the documentation has"
        for line in lines:
            assert len(line) == len(head)
            for name, cell in zip(head, line, strict=True):
                kind = name.partition(":")[2].removesuffix("(single)")
                assert not cell or re.fullmatch(VALUE.get(kind, r"(?s:.*)"), cell)
            if is_node:
                assert line[0] not in nodes
                nodes.add(line[0])
            else:
                edges.append(line)
    assert len({line[0] for line in edges}) == len(edges)
    assert {end for line in edges for end in line[1:3]} <= nodes


def test_lists_are_as_each_dialect_has_them(tmp_path: Path) -> None:
    """Gremlin's arrays escape a semicolon and nothing else: all else is taken as it stands."""
    store = ox.Store()
    store.load(
        b"""@prefix s: <http://www.w3.org/2004/02/skos/core#> .
        <http://e/a> a <https://schema.org/Person> ; s:altLabel "A; B", "C\\\\D", "E\\\\" .""",
        format=ox.RdfFormat.TURTLE,
    )
    rows = {}
    for name in SYSTEM:
        write_graph(store, tmp_path / name, name)
        with (tmp_path / name / "nodes-Person.csv").open(encoding="utf-8", newline="") as file:
            rows[name] = next(iter(csv.DictReader(file)))
    assert rows["neptune-gremlin"]["names:String[]"] == "A\\; B;C\\D;E\\ "
    assert rows["neptune-opencypher"]["names:String"] == "A; B; C\\D; E\\"


def test_edge_lists_number_the_graph(toy: ox.Store, tmp_path: Path) -> None:
    write_graph(toy, tmp_path / "kg", "edge-lists")
    metadata = json.loads((tmp_path / "kg/metadata.json").read_text())
    ids = {}
    for label in metadata["node_types"]:
        with (tmp_path / f"kg/nodes-{label}.csv").open(encoding="utf-8", newline="") as file:
            ids[label] = [row["id"] for row in csv.DictReader(file)]
    network = to_networkx(toy)
    graph = PropertyGraph(toy, Privacy())
    for start, type_, end in metadata["edge_types"]:
        index = np.load(tmp_path / f"kg/edges-{type_}.npy")
        assert (index.dtype, index.shape) == (np.int64, (2, metadata["counts"][type_]))
        pairs = [(ids[start][a], ids[end][b]) for a, b in index.T]
        assert pairs == [(row.start, row.end) for row in graph.rows(EDGE[type_])]
        assert len(np.load(tmp_path / f"kg/year-{type_}.npy")) == len(np.load(tmp_path / f"kg/confidence-{type_}.npy"))
        if EDGE[type_].start_label != "Publication" and {start, end} <= {"Person", "Organization", "Work", "Venue"}:
            assert all(network.has_edge(*pair) for pair in pairs)
    jobs = np.load(tmp_path / "kg/year-WORKED_AT.npy")
    assert set(jobs) >= {2018, 2022}
    assert metadata["counts"]["AUTHORED"] == 14
