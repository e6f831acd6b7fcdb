"""Candidates: which pairs of mentions are worth a comparison, their number near linear in that of the mentions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from graph_builder.resolve.entities import number
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.name_frequency import NameFrequency
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
# Before anything is joined, a mention is compared with so many earlier ones that share a co-author with it, sought
# among the last so many that list one; and with the last that shares one of its so many rarest words of affiliation.
# Twice as many of each, and all pairs of up to 20, cost a quarter more comparisons and found nothing more.
NEAREST, LATEST, RAREST = 1, 3, 1
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


def candidates(nodes: Sequence[MentionEvidence], forms: Sequence[int], names: Compatibility, within: str = "") -> Pairs:
    """Return the pairs of indices of *nodes* to compare, the lesser first, in order and each once.

    *forms* are the numbers of the nodes' names in *names*; *within* is the one block to look at, all of whose nodes
    these are, by default every block.
    """
    size = len(nodes)
    found: set[int] = set()
    for groups in _blocks(nodes, forms, within):
        keys = sorted(groups)
        for form in (form for form in keys if len(groups[form]) > 1):
            found.update(a * size + b for a, b in pairs_between(groups[form], (), nodes))
        for one, other in names.agreeing(keys):
            found.update(a * size + b for a, b in pairs_between(groups[one], groups[other], nodes))
    return _unpacked(found, size)


def neighbours(
    nodes: Sequence[MentionEvidence],
    forms: Sequence[int],
    names: Compatibility,
    frequency: NameFrequency,
    within: str = "",
) -> Pairs:
    """Return, as ``candidates`` does, only pairs that probably are one person: two for each of *nodes* and block.

    Each is compared with the nearest in time that share a co-author or a word of affiliation with it, so that the
    pairs of one who wrote much are as many as his papers, not as their square.

    Args:
        nodes: what is compared.
        forms: the numbers of the nodes' names in *names*.
        names: which names agree.
        frequency: which words of affiliations are rare.
        within: the one block to look at, all of whose nodes these are; by default every block.
    """
    found: set[int] = set()
    words = [rarest(node, frequency) for node in nodes]
    order = sorted(range(len(nodes)), key=lambda i: in_time(nodes[i]))
    places = {index: place for place, index in enumerate(order)}
    blocks: dict[str, list[int]] = defaultdict(list)
    for index in order:
        for block in (within,) if within else nodes[index].blocks:
            blocks[block].append(index)
    # Block by block: what one of them has seen is forgotten before the next.
    for members in (block for block in blocks.values() if len(block) > 1):
        seen: dict[str, list[int]] = defaultdict(list)
        for index in members:
            for other in nearest(index, nodes[index].peers, words[index], forms, names, seen, places):
                found.add(min(index, other) * len(nodes) + max(index, other))
            for word in (*nodes[index].peers, *words[index]):
                seen[word].append(index)
    return _unpacked(found, len(nodes))


def rarest(node: MentionEvidence, frequency: NameFrequency) -> list[str]:
    """Return the words of affiliation by which the neighbours of a node are sought."""
    return sorted(node.affiliation, key=lambda w: (-frequency.word("affiliation", w), w))[:RAREST]


def in_time(node: MentionEvidence) -> tuple[int, int]:
    """Return what orders nodes by their first year; those of one year in an order that says nothing, but stays."""
    return (node.years[0] if node.years else 0, number(*node.ref))


class Agreeing(Protocol):
    """What knows whether forms agree."""

    def agree(self, one: int, other: int) -> bool:
        """Return whether two forms agree."""
        ...


Word = TypeVar("Word", str, int)


def nearest(
    index: int,
    peers: Iterable[Word],
    words: Iterable[Word],
    forms: Sequence[int] | Mapping[int, int],
    names: Agreeing,
    seen: Mapping[Word, Sequence[int]],
    places: Mapping[int, int] | Sequence[int],
) -> Iterator[int]:
    """Yield those of the earlier nodes of a block, *seen* by co-author and word, with which a node is compared.

    *places* are those of the nodes in the order of ``in_time``.
    """
    sharing = Counter(other for peer in peers for other in seen.get(peer, ())[-LATEST:])
    best = sorted(sharing, key=lambda other: (-sharing[other], -places[other]))
    yield from islice((other for other in best if names.agree(forms[index], forms[other])), NEAREST)
    for word in words:
        yield from (other for other in seen.get(word, ())[-1:] if names.agree(forms[index], forms[other]))


def _unpacked(codes: Iterable[int], size: int) -> Pairs:
    """Return the pairs that were packed into one number each, in order."""
    packed = np.array(sorted(codes), dtype=np.int64)
    return np.stack([packed // max(1, size), packed % max(1, size)], axis=1)


def _blocks(nodes: Sequence[MentionEvidence], forms: Sequence[int], within: str) -> Iterator[dict[int, list[int]]]:
    """Yield, for each block of names with more than one node, the indices of nodes by form."""
    blocks: dict[str, list[int]] = defaultdict(list)
    for index, node in enumerate(nodes):
        for block in (within,) if within else node.blocks:
            blocks[block].append(index)
    for members in (block for block in blocks.values() if len(block) > 1):
        groups: dict[int, list[int]] = {}
        for index in members:
            groups.setdefault(forms[index], []).append(index)
        yield groups


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
