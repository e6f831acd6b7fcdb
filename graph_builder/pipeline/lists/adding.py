"""Adding a list to the gazetteer: its content tells what a file holds, which is written to the folder of lists."""

from __future__ import annotations

import hashlib
import io
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from graph_builder.gazetteer.added import SUFFIX, Kind, Source, default_directory, write_entries, write_registry
from graph_builder.gazetteer.normalize import slug
from graph_builder.gazetteer.registry.ror import Organization, organization
from graph_builder.model import Problem, ReadError
from graph_builder.pipeline.lists.topics import topics
from graph_builder.pipeline.lists.venues import venues
from graph_builder.read.records.json_stream import json_objects
from graph_builder.read.records.opening import Unpacked, streams
from graph_builder.read.records.source import Source as Records

_SAMPLE = 65_536
_MOST_TEXT = 512 * 1024**2
_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Added:
    """What came of adding a file: the list, how many records were left out as withdrawn, and what was broken."""

    source: Source
    withdrawn: int = 0
    problems: tuple[Problem, ...] = ()


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
    with _content(file) as content:
        kind = _kind(content.peek(_SAMPLE), file)
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    name = slug(name) or slug(file.name.split(".")[0]) or kind.value
    source = Source(name, kind, 0, file.name, digest)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=directory, prefix=".adding-") as folder:
            draft = Path(folder) / "list"
            added = _write(file, draft, source)
            draft.replace(directory / f"{name}{SUFFIX}")
    except (OSError, sqlite3.Error) as error:
        raise ReadError(f"{directory}: cannot be written ({error}); name another folder with --gazetteer") from error
    return added


def _write(file: Path, draft: Path, source: Source) -> Added:
    if source.kind is Kind.ORGANIZATIONS:
        with _content(file) as content:
            dump = _Dump(file.name, content)
            source = write_registry(draft, source, dump.organizations())
        if not source.entries:
            raise ReadError(f"{file}: no record of ROR's schema version 2 found; see ror.readme.io for the data dump")
        return Added(source, dump.withdrawn, dump.reported())
    with _content(file) as content:
        data = io.BufferedReader(content).read(_MOST_TEXT + 1)
    if len(data) > _MOST_TEXT:
        raise ReadError(f"{file}: too large for a list of venues or topics; divide it")
    text = data.decode("utf-8-sig", "replace")
    entries = venues(text, file) if source.kind is Kind.VENUES else topics(text, file)
    return Added(write_entries(draft, source, entries))


@contextmanager
def _content(file: Path) -> Iterator[Unpacked]:
    """Give the content of a file, unpacked; of an archive its list, of ROR's the one of JSON in schema 2.

    Raises:
        ReadError: the file cannot be opened or unpacked.
    """
    try:
        stream = file.open("rb")
    except OSError as error:
        raise ReadError(f"{file}: cannot be opened ({error.strerror or error}); check the path") from error
    with stream:
        try:
            names = [name for name, _ in streams(stream, file.name, [], file.name)]
        except ReadError as error:
            raise ReadError(f"{file}: {error}") from error
        wanted = max(names, key=lambda name: (name.endswith((".json", ".jsonl")), "v2" in name, name), default="")
        stream.seek(0)
        members = streams(stream, file.name, [], file.name)  # a member is closed when this ends
        content = next((raw for name, raw in members if name == wanted), None)
        if content is None:
            raise ReadError(f"{file}: the archive is empty")
        if not content.peek(1):
            raise ReadError(f"{file}: {content.broken or 'it is empty'}; no list of organizations, venues or topics")
        yield content
    if content.broken:
        raise ReadError(f"{file}: {content.broken}; download it again")


def _kind(sample: bytes, file: Path) -> Kind:
    """Return what kind of list a file holds, judged by its beginning.

    Raises:
        ReadError: it is none of these kinds.
    """
    text = sample.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if "\0" in text or not text:
        raise ReadError(f"{file}: no list of organizations, venues or topics; see graph-builder gazetteer add --help")
    if re.match(r"<(?:!doctype html|html)\b", text, re.IGNORECASE):
        raise ReadError(f"{file}: a web page, not a list; download the file itself")
    if text[0] not in "[{" and re.search(r"^\W?https://ror\.org/0\w{8}\b", text, re.MULTILINE):
        raise ReadError(f"{file}: ROR's registry as CSV; add the zip archive or the JSON file of the dump")
    if text[0] in "[{" and re.search(r'"id"\s*:\s*"https://ror\.org/', text):
        return Kind.ORGANIZATIONS
    if re.match(r"@prefix|@base|PREFIX\b|BASE\b|<\?xml|<rdf:|<https?://|#.*\n\s*(?:@prefix|PREFIX)", text):
        return Kind.TOPICS
    return Kind.TOPICS if '"@context"' in text and "skos" in text else Kind.VENUES


class _Dump:
    """The organizations of a dump, with what was left out on the way."""

    def __init__(self, name: str, content: Unpacked) -> None:
        self._records = Records(name, name, io.BufferedReader(content))
        self._is_array = content.peek(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"["
        self.withdrawn = 0

    def reported(self) -> tuple[Problem, ...]:
        """What was left out: the first records each, and how many others."""
        name, found = self._records.name, self._records.problems
        problems = [Problem(name, problem.what, "it was left out") for problem in found[:_MOST_PROBLEMS]]
        if others := len(found) - len(problems):
            problems.append(Problem(name, f"{others} more records are broken", "they were left out"))
        return tuple(problems)

    def organizations(self) -> Iterator[Organization]:
        """Yield them; an array that is broken somewhere may be half of one.

        Raises:
            ReadError: an array is broken.
        """
        seen: set[str] = set()
        for where, record in json_objects(self._records):
            try:
                found = organization(record)
            except ValueError as error:
                self._records.note(where, str(error))
                continue
            if found is None:
                self.withdrawn += 1
            elif found.id in seen:
                self._records.note(where, f"a second record of {found.id}; the first counts")
            else:
                seen.add(found.id)
                yield found
        broken = next((p for p in self._records.problems if self._is_array and "no valid JSON" in p.what), None)
        if broken is not None:
            raise ReadError(f"{broken.source}: {broken.what}; download it again")
