"""Awards that structured data give by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.award_lists import several
from graph_builder.extract.award_names import clean_award
from graph_builder.extract.data_keys import START, WHEN
from graph_builder.extract.data_records import sentences
from graph_builder.extract.dates import find_dates
from graph_builder.extract.draft import Draft
from graph_builder.model import Node, Relation, Span

_YEAR_BEHIND = re.compile(r"[\s,(]{1,3}(?:19|20)\d\d\)?$")
_BARE = re.compile(r"(?:(?:elected|honorary|senior|foreign)\s+)?(?:fellow|member|scholar)", re.IGNORECASE)
"""A rank that names no award without the body that gives it."""


def _each(node: Node) -> Iterator[Node]:
    """Yield the awards of a value, which may list several: "Loom Prize; Felt Fellowship (2019)"."""
    parts = several(node.value, node.span.start) if len(node.span) == len(node.value) else []
    if len(parts) < 2:
        yield node
        return
    for text, at in parts:
        yield Node("scalar", Span(at, at + len(text)), node.key, text)


def add_award(item: Node, draft: Draft, person: str) -> None:
    """Add the award or awards that an item of a list gives by its keys, or in one value."""
    when = item.get(*WHEN, *START, "awarded")
    when = when.children[0] if when is not None and when.kind == "sequence" and when.children else when
    year = next((d.year for d in find_dates(when.value)), "") if when is not None and when.kind == "scalar" else ""
    name = (
        item
        if item.kind == "scalar"
        else item.get(
            "title", "name", "award", "label", "bullet", "prize", "honor", "honour", "what", "text", "description"
        )
    )
    if name is not None and name.kind == "sequence" and name.children:
        name = sentences(name.children[0], 1)[0]
    listed = item.get("items")
    told = item.get("details", "description", "summary")
    if name is not None and told is not None and not re.search(r"[^\W\d]", name.value):  # "2016", and what was won
        year, name = year or next((d.year for d in find_dates(name.value)), ""), told
    named = [name] if name is not None else listed.children if listed is not None else []
    for node in (part for x in named for part in _each(x)):
        if node.kind == "scalar" and node.value.strip():
            text, inner = clean_award(node.value)
            if " " not in text and "," in node.value:  # "President, Loom Society"
                text = " ".join(node.value.split())
            if item.get("awarder") is not None and when is not None:  # where these stand apart, all of the title is one
                text = _YEAR_BEHIND.sub("", " ".join(node.value.split()))
            giver = item.get("organization", "company", "awarder", "institution") if _BARE.fullmatch(text) else None
            if giver is not None and giver.kind == "scalar":
                text = f"{text}, {giver.value}"
            draft.claim(
                Relation.AWARD,
                {"person": person},
                node.span,
                "data/awards",
                0.9,
                {"award": text, "year": year or inner},
            )
