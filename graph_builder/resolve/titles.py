"""Titles and identifiers of works: when two are the same but for how they are printed."""

from __future__ import annotations

import re

from rapidfuzz.distance import OSA

from graph_builder.model import Identifier

LEAST = 25
"""Letters that a title needs for a misprint in it to be distinguished from another title."""
SHARED = 8
"""Letters at the beginning or at the end that titles compared for misprints have in common."""

_GENERIC = re.compile(
    r"^(?:(?:guest )?editors? )?(?:editorial|introduction|preface|foreword|corrigendum|corrections?|errat(?:um|a)|"
    r"addendum|retraction|reply|response|comments?|commentary|discussion|rejoinder|book reviews?|"
    r"letters? to the editor|news|obituary|in memoriam|afterword|epilogue|conclusions?|summary|"
    r"abstract|front matter|table of contents|"
    r"message from the .{0,40}|welcome.{0,40}|overview|tutorial|keynote|panel|poster|untitled|"
    r"introduction to (?:the|this) (?:special )?(?:issue|section|volume|minitrack).{0,60}|"
    r"(?:guest )?editors? (?:introduction|message|note|column).{0,60}|editorial.{0,40})$"
)
_NUMERALS = frozenset("i ii iii iv v vi vii viii ix x one two three four five six seven eight nine ten".split())
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
_VERSION = re.compile(r"v\d{1,2}$")


def is_generic(title: str) -> bool:
    """Return whether a title in normal form is one that many works bear.

    >>> is_generic("editorial"), is_generic("guest editors introduction"), is_generic("introduction to algorithms")
    (True, True, False)
    """
    return bool(_GENERIC.match(title))


def alike(one: str, other: str) -> bool:
    """Return whether two titles in normal form are the same but for a misprint: no word and no number differs.

    >>> alike("sparse graphs at scale in pratice", "sparse graphs at scale in practice")
    True
    >>> alike("on the theory of looms part i", "on the theory of looms part ii")
    False
    """
    short, long = sorted((one.replace(" ", ""), other.replace(" ", "")), key=len)
    if len(short) < LEAST or OSA.distance(short, long, score_cutoff=2) > (1 if len(short) < 2 * LEAST else 2):
        return False
    first, second = one.split(), other.split()
    if len(first) != len(second):
        return False
    return all(a == b or _misprint(a, b) for a, b in zip(first, second, strict=True))


def _misprint(one: str, other: str) -> bool:
    """Return whether a word can be another misprinted: long, without digits, and not another form that means much."""
    if min(len(one), len(other)) < 5 or {one, other} & _NUMERALS or not (one + other).isalpha():
        return False
    # "supervised" and "unsupervised" differ in what they mean; a misprint keeps the first letter.
    return one[0] == other[0] and OSA.distance(one, other, score_cutoff=2) <= 2


def work_mark(identifier: Identifier) -> tuple[str, str]:
    """Return what an identifier of a work is compared by: versions and the DOIs of arXiv mean the preprint.

    >>> work_mark(Identifier("doi", "10.48550/arXiv.2101.00001"))
    ('arxiv', '2101.00001')
    >>> work_mark(Identifier("arxiv", "2101.00001v3"))
    ('arxiv', '2101.00001')
    """
    scheme, value = identifier.scheme, identifier.value.strip()
    if scheme == "doi" and (found := _ARXIV_DOI.fullmatch(value)):
        scheme, value = "arxiv", found[1]
    if scheme == "arxiv":
        value = _VERSION.sub("", value.lower().removeprefix("arxiv:"))
    return scheme, value.lower() if scheme in ("doi", "arxiv") else value
