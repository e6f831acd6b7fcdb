"""OpenAlex: works by DOI or title, authors by ORCID with their works, institutions by ROR or name."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.found import matching, whole
from graph_builder.read.services.wanted import Wanted, WantedPerson, WantedWork, identifier, words

_PAGES = 25  # of 200 works


def look_up(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield what OpenAlex has on a work, a person or an organisation."""
    if isinstance(wanted, WantedWork):
        yield from _work(client, wanted)
    elif isinstance(wanted, WantedPerson):
        yield from _person(client, wanted)
    else:
        found = None
        if ror := identifier(wanted, "ror"):
            found = client.json(f"/institutions/ror:{quote(ror)}")
        if found:
            yield from whole(found)
        elif not ror:
            page = client.json("/institutions", search=words(wanted.names[0]), **{"per-page": "5"})
            yield from matching(wanted, (page or {}).get("results", []), 1)


def _work(client: ServiceClient, wanted: WantedWork) -> Iterator[Answer]:
    doi = identifier(wanted, "doi")
    if doi and (found := client.json(f"/works/doi:{quote(doi, safe='/')}")):
        yield from whole(found)
        return
    page = client.json("/works", filter=f"title.search:{words(wanted.title)}", **{"per-page": "10"})
    yield from matching(wanted, (page or {}).get("results", []))


def _person(client: ServiceClient, wanted: WantedPerson) -> Iterator[Answer]:
    known = identifier(wanted, "orcid")
    place = f"orcid:{known}" if known else identifier(wanted, "openalex")
    author = client.json(f"/authors/{quote(place)}") if place else None
    if not author:
        return
    yield from whole(author)
    key = str(author.get("id", "")).rsplit("/", 1)[-1]
    cursor = "*"
    for _ in range(_PAGES if key else 0):
        page = client.json("/works", filter=f"author.id:{key}", cursor=cursor, **{"per-page": "200"}) or {}
        for item in page.get("results", []):
            yield from whole(item)
        cursor = (page.get("meta") or {}).get("next_cursor") or ""
        if not cursor or not page.get("results"):
            return
