"""What the labelling model sees of a word: its class, its neighbours, its line, the lines beside it, the section.

No text is kept: words of a general vocabulary count by their hashes, all others by their shapes and classes.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence, Set
from functools import lru_cache

from graph_builder.extract.labels.lines import Laid
from graph_builder.extract.lexicon import ORGANIZATION, ROLE, UNIT, is_place
from graph_builder.extract.page import Page
from graph_builder.gazetteer import Gazetteer, load
from graph_builder.model import MarkKind, Span

SIZE = 1 << 16
_MONTH = re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$", re.IGNORECASE)
_NOW = re.compile(r"(?:present|now|current|ongoing|today)$", re.IGNORECASE)
YEAR = re.compile(r"(?:19|20)\d\d")
_DEGREE = re.compile(
    r"(?:ph\.?d\.?|d\.?phil\.?|doctor\w*|m\.?sc?\.?|m\.?a|master\w*|mphil|mba|b\.?sc?\.?|b\.?a|bachelor\w*|diplom\w*)$",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:I|my|My)\b")
_LABEL = re.compile(r"[^:.]{2,30}:")
_CUES = frozenset(
    """
    advisor adviser advised supervised supervisor supervision advising mentor mentors committee chair reviewer review
    reviewers reviewing refereeing referee editor editorial organizer organized organizing organiser received degree
    interested interests interest research focus include including includes areas topics work working joined intern
    internship student candidate professor lecturer scientist engineer researcher postdoc fellow award awards prize
    scholarship fellowship best paper member program programme thesis title published accepted appear proceedings
    journal with under at from by for prior before currently visiting director founder won awarded co-advised senior
    area teaching course courses talk invited keynote seminar grant funded project skills notes featured
    """.split()
)
_MARKS = ((MarkKind.BOLD, "B"), (MarkKind.ITALIC, "I"), (MarkKind.LINK, "K"))
_QUOTES = frozenset("“”\"„‘’")  # fmt: skip
_PARTING = frozenset(",;|–—-:•·/")


def hashed(text: str) -> int:
    """Return the number by which the model knows a word of its vocabulary."""
    return zlib.crc32(text.encode())


@lru_cache(maxsize=1 << 16)
def _id(feature: str) -> int:
    return zlib.crc32(feature.encode()) & (SIZE - 1)


@lru_cache(maxsize=1 << 15)
def _classes(word: str) -> tuple[str, ...]:
    """Return the shape of a word, and the kinds of words that it is one of."""
    found = [_shape(word)]
    tests: tuple[tuple[str, bool], ...] = (
        ("year", YEAR.fullmatch(word) is not None),
        ("month", _MONTH.match(word) is not None),
        ("now", _NOW.match(word) is not None),
        ("role", len(word) > 2 and ROLE.search(word) is not None),
        ("house", ORGANIZATION.search(word) is not None),
        ("unit", UNIT.search(word) is not None),
        ("degree", _DEGREE.match(word) is not None),
        ("place", word[:1].isupper() and is_place(word)),
    )
    return (*found, *(name for name, holds in tests if holds))


def _shape(word: str) -> str:
    if word.isdigit():
        return f"d{min(len(word), 5)}"
    if len(word) == 1:
        return ("X" if word.isupper() else "x") if word.isalnum() else word
    if word.isupper():
        return "XX" if len(word) <= 6 else "XXL"
    if word[0].isupper():
        return "XxX" if any(c.isupper() for c in word[1:]) else "Xx"
    return "xx" if word.islower() else "mix"


def _size(count: int) -> int:
    return count if count < 6 else 6 if count < 10 else 7 if count < 20 else 8 if count < 40 else 9


_BETWEEN = re.compile(r"\W")


class Featurizer:
    """Turns the lines of one page into the numbers of their features."""

    def __init__(self, page: Page, lines: Sequence[Laid], vocabulary: Set[int]) -> None:
        self._lines = lines
        self._known: Callable[[str], str] = _Words(vocabulary)
        self._gazetteer = _Names(load())
        self._covers = _covers(page)
        self._subject = {w for n in page.subject_names for w in re.findall(r"[^\W\d_]{2,}", n.casefold())}
        self._signs: dict[int, list[str]] = {}

    def rows(self, at: int) -> list[list[int]]:
        """Return the numbers of the features of each word of the line at a place."""
        item = self._lines[at]
        section = item.section
        kind = ("H" if item.heading else "") + section.kind.value + ("?" if section.content else "")
        of_line = self._of_line(at, kind)
        words = item.words
        known = [self._known(w.casefold()) for w in words]
        classes = [(*_classes(w), *self._gazetteer(w)) for w in words]
        look = self._sign(at)[3]
        rows = []
        parts, depth, quoted, cue, before = 0, 0, False, "-", "-"
        for i, word in enumerate(words):
            tags = (*classes[i], *self._tags(word, item.places[i], inside=depth > 0, quoted=quoted))
            row = list(_own(known[i], word.casefold()[-3:], tags, kind))
            for step in (-3, -2, -1, 1, 2, 3):
                j = i + step
                row += _beside(step, known[j], classes[j]) if 0 <= j < len(words) else (_id(f"w{step}$"),)
            row += _pairs(known, classes, i)
            row += _standing(cue, before, kind, "G" if "G" in tags else classes[i][0])
            end = "0" if i == 0 else "z" if i == len(words) - 1 else "m"
            row += _place(min(parts, 4), kind, look, end)
            rows.append(row + of_line)
            if word in "([":
                depth += 1
            elif word in ")]" and depth:
                depth -= 1
            quoted ^= word in _QUOTES
            parts += word in _PARTING
            if word.casefold() in _CUES:
                before, cue = cue, word.casefold()
        return rows

    def _tags(self, word: str, place: tuple[int, int], *, inside: bool, quoted: bool) -> list[str]:
        tags = [name for name, covered in self._covers if covered[place[0]]]
        if self._subject and any(part in self._subject for part in _BETWEEN.split(word.casefold())):
            tags.append("subject")
        return tags + ["inside"] * inside + ["quoted"] * quoted

    def _sign(self, at: int) -> list[str]:
        """Return what a line shows at a glance: kinds of its words, share of names, length, looks, first word."""
        if at not in self._signs:
            item = self._lines[at]
            names = {c for w in item.words[:60] for c in (*_classes(w), *self._gazetteer(w))}
            found = "".join(c[0] for c in ("year", "role", "house", "degree", "venue") if c in names)
            big = sum(_classes(w)[0] in {"Xx", "X"} for w in item.words) / max(1, len(item.words))
            line = item.line
            looks = "k" + (line.kind.value[:4] + "B" * line.bold + "I" * line.italic if line else "head")
            first = item.words[0] if item.words else ""
            word = self._known(first.casefold()) if first else ""
            self._signs[at] = [found, f"n{int(big * 4)}", f"l{_size(len(item.words))}", looks,
                               "f=" + (word if word != "~" else _classes(first)[0])]  # fmt: skip
        return self._signs[at]

    def _of_line(self, at: int, kind: str) -> list[int]:
        item = self._lines[at]
        signs = self._sign(at)
        out = ["S" + kind, *signs]
        out += ["first person"] * (_FIRST.search(item.text) is not None) + ["stop"] * item.text.endswith(".")
        for step, name in ((-1, "P"), (1, "N")):
            j = at + step
            if 0 <= j < len(self._lines):
                other = self._lines[j]
                same = item.line is not None and other.line is not None and item.line.block == other.line.block
                out += [name + sign for sign in self._sign(j)] + [f"{name}same{same}"]
        label = _LABEL.match(item.text)
        if label:
            out.append("label=" + " ".join(self._known(w) for w in label.group().casefold().split()[:3]))
        if not item.heading:
            words = (self._known(w) for w in re.findall(r"[^\W_]+", item.section.title.casefold())[:6])
            out += [f"title={w}" for w in words if w != "~"]
        return [_id("L" + x) for x in out] + [_id(f"LS{kind}|{x}") for x in signs]


class _Words:
    """Gives a word of the vocabulary as it is, and any other as "~"."""

    def __init__(self, vocabulary: Set[int]) -> None:
        self._vocabulary = vocabulary

    def __call__(self, word: str) -> str:
        return word if hashed(word) in self._vocabulary else "~"


class _Names:
    """Tells whether a word alone is the name of a known venue or organisation."""

    def __init__(self, gazetteer: Gazetteer) -> None:
        self._gazetteer = gazetteer
        self._seen: dict[str, tuple[str, ...]] = {}

    def __call__(self, word: str) -> tuple[str, ...]:
        if len(word) < 2 or not word[0].isupper():
            return ()
        if word not in self._seen:
            venue = self._gazetteer.venue(word) is not None
            house = self._gazetteer.organization(word) is not None
            self._seen[word] = ("venue",) * venue + ("known house",) * house
        return self._seen[word]


def _covers(page: Page) -> list[tuple[str, bytearray]]:
    """Return for each kind of mark, and for known organisations, which characters stand inside one."""
    length = len(page.document.text) + 1

    def filled(spans: Sequence[Span]) -> bytearray:
        covered = bytearray(length)
        for span in spans:
            covered[span.start : span.end] = b"\x01" * len(span)
        return covered

    marks = page.document.marks
    out = [(name, filled([m.span for m in marks if m.kind is kind])) for kind, name in _MARKS]
    return [*out, ("G", filled(page.organizations))]


@lru_cache(maxsize=1 << 15)
def _own(known: str, ending: str, tags: tuple[str, ...], kind: str) -> tuple[int, ...]:
    names = ["w0" + known, "sf" + ending, f"wS{kind}|{known}"]
    names += [f"c0{t}" for t in tags] + [f"cS{kind}|{t}" for t in tags]
    return tuple(_id(n) for n in names)


@lru_cache(maxsize=1 << 15)
def _beside(step: int, known: str, classes: tuple[str, ...]) -> tuple[int, ...]:
    return (_id(f"w{step}{known}"), *(_id(f"c{step}{c}") for c in classes))


def _pairs(known: Sequence[str], classes: Sequence[tuple[str, ...]], at: int) -> list[int]:
    out = []
    if at:
        out += [_id(f"b{known[at - 1]}_{known[at]}"), _id(f"bs{classes[at - 1][0]}_{classes[at][0]}")]
    if at + 1 < len(known):
        out.append(_id(f"n{classes[at][0]}_{classes[at + 1][0]}"))
    return out


@lru_cache(maxsize=1 << 13)
def _standing(cue: str, before: str, kind: str, shape: str) -> tuple[int, ...]:
    return _id("cue" + cue), _id(f"cue2{cue}{before}"), _id(f"cueS{kind}|{cue}"), _id(f"cueG{cue}|{shape}")


@lru_cache(maxsize=1 << 13)
def _place(parts: int, kind: str, look: str, end: str) -> tuple[int, ...]:
    return _id(f"sep{parts}"), _id(f"sepS{kind}{parts}"), _id("pos" + end), _id(f"sepk{look}{parts}|{kind}")
