"""Sources: files, web pages, and answers of web services; what was fetched stays in the store for later builds."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from graph_builder.http.client import Limits
from graph_builder.model import Problem, ReadError, SourceNote, StoreError, digest
from graph_builder.pipeline.source_files import SourceFile, SourceNotes, find_files, find_notes
from graph_builder.pipeline.stages import Progress, no_progress
from graph_builder.read.services import Answer
from graph_builder.read.web.links import related_pages
from graph_builder.read.web.pages import Page, WebReader, clean_address, is_address, source_of
from graph_builder.store.files import write_atomically
from graph_builder.store.layout import Layout

_INDEX = "index.json"
_UNSAFE = re.compile(r"[^\w.~@()-]+")
_LONGEST = 80

FOLLOWED = 10
"""WebPages that are followed from one homepage at most: about, CV, publications by kind or year, students."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """How pages are fetched: whether links to publications and CV are followed, and into private networks."""

    follow: bool = False
    private: bool = False
    limits: Limits = field(default_factory=Limits)


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
        named = {file.id for file in files}
        files = sorted([*files, *(page for page in pages.found if page.id not in named)])
        notes.by_source.update({source: note for source, note in pages.notes.items() if source not in named})
        problems += pages.problems
    return FoundSources(files, notes, problems)


@dataclass(frozen=True, slots=True)
class _StoredPage:
    """A page in the store: its source, its file, where redirects led, and headers that show a change."""

    source: str
    file: str
    address: str
    etag: str = ""
    modified: str = ""
    date: str = ""


@dataclass(slots=True)
class FetchedPages:
    """The pages of one build as files, with notes (address, date) and the problems met on the way."""

    found: list[SourceFile] = field(default_factory=list)
    notes: dict[str, SourceNote] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


class WebPages:
    """The folder of fetched pages in a store.

    Args:
        folder: where the pages and their index lie; made when the first page comes.

    Raises:
        StoreError: the index is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index = folder / _INDEX
        try:
            entries = json.loads(self._index.read_text("utf-8"))
            self._stored = {address: _StoredPage(**entry) for address, entry in entries.items()}
        except FileNotFoundError:
            self._stored = {}
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise StoreError(f"{self._index} is damaged ({error}); remove it, and pages are fetched again") from error

    def fetch(
        self,
        addresses: Iterable[str],
        settings: WebSettings,
        progress: Progress = no_progress,
        reader: WebReader | None = None,
    ) -> FetchedPages:
        """Fetch pages that are new or have changed, store them, and return all of them as sources."""
        web = reader or WebReader(private=settings.private, limits=settings.limits)
        out, waiting, seen = FetchedPages(), [(address, settings.follow) for address in addresses], set[str]()
        for done, (address, follow) in enumerate(waiting):  # which grows meanwhile
            progress("Fetching", done, len(waiting))
            try:
                url = clean_address(address)
                if url in seen:
                    continue
                seen.add(url)
                stored = self._bring(web, url)
            except ReadError as error:
                out.problems.append(_problem(address, error))
                continue
            seen.add(stored.address)
            path = self._folder / stored.file
            out.found.append(SourceFile(stored.source, path))
            out.notes[stored.source] = SourceNote(address=stored.address, date=stored.date)
            if follow and path.suffix == ".html":
                more = related_pages(path.read_bytes(), stored.address)
                waiting += [(link, False) for link in more[:FOLLOWED] if link not in seen]
        out.found = sorted({found.id: found for found in out.found}.values())
        self._write()
        return out

    def remove(self, source: str) -> None:
        """Remove the pages of a source, so that nothing of them stays."""
        gone = [address for address, stored in self._stored.items() if stored.source == source]
        for address in gone:
            (self._folder / self._stored.pop(address).file).unlink(missing_ok=True)
        if gone:
            self._write()

    def sources(self) -> frozenset[str]:
        """Return the ids of the sources whose pages are stored."""
        return frozenset(stored.source for stored in self._stored.values())

    def _bring(self, web: WebReader, url: str) -> _StoredPage:
        old = self._stored.get(url)
        if old is not None and not (self._folder / old.file).is_file():
            old = None
        page = web.fetch(url, old.etag, old.modified) if old else web.fetch(url)
        if page.unchanged and old is not None:
            if page.address == old.address:
                return old
            page = web.fetch(url)  # it leads elsewhere now, where the same mark stands for another page
        stored = self._store(page, old)
        self._stored[url] = stored
        if old is not None and old.file not in {other.file for other in self._stored.values()}:
            (self._folder / old.file).unlink(missing_ok=True)
        return stored

    def _store(self, page: Page, old: _StoredPage | None) -> _StoredPage:
        """Write a page to its file. Its date is that of the fetch that brought this content."""
        source = source_of(page.address, page.suffix)
        name = digest(source) + page.suffix
        path = self._folder / name
        same = old is not None and old.file == name and path.read_bytes() == page.content
        date = old.date if old is not None and same else datetime.datetime.now(datetime.UTC).date().isoformat()
        stored = _StoredPage(source, name, page.address, page.etag, page.modified, date)
        if not same:
            self._folder.mkdir(exist_ok=True)
            write_atomically(path, page.content)
        return stored

    def _write(self) -> None:
        if not self._stored and not self._folder.exists():
            return
        self._folder.mkdir(exist_ok=True)
        entries = {address: asdict(stored) for address, stored in sorted(self._stored.items())}
        write_atomically(self._index, json.dumps(entries, ensure_ascii=False, indent=1).encode())


def _problem(address: str, error: ReadError) -> Problem:
    what, _, advice = str(error).rpartition("; ")
    place, colon, message = what.partition(": ")
    # A redirect may have led elsewhere: then the message names another address than the user did.
    return Problem(place if colon and is_address(place) else address, message if colon else what, advice)


def store_answer(store: Path, service: str, answer: Answer) -> bool:
    """Write an answer of a web service to its file, and return whether it is new there.

    The source is then ``enrich/<service>/<key>``: a later answer on the same thing takes the place of the earlier.
    """
    path = Layout(store).enrich / service / file_name(answer)
    if path.is_file() and path.read_bytes() == answer.content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, answer.content)
    return True


def file_name(answer: Answer) -> str:
    """Return the name of an answer's file, made from its key and safe on every system.

    >>> file_name(Answer("10.1000/Xyz-1", ".json", b""))
    '10.1000_Xyz-1.json'
    """
    plain = _UNSAFE.sub("_", answer.key).strip("._")
    # Two keys that look alike once made safe, and one that is too long, get a digest.
    exact = "_" not in answer.key and plain == answer.key.replace("/", "_") and 0 < len(plain.encode()) <= _LONGEST
    short = plain.encode()[:_LONGEST].decode(errors="ignore")  # systems count bytes
    return (plain if exact else f"{short}-{digest(answer.key)[:8]}".lstrip("-")) + answer.suffix


def is_fetched(store: Path, source: str) -> bool:
    """Return whether the store has the file of a source: a page, or an answer of a service."""
    return source in WebPages(Layout(store).web).sources() or (store / source).is_file()


def forget_fetched(store: Path, source: str = "") -> None:
    """Remove what was fetched for a source: pages, or its file if it is an answer.

    The memory of the services' answers, which only saves time, is cleared as a whole: it may name anybody.

    Args:
        store: the store's folder.
        source: the id of the source; none only clears that memory.
    """
    layout = Layout(store)
    if source:
        WebPages(layout.web).remove(source)
    folder, _, rest = source.partition("/")
    if folder == layout.enrich.name and rest:
        path = layout.enrich / rest
        if layout.enrich.resolve() in path.resolve().parents:
            path.unlink(missing_ok=True)
    if layout.memory.exists():
        shutil.rmtree(layout.memory)
