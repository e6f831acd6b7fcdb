"""Headings that are items of an outline: "* Education" or "1. Positions", with the entries inside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.headings import classify_heading
from graph_builder.extract.page import Line, SectionKind
from graph_builder.model import BlockKind

_LEAST, _WORDS = 2, 5
_PARTS = frozenset({
    SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.PUBLICATIONS, SectionKind.AWARDS, SectionKind.SERVICE,
    SectionKind.TEACHING, SectionKind.SKILLS, SectionKind.GRANTS, SectionKind.TALKS, SectionKind.STUDENTS,
})  # fmt: skip
_LEVEL = 6


def with_outlined(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines; items that name parts of a vita, and hold their entries, are headings.

    There are two such at least, of different parts, and no heading of the document names one.
    """
    if any(line.kind is BlockKind.HEADING and _part(line) for line in lines):
        return tuple(lines)
    inside = {line.parent for line in lines} | {line.block for line in lines if line.row}
    heads = {line.block: _part(line) for line in lines if _may_head(line) and line.block in inside}
    heads = {block: kind for block, kind in heads.items() if kind is not None}
    if len(heads) < _LEAST or len(set(heads.values())) < _LEAST:
        return tuple(lines)
    out = []
    for line in lines:
        if line.block in heads:
            if line.row == 0:
                line = replace(line, kind=BlockKind.HEADING, level=_LEVEL, parent=-1, alone=True)
            else:
                line = replace(line, kind=BlockKind.PARAGRAPH, level=0, row=line.row - 1, parent=-1)
        elif line.parent in heads:
            line = replace(line, parent=-1)
        out.append(line)
    return tuple(out)


def _may_head(line: Line) -> bool:
    return line.kind is BlockKind.LIST_ITEM and line.row == 0 and line.parent < 0 and len(line.text.split()) <= _WORDS


def _part(line: Line) -> SectionKind | None:
    kind, score, known = classify_heading(line.text.strip(" :"))
    return kind if kind in _PARTS and score >= 3 and known >= 0.99 else None
