"""Commands by which something leaves a store, and the disk: forget, wipe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from graph_builder.cli.build import summary
from graph_builder.cli.console import gazetteer_option, progress, say, store_option
from graph_builder.model import EntityKind

if TYPE_CHECKING:
    from graph_builder.store.draft import ErasureSettings


@click.command()
@click.argument("source", required=False, default="")
@store_option
@click.option("--person", default="", metavar="NAME", help="Erase this person, also from later builds.")
@click.option("--with-namesakes", is_flag=True, help="Erase others of the same name, too.")
@click.option("--wipe-later", is_flag=True, help="Leave traces in the store's files until `wipe` takes them away.")
@gazetteer_option
def forget(
    source: str, store: Path, person: str, with_namesakes: bool, wipe_later: bool, gazetteer: Path | None
) -> None:
    """Remove a source and every fact that only it states; or erase a person.

    SOURCE is its id or an end of it that no other source has, such as the file's name.

    With --person sources about the person go, and in all others the person's mentions and name. A list beside the store
    (kg.erased, salted hashes, no name) keeps the person out of later builds; take the entry out of it to undo that.

    Nothing of it stays in the store's files: for that, the database is copied. With --wipe-later only the graph is as
    if it had never been there, which is quicker for a large store.

    \b
    Example:
      graph-builder forget --store kg ada.md
      graph-builder forget --store kg --person "Ada Lovelace"
    """
    from graph_builder.pipeline import default_stages
    from graph_builder.pipeline import forget as run
    from graph_builder.store.draft import ErasureSettings

    if bool(source) == bool(person):
        raise click.UsageError("give either SOURCE or --person NAME")
    erasing = ErasureSettings(wipe_later)
    if person:
        _erase(store, person, with_namesakes, gazetteer, erasing)
    else:
        with progress() as on_progress:
            report = run(store, source, progress=on_progress, stages=default_stages(gazetteer), erasing=erasing)
        say(summary(report))
    _tell_traces(store)


def _erase(store: Path, person: str, namesakes: bool, gazetteer: Path | None, erasing: ErasureSettings) -> None:
    from graph_builder.explore import find_thing
    from graph_builder.pipeline import default_stages, forget_person
    from graph_builder.store.store import Store

    who = find_thing(Store.open(store).snapshot(), person, [EntityKind.PERSON])
    with progress() as on_progress:
        erased = forget_person(
            store, who, namesakes=namesakes, progress=on_progress, stages=default_stages(gazetteer), erasing=erasing
        )
    say(f"erased        entry {erased.id}, {len(erased.removed)} sources removed, {len(erased.redacted)} blacked out")
    if erased.decisions:
        say(f"decisions     {erased.decisions} that named the person were removed")
    say(summary(erased.build))


def _tell_traces(store: Path) -> None:
    from graph_builder.store.layout import holds_forgotten

    if holds_forgotten(store):
        say(f"traces        left in its files; take them away with: graph-builder wipe --store {store}")


@click.command()
@store_option
def wipe(store: Path) -> None:
    """Take away what is left in a store's files of what its graph no longer says.

    That is what was forgotten with --wipe-later, and what builds have replaced. The graph stays as it is.

    \b
    Example:
      graph-builder forget --store kg ada.md --wipe-later
      graph-builder wipe --store kg
    """
    from graph_builder.pipeline import wipe as run

    with progress() as on_progress:
        on_progress("Wiping", 0, 1)
        run(store)
    _tell_traces(store)


COMMANDS = (forget, wipe)
