"""Commands on the gazetteer: gazetteer add, list, remove."""

from __future__ import annotations

from pathlib import Path

import click

from graph_builder.cli.console import PROBLEMS, complain, complain_of, gazetteer_option, say


@click.group()
def gazetteer() -> None:
    """Add lists of organizations, venues and topics to those that are built in.

    Builds use them from then on: printed affiliations are linked to ROR, venues to their series, interests to concepts.
    The next build resolves what is in its store anew.

    \b
    Example:
      graph-builder gazetteer add v1.70-2025-08-26-ror-data.zip
      graph-builder gazetteer list
    """


@gazetteer.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--name", default="", help="What to call the list; by default after its file.")
@click.option("--strict", is_flag=True, help="Exit with status 3 if any record was left out.")
@gazetteer_option
def add(files: tuple[Path, ...], name: str, strict: bool, gazetteer: Path | None) -> int:
    """Add lists from FILES; one that has the name of an older one replaces it.

    The content of a file tells what it holds: a data dump of ROR (schema 2: JSON, JSON lines, gzip, or the zip archive
    as it is published), venues (CSV, YAML or JSON with titles and acronyms), or topics in SKOS (Turtle, RDF/XML,
    N-Triples, JSON-LD).

    \b
    Example:
      graph-builder gazetteer add v1.70-2025-08-26-ror-data.zip --name ror
      graph-builder gazetteer add CORE.csv topics.ttl
    """
    from graph_builder.pipeline.lists.adding import add as run

    if name and len(files) > 1:
        raise click.UsageError("--name is for one file; add the files one by one")
    troubled = False
    for file in files:
        added = run(file, gazetteer, name)
        for problem in added.problems:
            complain_of(problem)
        troubled = troubled or bool(added.problems)
        left_out = f", {added.withdrawn} withdrawn left out" if added.withdrawn else ""
        say(f"{added.source.name}\t{added.source.kind}\t{added.source.entries} entries{left_out}")
    return PROBLEMS if strict and troubled else 0


@gazetteer.command(name="list")
@gazetteer_option
def list_(gazetteer: Path | None) -> None:
    """List what was added: name, kind, entries and file, divided by tabs.

    \b
    Example:
      graph-builder gazetteer list
    """
    from graph_builder.gazetteer.added import default_directory, sources

    known = sources(gazetteer)
    for source in known:
        say(f"{source.name}\t{source.kind}\t{source.entries}\t{source.file}")
    if not known:
        complain(f"nothing was added yet (in {gazetteer or default_directory()})")


@gazetteer.command()
@click.argument("name")
@gazetteer_option
def remove(name: str, gazetteer: Path | None) -> None:
    """Remove the list NAME; the next build does without it.

    \b
    Example:
      graph-builder gazetteer remove ror
    """
    from graph_builder.gazetteer.added import remove as run

    gone = run(name, gazetteer)
    say(f"{gone.name}\t{gone.kind}\t{gone.entries} entries removed")


COMMANDS = (gazetteer,)
