"""Dated entries of posts without a known employer: which of their pieces is the post, and which the employer.

Where the words of neither are known ("Letrada, Despacho Ibarra", "guida turistica, CoopAlta"), their shape decides: how
titles end in many languages, what names of firms and offices are made of, what stands before and behind them, and in
which order the other entries of the list have them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.careers.employers import FORM_LABEL, is_helped, is_unbound, organization_of
from graph_builder.extract.careers.entries import Entry
from graph_builder.extract.fields.names import names_organization, names_post
from graph_builder.extract.fields.read import Field, FieldKind
from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Line
from graph_builder.extract.normalise.lexicon import is_place
from graph_builder.extract.normalise.long_names import is_brand
from graph_builder.extract.normalise.person_names import is_name
from graph_builder.gazetteer import load
from graph_builder.model import BlockKind, Span

_K = FieldKind
_LINES, _WORDS, _PIECES, _LONG = 4, 9, 5, 150
_SURE = 0.6
_ORDER = 0.5
"""What the usual order, the post first, is worth against what the pieces look like."""


def name_employers(entries: Sequence[Entry]) -> None:
    """Name the post and the employer in dated entries of a list of posts that name no employer."""
    first = _order(entries)
    for entry in entries:
        if not entry.dates or entry.has(_K.DEGREE) or entry.organization is not None or is_unbound(entry):
            continue
        found = organization_of(entry, school=False)
        if found is not None and found in entry.fields and not _is_slight(found, entry):
            _name_post(entry, found)
            continue
        pieces = list(_pieces(entry))
        if not 1 <= len(pieces) <= _PIECES:
            continue
        if found is not None and found not in entry.fields:
            pieces = [f for f in pieces if f.kind is not _K.UNIT or not _PART.match(f.text)]
        if entry.has(_K.ROLE):
            _name_employer(entry, pieces, inherited=found is not None and found not in entry.fields)
        elif found is None or found not in entry.fields:
            _name_both(entry, pieces, first, inherited=found is not None)
    _name_alike(entries)


_SAME = re.compile(
    r"(?:(?P<post>[^\W\d_].{2,60}?),?\s(?:at|in|with|of)\s)?(?:the\s)?"
    r"(?:same(?:\s(?:institution|institute|university|place|company|department|employer|school|organi[sz]ation|lab(?:oratory)?|group|hospital|cent(?:er|re)|firm))?(?:\sas\sabove)?"
    r"|ibid(?:em)?\.?|idem|id\.|dito|ditto|as\sabove|[\"”“〃]|ebd\.?|ebenda|même\s\w+|misma\s\w+|mesma\s\w+|stesso\s\w+)",
    re.IGNORECASE,
)


def name_same(entries: Sequence[Entry]) -> None:
    """Give an entry "at the same institution" the employer of the entry above it."""
    for above, entry in pairwise(entries):
        if entry.organization is not None or entry.has(_K.ORGANIZATION):
            continue
        for at, item in enumerate(entry.fields):
            said = _SAME.fullmatch(item.text) if item.kind in {_K.OTHER, _K.UNIT, _K.ROLE, _K.NOTE} else None
            if said is None:
                continue
            entry.organization = above.organization or organization_of(above, school=False)
            if said["post"] and not entry.has(_K.ROLE):
                span = Span(item.span.start, item.span.start + said.end("post"))
                entry.fields[at] = replace(item, kind=_K.ROLE, span=span, text=said["post"], score=0.8)
            elif item.kind is not _K.ROLE:
                entry.fields[at] = replace(item, kind=_K.NOTE)
            break


def name_school(entry: Entry) -> None:
    """Take a name in a dated degree without a school as one: what looks like one, or stands in a cell or line apart."""
    if not (entry.has(_K.DEGREE) and entry.dates) or entry.has(_K.ORGANIZATION, _K.UNIT):
        return
    if organization_of(entry, school=True) is not None:
        return
    degree = entry.of(_K.DEGREE)[0]
    named = [f for f in _pieces(entry) if f.kind is _K.OTHER and f.score >= 0.5 and _is_named(f)]
    short = [f for f in named if f.text.isupper() and len(f.text) > 2 and f.span.start > degree.span.end]
    sure = [f for f in named if names_organization(f.text)] or short
    apart = [f for f in named if not _beside(f, degree, entry) and (" " in f.text or entry.lines[0].cells)]
    chosen = sure[:1] or (apart if len(apart) == 1 else [])
    if chosen and (names_organization(chosen[0].text) or not is_name(chosen[0].text)):
        _take(entry, chosen[0], _K.ORGANIZATION)


def _beside(item: Field, degree: Field, entry: Entry) -> bool:
    """Return whether a piece stands in the line, or the cell, of the degree."""
    line = next(line for line in entry.lines if line.span.covers(item.span))
    cell = next((c for c in line.cells if c.covers(item.span)), line.span)
    return cell.covers(degree.span)


_PART = re.compile(
    r"(?i)(?:dep(?:artmen)?t\b|faculty|division|school of|college of|office of|section|institut für"
    r"|departamento|dipartimento|département)"
)


def _name_alike(entries: Sequence[Entry]) -> None:
    """Take what stands alone in the line where other entries of a list have their posts for the post."""
    places = {_row_of(entry.of(_K.ROLE)[0], entry) for entry in entries if entry.dates and entry.has(_K.ROLE)}
    for entry in entries:
        if not entry.dates or entry.has(_K.ROLE, _K.DEGREE) or not entry.has(_K.ORGANIZATION):
            continue
        loose = [
            f
            for f in _pieces(entry)
            if f.kind is _K.OTHER and not names_organization(f.text) and len(f.text.split()) < 6
        ]
        if len(loose) == 1 and loose[0].text[:1].isupper() and _row_of(loose[0], entry) in places:
            _take(entry, loose[0], _K.ROLE)


def _row_of(item: Field, entry: Entry) -> tuple[int, int]:
    """Return in which line of an entry a field stands, and as which of its fields."""
    at = next((i for i, line in enumerate(entry.lines) if line.span.covers(item.span)), -1)
    beside = [f for f in entry.fields if at >= 0 and entry.lines[at].span.covers(f.span)]
    return at, next(i for i, f in enumerate(beside) if f is item) if at >= 0 else -1


def _is_slight(employer: Field, entry: Entry) -> bool:
    """Return whether what was taken for the employer is a part of one, or no more than two letters."""
    line = next((line for line in entry.lines if line.span.covers(employer.span)), None)
    if line is not None and line.text[max(0, employer.span.start - line.span.start - 1)] == "(":
        return employer.kind is _K.OTHER
    if employer.kind is _K.UNIT:
        return not names_organization(employer.text) > 1 and any(
            f.kind is _K.OTHER or f is not employer for f in entry.of(_K.OTHER)
        )
    return employer.kind is _K.OTHER and (len(employer.text) < 3 or not any(c.isupper() for c in employer.text))


def _order(entries: Iterable[Entry]) -> int:
    """Return how many more entries have the post before the employer than behind it."""
    count = 0
    for entry in entries:
        roles, employers = entry.of(_K.ROLE), entry.of(_K.ORGANIZATION)
        if roles and employers:
            count += 1 if roles[0].span.start < employers[0].span.start else -1
    return count


def _pieces(entry: Entry) -> Iterable[Field]:
    """Yield the pieces of an entry that can be a post or an employer that nobody has heard of."""
    for line in entry.lines[:_LINES]:
        if len(line.text) > _LONG and not line.cells:
            continue
        for item in entry.fields:
            if not line.span.covers(item.span):
                continue
            if item.kind in {_K.NOTE, _K.ADVISOR}:
                break
            if item.kind in {_K.OTHER, _K.UNIT} and _can_be_named(item, line) and not is_helped(item, entry):
                yield item


# What brackets, durations and terms of employment say of a post
_TERM = re.compile(
    r"(?i)(?:\d{1,2}|an?|one|two|three|four|six|several|a\sfew)[\s-]"
    r"(?:hours?|days?|weeks?|months?|years?|mos?|yrs?|%)\b.*"
    r"|(?:full|part)[\s-]?time|remote(?:ly)?|hybrid|unpaid|paid|volunt\w+|\d.*|(?:and|or|with|then|for|at|of|in|to|as|was|on)\b.*"
    r"|.*\b(?:salary|responsib\w+|references?|gpa|grade|hours|www|http|e-?mail)\b.*"
)


def _can_be_named(item: Field, line: Line) -> bool:
    text = item.text
    words = text.split()
    at, end = item.span.start - line.span.start, item.span.end - line.span.start
    bracketed = line.text[max(0, at - 1) : at] == "(" or line.text[end : end + 1] == ":"
    letters = sum(c.isalpha() for c in text)
    if bracketed or len(words) > _WORDS or letters < 3 or (letters < 4 and any(c.isdigit() for c in text)):
        return False
    if names_organization(text) == 0 and load().topic(text) is not None:
        return False  # what one worked on, or with
    if text[:1].islower() and len(words) > 5:
        return False
    if _TERM.fullmatch(text) or FORM_LABEL.fullmatch(text) or is_place(text) or _heads(text):
        return False
    return not (line.text.rstrip(".") == text and line.text != text and len(words) > 4)  # a sentence of its own


def _heads(text: str) -> bool:
    _, score, known = classify_heading(text)
    return score >= 3 and known >= 0.99


def _leaning(item: Field, entry: Entry) -> float:
    """Return how much a piece looks like an employer (above nothing) or like a post (below it)."""
    text = item.text
    worth = names_organization(text) - names_post(text)
    if item.kind is _K.UNIT:
        worth += 0.5
    if text.isupper() and len(text) > 2 and " " not in text:
        worth += 1.0
    if is_brand(text):
        worth += 1.0
    elif text[:1].islower():
        worth -= 2.0
    elif all(w[:1].isupper() or not w[:1].isalpha() or len(w) < 4 for w in text.split()) and " " in text:
        worth += 0.5
    elif " " in text:
        worth -= 0.4
    at = entry.fields.index(item)
    if at + 1 < len(entry.fields) and entry.fields[at + 1].kind is _K.PLACE:
        worth += 0.5
    return worth


_NO_EMPLOYER = re.compile(
    r"(?i)\b(?:awards?|prizes?|scholarships?|grants?|conference|symposium|workshop|course|analysis|thesis|dissertation|paper|talk|exam\w*)\b"
)


def _is_named(item: Field) -> bool:
    """Return whether a piece is written as a name: in capitals, but for its small words."""
    words = item.text.split()
    small = sum(w[:1].islower() and len(w) > 3 for w in words)
    if item.text[:1].isupper() and names_organization(item.text) > 0 and small < len(words) < 5:
        small = min(small, len(words) // 2)  # "Moravské zemské muzeum"
    if _NO_EMPLOYER.search(item.text):
        return False
    return (item.text[:1].isupper() or is_brand(item.text)) and small * 2 <= len(words) and small < 3


def _name_post(entry: Entry, employer: Field) -> None:
    """Take the one piece beside the employer that ends as posts do as the post; name the whole of which it is part."""
    if not entry.has(_K.ROLE) and entry.role is None:
        chosen = [f for f in _pieces(entry) if f is not employer and f.kind is _K.OTHER and names_post(f.text) > _SURE]
        chosen = [f for f in chosen if not names_organization(f.text) and len(f.text.split()) <= 6]
        if len(chosen) == 1:
            _take(entry, chosen[0], _K.ROLE)
    at = entry.fields.index(employer)
    behind = entry.fields[at + 1] if at + 1 < len(entry.fields) else None
    if behind is None or behind.kind is not _K.OTHER or not _IS_PART.search(employer.text):
        return
    if (
        behind.span.start - employer.span.end == 2
        and names_organization(behind.text) > 0
        and _is_named(behind)
        and load().organization(employer.text) is None
    ):
        entry.fields[at] = replace(employer, kind=_K.UNIT)
        _take(entry, behind, _K.ORGANIZATION)


_IS_PART = re.compile(r"\b(?:Laborator(?:y|ies)|Labs?|Unit|Section|Division|Department|Branch|Group|Team)$")


def _name_employer(entry: Entry, pieces: Sequence[Field], *, inherited: bool) -> None:
    """Take the piece beside a known post that looks most like an employer as one."""
    named = [f for f in pieces if _is_named(f)]
    if not named:
        return
    best = max(named, key=lambda f: _leaning(f, entry))
    if _leaning(best, entry) >= (1.0 if inherited else 0.4 if best.kind is not _K.UNIT else 0.9):
        _take(entry, best, _K.ORGANIZATION)


def _name_both(entry: Entry, pieces: Sequence[Field], first: int, *, inherited: bool) -> None:
    """Take two pieces as the post and the employer: what they look like counts, and the order of the list."""
    worth = {id(f): _leaning(f, entry) for f in pieces}
    if len(pieces) == 1:
        only = pieces[0]
        if inherited and worth[id(only)] < 0.5 and names_post(only.text) > _SURE:
            _take(entry, only, _K.ROLE)
        elif not inherited and _is_named(only) and worth[id(only)] >= 1.0 and not is_name(only.text):
            _take(entry, only, _K.ORGANIZATION)
        return
    usual = _ORDER if first >= 0 else -_ORDER
    usual += 0.8 * max(-2, min(2, first)) / 2
    known = abs(first) > 1
    best, pair = 0.0, None
    for post in pieces[:3]:
        for employer in pieces[:4]:
            if post is employer or not (
                _is_named(employer) and (known or _may_be_post(post) or _is_plain(post, employer))
            ):
                continue
            if names_post(employer.text) > names_organization(employer.text) + _SURE:
                continue
            ahead = usual if post.span.start < employer.span.start else -usual
            score = (
                worth[id(employer)] - worth[id(post)] + ahead - 0.2 * (pieces.index(post) + pieces.index(employer) - 1)
            )
            if pair is None or score > best:
                best, pair = score, (post, employer)
    if pair is None or best < _SURE:
        return
    post, employer = pair
    if inherited and worth[id(employer)] < 0.5 and entry.lines[0].kind is not BlockKind.HEADING:
        return
    _take(entry, post, _K.ROLE)
    _take(entry, employer, _K.ORGANIZATION)


def _may_be_post(item: Field) -> bool:
    """Return whether something in a piece says that it is a post: an ending, or words in small letters."""
    return names_post(item.text) > 0 or item.text[:1].islower()


def _is_plain(post: Field, employer: Field) -> bool:
    """Return whether a piece can be the post at what looks like an employer: a word or two ahead of it."""
    ahead = 0 <= employer.span.start - post.span.end < 5
    return ahead and names_organization(employer.text) > 0 and len(post.text.split()) <= 2 and not post.text.isupper()


def _take(entry: Entry, item: Field, kind: FieldKind) -> None:
    at = next(i for i, f in enumerate(entry.fields) if f is item)
    entry.fields[at] = replace(item, kind=kind, score=0.6)
