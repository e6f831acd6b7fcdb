"""Answers that are kept for whoever asks the same again."""

from __future__ import annotations

from collections import OrderedDict


class Answers:
    """Answers by snapshot and question, so that a page that many open is made once; the oldest give way.

    >>> answers = Answers(most=5)
    >>> for key in ("a", "b", "c"): answers.keep((1, key, b""), b"12")
    >>> answers.get((1, "a", b"")), answers.get((1, "c", b""))
    (None, b'12')
    """

    def __init__(self, most: int = 64_000_000) -> None:
        self._most, self._size = most, 0
        self._held: OrderedDict[tuple[int, str, bytes], bytes] = OrderedDict()

    def get(self, key: tuple[int, str, bytes]) -> bytes | None:
        """Return an answer that is known."""
        if key in self._held:
            self._held.move_to_end(key)
        return self._held.get(key)

    def keep(self, key: tuple[int, str, bytes], answer: bytes) -> None:
        """Remember an answer, unless it is as large as all that is remembered."""
        if key in self._held or len(answer) > self._most:
            return
        self._held[key] = answer
        self._size += len(answer)
        while self._size > self._most:
            self._size -= len(self._held.popitem(last=False)[1])
