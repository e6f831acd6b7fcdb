"""Columns of a PDF page: bands across it, columns side by side, titles of sections in the margin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from statistics import median

from graph_builder.read.pdf.glyphs import Glyph
from graph_builder.read.pdf.lines import Segment, rows_of

_GUTTER = 0.9


def regions_of(segments: list[Segment], depth: int) -> list[list[Segment]]:
    """Part a page into columns and the bands across them, in reading order."""
    if depth > 4 or len(segments) < 12:
        return [segments] if segments else []
    gutter = _gutter(segments)
    if gutter is None:
        return [segments]
    crossing = sorted((s for s in segments if s.left < gutter < s.right), key=lambda s: -s.base)
    found: list[list[Segment]] = []
    rest = [s for s in segments if not s.left < gutter < s.right]
    stops = [*(s.base for s in crossing), float("-inf")]
    band_cross: list[Segment] = []
    for index, stop in enumerate(stops):
        band = [s for s in rest if s.base > stop + 0.1]
        rest = [s for s in rest if s.base <= stop + 0.1]
        if band:
            if band_cross:
                found.append(band_cross)
                band_cross = []
            found.extend(_columns(band, gutter))
        if index < len(crossing):
            band_cross.append(crossing[index])
    if band_cross:
        found.append(band_cross)
    return found


def _columns(band: list[Segment], gutter: float) -> list[list[Segment]]:
    left = [s for s in band if s.right <= gutter]
    right = [s for s in band if s.right > gutter]
    if left and right and len(rows_of(list(left))) <= 2 and len(rows_of(list(right))) <= 2:
        # A line or two on both sides between full lines: one line with a gap, and no columns.
        return [band]
    return [side for side in (left, right) if side]


def _gutter(segments: list[Segment]) -> float | None:
    """Return where a vertical gap parts two columns of text, or None if the page has one column."""
    low, high = min(s.left for s in segments), max(s.right for s in segments)
    width = high - low
    if width < 100:
        return None
    best: tuple[int, float, float] | None = None
    starts = sorted({round(s.left, 0) for s in segments if low + 0.2 * width < s.left < low + 0.82 * width})
    for start in starts[:400]:
        x = start - 2
        crossing = sum(1 for s in segments if s.left < x < s.right)
        beside = sum(1 for s in segments if abs(s.left - start) < 4)
        if beside < 6 or crossing > 0.2 * len(segments):
            continue
        ends = [s.right for s in segments if s.right <= x + 1]
        gap = start - max(ends) if ends else 0.0
        near = sum(1 for end in ends if end > start - _GUTTER * 10)
        if near > 0.1 * len(segments) or not _is_column_pair(segments, x):
            continue
        key = (crossing, -beside, -gap)
        if best is None or (key[0] - 0.5 * beside) < (best[0] - 0.5 * -best[1]):
            best = (crossing, float(-beside), x)
    return _outer_edge(segments, best[2], width) if best else None


def _outer_edge(segments: list[Segment], gutter: float, width: float) -> float:
    """Move the gutter to the left of what stands out of the right column: its headings, the numbers of its lists."""

    def crossing(x: float) -> int:
        return sum(1 for s in segments if s.left < x < s.right)

    edges = sorted({s.left - 2 for s in segments if gutter - 0.2 * width < s.left - 2 < gutter}, reverse=True)
    return min([gutter, *edges[:200]], key=crossing)


def _is_column_pair(segments: list[Segment], x: float) -> bool:
    """Return whether both sides of *x* are columns to be read one after the other, and not dates beside entries."""
    sides = [[s for s in segments if s.right <= x], [s for s in segments if s.left >= x]]
    if min(len(side) for side in sides) < 8:
        return False
    narrow, wide = sorted(sides, key=lambda side: sum(len(s.text) for s in side))
    bases = sorted(s.base for s in wide)
    top, bottom = max(bases), min(bases)
    inside = [s for s in narrow if bottom - 2 <= s.base <= top + 2]
    if not inside:
        return False
    taken = {round(base) + step for base in bases for step in (-1, 0, 1)}
    aligned = sum(1 for s in inside if round(s.base) in taken) / len(inside)
    letters = median(len(s.text) for s in inside)
    density = len(inside) / max(len({round(base) for base in bases if min(s.base for s in inside) - 2 <= base}), 1)
    dates = sum(1 for s in inside if re.search(r"\b(?:19|20)\d\d\b", s.text)) / len(inside)
    if dates > 0.5 and letters < 25:
        return False
    # A sidebar is set as densely as the text, whose lines it meets by chance; labels of rows are sparse or all aligned.
    beside = letters >= 12 and density > 0.6 and aligned < 0.85
    return aligned < 0.55 or beside or (letters >= 24 and density > 0.6)


# -- titles in the left margin, beside the text of their sections

_DATE_OR_SIGN = re.compile(r"[\W\d_]*|.*(?:19|20)\d\d.*|\d{1,2}[/.].*")
_LONGEST = 45
# How much of the width the margin takes at least and at most.
_NARROWEST, _WIDEST = 0.09, 0.4
_DEEPEST = 36.0  # how deep the text of a list stands in the text
# The gap between a title and the text, in sizes of the type, and by how much letters at one edge differ.
_GAP, _NEAR = 0.4, 1.5


def margin_titles(segments: Sequence[Segment]) -> tuple[list[Segment], list[Segment]]:
    """Return the titles in the left margin of a page, those of several lines as one, and the rest of the page.

    The margin holds hardly anything but titles, in bold or capitals, and dates; the text stands beside it,
    most of it from one left edge on.
    """
    none: tuple[list[Segment], list[Segment]] = ([], list(segments))
    if len(segments) < 6:
        return none
    low, high = min(s.left for s in segments), max(s.right for s in segments)
    edge = _text_edge(segments, low, high)
    if edge is None:
        return none
    body = median(s.size for s in segments)
    segments = [part for s in segments for part in _parted_at(s, edge)]
    margin = [s for s in segments if s.right < edge - 2]
    titles = [s for s in margin if _is_title(s, body)]
    counts = Counter(s.text for s in titles)
    labels = {text for text, count in counts.items() if count > 1 and text.endswith(":")}  # "Employer:", of each post
    titles = [s for s in titles if s.text not in labels]
    highest = max((s.base for s in titles), default=0.0)
    # What stands above all titles is the head of the page: an address that begins where the margin does.
    margin = [s for s in margin if s.base < highest + 0.5 * s.size]
    others = [s for s in margin if s.text in labels or (not _is_title(s, body) and not _DATE_OR_SIGN.fullmatch(s.text))]
    beside = [s for s in segments if s.left >= edge - 3]
    merged = _merged(titles)
    if not titles or len(others) > 0.15 * len(margin) or len(beside) < 2 * len(merged):
        return none
    if len(merged) == 1 and not _has_text_beside(merged[0], beside):
        return none
    taken = {id(s) for s in titles}
    return merged, [s for s in segments if id(s) not in taken]


def _text_edge(segments: Sequence[Segment], low: float, high: float) -> float | None:
    """Return the left edge of the text, if it is not that of the page and a margin is left of it."""
    width = max(high - low, 1.0)
    counts = Counter(round(s.left / 2) for s in segments if _NARROWEST * width < s.left - low < _WIDEST * width)
    near = {step: counts[step] + counts[step - 1] + counts[step + 1] for step in counts}
    if not near:
        return None
    best = max(near, key=lambda step: (near[step], -step))
    first = min(s.left for s in segments if abs(round(s.left / 2) - best) <= 1)
    # Left of most lines stand the numbers of a list, or the first lines of its entries.
    lefts = sorted({s.left for s in segments if first - _DEEPEST < s.left < first - 3}, reverse=True)
    for edge in [first, *lefts]:
        inside = sum(1 for s in segments if s.left >= edge - 3)
        crossing = sum(1 for s in segments if s.left < edge - 3 and s.right > edge + 3)
        if inside >= 0.6 * len(segments) and crossing <= 0.12 * len(segments) + 2:
            return edge
    return None


def _parted_at(segment: Segment, edge: float) -> list[Segment]:
    """Cut a segment where text begins at *edge*, close behind a title: "Academic history 2011 to 2017"."""
    if segment.left > edge - 20 or segment.right < edge + 3:
        return [segment]
    blanks = [i for i, g in enumerate(segment.glyphs) if g.text == " " and abs(g.right - edge) < _NEAR]
    if not blanks or segment.glyphs[blanks[0]].right - segment.glyphs[blanks[0]].left < _GAP * segment.size:
        return [segment]
    title = Segment(list(segment.glyphs[: blanks[0]])).finish()
    if not _is_title(title):
        return [segment]
    return [title, Segment(list(segment.glyphs[blanks[0] + 1 :])).finish()]


def _is_title(segment: Segment, body: float = 1000.0) -> bool:
    """Return whether a segment is set as titles are: in bold, in capitals, or in type larger than that of the body."""
    text = segment.text
    letters = [g for g in segment.glyphs if g.text.isalpha()]
    if len(letters) < 3 or len(text) > _LONGEST or re.search(r"\d", text) or text[-1] in ",;":
        return False
    if segment.size > 1.08 * body and letters[0].text.isupper():
        return True
    return all(g.face.bold for g in letters) or all(g.face.caps or g.text.upper() == g.text for g in letters)


def _merged(titles: Sequence[Segment]) -> list[Segment]:
    """Join the lines of each title."""
    found: list[Segment] = []
    for segment in sorted(titles, key=lambda s: (-round(s.base), s.left)):
        last = found[-1] if found else None
        below = _foot(last) - segment.base if last is not None else -1.0
        if last is not None and abs(below) < 1 and last.right < segment.left:  # words set apart to fill the margin
            last.join(segment)
        elif last is not None and 0 < below < 1.5 * segment.size and last.size - segment.size < 0.5:
            end = last.glyphs[-1]
            if end.text in ("-", "\u00ad", "‐") and (segment.text[:1].islower() or last.text.isupper()):
                last.glyphs.pop()
            else:
                last.glyphs.append(Glyph(" ", end.right, end.right + 1, end.base, end.face, ""))
            last.glyphs.extend(segment.glyphs)
            last.text = "".join(g.text for g in last.glyphs)
        else:
            found.append(Segment(list(segment.glyphs)).finish())
    return found


def _foot(segment: Segment) -> float:
    return segment.glyphs[-1].base


def _has_text_beside(title: Segment, beside: Sequence[Segment]) -> bool:
    """Return whether text begins beside a title, on its line or a little below."""
    size = median((title.size, 10.0))
    return any(-0.5 * size < title.glyphs[0].base - s.base < 2.2 * size for s in beside)
