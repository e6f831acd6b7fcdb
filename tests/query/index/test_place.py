"""Files made from a snapshot: made once, whole or not at all, and no drafts of makers that were killed stay."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from graph_builder.pipeline import build
from graph_builder.query.index import derived_file, place_of
from graph_builder.store.store import Store

NAME = "counted.txt"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    cv = "name: Mira Tolvanen\neducation: [{degree: PhD, institution: University of Helsinki, year: 2014}]\n"
    (tmp_path / "cv.yml").write_text(cv, "utf-8")
    build([tmp_path / "cv.yml"], tmp_path / "kg", workers=0)
    return Store.open(tmp_path / "kg")


def count(graph: ox.Store, path: Path) -> None:
    path.write_text(str(len(graph)), "utf-8")


def test_a_file_is_made_once(store: Store) -> None:
    path = derived_file(store, NAME, count)
    assert path == place_of(store, NAME) == store.folder / NAME
    assert int(path.read_text("utf-8")) > 0
    path.write_text("kept", "utf-8")
    assert derived_file(store, NAME, count).read_text("utf-8") == "kept"


def test_drafts_of_makers_that_were_killed_go(store: Store) -> None:
    killed, others = store.folder / f"{NAME}.4711.part", store.folder / "other.sqlite.4711.part"
    killed.write_bytes(b"half")
    others.write_bytes(b"half")
    derived_file(store, NAME, count)
    assert not killed.exists()
    assert others.exists()


def test_a_maker_that_fails_is_asked_again(store: Store) -> None:
    def fails(graph: ox.Store, path: Path) -> None:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        derived_file(store, NAME, fails)
    assert not place_of(store, NAME).exists()
    assert derived_file(store, NAME, count).exists()
