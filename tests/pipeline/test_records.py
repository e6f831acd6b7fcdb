"""Files of records are sources like documents: built with them, added one by one, forgotten."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pyoxigraph as ox
import pytest

from graph_builder import build, forget
from graph_builder.graph.validation import validate
from graph_builder.pipeline import resolution, writing
from graph_builder.store.store import Store

SAMPLES = Path(__file__).parents[1] / "read" / "records" / "samples"
NAMES = ["toyconf2021.json", "works.bib", "dblp.xml", "orcid.json", "table.csv", "ror.jsonl"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir()
    for name in NAMES:
        shutil.copy(SAMPLES / name, made)
    (made / "toyconf2021.json.gz").write_bytes(gzip.compress((made / "toyconf2021.json").read_bytes()))
    (made / "toyconf2021.json").unlink()
    (made / "sitemap.xml").write_text("<urlset><url>x</url></urlset>")
    (made / "budget.csv").write_text("month,euro\nMay,3\n")
    (made / "cv.md").write_text(
        "# Mira Holt\n\nPhD student, Example University\n\n## Publications\n\n"
        "- Mira Holt, Jun Wei, Zoë Ek. Sparse Graphs at Scale. TOYCONF 2021.\n"
    )
    return made


def graph(store: Path) -> set[ox.Quad]:
    return set(Store.open(store).snapshot())


def test_records_and_documents_are_one_graph(folder: Path, tmp_path: Path) -> None:
    report = build([folder], tmp_path / "kg", workers=0)
    assert report.added == 7
    assert [p for p in report.problems if p.source == "data/dblp.xml"]
    assert not [p for p in report.problems if "sitemap" in str(p) or "budget" in str(p)]
    quads = graph(tmp_path / "kg")
    assert validate(quads) == []
    titles = [q for q in quads if q.predicate.value.endswith("#label") and q.object.value == "Sparse Graphs at Scale"]
    assert len(titles) == 1


def test_the_order_of_builds_does_not_matter(folder: Path, tmp_path: Path) -> None:
    build([folder], tmp_path / "whole", workers=0)
    for path in sorted(folder.iterdir(), reverse=True):
        build([path], tmp_path / "parts", workers=0)
    assert graph(tmp_path / "parts") == graph(tmp_path / "whole")
    assert build([folder], tmp_path / "parts", workers=0).unchanged == 7


def test_workers_write_the_same_graph(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build([folder], tmp_path / "here", workers=0)
    for room, name, size in (
        (writing, "_MANY", 3),
        (writing, "_PART", 3),
        (writing, "_FILE", 2_000),
    ):
        monkeypatch.setattr(room, name, size)
    monkeypatch.setattr(resolution, "LARGE", 3)
    build([folder], tmp_path / "workers", workers=0)
    assert graph(tmp_path / "workers") == graph(tmp_path / "here")
    assert Store.open(tmp_path / "workers").sources() == Store.open(tmp_path / "here").sources()
    assert build([folder], tmp_path / "workers", workers=0).unchanged == 7


def test_a_forgotten_file_is_as_if_it_had_never_been_built(folder: Path, tmp_path: Path) -> None:
    build([folder], tmp_path / "kg", workers=0)
    forget(tmp_path / "kg", "toyconf2021.json.gz")
    (folder / "toyconf2021.json.gz").unlink()
    build([folder], tmp_path / "clean", workers=0)
    assert graph(tmp_path / "kg") == graph(tmp_path / "clean")


def test_a_changed_mapping_is_a_changed_table(tmp_path: Path) -> None:
    table = tmp_path / "mapped.csv"
    shutil.copy(SAMPLES / "mapped.csv", table)
    mapping = tmp_path / "mapped.csv.mapping.toml"
    text = (SAMPLES / "mapped.csv.mapping.toml").read_text("utf-8")
    mapping.write_text(text)
    assert build([table], tmp_path / "kg", workers=0).papers == 1
    mapping.write_text(text.replace('year = "Jahr"\n', ""))
    assert build([table], tmp_path / "kg", workers=0).changed == 1


def test_what_is_named_and_holds_no_records_is_a_problem(folder: Path, tmp_path: Path) -> None:
    report = build([folder / "sitemap.xml", folder / "works.bib"], tmp_path / "kg", workers=0)
    assert [p.source for p in report.problems] == ["data/sitemap.xml"]
    assert report.added == 1
