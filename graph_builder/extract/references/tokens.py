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
_CLASSES_OF = {word: tuple(word in c for c in WORD_CLASSES) for word in frozenset().union(*WORD_CLASSES)}
_NO_CLASS = (False,) * len(WORD_CLASSES)

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
    places = [match.span() for match in TOKEN.finditer(text, 0, LIMIT)]
    words = [text[start:end] if text[start] != "\n" else "\n" for start, end in places]
    return Tokens(words, [start for start, _ in places], [end for _, end in places])


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
    if word.isascii():  # all of it letters, as tokens are
        out = "x" if word.islower() else "X" if word.isupper() else "Xx" if word[1:].islower() else ""
    for char in "" if out else word:
        kind = "X" if char.isupper() else "x" if char.islower() else "c"
        if not out.endswith(kind):
            out += kind
    return f"{out[:4]}{len(word) if len(word) <= 2 else ''}"


class Vocabulary:
    """Token classes by word, computed once for each word; *lexicon* maps word hashes to classes learnt from records."""

    def __init__(self, lexicon: Mapping[int, int]) -> None:
        self._lexicon = lexicon
        self._index: dict[str, int] = {}
        self._hashes: Hashes = np.zeros((1024, 5), dtype=np.uint32)
        self._bits = np.zeros((1024, len(BITS)), dtype=np.bool_)

    def rows(self, words: list[str]) -> tuple[Hashes, npt.NDArray[np.bool_]]:
        """Return, for each word, its hashes (word, shape, suffix, prefix, lexicon class) and its class bits."""
        if len(self._index) > 300_000:
            self.__init__(self._lexicon)  # type: ignore[misc]
        index = self._index
        new = [w for w in dict.fromkeys(words) if w not in index]
        if new:
            self._add(new)
        ids = np.array([index[w] for w in words], dtype=np.int64)
        return self._hashes[ids], self._bits[ids]

    def _add(self, words: list[str]) -> None:
        first, end = len(self._index), len(self._index) + len(words)
        while end > len(self._hashes):
            self._hashes = np.concatenate((self._hashes, np.zeros_like(self._hashes)))
            self._bits = np.concatenate((self._bits, np.zeros_like(self._bits)))
        hashes, bits = [], []
        for word in words:
            low = word.casefold()
            key = hashed(low)
            learnt = self._lexicon.get(key, 0)
            hashes.append((key, hashed(shape_of(word)), hashed(low[-3:]), hashed(low[:3]), learnt))
            bits.append(_bits(word, low, learnt))
            self._index[word] = len(self._index)
        self._hashes[first:end] = hashes
        self._bits[first:end] = bits


def _bits(word: str, low: str, learnt: int) -> tuple[int, ...]:
    alpha, digits = word[0].isalpha(), word.isdigit()
    capital = alpha and word[0].isupper()
    classes = _CLASSES_OF.get(low, _NO_CLASS) if alpha else _NO_CLASS
    return (
        alpha, capital, alpha and not capital, digits, digits and len(word) == 4 and "1940" < word < "2050",
        word == ",", word in ".?!", word == "\n", word == "\t", word in "\"“”„«»‘`", word in "([", word in ")]",
        capital and len(word) == 1, *classes, word == ";", bool(alpha and learnt & 12),
        capital and len(word) >= 2 and sum(c.isupper() for c in word) >= 2,
        low in {"and", "&", "und", "et"}, word == ":",
    )  # fmt: skip
