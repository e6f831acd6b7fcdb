"""Candidates: which pairs of mentions are worth a comparison, their number near linear in that of the mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from graph_builder.resolve.evidence import Sighting
from graph_builder.resolve.names import PersonName, compatible

Pairs = NDArray[np.int64]
Forms = tuple[PersonName, ...]

# All pairs of a group of agreeing names are compared up to this many members; beyond, each with its neighbours in
# several orders ("sorted neighbourhood", Hernández and Stolfo 1995), so that the cost grows with the members alone.
ALL_PAIRS = 40
WINDOW = 8


class Compatibility:
    """Whether the names of two mentions can be those of one person, remembered for each pair of forms."""

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
        """Tell whether any two names of two forms agree."""
        if one == other:
            return True
        key = (one, other) if one < other else (other, one)
        if key not in self._known:
            self._known[key] = any(compatible(a, b) for a in self._forms[one] for b in self._forms[other])
        return self._known[key]


def candidates(nodes: Sequence[Sighting], forms: Sequence[int], names: Compatibility) -> Pairs:
    """Return the pairs of indices of *nodes* to compare, the lesser first, in order and each once.

    *forms* are the numbers of the nodes' names in *names*.
    """
    size = len(nodes)
    found: set[int] = set()
    for groups in _blocks(nodes, forms):
        keys = sorted(groups)
        for form in keys:
            found.update(a * size + b for a, b in _pairs(groups[form], (), nodes))
        for one, other in combinations(keys, 2):
            if names.agree(one, other):
                found.update(a * size + b for a, b in _pairs(groups[one], groups[other], nodes))
    codes = np.array(sorted(found), dtype=np.int64)
    return np.stack([codes // max(1, size), codes % max(1, size)], axis=1)


def _blocks(nodes: Sequence[Sighting], forms: Sequence[int]) -> Iterable[dict[int, list[int]]]:
    """Yield, for each block of names, the indices of nodes by form."""
    blocks: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for index, node in enumerate(nodes):
        for block in node.blocks:
            blocks[block][forms[index]].append(index)
    return blocks.values()


def _pairs(one: Sequence[int], other: Sequence[int], nodes: Sequence[Sighting]) -> Iterator[tuple[int, int]]:
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


def _orders(members: Iterable[int], nodes: Sequence[Sighting]) -> Iterator[list[int]]:
    """Yield the members in orders that bring likely matches together: by year, by co-author, by affiliation."""
    indices = list(members)
    yield sorted(indices, key=lambda i: (nodes[i].years[:1], i))
    for field in ("peers", "affiliation"):
        count: dict[str, int] = defaultdict(int)
        for index in indices:
            for word in getattr(nodes[index], field):
                count[word] += 1
        # The words that most of the others share come first, so that those who share them stand together.
        rank = {index: sorted((-count[w], w) for w in getattr(nodes[index], field))[:3] for index in indices}
        yield sorted(indices, key=lambda i: (rank[i], nodes[i].years[:1], i))
