"""Venues that one row names twice: by their short form in one cell, and by what it stands for in the next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph_builder.extract.service_venues import VenueEntry

_SHORT = re.compile(r"(?=[^A-Z]{0,9}[A-Z][^A-Z]{0,9}[A-Z])[A-Z][\w&/+’'-]{1,14}")
_GAP = re.compile(r"[\s:|–—,-]{0,12}")
_SMALL = frozenset("the of and in on for at a an de da do di la le et y und für".split())


def without_twins(text: str, found: list[VenueEntry]) -> list[VenueEntry]:
    """Return the venues without the full names beside the short ones; these have the years of both.

    Args:
        text: the line, from which the places of the venues are counted.
        found: the venues in order.
    """
    out: list[VenueEntry] = []
    for entry in found:
        last = out[-1] if out else None
        gap = text[last.end : entry.start] if last is not None else ""
        if last is None or not _GAP.fullmatch(gap) or not stands_for(entry.name, last.name, celled="\t" in gap):
            out.append(entry)
    return out


def stands_for(short: str, full: str, *, celled: bool) -> bool:
    """Tell whether a short form is that of a name; in cells of their own, it need not consist of first letters alone.

    >>> stands_for("ICLW", "International Conference on Looms and Wool", celled=False)
    True
    """
    words = [w for w in re.findall(r"[^\W_]+", full) if w.casefold() not in _SMALL]
    if not _SHORT.fullmatch(short) or len(words) < 2 or _SHORT.fullmatch(full):
        return False
    letters = re.sub(r"[\W_\d]", "", short).casefold()
    firsts = "".join(w[0] for w in words).casefold()
    if not letters:
        return False
    if letters in firsts:
        return True
    if not celled:
        return False
    return _spelt(letters, [w.casefold() for w in words])


def _spelt(letters: str, words: list[str]) -> bool:
    """Tell whether letters stand in words in order, each word's from its first on: "comloo" in "computer looms"."""
    places = {(0, 0)}  # how many letters are found, and how far the current word is read
    for word in words:
        places = {(n, 0) for n, _ in places}
        reached = set(places)
        for found, _ in places:
            size = 0
            while found + size < len(letters) and size < len(word) and letters[found + size] == word[size]:
                size += 1
        places = reached
    return any(found == len(letters) for found, _ in places)
