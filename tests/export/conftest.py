"""A store of awkward text, and servers to push to."""

from collections.abc import Iterator

import peers
import pyoxigraph as ox
import pytest

AWKWARD = [
    '"quotes" & <tags>',
    "tab\tand\nlines\r\nand return\r",
    "a return\rby itself",
    "魏军 🎓",
    "back\\slash",
    "{braces}",
    "[bold]x[/bold]",
    "=1+1",
]


@pytest.fixture
def awkward() -> ox.Store:
    """One person for each awkward text, who bears it as a name."""
    store = ox.Store()
    graph = ox.NamedNode("https://example.org/graph?a=1&b='2'")
    for number, text in enumerate(AWKWARD):
        person = ox.NamedNode(f"https://example.org/person/{number}?a=1&b=(2)")
        rdf_type = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
        label = ox.NamedNode("http://www.w3.org/2000/01/rdf-schema#label")
        store.add(ox.Quad(person, rdf_type, ox.NamedNode("https://schema.org/Person"), graph))
        store.add(ox.Quad(person, label, ox.Literal(text), graph))
        store.add(ox.Quad(person, label, ox.Literal(text, language="en"), graph))
    return store


@pytest.fixture(scope="session")
def oxigraph_server() -> Iterator[peers.Server]:
    with peers.oxigraph() as server:
        yield server


@pytest.fixture(scope="session")
def virtuoso_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[peers.Server]:
    with peers.virtuoso(tmp_path_factory.mktemp("virtuoso")) as server:
        yield server


@pytest.fixture(scope="session")
def bolt_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[peers.Server]:
    with peers.arcadedb(tmp_path_factory.mktemp("arcadedb")) as server:
        yield server
