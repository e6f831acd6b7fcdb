"""What a list of structured data holds, from the shape of its items where its key says nothing: "main", "list"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graph_builder.extract.layout.headings import SectionKind
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.extract.normalise.lexicon import is_role
from graph_builder.extract.structured.keys import ORGANIZATION, PARTS, START, TITLE, WHEN
from graph_builder.extract.structured.works import PLACES, authors_of
from graph_builder.model import Node

_LOOKED_AT = 40  # items of a list
_AT = ("place", "where", "at", "location", *ORGANIZATION)
_WORKS = re.compile(r"doi|arxiv|bibtex|journal|booktitle|conference|publisher|venue|isbn|issn", re.IGNORECASE)
_NOT_WORKS = re.compile(r"repo|github|speaker|event|slides|lecture|course|semester|stars", re.IGNORECASE)


def shape_kind(items: Sequence[Node]) -> SectionKind | None:
    """Return what the items of a list are by their keys and values: papers, degrees or posts; None if nothing shows."""
    if not items or any(item.kind != "mapping" for item in items):
        return None
    items = items[:_LOOKED_AT]
    if _most(_is_paper(item) for item in items):
        return SectionKind.PUBLICATIONS
    shown = [kind for kind in (_record(item) for item in items) if kind is not None]
    if 4 * len(shown) < 3 * len(items):
        return None
    if all(kind is SectionKind.EDUCATION for kind in shown):
        return SectionKind.EDUCATION
    return SectionKind.EMPLOYMENT


def _most(found: Iterator[bool]) -> bool:
    answers = list(found)
    return 5 * sum(answers) >= 4 * len(answers)


def _is_paper(item: Node) -> bool:
    """Return whether an item has the title of a work and its authors, or a place and time where works appear."""
    title = item.get("title", "paper", "name")
    if title is None or title.kind != "scalar" or len(title.value.split()) < 3:
        return False
    if any(_NOT_WORKS.search(child.key) for child in item.children):
        return False
    placed = item.get(*PLACES) is not None or any(_WORKS.search(child.key) for child in item.children)
    return placed and (any(authors_of(item)) or item.get(*WHEN) is not None)


def _record(item: Node) -> SectionKind | None:
    """Return whether an item is a degree or a post: each has a name, a place and a time."""
    name, place, when = item.get(*TITLE), item.get(*_AT), item.get(*WHEN, *START)
    if name is None or place is None or when is None or name.kind != "scalar" or len(name.value) > 120:
        return None
    if degree_in(name.value) is not None and not is_role(name.value):
        return SectionKind.EDUCATION
    employer = item.get(*PARTS["employer"])
    hired = employer is not None and employer.kind == "scalar" and bool(employer.value.strip())
    return SectionKind.EMPLOYMENT if hired or is_role(name.value) else None
