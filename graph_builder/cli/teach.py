"""The command that trains the shipped models on what people have put right: teach."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from graph_builder.cli.console import gazetteer_option, progress, say, stop_at_once, store_option

if TYPE_CHECKING:
    from graph_builder.teach import TeachReport


@click.command()
@store_option
@click.option("--back", is_flag=True, help="Go back to the weights of the package.")
@click.option("--threads", type=click.IntRange(1), help="Threads that compute; by default one a processor.")
@gazetteer_option
def teach(store: Path, back: bool, threads: int | None, gazetteer: Path | None) -> None:
    """Train the tagger on the documents of a store that people have put right, for this store.

    Documents of accept-document are learned from as a whole, of others the lines of facts that were accepted,
    rejected, corrected or added. Some documents are held back to measure on: the F1 of each relation on these is
    printed, as read with the weights of the package and with the new ones. If the new ones are better, the store keeps
    them (45 MB), and the next build reads its documents with them. It takes a few minutes and the extra train.

    \b
    Example:
      graph-builder accept-document --store kg ada.md
      graph-builder teach --store kg
      graph-builder build cvs --store kg
      graph-builder teach --store kg --back
    """
    from graph_builder.teach import remove_weights
    from graph_builder.teach import teach as run

    if back:
        there = remove_weights(store)
        say("the next build reads with the weights of the package" if there else "the store was not taught")
        return
    stop_at_once()
    with progress() as on_progress:
        report = run(store, threads=threads or 0, gazetteer=gazetteer, progress=on_progress)
    say(table(report))
    if report.size:
        say(f"the store has new weights ({report.size / 1e6:.0f} MB); build again to read its documents with them")
    else:
        say("documents that were held back are read no better; the store stays as it was")


def table(report: TeachReport) -> str:
    """Return what came of teaching as lines: the documents, then F1 before and after by relation."""
    lines = [f"{report.documents} documents accepted, {report.parts} with decisions on facts; {report.steps} steps"]
    lines.append(f"{'F1, held back':14}{'before':>8}{'after':>8}")
    for relation in (*(report.before + report.after).relations, ""):
        before, after = (each.f1(relation) for each in (report.before, report.after))
        lines.append(f"{relation or 'all facts':14}{before:8.2f}{after:8.2f}")
    return "\n".join(lines)


COMMANDS = (teach,)
