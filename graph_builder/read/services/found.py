"""Reading answers: what records an item holds, and whether they are what was wanted."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from graph_builder.model import Named, ReadError, Record, Work
from graph_builder.read.records import records_in
from graph_builder.read.services.client import Answer
from graph_builder.read.services.wanted import Wanted, WantedOrganization, WantedWork, is_organization, is_work


def records_of(content: bytes, suffix: str = ".json") -> list[Record]:
    """Return the records in an answer; none if a connector finds none."""
    try:
        found = list(records_in(io.BytesIO(content), f"answer{suffix}", "answer"))
    except ReadError:
        return []
    return [record for record in found if isinstance(record, Record)]


def is_wanted(wanted: Wanted, record: Record) -> bool:
    """Tell whether a record is about the work or the organisation that is wanted."""
    if isinstance(wanted, WantedWork):
        return isinstance(record.about, Work) and is_work(wanted, record.about)
    return (
        isinstance(wanted, WantedOrganization)
        and isinstance(record.about, Named)
        and is_organization(wanted, record.about)
    )


def matching(wanted: Wanted, items: Iterable[Any], most: int = 3) -> Iterator[Answer]:
    """Yield those of the items of a search that are what was wanted, as they came, at most some."""
    left = most
    for item in items:
        content = as_bytes(item)
        records = records_of(content)
        if left and any(is_wanted(wanted, record) for record in records):
            left -= 1
            yield Answer(records[0].key, ".json", content)


def whole(item: Any) -> Iterator[Answer]:
    """Yield an item that was asked for by its identifier."""
    content = as_bytes(item)
    if records := records_of(content):
        yield Answer(records[0].key, ".json", content)


def as_bytes(item: Any) -> bytes:
    """Return JSON as bytes, the same for the same item."""
    return json.dumps(item, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")
