"""The parts of one publication entry, with the characters that print them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from graph_builder.model import Identifier, Span


class Name(NamedTuple):
    """A person's name in an author list: as printed without marks, and where it stands."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A publication entry taken apart; spans count characters of *text*.

    *partial* says that the entry shortens its author list. *venue* is as printed (``short_venue`` gives its short
    form). *kind* is one of ``paper``, ``article``, ``workshop``, ``preprint``, ``thesis``, ``book``, ``chapter``,
    ``report``, ``patent`` or ``other``; *status* is empty for published work, else ``accepted``, ``submitted`` or
    ``in preparation``. *confidence* estimates the probability that title, authors and venue are all right.

    >>> r = Reference("A. Li. On x. 2020.", title=Span(7, 11))
    >>> r.title_text, r.venue_text
    ('On x', '')
    """

    text: str
    authors: tuple[Name, ...] = ()
    partial: bool = False
    title: Span | None = None
    venue: Span | None = None
    year: str = ""
    year_span: Span | None = None
    identifiers: tuple[Identifier, ...] = ()
    notes: tuple[Span, ...] = ()
    kind: str = "other"
    status: str = ""
    confidence: float = 0.0

    @property
    def title_text(self) -> str:
        """The title with white space made single and LaTeX braces gone, or an empty string."""
        return _plain(self.title.of(self.text)) if self.title else ""

    @property
    def venue_text(self) -> str:
        """The venue as printed, with white space made single, or an empty string."""
        return _plain(self.venue.of(self.text)) if self.venue else ""


def _plain(text: str) -> str:
    return " ".join(text.replace("{", "").replace("}", "").split())
