"""Documents that are added from the page: saved in a folder beside the store, from where a build reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graph_builder.model import QueryError
from graph_builder.pipeline.build import build
from graph_builder.read.formats import FORMATS, format_of_name
from graph_builder.read.records import SUFFIXES
from graph_builder.store.files import beside
from graph_builder.store.store import Store

SUFFIX = ".documents"
"""What the folder's name has after the store's, as the file of decisions has a suffix of its own."""

MOST = 50
"""Documents that one build takes from the page at most; more are for the command line."""

_RECORDS = 30_000_000
_LONGEST = 150
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f/\\\ud800-\udfff]")


class UnwantedDocumentError(QueryError):
    """A document that is not taken: its name, its kind or its size will not do."""


def documents_folder(store: Path) -> Path:
    """Return the folder beside a store in which documents from the page are saved."""
    return beside(store, SUFFIX)


def limit_of(name: str) -> int:
    """Return how many bytes a document of this name may have.

    >>> limit_of("ada.md") > 1_000_000
    True

    Raises:
        UnwantedDocumentError: no reader knows its kind, or the name is none that a file should have.
    """
    if not name or _FORBIDDEN.search(name) or name.startswith(".") or len(name.encode()) > _LONGEST:
        raise UnwantedDocumentError(f"{name[:80]!r} is no name of a document; rename the file")
    if (format_ := format_of_name(name)) is not None:
        return format_.max_bytes
    if Path(name).suffix.lower() in SUFFIXES:
        return _RECORDS
    suffixes = " ".join(sorted({*(suffix for each in FORMATS for suffix in each.suffixes), *SUFFIXES}))
    raise UnwantedDocumentError(
        f"{name} is of a kind that no reader knows; give a file with one of the suffixes {suffixes}"
    )


def save_document(store: Path, name: str, content: bytes) -> str:
    """Write a document into the folder beside a store; return the name that it has there: nothing is overwritten.

    Raises:
        UnwantedDocumentError: it is not taken.
        OSError: it cannot be written.
    """
    limit_of(name)
    folder = documents_folder(store)
    folder.mkdir(exist_ok=True)
    number = 1
    while (path := folder / (name if number == 1 else f"{Path(name).stem} {number}{Path(name).suffix}")).exists():
        if path.read_bytes() == content:
            return path.name
        number += 1
    draft = folder / f".{path.name}.part"
    draft.write_bytes(content)
    draft.replace(path)
    return path.name


def build_documents(store: Path, names: Sequence[str]) -> dict[str, Any]:
    """Build the store with documents that were saved beside it; return what was found in each, and the problems.

    Raises:
        UnwantedDocumentError: one of them is not there, or they are too many.
        StoreError: another build is going on, or the store cannot be written.
    """
    if not 0 < len(names) <= MOST:
        raise UnwantedDocumentError(f"a build takes 1 to {MOST} documents from the page; use the command line for more")
    folder = documents_folder(store)
    for name in names:
        limit_of(name)
        if not (folder / name).is_file():
            raise UnwantedDocumentError(f"{name} is not there; send it first")
    report = build([folder / name for name in names], store)
    opened = Store.open(store)
    stored = {record.id for record in opened.manifest.sources}
    ids = [source for name in names if (source := f"{folder.name}/{name}") in stored]
    return {
        "documents": [{"id": source, "facts": len(opened.facts(source).claims)} for source in ids],
        "added": report.added,
        "problems": [str(problem) for problem in report.problems],
    }
