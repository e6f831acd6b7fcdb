"""Spark builds the graph that the embedded engine builds: here, on a cluster, and on one that loses a worker."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import threading
from pathlib import Path

import pyoxigraph as ox
import pytest
from engine.clusters import cluster, needs_spark
from invented_sources import write

import graph_builder
from graph_builder.engine import SparkReport, SparkSettings, build_on_spark
from graph_builder.store import Store, add_erased, erased_person

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("tagger_on")]

SAMPLES = ("abara-voss.md", "havlund.yml", "ellingsworth.json", "career.txt")
SMALL = {"spark.driver.memory": "768m", "spark.executor.memory": "768m"}
LONG = "GRAPH_BUILDER_LONG_TESTS"


@pytest.fixture(autouse=True)
def spark() -> None:
    needs_spark()


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """Some of the bundled samples, and 300 invented records in three files, some of them twice."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for name in SAMPLES:
        shutil.copy(Path(graph_builder.__file__).parent / "samples" / name, folder)
    write(folder, 300)
    return folder


@pytest.fixture
def papers(tmp_path: Path, shared: Path) -> Path:
    """5,000 papers of real lists; too many for every run of the tests."""
    if not os.environ.get(LONG):
        pytest.skip(f"takes many minutes: set {LONG}=1 to run it")
    lists = shared / "data" / "paperlists"
    if not lists.is_dir():
        pytest.skip("needs the lists of papers beside the project")
    folder, left = tmp_path / "papers", 5000
    folder.mkdir()
    for path in sorted(lists.glob("[ai]*/*20[12]*.json.gz")):
        found = json.loads(gzip.decompress(path.read_bytes()))[: min(left, 900)]
        (folder / path.name).write_bytes(gzip.compress(json.dumps(found).encode()))
        left -= len(found)
        if left <= 0:
            break
    return folder


def quads_of(store: Path) -> set[str]:
    return {str(quad) for quad in Store.open(store).snapshot()}


def quads_in(report: SparkReport) -> set[str]:
    """Return the quads in the files of a report, as a store has them; the files are sorted and repeat nothing."""
    graph, last = ox.Store(), b""
    for path in report.files:
        content = gzip.decompress(path.read_bytes())
        for line in content.splitlines():
            assert last < line
            last = line
        graph.bulk_load(content, format=ox.RdfFormat.N_QUADS)
    assert len(graph) == report.quads
    return {str(quad) for quad in graph}


def test_here_the_graph_is_the_same(documents: Path, tmp_path: Path) -> None:
    gone = erased_person(["Emre Havlund"], ())
    for store in ("kg", "sparked"):
        add_erased(tmp_path / store, gone)
    embedded = graph_builder.build([documents], tmp_path / "kg")
    # Small parts and the joining of edges in rounds: what else only large inputs reach.
    settings = SparkSettings("local[2]", 3, {**SMALL}, claims=60, edges=10)
    report = build_on_spark([documents], tmp_path / "sparked", tmp_path / "quads", settings)
    wanted = quads_of(tmp_path / "kg")
    assert quads_in(report) == wanted
    assert quads_of(tmp_path / "sparked") == wanted
    assert [path.name for path in (tmp_path / "quads").iterdir() if path not in report.files] == []
    for name in ("documents", "people", "organizations", "papers", "facts"):
        assert getattr(report, name) == getattr(embedded, name), name
    assert {p.source for p in report.problems} == {p.source for p in embedded.problems}
    assert "documents/havlund.yml" in {p.source for p in embedded.problems}
    # The embedded engine goes on from there.
    again = graph_builder.build([documents], tmp_path / "sparked")
    assert (again.unchanged, again.added, again.changed) == (embedded.documents, 0, 0)
    assert quads_of(tmp_path / "sparked") == wanted


@pytest.mark.shared
def test_here_the_graph_of_5000_papers_is_the_same(papers: Path, tmp_path: Path) -> None:
    graph_builder.build([papers], tmp_path / "kg")
    report = build_on_spark([papers], tmp_path / "x", tmp_path / "quads", SparkSettings("local[2]"), load=False)
    assert quads_in(report) == quads_of(tmp_path / "kg")


def lose_a_worker(folder: Path, tmp_path: Path) -> None:
    """Build on two workers, one of which is killed in the middle, and compare."""
    graph_builder.build([folder], tmp_path / "kg")
    with cluster(tmp_path) as made:
        steps: list[str] = []

        def tell(step: str, done: int, total: int) -> None:
            steps.append(step)
            if step == "Resolving people":
                threading.Timer(4.0, made.workers[0].kill).start()

        conf = {**SMALL, "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
        settings = SparkSettings(made.master, 4, conf)
        report = build_on_spark([folder], tmp_path / "sparked", tmp_path / "quads", settings, load=False, progress=tell)
        assert made.workers[0].poll() is not None, "the worker was not killed while Spark was at it"
        assert "Removing worker" in made.log("master")
    assert quads_in(report) == quads_of(tmp_path / "kg")
    assert steps[-1] == "Writing"


def test_a_cluster_that_loses_a_worker_builds_the_same_graph(documents: Path, tmp_path: Path) -> None:
    for name in SAMPLES[1:]:
        (documents / name).unlink()
    lose_a_worker(documents, tmp_path)


@pytest.mark.shared
def test_a_cluster_that_loses_a_worker_builds_the_same_graph_of_5000_papers(papers: Path, tmp_path: Path) -> None:
    lose_a_worker(papers, tmp_path)


def test_a_missing_master_is_an_error(documents: Path, tmp_path: Path) -> None:
    from graph_builder.engine import EngineError

    with pytest.raises(EngineError, match="spark:/nowhere"):
        build_on_spark([documents], tmp_path / "kg", tmp_path / "quads", SparkSettings("spark:/nowhere"))
    assert not list((tmp_path / "quads").iterdir())
