"""Lines that hold several entries: dated posts one after another, labelled sentences, the cells of a row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.careers.notes import LONG
from graph_builder.extract.fields.read import FieldKind, analyze
from graph_builder.extract.layout.page import Line
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.model import Span


def parts_of(line: Line) -> list[Line]:
    """Return a line that lists several dated posts or organizations as one line each.

    "X, 2019; Y, 2020", "Lecturer, X, 2010-12; Reader, 2012-15", "X (2019), Y (2020-21)".
    """
    if line.cells:
        return _cell_lines(line)
    if len(line.text) > _LONG_POST and (headed := _headed(line)):
        return headed
    if len(line.text) > 2 * LONG:
        return [line]
    labels = [m.start() for m in _LABEL.finditer(line.text)]
    if len(labels) > 1 and labels[0] == 0:
        return [_piece(line, a, b, row) for row, (a, b) in enumerate(pairwise([*labels, len(line.text)]))]
    degrees = _degrees(line)
    if degrees:
        return degrees
    for divider in ("; ", "), ", ". "):
        pieces = [p + ")" if divider == "), " else p for p in line.text.split(divider)]
        if divider == "), " and len(pieces) > 2 and not line.text.endswith(")"):
            pieces[-2:] = [f"{pieces[-2]}, {pieces[-1]}"]  # the employer of all stands last
        if 2 <= len(pieces) <= 8:
            pieces[-1] = pieces[-1].removesuffix(")") if divider == "), " else pieces[-1]
            found = _dated(line, pieces, len(divider) - (divider == "), "))
            if found:
                return found
    return [line]


_LONG_POST = 120  # characters of a post with its description
_FIRST = re.compile(r"(?P<head>[A-ZÀ-Þ][^.\n]{8,110}?)(?:\.\s(?=[A-ZÀ-Þ])|\s[–—-]\s(?=[A-ZÀ-Þ][a-z]+(?:ed|ing)\s))")


def _headed(line: Line) -> list[Line]:
    """Return a post with its description behind it as the post, and the date at its end: "Dean at X. ... 2019"."""
    found = _FIRST.match(line.text)
    if found is None or len(line.text) > 8 * LONG:
        return []
    kinds = {f.kind for f in analyze(found["head"], line.span.start)}
    if not kinds & {FieldKind.ROLE, FieldKind.DEGREE} or not kinds & {FieldKind.ORGANIZATION, FieldKind.UNIT}:
        return []
    head = _piece(line, 0, found.end("head"), 0)
    dates = find_dates(line.text)
    if FieldKind.DATE in kinds:
        return [head]
    if not dates:
        rest = analyze(line.text[found.end() :], line.span.start + found.end())
        return [] if any(f.kind is FieldKind.ORGANIZATION for f in rest) else [head]
    last = dates[-1].span
    if last.start < found.end() or len(line.text) - last.end > 6:
        return []
    return [head, _piece(line, last.start, last.end, 1)]


# "Institution: X. Thesis: Y. Advisor: Z."
_LABEL = re.compile(r"(?:^|(?<=\.\s)|(?<=;\s))[A-ZÀ-Þ][^\W\d_]{2,15}(?:\s[^\W\d_]{1,12}){0,2}:\s")


def _degrees(line: Line) -> list[Line]:
    """Return a line that goes on with another degree behind the date of the first as one line each, else none."""
    dates = find_dates(line.text) if len(line.text) < LONG else ()
    ends = [d.span.end for d in dates if degree_in(line.text[: d.span.start]) and _begins_degree(line.text, d.span.end)]
    starts = [0, *(at + len(line.text[at:]) - len(line.text[at:].lstrip(" .;,")) for at in ends)] if ends else []
    return [_piece(line, a, b, row) for row, (a, b) in enumerate(pairwise([*starts, len(line.text)]))] if ends else []


def _begins_degree(text: str, at: int) -> bool:
    behind = _PARTED.match(text, at)
    found = degree_in(text[behind.end() :]) if behind is not None else None
    return found is not None and found[0] == 0


_PARTED = re.compile(r"[.;,]?\s+(?=\S)")


def _piece(line: Line, start: int, end: int, row: int) -> Line:
    """Return a stretch of a line as a line of its own."""
    text = line.text[start:end].rstrip()
    at = line.span.start + start
    return replace(line, span=Span(at, at + len(text)), text=text, row=line.row + row, alone=False)


def _cell_lines(line: Line) -> list[Line]:
    """Return the cells of a table row as lines, where two or more are each a title with its organization."""
    cells = [c for c in line.cells if len(c)]
    whole = 0
    for cell in cells if 2 <= len(cells) <= 6 else []:
        kinds = {
            f.kind for f in analyze(line.text[cell.start - line.span.start : cell.end - line.span.start], cell.start)
        }
        whole += FieldKind.ORGANIZATION in kinds and bool({FieldKind.DEGREE, FieldKind.ROLE} & kinds)
    if whole < 2 or whole < len(cells) - 1:
        return [line]
    pieces = [_piece(line, c.start - line.span.start, c.end - line.span.start, i) for i, c in enumerate(cells)]
    return [replace(piece, cells=(), row=0) for piece in pieces]


def _dated(line: Line, pieces: Sequence[str], gap: int) -> list[Line]:
    """Return the pieces of a line as lines, if each has a date and the first an organization; else none.

    Those behind it have one too, or a position that is at the first one's.
    """
    found, at = [], line.span.start
    for row, piece in enumerate(pieces):
        kinds = {f.kind for f in analyze(piece, at)}
        last = {f.kind for f in analyze(pieces[-1], at)}
        post = FieldKind.ROLE in kinds and FieldKind.DEGREE not in kinds and (row or FieldKind.ORGANIZATION in last)
        own = FieldKind.ROLE in kinds and FieldKind.DEGREE not in kinds and _names_one(piece, at)
        if FieldKind.DATE not in kinds or not (FieldKind.ORGANIZATION in kinds or post or own):
            return []
        span = Span(at, at + len(piece))
        found.append(replace(line, span=span, text=piece, row=line.row + row, alone=False))
        at += len(piece) + gap
    return found


def _names_one(piece: str, at: int) -> bool:
    """Return whether a dated post names an employer that nobody has heard of: "Weft Collective, Weaver (2016-2020)"."""
    fields = analyze(piece, at)
    named = [f for f in fields if f.kind is FieldKind.OTHER and f.text[:1].isupper() and 2 <= len(f.text.split()) <= 6]
    return len(named) == 1 and len(fields) <= 5 and sum(f.kind is FieldKind.DATE for f in fields) == 1


# A name is not over at these words: "University of" / "California, Berkeley".
_OPEN = re.compile(r"(?<!\w)(?:[Oo]f|[Tt]he|[Aa]nd|[Ff]or|[Ii]n|[Aa]t|de|der|des|du|di|da|do|la|für|und|et|y|&)$")


def unwrapped(lines: Sequence[Line]) -> list[Line]:
    """Join the lines of a block where one ends inside a name."""
    joined: list[Line] = []
    for line in lines:
        last = joined[-1] if joined else None
        near = last is not None and last.block == line.block and not line.cells and line.row > last.row
        named = line.text[:1].isupper() and last is not None and len(last.text) + len(line.text) < LONG
        goes_on = last is not None and line.text.startswith(", ") and line.span.start - last.span.end < 3
        if last is not None and (goes_on or (near and named and _OPEN.search(last.text))):
            gap = line.span.start - last.span.end
            text = last.text + " " * gap + line.text
            joined[-1] = replace(
                last, span=Span(last.span.start, line.span.end), text=text, bold=last.bold and line.bold
            )
        else:
            joined.append(line)
    return joined
