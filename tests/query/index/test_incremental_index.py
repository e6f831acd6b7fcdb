"""The index of a snapshot is made of that of the one before; where that is not possible, anew."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from test_keep import rows

from graph_builder.pipeline import build, forget, wipe
from graph_builder.query.catalogue import find
from graph_builder.query.engine import run
from graph_builder.query.index import NAME, build_index, index_of, index_path
from graph_builder.store.draft import ErasureSettings
from graph_builder.store.store import Store

CV = "---\neducation:\n- {{degree: PhD, institution: {place}, year: 2014}}\n---\n\n# {name}\n\n"
CV += "## Publications\n\n- {name}, Mira Tolvanen. {title}. ICML, 2015.\n"
SECRET = "Wenzelbert"


class World:
    """A folder of documents and its store."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.kg = folder / "cvs", folder / "kg"
        self.folder.mkdir(exist_ok=True)

    def add(self, name: str, place: str = "University of Helsinki", title: str = "Lanterns in the Fog") -> Store:
        file = self.folder / f"{name.split()[-1].lower()}.md"
        file.write_text(CV.format(name=name, place=place, title=title), "utf-8")
        build([file], self.kg, workers=0)
        return Store.open(self.kg)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three documents, their store and its index."""
    world = World(tmp_path_factory.mktemp("built"))
    world.add("Otto Brandt", "ETH Zurich", "Harbours at Dusk")
    world.add("Edda Brandvold", "University of Oslo", "Rivers")
    index_path(world.add("Mira Tolvanen"))
    return world.kg.parent


@pytest.fixture
def world(built: Path, tmp_path: Path) -> World:
    return World(Path(shutil.copytree(built, tmp_path, dirs_exist_ok=True)))


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Where indexes were made anew."""
    found: list[Path] = []

    def make(graph: object, path: Path) -> None:
        found.append(path)
        build_index(graph, path)  # type: ignore[arg-type]

    monkeypatch.setattr("graph_builder.query.index.build_index", make)
    return found


def check(store: Store) -> None:
    """Compare the index of a store with one made anew, and an answer with that of the graph."""
    fresh = store.path / "fresh.sqlite"
    build_index(store.snapshot(), fresh)
    assert rows(index_path(store)) == rows(fresh)
    index = index_of(store)
    for name in ("authorship", "education", "mentions", "sources"):
        wanted, found = run(store.snapshot(), find(name)), run(store.snapshot(), find(name), None, index)
        assert list(found.rows) == list(wanted.rows), name  # type: ignore[union-attr]
    index.close()


def test_it_is_reused_when_a_source_comes_and_when_one_changes(world: World, anew: list[Path]) -> None:
    check(world.add("Ines Haverkamp"))
    check(world.add("Otto Brandt", "University of Oslo", "Rivers"))
    assert anew == []
    assert not list(Store.open(world.kg).folder.glob("before-*"))


def test_of_snapshots_that_nobody_asked_the_changes_add_up(world: World, anew: list[Path]) -> None:
    world.add("Ines Haverkamp")
    world.add("Otto Brandt", "University of Oslo", "Rivers")
    check(world.add("Vera Lindqvist", title="Rivers"))
    assert anew == []


def test_one_that_is_made_later_beside_the_snapshot_before_counts(world: World, anew: list[Path]) -> None:
    for left in world.kg.glob(f"snapshots/*/*{NAME}"):
        left.unlink()
    before = world.add("Ines Haverkamp")  # a reader that holds this snapshot makes its index only now
    after = world.add("Vera Lindqvist")
    assert not list(after.folder.glob("before-*"))
    index_path(before)
    check(after)
    assert len(anew) == 1


def spoil(path: Path) -> None:
    path.write_bytes(b"no database" * 1000)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [spoil, empty, Path.unlink])
@pytest.mark.parametrize("pattern", ["before-*", "changed.gz"])
def test_what_is_damaged_or_lost_is_made_anew(
    world: World, anew: list[Path], damage: Callable[[Path], None], pattern: str
) -> None:
    store = world.add("Ines Haverkamp")
    (path,) = store.folder.glob(pattern)
    shutil.copyfile(path, copied := path.with_suffix(".copy"))  # others have a link to the same file
    path.unlink()
    copied.rename(path)
    damage(path)
    number = (store.folder / "changed.gz").exists() and pattern == "before-*" and damage is Path.unlink
    check(store)
    assert len(anew) == (0 if number else 1)  # without the link, that of the snapshot before is still there
    assert not list(store.folder.glob("*.part"))


def test_what_changed_unnoticed_is_seen_in_the_number_of_rows(
    world: World, anew: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_builder.store.journal.Journal._add", lambda journal, node, named: None)
    check(world.add("Ines Haverkamp"))
    assert len(anew) == 1


def left(kg: Path) -> list[Path]:
    """Return the files of indexes, whole or in the making, that have the word."""
    files = [path for path in kg.rglob("*") if NAME in path.name or path.name == "changed.gz"]
    return [
        path
        for path in files
        if SECRET.encode() in (gzip.decompress if path.suffix == ".gz" else bytes)(path.read_bytes())
    ]


@pytest.fixture(scope="module")
def with_secret(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    world = World(Path(shutil.copytree(built, tmp_path_factory.mktemp("secret"), dirs_exist_ok=True)))
    world.add(f"{SECRET} Haverkamp", f"University of {SECRET}", f"On {SECRET}")
    index_path(world.add(f"Edda {SECRET}"))
    world.add("Vera Lindqvist")
    assert left(world.kg)
    return world.kg.parent


@pytest.fixture
def secret(world: World, with_secret: Path) -> Path:
    """Return a store of which two sources and an index have a word, and another index carries it along."""
    shutil.rmtree(world.kg)
    shutil.copytree(with_secret, world.kg.parent, dirs_exist_ok=True)
    return world.kg


def test_nothing_forgotten_is_in_an_index(secret: Path, anew: list[Path]) -> None:
    """Those that were made before go; the next is made anew when it is asked for."""
    forget(secret, "haverkamp.md", erasing=ErasureSettings(later=True))
    forget(secret, f"{SECRET.lower()}.md", erasing=ErasureSettings(later=True))
    check(Store.open(secret))
    assert anew == []
    wipe(secret)
    assert not (Store.open(secret).folder / NAME).exists()
    assert left(secret) == []
    check(Store.open(secret))
    assert len(anew) == 1


@pytest.mark.parametrize("damage", [spoil, empty, Path.unlink])
def test_a_damaged_index_is_no_reason_not_to_forget(
    secret: Path, anew: list[Path], damage: Callable[[Path], None]
) -> None:
    for path in secret.rglob(f"*{NAME}"):
        damage(path)
    forget(secret, f"{SECRET.lower()}.md")
    assert [path for path in secret.rglob("*") if NAME in path.name] == []
    check(Store.open(secret))
    assert len(anew) == 1
