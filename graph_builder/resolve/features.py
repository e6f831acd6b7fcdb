"""Features: what two mentions of people have in common, as numbers, for many pairs at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graph_builder.resolve.candidates import Pairs
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.names import NameFrequency, PersonName

Values = NDArray[np.float64]

# Pairs are taken in pieces, so that memory stays bounded.
_PIECE = 100_000
_UNKNOWN_GAP = 3.0
_COMMON = -15.0
# So much the logarithms of counts are rounded.
_STEP = 0.5


@dataclass(frozen=True, slots=True)
class Commonness:
    """How common names are among all mentions that could be compared.

    *same* counts the mentions with exactly these names, *crowd* the full names in a block, and *shares* has, by the
    key of a name, the logarithm of the share of people who bear it.
    """

    same: Mapping[tuple[PersonName, ...], int]
    crowd: Mapping[str, int]
    shares: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Common:
    """What the rows of pairs have in common: for each shared word the number of the pair, and the word's two places."""

    size: int
    pair: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]

    def any(self) -> NDArray[np.bool_]:
        """Return which pairs share a word."""
        found = np.zeros(self.size, dtype=bool)
        found[self.pair] = True
        return found

    def sum(self, weights: Values) -> Values:
        """Return the scalar product of each pair's rows."""
        return np.asarray(np.bincount(self.pair, weights[self.first] * weights[self.second], self.size), np.float64)

    def top(self, weights: Values) -> Values:
        """Return the weightiest of what each pair shares, or nothing."""
        found = np.zeros(self.size)
        np.maximum.at(found, self.pair, weights[self.first] * weights[self.second])
        return found


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of weighted words: *words* and *weights* of row n stand from ``starts[n]`` to ``starts[n + 1]``, in order.

    >>> rows = Rows.of([("ab", "cd"), ("cd",), ("ef",)], lambda word: 2.0)
    >>> common = rows.common(np.array([0, 0]), np.array([1, 2]))
    >>> common.any().tolist(), common.sum(rows.weights).tolist()
    ([True, False], [4.0, 0.0])
    """

    starts: NDArray[np.int64]
    words: NDArray[np.int64]
    weights: Values

    @classmethod
    def of(cls, rows: Iterable[Sequence[str]], weight: Callable[[str], float]) -> Rows:
        """Return rows of words, each of which stands once in a row."""
        rows = list(rows)
        starts = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(words) for words in rows], out=starts[1:])
        known = {word: number for number, word in enumerate(sorted(set(chain.from_iterable(rows))))}
        numbers = chain.from_iterable(sorted(map(known.__getitem__, words)) for words in rows)
        words = np.fromiter(numbers, dtype=np.int64, count=int(starts[-1]))
        return cls(starts, words, np.array([weight(word) for word in known], dtype=np.float64)[words])

    def totals(self, power: int = 1) -> Values:
        """Return the sum of each row's weights, raised to a power before."""
        size = len(self.starts) - 1
        rows = np.repeat(np.arange(size), np.diff(self.starts))
        return np.asarray(np.bincount(rows, self.weights**power, size), np.float64)

    def unit(self) -> Values:
        """Return the weights with rows of length one, so that products of rows are cosines."""
        length = np.sqrt(self.totals(2))
        length[length == 0] = 1.0
        return np.asarray(self.weights / np.repeat(length, np.diff(self.starts)))

    def common(self, one: NDArray[np.int64], other: NDArray[np.int64]) -> Common:
        """Return what the rows *one* have in common with the rows *other*, pair by pair."""
        first, place = self._spread(one)
        second, at = self._spread(other)
        found = np.searchsorted(first, second)
        found[found == len(first)] = 0
        same = np.flatnonzero(first[found] == second) if len(first) else np.zeros(0, dtype=np.int64)
        width = int(self.words.max(initial=0)) + 1
        return Common(len(one), second[same] // width, place[found[same]], at[same])

    def _spread(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return numbers of the words of some rows that tell also the row, in order, and the places of the words."""
        begin = self.starts[rows]
        lengths = self.starts[rows + 1] - begin
        ends = np.cumsum(lengths)
        place = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(begin - (ends - lengths), lengths)
        width = int(self.words.max(initial=0)) + 1
        return np.repeat(np.arange(len(rows)) * width, lengths) + self.words[place], place


class Table:
    """Mentions as rows of words, one table of rows for each kind of evidence.

    Args:
        nodes: the mentions that are compared.
        frequency: how common words are.
        common: how common names are.
    """

    def __init__(self, nodes: Sequence[MentionEvidence], frequency: NameFrequency, common: Commonness) -> None:
        same, crowd, keys = common.same, common.crowd, common.shares
        names = {n: frequency.name(n) for n in {n for node in nodes for n in node.names}}
        self.full = np.array([bool(node.full_keys) for node in nodes], dtype=bool)
        self.frequency = np.array([min((names[n] for n in node.names), default=-20.0) for node in nodes])
        self.family = np.array([max((frequency.family_name(n) for n in node.names), default=-20.0) for node in nodes])
        self.given = np.array([max((frequency.given_name(n) for n in node.names), default=-20.0) for node in nodes])
        self.keys = Rows.of([node.full_keys for node in nodes], lambda _: 1.0)
        self.coauthors = Rows.of([n.coauthors for n in nodes], lambda k: math.sqrt(-keys.get(k, -20.0)))
        self.peers = Rows.of([n.peers for n in nodes], lambda p: math.sqrt(-frequency.peer(p)))
        # In one table, so that words of own affiliations and of those on papers have the same numbers.
        places = (*(n.affiliation for n in nodes), *(n.around for n in nodes))
        self.places = Rows.of(places, lambda w: frequency.word("affiliation", w))
        self.affiliation_weight, self.around_weight = np.split(self.places.totals(), 2)
        self.topics = Rows.of([n.topics for n in nodes], lambda w: frequency.word("title", w))
        self.printed = Rows.of([n.printed for n in nodes], lambda _: 1.0)
        self.mentions = in_steps(np.log([float(same[n.names]) for n in nodes]))
        self.venues = Rows.of([n.venues for n in nodes], lambda _: 1.0)
        self.placed = np.array([bool(n.affiliation) for n in nodes], dtype=bool)
        self.company = np.array([float(len(n.coauthors)) for n in nodes])
        self.years = np.array([(n.years[0], n.years[-1]) if n.years else (0, 0) for n in nodes], dtype=np.float64)
        self.years = self.years.reshape(-1, 2)
        self.active = np.array([float(len(n.years)) for n in nodes])
        self.size = np.log([float(n.size) for n in nodes])
        self.crowd = in_steps(np.log1p([float(min((crowd[b] for b in n.blocks), default=0)) for n in nodes]))


def in_steps(counts: Values) -> Values:
    """Return logarithms of counts to the nearest step: one mention more or less makes no other figures of the rest.

    >>> in_steps(np.log([1.0, 2.0, 100.0, 101.0])).tolist()
    [0.0, 0.5, 4.5, 4.5]
    """
    return np.asarray(np.round(counts / _STEP) * _STEP)


def features(table: Table, pairs: Pairs) -> Values:
    """Return a row of ``FEATURES`` for each pair of indices of the mentions in *table*."""
    rows = np.empty((len(pairs), len(FEATURES)))
    for start in range(0, len(pairs), _PIECE):
        columns = _features(table, pairs[start : start + _PIECE]).values()
        rows[start : start + _PIECE] = np.stack([np.asarray(column, dtype=np.float64) for column in columns], axis=1)
    return rows


def _features(table: Table, pairs: Pairs) -> dict[str, Any]:
    """Return the features of pairs by name, each as a column."""
    one, other = pairs[:, 0], pairs[:, 1]
    same = table.keys.common(one, other).any()
    both_full = table.full[one] & table.full[other]
    neither = ~table.full[one] & ~table.full[other]
    initial = ~both_full & ~neither
    frequency = np.minimum(0.0, np.maximum(table.frequency[one], table.frequency[other])) - _COMMON
    crowd = np.maximum(table.crowd[one], table.crowd[other])
    shared, peer = table.peers.common(one, other), table.peers.weights
    peers, rarest_peer = shared.sum(peer), shared.top(peer)
    fewest = np.minimum(table.company[one], table.company[other])
    known = table.placed[one] & table.placed[other]
    # The rows of affiliations on papers stand behind those of own affiliations.
    places, behind = table.places, len(table.placed)
    cosine, root = places.unit(), np.sqrt(places.weights)
    own, around = places.common(one, other), places.common(one + behind, other + behind)
    near = places.common(one + behind, other).sum(cosine)
    far = places.common(one, other + behind).sum(cosine)
    affiliation = own.sum(cosine) * known
    words, root_of_title = table.topics.common(one, other), np.sqrt(table.topics.weights)
    topics = words.sum(table.topics.unit())
    gap = np.log1p(_gap(table.years, one, other))
    weight = np.maximum(1.0, np.minimum(table.affiliation_weight[one], table.affiliation_weight[other]))
    contained = own.sum(root) / weight
    least, most = np.minimum(table.size[one], table.size[other]), np.maximum(table.size[one], table.size[other])
    around_weight = np.minimum(table.around_weight[one], table.around_weight[other])
    span = table.years[:, 1] - table.years[:, 0]
    return {
        "same full name": same & both_full,
        "full names differ": ~same & both_full,
        "one initial": initial,
        "both initials": neither,
        "name frequency": frequency,
        "frequency of initial": frequency * ~both_full,
        "names in block": crowd,
        "names in block, initial": crowd * ~both_full,
        "shared co-authors": np.log1p(table.coauthors.common(one, other).sum(table.coauthors.weights)),
        "shared peers": np.log1p(peers),
        "any shared peer": peers > 0,
        "several shared peers": peers > 20,
        "fewest co-authors": np.log1p(fewest),
        "no shared peer of many": (peers == 0) & (fewest >= 3),
        "affiliation unknown": ~known,
        "affiliation": affiliation,
        "affiliation alike": affiliation > 0.5,
        "affiliation equal": affiliation > 0.8,
        "affiliation differs": known & (affiliation < 0.1),
        "affiliation, name frequency": affiliation * frequency,
        "topics": topics,
        "some topics": np.minimum(5 * topics, 1.0),
        "years apart": gap,
        "years apart, affiliation differs": gap * (known & (affiliation < 0.2)),
        "years apart, shared peer": gap * (peers > 0),
        "same venue": table.venues.common(one, other).any(),
        # A turned name is no other name where the two have a co-author in common.
        "same order of names": table.printed.common(one, other).any() | (same & (peers > 0)),
        "mentions of name": np.minimum(table.mentions[one], table.mentions[other]),
        "share of peers shared": np.bincount(shared.pair, minlength=shared.size) / np.maximum(1.0, fewest),
        "name frequency, no shared peer": frequency * (peers == 0),
        "name frequency, affiliation unknown": frequency * ~known,
        "names in block, no shared peer": crowd * (peers == 0),
        "names in block, affiliation unknown": crowd * ~known,
        "fewest mentions": least,
        "most mentions": most,
        "affiliation contained": contained,
        "rarest shared peer": rarest_peer,
        "rarest shared word of affiliation": own.top(root),
        "rarest shared word of title": words.top(root_of_title),
        "commonness of family name": np.maximum(table.family[one], table.family[other]),
        "commonness of given name": np.maximum(table.given[one], table.given[other]),
        "longest span of years": np.log1p(np.maximum(span[one], span[other])),
        "fewest years": np.log1p(np.minimum(table.active[one], table.active[other])),
        "fewest mentions, no shared peer": least * (peers == 0),
        "most mentions, no shared peer": most * (peers == 0),
        "affiliation contained, name frequency": contained * frequency,
        "fewest mentions, name frequency": least * frequency,
        "affiliations on papers unknown": around_weight == 0,
        "affiliations on papers": around.sum(cosine),
        "affiliation among those on papers": np.maximum(near, far),
        "both affiliations among those on papers": np.minimum(near, far),
        "affiliations on papers contained": around.sum(root) / np.maximum(1.0, around_weight),
    }


def _gap(years: Values, one: NDArray[np.int64], other: NDArray[np.int64]) -> Values:
    """Return how many years lie between the works of two mentions: none if their times overlap."""
    a, b = years[one], years[other]
    gap = np.maximum(0.0, np.maximum(a[:, 0], b[:, 0]) - np.minimum(a[:, 1], b[:, 1]))
    return np.where((a[:, 0] > 0) & (b[:, 0] > 0), gap, _UNKNOWN_GAP)


FEATURES = tuple(_features(Table((), NameFrequency(), Commonness({}, {}, {})), np.zeros((0, 2), dtype=np.int64)))
"""The names of the features, in the order of the columns that ``features`` returns."""
