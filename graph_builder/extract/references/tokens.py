"""Tokens of an entry and their classes: what the sequence model sees of each word, whatever stands around it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint32]

TOKEN = re.compile(r"[^\W\d_]+|\d+|\n(?:[ \t]*\n)*|\t|[^\s\w]|_")
LIMIT = 4000  # characters of one entry that the model reads

SMALL = frozenset(
    "the of for in on a an with to from by via using is are at towards toward as under over into through between"
    " do does can how what why when where not its their der die das für und von zur im le les des du pour dans et la"
    " el los las para con en una un".split()
)
VENUE_WORDS = frozenset(
    "proceedings proc conference conf symposium symp workshop workshops journal j transactions trans letters lett"
    " review reviews rev annals ann advances magazine bulletin bull quarterly arxiv biorxiv medrxiv ssrn corr"
    " preprint preprints press springer elsevier wiley university thesis dissertation ieee acm usenix siam aaai"
    " neurips nips icml iclr cvpr eccv iccv acl emnlp naacl nature science cell plos pnas lncs findings meeting"
    " int international society zeitschrift revista revue annales acta forum archives archive frontiers".split()
)
DETAIL_WORDS = frozenset(
    "vol volume no number issue pp pages page p article id doi https http www isbn issn edition ed".split()
)
NOTE_WORDS = frozenset(
    "oral spotlight poster award awards best paper accepted appear submitted review revision forthcoming press"
    " preparation acceptance rate invited highlight outstanding honorable mention finalist nominee contribution".split()
)
LINK_WORDS = frozenset(
    "pdf code slides video poster bib bibtex link paper project website webpage demo data dataset abstract talk"
    " blog github html supplementary appendix cite press".split()
)
MONTHS = frozenset(
    "jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september"
    " october november december spring summer fall winter autumn".split()
)
WORD_CLASSES = (SMALL, VENUE_WORDS, DETAIL_WORDS, NOTE_WORDS, LINK_WORDS, MONTHS)

# Bits of a token's class, in the order of the columns of ``Vocabulary.bits``.
BITS = (
    "word", "capital", "lower", "digits", "year", "comma", "stop", "newline", "tab", "quote", "opens", "closes",
    "initial", "small", "venue", "detail", "note", "link", "month", "semicolon", "name", "acronym", "and", "colon",
)  # fmt: skip
COLUMN = {name: i for i, name in enumerate(BITS)}


class Tokens(NamedTuple):
    """The tokens of one entry with their places."""

    words: list[str]
    starts: list[int]
    ends: list[int]


def tokenize(text: str) -> Tokens:
    """Divide an entry into runs of letters, runs of digits, and single other characters; line breaks are tokens.

    >>> tokenize("NeurIPS'23, 4\\nX").words
    ['NeurIPS', "'", '23', ',', '4', '\\n', 'X']
    """
    found = [("\n" if m.group()[0] == "\n" else m.group(), m.start(), m.end()) for m in TOKEN.finditer(text, 0, LIMIT)]
    if not found:
        return Tokens([], [], [])
    words, starts, ends = zip(*found, strict=True)
    return Tokens(list(words), list(starts), list(ends))


def hashed(word: str) -> int:
    """Return a 32-bit hash of a string, the same in every process."""
    return zlib.crc32(word.encode("utf-8", "surrogatepass"))


def shape_of(word: str) -> str:
    """Return the shape of a token: capitals, small letters and digits, runs shortened.

    >>> shape_of("NeurIPS"), shape_of("2023"), shape_of("J"), shape_of(",")
    ('XxX', 'd4y', 'X1', ',')
    """
    if word.isdigit():
        return f"d{min(len(word), 5)}{'y' if len(word) == 4 and '1940' < word < '2050' else ''}"
    if not word[0].isalpha():
        return word
    out = ""
    for char in word:
        kind = "X" if char.isupper() else "x" if char.islower() else "c"
        if not out.endswith(kind):
            out += kind
    return f"{out[:4]}{len(word) if len(word) <= 2 else ''}"


class Vocabulary:
    """Token classes by word, computed once for each word; *lexicon* maps word hashes to classes learnt from records."""

    def __init__(self, lexicon: Mapping[int, int]) -> None:
        self._lexicon = lexicon
        self._index: dict[str, int] = {}
        self._hashes: list[tuple[int, ...]] = []
        self._bits: list[tuple[int, ...]] = []

    def rows(self, words: list[str]) -> tuple[Hashes, npt.NDArray[np.bool_]]:
        """Return, for each word, its hashes (word, shape, suffix, prefix, lexicon class) and its class bits."""
        if len(self._index) > 300_000:
            self.__init__(self._lexicon)  # type: ignore[misc]
        index = self._index
        ids = [index[w] if w in index else self._add(w) for w in words]
        unique, inverse = np.unique(np.asarray(ids, dtype=np.int64), return_inverse=True)
        hashes = np.array([self._hashes[i] for i in unique], dtype=np.uint32)
        bits = np.array([self._bits[i] for i in unique], dtype=np.bool_)
        return hashes[inverse], bits[inverse]

    def _add(self, word: str) -> int:
        low = word.casefold()
        learnt = self._lexicon.get(hashed(low), 0)
        self._hashes.append((hashed(low), hashed(shape_of(word)), hashed(low[-3:]), hashed(low[:3]), learnt))
        self._bits.append(_bits(word, low, learnt))
        self._index[word] = len(self._index)
        return self._index[word]


def _bits(word: str, low: str, learnt: int) -> tuple[int, ...]:
    alpha, digits = word[0].isalpha(), word.isdigit()
    capital = alpha and word[0].isupper()
    classes = [alpha and low in c for c in WORD_CLASSES]
    return (
        alpha, capital, alpha and not capital, digits, digits and len(word) == 4 and "1940" < word < "2050",
        word == ",", word in ".?!", word == "\n", word == "\t", word in "\"“”„«»‘`", word in "([", word in ")]",
        capital and len(word) == 1, *classes, word == ";", bool(alpha and learnt & 12),
        capital and len(word) >= 2 and sum(c.isupper() for c in word) >= 2,
        low in {"and", "&", "und", "et"}, word == ":",
    )  # fmt: skip
