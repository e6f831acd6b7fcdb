"""The tagger's weights that a store was taught: a folder of files, named for what is in them."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping
from pathlib import Path

from graph_builder.store.files import only_builder, sync, write_atomically
from graph_builder.store.layout import Layout

_CURRENT = "CURRENT"


def taught_weights(store: Path | str) -> Path | None:
    """Return the folder of the weights that a store was taught, or None if it uses those of the package.

    >>> taught_weights("kg")
    """
    folder = Layout(Path(store)).taught
    try:
        found = folder / (folder / _CURRENT).read_text("ascii").strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found


def put_weights(store: Path | str, files: Mapping[str, bytes]) -> Path:
    """Write weights into a store, which uses them from then on; return their folder. Those before are removed.

    Raises:
        StoreError: a build is going on, or there is no store.
    """
    layout = Layout(Path(store))
    layout.current()
    total = hashlib.sha256()
    for name, content in sorted(files.items()):
        total.update(f"{name}\0{len(content)}\0".encode() + content)
    folder = layout.taught / total.hexdigest()[:16]
    with only_builder(layout.lock):
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_atomically(folder / name, content)
        sync(folder)
        write_atomically(layout.taught / _CURRENT, f"{folder.name}\n".encode())
        for other in layout.taught.iterdir():
            if other.is_dir() and other != folder:
                shutil.rmtree(other)
    return folder


def remove_weights(store: Path | str) -> bool:
    """Remove the weights that a store was taught; return whether there were any.

    Raises:
        StoreError: a build is going on, or there is no store.
    """
    layout = Layout(Path(store))
    layout.current()
    with only_builder(layout.lock):
        there = taught_weights(store) is not None
        (layout.taught / _CURRENT).unlink(missing_ok=True)
        shutil.rmtree(layout.taught, ignore_errors=True)
    return there
