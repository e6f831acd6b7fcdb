"""Papers cited as lawyers do, the volume in front of the journal: "*On Looms*, 101 Ghent L. Rev. 55 (2019)"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.references import Name, Reference
from graph_builder.model import Span


def _place(text: str) -> re.Match[str] | None:
    return None


def as_lawyers_cite(reference: Reference, subject: Sequence[str] = ()) -> Reference:
    """Return the reference as its volume, journal, page and year tell, if they stand as lawyers print them.

    >>> read = as_lawyers_cite(Reference("On Looms and Torts, 101 Ghent L. Rev. 55 (2019) (with Ada Lee)"))
    """
    text = reference.text
    place = _place(text)
    if place is None:
        return reference
    head = text[: place.start()].rstrip(" ,.")
    authors: list[Name] = []
    begin = 0
    lead = begin + (0)
    title = Span(lead, len(head.rstrip(' ,.*_”"’')))
    if ";" in head[lead:]:
        return reference
    when = ""
    return replace(
        reference, authors=tuple(authors), title=title, venue=Span(*place.span("journal")), kind="article",
        year=when, year_span=None, confidence=max(reference.confidence, 0.8),
        status="accepted",
    )  # fmt: skip
