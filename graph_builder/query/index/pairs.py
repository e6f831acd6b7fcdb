"""Pairs of things with a number of works in common, counted in arrays."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from graph_builder.query.index.numbers import LIMIT

MOST = 60_000_000
"""Pairs that are counted at most, each once a work: half a gigabyte. A paper of 3,000 authors has 4.5 million."""

_CHUNK = 4_000_000

Numbers = NDArray[np.int64]


_FEW = 100
"""Members up to which a team's pairs of places are kept in mind: nearly all teams have so few."""


def _places(size: int) -> tuple[Numbers, Numbers]:
    return _known_places(size) if size <= _FEW else np.triu_indices(size, 1)


@lru_cache(maxsize=_FEW + 1)
def _known_places(size: int) -> tuple[Numbers, Numbers]:
    return np.triu_indices(size, 1)


def team_pairs(team: list[int], size: int) -> Numbers:
    """Return the pairs of a team's members, each as one number: the smaller times *size*, and the larger.

    >>> team_pairs([0, 1, 2], 10).tolist()
    [1, 2, 12]
    """
    numbers = np.array(team, np.int64)
    first, second = _places(len(numbers))
    return np.asarray(numbers[first] * size + numbers[second])


def employer_pairs(team: list[int], organizations: Mapping[int, list[int]], size: int) -> Numbers:
    """Return the pairs of organizations to which two different members of a team belong, each as one number.

    >>> employer_pairs([1, 2], {1: [5, 6], 2: [5]}, 10).tolist()
    [56]
    >>> employer_pairs([1], {1: [5, 6]}, 10).tolist()
    []
    """
    members: dict[int, list[int]] = {}
    for member in team:
        for organization in organizations.get(member, ()):
            members.setdefault(organization, []).append(member)
    ordered = sorted(members)
    pairs = team_pairs(ordered, size)
    alone = {organization: who[0] for organization, who in members.items() if len(who) == 1}
    if len(alone) < 2:
        return pairs
    only = np.array([alone.get(organization, -1) for organization in ordered], np.int64)
    first, second = _places(len(ordered))
    return np.asarray(pairs[(only[first] != only[second]) | (only[first] < 0)])


def counted(pairs: Iterable[Numbers], size: int, most: int = MOST) -> list[tuple[int, int, int]] | None:
    """Return pairs that came as numbers: the smaller, the larger, and how often they came; in order.

    Args:
        pairs: as ``team_pairs`` gives them, below *size* squared.
        size: above all members.
        most: pairs, each as often as it comes, beyond which the answer is None.

    >>> counted([team_pairs([0, 1, 2], 3), team_pairs([1, 2], 3)], 3)
    [(0, 1, 1), (0, 2, 1), (1, 2, 2)]
    >>> counted([team_pairs([0, 1, 2], 3)], 3, most=2) is None
    True
    """
    keys, counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
    seen = 0
    for chunk in _chunks(pairs):
        seen += len(chunk)
        if seen > most:
            return None
        found, repeated = np.unique(chunk, return_counts=True)
        keys, back = np.unique(np.concatenate([keys, found]), return_inverse=True)
        counts = np.bincount(back, np.concatenate([counts, repeated]), len(keys)).astype(np.int64)
    one, other = np.divmod(keys, max(size, 1))
    return list(zip(one.tolist(), other.tolist(), counts.tolist(), strict=True))


def _chunks(pairs: Iterable[Numbers]) -> Iterator[Numbers]:
    """Join arrays to such of some millions."""
    held: list[Numbers] = []
    length = 0
    for each in pairs:
        held.append(each)
        length += len(each)
        if length > _CHUNK:
            yield np.concatenate(held)
            held, length = [], 0
    if length:
        yield np.concatenate(held)


Counts = list[tuple[int, int, int]]
"""Pairs with the number of works that they have in common."""

ALL = "author"
"""Who wrote what, in an index."""


def write_pairs(connection: sqlite3.Connection) -> None:
    """Write who wrote with whom, and which organizations' people did, with numbers of works."""
    people, organizations = pairs_of(connection)
    connection.execute("INSERT INTO made VALUES (?)", (int(people is not None and organizations is not None),))
    if people is not None and organizations is not None:
        connection.executemany("INSERT INTO coauthor VALUES (?, ?, ?)", people)
        connection.executemany("INSERT INTO collaboration VALUES (?, ?, ?)", organizations)


def pairs_of(connection: sqlite3.Connection, authors: str = ALL) -> tuple[Counts | None, Counts | None]:
    """Return pairs of people and of organizations, or None where they are too many.

    Args:
        connection: an index.
        authors: who wrote what, a table of it or a part of that.
    """
    wrote = f"SELECT author.start, author.end FROM {authors} ORDER BY author.start, author.end"  # noqa: S608 ours
    worked = "SELECT start, end FROM affiliation ORDER BY start, end"
    if authors != ALL:
        wanted = f"SELECT DISTINCT author.end FROM {authors}"  # noqa: S608 a name of ours
        worked = f"SELECT start, end FROM affiliation WHERE start IN ({wanted}) ORDER BY start, end"  # noqa: S608
    employers = {
        person: [employer for _, employer in of] for person, of in groupby(connection.execute(worked), itemgetter(0))
    }

    def teams() -> Iterator[list[int]]:
        for _, team in groupby(connection.execute(wrote), itemgetter(0)):
            yield [author for _, author in team]

    people = counted((team_pairs(team, LIMIT) for team in teams()), LIMIT)
    organizations = (
        None if people is None else counted((employer_pairs(team, employers, LIMIT) for team in teams()), LIMIT)
    )
    return people, organizations
