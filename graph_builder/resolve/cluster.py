"""Clustering: sets that only grow together, with pairs that must stay apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


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
        self._apart: dict[T, set[T]] = {}
        for item in items:
            self.add(item)

    def add(self, item: T) -> None:
        """Make a set of *item* alone, if it is new."""
        if item not in self._parent:
            self._parent[item] = item
            self._size[item] = 1

    def find(self, item: T) -> T:
        """Return the member that stands for the set of *item*."""
        parent = self._parent
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    def keep_apart(self, one: T, other: T) -> None:
        """Forbid that *one* and *other* ever come into one set."""
        a, b = self.find(one), self.find(other)
        if a != b:
            self._apart.setdefault(a, set()).add(b)
            self._apart.setdefault(b, set()).add(a)

    def apart(self, one: T, other: T) -> bool:
        """Tell whether the sets of *one* and *other* may not be joined."""
        return self.find(other) in self._apart.get(self.find(one), ())

    def union(self, one: T, other: T) -> bool:
        """Join the sets of *one* and *other*; tell whether they are one set now."""
        a, b = self.find(one), self.find(other)
        if a == b:
            return True
        if b in self._apart.get(a, ()):
            return False
        if self._size[a] < self._size[b]:
            a, b = b, a
        self._parent[b] = a
        self._size[a] += self._size.pop(b)
        for enemy in self._apart.pop(b, set()):
            self._apart[enemy].discard(b)
            self._apart[enemy].add(a)
            self._apart.setdefault(a, set()).add(enemy)
        return True

    def groups(self) -> Iterator[list[T]]:
        """Yield the members of each set, in the order in which they were added."""
        found: dict[T, list[T]] = {}
        for item in self._parent:
            found.setdefault(self.find(item), []).append(item)
        return iter(found.values())
