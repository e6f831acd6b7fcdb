"""Whether lists beside a list of authors are in its order, by the names that stand in addresses of people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from graph_builder.read.records.values import slug_of

_WORD = re.compile(r"[A-Za-z]{3,60}")
_SHORT = 3
"""Letters of the shortest family name that is looked for: "li" stands in too many addresses."""


def in_order(names: Sequence[str], lists: Iterable[Sequence[str]]) -> bool:
    """Tell whether no address speaks against being its author's: none names another author and not the one it is at.

    Authors change their order after a paper was submitted, and what was listed beside them stays as it was: so it
    shows in one of nine papers of the lists that give addresses. Only those in which names stand can tell.

    Args:
        names: the authors.
        lists: for each kind of address (homepages, keys of dblp) one for each author, empty where there is none.

    >>> names = ["Ada Lovelace", "Charles Babbage"]
    >>> in_order(names, [["https://example.org/~lovelace", ""]]), in_order(names, [["b/CharlesBabbage", "191/7"]])
    (True, False)
    """
    written = [_written(name) for name in names]
    for values in lists:
        for at, value in enumerate(values):
            words = {word.casefold() for word in _WORD.findall(value)} if value else set()
            if not words or any(part in word for word in words for part in written[at][1]):
                continue
            if any(words & forms for place, (forms, _) in enumerate(written) if place != at):
                return False
    return True


def _written(name: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return how addresses write a name, and the words of it that show that an address may be its bearer's."""
    words = [word for word in slug_of(name).split("-") if word]
    if not words:
        return frozenset(), ()
    given, family = words[0], words[-1]
    forms = {given + family, family + given, given[0] + family, family + given[0]}
    if len(family) > _SHORT:
        forms.add(family)
    return frozenset(f for f in forms if len(f) > _SHORT), tuple(w for w in words if len(w) >= _SHORT) or (family,)
