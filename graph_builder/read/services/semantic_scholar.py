"""Semantic Scholar: papers by identifier or title, authors by their number with their papers."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.found import matching, whole
from graph_builder.read.services.wanted import Wanted, WantedPerson, WantedWork, identifier, words

_PAPER = "paperId,corpusId,externalIds,title,year,publicationDate,venue,publicationVenue,publicationTypes,authors"
_AUTHOR = "authorId,externalIds,name,affiliations,homepage"
_PAGE, _PAGES = 500, 20
_SCHEMES = (("s2", ""), ("doi", "DOI:"), ("arxiv", "ARXIV:"), ("acl", "ACL:"))


def look_up(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield what Semantic Scholar has on a paper or an author."""
    if isinstance(wanted, WantedWork):
        for scheme, prefix in _SCHEMES:
            if known := identifier(wanted, scheme):
                found = client.json(f"/graph/v1/paper/{prefix}{quote(known, safe='/')}", fields=_PAPER)
                if found:
                    yield from whole(found)
                    return
        page = client.json("/graph/v1/paper/search/match", query=words(wanted.title), fields=_PAPER)
        yield from matching(wanted, (page or {}).get("data", []))
    elif isinstance(wanted, WantedPerson) and (known := identifier(wanted, "s2")):
        author = client.json(f"/graph/v1/author/{quote(known)}", fields=_AUTHOR)
        if author:
            yield from whole(author)
            yield from _papers(client, known)


def _papers(client: ServiceClient, author: str) -> Iterator[Answer]:
    offset: int | None = 0
    for _ in range(_PAGES):
        if offset is None:
            return
        limits = {"offset": str(offset), "limit": str(_PAGE)}
        page = client.json(f"/graph/v1/author/{quote(author)}/papers", fields=_PAPER, **limits) or {}
        for item in page.get("data", []):
            yield from whole(item)
        offset = page.get("next")
