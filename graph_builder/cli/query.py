"""Commands that ask: query, queries, show, why."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from graph_builder.cli.console import KIND, complain, say, stop_at_once, store_option
from graph_builder.model import EntityKind


def _parameters(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{value!r} has no name; write it as name=value")
        pairs[name.strip()] = text
    return pairs


@click.command()
@click.argument("query")
@store_option
@click.option(
    "--param", "params", multiple=True, callback=_parameters, metavar="NAME=VALUE", help="A parameter of the query."
)
@click.option(
    "--format", "format_", default="", help="table, csv, tsv, json, xml, parquet ...; turtle ... for triples."
)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File to write instead.")
@click.option(
    "--min-confidence",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="Ask the graph without the facts that are less probable.",
)
def query(
    query: str, store: Path, params: dict[str, str], format_: str, output: Path | None, min_confidence: float
) -> None:
    """Answer a query: a name from `graph-builder queries`, a file, or SPARQL text.

    \b
    Example:
      graph-builder query --store kg coauthors --param person="Ada Lovelace"
      graph-builder query --store kg queries/employment.rq --format csv -o jobs.csv
      graph-builder query --store kg employment --min-confidence 0.8
      graph-builder query --store kg "SELECT * { ?s ?p ?o } LIMIT 5"
    """
    stop_at_once()
    from graph_builder.export.write import write_table, write_triples
    from graph_builder.query.confident import confident
    from graph_builder.query.engine import Triples, run
    from graph_builder.query.index import index_for
    from graph_builder.store.store import Store

    opened = Store.open(store)
    graph = opened.snapshot()
    if min_confidence:
        answer = run(confident(graph, min_confidence), query, params)
    else:
        answer = run(graph, query, params, index_for(opened, query, complain))
    target = output or sys.stdout.buffer
    if isinstance(answer, Triples):
        write_triples(answer, target, format_ or ("" if output else "turtle"))
    else:
        write_table(answer, target, format_ or ("" if output else "table"))


@click.command()
@click.argument("name", required=False)
def queries(name: str | None) -> None:
    """List the named queries, or describe one.

    \b
    Example:
      graph-builder queries
      graph-builder queries coauthors
    """
    from graph_builder.query.catalogue import catalogue, find

    if name is None:
        width = max(len(query.name) for query in catalogue())
        for each in catalogue():
            say(f"{each.name:{width}}  {each.title}")
        return
    found = find(name)
    say(f"{found.name}: {found.title}\n{found.description}")
    for parameter in found.parameters:
        need = "required" if parameter.required else f"default {parameter.default}" if parameter.default else "optional"
        say(f"  --param {parameter.name}=...  {parameter.description} ({parameter.kind.value}, {need})")
    for column in found.columns:
        say(f"  {column.name}: {column.description}")


@click.command()
@click.argument("name")
@store_option
@click.option("--kind", type=KIND, help="What the name is of, where several kinds of things have it.")
@click.option("--facts", is_flag=True, help="End each line with the ids of its facts, for `why`.")
@click.option("--all", "everything", is_flag=True, help="Show every line of long sections.")
def show(name: str, store: Path, kind: str | None, facts: bool, everything: bool) -> None:
    """Show what the graph holds on a person, organization, venue, paper or topic.

    \b
    Example:
      graph-builder show --store kg "Ada Lovelace"
    """
    stop_at_once()
    from rich.console import Console

    from graph_builder.explore import card, find_thing, print_card
    from graph_builder.store.store import Store

    opened = Store.open(store)
    graph = opened.snapshot()
    iri = find_thing(graph, name, [EntityKind(kind)]) if kind else find_thing(graph, name)
    print_card(Console(), card(graph, iri), facts, everything)


@click.command()
@click.argument("facts", nargs=-1, required=True)
@store_option
def why(facts: tuple[str, ...], store: Path) -> None:
    """Show the sentence behind a fact, with document and offsets.

    FACTS is the id or address of a fact; or a name, for all facts of that thing; or two names, for what ties them.

    \b
    Example:
      graph-builder why --store kg 8c1f03a2
      graph-builder why --store kg "Ada Lovelace" "Royal Society"
    """
    stop_at_once()
    from rich.console import Console

    from graph_builder.explore import print_reasons
    from graph_builder.explore import why as reasons
    from graph_builder.store.store import Store

    opened = Store.open(store)
    print_reasons(Console(), reasons(opened.snapshot(), *facts, document=opened.try_document))


COMMANDS = (query, queries, show, why)
