"""Bolt: the property graph pushed to Neo4j and servers that speak its protocol, with the official driver."""

from __future__ import annotations

from typing import Any

from graph_builder.export.columnar import need
from graph_builder.export.cypher import BATCH, batches, constraint, merge
from graph_builder.export.files import check_counts
from graph_builder.export.mapping import EdgeTable, NodeTable
from graph_builder.export.property_graph import Progress, PropertyGraph, no_progress
from graph_builder.export.push.client import Checkpoint, Credentials
from graph_builder.model import GraphBuilderError


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
            found = {table.name: _count(session, table) for table in graph.tables}
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


def _count(session: Any, table: NodeTable | EdgeTable) -> int:
    pattern = f"(x:{table.name})" if isinstance(table, NodeTable) else f"()-[x:{table.name}]->()"
    record = session.run(f"MATCH {pattern} RETURN count(x) AS rows").single()
    return int(record["rows"]) if record else 0
