"""Crossref: works by DOI or title, and those that bear a person's ORCID."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.found import matching, whole
from graph_builder.read.services.wanted import Wanted, WantedPerson, WantedWork, identifier, words

_PAGES = 50  # of 100 works


def look_up(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield what Crossref has on a work or by a person."""
    if isinstance(wanted, WantedWork):
        if doi := identifier(wanted, "doi"):
            found = client.json(f"/works/{quote(doi, safe='')}")
            if found and found.get("message"):
                yield from whole(found["message"])
                return
        search = {"query.bibliographic": words(wanted.title), "rows": "5"}
        if wanted.authors:
            search["query.author"] = words(wanted.authors[0])
        page = client.json("/works", **search)
        yield from matching(wanted, ((page or {}).get("message") or {}).get("items", []))
    elif isinstance(wanted, WantedPerson) and (orcid := identifier(wanted, "orcid")):
        cursor = "*"
        for _ in range(_PAGES):
            page = client.json("/works", filter=f"orcid:{orcid}", rows="100", cursor=cursor)
            message = (page or {}).get("message") or {}
            for item in message.get("items", []):
                yield from whole(item)
            cursor = message.get("next-cursor", "")
            if not cursor or len(message.get("items", [])) < 100:
                return
