"""Strings that a regular expression goes back in, made from the expression itself.

For each repetition in it: what has to stand before, then what it repeats, again and again. And what stands before by
itself, again and again, since a search begins anew at each place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_CANDIDATES = " a1A\t\n.,-(|<é{_:/'\"\\[)>}]*#+=~&;李"
_LEAST = 12
"""A repetition of fewer is none that a text of any length could be lost in."""
_MOST_BODIES = 5
_REPEATS = tuple(getattr(codes, name) for name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"))

Node = tuple[Any, Any]


def attacks(pattern: re.Pattern[Any]) -> list[tuple[str, str]]:
    """Return pairs of a beginning and of what is repeated behind it.

    >>> attacks(re.compile(r"<(\\w+)>x*$"))
    [('<', 'a'), ('<', '1'), ('<', 'A'), ('<', 'é'), ('<', '_'), ('', '<'), ('<a>', 'x'), ('', '<a>')]
    """
    source = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    flags = pattern.flags & (re.IGNORECASE | re.VERBOSE | re.DOTALL | re.MULTILINE | re.ASCII)
    tree = parser.parse(source, flags)
    return list(dict.fromkeys(_Walk().walk(list(tree), "")))


class _Walk:
    def __init__(self) -> None:
        self._groups: dict[int, str] = {}

    def walk(self, nodes: Sequence[Node], before: str) -> Iterator[tuple[str, str]]:
        for code, given in nodes:
            if code in _REPEATS:
                _, most, inner = given
                if most >= _LEAST:
                    bodies = self._bodies(list(inner))
                    for body in bodies:
                        yield before, body
                        if body.isspace() and "a" in bodies:
                            yield before + "a", body  # white space before it would have taken it
                    if before:
                        yield "", before
                yield from self.walk(list(inner), before)
            for inner in _parts(code, given):
                yield from self.walk(inner, before)
            before += self._sample([(code, given)])

    def _bodies(self, inner: Sequence[Node]) -> list[str]:
        """Return what a repetition may repeat: characters of its set, or examples of its alternatives."""
        if len(inner) == 1 and inner[0][0] in (codes.IN, codes.ANY, codes.NOT_LITERAL):
            return list(islice((c for c in _CANDIDATES if _holds(inner[0], c)), _MOST_BODIES))
        found: dict[str, None] = {}
        for choice in range(_MOST_BODIES):
            found[self._sample(inner, choice)] = None
        return [body for body in found if body]

    def _sample(self, nodes: Iterable[Node], choice: int = 0) -> str:
        """Return one of the shortest strings that nodes match."""
        text = ""
        for code, given in nodes:
            if code is codes.LITERAL:
                text += chr(given)
            elif code in (codes.IN, codes.ANY, codes.NOT_LITERAL):
                fitting = [c for c in _CANDIDATES if _holds((code, given), c)] or [_of_range(given)]
                text += fitting[choice % len(fitting)]
            elif code in _REPEATS:
                least, most, inner = given
                text += self._sample(inner, choice) * (max(least, 1) if choice and most else least)
            elif code is codes.BRANCH:
                text += self._sample(given[1][choice % len(given[1])], choice)
            elif code is codes.SUBPATTERN:
                own = self._sample(given[3], choice)
                if given[0] is not None:
                    self._groups[given[0]] = own
                text += own
            elif code is codes.ATOMIC_GROUP:
                text += self._sample(given, choice)
            elif code is codes.GROUPREF:
                text += self._groups.get(given, "")
        return text


def _parts(code: Any, given: Any) -> Iterator[list[Node]]:
    """Yield what lies inside a node that is no repetition."""
    if code is codes.BRANCH:
        yield from map(list, given[1])
    elif code is codes.SUBPATTERN:
        yield list(given[3])
    elif code is codes.ATOMIC_GROUP:
        yield list(given)
    elif code in (codes.ASSERT, codes.ASSERT_NOT):
        yield list(given[1])
    elif code is codes.GROUPREF_EXISTS:
        yield from (list(part) for part in given[1:] if part is not None)


def _holds(node: Node, sign: str) -> bool:
    """Return whether a set of characters has a character."""
    code, given = node
    if code is codes.ANY:
        return sign != "\n"
    if code is codes.NOT_LITERAL:
        return ord(sign) != given
    negated = bool(given) and given[0][0] is codes.NEGATE
    return negated != any(_fits(item, sign) for item in given)


_CATEGORIES = {
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}


def _fits(item: Node, sign: str) -> bool:
    code, given = item
    if code is codes.LITERAL:
        return ord(sign) == given
    if code is codes.RANGE:
        return bool(given[0] <= ord(sign) <= given[1])
    return code is codes.CATEGORY and re.match(_CATEGORIES[given], sign) is not None


def _of_range(given: Any) -> str:
    """Return a character of a set that has none of the usual ones."""
    code, first = given[0] if isinstance(given, list) else (codes.LITERAL, ord("a"))
    return chr(first) if code is codes.LITERAL else chr(first[0]) if code is codes.RANGE else "a"
