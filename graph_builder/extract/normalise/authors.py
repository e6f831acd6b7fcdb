"""Author strings become names: every order, separator and mark in which reference lists print them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple


class Name(NamedTuple):
    """A person's name in an author list: as printed without marks, and where it stands."""

    name: str
    start: int
    end: int


# Marks of equal contribution, correspondence and affiliation; they become blanks so that offsets stay.
MARKS = re.compile(
    r"\\?[*†‡§¶#∗⋆★☆✉♠♣♦♥◦∘⁎⚹🔥]\d?|[\u00b9\u00b2\u00b3\u2070-\u2079\u2080-\u2089]+"
    r"|\$?\^(?:\{[^{}]{0,20}\}|[\w*†‡]{1,2}(?![a-z]))\$?|\\(?:textbf|textit|emph|underline|textsuperscript|bf|it|dag(?:ger)?|ast)\b"
    r"|\\[ ,]|[{}~_$^]|(?<=[^\W\d_])\d(?:,\d)*(?!\w)"
)
BRACKETS = re.compile(r"\([^()]{0,120}\)|\[[^\[\]]{0,60}\]")
ET_AL = re.compile(
    r"(?:\(?\bet\.?\s*al\b\.?\)?|\band\s+(?:\d+\s+)?(?:many\s+)?(?:others|more(?:\s+authors)?|colleagues|coauthors|co-authors)\b"
    r"|\bu\.\s?a\.|\by\s+otros\b|\bund\s+andere\b|等人?|\+\s*\d+\s+(?:more\s+)?(?:authors|others)\b"
    r"|[,;]\s*\d+\s+(?:more|other|additional)?\s*(?:authors|others)\b|(?:…|\.\s?\.\s?\.)(?:,?\s?(?:(?:and|&)\s)?others\b\.?)?)",
    re.IGNORECASE,
)
LEAD = re.compile(
    r"(?i)^[\s\-–—,;:.]*(?:(?:joint(?:ly)?\s+)?with\b|avec\b|mit\b|w/|by\b|authors?\s*:|co-?authors?\s*:|joint\s+work\s+with\b|and\b|including\b|&)[\s:]*"
)
WORDS = r"(?:and|AND|And|und|et|y|e|och|og|en|with)"
# White space is bounded, so that long runs of it cost no more than others.
CONNECT = rf"(?:\s{{1,4}}{WORDS}\s{{1,4}}|\\?&|[、，；·•|]|\s/\s)"
# "A. Smith, andB. Doe": text of PDF files loses blanks.
SEPARATOR = re.compile(rf"[,;](?:\s{{0,4}}(?:{WORDS}\s{{1,4}}|\\?&\s{{1,4}}|and(?=[A-Z])))?|{CONNECT}")
# Line breaks and tabs part names only where nothing else does; otherwise the page wrapped the list there.
BREAKS = re.compile(rf"[\n\t]|{CONNECT}")
INITIALS = re.compile(
    r"(?:[^\W\d_]\.?|[A-Z][a-z]\.|[A-Z]{2,3})(?:[\s.\-‐–]*+(?>[^\W\d_]\.|[A-Z](?![a-z])\.?|[A-Z][a-z]\.))*+\.?"
)
INITIAL = re.compile(r"[^\W\d_](?:\.[^\W\d_])*\.")
LONGEST = 20_000  # characters of an author list that are read
PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le el al bin ibn ben ter ten zu zur st st. mac mc d' o' af"
    " av".split()
)
NO_NAME = re.compile(r"(?i)(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d|esq|and|und|et|with|editors?|eds?|hrsg)\.?")
EDGES = ' \t\n\r,;:()[]<>"“”|/·•-–—&'


def split_authors(text: str, start: int = 0) -> tuple[tuple[Name, ...], bool]:
    """Split a printed author list into names in order, and say whether it was shortened.

    Args:
        text: the author list alone, in any style ("Smith, J., & Doe, A. B.", "J. Smith and A. Doe", "Smith J, Doe AB").
        start: an offset to add to the offsets of the names.

    Returns:
        The names, each as printed without marks, with its place; and True if the list ends in "et al." or the like.

    >>> [n.name for n in split_authors("Smith, J., Doe, A. B., & Li, C.")[0]]
    ['Smith, J.', 'Doe, A. B.', 'Li, C.']
    >>> names, partial = split_authors("Xiaoming Wang*, Li Zhang and 3 others")
    >>> [n.name for n in names], partial
    (['Xiaoming Wang', 'Li Zhang'], True)
    """
    names, partial = _split_authors(text[:LONGEST])
    return tuple([Name(n.name, n.start + start, n.end + start) for n in names]) if start else names, partial


# Several readings of an entry ask for the names at its head.
@lru_cache(maxsize=512)
def _split_authors(text: str) -> tuple[tuple[Name, ...], bool]:
    clean = BRACKETS.sub(_blank, MARKS.sub(_blank, text))
    # "A, ..., B": what stands after the gap is printed too.
    separator = ";" if ";" in clean else ","
    clean, gaps = ET_AL.subn(lambda m: separator + " " * (m.end() - m.start() - 1), clean)
    lead = LEAD.match(clean)
    begin = lead.end() if lead else 0
    names = [name for a, b in _pieces(clean, begin) if (name := _name(clean, a, b)) is not None]
    return tuple(names), gaps > 0


def _blank(found: re.Match[str]) -> str:
    return " " * (found.end() - found.start())


def _split(pattern: re.Pattern[str], text: str, start: int, end: int) -> list[tuple[int, int]]:
    pieces, at = [], start
    for found in pattern.finditer(text, start, end):
        pieces.append((at, found.start()))
        at = found.end()
    pieces.append((at, end))
    return [(a, b) for a, b in pieces if text[a:b].strip(EDGES + ".")]


_BREAK = re.compile(r"[\n\t]")
_JOINS = re.compile(r"[,;，、]|\b(?:and|und|et)\b|&")


def _pieces(text: str, begin: int) -> list[tuple[int, int]]:
    lines = _BREAK.search(text[begin:].strip()) and not _JOINS.search(text[begin:])
    pieces = _split(BREAKS if lines else SEPARATOR, text, begin, len(text))
    return _join_inverted(text, pieces)


def _words(text: str, piece: tuple[int, int]) -> list[str]:
    return text[piece[0] : piece[1]].strip(EDGES).split()


def _is_initials(text: str, piece: tuple[int, int]) -> bool:
    return _initials(text[piece[0] : piece[1]].strip(EDGES))


@lru_cache(maxsize=1024)
def _initials(name: str) -> bool:
    return INITIALS.fullmatch(name) is not None


def _join_inverted(text: str, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join "Smith" and "J. A." (or "John") where the list prints family names first."""
    if len(pieces) < 2:
        return pieces
    initials = [_is_initials(text, p) for p in pieces]
    capitals = [_in_capitals(text, p) for p in pieces]
    if capitals[0] and not capitals[1]:
        return _pair(pieces, lambda i: capitals[i - 1])
    if not initials[0] and initials[1] and _is_family(text, pieces[0]):
        return _pair(pieces, lambda i: initials[i] and _is_family(text, pieces[i - 1]))
    lengths = [len(_words(text, p)) for p in pieces]
    plain = [_plain_length(text, p) for p in pieces]
    single = sum(n == 1 for n in plain)
    families = plain[0::2]
    if (
        len(pieces) % 2 == 0
        and all(n <= 2 for n in plain)
        and single > 0.6 * len(plain)
        and 2 * families.count(1) >= len(families)
    ):
        spaced = all(text[a[1] : b[0]].strip() == "," for a, b in zip(pieces[0::2], pieces[1::2], strict=True))
        if spaced and not any(initials):
            return [(a[0], b[1]) for a, b in zip(pieces[0::2], pieces[1::2], strict=True)]
    if plain[0] == 1 and not initials[0] and text[pieces[0][1] : pieces[1][0]].strip() == ",":
        # Chicago inverts the first name alone; several given names may follow it.
        rest = lengths[2:]
        if all(n >= 2 for n in rest) and lengths[1] <= 2:
            return [(pieces[0][0], pieces[1][1]), *pieces[2:]]
    return _pair(pieces, lambda i: initials[i] and not initials[i - 1] and plain[i - 1] == 1)


def _in_capitals(text: str, piece: tuple[int, int]) -> bool:
    """Return whether a piece can be a family name in capitals: "LOVELACE, Ada, WEAVER, N."."""
    name = text[piece[0] : piece[1]].strip(EDGES)
    return name.isupper() and len(name) > 1 and "." not in name


def _plain_length(text: str, piece: tuple[int, int]) -> int:
    """Count the words of a piece without particles in small letters ("Van" may be a given name)."""
    return sum(w not in PARTICLES for w in _words(text, piece))


def _is_family(text: str, piece: tuple[int, int]) -> bool:
    """Return whether a piece can be a family name alone, to which initials after the comma belong."""
    words = _words(text, piece)
    return 1 <= len(words) <= 4 and not any(INITIAL.fullmatch(w) for w in words)


def _pair(pieces: list[tuple[int, int]], joins: Callable[[int], bool]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    joined = True
    for i, piece in enumerate(pieces):
        if i and not joined and joins(i):
            out[-1] = (out[-1][0], piece[1])
            joined = True
        else:
            out.append(piece)
            joined = False
    return out


def _name(text: str, start: int, end: int) -> Name | None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip(EDGES + ".'’"))
    right = len(piece.rstrip(EDGES + "'’"))
    if (
        right - left < 2
        or NO_NAME.fullmatch(piece[left:right].strip())
        or not any(c.isalpha() for c in piece[left:right])
    ):
        return None
    name = " ".join(piece[left:right].split())
    if name.endswith(".") and not re.search(
        r"(?:\b[^\W\d_]|[-.][^\W\d_]|\b(?:[A-Z][a-z]|[JS]r|Ph\.?D|[A-Z]{2}))\.$", name
    ):
        name = name.rstrip(".")
        right = len(piece[:right].rstrip("."))
    return Name(name, start + left, start + right) if len(name) > 1 else None
