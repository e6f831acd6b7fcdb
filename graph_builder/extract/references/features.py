"""Features of the tokens of many entries at once, as columns of hashed identifiers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from graph_builder.extract.references.tokens import COLUMN, Hashes, Ints, Tokens, Vocabulary

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
    columns = _windows(hashes) + _layout(entries, bounds, own, bits)
    mixed = _mix(np.stack([c.astype(np.uint32) for c in columns], axis=1)) & np.uint32(size - 1)
    keep = own >= 0
    place: Ints = np.cumsum(keep) - keep
    return Batch(
        mixed[keep], [(int(place[a]) if b > a else 0, int(place[a]) + b - a if b > a else 0) for a, b in bounds]
    )


def _mix(values: Hashes) -> Hashes:
    """Scramble 32-bit values, differently for each column (the finaliser of MurmurHash3)."""
    salts = (np.arange(values.shape[1], dtype=np.uint64) * np.uint64(0x9E3779B1)).astype(np.uint32)
    with np.errstate(over="ignore"):
        h = values + salts
        h = (h ^ (h >> np.uint32(16))) * np.uint32(0x85EBCA6B)
        h = (h ^ (h >> np.uint32(13))) * np.uint32(0xC2B2AE35)
        return h ^ (h >> np.uint32(16))


def _pair(*columns: npt.NDArray[np.generic]) -> Hashes:
    out = np.zeros(len(columns[0]), dtype=np.uint32)
    with np.errstate(over="ignore"):
        for column in columns:
            out = out * np.uint32(0x01000193) + column.astype(np.uint32) + np.uint32(0x9E37)
    return out


def _shift(column: npt.NDArray[np.generic], by: int) -> npt.NDArray[np.generic]:
    """Return the column as seen from *by* tokens before (``by`` = 1: the value of the next token)."""
    return np.roll(column, -by)


def _windows(hashes: Hashes) -> list[npt.NDArray[np.generic]]:
    word, shape, suffix, prefix, learnt = (hashes[:, i] for i in range(5))
    out: list[npt.NDArray[np.generic]] = [word, shape, suffix, prefix, learnt, np.ones_like(word)]
    for by in (-2, -1, 1, 2):
        out += [_shift(word, by), _shift(shape, by), _shift(learnt, by)]
    out += [_shift(shape, -3), _shift(shape, 3), _shift(learnt, 3)]
    out += [
        _pair(word, _shift(word, 1)),
        _pair(_shift(word, -1), word),
        _pair(shape, _shift(shape, 1)),
        _pair(_shift(shape, -1), shape),
        _pair(_shift(shape, -1), shape, _shift(shape, 1)),
        _pair(shape, _shift(shape, 1), _shift(shape, 2)),
        _pair(_shift(shape, -2), _shift(shape, -1), shape),
        _pair(_shift(learnt, -1), learnt, _shift(learnt, 1)),
        _pair(learnt, shape, _shift(shape, 1), _shift(learnt, 1)),
        _pair(learnt, shape, _shift(shape, -1), _shift(learnt, -1)),
    ]
    return out


def _layout(
    entries: Sequence[Entry], bounds: list[tuple[int, int]], own: Ints, bits: npt.NDArray[np.bool_]
) -> list[npt.NDArray[np.generic]]:
    bit = {name: bits[:, i] for name, i in COLUMN.items()}
    edge = own != np.roll(own, 1)
    spaced, marked, run, named = _of_entries(entries, bounds, len(own))
    inside = _depth(bit["opens"], bit["closes"], edge)
    quoted = (_count_since(bit["quote"], edge) % 2).astype(np.int64)
    breaks = bit["newline"] | bit["tab"]
    # A full stop ends a sentence unless it follows an initial or has no space behind it.
    ends = bit["stop"] & _shift(spaced, 1).astype(bool) & ~np.roll(bit["initial"], 1)
    lines = edge | np.roll(breaks, 1) | breaks
    sentences = lines | np.roll(ends, 1) | np.roll(bit["quote"], 1) | bit["quote"]
    phrases = sentences | np.roll(bit["comma"] | bit["semicolon"] | bit["opens"] | bit["closes"], 1) | bit["opens"]
    place = np.arange(len(own))
    first = np.maximum.accumulate(np.where(edge, place, 0))
    length = np.bincount(np.cumsum(edge), minlength=1)[np.cumsum(edge)]
    tenth = ((place - first) * 10 // np.maximum(length, 1)).astype(np.int64)
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
    for level, cuts in enumerate((lines, sentences, phrases)):
        out += _chunk_columns(cuts, edge, own, bit, marked, level)
    return out


def _of_entries(entries: Sequence[Entry], bounds: list[tuple[int, int]], total: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Return for each token: a space before it, its marks, the length of its longest mark, part of the owner's name."""
    spaced, marked, run, named = (np.zeros(total, dtype=np.int64) for _ in range(4))
    for entry, (a, b) in zip(entries, bounds, strict=True):
        if a == b:
            continue
        starts, ends = np.asarray(entry.tokens.starts), np.asarray(entry.tokens.ends)
        spaced[a + 1 : b] = starts[1:] > ends[:-1]
        for kind, start, end in entry.marks:
            lo, hi = a + int(np.searchsorted(ends, start, "right")), a + int(np.searchsorted(starts, end, "left"))
            if hi > lo and kind in MARKS:
                marked[lo:hi] |= 1 << MARKS.index(kind)
                size = 1 if hi - lo <= 2 else 2 if hi - lo <= 5 else 3
                run[lo:hi] = np.maximum(run[lo:hi], size * 8 + 2 * MARKS.index(kind))
                run[lo] |= 1
        if entry.subject:
            named[a:b] = [w.casefold() in entry.subject for w in entry.tokens.words]
    return spaced, marked, run, named


def _count_since(bit: npt.NDArray[np.bool_], edge: npt.NDArray[np.bool_]) -> Ints:
    """Count, for each token, the set bits before it in its entry."""
    total: Ints = np.cumsum(bit) - bit
    at = np.maximum.accumulate(np.where(edge, np.arange(len(bit)), 0))
    return np.asarray(total - total[at], dtype=np.int64)


def _depth(opens: npt.NDArray[np.bool_], closes: npt.NDArray[np.bool_], edge: npt.NDArray[np.bool_]) -> Ints:
    return np.asarray(np.clip(_count_since(opens, edge) - _count_since(closes, edge), 0, 2), dtype=np.int64)


def _bucket(values: Ints, edges: Sequence[float]) -> Ints:
    return np.asarray(np.searchsorted(np.asarray(edges), values, side="right"), dtype=np.int64)


def _chunk_columns(
    cuts: npt.NDArray[np.bool_],
    edge: npt.NDArray[np.bool_],
    own: Ints,
    bit: dict[str, npt.NDArray[np.bool_]],
    marked: Ints,
    level: int,
) -> list[npt.NDArray[np.generic]]:
    """Return columns that describe the line, sentence or phrase around each token, and those before and after it."""
    chunk = np.cumsum(cuts)
    total = int(chunk[-1]) + 1

    def count(name: str) -> Ints:
        return np.bincount(chunk, weights=bit[name], minlength=total).astype(np.int64)

    words = count("word")
    some = np.maximum(words, 1)
    size = _bucket(words, (1, 2, 3, 4, 5, 7, 10, 15, 25))
    capitals = _bucket(count("capital") * 20 // some, (6, 11, 15, 19))
    names = _bucket(count("name") * 20 // some, (1, 6, 11, 16))
    small, venue = np.minimum(count("small"), 2), np.minimum(count("venue"), 2)
    notes = np.minimum(count("note"), 2) * 3 + np.minimum(count("link"), 2)
    digits = np.minimum(count("digits"), 2) * 2 + np.minimum(count("year"), 1)
    initials = _bucket(count("initial"), (1, 2, 4))
    commas = _bucket(count("comma") + count("and"), (1, 2, 3, 5))
    acronyms = np.minimum(count("acronym"), 2)
    owner = np.full(total, -1, dtype=np.int64)
    owner[chunk] = own
    longest = np.zeros(int(own.max(initial=0)) + 2, dtype=np.int64)
    np.maximum.at(longest, owner, words)
    most = (words >= longest[owner]).astype(np.int64) * 2 + (words * 2 >= longest[owner])
    people = _pair(size, names, initials, commas)
    kind = _pair(size, capitals, small, venue)
    brief = _pair(_bucket(words, (1, 3, 6, 12)), names, venue, np.minimum(small, 1), np.minimum(digits, 1))
    begin = np.maximum.accumulate(np.where(cuts, np.arange(len(cuts)), 0))
    position = np.minimum(np.arange(len(cuts)) - begin, 3)
    ordinal = np.minimum(_count_since(cuts, edge), 7)
    count_of = np.minimum(np.bincount(owner + 1, minlength=len(longest) + 1)[own + 1], 9)
    out: list[npt.NDArray[np.generic]] = [people[chunk], kind[chunk], brief[chunk]]
    out += [
        _pair(most, capitals, small)[chunk],
        _pair(notes, digits, acronyms)[chunk],
        _pair(size, digits, venue)[chunk],
    ]
    out += [
        _pair(position, brief[chunk]),
        _pair(ordinal, count_of),
        _pair(ordinal, brief[chunk]),
        _pair(names[chunk], marked),
    ]
    for by in (-2, -1, 1, 2):
        other = np.where(np.roll(owner, -by) == owner, np.roll(brief, -by), 0)
        out.append(other[chunk])
        if abs(by) == 1:
            out.append(_pair(other[chunk], brief[chunk]))
            out.append(_pair(other[chunk], most[chunk], position))
    if level:
        out.append(_pair(marked, most[chunk], brief[chunk]))
    return out
