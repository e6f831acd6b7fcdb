"""Words in bold that end without a stop: "**Initech** Weaver" names a firm and a post."""

from __future__ import annotations

import re

from graph_builder.extract.lexicon import ORGANIZATION, SCHOOL, is_role
from graph_builder.gazetteer import load

_TEAM = re.compile(r"[A-Z]{3,9}(?:\s[-–—|]|\s[A-Z][a-z]|$)")
_STOP = re.compile(r"[,;(\t\n]|\s[-–—]\s")


def parts_post(word: str, behind: str) -> bool:
    """Tell whether a marked word is a post or a firm, and what follows without a stop the other of the two.

    >>> [parts_post(*pair) for pair in (("NVT", " Loom Intern"), ("Lecturer", " Yarn College"), ("Loom", " Tuner"))]
    [True, True, False]
    """
    rest = _STOP.split(behind.strip(), maxsplit=1)[0].strip()
    if is_role(word):
        return ORGANIZATION.search(rest) is not None or SCHOOL.search(rest) is not None
    known = load().organization(word) is not None
    if known and _TEAM.match(rest):
        return True  # "**Initech** NLT Research"
    named = known or word.isupper() or word[:1].isdigit()
    return named and len(word) > 1 and is_role(rest)
