"""Lines of a PDF page: glyphs gather into words and segments, segments into lines, in reading order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from graph_builder.read.pdf.accents import ACCENTS, accented, stands_over, under_accents
from graph_builder.read.pdf.dates import whole_dates
from graph_builder.read.pdf.glyphs import MAYBE_SPACE, Glyph
from graph_builder.read.pdf.heads import above_columns
from graph_builder.read.pdf.labels import labels_apart
from graph_builder.read.pdf.titles import margin_titles

# Gaps, in sizes of the type: between words, and between columns of one line.
_WORD_GAP = 0.14
_COLUMN_GAP = 1.25
_GUTTER = 0.9
# The widest gap between the words of a justified line, in sizes of the type.
_STRETCHED = 9.0
# Type from this size on, beside much smaller type, is a name or title beside an address: a line of its own.
_TITLE_SIZE = 14.0
_MARGIN_DATE = re.compile(
    r"(?:[A-Z][a-z]{2,8}\.?\s|\d{1,2}[/.])?(?:19|20)\d\d(?:\s?[-–—/]+\s?(?:[A-Z][a-z]{2,8}\.?\s|\d{1,2}[/.])?(?:(?:19|20)?\d\d|[A-Za-z]+)?)?(?=\s)"
)


@dataclass(slots=True)
class Segment:
    """Glyphs that stand side by side on one baseline, without a column's gap between them."""

    glyphs: list[Glyph]
    left: float = 0.0
    right: float = 0.0
    base: float = 0.0
    size: float = 0.0
    text: str = ""

    def finish(self) -> Segment:
        """Reckon the edges, baseline, size and text from the glyphs."""
        self.text = "".join(g.text for g in self.glyphs).strip()
        solid = [g for g in self.glyphs if g.text != " "] or self.glyphs
        self.left, self.right = min(g.left for g in solid), max(g.right for g in solid)
        self.size = median(g.face.size for g in solid)
        large = [g.base for g in solid if g.face.size >= self.size * 0.95]
        self.base = median(large or [g.base for g in solid])
        return self


@dataclass(slots=True)
class Line:
    """Segments on one baseline inside one column of the page, from left to right."""

    segments: list[Segment]
    page: int = 0
    region: int = 0
    left: float = 0.0
    right: float = 0.0
    base: float = 0.0
    size: float = 0.0
    bounds: tuple[float, float] = field(default=(0.0, 0.0))  # of the column that the line stands in
    is_title: bool = False  # a title of a section in the margin

    def finish(self) -> Line:
        """Reckon the edges, baseline and size from the segments."""
        self.segments.sort(key=lambda s: s.left)
        self.left, self.right = self.segments[0].left, max(s.right for s in self.segments)
        largest = max(self.segments, key=lambda s: len(s.text))
        self.base, self.size = largest.base, largest.size
        return self

    @property
    def glyphs(self) -> list[Glyph]:
        """The glyphs of all segments."""
        return [g for s in self.segments for g in s.glyphs]

    @property
    def text(self) -> str:
        """The characters of the line, its columns divided by tabs."""
        return "\t".join(s.text for s in self.segments)


def lines_of(glyphs: Sequence[Glyph], page: int) -> list[Line]:
    """Return the lines of a page in reading order: column by column where the page has columns."""
    titles, segments = margin_titles(_segments(glyphs))
    lines: list[Line] = []
    for number, region in enumerate([segments] if titles else _regions(segments, 0)):
        found = whole_dates(_rows(region))
        bounds = (min(s.left for s in region), _right_edge(found))
        for line in found:
            line.page, line.region, line.bounds = page, number, bounds
        lines.extend(found)
    for title in reversed(titles):
        line = Line([title], page, is_title=True, bounds=(title.left, title.right * 2)).finish()
        lines.insert(_place(line, lines), line)
    return lines


def _place(title: Line, lines: Sequence[Line]) -> int:
    """Return before which line a title in the margin stands.

    It may be set a little below the line that it heads, where that is the first one behind a gap.
    """
    place = next((i for i, other in enumerate(lines) if other.base < title.base + 0.5 * title.size), len(lines))
    if not place or place == len(lines) or lines[place - 1].base - title.base > 0.9 * title.size:
        return place
    above = lines[place - 2].base - lines[place - 1].base if place > 1 else float("inf")
    return place - 1 if above > 1.25 * (lines[place - 1].base - lines[place].base) else place


def _right_edge(lines: Sequence[Line]) -> float:
    """Return the right edge of a column: the farthest that several lines reach, so that no single long line sets it."""
    rights = sorted((line.right for line in lines), reverse=True)
    need = max(2, len(lines) // 12)
    left = min(line.left for line in lines)
    flush = max(4, len(lines) // 4)
    for right in rights:  # justified text, of which a line or two may stick out
        if sum(1 for other in rights if abs(right - other) < 1.0) >= flush:
            return right
    for right in rights:
        if right - left < 0.85 * (rights[0] - left):
            break
        # Ragged lines end up to a short word before the edge.
        if sum(1 for other in rights if -2.5 < right - other < 0.03 * (rights[0] - left)) >= need:
            return right
    return rights[0]


# -- segments


def _segments(glyphs: Sequence[Glyph]) -> list[Segment]:
    """Cut the glyphs, in the order of the file, where the baseline changes or a wide gap stands."""
    found: list[Segment] = []
    current: list[Glyph] = []
    least = _WORD_GAP  # what parts words here: less after a blank of the file, or where one may be
    for glyph in under_accents(glyphs):
        if glyph.text in (" ", MAYBE_SPACE):
            least = min(least, 0.02 if glyph.text == " " else 0.1)
            continue
        if glyph.text == "\uf8ff":
            continue
        if current and not _follows(current, glyph):
            found.append(Segment(current).finish())
            current, least = [], _WORD_GAP
        if current:
            gap = glyph.left - current[-1].right
            if gap > 0 and gap > least * max(min(glyph.face.size, current[-1].face.size), 1.0):
                current.append(Glyph(" ", current[-1].right, glyph.left, current[-1].base, current[-1].face, ""))
        least = _WORD_GAP
        if not current or (glyph.text not in ACCENTS and current[-1].text not in ACCENTS):
            current.append(glyph)
        elif combined := accented(current[-1], glyph):
            current[-1] = combined
        elif stands_over(glyph, current[-1]) and (combined := accented(glyph, current[-1])):
            current[-1] = combined._replace(left=current[-1].left, right=current[-1].right)
        else:
            current.append(glyph)
    if current:
        found.append(Segment(current).finish())
    joined = _unstretched(_joined([s for s in found if s.text]))
    return [part for s in labels_apart(joined) for part in _date_apart(s)]


def _unstretched(segments: list[Segment]) -> list[Segment]:
    """Join the words of justified lines in narrow columns: gaps as wide as a column's that all are alike."""
    found: list[Segment] = []
    gaps: list[float] = []  # before each segment found, on its own line
    for segment in sorted(segments, key=lambda s: (-round(s.base, 1), s.left)):
        last = found[-1] if found else None
        gap = segment.left - last.right if last is not None and abs(last.base - segment.base) < 0.3 else -1.0
        found.append(segment)
        gaps.append(gap if 0 < gap < _STRETCHED * segment.size else -1.0)
    out: list[Segment] = []
    for index, (segment, gap) in enumerate(zip(found, gaps, strict=True)):
        if out and gap > 0 and _is_stretched(found, gaps, index):
            last = out[-1]
            end = last.glyphs[-1]
            last.glyphs.append(Glyph(" ", end.right, segment.left, end.base, end.face, ""))
            last.glyphs.extend(segment.glyphs)
            last.finish()
        else:
            out.append(segment)
    return out


def _is_stretched(segments: Sequence[Segment], gaps: Sequence[float], index: int) -> bool:
    """Tell whether the gap before a segment is one between words, as the others of its line."""
    gap = gaps[index]
    words = [g.right - g.left for s in segments[index - 1 : index + 1] for g in s.glyphs if g.text == " "]
    if any(abs(width - gap) < 0.1 * gap for width in words):
        return True
    if _is_lower_word(segments[index]) and _is_lower_word(segments[index - 1]):
        return True
    first = last = index
    while first and abs(gaps[first - 1] - gap) < 0.06 * gap:
        first -= 1
    while last + 1 < len(gaps) and abs(gaps[last + 1] - gap) < 0.06 * gap:
        last += 1
    middle = last - first == 1 and all(" " not in s.text.lstrip("•●▪○– ") for s in segments[first - 1 : last + 1])
    return last - first >= 2 or (middle and _is_lower_word(segments[last]))


def _is_lower_word(segment: Segment) -> bool:
    return segment.text[:1].islower() and segment.text[:1].isalpha() and " " not in segment.text


def _date_apart(segment: Segment) -> list[Segment]:
    """Part a date in the margin from the text beside it: a gap wider than those between the words."""
    match = _MARGIN_DATE.match(segment.text)
    if not match or not match.end() < len(segment.text):
        return [segment]
    gaps = [(i, g.right - g.left) for i, g in enumerate(segment.glyphs) if g.text == " "]
    after = [(i, gap) for i, gap in gaps if i >= match.end() - 1]
    if not after or len(gaps) < 2:
        return [segment]
    index, gap = after[0]
    others = median(width for i, width in gaps if i != index)
    if gap < 0.5 * segment.size or gap < 1.6 * others:
        return [segment]
    return [Segment(segment.glyphs[:index]).finish(), Segment(segment.glyphs[index + 1 :]).finish()]


def _follows(current: Sequence[Glyph], glyph: Glyph) -> bool:
    """Tell whether *glyph* goes on from the last one on the same line."""
    last = current[-1]
    size = max(last.face.size, glyph.face.size, 1.0)
    gap = glyph.left - last.right
    if glyph.base == last.base and -0.5 * size < gap < _COLUMN_GAP * size:
        return True
    shift = abs(glyph.base - last.base)
    near = shift < 0.2 * size or (shift < 0.6 * size and glyph.face.size != last.face.size)
    if shift < 0.6 * size and not near and len(current) > 1:
        # Back from a superscript to the line's own baseline.
        near = any(abs(glyph.base - g.base) < 0.2 * size for g in current[-6:])
    if shift < 0.01 * size and glyph.left == last.left:
        return True  # the second letter of a ligature stands where the first does
    if shift < 0.4 * size and (stands_over(last, glyph) or stands_over(glyph, last)):
        return True  # an accent is wide, and higher over capitals
    return near and -0.5 * size < gap < _COLUMN_GAP * size


def _joined(segments: list[Segment]) -> list[Segment]:
    """Join pieces of one line that the file draws apart (each word, or accents, on its own)."""
    ordered = sorted(segments, key=lambda s: (-round(s.base, 1), s.left))
    found: list[Segment] = []
    for segment in ordered:
        last = next((s for s in reversed(found[-8:]) if _touches(s, segment)), None)
        if last is None:
            found.append(segment)
            continue
        gap = segment.left - last.right
        if gap > _WORD_GAP * min(last.size, segment.size):
            end = last.glyphs[-1]
            last.glyphs.append(Glyph(" ", end.right, segment.left, end.base, end.face, ""))
        last.glyphs.extend(segment.glyphs)
        last.finish()
    return found


def _touches(last: Segment, segment: Segment) -> bool:
    size = max(min(last.size, segment.size), 1.0)
    return abs(last.base - segment.base) < 0.25 * size and -0.3 * size < segment.left - last.right < 0.75 * size


# -- regions: bands and columns


def _regions(segments: list[Segment], depth: int) -> list[list[Segment]]:
    """Part a page into columns and the bands across them, in reading order."""
    if depth > 4 or len(segments) < 12:
        return [segments] if segments else []
    gutter = _gutter(segments)
    if gutter is None:
        return [segments]
    crossing = sorted((s for s in segments if s.left < gutter < s.right), key=lambda s: -s.base)
    head = above_columns(segments, gutter)
    found: list[list[Segment]] = [head] if head else []
    taken = {id(s) for s in head}
    crossing = [s for s in crossing if id(s) not in taken]
    rest = [s for s in segments if not s.left < gutter < s.right and id(s) not in taken]
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
    if left and right and len(_rows(list(left))) <= 2 and len(_rows(list(right))) <= 2:
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
    """Tell whether both sides of *x* are columns to be read one after the other, and not dates beside entries."""
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


# -- rows


def _rows(segments: list[Segment]) -> list[Line]:
    """Gather segments on one baseline into lines, from the top down."""
    found: list[Line] = []
    for segment in sorted(segments, key=lambda s: (-s.base, s.left)):
        for line in reversed(found[-3:]):
            if _same_row(line, segment):
                line.segments.append(segment)
                line.finish()
                break
        else:
            found.append(Line([segment]).finish())
    return found


def _same_row(line: Line, segment: Segment) -> bool:
    size = max(min(line.size, segment.size), 1.0)
    if abs(line.base - segment.base) > 0.45 * size or max(line.size, segment.size) > max(1.4 * size, _TITLE_SIZE):
        return False
    return all(segment.left >= s.right - 0.3 * size or segment.right <= s.left + 0.3 * size for s in line.segments)
