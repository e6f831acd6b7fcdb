"""The command that writes what a language model read as annotations."""

from __future__ import annotations

from pathlib import Path

import click

from graph_builder.cli.console import FAILED, complain, say, store_option


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
    from graph_builder.pipeline.annotations import annotate as write

    count = write(store, output)
    if not count:
        complain(f"no document of {store} was read by a language model; build with --llm-url first")
        return FAILED
    say(f"{count} documents annotated in {output}")
    return 0


COMMANDS = (annotate,)
