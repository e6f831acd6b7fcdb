"""Clustering: sets that only grow together, some of whose members must stay apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sized
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=Hashable)
G = TypeVar("G", bound=Sized)


def components(size: int, one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each number below *size* the least one that edges connect it with.

    Args:
        size: how many numbers there are.
        one: the first ends of the edges.
        other: their other ends.

    >>> components(4, np.array([3, 1]), np.array([0, 1])).tolist()
    [0, 1, 2, 0]
    """
    least = np.arange(size)
    while True:
        first, second = least[one], least[other]
        apart = first != second
        if not apart.any():
            return least
        # The greater of two representatives takes the smaller one for its own, and so do all that it stands for.
        one, other, first, second = one[apart], other[apart], first[apart], second[apart]
        np.minimum.at(least, np.maximum(first, second), np.minimum(first, second))
        while not np.array_equal(jumped := least[least], least):
            least = jumped


def connected(size: int, one: Any, other: Any) -> Iterator[NDArray[np.int64]]:
    """Yield the numbers below *size* that edges connect, each component in order; arguments as of ``components``.

    >>> [component.tolist() for component in connected(4, [3, 1], [0, 1])]
    [[0, 3], [1], [2]]
    """
    component = components(size, np.asarray(one, dtype=np.int64), np.asarray(other, dtype=np.int64))
    order = np.argsort(component, kind="stable")
    return iter(np.split(order, np.flatnonzero(np.diff(component[order])) + 1) if size else ())


def batches(groups: Iterable[G], size: int) -> Iterator[list[G]]:
    """Yield groups in lists that hold *size* members together, or as many more as the last group has.

    >>> list(batches([[1, 2], [3], [4]], 2))
    [[[1, 2]], [[3], [4]]]
    """
    batch: list[G] = []
    held = 0
    for group in groups:
        batch.append(group)
        held += len(group)
        if held >= size:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


class DisjointSets(Generic[T]):
    """Disjoint sets under union (union by size, path halving), some of whose members may never meet.

    >>> sets = DisjointSets("abcd")
    >>> sets.keep_apart("b", "c")
    >>> sets.union("a", "b"), sets.union("a", "c")
    (True, False)
    >>> sorted(map(sorted, sets.groups()))
    [['a', 'b'], ['c'], ['d']]
    """

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._parent: dict[T, T] = {}
        self._size: dict[T, int] = {}
        # The numbers of the groups of which a set has a member. Pairs of enemies would be a group's square.
        self._groups: dict[T, set[int]] = {}
        self._forbidden = 0
        for item in items:
            self.add(item)

    def add(self, item: T) -> None:
        """Make a set of *item* alone, if it is new."""
        if item not in self._parent:
            self._parent[item] = item
            self._size[item] = 1

    def __iter__(self) -> Iterator[T]:
        return iter(self._parent)

    def find(self, item: T) -> T:
        """Return the member that stands for the set of *item*."""
        parent = self._parent
        above = parent[item]
        while above != item:
            top = parent[above]
            if top == above:
                return top
            parent[item] = top
            item, above = top, parent[top]
        return item

    def keep_apart(self, *items: T) -> None:
        """Forbid that any two of *items* ever come into one set; those that are in one already stay."""
        roots = {self.find(item) for item in items}
        if len(roots) > 1:
            for root in roots:
                self._groups.setdefault(root, set()).add(self._forbidden)
            self._forbidden += 1

    def apart(self, one: T, other: T) -> bool:
        """Return whether the sets of *one* and *other* may not be joined."""
        a, b = self.find(one), self.find(other)
        return a != b and self._rivals(a, b)

    def _rivals(self, one: T, other: T) -> bool:
        groups = self._groups.get(one)
        return groups is not None and not groups.isdisjoint(self._groups.get(other, ()))

    def union(self, one: T, other: T) -> bool:
        """Join the sets of *one* and *other*; tell whether they are one set now."""
        a, b = self.find(one), self.find(other)
        if a == b:
            return True
        if self._rivals(a, b):
            return False
        if self._size[a] < self._size[b]:
            a, b = b, a
        self._parent[b] = a
        self._size[a] += self._size.pop(b)
        if b in self._groups:
            self._groups.setdefault(a, set()).update(self._groups.pop(b))
        return True

    def groups(self) -> Iterator[list[T]]:
        """Yield the members of each set, in the order in which they were added."""
        found: dict[T, list[T]] = {}
        for item in self._parent:
            found.setdefault(self.find(item), []).append(item)
        return iter(found.values())
