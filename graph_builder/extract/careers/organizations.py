"""Which of two names are of one organization, and which of none."""

from __future__ import annotations

import re
from functools import lru_cache

from graph_builder.gazetteer import load, normalize


@lru_cache(maxsize=4096)
def same_organization(first: frozenset[str], second: frozenset[str]) -> bool:
    """Return whether the organizations of two lines are one, or one is part of the other."""
    return any(a == b or (a and b and a.split()[0] == b.split()[0]) for a in first for b in second)


def organization_root(name: str) -> str:
    """Return the normalised name of the organization at the top of the one that *name* means."""
    gazetteer = load()
    entry = gazetteer.organization(name)
    seen = 0
    while entry is not None and entry.parent and seen < 4:
        entry, seen = gazetteer.organization_by_id(entry.parent), seen + 1
    return normalize(entry.name if entry is not None else name)


# Bodies that stand where an employer is looked for.
_BODY = re.compile(
    r"\b(?:(?:working|steering|study|advisory)\s+(?:group|committee)|task\s+force)\b|^cohort\s+\d", re.IGNORECASE
)
# What was done, and no name of where: "Leading a weaving club", "Member of the committee for contests"
_DEED = re.compile(
    r"[A-Z][a-z]+ing\s(?!(?:and|of|for|in|with|the|to)\s)[a-z]+\s|(?:our|my|their)\s|(?:Members?|Leaders?|Tutors?|President|Participation)\s(?:of|in|for)\s"
)


def is_no_organization(text: str) -> bool:
    """Return whether what stands in the place of an employer is a body that one sat in, or says what was done.

    >>> [is_no_organization(text) for text in ("Working Group on Looms", "Leading a weaving club", "Weaving House")]
    [True, True, False]
    """
    return _BODY.search(text) is not None or _DEED.match(text) is not None
