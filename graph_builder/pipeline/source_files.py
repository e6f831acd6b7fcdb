"""Files: which of them the paths of a build name, and the id of each as a source."""

from __future__ import annotations

import hashlib
import os
import stat
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from graph_builder.model import Problem, StoreError
from graph_builder.read.records.source import MAPPING_SUFFIX

#: A file that a walk found: how the user would name it, its path, and whether it was named itself.
Hit = tuple[str, Path, bool]


@dataclass(frozen=True, slots=True, order=True)
class SourceFile:
    """A file to build from, with its id as a source."""

    id: str
    path: Path


def find_files(
    paths: Iterable[Path], is_readable: Callable[[Path], bool], exclude: Path | None = None
) -> tuple[list[SourceFile], list[Problem]]:
    """Return the sources under *paths*, by id, and the problems met on the way.

    In folders, files of unknown kinds and hidden ones are passed over in silence; what was named itself and cannot be
    read is a problem. *exclude* is a folder that is not looked into: the store.
    """
    found: dict[str, SourceFile] = {}
    problems: list[Problem] = []
    for argument in paths:
        for name, path, named in _files(Path(argument), exclude, problems):
            problem = _refusal(name, path, named, is_readable)
            if problem is not None:
                problems += [problem] if problem.what else []
                continue
            other = found.setdefault(name, SourceFile(name, path))
            if other.path.resolve() != path.resolve():
                problems.append(
                    Problem(
                        str(path),
                        f"has the same source id ({name}) as {other.path} and was left out",
                        "build the folder above both",
                    )
                )
    return sorted(found.values()), problems


SKIP = Problem("", "")


def _refusal(name: str, path: Path, named: bool, is_readable: Callable[[Path], bool]) -> Problem | None:
    """Return why a file is not taken: a problem, or ``SKIP`` if that is nothing to speak of."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return Problem(str(path), f"cannot be opened ({error.strerror})", "check the path, the link or its permissions")
    if not named and not is_readable(path if stat.S_ISREG(mode) else Path(path.name)):
        return SKIP
    if not stat.S_ISREG(mode):
        return Problem(str(path), "is no regular file", "give a document or a folder")
    if not is_readable(Path(path.name.lstrip("."))):
        return Problem(str(path), "is of a kind that no reader knows", "see the list of formats in the README")
    return None


def _files(argument: Path, exclude: Path | None, problems: list[Problem]) -> Iterator[Hit]:
    absolute = Path(os.path.abspath(argument))  # noqa: PTH100 - resolve() would follow the link that the user named
    if absolute.is_dir():
        seen = set() if exclude is None else _identity(exclude)
        yield from _walk(absolute, argument, (absolute.name,), seen, problems)
    else:
        yield source_id((absolute.parent.name, absolute.name)), argument, True


def _walk(
    folder: Path, shown: Path, parts: tuple[str, ...], seen: set[tuple[int, int]], problems: list[Problem]
) -> Iterator[Hit]:
    """Yield the files below *folder*: each folder once, real ones before linked ones, so that no cycle is endless."""
    here = _identity(folder)
    if here & seen:
        return
    seen |= here
    try:
        entries = sorted(os.scandir(folder), key=lambda e: (e.is_symlink(), e.name))
    except OSError as error:
        problems.append(Problem(str(shown), f"cannot be listed ({error.strerror})", "check its permissions"))
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if _is_folder(entry):
            yield from _walk(Path(entry.path), shown / entry.name, (*parts, entry.name), seen, problems)
        else:
            yield source_id((*parts, entry.name)), shown / entry.name, False


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _identity(folder: Path) -> set[tuple[int, int]]:
    try:
        status = folder.stat()
    except OSError:
        return set()
    return {(status.st_dev, status.st_ino)}


def content_of(path: Path) -> str:
    """Return the SHA-256 of a file's content, with that of the mapping beside it if it is a table of records.

    Raises:
        StoreError: the file cannot be opened.
    """
    try:
        with path.open("rb") as file:
            total = hashlib.file_digest(file, "sha256")
        beside = path.with_name(path.name + MAPPING_SUFFIX)
        if beside.is_file():  # what a table's columns mean is part of what it says
            total.update(beside.read_bytes())
        return total.hexdigest()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StoreError(f"cannot be opened ({reason}); check its permissions") from error


def source_id(parts: Iterable[str]) -> str:
    """Return the id of a source from the steps of its path: composed Unicode, the same on every system.

    >>> source_id(["cvs", "Zoe\\u0308.md"]) == "cvs/Zo\\u00eb.md"
    True
    """
    steps = (os.fsencode(part).decode("utf-8", "backslashreplace") for part in parts if part)
    return unicodedata.normalize("NFC", "/".join(steps))
