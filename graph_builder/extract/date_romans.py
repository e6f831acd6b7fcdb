"""Dates whose months are Roman numerals, as they are written from Warsaw to Budapest: "X 2018 – IX 2021"."""

from __future__ import annotations

import re

_NUMBERS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_MONTH = r"(?:XI{0,2}|IX|IV|VI{0,3}|I{1,3})"


def _date(name: str) -> str:
    return rf"(?:\d{{1,2}}\.\s?)?(?P<{name}m>{_MONTH})(?:\.\s?|/|\s)(?P<{name}y>(?:19|20)\d\d)"


_RANGE = re.compile(
    rf"(?<![\w.]){_date('a')}\s?(?:[-–—]|do|to)\s?(?:{_date('b')}|(?P<open>[^\W\d_]{{2,12}}(?:\s[^\W\d_]{{2,8}})?)?)(?!\w)"
)


_SINCE = re.compile(rf"(?i:(?<!\w)(?:od|since|from))\s{_date('a')}(?!\w|\s?[-–—])")


def roman_since(text: str) -> tuple[int, int, str] | None:
    """Return start and end of "since" and a month in Roman numerals, and the date: "od IX 2020"."""
    found = _SINCE.search(text)
    return None if found is None else (*found.span(), f"{found['ay']}-{_NUMBERS.index(found['am']) + 1:02}")


def roman_range(text: str) -> tuple[int, int, str, str, str] | None:
    """Return start and end of the first range of months in Roman numerals, its two dates, and a word for its end.

    >>> roman_range("X 2018 - IX 2021, Zakład"), roman_range("Scientist II 2018-2021")
    ((0, 16, '2018-10', '2021-09', ''), None)
    """
    found = _RANGE.search(text)
    if found is None:
        return None
    second = f"{found['by']}-{_NUMBERS.index(found['bm']) + 1:02}" if found["bm"] else ""
    if not second and not found["open"]:
        return None
    return *found.span(), f"{found['ay']}-{_NUMBERS.index(found['am']) + 1:02}", second, found["open"] or ""
