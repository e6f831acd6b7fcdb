"""Pushing a graph to a server in batches, over Bolt or SPARQL 1.1 Update. Pushing twice changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit, urlunsplit

import pyoxigraph as ox
from requests.auth import AuthBase, HTTPBasicAuth, HTTPDigestAuth

from graph_builder.export.cypher import batches, constraint, merge
from graph_builder.export.files import check_counts, need
from graph_builder.export.property_graph import EdgeTable, NodeTable, Progress, PropertyGraph, no_progress
from graph_builder.http.client import MOVED, NO_ANSWER, Answer, Bearer, HttpClient, Limits
from graph_builder.model import GraphBuilderError

SCHEMES = ("basic", "digest", "bearer")
"""The ways to say who one is."""

_RETRY_ON = frozenset({NO_ANSWER, 429, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who we are to a server: user and password (basic or digest), or a token. They are in no message and no repr."""

    user: str = ""
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)
    scheme: str = "basic"


class Client:
    """One server. Redirects are not followed: data and password go where the user said, and only there."""

    def __init__(self, credentials: Credentials, timeout: float = 120.0, pause: float = 1.0) -> None:
        limits = Limits(timeout, pause=pause)
        # A large batch may take its time on the way.
        self._client = HttpClient(limits, auth=_auth(credentials), retry_on=_RETRY_ON, total=False)

    def send(self, address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Post a request, again after a pause if the server is busy or the line breaks; all we send can be sent twice.

        Raises:
            GraphBuilderError: the server cannot be reached or refuses.
        """
        answer = self._client.send("POST", address, name=shown(address), headers=headers, body=body)
        if 200 <= answer.status < 300:
            return answer
        raise GraphBuilderError(_refused(address, answer))


def shown(address: str) -> str:
    """Return an address without the password that may be in it.

    >>> shown("http://ada:secret@localhost:7878/update")
    'http://localhost:7878/update'
    """
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _auth(credentials: Credentials) -> AuthBase | None:
    if credentials.scheme not in SCHEMES:
        raise GraphBuilderError(f"no authentication {credentials.scheme!r}; choose one of: {', '.join(SCHEMES)}")
    if credentials.token or credentials.scheme == "bearer":
        return Bearer(credentials.token)
    if not credentials.user:
        return None
    if credentials.scheme == "digest":
        return HTTPDigestAuth(credentials.user, credentials.password)
    # As text, requests would send Latin-1, or fail.
    return HTTPBasicAuth(credentials.user.encode(), credentials.password.encode())


def _refused(address: str, answer: Answer) -> str:
    advice = {
        401: "give --user and a password, or a token, and try --auth digest",
        403: "the user may not write there",
        404: "check the address: /update, /sparql-auth, /statements ...",
        413: "try a smaller --batch",
    }
    if answer.status in MOVED:
        target = answer.headers.get("Location")
        return f"{shown(address)}: leads to {target}; push to that address if it is the one meant"
    said = " ".join(answer.text.split())[:200]
    return f"{shown(address)}: {answer.status} {said}; {advice.get(answer.status, 'see the log of the server')}"


BATCH = 1000
"""Rows or statements in one request: enough to pay for the way. Virtuoso refuses to compile much longer updates."""

_QUERIES = {"/update": "/query", "/statements": ""}
_COUNTED = 50
DEFAULT = "default graph"

T = TypeVar("T")


def push_sparql(
    quads: Iterable[ox.Quad],
    address: str,
    peer: Client,
    query_address: str = "",
    replace: bool = False,
    progress: Progress = no_progress,
    batch: int = BATCH,
) -> dict[str, int]:
    """Put quads into a server's graphs, and compare the number of statements of every graph at the end.

    Args:
        quads: what to push, graph after graph.
        address: that of the update endpoint.
        peer: the server.
        query_address: the query endpoint for counting; guessed from *address* without it.
        replace: empty each graph before, so that nothing stays that is here no longer.
        progress: called after each batch.
        batch: statements in one request.

    Returns:
        The number of statements by graph.

    Raises:
        GraphBuilderError: the server cannot be reached or refuses, or counts differ.
    """
    written: dict[str, int] = {}
    total = 0
    for name, group in groupby(quads, key=lambda quad: quad.graph_name):
        graph = name.value if isinstance(name, ox.NamedNode) else ""
        if replace:
            _update(peer, address, f"CLEAR SILENT {f'GRAPH {ox.NamedNode(graph)}' if graph else 'DEFAULT'}")
        written[graph or DEFAULT] = 0
        for chunk in _chunks((quad.triple for quad in group), batch):
            _insert(peer, address, graph, chunk)
            written[graph or DEFAULT] += len(chunk)
            total += len(chunk)
            progress("statements", total, 0)
    found = _found(peer, query_address or query_endpoint(address), list(written))
    if DEFAULT in written:
        # Where the default graph is the union of all, more is in it than was put there.
        found[DEFAULT] = min(found.get(DEFAULT, 0), written[DEFAULT])
    check_counts(written, found, shown(address))
    return written


def query_endpoint(address: str) -> str:
    """Return the usual address of queries beside that of updates.

    >>> query_endpoint("http://localhost:7878/update")
    'http://localhost:7878/query'
    """
    bare = address.rstrip("/")
    for end, other in _QUERIES.items():
        if bare.endswith(end):
            return bare.removesuffix(end) + other
    return address


def _insert(peer: Client, address: str, graph: str, chunk: list[ox.Triple]) -> None:
    data = (ox.serialize(chunk, format=ox.RdfFormat.N_TRIPLES) or b"").decode("utf-8")
    inside = f"GRAPH {ox.NamedNode(graph)} {{\n{data}}}" if graph else data
    _update(peer, address, f"INSERT DATA {{\n{inside}\n}}")


def _update(peer: Client, address: str, text: str) -> None:
    peer.send(address, text.encode("utf-8"), {"Content-Type": "application/sparql-update"})


def _found(peer: Client, address: str, names: list[str]) -> dict[str, int]:
    """Return the number of statements of the server's graphs, some graphs at a time."""
    found: dict[str, int] = {}
    for chunk in _chunks(iter([name for name in names if name != DEFAULT]), _COUNTED):
        values = " ".join(str(ox.NamedNode(name)) for name in chunk)
        found |= _counts(
            peer,
            address,
            f"SELECT ?g (COUNT(*) AS ?n) WHERE {{ VALUES ?g {{ {values} }} GRAPH ?g {{ ?s ?p ?o }} }} GROUP BY ?g",
        )
    if DEFAULT in names:
        found |= _counts(peer, address, "SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }")
    return found


def _counts(peer: Client, address: str, query: str) -> dict[str, int]:
    # As a form: Virtuoso 7 never answers a query that is the body itself.
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/sparql-results+json"}
    answer = peer.send(address, urlencode({"query": query}).encode("ascii"), headers)
    try:
        rows = answer.json()["results"]["bindings"]
        return {row["g"]["value"] if "g" in row else DEFAULT: int(row["n"]["value"]) for row in rows}
    except (ValueError, KeyError, TypeError) as error:
        raise GraphBuilderError(
            f"{shown(address)}: gives no SPARQL JSON; name the query endpoint with --query-address"
        ) from error


def _chunks(items: Iterator[T], size: int) -> Iterator[list[T]]:
    while chunk := list(islice(items, size)):
        yield chunk


def push_bolt(
    graph: PropertyGraph,
    address: str,
    credentials: Credentials,
    database: str = "",
    progress: Progress = no_progress,
    batch: int = BATCH,
) -> dict[str, int]:
    """Merge the graph into a server's in batches, and compare the counts of every label and type at the end.

    Args:
        graph: what to push.
        address: such as ``bolt://localhost:7687`` or ``neo4j+s://db.example.org``.
        credentials: user and password, or a token.
        database: name of the database; the server's default without it.
        progress: called after each batch.
        batch: rows in one transaction.

    Returns:
        The number of rows by label and type.

    Raises:
        GraphBuilderError: the driver is not installed, the server cannot be reached or refuses, or counts differ.
    """
    neo4j = need("neo4j", "neo4j")
    if credentials.token:
        auth = neo4j.bearer_auth(credentials.token)
    else:
        auth = (credentials.user, credentials.password) if credentials.user else None
    try:
        with (
            neo4j.GraphDatabase.driver(address, auth=auth, notifications_min_severity="OFF") as driver,
            driver.session(database=database or None) as session,
        ):
            _constrain(neo4j, session, graph)
            written = {table.name: _push_table(session, graph, table, progress, batch) for table in graph.tables}
            found = {table.name: _count(session, table) for table in graph.tables}
    except (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError, ValueError, OSError) as error:
        raise GraphBuilderError(f"{address}: {error}; check address, user and database, then push again") from error
    check_counts(written, found, address)
    return written


def _constrain(neo4j: Any, session: Any, graph: PropertyGraph) -> None:
    """Make ids unique, where the server knows constraints: without them merging is slow, and as right."""
    for table in graph.nodes:
        try:
            session.run(constraint(table)).consume()
        except neo4j.exceptions.Neo4jError:
            return


def _push_table(session: Any, graph: PropertyGraph, table: NodeTable | EdgeTable, progress: Progress, size: int) -> int:
    statement, sent = merge(table), 0
    for rows in batches(graph, table, size):
        session.execute_write(lambda transaction, rows=rows: transaction.run(statement, rows=rows).consume())
        sent += len(rows)
        progress(table.name, sent, 0)
    return sent


def _count(session: Any, table: NodeTable | EdgeTable) -> int:
    pattern = f"(x:{table.name})" if isinstance(table, NodeTable) else f"()-[x:{table.name}]->()"
    record = session.run(f"MATCH {pattern} RETURN count(x) AS rows").single()
    return int(record["rows"]) if record else 0
