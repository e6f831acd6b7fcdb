"""Files that are made from a snapshot alone: kept beside it, made when they are first asked for, gone with it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pyoxigraph as ox

from graph_builder.model import digest
from graph_builder.store import Store


def made(store: Store, name: str, make: Callable[[ox.Store, Path], None]) -> Path:
    """Return the path of a file that *make* makes from the graph of a snapshot; it is made if it is not there."""
    path = place_of(store, name)
    if not path.exists():
        with _alone(path.with_name(f"{name}.lock")):
            if not path.exists():
                _remove_drafts(path)
                make(store.snapshot(), path)
    return path


def place_of(store: Store, name: str) -> Path:
    """Return where a file of a snapshot is kept: beside its graph, or elsewhere if that cannot be written."""
    own = store.folder
    if (own / name).exists():
        return own / name
    with contextlib.suppress(OSError), tempfile.TemporaryFile(dir=own):
        return own / name
    elsewhere = Path(tempfile.gettempdir()) / f"graph-builder-{os.getuid()}-{digest(str(own.absolute()))}"
    elsewhere.mkdir(mode=0o700, exist_ok=True)
    return elsewhere / name


def _remove_drafts(path: Path) -> None:
    """Remove what makers that were killed left behind: who holds the lock is the only one at work."""
    for draft in path.parent.glob(f"{path.name}.*.part"):
        draft.unlink(missing_ok=True)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
