"""The services that can be asked: one table of what each is asked for, and one function that asks."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any
from urllib.parse import quote

from lxml import etree

from graph_builder.model import Named, Person, ReadError, Record, Work
from graph_builder.read.records import records_in
from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.wanted import (
    Wanted,
    WantedOrganization,
    WantedPerson,
    WantedWork,
    identifier,
    is_organization,
    is_work,
    title_key,
    words,
)

Search = Callable[[ServiceClient, Wanted], Iterator[Answer]]


@dataclass(frozen=True, slots=True)
class Request:
    """One way to ask for a thing.

        *path* and the values of *parameters* are templates: ``{id}`` is the identifier of the thing in *scheme*,
    ``{title}`` the words of its title or name, ``{author}`` those of its first author, ``{name}`` its name as it is.
    Without a scheme it is a search, of whose items those are taken that are what was wanted, *most* at the most.
    *items* is the path to them in the answer; empty, the answer is the item. An answer to a *final* request ends the
    asking, even one with nothing in it. *more* asks for what the thing that was found leads to, such as the works of a
    person. *size* is that of a page; the next begins at the parameter that *paging* names: ``cursor``, to be found at
    the path *next*, or ``offset``.
    """

    path: str
    scheme: str = ""
    items: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    is_final: bool = False
    most: int = 3
    size: int = 0
    pages: int = 1
    paging: str = ""
    next: str = ""
    more: Request | None = None


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its name, its address, how many requests a second it allows, and its requests.

    *key_header* is the header for a user's key; without one, the parameter ``api_key`` does.
    """

    name: str
    base: str
    rate: float
    works: tuple[Request, ...] | Search = ()
    people: tuple[Request, ...] | Search = ()
    organizations: tuple[Request, ...] | Search = ()
    key_header: str = ""

    @property
    def knows(self) -> tuple[str, ...]:
        """What can be looked up: works, people, organizations."""
        return tuple(kind for kind in ("works", "people", "organizations") if getattr(self, kind))

    def look_up(self, client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
        """Yield what the service has on a thing."""
        kind = {WantedWork: self.works, WantedPerson: self.people}.get(type(wanted), self.organizations)
        if callable(kind):
            yield from kind(client, wanted)
            return
        for request in kind:
            ident = identifier(wanted, request.scheme) if request.scheme else ""
            if request.scheme and not ident:
                continue
            answered = False
            for answer in _ask(client, request, wanted, ident):
                answered = True
                yield answer
            if answered or request.is_final:
                return


def _ask(client: ServiceClient, request: Request, wanted: Wanted, ident: str) -> Iterator[Answer]:
    names = (wanted.title,) if isinstance(wanted, WantedWork) else wanted.names
    authors = wanted.authors[:1] if isinstance(wanted, WantedWork) else ()
    given = {"id": ident, "title": words(names[0]), "name": names[0], "author": words(" ".join(authors))}
    path = request.path.format(id=quote(ident, safe="/:"))
    parameters = {key: value for key, text in request.parameters.items() if (value := text.format(**given))}
    place = "*" if request.paging == "cursor" else "0"
    for _ in range(request.pages):
        page = client.json(path, **parameters, **({request.paging: place} if request.paging else {}))
        if page is not None and not isinstance(page, dict):
            raise TypeError("no object")
        found = _at(page, request.items)
        items = found if isinstance(found, list) else [found] if found else []
        yield from _by_identifier(items) if request.scheme else _matching(wanted, items, request.most)
        if request.more is not None and items:
            key = str(_at(items[0], "id") or ident).rsplit("/", 1)[-1]
            yield from _ask(client, request.more, wanted, key)
        place = str(_at(page, request.next) or "") if request.next else str(int(place) + request.size)
        if not request.paging or not place or len(items) < request.size:
            return


def _at(value: Any, path: str) -> Any:
    """Return what stands at a path of keys in JSON, or None."""
    keys = path.split(".") if path else []
    return reduce(lambda inner, key: inner.get(key) if isinstance(inner, dict) else None, keys, value)


def _by_identifier(items: Iterable[Any]) -> Iterator[Answer]:
    """Yield items that were asked for by an identifier."""
    for item in items:
        content = _as_bytes(item)
        if records := records_of(content):
            yield Answer(records[0].key, ".json", content)


def _matching(wanted: Wanted, items: Iterable[Any], most: int) -> Iterator[Answer]:
    """Yield those of the items of a search that are what was wanted, as they came, at most some."""
    for item in items:
        content = _as_bytes(item)
        records = records_of(content)
        if most and any(_is_wanted(wanted, record) for record in records):
            most -= 1
            yield Answer(records[0].key, ".json", content)


def _is_wanted(wanted: Wanted, record: Record) -> bool:
    about = record.about
    if isinstance(wanted, WantedWork):
        return isinstance(about, Work) and is_work(wanted, about)
    return isinstance(wanted, WantedOrganization) and isinstance(about, Named) and is_organization(wanted, about)


def _as_bytes(item: Any) -> bytes:
    """Return JSON as bytes, the same for the same item."""
    return json.dumps(item, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")


def records_of(content: bytes, suffix: str = ".json") -> list[Record]:
    """Return the records in an answer; none if a connector finds none."""
    try:
        found = list(records_in(io.BytesIO(content), f"answer{suffix}", "answer"))
    except ReadError:
        return []
    return [record for record in found if isinstance(record, Record)]


# -- services that do not answer in JSON, or not with whole records


def _check_xml(content: bytes) -> None:
    """Raise ValueError for XML that breaks off."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(str(error)) from error


def _xml(client: ServiceClient, key: str, path: str, suffix: str = ".xml", **parameters: str) -> Iterator[Answer]:
    accept = "application/atom+xml" if suffix == ".atom" else "application/xml"
    content = client.get(path, accept, _check_xml, **parameters)
    if content and records_of(content, suffix):
        yield Answer(key, suffix, content)


def _arxiv_works(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    assert isinstance(wanted, WantedWork)
    numbers = [ident] if (ident := identifier(wanted, "arxiv")) else []
    if not numbers:
        query = f'ti:"{words(wanted.title)}"'
        for answer in _xml(client, "", "/api/query", ".atom", search_query=query, max_results="5"):
            found = [record for record in records_of(answer.content, ".atom") if _is_wanted(wanted, record)]
            numbers = [record.key for record in found]
    for number in numbers:
        yield from _xml(client, number, "/api/query", ".atom", id_list=number, max_results="1")


def _dblp_works(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    assert isinstance(wanted, WantedWork)
    keys = [ident.removeprefix("rec/")] if (ident := identifier(wanted, "dblp")) else []
    if not keys:
        page = client.json("/search/publ/api", q=words(wanted.title), format="json", h="10")
        for hit in _at(page, "result.hits.hit") or []:
            info = hit.get("info") or {}
            listed = _at(info, "authors.author") or []
            names = (each.get("text", "") for each in (listed if isinstance(listed, list) else [listed]))
            found = Work(str(info.get("title", "")), tuple(map(Person, names)), year=str(info.get("year", "")))
            if info.get("key") and is_work(wanted, found):
                keys.append(str(info["key"]))
    for key in keys:
        yield from _xml(client, key, f"/rec/{quote(key)}.xml")


def _dblp_people(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    if number := identifier(wanted, "dblp").removeprefix("pid/"):
        yield from _xml(client, f"pid/{number}", f"/pid/{quote(number)}.xml")


def _orcid_people(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield a person's record: by ORCID iD, or by name where one record alone names a known affiliation."""
    assert isinstance(wanted, WantedPerson)
    orcid = identifier(wanted, "orcid")
    given, _, family = words(wanted.names[0]).rpartition(" ")
    if not orcid and wanted.organizations and given:
        places = {title_key(name) for name in wanted.organizations}
        query = f'given-names:"{given}" AND family-name:"{family}"'
        page = client.json("/v3.0/expanded-search/", q=query, rows="20")
        found = [
            item
            for item in _at(page, "expanded-result") or []
            if places & {title_key(str(name)) for name in item.get("institution-name") or []}
        ]
        orcid = str(found[0].get("orcid-id", "")) if len(found) == 1 else ""
    if orcid:
        yield from _by_identifier([client.json(f"/v3.0/{quote(orcid)}/record")])


def _ror_organizations(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield an organization's record: by identifier, or by name where the registry is sure of the match."""
    assert isinstance(wanted, WantedOrganization)
    if ident := identifier(wanted, "ror"):
        yield from _by_identifier([client.json(f"/v2/organizations/{quote(ident)}")])
        return
    page = client.json("/v2/organizations", affiliation=wanted.names[0])
    items = [item for item in _at(page, "items") or [] if isinstance(item, dict) and item.get("chosen")]
    yield from _by_identifier(item.get("organization") for item in items)


# -- the table

_PAPER = {
    "fields": "paperId,corpusId,externalIds,title,year,publicationDate,venue,publicationVenue,publicationTypes,authors"
}
_AUTHOR = {"fields": "authorId,externalIds,name,affiliations,homepage"}
_OPENALEX_WORKS = Request(
    "/works", "openalex", "results", {"filter": "author.id:{id}", "per-page": "200"},
    size=1, pages=25, paging="cursor", next="meta.next_cursor",
)  # fmt: skip

# Rates are what the services ask for in their documentation, or less.
SERVICES: dict[str, Service] = {
    service.name: service
    for service in (
        Service(
            "openalex", "https://api.openalex.org", 8.0,
            works=(
                Request("/works/doi:{id}", "doi"),
                Request("/works", items="results", parameters={"filter": "title.search:{title}", "per-page": "10"}),
            ),
            people=(
                Request("/authors/orcid:{id}", "orcid", is_final=True, more=_OPENALEX_WORKS),
                Request("/authors/{id}", "openalex", more=_OPENALEX_WORKS),
            ),
            organizations=(
                Request("/institutions/ror:{id}", "ror", is_final=True),
                Request("/institutions", items="results", parameters={"search": "{title}", "per-page": "5"}, most=1),
            ),
        ),
        Service(
            "crossref", "https://api.crossref.org", 5.0,
            works=(
                Request("/works/{id}", "doi", "message"),
                Request("/works", items="message.items", parameters={
                    "query.bibliographic": "{title}", "rows": "5", "query.author": "{author}"
                }),
            ),
            people=(
                Request("/works", "orcid", "message.items", {"filter": "orcid:{id}", "rows": "100"},
                        size=100, pages=50, paging="cursor", next="message.next-cursor"),
            ),
        ),
        Service("dblp", "https://dblp.org", 0.5, _dblp_works, _dblp_people),
        Service("orcid", "https://pub.orcid.org", 8.0, people=_orcid_people, key_header="Authorization"),
        Service(
            "semanticscholar", "https://api.semanticscholar.org", 1.0,
            works=(
                *(Request(f"/graph/v1/paper/{prefix}{{id}}", scheme, parameters=_PAPER)
                  for scheme, prefix in (("s2", ""), ("doi", "DOI:"), ("arxiv", "ARXIV:"), ("acl", "ACL:"))),
                Request("/graph/v1/paper/search/match", items="data", parameters={"query": "{title}", **_PAPER}),
            ),
            people=(
                Request("/graph/v1/author/{id}", "s2", parameters=_AUTHOR, more=Request(
                    "/graph/v1/author/{id}/papers", "s2", "data", {**_PAPER, "limit": "500"},
                    size=500, pages=20, paging="offset",
                )),
            ),
            key_header="x-api-key",
        ),
        Service("arxiv", "https://export.arxiv.org", 1 / 3, _arxiv_works),
        Service(
            "openreview", "https://api2.openreview.net", 1.0,
            works=(
                Request("/notes", "openreview", "notes", {"id": "{id}"}, is_final=True),
                Request("/notes/search", items="notes", parameters={
                    "term": "{title}", "content": "title", "limit": "10"
                }),
            ),
            people=(
                Request("/notes", "openreview", "notes", {"content.authorids": "{id}", "limit": "1000"},
                        size=1000, pages=5, paging="offset"),
            ),
            key_header="Authorization",
        ),
        Service("ror", "https://api.ror.org", 5.0, organizations=_ror_organizations, key_header="Client-Id"),
    )
}  # fmt: skip
"""The services by name."""
