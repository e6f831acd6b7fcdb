"""Lists of posts with similar lines: a field that most lines have at one place, the others have there too.

"Friends of the Marsh, Knot Bander (2014)" names nothing that is known, but stands among lines that do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.careers.notes import Row
from graph_builder.extract.careers.organizations import organization_root
from graph_builder.extract.fields.read import Field, FieldKind, analyze
from graph_builder.extract.layout.page import Line

_LEAST = 3  # lines of one shape
_SURE = 2  # of them, whose words say what stands at a place
_SHARE = 0.3
_MOST_FIELDS, _MOST_WORDS = 4, 8
_DULL = frozenset({FieldKind.OTHER, FieldKind.NOTE, FieldKind.UNIT})
_TITLES = frozenset({FieldKind.ROLE})
_ORGANIZATIONS = frozenset({FieldKind.ORGANIZATION})

Shape = tuple[str, int, str, bool]


def with_usual_kinds(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of a list of posts, with posts and organizations where similar lines have them."""
    shapes: defaultdict[Shape, list[Row]] = defaultdict(list)
    for row in rows:
        if (shape := _shape(row)) is not None:
            shapes[shape].append(row)
    held: defaultdict[int, set[FieldKind]] = defaultdict(set)
    for row in rows:
        held[row.line.block].update(f.kind for f in row.fields)
    assigned: dict[int, dict[int, FieldKind]] = defaultdict(dict)
    for alike in shapes.values():
        if len(alike) < _LEAST:
            continue
        for place in range(len(_slots(alike[0]))):
            fields = [_slots(row)[place] for row in alike]
            kind = _usual(fields)
            for row, item in zip(alike, fields, strict=True):
                if kind is not None and kind not in held[row.line.block] and _can_be(item, kind):
                    assigned[id(row)][item.span.start] = kind
    return [_with_kinds(row, assigned[id(row)]) if id(row) in assigned else row for row in rows]


def _slots(row: Row) -> list[Field]:
    """Return the fields of a row but its places."""
    return [f for f in row.fields if f.kind is not FieldKind.PLACE]


def _shape(row: Row) -> Shape | None:
    """Return what rows that say the same have in common: how many fields, where dates stand, how they are set."""
    slots = _slots(row)
    if not 1 <= len(slots) <= _MOST_FIELDS or len(row.line.text) > 160:
        return None
    if len(slots) == 1 and not row.line.row and not row.line.bold:
        return None  # paragraphs in which posts and their places take turns
    order = "".join("d" if f.kind is FieldKind.DATE else "x" for f in slots)
    return order, min(row.line.row, 3), row.line.kind.value, row.line.bold


def _usual(fields: Sequence[Field]) -> FieldKind | None:
    """Return the kind of the fields at one place of similar rows, if enough have it and none has another."""
    roles = sum(f.kind in _TITLES for f in fields)
    employers = sum(f.kind in _ORGANIZATIONS for f in fields)
    others = sum(f.kind not in _DULL | _TITLES | _ORGANIZATIONS for f in fields)
    count, less, kind = (
        (roles, employers, FieldKind.ROLE) if roles > employers else (employers, roles, FieldKind.ORGANIZATION)
    )
    return kind if count >= max(_SURE, _SHARE * len(fields)) and not less and not others else None


def _can_be(item: Field, kind: FieldKind) -> bool:
    if item.kind not in _DULL:
        return False
    words = item.text.split()
    plain = item.text[:1].isupper() and not any(c.isdigit() for c in item.text) and not item.text.endswith((".", "!"))
    if kind is FieldKind.ROLE and item.kind is FieldKind.UNIT:
        return False
    return plain and len(words) <= _MOST_WORDS


def _with_kinds(row: Row, assigned: dict[int, FieldKind]) -> Row:
    fields = [
        replace(f, kind=assigned[f.span.start], score=0.6) if f.kind in _DULL and f.span.start in assigned else f
        for f in row.fields
    ]
    anchors, organizations = anchors_of(fields, dated="date" in row.anchors)
    return replace(row, fields=fields, anchors=anchors, organizations=organizations)


def anchors_of(fields: Sequence[Field], *, dated: bool) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return what fields anchor an entry by, in their order, and the roots of the organizations among them.

    Args:
        fields: those of a line.
        dated: dates among them count.
    """
    anchors = []
    for item in fields:
        if item.kind is FieldKind.DATE and dated:
            anchors.append("date")
        elif item.kind in {FieldKind.DEGREE, FieldKind.ROLE}:
            anchors.append("title")
        elif item.kind is FieldKind.ORGANIZATION:
            anchors.append("organization")
    organizations = frozenset(organization_root(f.text) for f in fields if f.kind is FieldKind.ORGANIZATION)
    return tuple(dict.fromkeys(anchors)), organizations


def is_entry_heading(line: Line) -> bool:
    """Return whether a heading is an entry by itself: "2010-2014: PhD in Looms, University of X"."""
    kinds = {f.kind for f in analyze(line.text, line.span.start)}
    return {FieldKind.DATE, FieldKind.ORGANIZATION, FieldKind.DEGREE} <= kinds
