"""Acronyms that a document gives its organizations: "National University of Nowhere (NUN)", and "NUN" from there on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from graph_builder.extract.normalise.lexicon import ORGANIZATION
from graph_builder.gazetteer import Entry, load

_GIVEN = re.compile(r"\([ ]?(?P<short>[A-Z][A-Za-z&]{1,8})[ ]?\)")
_REACH = 100
"""Characters in front of an acronym that its name is looked for in."""
_BOUND = re.compile(r"[\n;:()|•·]|\.\s")
_WORD = re.compile(r"[^\W\d_][\w'’.-]*")
_SHORT = re.compile(r"\b(?:U[A-Z]{1,4}|[A-Z]{1,4}U)\b")
_UNIVERSITY = re.compile(
    r"\b(?:[A-Z][\w’'-]{1,20}[ ]){0,4}University(?:[ ](?:of|at|in|the)){0,2}(?:[ ][A-Z][\w’'-]{1,20}){0,3}"
)


def acronyms(text: str) -> dict[str, str]:
    """Return the names behind the acronyms that *text* itself defines, where no list says the same of them.

    Of two known organizations the one counts that stands in front of the acronym: "NTU" is in Taiwan on the page that
    says so. What a text uses for two organizations stands for neither.

    >>> acronyms("I studied at the National Taiwan University (NTU). Since 2020 I have taught at NTU.")
    {'NTU': 'National Taiwan University'}
    >>> acronyms("Massachusetts Institute of Technology (MIT), in a city (NICE), School of Dentistry (with MIT)")
    {}

    Nor does an acronym mean the best known university of the kind where the text names just another one.

    >>> acronyms("Portland State University, 2018. Instructor, PSU, 2017.")
    {'PSU': 'Portland State University'}
    """
    found: dict[str, set[str]] = {}
    for given in _GIVEN.finditer(text):
        short = given.group("short")
        if sum(c.isupper() for c in short) >= 2 and (name := _name_before(text, given.start(), short)):
            found.setdefault(short, set()).add(name)
    defined = {short: name for short, (name, *others) in found.items() if not others and _is_news(short, name)}
    named = {short: name for short, name in _universities(text) if short not in found}
    return {**named, **defined}


def _universities(text: str) -> Iterator[tuple[str, str]]:
    """Yield the acronyms of known universities that a text names no more, and the one that it does name for each."""
    shorts: dict[str, Entry] = {}
    for short in sorted(set(_SHORT.findall(text))):
        known = load().organization(short)
        if known is not None and not any(len(name) > 4 and name in text for name in known.names):
            shorts[short] = known
    if not shorts:
        return
    found: dict[str, set[str]] = {}
    for match in _UNIVERSITY.finditer(text):
        words = match.group().removeprefix("The ").split()
        for end in range(words.index("University") + 1, len(words) + 1):
            short = "".join(word[0] for word in words[:end] if word[0].isupper())
            if short in shorts and words[end - 1][0].isupper() and end > 1:
                name = " ".join(words[:end])
                if end == len(words) or load().organization(name) is not None:
                    found.setdefault(short, set()).add(name)
    for short, (name, *others) in found.items():
        if not others and load().organization(name) != shorts[short]:
            yield short, name


def _is_news(short: str, name: str) -> bool:
    """Return whether no list knows the acronym, or one has another organization for it than for the name."""
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
