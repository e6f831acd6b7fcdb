"""Rows of entries that say themselves what they hold: "Authors: ...", "Advisor: ...", "Links: ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.page import Line
from graph_builder.model import Mark, MarkKind

SAID = re.compile(
    r"\W{0,3}(?:(?P<A>(?:co-?)?authors?|with)|(?P<V>(?:venue|journal|conference)(?:\s?(?:/|or)\s?(?:venue|journal"
    r"|conference))?|published\s(?:in|at|by)|publisher|appear(?:s|ed)\s(?:in|at)"
    r"|where|institution)|(?P<T>(?:paper\s|thesis\s)?title)|(?P<Y>(?:publication\s)?(?:year|date)|published(?:\son)?)"
    r"|(?P<N>notes?|details?|links?|urls?|website|code|tools?|technologies|advis[eo]rs?|supervisors?|supervised\sby|committee|chairs?"
    r"|impact|highlights?|tl;?\s?dr|mentors?|(?:my\s)?(?:role|contribution)s?|description|comments?|status|awards?|abstract|summary|keywords?|tags?|topics?|cited\sby"
    r"|citations?|impact\sfactor|acceptance\srate|press|media(?:\scoverage)?|funding|presentations?|presented(?:\s(?:at|in))?|talks?|slides))\s?:\s",
    re.IGNORECASE,
)
LONG = 200  # characters of a title with a few sentences behind it
# "Joint work with A. Smith.", "In CEX, 2020." behind a title
_CITES = re.compile(
    r"[\s.,;:”\"]{1,4}\(?(?:(?P<A>[Jj]oint(?:ly)?\s(?:work\s)?with|[Ww]ith\s[A-Z])|(?P<V>[^.?!\n]{2,80}\b(?:19|20)\d\d\b))"
)
_SET_OFF = frozenset({MarkKind.BOLD, MarkKind.LINK, MarkKind.ITALIC})


def leads_prose(line: Line, text: str, marks: Sequence[Mark]) -> frozenset[str]:
    """Return the letters of the fields that stand in front of an abstract, in a paragraph that a title begins.

    Args:
        line: the paragraph, or its first line.
        text: its words.
        marks: the marks in it; one of them sets the title off.
    """
    for mark in marks:
        start, end = mark.span.start - line.span.start, mark.span.end - line.span.start
        if mark.kind in _SET_OFF and start <= 3 and len(text[:end].split()) >= 3:
            found = _CITES.match(text, end)
            return frozenset({"T", *("VY" if found["V"] else "A")} if found else ())
    return frozenset()
