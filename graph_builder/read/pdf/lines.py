"""Glyphs of a PDF page gather into segments, and segments into lines."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from graph_builder.read.pdf.glyphs import ACCENTS, MAYBE_SPACE, Glyph, accented, stands_over

# Gaps, in sizes of the type: between words, and between columns of one line.
_WORD_GAP = 0.14
_COLUMN_GAP = 1.25
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

    def join(self, other: Segment, *, blank: bool = True) -> None:
        """Add the glyphs of *other*, after a blank or without one."""
        end = self.glyphs[-1]
        if blank:
            self.glyphs.append(Glyph(" ", end.right, other.left, end.base, end.face, ""))
        self.glyphs.extend(other.glyphs)
        self.finish()


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


def segments_of(glyphs: Sequence[Glyph]) -> list[Segment]:
    """Cut the glyphs, in the order of the file, where the baseline changes or a wide gap stands."""
    found: list[Segment] = []
    current: list[Glyph] = []
    least = _WORD_GAP  # what parts words here: less after a blank of the file, or where one may be
    for glyph in glyphs:
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
            out[-1].join(segment)
        else:
            out.append(segment)
    return out


def _is_stretched(segments: Sequence[Segment], gaps: Sequence[float], index: int) -> bool:
    """Return whether the gap before a segment is one between words, as the others of its line."""
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
    """Return whether *glyph* goes on from the last one on the same line."""
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
        last.join(segment, blank=segment.left - last.right > _WORD_GAP * min(last.size, segment.size))
    return found


def _touches(last: Segment, segment: Segment) -> bool:
    size = max(min(last.size, segment.size), 1.0)
    return abs(last.base - segment.base) < 0.25 * size and -0.3 * size < segment.left - last.right < 0.75 * size


def rows_of(segments: list[Segment]) -> list[Line]:
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


# -- labels in a column of their own, flush right and close to the text beside them

# The width of the gap beside a label, in sizes of the type; a wider one is a column's anyhow.
_LABEL_GAP = 0.4
# How many lines show that a column of text begins at an edge, and how many of them have a label.
_BEGUN, _LABELLED = 3, 3
_LONGEST_LABEL = 45
_LIST_NUMBER = re.compile(r"\W{0,2}[A-Za-z]{0,2}\d{1,3}\W{0,2}")
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
            parted.append(Segment(list(glyphs)).finish())
    return parted


def _is_gap(segment: Segment, index: int, lefts: Sequence[float]) -> bool:
    """Return whether a blank of a segment stands between a label and text at an edge where further lines begin."""
    glyphs = segment.glyphs
    if glyphs[index].text != " " or not 0 < index < len(glyphs) - 1:
        return False
    if glyphs[index].right - glyphs[index].left < _LABEL_GAP * segment.size:
        return False
    label = "".join(glyph.text for glyph in glyphs[:index])
    if len(label) > _LONGEST_LABEL or _LIST_NUMBER.fullmatch(label) or sum(c.isalnum() for c in label) < 4:
        return False
    begin = glyphs[index + 1].left
    return bisect_right(lefts, begin + _NEAR) - bisect_left(lefts, begin - _NEAR) >= _BEGUN


# -- dates that wrap in their own column, beside entries of several lines

_DATE = r"(?:[^\W\d_]{3,9}\.?,?\s|(?:\d{1,2}[./]){1,2})?(?:19|20)?\d\d"
_OPEN = re.compile(rf"\(?{_DATE}\s?(?:[-–—]{{1,2}}|to|bis|until|à|au|al?)")
_END = re.compile(
    rf"(?:{_DATE}|[Pp]resent|[Nn]ow|[Cc]urrent|[Oo]ngoing|[Tt]oday|heute|présent|oggi|actual(?:idad)?)\)?"
)
_MONTH = re.compile(r"\(?[^\W\d_]{3,9}\.?")
_YEARS = re.compile(rf"(?:19|20)\d\d(?:\s?[-–—]{{1,2}}\s?(?:{_END.pattern})?)?")
_FIRST = re.compile(rf"\(?{_DATE}")
_REST = re.compile(rf"[-–—]{{1,2}}\s?(?:{_END.pattern})")


def join_dates(lines: Sequence[Line]) -> list[Line]:
    """Return the lines; the second half of a range of dates joins the first half in the line above.

    "09/2016 –  Lecturer, Department of" above "08/2018  Toys": the column of the dates is narrower than a range.
    """
    found: list[Line] = []
    for line in lines:
        last = found[-1] if found else None
        for side in (0, -1):
            if last is not None and len(last.segments) > 1 and _is_second_half(last, line, side):
                _append(last.segments[side], line.segments.pop(side))
                last.finish()
                break
        if line.segments:
            found.append(line.finish())
    return found


def _is_second_half(last: Line, line: Line, side: int) -> bool:
    first, second = last.segments[side], line.segments[side]
    if len(line.segments) == 1 and side == -1 and second.left < first.left - 3:
        return False
    aligned = abs(first.left - second.left) < 3 or abs(first.right - second.right) < 3
    if not aligned or not 0 < last.base - line.base < 1.8 * max(line.size, 1.0):
        return False
    opened = _OPEN.fullmatch(first.text) and _END.fullmatch(second.text)
    if _MONTH.fullmatch(first.text) and _YEARS.fullmatch(second.text):
        return True
    return bool(opened or (_FIRST.fullmatch(first.text) and _REST.fullmatch(second.text)))


def _append(first: Segment, second: Segment) -> None:
    """Add the glyphs of *second*, which stand below *first*, after a blank; the edges stay those of *first*."""
    end = first.glyphs[-1]
    first.glyphs.append(Glyph(" ", end.right, end.right, end.base, end.face, ""))
    first.glyphs.extend(glyph._replace(left=end.right, right=end.right, base=end.base) for glyph in second.glyphs)
    first.text = "".join(glyph.text for glyph in first.glyphs)
