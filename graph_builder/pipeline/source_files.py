"""Files: which of them the paths of a build name, the id of each as a source, and the notes beside them."""

from __future__ import annotations

import datetime
import hashlib
import os
import re
import stat
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from graph_builder.model import Problem, SourceNote, StoreError
from graph_builder.read.records.source import MAPPING_SUFFIX

#: A file that a walk found: how the user would name it, its path, and whether it was named itself.
Hit = tuple[str, Path, bool]

FILE_NAME = "sources.toml"
"""The name of a file of notes; it speaks of the documents in its own folder and below."""

_KEYS = ("file", "subject", "address", "date")
_DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
_LONGEST = 1_000_000
_ADVICE = f"mend it (see docs/sources.md); until then {FILE_NAME} here tells nothing new"


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
        yield from _walk(absolute, argument, seen, problems)
    else:
        yield source_id((absolute.parent.name, absolute.name)), argument, True


def _walk(top: Path, shown: Path, seen: set[tuple[int, int]], problems: list[Problem]) -> Iterator[Hit]:
    """Yield the files below a folder: each folder once, real ones before linked ones, so that no cycle is endless."""

    def failed(error: OSError) -> None:
        folder = shown / Path(error.filename).relative_to(top)
        problems.append(Problem(str(folder), f"cannot be listed ({error.strerror})", "check its permissions"))

    for place, folders, files in os.walk(top, onerror=failed, followlinks=True):
        folder = Path(place)
        here = _identity(folder)
        if here & seen:
            folders.clear()
            continue
        seen |= here
        for names in (folders, files):
            names[:] = sorted((n for n in names if n[0] != "."), key=lambda name: ((folder / name).is_symlink(), name))
        steps = folder.relative_to(top)
        for name in files:
            yield source_id((top.name, *steps.parts, name)), shown / steps / name, False


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


@dataclass(slots=True)
class SourceNotes:
    """The notes on the sources of one build; *unknown* are folders whose file of notes cannot be read."""

    by_source: dict[str, SourceNote]
    unknown: frozenset[Path]
    problems: list[Problem]
    subject: str = ""

    def of(self, found: SourceFile, before: SourceNote) -> SourceNote:
        """Return the note on a source; where its file of notes cannot be read, what the store has stays."""
        fallback = before if self.unknown & {folder for folder, _ in _folders(found)} else SourceNote()
        note = self.by_source.get(found.id, fallback)
        return replace(note, subject=self.subject) if self.subject else note


def find_notes(found: Iterable[SourceFile], subject: str = "") -> SourceNotes:
    """Return the notes on sources, from the files of notes in the folders that they were found in.

    A file nearer to the document wins over one further up. *subject* is whom all of them are about, and wins over all.
    """
    files: dict[Path, _NotesFile] = {}
    by_source: dict[str, SourceNote] = {}
    for source in found:
        for folder, name in _folders(source):
            if folder not in files:
                files[folder] = _read(folder)
            if name in files[folder].notes:
                by_source.setdefault(source.id, files[folder].notes[name])
    return SourceNotes(
        by_source,
        frozenset(folder for folder, file in files.items() if file.unknown),
        [problem for _, file in sorted(files.items()) for problem in file.problems],
        " ".join(subject.split()),
    )


@dataclass(slots=True)
class _NotesFile:
    notes: dict[str, SourceNote]
    problems: list[Problem]
    unknown: bool = False


def _folders(found: SourceFile) -> list[tuple[Path, str]]:
    """Return the folders that a source was found in, the nearest first, each with the source's path inside it."""
    path = found.path.absolute()
    depth = found.id.count("/")
    return [(folder, _name(path.relative_to(folder))) for folder in list(path.parents)[:depth]]


def _name(path: Path) -> str:
    """Return the form in which paths are compared: not every system stores composed characters as they are written."""
    return unicodedata.normalize("NFC", path.as_posix())


def _read(folder: Path) -> _NotesFile:
    path = folder / FILE_NAME
    try:
        if not path.is_file():
            return _NotesFile({}, [])
        if path.stat().st_size > _LONGEST:
            return _NotesFile({}, [Problem(str(path), "is larger than 1 MB", _ADVICE)], unknown=True)
        text = path.read_text("utf-8-sig")
        tables = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return _NotesFile({}, [Problem(*_reason(path, error), _ADVICE)], unknown=True)
    return _notes(path, tables, _lines(text))


def _reason(path: Path, error: Exception) -> tuple[str, str]:
    """Return the place of an error, with its line if that is known, and what it is."""
    if isinstance(error, OSError):
        return str(path), f"cannot be opened ({error.strerror})"
    if isinstance(error, UnicodeDecodeError):
        return str(path), "is not in UTF-8"
    line = re.search(r"at line (\d+)", str(error))
    return f"{path}:{line.group(1)}" if line else str(path), f"is not TOML: {error}"


def _lines(text: str) -> list[int]:
    """Return the number of the line on which each table begins."""
    return [n for n, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*source\s*\]\]", line)]


def _notes(path: Path, tables: Mapping[str, Any], lines: list[int]) -> _NotesFile:
    out = _NotesFile({}, [])
    entries = tables.get("source", [])
    if set(tables) - {"source"} or not isinstance(entries, list):
        out.problems.append(Problem(str(path), "has tables that are not [[source]]", _ADVICE))
        entries = entries if isinstance(entries, list) else []
    for position, entry in enumerate(entries):
        where = f"{path}:{lines[position]}" if len(lines) == len(entries) else f"{path}: entry {position + 1}"
        wrong = _complaint(path.parent, entry)
        if wrong:
            out.problems.append(Problem(where, *wrong))
        else:
            note = SourceNote(_line(entry.get("subject")), _line(entry.get("address")), _date(entry.get("date")))
            out.notes[_name(Path(entry["file"]))] = note
    out.unknown = bool(out.problems)
    return out


def _complaint(folder: Path, entry: Any) -> tuple[str, str] | None:
    """Return what is wrong with one entry and what to do, or None."""
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
        return "names no file", 'begin the entry with file = "cv.pdf"'
    if unknown := sorted(set(entry) - set(_KEYS)):
        return f"has an unknown key, {unknown[0]}", f"known are {', '.join(_KEYS)}"
    if Path(entry["file"]).is_absolute() or ".." in Path(entry["file"]).parts or not (folder / entry["file"]).is_file():
        return f"names {entry['file']}, which is no file here", "give its path from the folder of this file"
    if any(not isinstance(entry.get(key, ""), str) for key in ("subject", "address")):
        return "has a subject or address that is no string", "put it in quotes"
    address = _line(entry.get("address"))
    if address and not _is_web(address):
        return f"has an address that is none, {address}", "give one that begins with https://"
    if entry.get("date") is not None and not _date(entry["date"]):
        return f"has a date that is none, {entry['date']}", "write it as 2024-05-31, 2024-05 or 2024, in quotes"
    return None


def _line(value: str | None) -> str:
    return " ".join((value or "").split())


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and " " not in address


def _date(value: Any) -> str:
    """Return a date of TOML, or one in quotes, in ISO 8601; empty if it is none."""
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return value if isinstance(value, str) and _DATE.fullmatch(value) else ""
