"""Commands that serve a store: to browsers and programs, and to assistants."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import click

from graph_builder.cli.console import complain, say, store_option
from graph_builder.model import GraphBuilderError


@click.command()
@store_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; others need a token.")
@click.option(
    "--port", default=7700, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.option("--workers", default=0, type=click.IntRange(0), help="Processes that answer; by default four a core.")
@click.option(
    "--timeout", default=30.0, show_default=True, type=click.FloatRange(0, min_open=True), help="Seconds of a query."
)
@click.option("--max-memory", default=2000, show_default=True, type=click.IntRange(100), help="Megabytes of a query.")
@click.option("--max-rows", default=1_000_000, show_default=True, type=click.IntRange(1), help="Rows of an answer.")
@click.option("--max-bytes", default=256, show_default=True, type=click.IntRange(1), help="Megabytes of an answer.")
@click.option("--max-body", default=1000, show_default=True, type=click.IntRange(1), help="Kilobytes of a request.")
@click.option("--token-env", metavar="VARIABLE", help="Variable of the environment with the token that requests carry.")
@click.option("--allow-update", is_flag=True, help="Carry out SPARQL Update for requests that carry the token.")
@click.option(
    "--documents",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Show the pages of PDF files, which lie in this folder.",
)
@click.option("--curate", is_flag=True, help="Take decisions and documents from the explorer.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="A further name that the server goes by.")
@click.option(
    "--allow-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="A site whose scripts may ask queries and read answers (CORS), such as https://example.org; * for all.",
)
@click.option(
    "--allow-service", "services", multiple=True, metavar="URL", help="An endpoint that queries may call with SERVICE."
)
def serve(
    store: Path,
    host: str,
    port: int,
    workers: int,
    timeout: float,
    max_memory: int,
    max_rows: int,
    max_bytes: int,
    max_body: int,
    token_env: str | None,
    allow_update: bool,
    documents: Path | None,
    curate: bool,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    services: tuple[str, ...],
) -> None:
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

    token = _token(token_env)
    if not token and allow_update:
        token = secrets.token_urlsafe(24)
        complain(f"token: {token}")
    settings = Settings(
        store=store,
        host=host,
        port=port,
        workers=workers,
        seconds=timeout,
        memory=max_memory * 1_000_000,
        rows=max_rows,
        bytes=max_bytes * 1_000_000,
        body=max_body * 1000,
        token=token,
        allow_update=allow_update,
        allow_curation=curate,
        documents=documents,
        allow_hosts=hosts,
        allow_origins=origins,
        allow_services=services,
    )
    run(settings, lambda address: say(f"serving {store} at {address} (SPARQL at {address}sparql); Ctrl-C ends it"))


@click.command()
@store_option
@click.option("--http", is_flag=True, help="Serve over streamable HTTP instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; others need a token.")
@click.option(
    "--port", default=7701, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1), help="Processes that answer.")
@click.option(
    "--timeout",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Seconds of one question.",
)
@click.option("--max-memory", default=2000, show_default=True, type=click.IntRange(100), help="Megabytes of one.")
@click.option("--token-env", metavar="VARIABLE", help="Variable of the environment with the token that requests bear.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="A further name that the server goes by.")
def mcp(
    store: Path,
    http: bool,
    host: str,
    port: int,
    workers: int,
    timeout: float,
    max_memory: int,
    token_env: str | None,
    hosts: tuple[str, ...],
) -> None:
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
    from graph_builder.store import Store

    Store.open(store)
    settings = Settings(
        store=store,
        host=host,
        port=port,
        workers=workers,
        seconds=timeout,
        memory=max_memory * 1_000_000,
        token=_token(token_env),
        allow_hosts=hosts,
    )
    if http:
        run_http(settings, lambda address: say(f"serving {store} to assistants at {address}; Ctrl-C ends it"))
    else:
        run_stdio(settings)


def _token(variable: str | None) -> str:
    token = os.environ.get(variable, "").strip() if variable else ""
    if variable and not token:
        raise click.UsageError(f"--token-env: the variable {variable} is not set; put a token into it")
    return token


COMMANDS = (serve, mcp)
