"""Features of the tokens of many entries at once, as columns of hashed identifiers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from graph_builder.extract.references.tokens import COLUMN, Hashes, Ints, Tokens, Vocabulary

T = TypeVar("T", bound=np.generic)

PAD = 4  # empty tokens between entries, so that no window reaches into a neighbour
MARKS = ("bold", "italic", "link", "underline", "superscript")


class Entry(NamedTuple):
    """What the model reads of one entry: tokens, marks as (kind, start, end), casefolded words of the owner's name."""

    tokens: Tokens
    marks: Sequence[tuple[str, int, int]]
    subject: frozenset[str]


class Batch(NamedTuple):
    """Feature identifiers, one row a token, and where each entry's tokens begin and end among the rows."""

    ids: Hashes
    bounds: list[tuple[int, int]]


def featurize(entries: Sequence[Entry], vocabulary: Vocabulary, size: int) -> Batch:
    """Return the features of all tokens of *entries*, hashed into *size* (a power of two) identifiers."""
    words: list[str] = [" "] * PAD
    bounds: list[tuple[int, int]] = []
    for entry in entries:
        bounds.append((len(words), len(words) + len(entry.tokens.words)))
        words += entry.tokens.words
        words += [" "] * PAD
    hashes, bits = vocabulary.rows(words)
    own = np.full(len(words), -1, dtype=np.int64)
    for i, (a, b) in enumerate(bounds):
        own[a:b] = i
    columns = _windows(hashes) + _layout(entries, words, bounds, own, bits)
    mixed = np.empty((len(columns), len(words)), dtype=np.uint32)
    for row, column in zip(mixed, columns, strict=True):
        row[:] = column
    mixed = _mix(mixed)
    mixed &= np.uint32(size - 1)
    keep = own >= 0
    place: Ints = np.cumsum(keep) - keep
    ids = np.ascontiguousarray(mixed[:, keep].T)
    return Batch(ids, [(int(place[a]) if b > a else 0, int(place[a]) + b - a if b > a else 0) for a, b in bounds])


def _mix(values: Hashes) -> Hashes:
    """Scramble 32-bit values in their place, differently for each row (the finaliser of MurmurHash3)."""
    values += (np.arange(len(values), dtype=np.uint64) * np.uint64(0x9E3779B1)).astype(np.uint32)[:, None]
    values ^= values >> np.uint32(16)
    values *= np.uint32(0x85EBCA6B)
    values ^= values >> np.uint32(13)
    values *= np.uint32(0xC2B2AE35)
    values ^= values >> np.uint32(16)
    return values


_PRIME, _PLUS = np.uint32(0x01000193), np.uint32(0x9E37)


def _pair(first: npt.NDArray[np.generic], *others: npt.NDArray[np.generic]) -> Hashes:
    """Return one hash of several columns."""
    return _further(first.astype(np.uint32) + _PLUS, *others)


def _further(out: Hashes, *columns: npt.NDArray[np.generic]) -> Hashes:
    """Return what ``_pair`` makes of the columns of *out* and of further ones."""
    for column in columns:
        out = out * _PRIME
        out += column.astype(np.uint32, copy=False)
        out += _PLUS
    return out


class _Shifted(Generic[T]):
    """A column as it is seen from tokens before and behind: ``at(1)`` has the value of the next token.

    >>> _Shifted(np.array([1, 2, 3])).at(1).tolist()
    [2, 3, 1]
    """

    def __init__(self, column: npt.NDArray[T]) -> None:
        self._length = len(column)
        again = -(-PAD // self._length)
        self._before = again * self._length if again > 1 else PAD
        wide = np.tile(column, again) if again > 1 else column
        self._around = np.concatenate((wide[-self._before :], column, wide[: self._before]))

    def at(self, by: int) -> npt.NDArray[T]:
        """Return the column as seen from *by* tokens before, a view."""
        return self._around[self._before + by : self._before + by + self._length]


def _windows(hashes: Hashes) -> list[npt.NDArray[np.generic]]:
    word, shape, suffix, prefix, learnt = (np.ascontiguousarray(hashes[:, i]) for i in range(5))
    words, shapes, classes = _Shifted(word), _Shifted(shape), _Shifted(learnt)
    out: list[npt.NDArray[np.generic]] = [word, shape, suffix, prefix, learnt, np.ones_like(word)]
    for by in (-2, -1, 1, 2):
        out += [words.at(by), shapes.at(by), classes.at(by)]
    out += [shapes.at(-3), shapes.at(3), classes.at(3)]
    # Each of these is made once and looked at from the next tokens too.
    pair, outlines = _Shifted(_pair(word, words.at(1))), _Shifted(_pair(shape, shapes.at(1)))
    three = _Shifted(_further(outlines.at(0), shapes.at(2)))
    kind = _pair(learnt, shape)
    out += [
        pair.at(0),
        pair.at(-1),
        outlines.at(0),
        outlines.at(-1),
        three.at(-1),
        three.at(0),
        three.at(-2),
        _pair(classes.at(-1), learnt, classes.at(1)),
        _further(kind, shapes.at(1), classes.at(1)),
        _further(kind, shapes.at(-1), classes.at(-1)),
    ]
    return out


def _layout(
    entries: Sequence[Entry],
    words: list[str],
    bounds: list[tuple[int, int]],
    own: Ints,
    bits: npt.NDArray[np.bool_],
) -> list[npt.NDArray[np.generic]]:
    bit = {name: bits[:, i] for name, i in COLUMN.items()}
    edge = own != _next(own, -1)
    spaced, marked, run, named = _of_entries(entries, words, bounds, own)
    place = np.arange(len(own))
    first = np.maximum.accumulate(np.where(edge, place, 0))
    inside = _depth(bit["opens"], bit["closes"], first)
    quoted = _count_since(bit["quote"], first) % 2
    breaks = bit["newline"] | bit["tab"]
    # A full stop ends a sentence unless it follows an initial or has no space behind it.
    ends = bit["stop"] & _next(spaced, 1).astype(bool) & ~_next(bit["initial"], -1)
    lines = edge | _next(breaks, -1) | breaks
    sentences = lines | _next(ends | bit["quote"], -1) | bit["quote"]
    phrases = sentences | _next(bit["comma"] | bit["semicolon"] | bit["opens"] | bit["closes"], -1) | bit["opens"]
    entry = np.cumsum(edge)
    length = np.bincount(entry, minlength=1)[entry]
    tenth = (place - first) * 10 // np.maximum(length, 1)
    out: list[npt.NDArray[np.generic]] = [
        tenth,
        inside,
        quoted,
        marked,
        run,
        named,
        spaced,
        _pair(marked, quoted, inside),
    ]
    out += [_pair(np.minimum(place - first, 6), np.minimum(length, 60) // 10)]
    counted = np.zeros((len(own) + 1, len(COUNTED)), dtype=np.int64)
    np.cumsum(bits[:, [COLUMN[name] for name in COUNTED]], axis=0, out=counted[1:])
    # The three divisions stand behind each other as if they were further entries: a third of the calls.
    cuts = np.concatenate((lines, sentences, phrases))
    owners = np.concatenate([np.where(own < 0, own, own + level * len(entries)) for level in range(3)])
    begins = np.concatenate([first + level * len(own) for level in range(3)])
    columns = [column.reshape(3, -1) for column in _chunk_columns(cuts, begins, owners, counted, np.tile(marked, 3))]
    for level in range(3):
        out += [column[level] for column in (columns if level else columns[:-1])]
    return out


def _next(column: npt.NDArray[T], by: int) -> npt.NDArray[T]:
    """Return a column as seen from one token before (``by`` = 1) or behind (-1)."""
    return np.concatenate((column[by:], column[:by]))


def _of_entries(
    entries: Sequence[Entry], words: list[str], bounds: list[tuple[int, int]], own: Ints
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return for each token: a space before it, its marks, the length of its longest mark, part of the owner's name."""
    total = len(words)
    marked, run, named = (np.zeros(total, dtype=np.int64) for _ in range(3))
    starts, ends = [0] * total, [0] * total
    for entry, (a, b) in zip(entries, bounds, strict=True):
        starts[a:b], ends[a:b] = entry.tokens.starts, entry.tokens.ends
        for kind, start, end in entry.marks:
            lo, hi = a + bisect_right(entry.tokens.ends, start), a + bisect_left(entry.tokens.starts, end)
            if hi > lo and kind in MARKS:
                marked[lo:hi] |= 1 << MARKS.index(kind)
                size = 1 if hi - lo <= 2 else 2 if hi - lo <= 5 else 3
                run[lo:hi] = np.maximum(run[lo:hi], size * 8 + 2 * MARKS.index(kind))
                run[lo] |= 1
    spaced = np.zeros(total, dtype=np.int64)
    spaced[1:] = (np.array(starts[1:]) > np.array(ends[:-1])) & (own[1:] == own[:-1]) & (own[1:] >= 0)
    for subject in {entry.subject for entry in entries if entry.subject}:
        owned = {w for w in set(words) if w.casefold() in subject}
        for entry, (a, b) in zip(entries, bounds, strict=True):
            if owned and entry.subject == subject:
                named[a:b] = [w in owned for w in words[a:b]]
    return spaced, marked, run, named


def _count_since(bit: npt.NDArray[np.bool_], first: Ints) -> Ints:
    """Count, for each token, the set bits before it in its entry; *first* is where the entry of each token begins."""
    total: Ints = np.cumsum(bit) - bit
    return total - total[first]


def _depth(opens: npt.NDArray[np.bool_], closes: npt.NDArray[np.bool_], first: Ints) -> Ints:
    return np.asarray(np.clip(_count_since(opens, first) - _count_since(closes, first), 0, 2), dtype=np.int64)


COUNTED = (
    "word", "capital", "name", "small", "venue", "note", "link", "digits", "year", "initial", "comma", "and", "acronym",
)  # fmt: skip
"""The classes whose tokens are counted in each line, sentence and phrase."""

_SIZES, _BRIEF = np.array((1, 2, 3, 4, 5, 7, 10, 15, 25)), np.array((1, 3, 6, 12))
_CAPITALS, _NAMES = np.array((6, 11, 15, 19)), np.array((1, 6, 11, 16))
_INITIALS, _COMMAS = np.array((1, 2, 4)), np.array((1, 2, 3, 5))


def _bucket(values: Ints, edges: Ints) -> Ints:
    return edges.searchsorted(values, side="right")


def _chunk_columns(
    cuts: npt.NDArray[np.bool_], first: Ints, own: Ints, counted: Ints, marked: Ints
) -> list[npt.NDArray[np.generic]]:
    """Return columns that describe the line, sentence or phrase around each token, and those before and after it.

    *counted* tells how many tokens of each class stand before each token; the tokens may stand there several times.
    """
    chunk = np.cumsum(cuts)
    begins = np.flatnonzero(cuts)
    total = len(begins) + 1
    # How many tokens of each class stand before each chunk, and behind the last.
    times, place = np.divmod(np.concatenate(([0], begins, [len(cuts)])), len(counted) - 1)
    before = counted[place] + times[:, None] * counted[-1]
    count = dict(zip(COUNTED, np.ascontiguousarray(np.diff(before, axis=0).T), strict=True))
    words = count["word"]
    some = np.maximum(words, 1)
    size = _bucket(words, _SIZES)
    capitals = _bucket(count["capital"] * 20 // some, _CAPITALS)
    names = _bucket(count["name"] * 20 // some, _NAMES)
    small, venue = np.minimum(count["small"], 2), np.minimum(count["venue"], 2)
    notes = np.minimum(count["note"], 2) * 3 + np.minimum(count["link"], 2)
    digits = np.minimum(count["digits"], 2) * 2 + np.minimum(count["year"], 1)
    initials = _bucket(count["initial"], _INITIALS)
    commas = _bucket(count["comma"] + count["and"], _COMMAS)
    acronyms = np.minimum(count["acronym"], 2)
    owner = np.full(total, -1, dtype=np.int64)
    owner[chunk] = own
    longest = np.zeros(int(own.max(initial=0)) + 2, dtype=np.int64)
    np.maximum.at(longest, owner, words)
    most = (words >= longest[owner]).astype(np.int64) * 2 + (words * 2 >= longest[owner])
    people = _pair(size, names, initials, commas)
    kind = _pair(size, capitals, small, venue)
    brief = _pair(_bucket(words, _BRIEF), names, venue, np.minimum(small, 1), np.minimum(digits, 1))
    place = np.arange(len(cuts))
    position = np.minimum(place - np.maximum.accumulate(np.where(cuts, place, 0)), 3)
    ordinal = np.minimum(_count_since(cuts, first), 7)
    count_of = np.minimum(np.bincount(owner + 1, minlength=len(longest) + 1)[own + 1], 9)
    brief_here, most_here = brief[chunk], most[chunk]
    out: list[npt.NDArray[np.generic]] = [people[chunk], kind[chunk], brief_here]
    out += [
        _pair(most, capitals, small)[chunk],
        _pair(notes, digits, acronyms)[chunk],
        _pair(size, digits, venue)[chunk],
    ]
    out += [
        _pair(position, brief_here),
        _pair(ordinal, count_of),
        _pair(ordinal, brief_here),
        _pair(names[chunk], marked),
    ]
    owners, briefs = _Shifted(owner), _Shifted(brief)
    for by in (-2, -1, 1, 2):
        other = np.where(owners.at(by) == owner, briefs.at(by), 0)
        out.append(other[chunk])
        if abs(by) == 1:
            out.append(_pair(other, brief)[chunk])
            out.append(_further(_pair(other, most)[chunk], position))
    out.append(_pair(marked, most_here, brief_here))
    return out
