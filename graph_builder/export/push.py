"""Pushing a graph to a server: over Bolt, SPARQL 1.1 Update or the Graph Store protocol, in batches that can go on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

import pyoxigraph as ox
from requests.auth import AuthBase, HTTPBasicAuth, HTTPDigestAuth

from graph_builder.export.cypher import batches, constraint, counting, merge
from graph_builder.export.files import check_counts, chunks, need
from graph_builder.export.property_graph import EdgeTable, NodeTable, Progress, PropertyGraph, no_progress
from graph_builder.http.client import MOVED, NO_ANSWER, Answer, Bearer, HttpClient, Limits
from graph_builder.model import GraphBuilderError
from graph_builder.store.files import write_atomically

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

    def send(self, method: str, address: str, body: bytes, headers: Mapping[str, str], **query: str) -> Answer:
        """Send a request, again after a pause if the server is busy or the line breaks; all we send can be sent twice.

        Raises:
            GraphBuilderError: the server cannot be reached or refuses.
        """
        mark = "&" if "?" in address else "?"
        url = f"{address}{mark}{urlencode(query)}" if query else address
        answer = self._client.send(method, url, name=shown(address), headers=headers, body=body)
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
        404: "check the address: /update, /store, /sparql-auth ...",
        413: "try a smaller --batch",
    }
    if answer.status in MOVED:
        target = answer.headers.get("Location")
        return f"{shown(address)}: leads to {target}; push to that address if it is the one meant"
    said = " ".join(answer.text.split())[:200]
    return f"{shown(address)}: {answer.status} {said}; {advice.get(answer.status, 'see the log of the server')}"


class Checkpoint:
    """The number of rows of each table that the server has taken.

    The file names what is pushed and whereto; of anything else it is no checkpoint, and the push begins anew.

    >>> state = Checkpoint(None, "kg 1 to bolt://localhost")
    >>> state.mark("Person", 1000)
    >>> state.done("Person"), state.done("Work")
    (1000, 0)
    """

    def __init__(self, path: Path | None, identity: str) -> None:
        self._path, self._identity = path, identity
        self._done: dict[str, int] = {}
        if path is not None and path.exists():
            self._done = self._read(path)

    def done(self, name: str) -> int:
        """Return how many rows of a table have arrived."""
        return self._done.get(name, 0)

    def mark(self, name: str, rows: int) -> None:
        """Note that so many rows of a table have arrived."""
        self._done[name] = rows
        if self._path is not None:
            text = json.dumps({"push": self._identity, "done": self._done}, ensure_ascii=False)
            write_atomically(self._path, text.encode(), wait=False)

    def finish(self) -> None:
        """Remove the file: all was sent."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _read(self, path: Path) -> dict[str, int]:
        try:
            state = json.loads(path.read_text(encoding="utf-8"))
            done = {str(name): int(rows) for name, rows in state["done"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise GraphBuilderError(f"{path}: is no checkpoint of a push; remove it or name another file") from error
        return done if state.get("push") == self._identity else {}


BATCH = 1000
"""Rows or statements in one request: enough to pay for the way. Virtuoso refuses to compile much longer updates."""

_QUERIES = {"/update": "/query", "/store": "/query", "/sparql-graph-crud-auth": "/sparql-auth", "/statements": ""}
_COUNTED = 50
DEFAULT = "default graph"


def push_sparql(
    quads: Iterable[ox.Quad],
    address: str,
    peer: Client,
    protocol: str = "update",
    query_address: str = "",
    replace: bool = False,
    checkpoint: Checkpoint | None = None,
    progress: Progress = no_progress,
    batch: int = BATCH,
) -> dict[str, int]:
    """Put quads into a server's graphs, and compare the number of statements of every graph at the end.

    Args:
        quads: what to push, graph after graph.
        address: that of the update endpoint (``update``) or of the graph store (``store``).
        peer: the server.
        protocol: ``update`` for SPARQL 1.1 Update, ``store`` for the Graph Store protocol.
        query_address: the query endpoint for counting; guessed from *address* without it.
        replace: empty each graph before, so that nothing stays that is here no longer.
        checkpoint: where to go on, and where to note how far the push has come.
        progress: called after each batch.
        batch: statements in one request.

    Returns:
        The number of statements by graph.

    Raises:
        GraphBuilderError: the server cannot be reached or refuses, or counts differ.
    """
    state = checkpoint or Checkpoint(None, "")
    written: dict[str, int] = {}
    total = 0
    for name, group in groupby(quads, key=lambda quad: quad.graph_name):
        graph = name.value if isinstance(name, ox.NamedNode) else ""
        key, sent, done = graph or DEFAULT, 0, state.done(graph or DEFAULT)
        if replace and not done:
            _empty(peer, address, protocol, graph)
        for chunk in chunks((quad.triple for quad in group), batch):
            sent, total = sent + len(chunk), total + len(chunk)
            if sent > done:
                _send(peer, address, protocol, graph, chunk)
                state.mark(key, sent)
            progress("statements", total, 0)
        written[key] = sent
    found = _found(peer, query_address or query_endpoint(address), list(written))
    if DEFAULT in written:
        # Where the default graph is the union of all, more is in it than was put there.
        found[DEFAULT] = min(found.get(DEFAULT, 0), written[DEFAULT])
    # All was sent: should it not all be there, only sending it again from the beginning can help.
    state.finish()
    check_counts(written, found, shown(address))
    return written


def query_endpoint(address: str) -> str:
    """Return the usual address of queries beside that of updates or of the graph store.

    >>> query_endpoint("http://localhost:7878/update")
    'http://localhost:7878/query'
    """
    bare = address.rstrip("/")
    for end, other in _QUERIES.items():
        if bare.endswith(end):
            return bare.removesuffix(end) + other
    return address


def _send(peer: Client, address: str, protocol: str, graph: str, chunk: list[ox.Triple]) -> None:
    body = ox.serialize(chunk, format=ox.RdfFormat.N_TRIPLES) or b""
    if protocol == "store":
        peer.send("POST", address, body, {"Content-Type": "application/n-triples"}, **_graph(graph))
        return
    data = body.decode("utf-8")
    inside = f"GRAPH {ox.NamedNode(graph)} {{\n{data}}}" if graph else data
    _update(peer, address, f"INSERT DATA {{\n{inside}\n}}")


def _empty(peer: Client, address: str, protocol: str, graph: str) -> None:
    if protocol == "store":
        peer.send("PUT", address, b"\n", {"Content-Type": "application/n-triples"}, **_graph(graph))
    else:
        _update(peer, address, f"CLEAR SILENT {f'GRAPH {ox.NamedNode(graph)}' if graph else 'DEFAULT'}")


def _update(peer: Client, address: str, text: str) -> None:
    peer.send("POST", address, text.encode("utf-8"), {"Content-Type": "application/sparql-update"})


def _graph(graph: str) -> dict[str, str]:
    return {"graph": graph} if graph else {"default": ""}


def _found(peer: Client, address: str, names: list[str]) -> dict[str, int]:
    """Return the number of statements of the server's graphs, some graphs at a time."""
    found: dict[str, int] = {}
    for chunk in chunks((name for name in names if name != DEFAULT), _COUNTED):
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
    answer = peer.send("POST", address, urlencode({"query": query}).encode("ascii"), headers)
    try:
        rows = answer.json()["results"]["bindings"]
        return {row["g"]["value"] if "g" in row else DEFAULT: int(row["n"]["value"]) for row in rows}
    except (ValueError, KeyError, TypeError) as error:
        raise GraphBuilderError(
            f"{shown(address)}: gives no SPARQL JSON; name the query endpoint with --query-address"
        ) from error


def push_bolt(
    graph: PropertyGraph,
    address: str,
    credentials: Credentials,
    database: str = "",
    checkpoint: Checkpoint | None = None,
    progress: Progress = no_progress,
    batch: int = BATCH,
) -> dict[str, int]:
    """Merge the graph into a server's in batches, and compare the counts of every label and type at the end.

    Args:
        graph: what to push.
        address: such as ``bolt://localhost:7687`` or ``neo4j+s://db.example.org``.
        credentials: user and password, or a token.
        database: name of the database; the server's default without it.
        checkpoint: where to go on, and where to note how far the push has come.
        progress: called after each batch.
        batch: rows in one transaction.

    Returns:
        The number of rows by label and type.

    Raises:
        GraphBuilderError: the driver is not installed, the server cannot be reached or refuses, or counts differ.
    """
    neo4j = need("neo4j", "neo4j")
    state = checkpoint or Checkpoint(None, "")
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
            written = {table.name: _push_table(session, graph, table, state, progress, batch) for table in graph.tables}
            found = {table.name: int(session.run(counting(table)).single()["rows"]) for table in graph.tables}
    except (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError, ValueError, OSError) as error:
        raise GraphBuilderError(f"{address}: {error}; check address, user and database, then push again") from error
    # All was sent: should it not all be there, only sending it again from the beginning can help.
    state.finish()
    check_counts(written, found, address)
    return written


def _constrain(neo4j: Any, session: Any, graph: PropertyGraph) -> None:
    """Make ids unique, where the server knows constraints: without them merging is slow, and as right."""
    for table in graph.nodes:
        try:
            session.run(constraint(table)).consume()
        except neo4j.exceptions.Neo4jError:
            return


def _push_table(
    session: Any, graph: PropertyGraph, table: NodeTable | EdgeTable, state: Checkpoint, progress: Progress, size: int
) -> int:
    statement, sent, done = merge(table), 0, state.done(table.name)
    for rows in batches(graph, table, size):
        sent += len(rows)
        if sent > done:
            session.execute_write(lambda transaction, rows=rows: transaction.run(statement, rows=rows).consume())
            state.mark(table.name, sent)
        progress(table.name, sent, 0)
    return sent
