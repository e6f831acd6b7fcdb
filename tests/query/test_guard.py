"""The guard before the engine: whatever a text looks like, nothing that passes makes the engine call a server."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_builder.model import QueryError
from graph_builder.query.guard import check, names_dataset


class Listener:
    """A server on loopback that counts who calls, and hangs up."""

    def __init__(self) -> None:
        self.calls = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.iri = f"<http://127.0.0.1:{self.socket.getsockname()[1]}/>"
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.socket.accept()
                self.calls += 1
                connection.close()


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.socket.close()


def is_called(listener: Listener, text: str) -> bool:
    """Send a text to the engine without any guard, and tell whether it called the listener."""
    before = listener.calls
    store = ox.Store()
    store.add(ox.Quad(ox.NamedNode("x:a"), ox.NamedNode("x:b"), ox.Literal("c")))
    with contextlib.suppress(SyntaxError, RuntimeError, ValueError, OSError):
        found = store.query(text)
        if not isinstance(found, ox.QueryBoolean):
            list(found)
    return listener.calls > before


CALLS = {
    "plain": "SELECT * { CALL }",
    "after a comment that ends at a carriage return": "SELECT * { #\r CALL #\n }",
    "after a text with an escaped quote": 'SELECT * { VALUES ?x { "a\\u0022 #" } CALL VALUES ?y { 1\n } }',
    "in an extension of the engine": "SELECT * { ?a ?b ?c LATERAL { CALL } }",
    "after a bracket": "SELECT * { ?a ?b ?c FILTER(5 > 4)CALL }",
    "in a filter": "SELECT * { ?a ?b ?c FILTER EXISTS { CALL } }",
    "after a variable and a dot": "SELECT * { ?a ?b ?c.CALL }",
    "in a query of a query": "SELECT * { ?a ?b ?c OPTIONAL { { SELECT * { CALL } } } }",
    "in what is taken away": "SELECT * { { ?a ?b ?c } MINUS { CALL } }",
    "in a graph": "CONSTRUCT { ?s ?p ?o } { CALL GRAPH ?g { ?s ?p ?o } }",
    "in a value": "SELECT ?x { ?a ?b ?c BIND(EXISTS { CALL } AS ?x) }",
    "in a description": "DESCRIBE ?s { CALL }",
}


@pytest.mark.parametrize("text", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("way", ["SERVICE IRI{ ?s ?p ?o }", "service#\n#{\rSILENT#\nIRI#\n{ ?s ?p ?o }"])
def test_no_call_passes(listener: Listener, text: str, way: str) -> None:
    text = text.replace("CALL", way).replace("IRI", listener.iri)
    assert is_called(listener, text)
    with pytest.raises(QueryError, match="SERVICE"):
        check(text)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT ?service WHERE { ?service ?p ?o }",
        "SELECT ?service ?o { ?service ?p ?o }",
        "PREFIX e: <x:> SELECT * { { ?s e:service ?o { ?a ?b ?c } } }",
        "SELECT * { <x:service> ?p 'the service desk: <mail>' } # SERVICE <x:a>",
        "PREFIX service: <x:> SELECT * { ?s service:a ?o }",
        "SELECT * { ?s ?p '\\u0041service\\n' }",
        "SELECT * { ?s ?p ?o FILTER(CONTAINS(?o, 'ſervice')) }",
        "SELECT ?s { ?s <http://example.org/SERVICE> ?o } # SERVICE",
    ],
)
def test_the_word_alone_is_no_reason(text: str) -> None:
    check(text)
    ox.Store().query(text)


def test_an_escape_that_stands_for_nothing_is_an_error_of_the_query() -> None:
    text = "SELECT * FROM <x:g> { ?s ?p '\\u0022ffff' }"
    check(text)
    assert names_dataset(text) in (True, False)


def test_a_dataset_is_seen_behind_a_carriage_return() -> None:
    assert names_dataset("SELECT * #\rFROM <x:g> #\n { ?s ?p ?o }")


WORDS = (
    'SERVICE service SeRvIcE SILENT S\\u0045RVICE LOAD IRI l: l:a ?s ?service $x 5 true 5. { } . ; # " \' """ '
    "''' \\ \\\" \\u0022 \\u0023 \\u000a \\U00000022 < > <x:#> <x:'> ?a<?b FILTER( ) BIND( UNION 1 'a'@en _:b a ^ /"
).split(" ")
PIECES = [
    *WORDS,
    "#\r", "#\n", "\r", "\n", " ", "\t", "\f", "\u00a0", "\ufeff", "\u2028", "\u200d", "{ ?s ?p ?o }", "AS ?y",
    "VALUES ?v {", "OPTIONAL {", "MINUS {", "GRAPH ?g {", "LATERAL {", "INTO GRAPH <x:g>", "INSERT DATA {",
    "<x:a> <x:b>", "INSERT {", "WHERE {",
]  # fmt: skip


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.lists(st.sampled_from(PIECES), max_size=6),
    gaps=st.lists(st.sampled_from(["", " ", "#\n", "#{\r", "\r", "# '\n", "\t"]), min_size=4, max_size=4),
    called=st.sampled_from(["IRI", "l:", "l:a", "?s"]),
    after=st.lists(st.sampled_from(PIECES), max_size=6),
)
def test_what_passes_never_reaches_the_network(
    listener: Listener, before: list[str], gaps: list[str], called: str, after: list[str]
) -> None:
    call = f"SERVICE{gaps[0]}{called}{gaps[1]}{{ ?a ?b ?c }}"
    pattern = f"{{ {' '.join(before)}{gaps[2]}{call}{' '.join(after)}{gaps[3]} }}"
    text = f"PREFIX l: IRI SELECT * {pattern}".replace("IRI", listener.iri)
    try:
        check(text)
    except QueryError:
        return
    assert not is_called(listener, text)
