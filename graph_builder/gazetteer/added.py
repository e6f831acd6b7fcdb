"""The folder of lists that a user adds to the built-in gazetteer: registries of organizations, venues, topics."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path

from graph_builder.gazetteer.entry import Entry
from graph_builder.gazetteer.registry.index import FORMAT, write_index
from graph_builder.gazetteer.registry.registry import Registry
from graph_builder.gazetteer.registry.ror import Organization
from graph_builder.model import ReadError

VARIABLE = "GRAPH_BUILDER_GAZETTEER"
"""The environment variable that names the folder."""
SUFFIX = ".gazetteer"
"""What the names of lists in it end with."""


class Kind(StrEnum):
    """What a list holds."""

    ORGANIZATIONS = "organizations"
    VENUES = "venues"
    TOPICS = "topics"


@dataclass(frozen=True, slots=True)
class Source:
    """One added list: its name, what it holds, how many entries, the file it came from and a digest of that."""

    name: str
    kind: Kind
    entries: int
    file: str
    digest: str


def default_directory(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Return the folder of added lists: that of the environment variable, else one among the user's data.

    >>> default_directory({"XDG_DATA_HOME": "/data"}, "linux").as_posix()
    '/data/graph-builder/gazetteer'
    """
    variables = os.environ if environment is None else environment
    if variables.get(VARIABLE):
        return Path(variables[VARIABLE])
    if platform == "win32":
        base = Path(variables.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(variables.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "graph-builder" / "gazetteer"


def write_registry(path: Path, source: Source, records: Iterable[Organization]) -> Source:
    """Write a registry of organizations to a new file, and return its source with their number."""
    count = write_index(path, records)
    source = replace(source, entries=count)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO about VALUES ('source', ?)", (json.dumps(asdict(source)),))
    return source


def write_entries(path: Path, source: Source, entries: Sequence[Entry]) -> Source:
    """Write venues or topics to a new file, and return its source with their number."""
    source = replace(source, entries=len(entries))
    rows = [{**asdict(e), "ambiguous": sorted(e.ambiguous)} for e in entries]
    path.write_text(json.dumps({"source": asdict(source), "entries": rows}, ensure_ascii=False), encoding="utf-8")
    return source


def remove(name: str, directory: Path | None = None) -> Source:
    """Remove a list from the gazetteer, and return what it was.

    Raises:
        ReadError: there is none of that name.
    """
    directory = directory or default_directory()
    by_name = {s.name: s for s in sources(directory)}
    if name not in by_name:
        there = ", ".join(by_name) or "none"
        raise ReadError(f"{directory}: no list called {name!r}; those there are: {there}")
    (directory / f"{name}{SUFFIX}").unlink()
    return by_name[name]


def sources(directory: Path | None = None) -> tuple[Source, ...]:
    """Return the lists that were added, by name.

    Raises:
        ReadError: one of them is damaged.
    """
    return tuple(_source(path) for path in _files(directory or default_directory()))


def fingerprint(directory: Path | None = None, kinds: Collection[Kind] = tuple(Kind)) -> str:
    """Return a digest of all lists of some kinds: it changes whenever they do, and is empty if there are none."""
    chosen = [s for s in sources(directory) if s.kind in kinds]
    parts = [f"{s.name}\0{s.kind}\0{s.digest}" for s in chosen]
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
        sorted(p for p in directory.glob(f"*{SUFFIX}") if re.fullmatch(r"[\w-]+", p.stem)) if directory.is_dir() else []
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
                raise ReadError(f"{path}: written by another version of graph-builder; add {found['file']} again")
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
