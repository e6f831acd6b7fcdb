"""Labels that a PDF sets in a column of their own, flush right and close to the text beside them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph_builder.read.pdf.lines import Segment

# The width of the gap beside a label, in sizes of the type; a wider one is a column's anyhow.
_GAP = 0.4
# How many lines show that a column of text begins at an edge, and how many of them have a label.
_BEGUN, _LABELLED = 3, 3
_LONGEST = 45
_NUMBER = re.compile(r"\W{0,2}[A-Za-z]{0,2}\d{1,3}\W{0,2}")
_NEAR = 1.2  # by how much the edges of letters differ that stand at one edge


def labels_apart(segments: Sequence[Segment]) -> list[Segment]:
    """Return the segments of a page; labels that end at one edge, before text that begins at another, stand apart.

    "2019-2021 M.Sc. in Looms" above "Languages Dutch", where further lines begin below "M.Sc." and "Dutch".
    """
    cuts: dict[int, int] = {}  # where each segment with a label is to be cut: the index of the blank
    columns: list[list[int]] = []  # the segments whose texts begin at one edge
    lefts = sorted(segment.left for segment in segments)
    for at, segment in enumerate(segments):
        index = next((i for i, glyph in enumerate(segment.glyphs) if _is_gap(segment, i, lefts)), None)
        if index is not None:
            cuts[at] = index
    edge = float("-inf")
    for at in sorted(cuts, key=lambda at: segments[at].glyphs[cuts[at] + 1].left):
        begin = segments[at].glyphs[cuts[at] + 1].left
        if begin - edge < _NEAR:
            columns[-1].append(at)
        else:
            columns.append([at])
            edge = begin
    several: set[int] = set()
    for column in columns:
        ends = {at: segments[at].glyphs[cuts[at]].left for at in column}
        flush = [at for at, end in ends.items() if abs(end - median(ends.values())) < _NEAR]
        several.update(flush if len(flush) >= _LABELLED else ())
    parted: list[Segment] = []
    for at, segment in enumerate(segments):
        if at not in several:
            parted.append(segment)
            continue
        for glyphs in (segment.glyphs[: cuts[at]], segment.glyphs[cuts[at] + 1 :]):
            parted.append(type(segment)(list(glyphs)).finish())
    return parted


def _is_gap(segment: Segment, index: int, lefts: Sequence[float]) -> bool:
    """Tell whether a blank of a segment stands between a label and text at an edge where further lines begin."""
    glyphs = segment.glyphs
    if glyphs[index].text != " " or not 0 < index < len(glyphs) - 1:
        return False
    if glyphs[index].right - glyphs[index].left < _GAP * segment.size:
        return False
    label = "".join(glyph.text for glyph in glyphs[:index])
    if len(label) > _LONGEST or _NUMBER.fullmatch(label) or sum(c.isalnum() for c in label) < 4:
        return False
    begin = glyphs[index + 1].left
    return bisect_right(lefts, begin + _NEAR) - bisect_left(lefts, begin - _NEAR) >= _BEGUN
