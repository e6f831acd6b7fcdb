"""Entries in one line whose fields only letters or dashes part: a linked title, plain names, a venue in italics."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from itertools import pairwise

from graph_builder.extract.name_lists import NOT_PEOPLE
from graph_builder.extract.page import Line, Section, SectionKind
from graph_builder.extract.paper_links import bare_links
from graph_builder.extract.paper_rows import MarkIndex
from graph_builder.extract.paper_shapes import is_title
from graph_builder.extract.person_names import is_name
from graph_builder.extract.references import split_authors
from graph_builder.extract.references.rules import name_like
from graph_builder.model import BlockKind, MarkKind, Span

Look = tuple[str, int, int]
"""A mark inside a line: its kind, start and end, counted from the start of the line."""


class _Part(Enum):
    NAMES = "names"
    NAME = "name"  # of one person
    TITLE = "title"
    PLAIN = "plain"  # what may be a title, and only a dash sets off
    LINKS = "links"
    OTHER = "other"


_PEOPLE, _TITLES = {_Part.NAMES, _Part.NAME}, {_Part.TITLE, _Part.PLAIN}
_PAIRS = ({_Part.NAMES, _Part.TITLE}, {_Part.NAMES, _Part.PLAIN}, {_Part.NAME, _Part.TITLE})
"""What stands side by side in a line that is cut: dashes alone are too little beside a single name."""
_STYLES = frozenset({MarkKind.LINK, MarkKind.BOLD, MarkKind.ITALIC, MarkKind.UNDERLINE})
_CARRIERS = frozenset({BlockKind.LIST_ITEM, BlockKind.PARAGRAPH})
_LEAST, _LONGEST = 40, 1500  # characters of a line that is looked at
_SURE_NAMES, _SURE_NAME = 0.9, 0.7
_WORDS = 4  # of a title
_DASHES = re.compile(r"\s{1,4}(?:[-–—|•·]{1,3}|//)\s{1,4}(?=\S)")
_MARGIN = " \t-–—|•·/"
_OPENS = re.compile(r"[“\"‘(\[]{0,2}[^\W\d_a-z]")
_CLOSED = re.compile(r"(?:[^\W_]|[)\]”\"’?!*†‡§¶])\s{1,4}\Z")
_GOES_ON = re.compile(
    r"(?:\b(?:and|with|by|in|on|of|for|the|et|und|y|e|a|an|to|at|from|as|see)|[&/])\s{1,4}\Z", re.IGNORECASE
)
_YEAR_LAST = re.compile(r"[\s,.]{0,3}\(?(?:19|20)\d\d[a-z]?\)?\W{0,2}\Z")
_SENTENCE = re.compile(r"[^\W\d_]{3}[.?!]\s+\w|:\s")
_FULL = re.compile(
    r"[^\W\d_][\w.’'-]{0,30}(?:\s[^\W\d_][\w.’'-]{0,30}){1,4}"
    r"|[^\W\d_][\w’'-]{1,30}(?:\s[^\W\d_][\w’'-]{1,30}){0,2},\s[^\W\d_a-z][\w.’' -]{0,30}"
)


def at_seams(section: Section, marks: MarkIndex) -> Sequence[Line]:
    """Return the lines of a section; in a list of publications, names beside a title without a stop in parts."""
    if section.kind is not SectionKind.PUBLICATIONS or section.content:
        return section.lines
    return [part for line in section.lines for part in _parted(line, marks.inside(line.span))]


def without_badge(line: Line) -> list[Line]:
    """Return a heading, and a badge with venue and year that stands beside its title as a line of its own.

    >>> head = Line(Span(0, 29), 0, 0, BlockKind.HEADING, 3, "On Looms and Their Wool  CEX 2020")
    >>> [part.text for part in without_badge(head)]
    ['On Looms and Their Wool', 'CEX 2020']
    """
    found = _BADGE.search(line.text)
    if found is None:
        return [line]
    start = line.span.start + found.start("badge")
    badge = Span(start, start + len(found["badge"]))
    title = line.text[: found.start()].rstrip()
    return [
        replace(line, text=title, span=Span(line.span.start, line.span.start + len(title))),
        replace(line, text=found["badge"], span=badge, row=1, kind=BlockKind.PARAGRAPH, bold=False, linked=False),
    ]


_BADGE = re.compile(r"\s{2}(?P<badge>[^\W\d_a-z][^\n:]{1,50}?['’\s-](?:(?:19|20)\d\d|['’]\d\d))$")


def _parted(line: Line, marks: Sequence[Look]) -> list[Line]:
    text = line.text
    if line.kind not in _CARRIERS or not _LEAST <= len(text) <= _LONGEST:
        return [line]
    runs = [(a, b) for kind, a, b in marks if kind in _STYLES and b - a < len(text)]
    seams = _seams(text, runs)
    if not seams:
        return [line]
    pieces = list(pairwise([0, *seams, len(text)]))
    parts = [_part(text, piece, runs, early=index < 2) for index, piece in enumerate(pieces)]
    parts = [part for i, part in enumerate(parts)]
    bare = [part for part in parts if part is not _Part.LINKS]
    if not any({a, b} in _PAIRS for a, b in pairwise(bare)):
        return [line]
    banner = bare[0] is _Part.OTHER  # a venue in front
    if bare[0] is _Part.OTHER and not banner:
        return [line]
    cuts = [b for i, (_, b) in enumerate(pieces[:-1])]
    if not cuts:
        return [line]
    return [line for row, (a, b) in enumerate(pairwise([0, *cuts, len(text)]))]


def _seams(text: str, runs: Sequence[tuple[int, int]]) -> list[int]:
    """Return where letters change without a stop, or dashes stand, and what follows begins like a name or a title."""
    found = {m.end() for m in _DASHES.finditer(text) if not any(a < m.start() and m.end() < b for a, b in runs)}
    for at in {edge for run in runs for edge in run}:
        begin = at + len(text[at:]) - len(text[at:].lstrip())
        head = text[max(0, begin - 30) : begin]
        if _CLOSED.search(head) and not _GOES_ON.search(head) and not any(a < begin < b for a, b in runs):
            found.add(begin)
    return sorted(at for at in found if 0 < at < len(text) and _OPENS.match(text, at))


def _part(text: str, piece: tuple[int, int], runs: Sequence[tuple[int, int]], *, early: bool) -> _Part:
    body = text[slice(*piece)].strip(_MARGIN)
    if (count := _people(body)) > 0:
        return _Part.NAMES if count > 1 else _Part.NAME
    begin, end = piece
    marked = any(begin <= a and b <= end and not re.search(r"\w", text[begin:a] + text[b:end]) for a, b in runs)
    dashed = _DASHES.match(text, end - len(text[begin:end]) + len(text[begin:end].rstrip(_MARGIN))) is not None
    if marked and bare_links(body):
        return _Part.LINKS
    if len(body.split()) < _WORDS or not is_title(body):
        return _Part.OTHER
    return _Part.TITLE if marked else _Part.PLAIN if dashed and early else _Part.OTHER


def _people(text: str) -> int:
    """Return how many people a text names, or 0 if it is no list of names."""
    text = _YEAR_LAST.sub("", text)
    names, _ = split_authors(text)
    if NOT_PEOPLE.search(text):
        return 0
    if not names or _SENTENCE.search(text) or not all(_FULL.fullmatch(n.name.strip(" .")) for n in names):
        return 0
    if len(names) == 1 and not is_name(names[0].name):
        return 0
    return len(names) if name_like(text) >= (_SURE_NAMES if len(names) > 1 else _SURE_NAME) else 0
