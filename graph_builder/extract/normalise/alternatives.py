"""Alternatives of a pattern, set out by their first letters: at each place of a text few of them are tried, not all."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LETTER = re.compile(r"[^\W\d_](?![?*+{])")


def alternatives(patterns: Iterable[str]) -> str:
    """Return a pattern that matches what the alternatives in this order would, each of which may begin with letters.

    The expressions of Python try one branch after the other at each place, and have no quick way to see that a branch
    cannot begin there if case is ignored.

    >>> alternatives(["professor", "prof\\\\.", "president", "dean"])
    '(?:pr(?:of(?:essor|\\\\.)|esident)|dean)'
    """
    found = _branches(list(patterns))
    return f"(?:{'|'.join(found)})"


def _branches(patterns: list[str]) -> list[str]:
    """Join neighbours with one first letter; what begins with none stays in its place, and parts what may be joined."""
    groups: list[tuple[str, list[str]]] = []
    open_: dict[str, list[str]] = {}
    for pattern in patterns:
        letter = _LETTER.match(pattern)
        if letter is None:
            groups.append(("", [pattern]))
            open_.clear()
        elif (key := letter[0]) in open_:
            open_[key].append(pattern[1:])
        else:
            open_[key] = [pattern[1:]]
            groups.append((key, open_[key]))
    return [f"{letter}{_rest(rests)}" for letter, rests in groups]


def _rest(rests: list[str]) -> str:
    branches = _branches(rests) if len(rests) > 1 else rests
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
