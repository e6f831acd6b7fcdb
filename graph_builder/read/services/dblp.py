"""dblp: records of works by title, and the pages of people whose dblp number is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from lxml import etree

from graph_builder.model import Person, Work
from graph_builder.read.services.client import Answer, ServiceClient
from graph_builder.read.services.found import records_of
from graph_builder.read.services.wanted import Wanted, WantedPerson, WantedWork, identifier, is_work, words


def look_up(client: ServiceClient, wanted: Wanted) -> Iterator[Answer]:
    """Yield what dblp has on a work or a person."""
    if isinstance(wanted, WantedWork):
        for key in _keys(client, wanted):
            yield from _record(client, f"/rec/{quote(key)}.xml", key)
    elif isinstance(wanted, WantedPerson) and (number := identifier(wanted, "dblp")):
        number = number.removeprefix("pid/")
        yield from _record(client, f"/pid/{quote(number)}.xml", f"pid/{number}")


def _keys(client: ServiceClient, wanted: WantedWork) -> Iterator[str]:
    if known := identifier(wanted, "dblp"):
        yield known.removeprefix("rec/")
        return
    page = client.json("/search/publ/api", q=words(wanted.title), format="json", h="10")
    hits = (((page or {}).get("result") or {}).get("hits") or {}).get("hit", [])
    for hit in hits:
        info = hit.get("info") or {}
        found = Work(str(info.get("title", "")), _authors(info), year=str(info.get("year", "")))
        if info.get("key") and is_work(wanted, found):
            yield str(info["key"])


def _authors(info: dict[str, Any]) -> tuple[Person, ...]:
    listed = (info.get("authors") or {}).get("author", [])
    listed = listed if isinstance(listed, list) else [listed]
    return tuple(Person(str(each.get("text", ""))) for each in listed if isinstance(each, dict))


def _record(client: ServiceClient, path: str, key: str) -> Iterator[Answer]:
    content = client.get(path, "application/xml", check_xml)
    if content and records_of(content, ".xml"):
        yield Answer(key, ".xml", content)


def check_xml(content: bytes) -> None:
    """Raise ValueError for XML that breaks off."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(str(error)) from error
