"""The command that serves a store: a SPARQL endpoint and an explorer."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import click

from graph_builder.cli.console import complain, say, store_option


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
@click.option("--token-env", metavar="VARIABLE", help="Variable of the environment with the token that requests bear.")
@click.option("--allow-update", is_flag=True, help="Carry out SPARQL Update for requests that bear the token.")
@click.option("--curate", is_flag=True, help="Take decisions on identities and facts from the explorer.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="A further name that the server goes by.")
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
    curate: bool,
    hosts: tuple[str, ...],
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

    token = os.environ.get(token_env, "").strip() if token_env else ""
    if token_env and not token:
        raise click.UsageError(f"--token-env: the variable {token_env} is not set; put a token into it")
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
        allow_hosts=hosts,
        allow_services=services,
    )
    run(settings, lambda address: say(f"serving {store} at {address} (SPARQL at {address}sparql); Ctrl-C ends it"))


COMMANDS = (serve,)
