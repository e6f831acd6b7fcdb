"""A store is opened whole or refused with a clear line; drafts are seen when they are complete."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox
import pytest

from graph_builder.model import Document, SourceFacts, StoreError
from graph_builder.store.codec import encode
from graph_builder.store.draft import ErasureSettings, edit
from graph_builder.store.layout import Manifest, SourceRecord
from graph_builder.store.objects import pack, unpack
from graph_builder.store.store import Store

GRAPH = ox.NamedNode("http://example.org/graph")


def quad(text: str, graph: ox.NamedNode = GRAPH) -> ox.Quad:
    return ox.Quad(GRAPH, ox.NamedNode("http://example.org/says"), ox.Literal(text), graph)


def lines(*quads: ox.Quad) -> list[str]:
    return [f"{quad} .\n" for quad in quads]


def publish(path: Path, *texts: str, erase: bool = False) -> None:
    """Make the store's graph hold these texts and a source for each."""
    with edit(path) as draft:
        records = []
        for text in texts:
            document, facts = Document(text, "text/plain", text), SourceFacts(text)
            names = []
            for noun in (document, facts):
                name, packed = pack(encode(noun))
                draft.objects.put(name, packed)
                names.append(name)
            records.append(SourceRecord(text, "", "", *names))
        draft.replace(GRAPH, lines(*map(quad, texts)))
        draft.commit(Manifest(sources=tuple(sorted(records, key=lambda r: r.id))), ErasureSettings() if erase else None)


def texts(store: Store) -> set[str]:
    return {q.object.value for q in store.snapshot() if isinstance(q.object, ox.Literal)}


def files(path: Path) -> dict[str, bytes]:
    return {str(f.relative_to(path)): f.read_bytes() for f in path.rglob("*") if f.is_file()}


def test_what_was_published_is_read(tmp_path: Path) -> None:
    publish(tmp_path / "kg", "a", "b")
    store = Store.open(tmp_path / "kg")
    assert texts(store) == {"a", "b"}
    assert [record.id for record in store.sources()] == ["a", "b"]
    assert store.document("a") == Document("a", "text/plain", "a")
    assert store.facts("b") == SourceFacts("b")


def test_a_reader_keeps_its_snapshot_through_many_builds(tmp_path: Path) -> None:
    publish(tmp_path / "kg", "first")
    reader = Store.open(tmp_path / "kg")
    reader.snapshot()
    for number in range(5):
        publish(tmp_path / "kg", f"later {number}")
    assert texts(reader) == {"first"}
    assert reader.document("first").text == "first"
    assert texts(Store.open(tmp_path / "kg")) == {"later 4"}


def test_a_reader_that_has_not_looked_yet_finds_its_snapshot(tmp_path: Path) -> None:
    publish(tmp_path / "kg", "first")
    reader = Store.open(tmp_path / "kg")
    for number in range(5):
        publish(tmp_path / "kg", f"later {number}")
    assert texts(reader) == {"first"}


def test_only_two_snapshots_and_their_objects_stay(tmp_path: Path) -> None:
    for number in range(6):
        publish(tmp_path / "kg", f"text {number}")
    assert sorted([each.name for each in (tmp_path / "kg/snapshots").iterdir()]) == ["5", "6"]
    assert len(list((tmp_path / "kg/objects").rglob("*.gz"))) == 4


def test_erasing_leaves_nothing_of_what_was(tmp_path: Path) -> None:
    publish(tmp_path / "kg", "secret word", "plain")
    publish(tmp_path / "kg", "plain", erase=True)
    assert [each.name for each in (tmp_path / "kg/snapshots").iterdir()] == ["2"]
    assert not [name for name, content in files(tmp_path / "kg").items() if b"secret word" in content]


def test_an_error_in_a_draft_changes_nothing(tmp_path: Path) -> None:
    publish(tmp_path / "kg", "a")
    with suppress(ZeroDivisionError), edit(tmp_path / "kg") as draft:
        draft.replace(GRAPH, lines(quad("b")))
        _ = 1 / 0
    assert texts(Store.open(tmp_path / "kg")) == {"a"}
    publish(tmp_path / "kg", "c")
    assert texts(Store.open(tmp_path / "kg")) == {"c"}


def test_writing_a_draft_leaves_the_files_of_the_snapshot_alone(tmp_path: Path) -> None:
    publish(tmp_path / "kg", *(f"text {n}" for n in range(100)))
    before = files(tmp_path / "kg/snapshots/1")
    publish(tmp_path / "kg", "other")
    assert files(tmp_path / "kg/snapshots/1") == before


def test_replacing_writes_the_difference_and_leaves_other_graphs(tmp_path: Path) -> None:
    other = ox.NamedNode("http://example.org/other")
    with edit(tmp_path / "kg") as draft:
        draft.replace(GRAPH, lines(quad("a"), quad("b")))
        draft.replace(other, lines(quad("c", other)))
        draft.replace(GRAPH, lines(quad("b"), quad("d"), quad("d")))
        assert set(draft.graph) == {quad("b"), quad("d"), quad("c", other)}
        draft.drop(GRAPH)
        assert list(draft.graph.named_graphs()) == [other]


@pytest.mark.parametrize("name", ["b.md", "cvs/b.md", "x/cvs/b.md"])
def test_a_source_is_found_by_its_end(tmp_path: Path, name: str) -> None:
    publish(tmp_path / "kg", "x/cvs/b.md", "x/cvs/a.md", "y/cvs/a.md", "y/bb.md")
    assert Store.open(tmp_path / "kg").find(name).id == "x/cvs/b.md"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a.md", "means 2 sources"),
        ("c.md", "no source c.md; did you mean"),
        ("zzzzzz", "list them with"),
        ("md", "no source"),
    ],
)
def test_a_source_that_is_not_there_or_not_one(tmp_path: Path, name: str, message: str) -> None:
    publish(tmp_path / "kg", "x/cvs/b.md", "x/cvs/a.md", "y/cvs/a.md")
    with pytest.raises(StoreError, match=message):
        Store.open(tmp_path / "kg").find(name)


def damage_pointer(path: Path) -> None:
    (path / "CURRENT").write_text("what?")


def damage_manifest(path: Path) -> None:
    (path / "snapshots/1/manifest.json").write_text('{"format":')


def lose_snapshot(path: Path) -> None:
    (path / "snapshots/1/manifest.json").unlink()


def change_format(path: Path) -> None:
    (path / "snapshots/1/manifest.json").write_bytes(encode(replace(Manifest(), format=99)))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (damage_pointer, "CURRENT is damaged"),
        (damage_manifest, "Manifest cannot be decoded"),
        (lose_snapshot, "snapshot 1 cannot be read"),
        (change_format, "has format 99, this version reads 1"),
    ],
)
def test_a_damaged_store_is_refused(tmp_path: Path, damage: object, message: str) -> None:
    publish(tmp_path / "kg", "a")
    damage(tmp_path / "kg")  # type: ignore[operator]
    with pytest.raises(StoreError, match=message):
        Store.open(tmp_path / "kg")
    with pytest.raises(StoreError, match=message), edit(tmp_path / "kg"):
        pass


def test_a_damaged_graph_is_refused(tmp_path: Path) -> None:
    publish(tmp_path / "kg", "a")
    (tmp_path / "kg/snapshots/1/graph/CURRENT").write_text("MANIFEST-999999\n")
    store = Store.open(tmp_path / "kg")
    with pytest.raises(StoreError, match="snapshot 1 is damaged"):
        store.snapshot()


def test_a_folder_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(StoreError, match="is no store"):
        Store.open(tmp_path)
    with pytest.raises(StoreError, match="holds other files and is no store"):
        publish(tmp_path)
    assert files(tmp_path) == {"thesis.tex": b"mine"}


def test_a_file_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "kg").write_text("mine")
    with pytest.raises(StoreError, match="is no store"):
        Store.open(tmp_path / "kg")
    with pytest.raises(StoreError, match="is a file"):
        publish(tmp_path / "kg")


def _hold(path: Path, ready: object, leave: object) -> None:
    with edit(path):
        ready.set()  # type: ignore[attr-defined]
        leave.wait(30)  # type: ignore[attr-defined]


@pytest.fixture
def other_builder(tmp_path: Path) -> Iterator[multiprocessing.context.ForkProcess]:
    publish(tmp_path / "kg", "a")
    context = multiprocessing.get_context("fork")
    ready, leave = context.Event(), context.Event()
    process = context.Process(target=_hold, args=(tmp_path / "kg", ready, leave))
    process.start()
    assert ready.wait(30)
    yield process
    process.kill()
    process.join()


def test_two_builders_do_not_run_at_once(tmp_path: Path, other_builder: multiprocessing.context.ForkProcess) -> None:
    with pytest.raises(StoreError, match=rf"another process \(id {other_builder.pid}\); wait"), edit(tmp_path / "kg"):
        pass
    assert texts(Store.open(tmp_path / "kg")) == {"a"}


def test_the_lock_of_a_dead_builder_is_free(tmp_path: Path, other_builder: multiprocessing.context.ForkProcess) -> None:
    other_builder.kill()
    other_builder.join()
    publish(tmp_path / "kg", "b")
    assert texts(Store.open(tmp_path / "kg")) == {"b"}


def test_a_damaged_object_is_an_error() -> None:
    name, packed = pack(b"content")
    assert unpack(name, packed) == b"content"
    for broken in (packed[:-5], b"", packed[:12] + b"x" + packed[13:], pack(b"other")[1]):
        with pytest.raises(StoreError, match=name):
            unpack(name, broken)


def test_a_store_moves_with_its_folder(tmp_path: Path) -> None:
    publish(tmp_path / "kg", "a")
    (tmp_path / "kg").rename(tmp_path / "elsewhere")
    assert texts(Store.open(tmp_path / "elsewhere")) == {"a"}


def test_many_objects_are_stored_at_once_and_what_fails_is_an_error(tmp_path: Path) -> None:
    texts = [f"text {n % 40}".encode() for n in range(100)]
    with edit(tmp_path / "kg") as draft:
        for text in texts:
            draft.objects.put(*pack(text))
        assert [draft.objects.get(pack(text)[0]) for text in texts] == texts
        (tmp_path / "kg/objects/zz").write_text("a file where a folder belongs")
        with pytest.raises(OSError, match="zz"):
            draft.objects.put("zz" + "0" * 62, b"")
