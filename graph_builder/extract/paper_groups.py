"""Groups among the authors of a paper: "A. Lee, B. Doe, and the Loom Atlas Consortium"."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.references import Name, Reference
from graph_builder.model import Span

_KINDS = (
    r"(?:Collaborations?|Consorti(?:um|a)|Initiative|Investigators"
    r"|(?:Study|Research|Trial|Working)\sGroup|(?:Study|Research)\sTeam)"
)
# Long words only: the name stands between commas, at the end of a list or before the next author.
_GROUP = re.compile(
    r"(?:(?<=,\s)|(?<=;\s)|(?<=\sand\s)|(?<=&\s)|(?<=\sthe\s))"
    rf"(?P<name>(?:The\s)?(?:[A-Z][\w&/’'-]{{1,30}}\s(?:(?:of|for|on|and)\s)?){{1,6}}{_KINDS})(?=\s?(?:[,;.:(\n“\"]|and\s|&\s|$))"
)
_LEAD = re.compile(r"(?:and\s|&\s|for\s|on\sbehalf\sof\s)?(?:the\s)?")
_NEXT = re.compile(r"[,;]\s(?:and\s|&\s)?(?:the\s)?")
_STOP = re.compile(r"[.:]\s{1,3}(?=[A-Z“\"])")


def with_groups(reference: Reference) -> Reference:
    """Return the reference with the groups that are printed among its authors, and a title that begins behind them.

    >>> text = "Ada Lee, Ben Doe, and the Loom Atlas Consortium. Looms at scale. Loom Letters, 2021."
    >>> names = (Name("Ada Lee", 0, 7), Name("Ben Doe", 9, 16))
    >>> read = with_groups(Reference(text, names, title=Span(49, 63), venue=Span(65, 77), year="2021"))
    >>> [name.name for name in read.authors]
    ['Ada Lee', 'Ben Doe', 'Loom Atlas Consortium']
    """
    reference = _behind_groups(reference)
    title, authors = reference.title, reference.authors
    if title is None or len(authors) < 2:
        return reference
    first = min(a.start for a in authors)
    if first < title.start:
        begin, end = first, title.start
    else:
        behind = [s.start for s in (reference.venue, reference.year_span) if s is not None and s.start > first]
        begin, end = first, min([max(a.end for a in authors) + 80, *behind])
    found = [
        Name(m["name"], *m.span("name"))
        for m in _GROUP.finditer(reference.text, begin, end)
        if not any(a.start < m.end("name") and m.start("name") < a.end for a in authors)
    ]
    if not found:
        return reference
    return replace(reference, authors=tuple(sorted([*authors, *found], key=lambda a: a.start)))


def _behind_groups(reference: Reference) -> Reference:
    """Let the title begin behind the groups that it was read to begin with: "the Loom Consortium. Looms at scale"."""
    title = reference.title
    if title is None or len(reference.authors) < 2 or reference.authors[-1].end > title.start:
        return reference
    text = reference.text
    lead = _LEAD.match(text, title.start)
    at = lead.end() if lead else title.start
    while (group := _GROUP.match(text, at, title.end)) is not None:
        if (stop := _STOP.match(text, group.end())) is not None and stop.end() < title.end:
            return replace(reference, title=Span(stop.end(), title.end))
        if (following := _NEXT.match(text, group.end())) is None:
            break
        at = following.end()
    return reference
