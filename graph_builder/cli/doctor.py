"""The command that checks the environment, and how the shell completes commands."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path

import click

from graph_builder.cli.console import FAILED, complain, gazetteer_option, say


@click.command()
@click.option(
    "--store",
    envvar="GRAPH_BUILDER_STORE",
    show_envvar=True,
    type=click.Path(path_type=Path),
    help="Folder of a store to read through, too.",
)
@gazetteer_option
def doctor(store: Path | None, gazetteer: Path | None) -> int:
    """Check the environment: say what is there, what is missing, and how to get it.

    One line a check: "ok", "optional" (absent, and only some things need it) or "missing". The exit status is 1 if
    something is missing. Nothing is requested from any network, and nothing is changed.

    \b
    Example:
      graph-builder doctor
      graph-builder doctor --store kg
    """
    from graph_builder.cli import checks

    found = list(chain(checks.python(), checks.dependencies()))
    if any(check.state is checks.State.MISSING for check in found):
        # What follows needs the dependencies: it would only say the same again, less clearly.
        later: chain[checks.Check] = chain()
    else:
        later = chain(
            checks.java(),
            checks.parts(),
            checks.gazetteers(gazetteer),
            checks.browser(),
            checks.store(store) if store else (),
            checks.disk(store or Path()),
        )
    found += later
    for check in found:
        say(str(check))
    states = Counter(check.state for check in found)
    complain(f"{len(found)} checks, {states[checks.State.MISSING]} missing, {states[checks.State.OPTIONAL]} optional")
    return FAILED if states[checks.State.MISSING] else 0


COMMANDS = (doctor,)
