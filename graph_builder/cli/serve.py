"""Commands that serve a store: to browsers and programs, and to assistants."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from graph_builder.cli.console import Command, say, store_option
from graph_builder.model import GraphBuilderError


def _server_options(port: int) -> Callable[[Command], Command]:
    """Add what both servers take, under the names of their settings."""

    def add(command: Command) -> Command:
        for option in (
            click.option(
                "--allow-host", "allow_hosts", multiple=True, metavar="NAME",
                help="A further name that the server goes by.",
            ),
            click.option(
                "--token-env", "token", metavar="VARIABLE", callback=_token,
                help="Variable of the environment with the token that requests carry.",
            ),
            _limit("--max-memory", "memory", 2000, 1_000_000, "Megabytes of a query.", least=100),
            click.option(
                "--timeout", "seconds", default=30.0, show_default=True, type=click.FloatRange(0, min_open=True),
                help="Seconds of a query.",
            ),
            click.option(
                "--port", default=port, show_default=True, type=click.IntRange(0, 65535),
                help="Port; 0 takes a free one.",
            ),
            click.option(
                "--host", default="127.0.0.1", show_default=True, help="Address to listen on; others need a token."
            ),
            store_option,
        ):  # fmt: skip
            command = option(command)
        return command

    return add


def _limit(name: str, setting: str, default: int, unit: int, help: str, least: int = 1) -> Callable[[Command], Command]:
    """Return an option in units, which becomes a setting in bytes (or rows)."""
    return click.option(
        name, setting, default=default, show_default=True, type=click.IntRange(least), help=help,
        callback=lambda _context, _option, value: value * unit,
    )  # fmt: skip


def _token(_context: click.Context, _option: click.Parameter, variable: str | None) -> str:
    token = os.environ.get(variable, "").strip() if variable else ""
    if variable and not token:
        raise click.UsageError(f"--token-env: the variable {variable} is not set; put a token into it")
    return token


@click.command()
@_server_options(7700)
@click.option("--workers", default=0, type=click.IntRange(0), help="Processes that answer; by default four a core.")
@_limit("--max-rows", "rows", 1_000_000, 1, "Rows of an answer.")
@_limit("--max-bytes", "bytes", 256, 1_000_000, "Megabytes of an answer.")
@_limit("--max-body", "body", 1000, 1000, "Kilobytes of a request.")
@click.option(
    "--documents",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Show the pages of PDF files, which lie in this folder.",
)
@click.option("--curate", "allow_curation", is_flag=True, help="Take decisions and documents from the explorer.")
@click.option(
    "--allow-origin",
    "allow_origins",
    multiple=True,
    metavar="ORIGIN",
    help="A site whose scripts may ask queries and read answers (CORS), such as https://example.org; * for all.",
)
def serve(store: Path, **settings: Any) -> None:
    """Serve a store on this machine: an explorer for the browser, SPARQL 1.1 at /sparql, graphs at /graphs.

    The store may be built again meanwhile: answers then come from the new snapshot. Nobody may change anything unless
    you allow it, and only this machine is listened to unless you name another address and a token.

    \b
    Example:
      graph-builder serve --store kg
      curl http://127.0.0.1:7700/sparql -d "query=ASK { ?s ?p ?o }"
    """
    from graph_builder.serve import Settings
    from graph_builder.serve.app import serve as run

    chosen = Settings(store=store, **settings)
    run(chosen, lambda address: say(f"serving {store} at {address} (SPARQL at {address}sparql); Ctrl-C ends it"))


@click.command()
@_server_options(7701)
@click.option("--http", is_flag=True, help="Serve over streamable HTTP instead of standard input and output.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1), help="Processes that answer.")
def mcp(store: Path, http: bool, **settings: Any) -> None:
    """Serve a store to assistants by the Model Context Protocol: search, show, why, queries, each with evidence.

    Nothing can be changed. The store may be built again meanwhile: answers then come from the new snapshot. An
    assistant on this machine starts the command itself; --http is for others.

    \b
    Example:
      graph-builder mcp --store kg
      graph-builder mcp --store kg --http --port 7701
    """
    try:
        from graph_builder.serve.mcp import run_http, run_stdio
    except ImportError as error:
        raise GraphBuilderError(f"{error.name} is missing; pip install 'graph-builder[mcp]' brings it") from error
    from graph_builder.serve import Settings
    from graph_builder.store.store import Store

    Store.open(store)
    chosen = Settings(store=store, **settings)
    if http:
        run_http(chosen, lambda address: say(f"serving {store} to assistants at {address}; Ctrl-C ends it"))
    else:
        run_stdio(chosen)


COMMANDS = (serve, mcp)
