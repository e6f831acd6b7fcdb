"""Awards that structured data give by their keys."""

from __future__ import annotations

import re

from graph_builder.extract.draft import Draft
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.structured.keys import PARTS, START, WHEN
from graph_builder.model import Node, Relation

AWARD = re.compile(
    r"award|priz|scholarship|fellow|medal|honou?r|distinction|studentship|best|奖|荣誉|賞|表彰|수상|\bprix\b|preis|premi|auszeich|beca|bourse|prêmio",
    re.IGNORECASE,
)
"""Words that the names of awards and of lists of awards have."""
_RANK = re.compile(r"(?:(?:elected|honorary|senior|foreign)\s+)?(?:fellow|member|scholar)", re.IGNORECASE)
"""A rank that names no award without the body that gives it."""
_EDGE = " ,.;:()[]–—-*|\t\n"


def add_award(item: Node, draft: Draft, person: str) -> None:
    """Add the award or awards that an item of a list gives by its keys, or in one value."""
    when = item.get(*WHEN, *START, "awarded")
    year = _year(when.value) if when is not None and when.kind == "scalar" else ""
    name = item if item.kind == "scalar" else item.get(*PARTS["award"])
    listed = item.get("items")
    giver = item.get("organization", "company", "awarder", "institution")
    named = [name] if name is not None else listed.children if listed is not None else []
    for node in named:
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
