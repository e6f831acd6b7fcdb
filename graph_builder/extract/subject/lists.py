"""The subject of a document by its lists of authors: whose name is bold in them, or stands in most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from graph_builder.extract.layout.page import Page
from graph_builder.extract.normalise.person_names import clean_name, first_last, is_name
from graph_builder.extract.subject.data import Candidate
from graph_builder.gazetteer import normalize
from graph_builder.model import MarkKind, Span


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

    def top(self) -> tuple[str, Span, int] | None:
        """Return the most frequent name, where it stands, and how often."""
        if not self.counts:
            return None
        key = max(self.counts, key=lambda k: self.counts[k])
        return (*self.best[key], self.counts[key])


def _key(name: str) -> tuple[str, str]:
    return normalize(name.split()[-1]), normalize(name)[:1]


def bold_in_lists(page: Page) -> Iterator[Candidate]:
    """Yield the name that is bold or underlined again and again in author lists."""
    tally, text = Tally(), page.document.text
    for mark in page.document.marks:
        if mark.kind in {MarkKind.BOLD, MarkKind.UNDERLINE} and 4 < len(mark.span) < 40:
            tally.add(mark.span.of(text).strip(" ,;&*\\"), mark.span)
    top = tally.top()
    if top is not None and top[2] >= 2:
        yield top[0], top[1], min(6, 2 + top[2]), "bold in author lists"


def most_frequent_author(papers: Iterable[Iterable[tuple[str, Span]]]) -> tuple[str, Span] | None:
    """Return the name that most of at least three papers have, with a place of it; None if there is no such name.

    >>> papers = [[(name, Span(0, 1))] for name in ("Ada Loom", "A. Loom", "Loom, A.")]
    >>> most_frequent_author(papers), most_frequent_author(papers[:2])
    (('Ada Loom', Span(start=0, end=1)), None)
    """
    tally, count = Tally(), 0
    for authors in papers:
        names = dict(authors)
        count += bool(names)
        for name, span in names.items():
            tally.add(name, span)
    top = tally.top()
    return top[:2] if top is not None and top[2] >= max(3, count / 2) else None
