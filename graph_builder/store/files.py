"""Small file operations that hold under a crash: write whole files, lock, lease."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from graph_builder.model import StoreError


def write_atomically(path: Path, content: bytes, *, wait: bool = True) -> None:
    """Write a file so that a reader sees the old content or the new, whatever happens in between.

    Without *wait* a loss of power may still take it, until ``sync`` has been called.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        if wait:
            os.fsync(file.fileno())
    draft.replace(path)


def beside(folder: Path | str, suffix: str) -> Path:
    """Return the path beside a folder, so that it outlives this, that has the folder's name and a suffix.

    >>> beside("data/kg", ".decisions").name
    'kg.decisions'
    """
    path = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve() would follow the link that the user named
    return path.with_name(path.name + suffix)


def sync(path: Path) -> None:
    """Make a file or the names in a folder durable."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def only_builder(path: Path) -> Iterator[int]:
    """Hold the lock of the one process that may build, and give its file descriptor.

    The lock is the kernel's (flock) and ends with the process, so that a builder that was killed leaves no stale one.
    Raises ``StoreError`` if another process holds it.
    """
    try:
        handle = path.open("a+b")
    except OSError as error:
        raise StoreError(f"{path.parent} cannot be written ({error.strerror}); choose another folder") from error
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            handle.seek(0)
            owner = handle.read(20).decode("ascii", "replace").strip() or "unknown"
            raise StoreError(
                f"{path.parent} is being built by another process (id {owner}); wait until it has ended"
            ) from error
        handle.truncate(0)
        handle.write(f"{os.getpid()}\n".encode())
        handle.flush()
        yield handle.fileno()


class Lease:
    """A sign that a reader has a snapshot open: held while the object lives, gone with the process."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO | None = None
        with suppress(OSError):  # a store on a read-only medium has no builder that could remove the snapshot
            self._file = path.open("rb")
            fcntl.flock(self._file, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def close(self) -> None:
        """Give the lease back."""
        if self._file is not None:
            self._file.close()


def is_leased(path: Path) -> bool:
    """Return whether any reader holds a lease on the file."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
