"""Where the words of a document stand in the file that it was read from: both are laid beside each other."""

from __future__ import annotations

import re

from rapidfuzz.distance import Levenshtein, Postfix, Prefix

Run = tuple[int, int, int]

_WORD = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]|[^\W_]+")
# What no page prints and what repeats its words: comments, tags, the title in the head, the addresses of links.
_UNPRINTED = re.compile(
    r"(?is)<!--.{0,2000}?-->|<(?:style|title)\b[^<]*|<[a-z/!](?:[^<>\"']|\"[^\"<>]*\"|'[^'<>]*')*>"
    r"|(?<=\])\([^\s()]*\)|\\href\s?\{[^{}]*\}"
)
_LARGEST = 1e11  # the characters of both, multiplied: what finding the words costs grows with this


def origin_of(text: str, source: str) -> tuple[Run, ...]:
    """Return which characters of *text* stand where in *source*: triples of text offset, source offset and length.

    The words that both have in one order are the same words, as far as the most of them can be; so are the signs
    beside them. Of very large files nothing is returned.

    >>> origin_of("Ada Lovelace, Dean", "<title>Ada</title><p>Ada <b>Lovelace</b>, Dean</p>")
    ((0, 21, 4), (4, 28, 8), (12, 40, 6))
    """
    if len(text) * len(source) > _LARGEST:
        return ()
    printed = _UNPRINTED.sub(lambda match: " " * len(match[0]), source)
    ours, theirs = ([match.span() for match in _WORD.finditer(each)] for each in (text, printed))
    words, others = _WORD.findall(text), _WORD.findall(printed)
    pairs = [
        pair
        for part in Levenshtein.opcodes(words, others)
        if part.tag == "equal"
        for pair in zip(range(part.src_start, part.src_end), range(part.dest_start, part.dest_end), strict=True)
    ]
    for at in range(len(pairs) - 2, -1, -1):
        (one, other), (following, place) = pairs[at], pairs[at + 1]
        if following == one + 1 and place > other + 1 and others[place - 1] == words[one]:
            pairs[at] = (one, place - 1)  # beside the word after it, and not in a menu above
    runs: list[Run] = []
    end = place = 0  # behind the last word that both have
    for one, other in pairs:
        (start, stop), (at, behind) = ours[one], theirs[other]
        gap, written = text[end:start], source[place:at]
        last = len(gap)  # the signs before this word
        if gap != written:
            first = Prefix.similarity(gap, written)  # the signs behind the last word
            last = min(Postfix.similarity(gap, written), min(len(gap), len(written)) - first)
            _add(runs, end, place, first)
        _add(runs, start - last, at - last, last + stop - start)
        end, place = stop, behind
    _add(runs, end, place, Prefix.similarity(text[end:], source[place:]))
    return tuple(runs)


def _add(runs: list[Run], offset: int, source: int, length: int) -> None:
    """Add a run; one that goes on where the last ends makes that one longer."""
    if runs and runs[-1][0] + runs[-1][2] == offset and runs[-1][1] + runs[-1][2] == source:
        runs[-1] = (runs[-1][0], runs[-1][1], runs[-1][2] + length)
    elif length:
        runs.append((offset, source, length))
