"""IRIs: valid for every name, the same each time, and back to the source."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.graph.iris import DEFAULT_BASE, Minter
from graph_builder.model import EntityKind, GraphBuilderError

HOSTILE = [
    'a "quoted" <name>.md',
    "../../etc/passwd",
    "./.",
    "..",
    "a//b",
    "Bücher/王小明.md",
    "100%.txt",
    "%2E%2E",
    "a?b#c",
    "tab\tnew\nline",
    "{x}|y\\z^`",
    "\udcff.md",
    "> . <http://evil.example/> <http://evil.example/p> <http://evil.example/o",
    "",
]


def assert_valid(iri: str) -> None:
    assert ox.NamedNode(iri).value == iri
    line = f"<{iri}> <{iri}> <{iri}> ."
    assert len(list(ox.parse(line, format=ox.RdfFormat.N_TRIPLES))) == 1
    assert rdflib.URIRef(iri).n3() == f"<{iri}>"
    assert iri.isascii()
    assert not {".", ".."} & set(iri.split("/"))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name: str) -> None:
    minter = Minter()
    for iri in (minter.source(name).value, minter.entity(EntityKind.PERSON, name), minter.mention(name, name)):
        assert_valid(iri)
    if name:
        assert Minter().source_of(Minter().source(name).value) == name


@given(st.text(st.characters(codec=None)))
def test_every_name_gives_a_valid_iri_of_its_own(name: str) -> None:
    assert_valid(Minter().entity(EntityKind.WORK, name))
    if name:
        assert Minter().source_of(Minter().source(name).value) == name


@given(st.text(), st.text())
def test_two_keys_give_two_iris(a: str, b: str) -> None:
    minter = Minter()
    assert (minter.entity(EntityKind.TOPIC, a) == minter.entity(EntityKind.TOPIC, b)) == (a == b)


def test_a_source_ends_in_its_file_name() -> None:
    assert Minter().source("cvs/003_4248590cba57a662.txt").value.endswith("/003_4248590cba57a662.txt")


@pytest.mark.parametrize("base", ["", "data/", "https://example.org/kg", "https://exa mple.org/", "https://e.org/<x>/"])
def test_a_base_that_is_none_is_refused_with_advice(base: str) -> None:
    with pytest.raises(GraphBuilderError, match="give one such as"):
        Minter(base)


@pytest.mark.parametrize("iri", ["https://example.org/source/a", DEFAULT_BASE + "source/", DEFAULT_BASE + "fact/1"])
def test_what_is_no_source_is_refused(iri: str) -> None:
    with pytest.raises(GraphBuilderError, match="not the IRI of a source"):
        Minter().source_of(iri)


def test_any_absolute_base_will_do() -> None:
    assert Minter("urn:kg:x/").source("a b").value == "urn:kg:x/source/a%20b"
    assert Minter("https://example.org/kg#").identity.value == "https://example.org/kg#identity"
