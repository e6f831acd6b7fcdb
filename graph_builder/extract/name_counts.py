"""Names counted: who stands in most author lists, and who is bold there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from graph_builder.extract.person_names import clean_name, first_last, is_name
from graph_builder.gazetteer import normalize
from graph_builder.model import Document, MarkKind, Span


class Tally:
    """Counts names, those of one family name and initial together, and keeps the fullest form of each.

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

    def counted(self) -> Iterator[tuple[str, Span, int]]:
        """Yield each name, where it stands, and how often."""
        yield from ((*self.best[key], count) for key, count in self.counts.items())

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
