"""Wiping: what was removed is in no file of the database any more, and what stays reads as before."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_read import everything

from graph_builder.graph import vocabulary
from graph_builder.model import StoreError
from graph_builder.store import wiping
from graph_builder.store.hashes import hashes
from graph_builder.store.rocks import holds_removed, log_of, records, removal
from graph_builder.store.tables import properties
from graph_builder.store.wiping import DATATYPES, Removed, copy, unused, wipe

BASE = "https://w3id.org/graph-builder/data/"
XSD = "http://www.w3.org/2001/XMLSchema#"
LONG = "Looms that Think, and what they think of those who weave"


def node(name: str) -> ox.NamedNode:
    return ox.NamedNode(BASE + name)


def quad(subject: str, value: str | ox.Literal | ox.NamedNode, graph: str) -> ox.Quad:
    return ox.Quad(node(subject), node("says"), ox.Literal(value) if isinstance(value, str) else value, node(graph))


def database(folder: Path, quads: list[ox.Quad]) -> ox.Store:
    """Return a database in which these quads have long been: merged, and linked from elsewhere."""
    before = ox.Store(str(folder / "before"))
    before.bulk_extend(quads)
    before.optimize()
    before.flush()
    before.backup(str(folder / "graph"))
    return ox.Store(str(folder / "graph"))


def removed(graph: ox.Store, gone: list[ox.Quad]) -> set[str]:
    texts = Removed()
    texts.take(gone)
    for each in gone:
        graph.remove(each)
    assert texts.texts is not None
    return texts.texts


def wiped(graph: ox.Store, texts: set[str], target: Path) -> bool:
    """Wipe a database whose files are links to those of a graph."""
    gone = unused(graph, texts)
    graph.backup(str(target))
    return wipe(target, gone)


def test_nothing_of_what_was_removed_is_left(tmp_path: Path) -> None:
    stays = [quad(f"thing/{n}", f"The {n}th of many lines that stay", "kept") for n in range(500)]
    gone = [quad("ada", LONG, "a"), quad("ada", "Ada Byrne", "a"), quad("ada", "Ada of the Looms", "kept")]
    graph = database(tmp_path, stays + gone)
    texts = removed(graph, gone)
    graph.remove_graph(node("a"))
    held = everything(tmp_path / "graph")
    assert b"Looms" in held
    assert b"Ada Byrne" in held
    assert wiped(graph, texts, tmp_path / "wiped")
    left = everything(tmp_path / "wiped")
    assert [word for word in (b"Looms", b"Byrne", b"data/ada", b"data/a\n", b"probe") if word in left] == []
    assert left.count(b"lines that stay") >= 500
    assert set(ox.Store.read_only(str(tmp_path / "wiped"))) == set(stays)
    assert set(ox.Store.read_only(str(tmp_path / "before"))) == {*stays, *gone}, "files that others hold are left alone"


VALUES: list[str | ox.Literal | ox.NamedNode] = [
    "Ada &c.",
    LONG,
    BASE + "a thing that is no IRI",
    BASE + "thing/one",
    ox.NamedNode(BASE + "thing/one"),
    ox.Literal(BASE + "thing/one"),
    ox.Literal("12345678901234567890123", datatype=ox.NamedNode(XSD + "integer")),
    "12345678901234567890123",
    ox.Literal("2020", datatype=ox.NamedNode(XSD + "gYear")),
    "Bo &c.",
    "ü" * 8,
    "ü" * 7 + "x",
]
WORLDS = st.lists(
    st.builds(
        quad,
        st.sampled_from(["thing/one", "thing/two", "says"]),
        st.sampled_from(VALUES),
        st.sampled_from(["g1", "g2", "thing/one"]),
    ),
    unique=True,
    max_size=20,
)


@settings(max_examples=15, deadline=None)
@given(WORLDS, st.data())
def test_texts_that_anything_refers_to_stay(world: list[ox.Quad], data: st.DataObject) -> None:
    gone = data.draw(st.lists(st.sampled_from(world), unique=True)) if world else []
    with TemporaryDirectory() as folder:
        graph = database(Path(folder), world)
        texts = removed(graph, gone)
        assert wiped(graph, texts, Path(folder) / "wiped")
        assert set(ox.Store.read_only(str(Path(folder) / "wiped"))) == set(world) - set(gone)
        # Graphs stay, as the engine keeps them, until they are removed themselves.
        named = {g.value for g in graph.named_graphs()}
        used = {term.value for each in set(world) - set(gone) for term in each} | named
        left = everything(Path(folder) / "wiped")
        texts |= {each.object.value for each in gone if not isinstance(each.object, ox.Triple)}
        lost = [text for text in texts - used if not any(text in other for other in used)]
        assert [text for text in lost if text.encode() in left] == []


def test_no_datatype_is_written_that_is_not_looked_for() -> None:
    written = {name for name in vars(vocabulary) if name.startswith("XSD_")} - {"XSD_BOOLEAN"}
    assert {getattr(vocabulary, name).value for name in written} == {datatype.value for datatype in DATATYPES}


@pytest.mark.parametrize(
    ("term", "known"),
    [
        *((quad("a", value, "g").object, True) for value in VALUES),
        (ox.Literal("true", datatype=ox.NamedNode(XSD + "boolean")), True),
        (ox.Literal('says "x"@en .\n_:b'), True),
        (ox.Literal(LONG, language="en"), False),
        (ox.Literal(LONG, datatype=ox.NamedNode(XSD + "anyURI")), False),
        (ox.Literal('in "quotes"', datatype=ox.NamedNode(XSD + "anyURI")), False),
        (ox.Literal(LONG, datatype=ox.NamedNode(XSD + "integer")), False),
        (ox.Literal("1" * 20, datatype=ox.NamedNode(XSD + "boolean")), False),
        (ox.BlankNode("looms"), False),
    ],
)
def test_what_is_not_looked_for_is_seen(tmp_path: Path, term: ox.Literal | ox.BlankNode, known: bool) -> None:
    graph = ox.Store()
    graph.add(ox.Quad(node("a"), node("says"), term, node("g")))
    graph.add(quad("b", "Bo", "g"))
    assert copy(graph, tmp_path / "copy", tmp_path / "text") == known
    assert len(ox.Store.read_only(str(tmp_path / "copy"))) == 2


def test_another_layout_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = [quad("ada", LONG, "a")]
    graph = database(tmp_path, gone)
    texts = removed(graph, gone)
    monkeypatch.setattr(wiping, "hashes", lambda texts: (key[::-1] for key in hashes(texts)))
    assert not wiped(graph, texts, tmp_path / "hashes")
    monkeypatch.setattr(wiping, "hashes", hashes)
    monkeypatch.setattr(wiping, "_TEXTS", "id2text")
    assert not wiped(graph, texts, tmp_path / "families")
    monkeypatch.setattr(wiping, "_TEXTS", "spog")
    assert not wiped(graph, texts, tmp_path / "another family")


def test_a_log_that_is_not_read_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = [quad("ada", LONG, "a")]
    graph = database(tmp_path, gone)
    texts = removed(graph, gone)
    monkeypatch.setattr(wiping, "next_log", lambda folder: folder / "000001.log")
    assert not wiped(graph, texts, tmp_path / "wiped"), "its number is that of one long done with"


def test_a_mark_of_a_removal_is_seen(tmp_path: Path) -> None:
    gone = [quad("ada", "Ada", "a")]
    graph = database(tmp_path, [*gone, quad("bob", "Bob", "a")])
    graph.remove(gone[0])
    graph.flush()
    del graph
    ox.Store(str(tmp_path / "graph"))
    assert holds_removed(tmp_path / "graph")


def test_a_log_of_many_removals_is_in_parts() -> None:
    keys = [bytes([n % 256]) * 16 for n in range(5000)]
    (batch,) = records(log_of([removal(1, key) for key in keys], 10))
    assert len(batch) == 12 + 5000 * 19
    assert batch.endswith(b"\x04\x01\x10" + keys[-1])


def test_a_file_that_is_no_table(tmp_path: Path) -> None:
    for content in (b"", b"x" * 100):
        (tmp_path / "1.sst").write_bytes(content)
        with pytest.raises(StoreError, match="no table as it is known"):
            properties(tmp_path / "1.sst")


def test_what_was_removed_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = Removed(["b", "a"])
    texts.write(tmp_path / "removed.gz")
    assert Removed.read(tmp_path / "removed.gz").texts == {"a", "b"}
    assert Removed.read(tmp_path / "nothing.gz").texts is None
    (tmp_path / "removed.gz").write_bytes(b"damaged")
    assert Removed.read(tmp_path / "removed.gz").texts is None
    monkeypatch.setattr(wiping, "MOST", 2)
    texts.add("c")
    texts.add("d")
    assert texts.texts is None, "more than that is no longer remembered, and all is copied"
    texts.write(tmp_path / "none.gz")
    assert not (tmp_path / "none.gz").exists()
