"""What an entry is anchored by: its dates, titles and organizations."""

from __future__ import annotations

from collections.abc import Sequence

from graph_builder.extract.careers.organizations import organization_root
from graph_builder.extract.fields.read import Field, FieldKind, analyze
from graph_builder.extract.layout.page import Line


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
