"""The command that reports on the quality of a graph."""

from __future__ import annotations

from pathlib import Path

import click

from graph_builder.cli.console import complain, say, stop_at_once, store_option

_SUFFIXES = {".json": "json", ".html": "html", ".htm": "html"}


@click.command()
@store_option
@click.option("--format", "format_", type=click.Choice(["text", "json", "html"]), help="By default, as OUTPUT ends.")
@click.option("--most", type=click.IntRange(1), default=20, show_default=True, help="Findings listed in a section.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="A file, such as quality.html.")
def check(store: Path, format_: str | None, most: int, output: Path | None) -> None:
    """Report on the quality of the graph: coverage, conflicts, doubtful identities, outliers.

    Each finding comes with the command that settles it or shows its facts, and in each section those come first that
    touch most facts. Nothing is changed and nothing is requested from any network.

    \b
    Example:
      graph-builder check --store kg
      graph-builder check --store kg -o quality.html
    """
    stop_at_once()
    from graph_builder.export.quality import REPORT_FORMATS
    from graph_builder.query.index import index_of
    from graph_builder.query.quality import report
    from graph_builder.store import Store

    opened = Store.open(store)
    found = report(opened.snapshot(), index_of(opened), str(store), most)
    name = format_ or (_SUFFIXES.get(output.suffix.lower(), "text") if output else "text")
    text = REPORT_FORMATS[name](found)
    if output is None:
        say(text.rstrip("\n"))
        return
    output.write_text(text, encoding="utf-8", errors="replace")
    complain(f"{output}: {sum(section.total for section in found.sections):,} findings")


COMMANDS = (check,)
