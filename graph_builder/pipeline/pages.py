"""The pages of a PDF that a store was built from: found again where the file still is as it was read."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from graph_builder.model import QueryError, ReadError, StoreError
from graph_builder.pipeline.uploads import documents_folder
from graph_builder.read.pdf.places import page_picture, word_places
from graph_builder.store.erased_people import erased_path
from graph_builder.store.layout import SourceRecord
from graph_builder.store.store import Store

PDF = "application/pdf"
_SCALE = 2.0


def pages(store: Store, source: str, folder: Path | None) -> dict[str, Any]:
    """Return the pages of a source with their sizes in points, and the words on them.

    Args:
        store: an open store.
        source: the id of a source.
        folder: where sources lie beside those that were added in the explorer.

    Raises:
        QueryError: there is no such source, or it is no PDF that is still as it was read.
    """
    record, data = _original(store, source, folder)
    document = store.try_document(record.id)
    try:
        sheets, places = word_places(data, record.id, document.text if document else "")
    except ReadError as error:
        raise QueryError(str(error)) from error
    return {"pages": [list(sheet) for sheet in sheets], "words": [list(place) for place in places]}


def picture(store: Store, source: str, folder: Path | None, number: int) -> bytes:
    """Return the picture of a page of a source as PNG.

    Args:
        store: an open store.
        source: the id of a source.
        folder: where sources lie beside those that were added in the explorer.
        number: the page, from 0.

    Raises:
        QueryError: there is no such source or page, or it is no PDF that is still as it was read.
    """
    _, data = _original(store, source, folder)
    try:
        return page_picture(data, number, _SCALE)
    except IndexError as error:
        raise QueryError(str(error)) from error


def _original(store: Store, source: str, folder: Path | None) -> tuple[SourceRecord, bytes]:
    try:
        record = store.find(source)
    except StoreError as error:
        raise QueryError(str(error)) from error
    if record.media_type != PDF:
        raise QueryError(f"{record.id} is no PDF; its text is all there is to see")
    if erased_path(store.path).exists():
        raise QueryError("people were erased from this store; pages of files could show them")
    added = documents_folder(store.path)
    within = Path(record.id)
    candidates = [added.parent / within] if within.parts[0] == added.name else []
    candidates += [folder / within, folder.parent / within] if folder and not within.is_absolute() else []
    roots = [added, *([folder] if folder else [])]
    for path in candidates:
        # The content decides: no other file is ever shown, wherever a path leads.
        if any(path.resolve().is_relative_to(root.resolve()) for root in roots) and path.is_file():
            data = path.read_bytes()
            if hashlib.sha256(data).hexdigest() == record.content:
                return record, data
    raise QueryError(
        f"the file of {record.id} is not at hand, or has changed since it was read; serve with --documents FOLDER"
    )
