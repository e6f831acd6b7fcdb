"""Words of names and of printed affiliations in one canonical spelling, with the place of each in the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from graph_builder.gazetteer.entry import lines
from graph_builder.gazetteer.normalize import normalize

# A character of a script without spaces is a word by itself; an apostrophe parts words unless an "s" follows.
_CHARACTER = "\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
# An accent that was printed behind its letter ("Westfa¨lische") is part of the word; initials are one ("K. J.", "K J").
_WORD = re.compile(
    r"[^\W\d_]\.(?:\s?[^\W\d_]\.)+|[A-Z] [A-Z](?= [A-Z][a-z])"
    rf"|[{_CHARACTER}]|[^\W_{_CHARACTER}]+(?:[¨ˆ˜¸][^\W_{_CHARACTER}]+){{0,3}}(?:['’`´‘]s\b)?"
)
# "U. of Wessex", "Wessex U."
_UNIVERSITY = re.compile(r"U(?=\.?\s+(?:of|de|di|do|da)\s|\.?\s*(?:[,;]|$))")
_GLUED = re.compile(
    r"(?<=[^\W\d_][a-zß-ÿ])(?=[A-ZÀ-Þ][a-zß-ÿ]|\d{4}|[A-Z]{2,4}$)|(?<=\d{4})(?=[A-Z][a-z])|(?<=^\d)(?=[^\W\d_]{2})"
)
_LEADING_DIGITS = re.compile(r"^\d+(?=[^\W\d_]{2})")
_DOTS = re.compile(r"[.'’`´‘]")
_DIGRAPHS = (("oe", "o"), ("ae", "a"), ("ue", "u"), ("aa", "a"))

_SMALL = frozenset(
    "the of at and in on for de la le les du des del della delle dell degli dei di da do dos das der den die und y et "
    "e el los las van het voor af i na w u d l en fur zu zur im am an a o as os s und och og ja al "
    # Legal forms: they stand behind names or do not, as each author likes.
    "inc incorporated ltd limited llc llp gmbh plc pty srl".split()
)


HEADS = frozenset(
    "university institute hospital college academy school laboratory center clinic foundation ministry council agency "
    "polytechnic society association museum observatory corporation company".split()
)
"""Words, in canonical spelling, that say what kind of organization a name is that of."""


def _forms() -> Mapping[str, str]:
    rows = (line.split(":") for line in lines("organization_words.txt"))
    return {form: word for word, forms in rows for form in forms.split()}


_CANONICAL = _forms()


class Word(NamedTuple):
    """A word of a text: its canonical form, and where it stands.

    *shown* is the word as printed. *part* counts the parts of the text that commas and the like divide.
    """

    key: str
    start: int
    end: int
    shown: str
    part: int


@lru_cache(maxsize=200_000)
def canonical(word: str) -> str:
    """Return the canonical spelling of one word, or nothing for one that says nothing.

    >>> canonical("Universität"), canonical("Göttingen") == canonical("Goettingen"), canonical("of")
    ('university', True, '')
    """
    plain = normalize(_DOTS.sub("", word)).replace(" ", "")
    for pair, letter in _DIGRAPHS:
        if pair in plain:
            plain = plain.replace(pair, letter)
    if plain in _SMALL:
        return ""
    return _CANONICAL.get(plain, plain)


_BREAK = re.compile(r"[,;:()\[\]{}|•·\n\r\t/]|\s[-–—]\s|\.\s")


def words(text: str) -> list[Word]:
    """Return the words of *text* that say something, in order.

    >>> [w.key for w in words("1Dept. of CSE, Univ. of Tech.")]
    ['department', 'cse', 'university', 'technology']
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    breaks = [m.start() for m in _BREAK.finditer(text)]
    found: list[Word] = []
    part = 0
    count = len(breaks)
    for match in _WORD.finditer(text):
        start, shown = match.start(), match[0]
        while part < count and breaks[part] < start:
            part += 1
        if shown[0].isdigit() and (digits := _LEADING_DIGITS.match(shown)):
            start, shown = start + digits.end(), shown[digits.end() :]
        for piece in _pieces(shown):
            key = "university" if piece == "U" and _UNIVERSITY.match(text, start) else canonical(piece)
            if key:
                found.append(Word(key, start, start + len(piece), piece, part))
            start += len(piece)
    return found


def _pieces(shown: str) -> list[str]:
    """A word, or the words that lost the space between them ("MedicineUniversity")."""
    return _GLUED.split(shown) if len(shown) > 8 and not shown.islower() else [shown]


def keys(name: str) -> tuple[str, ...]:
    """Return the canonical words of a name.

    >>> keys("University of Göttingen")
    ('university', 'gottingen')
    """
    return tuple(w.key for w in words(name))
