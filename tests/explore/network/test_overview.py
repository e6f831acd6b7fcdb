"""The overview: what is in it, in which order, and that its two files belong together."""

from __future__ import annotations

import json
from pathlib import Path

import pyoxigraph as ox

from graph_builder.explore.network.overview import lines_beside, write_overview
from graph_builder.query.index import Index, build_index


def test_things_come_with_most_relations_first_and_lines_stand_beside(index: Index, tmp_path: Path) -> None:
    path = tmp_path / "overview.json"
    write_overview(index, path)
    found = json.loads(path.read_text("utf-8"))
    lines = json.loads(lines_beside(path).read_text("utf-8"))["lines"]
    columns = [found[name] for name in ("iris", "names", "kind", "x", "y", "degree")]
    assert len({len(column) for column in columns}) == 1
    assert len(found["iris"]) > 3
    assert found["degree"] == sorted(found["degree"], reverse=True)
    assert len(lines) == 2 * found["count"]
    assert set(lines) <= set(range(len(found["iris"])))
    assert [lines.count(place) for place in range(len(found["iris"]))] == found["degree"]


def test_addresses_and_kinds_are_written_short(toy: ox.Store, index: Index, tmp_path: Path) -> None:
    write_overview(index, tmp_path / "overview.json")
    found = json.loads((tmp_path / "overview.json").read_text("utf-8"))
    for iri, kind in zip(found["iris"], found["kind"], strict=True):
        assert any(toy.quads_for_pattern(ox.NamedNode(found["base"] + iri), None, None, None))
        assert iri.startswith(found["kinds"][kind] + "/")


def test_an_empty_graph_has_an_empty_overview(tmp_path: Path) -> None:
    build_index(ox.Store(), tmp_path / "index.sqlite")
    write_overview(Index(tmp_path / "index.sqlite"), tmp_path / "overview.json")
    found = json.loads((tmp_path / "overview.json").read_text("utf-8"))
    assert (found["iris"], found["count"]) == ([], 0)


def test_ties_are_those_of_the_graph(toy: ox.Store, index: Index, tmp_path: Path) -> None:
    path = tmp_path / "overview.json"
    write_overview(index, path)
    found = json.loads(path.read_text("utf-8"))
    ends = json.loads(lines_beside(path).read_text("utf-8"))["lines"]
    iris = [found["base"] + iri for iri in found["iris"]]
    drawn = {frozenset((iris[one], iris[other])) for one, other in zip(ends[::2], ends[1::2], strict=True)}
    query = """PREFIX schema: <https://schema.org/> PREFIX gb: <https://w3id.org/graph-builder/ontology#>
      SELECT DISTINCT ?one ?other {
        { ?one schema:affiliation|schema:alumniOf|schema:knowsAbout|gb:advisedBy|gb:servedAt ?other }
        UNION { ?work schema:author ?one, ?other }
        UNION { ?work schema:author ?one ; schema:isPartOf ?other FILTER NOT EXISTS {
          ?work schema:author ?before FILTER (STR(?before) < STR(?one)) } }
        FILTER (?one != ?other)
      }"""
    rows = toy.query(query, use_default_graph_as_union=True)
    assert drawn == {frozenset((one.value, other.value)) for one, other in rows}
