"""Two degrees that one phrase names: "two Bachelor's degrees, one in Mathematics and another in Law, from X"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.prose_facts import Fact
from graph_builder.model import Relation

_SUBJECT = r"[A-Z][\w&’'-]*(?:\s(?:and\s|of\s|&\s)?[A-Z][\w&’'-]*){0,3}?"
_DEGREES = (
    r"(?:[Bb]achelor['’]?s?|[Mm]aster['’]?s?|[Uu]ndergraduate"
    r"|[BM]\.?\s?(?:[AS]c?|Eng|Tech|Com)\.?s?)(?:['’]s)?(?:\s[Dd]egrees)?"
)
_ONE = r"(?:,?\s{1,2}one\s|,?\s{1,2}the\sfirst\s)?(?:one\s)?"
_OTHER = r"(?:another|the\sother|one|a\ssecond|the\ssecond)"
_TWO = re.compile(
    rf"\b[Tt]wo\s{_DEGREES}(?=[\s,(])[^.;]{{0,90}}?(?:[\s,(]{{1,3}}(?:{_ONE})in\s|\s\()(?P<first>{_SUBJECT})"
    rf",?\s(?:and|&)\s(?:{_OTHER}\s(?:one\s)?)?(?:in\s)?(?P<second>{_SUBJECT})(?=[,.;)]|\s(?:from|at|both)\b|$)"
)
# "a BSc in Physics and another in Music"
_ANOTHER = re.compile(
    rf"\b(?:an?|one)\s{_DEGREES}\sin\s(?P<first>{_SUBJECT}),?\sand\s{_OTHER}\s(?:one\s)?in\s(?P<second>{_SUBJECT})(?=[,.;)]|\s(?:from|at|both)\b|$)"
)
_LEVELS = frozenset({"bachelor", "master"})


def twofold(text: str, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts of a sentence; the one degree of two that it names stands for each of their subjects."""
    found = _TWO.search(text) or _ANOTHER.search(text)
    degrees = [f for f in facts if f.relation is Relation.EDUCATION and f.title in _LEVELS]
    if found is None or len(degrees) != 1:
        return list(facts)
    both = [replace(degrees[0], field=found[name]) for name in ("first", "second")]
    return [part for fact in facts for part in (both if fact is degrees[0] else [fact])]
