"""Awards that structured data give by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.structured.entries import sentences
from graph_builder.extract.structured.keys import PARTS, START, WHEN, part_of
from graph_builder.model import Node, Relation

AWARD = re.compile(
    r"award|priz|scholarship|fellow|medal|honou?r|distinction|studentship|best|奖|荣誉|賞|表彰|수상|\bprix\b|preis|premi|auszeich|beca|bourse|prêmio",
    re.IGNORECASE,
)
"""Words that the names of awards and of lists of awards have."""
_RANK = re.compile(r"(?:(?:elected|honorary|senior|foreign)\s+)?(?:fellow|member|scholar)", re.IGNORECASE)
"""A rank that names no award without the body that gives it."""
_BETWEEN = re.compile(r"\s*[;•]\s+|(?<=\d\d\d\d\)),\s+|(?<=\d\d\d\d),\s+(?=[A-Z])")
_EDGE = " ,.;:()[]–—-*|\t\n"


def add_award(item: Node, draft: Draft, person: str) -> None:
    """Add the award or awards that an item of a list gives by its keys, or in one value."""
    when = item.get(*WHEN, *START, "awarded")
    when = when.children[0] if when is not None and when.kind == "sequence" and when.children else when
    year = _year(when.value) if when is not None and when.kind == "scalar" else ""
    name = item if item.kind == "scalar" else item.get(*PARTS["award"])
    if name is not None and name.kind == "sequence" and name.children:
        name = sentences(name.children[0], 1)[0]
    note, listed = item.get("details", "description", "summary"), item.get("items")
    if name is not None and note is not None and not re.search(r"[^\W\d]", name.value):  # "2016", and what was won
        year, name = year or _year(name.value), note
    giver = item.get("organization", "company", "awarder", "institution")
    named = [name] if name is not None else listed.children if listed is not None else []
    for node in (part for each in named for part in _parts(each)):
        if node.kind != "scalar" or not node.value.strip():
            continue
        award, inner = award_in(node.value, has_giver=giver is not None)
        if giver is not None and giver.kind == "scalar" and _RANK.fullmatch(award):
            award = f"{award}, {giver.value}"
        values = {"award": award, "year": year or inner}
        draft.claim(Relation.AWARD, {"person": person}, node.span, "data/awards", 0.9, values)


def award_in(text: str, *, has_giver: bool = False) -> tuple[str, str]:
    """Return the name of an award without dates and giver, and its first year.

    With *has_giver* the giver stands elsewhere, so that what follows a comma belongs to the name.

    >>> award_in("2019: Best Paper Award, Conference on Examples")
    ('Best Paper Award', '2019')
    >>> award_in("Third Place, Example Contest (2019)")
    ('Third Place, Example Contest', '2019')
    """
    name = " ".join(text.split())
    for date in reversed(find_dates(name)):
        before, behind = name[: date.span.start].rstrip(_EDGE), name[date.span.end :].lstrip(_EDGE)
        if not before or not behind:
            name = before or behind
    head, comma, _ = name.partition(", ")
    name = head if comma and not has_giver and " " in head and AWARD.search(head) else name
    return name.strip(" ,.;:–—-*|") or text.strip(), _year(text)


def _year(text: str) -> str:
    return next((date.year for date in find_dates(text)), "")


def _parts(node: Node) -> Iterator[Node]:
    """Yield the awards of a value, which may list several: "Loom Prize (2018); Felt Fellowship (2019)"."""
    cuts = [m.span() for m in _BETWEEN.finditer(node.value)] if len(node.span) == len(node.value) else []
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(node.value)]
    parts = [(start, node.value[start:end]) for start, end in zip(starts, ends, strict=True)]
    if len(parts) < 2 or not all(AWARD.search(text) or find_dates(text) for _, text in parts):
        yield node
        return
    for start, text in parts:
        yield part_of(node, start, start + len(text))
