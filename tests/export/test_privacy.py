"""E-mail addresses and phone numbers stay at home, and evidence does if asked."""

from __future__ import annotations

import io
import time
from pathlib import Path

import peers
import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.export.formats import PROPERTY_FORMATS
from graph_builder.export.privacy import HIDDEN, Privacy, redacted_quads, without_contacts
from graph_builder.export.write import EXPORT_FORMATS, write_graph
from graph_builder.graph import vocabulary as v
from graph_builder.model import Relation

HIDES = [
    "ada@example.org",
    "Ada.Lovelace+x@cs.example.ac.uk",
    "{ada,bob}@example.org",
    "ada [at] example [dot] org",
    "ada(at)example.org",
    "ada at example dot org",
    "ada @ example.org",
    "Tel: 22 85 50 50",
    "Phone +1 (555) 010-9999",
    "(555) 010-9999",
    "555-010-9999",
    "+47 22 85 50 50",
    "Fax. 030/1234567",
    "电话：010-12345678",
]
KEEPS = [
    "2015-2018", "2019 - 2020", "10.1145/3292500.3330701", "arXiv:1706.03762", "ISSN 1234-5678", "pp. 123-456",
    "978-3-16-148410-0", "0000-0002-1825-0097", "https://medium.example/@ada", "C++ 2011 - 2014", "talk at NeurIPS",
    "Engineer at Kestrel. Dot com", "cell biology 2015-2018", "Mobile Robotics 2012", "a telephone company",
    "p < 0.05 @ 5 GHz",
    "Cell 184 (2021), 1234-1250", "Cell Reports 36:109 2021",
]  # fmt: skip


@pytest.mark.parametrize("text", HIDES)
def test_contacts_are_hidden(text: str) -> None:
    shown = without_contacts(f"Ada Lovelace, {text}, Oslo")
    assert shown.startswith("Ada Lovelace, ")
    assert shown.endswith(", Oslo")
    assert HIDDEN in shown
    assert not any(digit in shown for digit in "0123456789@")


@pytest.mark.parametrize("text", KEEPS)
def test_what_only_looks_private_is_exported(text: str) -> None:
    assert without_contacts(text) == text


@given(st.text(alphabet="a@.-+ ()0159{}[]<>dot", max_size=300))
def test_hiding_ends_and_repeats_nothing(text: str) -> None:
    once = without_contacts(text)
    assert "@example.org" not in without_contacts("ada@example.org " + text)
    assert isinstance(once, str)


@pytest.mark.parametrize("piece", ["a@", "a.", "+1 ", "(555) ", "tel ", "a at ", "{a,", "1-"])
def test_no_text_makes_it_slow(piece: str) -> None:
    start = time.perf_counter()
    without_contacts(piece * 20_000)
    assert time.perf_counter() - start < 5


@pytest.fixture
def world(toy: ox.Store) -> ox.Store:
    store = ox.Store()
    store.extend(toy)
    fact = next(iter(toy.quads_for_pattern(None, v.TYPE, v.FACT_CLASS[Relation.EMPLOYMENT])))
    person, graph = ox.NamedNode("https://w3id.org/graph-builder/data/person/mira"), fact.graph_name
    store.add(ox.Quad(fact.subject, v.QUOTE, ox.Literal("Mira, mira@quay.example, +47 22 85 50 50"), graph))
    store.add(ox.Quad(person, v.IDENTIFIER, ox.Literal("email:0123abcd"), graph))
    store.add(ox.Quad(person, v.SAME_AS, ox.NamedNode("mailto:mira@quay.example"), graph))
    store.add(ox.Quad(person, v.ALT_LABEL, ox.Literal("Mira (mira@quay.example)"), graph))
    return store


def everything(store: ox.Store, format_: str, folder: Path, privacy: Privacy) -> bytes:
    if format_ in EXPORT_FORMATS:
        target = io.BytesIO()
        write_graph(store, target, format_, privacy)
        return target.getvalue()
    if format_ in ("ladybug", "duckdb", "parquet"):
        peers.need(format_ if format_ != "parquet" else "pyarrow", "pyarrow")
    write_graph(store, folder / "kg", format_, privacy)
    files = [folder / "kg"] if (folder / "kg").is_file() else sorted((folder / "kg").rglob("*"))
    return b"".join(path.read_bytes() for path in files)


@pytest.mark.parametrize("format_", [*EXPORT_FORMATS, *PROPERTY_FORMATS])
def test_no_format_lets_contacts_out(world: ox.Store, format_: str, tmp_path: Path) -> None:
    written = everything(world, format_, tmp_path, Privacy())
    assert b"quay.example" not in written
    assert b"22 85 50 50" not in written
    assert b"0123abcd" not in written


@pytest.mark.parametrize("format_", ["nquads", "turtle", "jsonld", "neo4j", "cypher"])
def test_who_asks_gets_them(world: ox.Store, format_: str, tmp_path: Path) -> None:
    written = everything(world, format_, tmp_path, Privacy(contacts=True))
    assert b"mira@quay.example" in written


@pytest.mark.parametrize("format_", [*EXPORT_FORMATS, *PROPERTY_FORMATS])
def test_no_evidence_means_none(toy: ox.Store, format_: str, tmp_path: Path) -> None:
    written = everything(toy, format_, tmp_path, Privacy(evidence=False))
    for trace in (b"cvs/mira.md", b"/source/", b"/mention/"):
        assert trace not in written


def test_without_evidence_facts_and_entities_are_all_there(toy: ox.Store) -> None:
    kept = set(redacted_quads(toy, Privacy(evidence=False)))
    facts = {c for relation, c in v.FACT_CLASS.items() if relation is not Relation.PROFILE}
    for rdf_class in (*v.ENTITY_CLASS.values(), *facts):
        here = {q.subject for q in toy.quads_for_pattern(None, v.TYPE, rdf_class)}
        assert {q.subject for q in kept if q.predicate == v.TYPE and q.object == rdf_class} == here
    assert len({q.graph_name for q in kept}) == 1
    edges = {e for edges in v.EDGES.values() for _, e, _ in edges if e.value != v.FOAF + "primaryTopic"}
    for edge in edges:
        here = {(q.subject, q.object) for q in toy.quads_for_pattern(None, edge, None)}
        assert {(q.subject, q.object) for q in kept if q.predicate == edge} == here
