"""What every command shares: options, messages, progress, exit statuses."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from graph_builder.model import EntityKind, Problem

if TYPE_CHECKING:
    from graph_builder.pipeline import Progress

FAILED, PROBLEMS, INTERRUPTED = 1, 3, 130

KIND = click.Choice([kind.value for kind in EntityKind])
"""The type of an option that is a kind of things."""

Command = TypeVar("Command", bound=Callable[..., Any])

# What a document or its name says is shown, never obeyed: no control character reaches the terminal.
_SHOWN = {code: "\N{REPLACEMENT CHARACTER}" for code in [*range(32), *range(127, 160)] if chr(code) not in "\n\t"}


def clean(text: str) -> str:
    """Return text without control characters, and in characters that the terminal can show.

    >>> clean("Ada\\x1b[2J")
    'Ada\N{REPLACEMENT CHARACTER}[2J'
    """
    return text.translate(_SHOWN).encode("utf-8", "replace").decode("utf-8")


def say(text: str) -> None:
    """Print a line of a command's result on standard output."""
    click.echo(clean(text))


def complain(text: str) -> None:
    """Print a message on standard error."""
    click.echo(clean(text), err=True)


def complain_of(problem: Problem) -> None:
    """Print one problem as one line on standard error; what could steer a terminal is shown as a replacement mark."""
    line = " ".join(str(problem).split())
    complain("problem: " + "".join(c if c.isprintable() else "\ufffd" for c in line))


store_option = click.option(
    "--store",
    required=True,
    envvar="GRAPH_BUILDER_STORE",
    show_envvar=True,
    type=click.Path(path_type=Path),
    help="Folder of the store.",
)
gazetteer_option = click.option(
    "--gazetteer",
    envvar="GRAPH_BUILDER_GAZETTEER",
    show_envvar=True,
    type=click.Path(path_type=Path),
    help="Folder of added lists; by default one among the user's data.",
)


@contextmanager
def progress() -> Iterator[Progress]:
    """Give a callable that shows a bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda step, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description:10}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def on_progress(step: str, done: int, total: int) -> None:
            bar.update(task, description=step, completed=done, total=total)

        yield on_progress


def stop_at_once() -> None:
    """Let Ctrl-C end this process even while the engine computes, which does not look at signals itself."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)
