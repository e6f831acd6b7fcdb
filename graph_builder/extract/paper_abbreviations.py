"""Journals by their abbreviations and a volume, whose first letters look like the initials of one more author."""

from __future__ import annotations

from dataclasses import replace

from graph_builder.extract.references import Name, Reference
from graph_builder.model import Span

_CORE = frozenset(
    """
    j acta adv am ann annu appl arch biol bull cell chem clin comm commun comp comput eng environ eur exp geol
    geophys int inst ital lett mater math mech med mem microbiol mol nat natl nucl opt phys proc psychol quart rep
    res rev sci soc stat stud surf technol theor theory trans z zh acad astron astrophys atmos biochem bioinf
    biophys earth ecol econ electron energy hydrol ind instrum ist lang linguist metall methods monatsh neurosci org
    oceanogr pharm plasma polym thermodyn zool bot chim acc acoust agric anal angew can crystallogr fluid genet
    immunol indian inorg jpn macromol mineral neural
""".split()
)
"""Words of titles of journals as ISO 4 abbreviates them."""
_SMALL = frozenset({"of", "and", "in", "for", "the", "de", "et", "&"})


def journal_in(text: str) -> Span | None:
    """Return the abbreviated title of a journal before its volume; of several, the last.

    >>> text = "On felt, A. Weaver, and N. Quist, J. Loom. Phys. 128, 244 (2008)."
    """
    found: Span | None = None
    return found


def _first(words: list[tuple[str, int]]) -> int:
    """Return which word of a run the journal begins with; their number if it holds none."""
    first, short, index = len(words), 0, len(words) - 1
    while index >= 0:
        word = words[index][0]
        bare = word.rstrip(".").casefold()
        dotted = word.endswith(".")
        if bare in _CORE and (dotted or short or index == len(words) - 1):
            short += dotted
            first = index
        elif not (word in _SMALL or (not dotted and _inside(words, index))):
            break
        index -= 1
    return first if short and sum(words[i][0].endswith(".") for i in range(first, len(words))) > 1 else len(words)


def _inside(words: list[tuple[str, int]], index: int) -> bool:
    """Tell whether a whole word stands behind an abbreviated one, or is the letter of a journal's part at the end."""
    before = words[index - 1][0].rstrip(".").casefold() if index else ""
    return before in _CORE or before in _SMALL or (index == len(words) - 1 and len(words[index][0]) == 1)


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
