"""Candidates: which pairs of mentions are worth a comparison, their number near linear in that of the mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.names import (
    PersonName,
    begins_with_initial,
    compatible,
    marks,
    may_turn_to_initial,
)

Pairs = NDArray[np.int64]
Forms = tuple[PersonName, ...]

# All pairs of a group of agreeing names are compared up to this many members; beyond, each with its neighbours in
# several orders ("sorted neighbourhood", Hernández and Stolfo 1995), so that the cost grows with the members alone.
ALL_PAIRS = 10
WINDOW = 2
# So few forms of a block are compared each with each.
FEW = 8


class Compatibility:
    """Whether the names of two mentions can be those of one person, remembered for pairs of forms that are asked."""

    def __init__(self) -> None:
        self._ids: dict[Forms, int] = {}
        self._forms: list[Forms] = []
        self._known: dict[tuple[int, int], bool] = {}

    def form(self, names: Forms) -> int:
        """Return the number of a tuple of names."""
        found = self._ids.setdefault(names, len(self._forms))
        if found == len(self._forms):
            self._forms.append(names)
        return found

    def agree(self, one: int, other: int) -> bool:
        """Return whether any two names of two forms agree; where both have full names, two of those.

        So "Y. Zhu", once one with Yan Zhu, leads no more to Yue Zhu.
        """
        if one == other:
            return True
        key = (one, other) if one < other else (other, one)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._compared(one, other)
        return known

    def _compared(self, one: int, other: int) -> bool:
        names, others = self._forms[one], self._forms[other]
        full, others_full = [n for n in names if n.full], [n for n in others if n.full]
        if full and others_full:
            names, others = tuple(full), tuple(others_full)
        return any(compatible(a, b) for a in names for b in others)

    def agreeing(self, forms: Sequence[int], own: Sequence[int] | None = None) -> list[tuple[int, int]]:
        """Return the pairs of *forms* that agree, the lesser first, in order; of which one is *own*, if that is given.

        Of the hundreds of names of a large block few agree, and all its pairs would be their square: only those are
        looked at that share what agreeing names share, and none of the others is remembered.

        >>> from graph_builder.resolve.names import parse_name
        >>> names = Compatibility()
        >>> forms = [names.form((parse_name(text),)) for text in ("Yan Wang", "Yue Wang", "Y. Wang", "Wang Yue")]
        >>> names.agreeing(forms)
        [(0, 2), (1, 2), (1, 3), (2, 3)]
        """
        own = forms if own is None else own
        if min(len(forms), len(own)) <= FEW:
            likely = sorted({(min(a, b), max(a, b)) for a in own for b in forms if a != b})
        else:
            among = set(own)
            likely = [pair for pair in self._likely(forms) if not among.isdisjoint(pair)]
        return [(one, other) for one, other in likely if self._compared(one, other)]

    def _likely(self, forms: Sequence[int]) -> list[tuple[int, int]]:
        sharing: dict[object, list[int]] = defaultdict(list)
        turned: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        found: set[tuple[int, int]] = set()
        for form in forms:
            for mark in {mark for name in self._forms[form] for mark in marks(name)}:
                sharing[mark].append(form)
            for name in self._forms[form]:
                turned[name.family][0].append(form)
                if may_turn_to_initial(name):
                    turned[name.given[0]][1].append(form)
            if any(begins_with_initial(name) for name in self._forms[form]):
                found.update((form, other) for other in forms)
        for alike in sharing.values():
            found.update(combinations(alike, 2))
        for some, others in turned.values():
            found.update((one, other) for one in some for other in others)
        return sorted({(min(pair), max(pair)) for pair in found if pair[0] != pair[1]})


def pairs_between(
    one: Sequence[int], other: Sequence[int], nodes: Sequence[MentionEvidence]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs inside *one*, or between *one* and *other* if that is not empty; all, or neighbours alone."""
    members = [*one, *other]
    if len(members) <= ALL_PAIRS:
        pairs = ((a, b) for a in one for b in other) if other else combinations(one, 2)
        yield from ((min(p), max(p)) for p in pairs)
        return
    first = set(one)
    for order in _orders(members, nodes):
        for place, a in enumerate(order):
            for b in order[place + 1 : place + 1 + WINDOW]:
                if not other or (a in first) != (b in first):
                    yield min(a, b), max(a, b)


def _orders(members: Iterable[int], nodes: Sequence[MentionEvidence]) -> Iterator[list[int]]:
    """Yield the members in orders that bring likely matches together: by year, by co-author, by affiliation."""
    indices = list(members)
    yield sorted(indices, key=lambda i: (nodes[i].years[:1], i))
    for field in ("peers", "affiliation"):
        count: dict[str, int] = defaultdict(int)
        for index in indices:
            for word in getattr(nodes[index], field):
                count[word] += 1
        # The words that most of the others share come first, so that those who share them stand together.
        rank = {i: sorted((-count[w], w) for w in getattr(nodes[i], field) if count[w] > 1)[:3] for i in indices}
        yield sorted(indices, key=lambda i: (rank[i], nodes[i].years[:1], i))
