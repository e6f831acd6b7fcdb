"""The index of a registry on disk: one SQLite file with the records, and arrays that are searched in memory.

Names are kept as a trie over canonical words. A node is numbered by its place among the sorted edges, and an edge is
one integer, ``parent << 24 | word``: a step down is one binary search in an array, and the arrays are read in
milliseconds however many names there are.
"""

from __future__ import annotations

import json
import math
import sqlite3
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from functools import cached_property
from pathlib import Path
from typing import Any

from graph_builder.gazetteer.registry.places import place_names
from graph_builder.gazetteer.registry.ror import NameKind, Organization
from graph_builder.gazetteer.registry.tokens import HEADS, keys

FORMAT = "4"
"""Changes whenever an index of before cannot be read any more, or would be made otherwise."""

MOST_IDF = 12.0
"""The inverse document frequency of a word that no name has."""
_WORD_BITS = 24
_WORD_MASK = (1 << _WORD_BITS) - 1
_KIND_BITS = 3
_LONGEST = 24


def write_index(path: Path, records: Iterable[Organization]) -> int:
    """Write the index of *records* to a new file, and return their number. Of equal ids the last counts."""
    unique = {r.id: r for r in records}
    ordered = [unique[key] for key in sorted(unique)]
    former: dict[str, list[Organization]] = defaultdict(list)
    for record in ordered:
        for successor in record.successors:
            former[successor].append(record)
    vocabulary: dict[str, int] = {}
    trie: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, record in enumerate(ordered):
        best = sequences(record)
        for old in former.get(record.id, ()):
            for sequence, kind in sequences(old).items():
                if kind is not NameKind.ACRONYM:
                    best.setdefault(sequence, NameKind.FORMER)
        for sequence, kind in sorted(best.items()):
            trie[tuple(vocabulary.setdefault(w, len(vocabulary)) for w in sequence)].append(number << _KIND_BITS | kind)
    connection = sqlite3.connect(path)
    try:
        with connection:
            connection.execute("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT)")
            connection.execute("CREATE TABLE arrays (name TEXT PRIMARY KEY, value BLOB)")
            connection.execute("CREATE TABLE records (number INTEGER PRIMARY KEY, id TEXT UNIQUE, value TEXT)")
            rows = ((n, r.id, json.dumps(astuple(r), ensure_ascii=False)) for n, r in enumerate(ordered))
            connection.executemany("INSERT INTO records VALUES (?, ?, ?)", rows)
            connection.executemany("INSERT INTO arrays VALUES (?, ?)", _arrays(trie, vocabulary))
            places = json.dumps(place_names(ordered), ensure_ascii=False, sort_keys=True)
            connection.executemany("INSERT INTO about VALUES (?, ?)", (("places", places), ("format", FORMAT)))
    finally:
        connection.close()
    return len(ordered)


def sequences(record: Organization) -> dict[tuple[str, ...], NameKind]:
    """Return the canonical words of each name of a record, and of the forms of it that people write."""
    best: dict[tuple[str, ...], NameKind] = {}
    for name, kind in record.names:
        if 0 < len(sequence := keys(name)) <= _LONGEST:
            best[sequence] = min(kind, best.get(sequence, kind))
    for sequence, kind in list(best.items()):
        if kind is not NameKind.ACRONYM:
            for turned in _turned(sequence):
                best.setdefault(turned, NameKind.TURNED)
    for sequence, kind in list(best.items()):
        if kind is not NameKind.ACRONYM:
            for shorter in _without_town(sequence, record):
                best.setdefault(shorter, NameKind.TOWNLESS)
    return best


def _without_town(sequence: tuple[str, ...], record: Organization) -> Iterator[tuple[str, ...]]:
    """Yield "Wessex University" for "Wessex University in Ambleford", of an organization in Ambleford."""
    for town in map(keys, record.cities):
        rest = sequence[: -len(town)] if town else ()
        if len(rest) > 1 and sequence[-len(town) :] == town and not HEADS.isdisjoint(rest):
            yield rest


_WHOLES = frozenset(("institute", "academy", "college", "school"))
_SCHOOLS = (
    ("school", "medicine"),
    ("medical", "school"),
    ("law", "school"),
    ("business", "school"),
    ("medical", "college"),
    ("college", "medicine"),
    ("divinity", "school"),
)


def _turned(sequence: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield "University of Lund" for "Lund University" and the reverse, and "Lund School of Medicine"."""
    if len(sequence) < 2 or len(sequence) > 8:
        return
    if sequence[-1] == "university" and len(sequence) > 2 and not _WHOLES.isdisjoint(sequence[:-1]):
        yield sequence[:-1]
    if sequence[-2:] == ("university", "hospital") and len(sequence) > 2:
        yield ("university", "hospital", *sequence[:-2])
    elif sequence[:2] == ("university", "hospital") and len(sequence) > 2:
        yield (*sequence[2:], "university", "hospital")
    if len(sequence) == 2 and sequence[1] == "university" and len(sequence[0]) > 5 and sequence[0].endswith("s"):
        # "Lunds universitet" is Lund University.
        yield (sequence[0][:-1], "university")
        yield ("university", sequence[0][:-1])
    if len(sequence) > 6:
        return
    if sequence[-1] == "college" and "university" not in sequence:
        for school in _SCHOOLS:
            yield (*sequence[:-1], *school)
    if sequence[0] == "university" and "university" not in sequence[1:]:
        yield (*sequence[1:], "university")
    elif sequence[-1] == "university" and "university" not in sequence[:-1]:
        yield ("university", *sequence[:-1])
        for school in _SCHOOLS:
            yield (*sequence[:-1], *school)


def _arrays(trie: dict[tuple[int, ...], list[int]], vocabulary: dict[str, int]) -> Iterator[tuple[str, bytes]]:
    edges, numbers = _edges(trie)
    terminals = sorted((numbers[sequence], values) for sequence, values in trie.items())
    starts, values = array("I", [0]), array("I")
    at = 0
    for node in range(len(edges) + 1):
        if at < len(terminals) and terminals[at][0] == node:
            values.extend(terminals[at][1])
            at += 1
        starts.append(len(values))
    postings: dict[int, list[int]] = defaultdict(list)
    for sequence in trie:
        for word in set(sequence):
            postings[word].append(numbers[sequence])
    heads, nodes = array("I", [0]), array("I")
    for word in range(len(vocabulary)):
        nodes.extend(sorted(postings[word]))
        heads.append(len(nodes))
    yield "words", "\n".join(vocabulary).encode()
    yield "edges", edges.tobytes()
    yield "starts", starts.tobytes()
    yield "names", values.tobytes()
    yield "heads", heads.tobytes()
    yield "nodes", nodes.tobytes()


def _edges(trie: Iterable[tuple[int, ...]]) -> tuple[array[int], dict[tuple[int, ...], int]]:
    """All edges in order, and the number of each node: nodes of one depth come before those below."""
    levels: dict[int, set[tuple[int, ...]]] = defaultdict(set)
    for sequence in trie:
        for depth in range(1, len(sequence) + 1):
            levels[depth].add(sequence[:depth])
    numbers: dict[tuple[int, ...], int] = {(): 0}
    edges = array("Q")
    for depth in sorted(levels):
        level = sorted((numbers[prefix[:-1]] << _WORD_BITS | prefix[-1], prefix) for prefix in levels[depth])
        for edge, prefix in level:
            edges.append(edge)
            numbers[prefix] = len(edges)
    return edges, numbers


class Index:
    """An open index: words, the trie of names, and the records behind them. Reading only."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        stored = dict(self._connection.execute("SELECT name, value FROM arrays"))
        self.words = {w: n for n, w in enumerate(stored["words"].decode().split("\n"))}
        self._edges, self._starts, self._names, self._heads, self._nodes = (
            _array(code, stored[name])
            for code, name in zip("QIIII", ("edges", "starts", "names", "heads", "nodes"), strict=True)
        )
        self._records: dict[int, Organization] = {}
        self._total = len(self._edges)

    @cached_property
    def about(self) -> dict[str, str]:
        """What was said of the index when it was made."""
        return dict(self._connection.execute("SELECT key, value FROM about"))

    def __len__(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM records").fetchone()[0])

    def step(self, node: int, word: int) -> int:
        """Return the node below *node* that *word* leads to, or 0."""
        edge = node << _WORD_BITS | word
        at = bisect_left(self._edges, edge)
        return at + 1 if at < self._total and self._edges[at] == edge else 0

    def named(self, node: int) -> list[tuple[int, int]]:
        """Return the number and the kind of name of each record whose name ends at *node*."""
        return [(v >> _KIND_BITS, v & 7) for v in self._names[self._starts[node] : self._starts[node + 1]]]

    def sequence(self, node: int) -> list[int]:
        """Return the words that lead to *node*."""
        found = []
        while node:
            edge = self._edges[node - 1]
            found.append(edge & _WORD_MASK)
            node = edge >> _WORD_BITS
        return found[::-1]

    def frequency(self, word: int) -> int:
        """Return in how many names *word* occurs."""
        return self._heads[word + 1] - self._heads[word]

    def containing(self, word: int) -> array[int]:
        """Return the nodes of the names in which *word* occurs."""
        return self._nodes[self._heads[word] : self._heads[word + 1]]

    def idf(self, word: int) -> float:
        """Return the inverse document frequency of a word, from 0 to ``MOST_IDF``, a name being a document.

        Scaled by the size of the index, so that it means about the same in a registry and in a part of it.
        """
        total = 1 + self._heads[-1]
        return MOST_IDF * math.log(total / (1 + self.frequency(word))) / math.log(1 + total)

    def record(self, number: int) -> Organization:
        """Return the record with this number."""
        found = self._records.get(number)
        if found is None:
            row = self._connection.execute("SELECT value FROM records WHERE number = ?", (number,)).fetchone()
            found = self._records[number] = _organization(row[0])
        return found

    def by_id(self, key: str) -> Organization | None:
        """Return the record with this identifier, or None."""
        row = self._connection.execute("SELECT number FROM records WHERE id = ?", (key,)).fetchone()
        return self.record(row[0]) if row else None


def _array(code: str, content: bytes) -> array[int]:
    found: array[int] = array(code)
    found.frombytes(content)
    return found


def _organization(row: str) -> Organization:
    key, names, *rest = json.loads(row)
    others: list[Any] = [tuple(f) if isinstance(f, list) else f for f in rest]
    return Organization(key, tuple((name, NameKind(kind)) for name, kind in names), *others)
