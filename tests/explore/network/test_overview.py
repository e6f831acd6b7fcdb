"""The overview: what is in it, in which order, and that its two files belong together."""

from __future__ import annotations

import json
from pathlib import Path

import pyoxigraph as ox

from graph_builder.explore.network.overview import lines_beside, write_overview


def test_things_come_with_most_relations_first_and_lines_stand_beside(store: ox.Store, tmp_path: Path) -> None:
    path = tmp_path / "overview.json"
    write_overview(store, path)
    found = json.loads(path.read_text("utf-8"))
    lines = json.loads(lines_beside(path).read_text("utf-8"))["lines"]
    columns = [found[name] for name in ("iris", "names", "kind", "x", "y", "degree")]
    assert len({len(column) for column in columns}) == 1
    assert len(found["iris"]) > 3
    assert found["degree"] == sorted(found["degree"], reverse=True)
    assert len(lines) == 2 * found["count"]
    assert set(lines) <= set(range(len(found["iris"])))
    assert [lines.count(place) for place in range(len(found["iris"]))] == found["degree"]


def test_addresses_and_kinds_are_written_short(store: ox.Store, tmp_path: Path) -> None:
    write_overview(store, tmp_path / "overview.json")
    found = json.loads((tmp_path / "overview.json").read_text("utf-8"))
    for iri, kind in zip(found["iris"], found["kind"], strict=True):
        assert any(store.quads_for_pattern(ox.NamedNode(found["base"] + iri), None, None, None))
        assert iri.startswith(found["kinds"][kind] + "/")


def test_an_empty_graph_has_an_empty_overview(tmp_path: Path) -> None:
    write_overview(ox.Store(), tmp_path / "overview.json")
    found = json.loads((tmp_path / "overview.json").read_text("utf-8"))
    assert (found["iris"], found["count"]) == ([], 0)
