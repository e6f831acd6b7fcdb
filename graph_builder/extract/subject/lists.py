"""The subject of a document by its lists of authors: whose name is bold in them, or stands in most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from graph_builder.extract.layout.page import Page
from graph_builder.extract.normalise.authors import split_authors
from graph_builder.extract.normalise.person_names import clean_name, first_last, is_name
from graph_builder.extract.subject.data import Candidate
from graph_builder.gazetteer import normalize
from graph_builder.model import Document, MarkKind, Span


class Tally:
    """Counts names, those of one family name and initial together, and holds the fullest form of each.

    >>> tally = Tally()
    >>> for name in ("Ada Lovelace", "Lovelace, A.", "Ned Weaver"):
    ...     tally.add(name, Span(0, 1))
    >>> tally.top()
    ('Ada Lovelace', Span(start=0, end=1), 2)
    """

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.best: dict[tuple[str, str], tuple[str, Span]] = {}

    def add(self, printed: str, span: Span) -> None:
        """Count a name that is printed at a place, if it is one."""
        name = first_last(clean_name(printed))
        if not is_name(name):
            return
        key = _key(name)
        self.counts[key] += 1
        if key not in self.best or len(self.best[key][0]) < len(name):
            self.best[key] = (name, span)

    def top(self, others: Tally | None = None) -> tuple[str, Span, int] | None:
        """Return the most frequent name, where it stands, and how often; of equals, one that *others* have too."""
        if not self.counts:
            return None
        key = max(self.counts, key=lambda k: (self.counts[k], others is not None and k in others.counts))
        return (*self.best[key], self.counts[key])


def _key(name: str) -> tuple[str, str]:
    return normalize(name.split()[-1]), normalize(name)[:1]


def bold_names(document: Document) -> Tally:
    """Return the names that are bold or underlined in a document, counted."""
    tally = Tally()
    for mark in document.marks:
        if mark.kind in {MarkKind.BOLD, MarkKind.UNDERLINE} and 4 < len(mark.span) < 40:
            tally.add(mark.span.of(document.text).strip(" ,;&*\\"), mark.span)
    return tally


def bold_in_lists(page: Page) -> Iterator[Candidate]:
    """Yield the name that is bold again and again in author lists."""
    top = bold_names(page.document).top()
    if top is not None and top[2] >= 2:
        yield top[0], top[1], min(6, 2 + top[2]), "bold in author lists"


# The first author's name behind the title, the last author's before the venue: "Loom Weaving. Ada Lovelace".
_WRITTEN = re.compile(r"(?:[^.?!]|(?<![^\W\d_]{3})[.?!]|[.?!](?!\s))+")
_LINES_READ = 300
"""Lines in which authors are counted: some twenty papers show as much as two hundred."""


def most_frequent_author(page: Page) -> Iterator[Candidate]:
    """Yield the name that stands in most author lists."""
    tally = Tally()
    lists = 0
    block = -1  # the entry whose authors are counted: "In Proceedings of X, Ghent, Belgium" is no list of authors
    for line in page.lines[:_LINES_READ]:
        start, text, quoted = _beside_title(line.span.start, line.text[:600])
        others = _WITH_OTHERS.search(text)
        text = text[: others.start()] if others is not None else text
        dated = _DATED.search(text)
        text = text[: dated.start()] if dated is not None else text
        names = () if line.block == block else split_authors(text)[0]
        block = line.block if len(names) > 1 else block
        several = len(names) > 1 or (len(names) == 1 and (quoted or dated is not None))
        lists += several and any(is_name(first_last(n.name)) for n in names[:40])  # not "PDF | Code"
        for name in {n.name: n for n in names[:40]}.values():
            for part in _WRITTEN.finditer(name.name):
                at = start + name.start + part.start()
                tally.add(part[0], Span(at, at + len(part[0])))
    bold = bold_names(page.document)
    top = tally.top(bold)
    if lists >= 3 and top is not None and top[2] >= 3 and top[2] >= 0.4 * lists:
        weight = 3 + (top[2] >= 0.6 * lists) * 2
        yield top[0], top[1], weight, "most frequent author"


# "Lovelace, Ada. (2020). On looms.": what stands in front of the year is the list of authors
_DATED = re.compile(
    r"(?<=[^\W\d_][.,\s])\s?\((?:(?:19|20)\d\d[a-z]?|(?i:accepted|in\spress|forthcoming|submitted|under\sreview|in\sprep(?:aration)?))\b[^()]{0,20}\)"
)
# "together with Ada Lovelace", "Co-authors: Ada Lovelace": whoever writes so is none of these
_WITH_OTHERS = re.compile(
    r"(?<!\w)(?:(?:together|joint(?:ly)?(?:\swork)?|co-?authored|w/)\s)?(?i:with)\s(?=[A-Z][\w.’'-]*\s[A-Z])|\b[Cc]o-?authors?:\s"
)
_QUOTED_TITLE = re.compile(r"[“\"][^“”\"]{8,300}[”\"]")


def _beside_title(start: int, text: str) -> tuple[int, str, bool]:
    """Return what stands in front of a title in quotes, or behind it where nothing does, with its place.

    Whether it stands in front of one is returned, too.
    """
    found = _QUOTED_TITLE.search(text)
    if found is None:
        return start, text, False
    if found.start() <= 4:
        return start + found.end(), text[found.end() :], False
    return start, _YEAR_BEHIND.sub("", text[: found.start()]), True


_YEAR_BEHIND = re.compile(r"(?<=\.)\s{1,3}(?:19|20)\d\d[a-z]?\.\s{0,3}$")
