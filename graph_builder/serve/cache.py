"""Answers that are kept for whoever asks the same of the same snapshot."""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import Generic, TypeVar

# Functions that give something else each time; an escape could hide one.
_VOLATILE = re.compile(r"(?i)\b(?:now|rand|uuid|struuid|bnode)\s*\(|\\u")

Key = TypeVar("Key")


class ResponseCache(Generic[Key]):
    """Answers by what was asked, within bounded memory; the least recently used give way.

    Args:
        most: bytes that all of them may have.
        longest: bytes that one of them may have.

    >>> cache: ResponseCache[str] = ResponseCache(most=5)
    >>> for key in ("a", "b", "c"): cache.keep(key, "text/csv", b"12")
    >>> cache.get("a"), cache.get("c")
    (None, ('text/csv', b'12'))
    """

    def __init__(self, most: int = 64_000_000, longest: int = 64_000_000) -> None:
        self._most, self._longest, self._size = most, longest, 0
        self._answers: OrderedDict[Key, tuple[str, bytes]] = OrderedDict()

    def get(self, key: Key) -> tuple[str, bytes] | None:
        """Return type and content of an answer that is kept."""
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def keep(self, key: Key, type_: str, content: bytes) -> None:
        """Keep an answer, unless it is too long."""
        if key in self._answers or len(content) > min(self._most, self._longest):
            return
        self._answers[key] = type_, content
        self._size += len(content)
        while self._size > self._most:
            self._size -= len(self._answers.popitem(last=False)[1][1])


def is_volatile(query: str) -> bool:
    """Return whether a query may give something else each time on the same snapshot.

    >>> is_volatile("SELECT (rand () AS ?x) {}"), is_volatile("SELECT ?brand {}")
    (True, False)
    """
    return _VOLATILE.search(query) is not None
