"""Which questions an index is made for: those of the catalogue, by name, file or text, on a graph that is large."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from graph_builder.model import QueryError
from graph_builder.pipeline import build
from graph_builder.query.catalogue import find, queries_folder
from graph_builder.query.engine import rows
from graph_builder.query.index import NAME, index_for, place_of
from graph_builder.store.store import Store

CV = """name: Mira Tolvanen
education: [{degree: PhD, institution: University of Helsinki, year: 2014}]
experience: [{position: Lecturer, company: ETH Zurich, year: 2015}]
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    (folder / "cv.yml").write_text(CV, "utf-8")
    build([folder / "cv.yml"], folder / "kg", workers=0)
    return folder / "kg"


@pytest.fixture
def store(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr("graph_builder.query.index.LARGE", 1)
    return Store.open(shutil.copytree(built, tmp_path / "kg"))


FILE = queries_folder() / "employment.rq"


@pytest.mark.parametrize("query", ["employment", FILE, str(FILE), "queries/employment.rq", FILE.read_text("utf-8")])
def test_by_name_file_and_text(store: Store, query: str | Path) -> None:
    messages: list[str] = []
    for _ in range(2):
        index = index_for(store, query, messages.append)
        assert index is not None
        assert rows(store.snapshot(), query, None, index) == rows(store.snapshot(), "employment")
        index.close()
    assert len(messages) == 1  # it is said once why one waits


@pytest.mark.parametrize("query", ["education", "search", "SELECT * { ?s ?p ?o }", find("employment").text + "LIMIT 1"])
def test_for_others_none_is_made(store: Store, query: str) -> None:
    assert index_for(store, query) is None
    assert not place_of(store, NAME).exists()


def test_an_unknown_query_is_an_error(store: Store) -> None:
    with pytest.raises(QueryError, match="did you mean employment"):
        index_for(store, "employmnt")


def test_a_file_of_the_same_name_is_another_query(store: Store, tmp_path: Path) -> None:
    (tmp_path / "employment.rq").write_text("SELECT ?s { ?s ?p ?o } LIMIT 1", "utf-8")
    assert index_for(store, tmp_path / "employment.rq") is None
