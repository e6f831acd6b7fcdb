"""Commands that hand the graph on: export writes files, push fills servers, annotate writes training material."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from graph_builder.cli.console import FAILED, complain, progress, say, stop_at_once, store_option
from graph_builder.model import EntityKind

_evidence = click.option(
    "--evidence/--no-evidence", default=True, help="Whether sources, quotes and mentions go along.", show_default=True
)
_contacts = click.option("--contacts", is_flag=True, help="Let e-mail addresses and phone numbers out, too.")


@click.command()
@store_option
@click.option(
    "--format",
    "format_",
    default="",
    help="nquads, trig, turtle, ntriples, rdfxml, jsonld; graphml, gexf, cytoscape, graphology; neo4j, cypher, ladybug,"
    " parquet, duckdb, neptune-gremlin, neptune-opencypher, edge-lists;"
    " with --about: bibtex, csl, jsonresume, schemaorg.",
)
@click.option(
    "--about", default="", help="Only this person or venue: bibtex and csl; of a person jsonresume, schemaorg."
)
@_evidence
@_contacts
@click.option("-o", "--output", type=click.Path(path_type=Path), help="What to write; .gz and .zst pack a file.")
def export(store: Path, format_: str, about: str, evidence: bool, contacts: bool, output: Path | None) -> None:
    """Write the whole graph: as RDF, as a network for Gephi and Cytoscape, or for other graph stores.

    Without --format the name's suffix decides.

    \b
    Example:
      graph-builder export --store kg --format turtle -o kg.ttl
      graph-builder export --store kg --format nquads | gzip > kg.nq.gz
      graph-builder export --store kg --format neo4j --no-evidence -o kg-neo4j
      graph-builder export --store kg --about "Ada Aldous" --format bibtex -o ada.bib
    """
    stop_at_once()
    from graph_builder.export.privacy import Privacy
    from graph_builder.export.write import write_about, write_graph
    from graph_builder.store.store import Store as Opened

    graph, privacy, target = Opened.open(store).snapshot(), Privacy(evidence, contacts), output or sys.stdout.buffer
    if about:
        from graph_builder.explore import find_thing

        thing = find_thing(graph, about, (EntityKind.PERSON, EntityKind.VENUE))
        counts = write_about(graph, thing, target, format_ or ("" if output else "bibtex"), privacy)
    else:
        with progress() as on_progress:
            counts = write_graph(graph, target, format_ or ("" if output else "nquads"), privacy, on_progress)
    if output:
        complain(f"{output}: {_listed(counts)}")


@click.command()
@store_option
@click.option(
    "--to", "address", required=True, help="Address of the server: bolt://..., neo4j+s://..., http://.../update."
)
@click.option(
    "--protocol",
    type=click.Choice(["bolt", "update", "store"]),
    help="Bolt, SPARQL 1.1 Update or Graph Store protocol; the address tells without it.",
)
@click.option("--user", default="", envvar="GRAPH_BUILDER_PUSH_USER", show_envvar=True, help="Name at the server.")
@click.option(
    "--password", default="", envvar="GRAPH_BUILDER_PUSH_PASSWORD", show_envvar=True, help="Better in the environment."
)
@click.option(
    "--token", default="", envvar="GRAPH_BUILDER_PUSH_TOKEN", show_envvar=True, help="In place of a password."
)
@click.option(
    "--auth",
    "scheme",
    type=click.Choice(["basic", "digest", "bearer"]),
    default="basic",
    show_default=True,
    help="How to sign in (HTTP).",
)
@click.option("--database", default="", help="Name of the database (Bolt).")
@click.option("--query-address", default="", help="Where to count (SPARQL), if it is not beside the address.")
@click.option(
    "--replace",
    is_flag=True,
    help="Empty each graph before (SPARQL): what is here no longer goes there, too; not graphs that are gone here.",
)
@click.option(
    "--batch", type=click.IntRange(1), default=1000, show_default=True, help="Rows or statements in a request."
)
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File that notes how far the push has come; name it again to go on there.",
)
@_evidence
@_contacts
def push(
    store: Path,
    address: str,
    protocol: str | None,
    database: str,
    query_address: str,
    replace: bool,
    batch: int,
    checkpoint: Path | None,
    evidence: bool,
    contacts: bool,
    **signing: str,
) -> None:
    """Put the whole graph into a server, in batches, and compare the counts on both sides.

    Pushing twice changes nothing. What was pushed before and is here no longer stays there, unless --replace is given.

    \b
    Example:
      graph-builder push --store kg --to http://localhost:7878/update
      graph-builder push --store kg --to bolt://localhost:7687 --user neo4j --no-evidence
      graph-builder push --store kg --to http://localhost:8890/sparql-auth --user dba --auth digest
    """
    stop_at_once()
    from graph_builder.export.privacy import Privacy, redacted_quads
    from graph_builder.export.property_graph import PropertyGraph
    from graph_builder.export.push import Checkpoint, Client, Credentials, push_bolt, push_sparql, shown
    from graph_builder.store.store import Store as Opened

    opened, privacy = Opened.open(store), Privacy(evidence, contacts)
    way = protocol or _protocol(address)
    pushed = f"{opened.path.name}, snapshot {opened.number}, {privacy} to {shown(address)} by {way} in {batch}"
    state, credentials = Checkpoint(checkpoint, pushed), Credentials(**signing)
    with progress() as on_progress:
        if way == "bolt":
            graph = PropertyGraph(opened.snapshot(), privacy)
            counts = push_bolt(graph, address, credentials, database, state, on_progress, batch)
        else:
            graphs = push_sparql(
                redacted_quads(opened.snapshot(), privacy), address, Client(credentials), way, query_address, replace,
                state, on_progress, batch,
            )  # fmt: skip
            counts = {"graphs": len(graphs), "statements": sum(graphs.values())}
    complain(f"{shown(address)}: {_listed(counts)}, as many there as here")


def _protocol(address: str) -> str:
    """Return the protocol that an address speaks.

    >>> _protocol("bolt://localhost:7687"), _protocol("http://localhost:7878/store")
    ('bolt', 'store')
    """
    if address.startswith(("bolt", "neo4j")):
        return "bolt"
    bare = address.rstrip("/")
    return "store" if bare.endswith(("/store", "/rdf-graph-store", "/sparql-graph-crud-auth", "/data")) else "update"


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing"


@click.command()
@store_option
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder for the annotations.")
def annotate(store: Path, output: Path) -> int:
    """Write what a language model read in documents as annotations: offsets and labels, no text and no names.

    They train a tagger that reads such documents without a language model. A file for each document that a build with
    --llm-url has read.

    \b
    Example:
      graph-builder annotate --store kg -o annotations
    """
    from graph_builder.export.annotations import annotate as write

    count = write(store, output)
    if not count:
        complain(f"no document of {store} was read by a language model; build with --llm-url first")
        return FAILED
    say(f"{count} documents annotated in {output}")
    return 0


COMMANDS: tuple[click.Command, ...] = (export, push, annotate)
