"""Papers that structured data give by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.normalise.authors import split_authors
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.person_names import first_last, is_name
from graph_builder.extract.normalise.venues import clean_venue
from graph_builder.extract.structured.keys import PARTS, WHEN, part_of
from graph_builder.model import EntityKind, Node, Relation, Span

PLACES = PARTS["venue"]
"""Keys whose value says where a work appeared."""
_PENDING = re.compile(
    r"\b(?:under\s(?:review|submission|revision)|submitted|in\s(?:preparation|progress)|to\sbe\ssubmitted"
    r"|work(?:ing)?\s(?:in\sprogress|paper)|revise\sand\sresubmit)\b",
    re.IGNORECASE,
)
_STATES = (*WHEN, "status", "state", "stage", "note", "notes", "title", "venue", "journal")
_RATED = re.compile(r"\s{0,3}\((?=[^()]{0,60}(?:\bIF\b|\bS?SCI|\bQ[1-4]\b|\bCCF|(?i:impact)))[^()]{1,80}\)")
"""How a journal is rated: "(SCI Q1, IF = 9.0)"."""
_ASIDE = re.compile(r"\s{0,3}[(\[][^()\[\]]{0,60}[)\]]\.?$")
_PAGES = re.compile(r"\.\s(?:pp?\.|pages?\b|vol\.|\d).{0,80}$", re.IGNORECASE)


def add_paper(item: Node, draft: Draft, person: str) -> None:
    """Add a paper given by keys."""
    title = item.get("title", "name", "paper") if item.kind == "mapping" else None
    if title is None or title.kind != "scalar" or not title.value.strip():
        return
    place = _place(item)
    authors = list(authors_of(item))
    when = item.get(*WHEN)
    year = next((d.year for d in find_dates(when.value)), "") if when is not None and when.kind == "scalar" else ""
    states = (item.get(key) for key in _STATES)
    pending = any(n is not None and n.kind == "scalar" and _PENDING.search(n.value) for n in states)
    pending = pending or (place is not None and bool(_PENDING.match(place.value)))
    named = _ASIDE.sub("", title.value) if pending and _PENDING.search(title.value) else title.value
    work = draft.mention(EntityKind.WORK, named.rstrip("."), title.span)
    roles = {"person": person, "work": work}
    if place is not None:
        printed = _RATED.sub("", place.value)
        name = clean_venue(printed) or printed
        year = year or next((d.year for d in find_dates(place.value)), "")  # "conference: ICEX 2020"
        if not (pending and _PRINTED.search(place.value) is None):
            roles["venue"] = draft.mention(EntityKind.VENUE, name, place.span)
    draft.claim(Relation.PUBLICATION, roles, title.span, "data/publications", 0.95, {"year": year})
    for position, (name, span) in enumerate(authors, 1):
        author = draft.mention(EntityKind.PERSON, name, span, key=title.value.casefold())
        draft.claim(
            Relation.AUTHORSHIP, {"work": work, "author": author}, span, "data/publications", 0.95,
            {"position": str(position)},
        )  # fmt: skip


_PRINTED = re.compile(r"xiv\b|preprint|ssrn|zenodo|working\spapers?\s(?:series|no)", re.IGNORECASE)


def _place(item: Node) -> Node | None:
    """Return the value that says where a work appeared, which an empty one of a better key does not hide."""
    found = (item.get(key) for key in (*PLACES, *PARTS["other venue"]))
    return next((n for n in found if n is not None and n.kind == "scalar" and n.value.strip()), None)


def _authors_in_text(node: Node | None) -> Iterator[tuple[str, Span]]:
    """Yield the names of a free text that is nothing but an author list."""
    if node is None or node.kind != "scalar" or len(node.value) > 800:
        return
    said = _PAGES.sub("", node.value).rstrip(". ")
    names = split_authors(said)[0]
    if len(names) >= 2 and all(is_name(first_last(n.name)) for n in names):
        for printed in names:
            yield printed.name, part_of(node, printed.start, printed.end).span


def authors_of(item: Node) -> Iterator[tuple[str, Span]]:
    """Yield the authors of a work and their places: those of a key for them, or of a value that only lists names."""
    authors = next(
        (n for n in (item.get(key) for key in PARTS["authors"]) if n is not None and (n.children or n.value)), None
    )
    if authors is None:
        title = item.get("title", "name", "paper")
        texts = (c for c in item.children if c is not title and c.kind == "scalar" and c.key.casefold() not in PLACES)
        yield from next((found for c in texts if (found := list(_authors_in_text(c)))), [])
        return
    for node in authors.children if authors.kind == "sequence" else [authors]:
        name = node.get("name", "full_name") if node.kind == "mapping" else node
        given, family = (
            node.get("given", "first", "first_name", "firstname"),
            node.get("family", "last", "last_name", "lastname", "surname"),
        )
        if name is None and given is not None and family is not None and given.kind == family.kind == "scalar":
            yield f"{given.value} {family.value}", node.span
        if name is not None and name.kind == "scalar":
            for printed in split_authors(name.value)[0]:
                yield printed.name, part_of(name, printed.start, printed.end).span
