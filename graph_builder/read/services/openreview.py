"""OpenReview: submissions by number or title, and those of a person whose OpenReview name is known."""

from __future__ import annotations

from collections.abc import Iterator

from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.found import matching, whole
from graph_builder.read.services.wanted import Wanted, WantedPerson, WantedWork, identifier, words

_PAGE, _PAGES = 1000, 5


def look_up(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield what OpenReview has on a paper or by a person."""
    if isinstance(wanted, WantedWork):
        if known := identifier(wanted, "openreview"):
            page = client.json("/notes", id=known) or {}
            for note in page.get("notes", []):
                yield from whole(note)
            return
        page = client.json("/notes/search", term=words(wanted.title), content="title", limit="10") or {}
        yield from matching(wanted, page.get("notes", []))
    elif isinstance(wanted, WantedPerson) and (known := identifier(wanted, "openreview")):
        for number in range(_PAGES):
            place = {"limit": str(_PAGE), "offset": str(number * _PAGE)}
            notes = (client.json("/notes", **{"content.authorids": known}, **place) or {}).get("notes", [])
            for note in notes:
                yield from whole(note)
            if len(notes) < _PAGE:
                return
