"""The folder of added lists: one file a list, made anew in one step, so that no reader ever sees half of one."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from graph_builder.gazetteer.added.content import Kind, items, kind_of, unpacked
from graph_builder.gazetteer.added.topics import topics
from graph_builder.gazetteer.added.venues import venues
from graph_builder.gazetteer.entry import Entry
from graph_builder.gazetteer.normalize import slug
from graph_builder.gazetteer.registry.index import FORMAT, write_index
from graph_builder.gazetteer.registry.registry import Registry
from graph_builder.gazetteer.registry.ror import Organization, organization
from graph_builder.model import Problem, ReadError

VARIABLE = "GRAPH_BUILDER_GAZETTEER"
"""The environment variable that names the folder."""
_SUFFIX = ".gazetteer"
_MOST_TEXT = 512 * 1024**2
_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Source:
    """One added list: its name, what it holds, how many entries, the file it came from and a digest of that."""

    name: str
    kind: Kind
    entries: int
    file: str
    digest: str


@dataclass(frozen=True, slots=True)
class Added:
    """What came of adding a file: the list, how many records were left out as withdrawn, and what was broken."""

    source: Source
    withdrawn: int = 0
    problems: tuple[Problem, ...] = ()


def default_directory(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Return the folder of added lists: that of the environment variable, else one among the user's data.

    >>> default_directory({"XDG_DATA_HOME": "/data"}, "linux").as_posix()
    '/data/graph-builder/gazetteer'
    """
    known = os.environ if environment is None else environment
    if known.get(VARIABLE):
        return Path(known[VARIABLE])
    if platform == "win32":
        base = Path(known.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(known.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "graph-builder" / "gazetteer"


def add(file: Path, directory: Path | None = None, name: str = "") -> Added:
    """Add a list to the gazetteer; one of the same name is replaced.

    Args:
        file: a ROR data dump (JSON, JSON lines, gzip or zip), a list of venues (CSV, YAML, JSON) or a SKOS scheme.
        directory: the folder of added lists; by default that of the user.
        name: what to call the list; by default after the file.

    Raises:
        ReadError: the file cannot be read, or holds none of these; what was there stays.
    """
    directory = directory or default_directory()
    kind = kind_of(file)
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    name = slug(name) or slug(file.name.split(".")[0]) or kind.value
    source = Source(name, kind, 0, file.name, digest)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=directory, prefix=".adding-") as folder:
            draft = Path(folder) / "list"
            added = _write(file, draft, source)
            draft.replace(directory / f"{name}{_SUFFIX}")
    except (OSError, sqlite3.Error) as error:
        raise ReadError(f"{directory}: cannot be written ({error}); name another folder with --gazetteer") from error
    return added


def _write(file: Path, draft: Path, source: Source) -> Added:
    if source.kind is Kind.ORGANIZATIONS:
        reading = _Reading(file)
        write_index(draft, reading.organizations())
        if not reading.count:
            raise ReadError(f"{file}: no record of ROR's schema version 2 found; see ror.readme.io for the data dump")
        source = replace(source, entries=reading.count)
        with sqlite3.connect(draft) as connection:
            connection.execute("INSERT INTO about VALUES ('source', ?)", (json.dumps(asdict(source)),))
        connection.close()
        return Added(source, reading.withdrawn, reading.complaints())
    text = _text(file)
    entries = venues(text, file) if source.kind is Kind.VENUES else topics(text, file)
    source = replace(source, entries=len(entries))
    rows = [{**asdict(e), "ambiguous": sorted(e.ambiguous)} for e in entries]
    draft.write_text(json.dumps({"source": asdict(source), "entries": rows}, ensure_ascii=False), encoding="utf-8")
    return Added(source)


def _text(file: Path) -> str:
    with unpacked(file) as stream:
        data = stream.read(_MOST_TEXT + 1)
    if len(data) > _MOST_TEXT:
        raise ReadError(f"{file}: too large for a list of venues or topics; divide it")
    return data.decode("utf-8-sig", "replace")


class _Reading:
    """The organizations of a dump, with what was left out on the way."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.count = self.withdrawn = self._broken = 0
        self._problems: list[Problem] = []

    def complaints(self) -> tuple[Problem, ...]:
        """What was left out: the first records each, and how many others."""
        others = self._broken - len(self._problems)
        more = [Problem(self._file.name, f"{others} more records are broken", "they were left out")] if others else []
        return (*self._problems, *more)

    def organizations(self) -> Iterator[Organization]:
        seen: set[str] = set()
        with unpacked(self._file) as stream:
            for number, item in items(stream, self._file):
                try:
                    found = organization(item) if isinstance(item, dict) else None
                    if not isinstance(item, dict):
                        raise ValueError("broken JSON")
                except ValueError as error:
                    self._complain(number, str(error))
                    continue
                if found is None:
                    self.withdrawn += 1
                elif found.id in seen:
                    self._complain(number, f"a second record of {found.id}; the first counts")
                else:
                    seen.add(found.id)
                    self.count += 1
                    yield found

    def _complain(self, number: int, what: str) -> None:
        self._broken += 1
        if len(self._problems) < _MOST_PROBLEMS:
            self._problems.append(Problem(f"{self._file.name}, record {number}", what, "it was left out"))


def remove(name: str, directory: Path | None = None) -> Source:
    """Remove a list from the gazetteer, and return what it was.

    Raises:
        ReadError: there is none of that name.
    """
    directory = directory or default_directory()
    known = {s.name: s for s in sources(directory)}
    if name not in known:
        there = ", ".join(known) or "none"
        raise ReadError(f"{directory}: no list called {name!r}; those there are: {there}")
    (directory / f"{name}{_SUFFIX}").unlink()
    return known[name]


def sources(directory: Path | None = None) -> tuple[Source, ...]:
    """Return the lists that were added, by name.

    Raises:
        ReadError: one of them is damaged.
    """
    return tuple(_source(path) for path in _files(directory or default_directory()))


def fingerprint(directory: Path | None = None, kinds: Collection[Kind] = tuple(Kind)) -> str:
    """Return a digest of all lists of some kinds: it changes whenever they do, and is empty if there are none."""
    known = [s for s in sources(directory) if s.kind in kinds]
    parts = [f"{s.name}\0{s.kind}\0{s.digest}" for s in known]
    return hashlib.sha256("\n".join([FORMAT, *parts]).encode()).hexdigest()[:16] if parts else ""


def load_added(
    directory: Path | None = None, kinds: Collection[Kind] = tuple(Kind)
) -> tuple[list[Registry], list[Entry], list[Entry]]:
    """Return what was added: registries of organizations, venues and topics, in the order of the lists' names."""
    registries: list[Registry] = []
    found: dict[Kind, list[Entry]] = {Kind.VENUES: [], Kind.TOPICS: []}
    for path in _files(directory or default_directory()):
        kind = _source(path).kind
        if kind not in kinds:
            continue
        if kind is Kind.ORGANIZATIONS:
            registries.append(Registry(path))
        else:
            found[kind].extend(_entries(path))
    return registries, found[Kind.VENUES], found[Kind.TOPICS]


def _files(directory: Path) -> list[Path]:
    return (
        sorted(p for p in directory.glob(f"*{_SUFFIX}") if re.fullmatch(r"[\w-]+", p.stem))
        if directory.is_dir()
        else []
    )


def _source(path: Path) -> Source:
    try:
        with path.open("rb") as file:
            is_index = file.read(6) == b"SQLite"
        if is_index:
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
            try:
                about = dict(connection.execute("SELECT key, value FROM about WHERE key IN ('source', 'format')"))
            finally:
                connection.close()
            found = json.loads(about["source"])
            if about.get("format") != FORMAT:
                raise ReadError(f"{path}: made by another version of graph-builder; add {found['file']} again")
        else:
            found = json.loads(path.read_text(encoding="utf-8"))["source"]
        return Source(**{**found, "kind": Kind(found["kind"])})
    except (OSError, sqlite3.Error, ValueError, KeyError, TypeError) as error:
        raise ReadError(f"{path}: a damaged list ({error}); remove the file and add the list again") from error


def _entries(path: Path) -> list[Entry]:
    rows = json.loads(path.read_text(encoding="utf-8"))["entries"]
    return [
        Entry(r["id"], r["name"], r["kind"], tuple(r["aliases"]), r["parent"], ambiguous=frozenset(r["ambiguous"]))
        for r in rows
    ]
