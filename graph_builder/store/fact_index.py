"""The index of stored facts: where each row stands and whom each claim is about, so that some are read by themselves.

It follows the two lines of JSON: the shapes of claims (relation and names of roles) as a third line, then numbers of
four bytes: where the first mention, claim and piece of evidence begin, how many there are, and how many roles; the
length of each row of the three kinds; the number of each claim's shape; and the places of the mentions in its roles
(-1 for one that the source does not have), each less the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from graph_builder.model import SCHEMA, Relation

Numbers = NDArray[np.int64]
Shape = tuple[Relation, tuple[str, ...]]
"""The relation of a claim, and the names of its roles."""

_STORED = np.dtype("<i4")
_RELATIONS = {relation.value: relation for relation in Relation}
_FIRST = {relation: schema.required[0] for relation, schema in SCHEMA.items()}
"""The role by whose entity claims are found that may say the same, or give the same direct edge."""


class ClaimTable:
    """Whom the claims of a source are about, without what they say.

    *mentions* are the ids of all mentions, *shapes* the relations with names of roles that occur, *shape* the number of
    that of each claim, and *roles*, claim after claim, the places of the mentions that fill them, or -1.

    >>> table = ClaimTable.of(["m1", "m2"], [(Relation.ADVISING, {"advisor": "m2", "advisee": "m1"})])
    >>> table.roles.tolist(), table.held([0])
    ([1, 0], {0, 1})
    """

    def __init__(self, mentions: Sequence[str], shapes: Sequence[Shape], shape: Numbers, roles: Numbers) -> None:
        self.mentions, self.shapes, self.shape, self.roles = mentions, shapes, shape, roles

    @classmethod
    def of(cls, mentions: Iterable[str], claims: Iterable[tuple[Relation, Mapping[str, str]]]) -> ClaimTable:
        """Return the table of claims, each given by its relation and the mentions in its roles."""
        places = {mention: place for place, mention in enumerate(dict.fromkeys(mentions))}
        shapes: dict[Shape, int] = {}
        shape: list[int] = []
        roles: list[int] = []
        for relation, filled in claims:
            shape.append(shapes.setdefault((relation, tuple(filled)), len(shapes)))
            roles += [places.get(mention, -1) for mention in filled.values()]
        numbers = (np.array(each, dtype=np.int64) for each in (shape, roles))
        return cls(list(places), list(shapes), *numbers)

    def around(self, mentions: Collection[str]) -> list[int]:
        """Return the places of the claims that any of some mentions stand in, and of those about the subject."""
        sizes = np.array([len(names) for _, names in self.shapes], dtype=np.int64)[self.shape]
        wanted = np.array([*(mention in mentions for mention in self.mentions), False], dtype=bool)
        hit = np.array([relation is Relation.PROFILE for relation, _ in self.shapes], dtype=bool)[self.shape]
        hit[np.repeat(np.arange(len(sizes)), sizes)[wanted[self.roles]]] = True
        found: list[int] = np.flatnonzero(hit).tolist()
        return found

    def touched(self, changed: Collection[str], related: Callable[[set[str]], Collection[str]]) -> list[int]:
        """Return the places of those claims whose quads may differ, or hold up what others' no longer do.

        Args:
            changed: the mentions whose links lead elsewhere.
            related: gives, for some mentions, all that lead to an entity of theirs, before the change or after it.
        """
        sizes = np.array([len(names) for _, names in self.shapes], dtype=np.int64)[self.shape]
        where = [names.index(_FIRST[relation]) if _FIRST[relation] in names else -1 for relation, names in self.shapes]
        at = np.array(where, dtype=np.int64)[self.shape]
        # The last place, which is also that before the first, stands for no mention.
        roles = np.append(self.roles, -1)
        first = np.where(at < 0, -1, roles[np.cumsum(sizes) - sizes + at])
        other = np.array([*(mention in changed for mention in self.mentions), False], dtype=bool)
        hit = np.zeros(len(sizes), dtype=bool)
        hit[np.repeat(np.arange(len(sizes)), sizes)[other[self.roles]]] = True
        around = {self.mentions[place] for place in set(first[hit].tolist()) - {-1}}
        around.update(related(around))
        other[:-1] = [mention in around for mention in self.mentions]
        found: list[int] = np.flatnonzero(hit | other[first]).tolist()
        return found

    def held(self, claims: Iterable[int]) -> set[int]:
        """Return the places of the mentions of some claims."""
        sizes = np.array([len(names) for _, names in self.shapes], dtype=np.int64)[self.shape]
        ends = np.cumsum(sizes)
        chosen = np.zeros(len(sizes), dtype=bool)
        chosen[list(claims)] = True
        assert not len(ends) or ends[-1] == len(self.roles)
        return set(self.roles[np.repeat(chosen, sizes)].tolist()) - {-1}


class Indexed:
    """Facts with an index, of which rows are read one by one."""

    def __init__(self, data: bytes) -> None:
        quotes = data.index(b"\n", data.index(b"\n") + 1)
        at = data.index(b"\n", quotes + 1) + 1
        numbers = np.frombuffer(data, _STORED, offset=at).astype(np.int64)
        firsts, counts = numbers[:3].tolist(), numbers[3:7].tolist()
        sizes = (*counts[:3], counts[1], counts[3])
        if 7 + sum(sizes) != len(numbers):
            raise ValueError("the index has another length than it says")
        *lengths, shape, steps = np.split(numbers[7:], np.cumsum(sizes)[:-1])
        self._data = data
        self.source: str = orjson.loads(data[1 : firsts[0] - 2])
        self._starts = [_starts(each, first) for each, first in zip(lengths, firsts, strict=True)]
        ids = [data[start + 2 : data.index(b'"', start + 2)].decode() for start in self._starts[0][:-1].tolist()]
        shapes = [(_RELATIONS[relation], tuple(names)) for relation, names in orjson.loads(data[quotes + 1 : at])]
        self.table = ClaimTable(ids, shapes, shape, np.cumsum(steps))

    def mentions(self, places: Sequence[int]) -> list[Any]:
        """Return the rows of mentions."""
        return self._rows(0, places)

    def claims(self, places: Sequence[int]) -> list[Any]:
        """Return the rows of claims."""
        return self._rows(1, places)

    def evidence(self, places: Sequence[int]) -> list[Any]:
        """Return the rows of evidence."""
        return self._rows(2, places)

    def _rows(self, kind: int, places: Sequence[int]) -> list[Any]:
        starts, at = self._starts[kind], np.array(places, dtype=np.int64)
        ends = zip(starts[at].tolist(), (starts[at + 1] - 1).tolist(), strict=True)
        found: list[Any] = orjson.loads(b"[%b]" % b",".join([self._data[start:end] for start, end in ends]))
        return found


def with_index(source: bytes, rows: Sequence[Sequence[bytes]], table: ClaimTable) -> bytes:
    """Return facts with their index.

    Args:
        source: the id of the source as JSON.
        rows: those of mentions, claims and evidence, each as JSON.
        table: whom the claims are about.
    """
    text = _text(source, rows)
    if not _is_plain(rows[0], table.mentions):
        return text
    mentions, claims, _ = (sum(map(len, each)) + max(0, len(each) - 1) for each in rows)
    first = len(source) + 3
    firsts = (first, first + mentions + 3, first + mentions + claims + 7)
    shapes = orjson.dumps([(relation.value, names) for relation, names in table.shapes])
    counts = (*map(len, rows), len(table.roles))
    lengths = [list(map(len, each)) for each in rows]
    steps = np.diff(table.roles, prepend=0)
    numbers = np.concatenate([firsts, counts, *lengths, table.shape, steps]).astype(_STORED)
    return b"\n".join((text, shapes, numbers.tobytes()))


def _text(source: bytes, rows: Sequence[Sequence[bytes]]) -> bytes:
    """Return facts as two lines of JSON."""
    mentions, claims, evidence = (b",".join(each) for each in rows)
    return b"[%b,[%b],[%b]]\n[%b]" % (source, mentions, claims, evidence)


def _is_plain(rows: Sequence[bytes], ids: Sequence[str]) -> bool:
    """Return whether rows of mentions begin with these ids as they are, each once: by that they are found."""
    return len(rows) == len(ids) and all(
        row.startswith(b'["%b",' % ident.encode()) for row, ident in zip(rows, ids, strict=True)
    )


def _starts(lengths: Numbers, first: int) -> Numbers:
    """Return where rows of some lengths begin that commas part, and where one after them would."""
    return first + np.concatenate([[0], np.cumsum(lengths + 1)])
