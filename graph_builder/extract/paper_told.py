"""Titles and what is told of the papers behind them: "**On Looms** — We prove that ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_marks import InnerMark
from graph_builder.extract.references import Reference
from graph_builder.model import MarkKind, Span

_TELLS = (
    r"(?:(?:We|we|This|In\sthis|Here,?\s(?:we|I)|I|The\s(?:paper|article|thesis|project|work))\s"
    r"|(?:(?:Extend|Develop|Present|Establish)(?:ed(?!\s(?:at|in|by|to|on)\b)|s)|(?:Resolv|Prov|Propos|Introduc|Investigat|Demonstrat|Characteri[sz]|Analy[sz])(?:ed|es)"
    r"|Show(?:ed|s|n)|Stud(?:ied|ies))\s|Abstract\b)"
)
_BEHIND = re.compile(rf"(?:\s?[—–]\s?|\s-\s|\n\s?)(?={_TELLS})")
_BEHIND_MARK = re.compile(rf"[\s.,:—–-]{{1,5}}(?={_TELLS})")
_SAID = re.compile(_TELLS)
_MARKS = frozenset({MarkKind.BOLD, MarkKind.ITALIC, MarkKind.LINK})
_LEAST, _MOST = 2, 30  # words of a title


def untold(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Return the reference without what its title and its venue take in of the words that say what the paper is about.

    >>> text = "Derived Looms — We prove that looms weave. arXiv:2410.24077"
    >>> untold(Reference(text, title=Span(0, 41)), ()).title_text
    'Derived Looms'
    """
    title, venue, text = reference.title, reference.venue, reference.text
    if venue is not None and _SAID.match(text, venue.start, venue.end):
        reference = replace(reference, venue=None)
    if title is None:
        return reference
    head = text[: title.start].strip(" \n.:—–-")
    if _SAID.match(text, title.start) and "\n" not in head:
        start = text.index(head)
        bold = any(kind in _MARKS and start - 1 <= at and end >= start + len(head) for kind, at, end in marks)
        if _LEAST <= len(head.split()) <= _MOST and head[:1].isupper() and (bold or not reference.authors):
            return replace(reference, title=Span(start, start + len(head)), authors=())
        return reference
    ends = [end for kind, start, end in marks if kind in _MARKS and abs(start - title.start) <= 1 and end < title.end]
    behind = next((end for end in ends if _BEHIND_MARK.match(text, end)), 0)
    told = _BEHIND.search(text, title.start, title.end)
    end = behind or (told.start() if told is not None else 0)
    kept = text[title.start : end].rstrip(" .,:;—–-\n") if end else ""
    if len(kept.split()) < _LEAST:
        return reference
    return replace(reference, title=Span(title.start, title.start + len(kept)))
