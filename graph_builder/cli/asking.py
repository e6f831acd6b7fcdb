"""Commands that ask: query, queries, show, why."""

from __future__ import annotations

from pathlib import Path

import click

from graph_builder.cli.console import say, stop_at_once, store_option


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
def query(query: str, store: Path, params: dict[str, str], format_: str, output: Path | None) -> None:
    """Answer a query: a name from `graph-builder queries`, a file, or SPARQL text.

    \b
    Example:
      graph-builder query --store kg coauthors --param person="Ada Lovelace"
      graph-builder query --store kg queries/employment.rq --format csv -o jobs.csv
    """
    stop_at_once()
    from graph_builder.export import write_table
    from graph_builder.query import Triples, run
    from graph_builder.store import Store

    opened = Store.open(store)
    answer = run(opened.snapshot(), query, params)
    target = output or click.get_binary_stream("stdout")
    assert not isinstance(answer, Triples)
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
    from graph_builder.query import catalogue, find

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


COMMANDS = (query, queries)
