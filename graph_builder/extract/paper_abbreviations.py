"""Journals by their abbreviations and a volume, whose first letters look like the initials of one more author."""

from __future__ import annotations

from dataclasses import replace

from graph_builder.extract.references import Name, Reference
from graph_builder.model import Span


def journal_in(text: str) -> Span | None:
    """Return the abbreviated title of a journal before its volume; of several, the last.

    >>> text = "On felt, A. Weaver, and N. Quist, J. Loom. Phys. 128, 244 (2008)."
    """
    found: Span | None = None
    return found


def of_journal(reference: Reference) -> Reference:
    """Return the reference with an abbreviated journal as its venue, whose first letters were taken for an author's.

    Args:
        reference: the entry as it was taken apart.
    """
    text, title, venue = reference.text, reference.title, reference.venue
    journal = journal_in(text)
    if journal is None or not reference.authors:
        return reference
    if title is not None and title.start < journal.end and journal.start < title.end:
        return reference
    if venue is not None and venue.start > journal.end:
        return reference
    authors = tuple(a for a in (_before(name, journal.start) for name in reference.authors) if a is not None)
    if not authors and venue is not None:
        return reference
    kept = venue is not None and venue.start <= journal.start
    return replace(reference, authors=authors, title=title, venue=venue if kept else journal)


def _before(name: Name, stop: int) -> Name | None:
    """Return a name as far as it stands before a place; None if it begins there."""
    if name.end <= stop:
        return name
    return None
