"""Degrees by the words that name them, in the languages that CVs are written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from graph_builder.extract.normalise.lexicon import alternatives, words

LEVELS = ("doctorate", "master", "bachelor", "other")


def _names(file: str) -> str:
    """Return an expression with a group for each level of what a file lists."""
    by_level: dict[str, list[str]] = {}
    for level, name in (line.split("\t") for line in words(file)):
        by_level.setdefault(level, []).append(name)
    return "|".join(f"(?P<{level}>{alternatives(names)})" for level, names in by_level.items())


_DEGREE = re.compile(rf"(?<![\w.&])(?<!p[oó]s-)(?<!post-)(?<!pre-)(?:{_names('degrees.tsv')})", re.IGNORECASE)
_OTHER_SCRIPTS = re.compile(_names("degrees_in_other_scripts.tsv"), re.IGNORECASE)
# A company with the name of a degree.
_JD_COM = re.compile(
    r"\bJD(?:\.(?:com|COM)\b|(?=\s(?:AI|Explore|Research|Logistics|Finance|Retail|Tech|Health|Cloud|Discovery|Inc)))"
)


@lru_cache(maxsize=2048)
def degree_in(text: str) -> tuple[int, int, str] | None:
    """Return start, end and level of the first degree named in *text*.

    >>> degree_in("a Ph.D. candidate"), degree_in("M.S. in Statistics")[2], degree_in("MBBS, Example College")[2]
    ((2, 7, 'doctorate'), 'master', 'bachelor')
    """
    return next(degrees_in(text), None)


def degrees_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and level of each degree named in *text*."""
    bare = _JD_COM.sub(lambda firm: "." * len(firm.group()), text) if "JD" in text else text
    found = [match for match in _DEGREE.finditer(bare) if not _OF_MANY.match(bare, match.end())]
    for match in found or ([] if text.isascii() else _OTHER_SCRIPTS.finditer(text)):
        yield match.start(), match.end(), match.lastgroup or "other"


_OF_MANY = re.compile(
    r"(?:['’]s)?(?:\s?(?:and|or|/|&|,)\s?[\w.’']{2,15})?[\s-](?:level\s)?students\s(?:of|in|from)\b", re.IGNORECASE
)
"""What makes a degree that of others: "for master students of weaving"."""


_JOINT = re.compile(r"\s*(?:[-–/&+]|(?:and|und|et|y|e)(?=\s))\s*")
_BLANK = re.compile(r"\s+(?=[A-Z]\.?\s?[A-Z])")


def joint_degree(rest: str, *, short: bool) -> tuple[int, int, str] | None:
    """Return start, end and level of the degree right behind another one: "/Ph.D.", or " M.S." behind a *short* one.

    >>> joint_degree("/Ph.D. in Looms", short=False), joint_degree(" M.S. in Looms", short=True)
    ((1, 6, 'doctorate'), (1, 5, 'master'))
    """
    joint = _JOINT.match(rest) or (_BLANK.match(rest) if short else None)
    found = degree_in(rest[joint.end() :]) if joint is not None else None
    if joint is None or found is None or found[0]:
        return None
    return joint.end(), joint.end() + found[1], found[2]
