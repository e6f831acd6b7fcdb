"""Papers that structured data give by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.data_keys import WHEN
from graph_builder.extract.dates import find_dates
from graph_builder.extract.draft import Draft
from graph_builder.extract.person_names import first_last, is_name
from graph_builder.extract.references import short_venue, split_authors
from graph_builder.model import EntityKind, Node, Relation, Span

_PLACES = (
    "venue",
    "journal",
    "booktitle",
    "publisher",
    "conference",
    "publication",
    "container-title",
    "howpublished",
    "where",
    "outlet",
)


_POINTS = re.compile(
    r"(?i)(?:please\s)?(?:see|visit|check|refer\sto|full\slist)\b.*\b(?:cv|scholar|page|site|website|list|above|below|publications)\b"
)


def add_paper(item: Node, draft: Draft, person: str) -> bool:
    """Add a paper given by keys; return False where the item is not one."""
    title = item.get("title", "name", "paper") if item.kind == "mapping" else None
    if title is None or title.kind != "scalar":
        return False
    if _POINTS.match(title.value):
        return True  # "See my full CV"
    when = item.get(*WHEN)
    year = next((d.year for d in find_dates(when.value)), "") if when is not None and when.kind == "scalar" else ""
    work = draft.mention(EntityKind.WORK, title.value.rstrip("."), title.span)
    roles = {"person": person, "work": work}
    place = item.get(*_PLACES)
    if place is not None and place.kind == "scalar" and place.value:
        name = short_venue(place.value) or place.value
        year = year or next((d.year for d in find_dates(place.value)), "")  # "conference: ICEX 2020"
        roles["venue"] = draft.mention(EntityKind.VENUE, name, place.span)
    draft.claim(Relation.PUBLICATION, roles, title.span, "data/publications", 0.95, {"year": year})
    for position, (name, span) in enumerate(_authors(item), 1):
        author = draft.mention(EntityKind.PERSON, name, span, key=title.value.casefold())
        draft.claim(
            Relation.AUTHORSHIP, {"work": work, "author": author}, span, "data/publications", 0.95,
            {"position": str(position)},
        )  # fmt: skip
    return True


def _authors_in_text(node: Node | None) -> Iterator[tuple[str, Span]]:
    """Yield the names of a free text that is nothing but an author list."""
    if node is None or node.kind != "scalar" or len(node.value) > 400:
        return
    names = split_authors(node.value)[0]
    if len(names) >= 2 and all(is_name(first_last(n.name)) for n in names):
        for printed in names:
            yield printed.name, Span(node.span.start + printed.start, node.span.start + printed.end)


def _authors(item: Node) -> Iterator[tuple[str, Span]]:
    authors = item.get("authors", "author")
    if authors is None:
        yield from _authors_in_text(item.get("summary", "description", "details"))
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
                yield printed.name, Span(name.span.start + printed.start, name.span.start + printed.end)
