"""The Python API, from documents to frames and networks."""

from __future__ import annotations

from pathlib import Path

import pytest

import graph_builder

CV = """name: Mira Holt
experience:
- {position: Research Scientist, company: Acme Robotics, dates: 2016 - present}
"""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> graph_builder.Graph:
    folder = tmp_path_factory.mktemp("api")
    (folder / "mira.yml").write_text(CV)
    report = graph_builder.build([folder / "mira.yml"], folder / "kg", workers=0)
    assert report.ok
    return graph_builder.open(folder / "kg")


def test_rows(graph: graph_builder.Graph) -> None:
    (row,) = graph.query("employment")
    assert (row["name"], row["organization"], row["start"], row["end"]) == (
        "Mira Holt",
        "Acme Robotics",
        "2016",
        "present",
    )
    assert graph.query("coworkers", person="Mira Holt") == []


def test_pandas(graph: graph_builder.Graph) -> None:
    assert list(graph.to_pandas("employment")["organization"]) == ["Acme Robotics"]
    with pytest.raises(graph_builder.QueryError, match="SELECT"):
        graph.to_pandas("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }")


def test_rdflib_and_networkx(graph: graph_builder.Graph) -> None:
    assert len(graph.to_rdflib()) == len({quad.triple for quad in graph.pyoxigraph})
    names = {data["label"] for _, data in graph.to_networkx().nodes(data=True)}
    assert names == {"Mira Holt", "Acme Robotics"}


def test_show_why_draw_export(graph: graph_builder.Graph, tmp_path: Path) -> None:
    assert graph.show("Mira Holt").thing.name == "Mira Holt"
    (reason,) = graph.why("Mira Holt", "Acme Robotics")
    assert reason.found
    assert "Acme Robotics" in reason.quote
    assert graph.draw(tmp_path / "x.html", about="Mira Holt").nodes == 2
    graph.export(tmp_path / "x.ttl")
    assert "Mira Holt" in (tmp_path / "x.ttl").read_text("utf-8")
    assert [record.id.rsplit("/")[-1] for record in graph.sources()] == ["mira.yml"]
    assert repr(graph).endswith(f"1 sources, {len(graph.pyoxigraph)} statements>")


def test_errors() -> None:
    with pytest.raises(graph_builder.StoreError, match="does not exist"):
        graph_builder.open("nowhere")
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = graph_builder.nothing_such  # type: ignore[attr-defined]
    assert set(graph_builder.__all__) <= set(dir(graph_builder))
