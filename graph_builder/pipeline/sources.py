"""Sources: the files and pages that a build was given, with what ``sources.toml`` beside them says of each."""

from __future__ import annotations

import datetime
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from graph_builder.model import Problem, SourceNote
from graph_builder.pipeline.fetched import WebPages, WebSettings
from graph_builder.pipeline.source_files import SourceFile, find_files
from graph_builder.pipeline.stages import Progress
from graph_builder.read.web.pages import is_address
from graph_builder.store.layout import Layout

FILE_NAME = "sources.toml"
"""The name of a file of notes; it speaks of the documents in its own folder and below."""

_KEYS = ("file", "subject", "address", "date")
_DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
_LONGEST = 1_000_000
_ADVICE = f"mend it (see docs/sources.md); until then {FILE_NAME} here tells nothing new"


@dataclass(slots=True)
class SourceNotes:
    """The notes on the sources of one build; *unknown* are folders whose file of notes cannot be read."""

    by_source: dict[str, SourceNote]
    unknown: frozenset[Path]
    problems: list[Problem]
    subject: str = ""

    def of(self, found: SourceFile, before: SourceNote) -> SourceNote:
        """Return the note on a source; where its file of notes cannot be read, what the store has stays."""
        kept = before if self.unknown & {folder for folder, _ in _folders(found)} else SourceNote()
        note = self.by_source.get(found.id, kept)
        return replace(note, subject=self.subject) if self.subject else note


@dataclass(frozen=True, slots=True)
class FoundSources:
    """The files of a build, the notes on them, and the problems met on the way."""

    files: list[SourceFile]
    notes: SourceNotes
    problems: list[Problem]


def find_sources(
    given: Iterable[Path | str],
    store: Path,
    is_readable: Callable[[Path], bool],
    settings: WebSettings,
    subject: str,
    progress: Progress,
) -> FoundSources:
    """Return the sources that a build was given.

    Args:
        given: paths of documents and folders, and addresses of pages, which are fetched into the store.
        store: the folder of the store, which is not looked into.
        is_readable: tells by its name whether a file in a folder is a document.
        settings: how pages are fetched.
        subject: the name of the person whom all of the sources are about.
        progress: called as pages are fetched.
    """
    arguments = [str(each) for each in given]
    addresses = [each for each in arguments if is_address(each)]
    files, problems = find_files([Path(each) for each in arguments if not is_address(each)], is_readable, store)
    notes = find_notes(files, subject)
    problems += notes.problems
    if addresses:
        pages = WebPages(Layout(store).web).fetch(addresses, settings, progress)
        known = {file.id for file in files}
        files = sorted([*files, *(page for page in pages.found if page.id not in known)])
        notes.by_source.update({source: note for source, note in pages.notes.items() if source not in known})
        problems += pages.problems
    return FoundSources(files, notes, problems)


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
    """Return the form in which paths are compared: not every system keeps composed characters as they are written."""
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
