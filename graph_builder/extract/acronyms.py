"""Acronyms that a document gives its organisations: "National University of Nowhere (NUN)", and "NUN" from there on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from graph_builder.extract.lexicon import ORGANIZATION
from graph_builder.gazetteer import load

_GIVEN = re.compile(r"\([ ]?(?P<short>[A-Z][A-Za-z&]{1,8})[ ]?\)")
_REACH = 100
"""Characters in front of an acronym that its name is looked for in."""
_BOUND = re.compile(r"[\n;:()|•·]|\.\s")
_WORD = re.compile(r"[^\W\d_][\w'’.-]*")


def acronyms(text: str) -> dict[str, str]:
    """Return the names behind the acronyms that *text* itself defines, where no list says the same of them.

    Of two known organisations the one counts that stands in front of the acronym: "NTU" is in Taiwan on the page that
    says so. What a text uses for two organisations stands for neither.

    >>> acronyms("I studied at the National Taiwan University (NTU). Since 2020 I have taught at NTU.")
    {'NTU': 'National Taiwan University'}
    >>> acronyms("Massachusetts Institute of Technology (MIT), in a city (NICE), School of Dentistry (with MIT)")
    {}
    """
    found: dict[str, set[str]] = {}
    for given in _GIVEN.finditer(text):
        short = given.group("short")
        if sum(c.isupper() for c in short) >= 2 and (name := _name_before(text, given.start(), short)):
            found.setdefault(short, set()).add(name)
    return {short: name for short, (name, *others) in found.items() if not others and _is_news(short, name)}


def _is_news(short: str, name: str) -> bool:
    """Tell whether no list knows the acronym, or one has another organisation for it than for the name."""
    known, named = load().organization(short), load().organization(name)
    return known is None or (named is not None and named != known)


def _name_before(text: str, end: int, short: str) -> str | None:
    """Return the longest name right before *end* that an acronym can stand for: one of a list, or letter by letter."""
    start = max(0, end - _REACH)
    bounds = [bound.end() for bound in _BOUND.finditer(text, start, end)]
    letters = Counter(c for c in short if c.isupper())
    for name, initials in _names(text[bounds[-1] if bounds else start : end].rstrip()):
        exactly = "".join(c for c in initials if c.isupper()) == "".join(c for c in short if c.isupper())
        if exactly and ORGANIZATION.search(name):
            return name
        if letters <= Counter(initials.upper()) and load().organization(name) is not None:
            return name
    return None


def _names(line: str) -> Iterator[tuple[str, str]]:
    """Yield each end of a line that begins with a capital and has two words or more, with the initials of its words."""
    words = list(_WORD.finditer(line))
    for position, word in enumerate(words[:-1]):
        if word.group()[0].isupper():
            yield line[word.start() :], "".join(w.group()[0] for w in words[position:])
