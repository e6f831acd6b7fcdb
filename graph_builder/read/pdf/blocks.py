"""Blocks of a PDF: lines gather into headings, paragraphs and list items."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from graph_builder.model import BlockKind
from graph_builder.read.pdf.lines import Line

_BULLET = re.compile(r"(?:[•·▪◦‣∙●○■□➢➤▶►✓❖⋄⇒→✦✧★☆◆◇⁃∗*–»›▸▹◾◽]|-(?=[\s\t]))[\s\t]*")
_NUMBER = re.compile(
    r"(?:\[[A-Za-z]{0,3}\.?\d{1,3}\]|\(\d{1,3}\)|[A-Z]?\d{1,3}[.)]|[A-Z]{1,2}\d{1,3}[.:])[\s\t]+(?=\S)"
)
_BRACKETED = re.compile(r"\[[A-Za-z]{0,3}\.?\d{1,3}\][\s\t]")
# How the entries of a list begin that has dates or bare numbers in front.
_ENTRY = re.compile(r"(?:[A-Z][a-z]{2,8}\.? )?(?:(?:19|20)\d\d\b|\d{1,3}[ \t]+[A-Z])")
HAS_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
HEADING_LENGTH = 90
_MOST_LARGER = 1.25  # times the body: what is larger is no running text


@dataclass(slots=True)
class Part:
    """A block of a PDF: its kind and lines, and what divides each line from the one before it."""

    kind: BlockKind
    level: int = 0
    label: str = ""
    lines: list[Line] = field(default_factory=list)
    joints: list[str] = field(default_factory=list)
    skip: int = 0  # glyphs of the first line that are its bullet


def parts_of(lines: Sequence[Line]) -> list[Part]:
    """Return the blocks that *lines* make."""
    if not lines:
        return []
    type_ = _Type(lines)
    parts: list[Part] = []
    indents: list[float] = []
    for index, line in enumerate(lines):
        previous = lines[index - 1] if index else None
        level = type_.heading_level(line, previous, lines[index + 1] if index + 1 < len(lines) else None)
        if level:
            _add_heading(parts, line, previous, level)
            indents = []
            continue
        bullet = _BULLET.match(line.text) or _NUMBER.match(line.text)
        if bullet:
            indents = [x for x in indents if x < line.left - 2]
            indents.append(line.left)
            label = bullet.group().strip()
            parts.append(Part(BlockKind.LIST_ITEM, len(indents), label, [line], [""], _glyph_count(line, bullet.end())))
            continue
        joint = type_.joint(parts[-1], line) if parts and previous is not None else None
        if joint is None and parts and type_.stands_in_item(parts[-1], line):
            joint = "\n"
        if joint is None:
            indents = [x for x in indents if x < line.left - 2]
            parts.append(Part(BlockKind.PARAGRAPH, lines=[line], joints=[""]))
        else:
            parts[-1].lines.append(line)
            parts[-1].joints.append(joint)
    return parts


def _glyph_count(line: Line, characters: int) -> int:
    """Return how many glyphs (and gaps between segments) the first *characters* of a line's text are."""
    count, seen = 0, 0
    for number, segment in enumerate(line.segments):
        if number:
            seen += 1
        for glyph in segment.glyphs:
            if seen >= characters:
                return count
            seen += len(glyph.text)
            count += 1
    return count


def _add_heading(parts: list[Part], line: Line, previous: Line | None, level: int) -> None:
    last = parts[-1] if parts else None
    wraps = (
        last is not None
        and previous is not None
        and last.kind is BlockKind.HEADING
        and last.level == level
        and previous.page == line.page
        and 0 < previous.base - line.base < 1.5 * line.size
        and _needs_more(previous, line)
    )
    if wraps and last is not None:
        last.lines.append(line)
        last.joints.append(" ")
    else:
        parts.append(Part(BlockKind.HEADING, level, lines=[line], joints=[""]))


def _needs_more(line: Line, following: Line) -> bool:
    """Return whether *line* ended because it was full: the first word of the next one would not have fitted."""
    word = 0.0
    start = following.segments[0].glyphs[0].left
    for glyph in following.segments[0].glyphs:
        if glyph.text == " ":
            break
        word = glyph.right - start
    return line.right + word + 0.2 * line.size > line.bounds[1] + 1


class _Type:
    """The type of a document: the size and leading of its body, and what its headings look like."""

    def __init__(self, lines: Sequence[Line]) -> None:
        sizes: Counter[float] = Counter()
        for line in lines:
            sizes[round(line.size, 1)] += len(line.text)
        self.body = sizes.most_common(1)[0][0]
        self.running = running_size(lines, sizes, self.body)
        gaps = [
            above.base - below.base
            for above, below in pairwise(lines)
            if above.page == below.page and above.region == below.region and 0 < above.base - below.base < 3 * self.body
        ]
        # Where most lines are items or paragraphs of their own, the lines that wrap tell the leading.
        close = [gap for gap in gaps if gap < 1.5 * self.body]
        gaps = close if len(close) >= max(4, 0.08 * len(gaps)) else gaps
        self.leading = _common(gaps) if gaps else 1.2 * self.body
        # Lines of running text in the larger type stand farther apart.
        self.wider = max(self.leading, self.leading * self.running / self.body)
        large = Counter(round(line.size) for line in lines[1:] if line.size > 1.08 * self.running and is_short(line))
        self.sizes = sorted({size for size in large if large[size] > 1} or large, reverse=True)
        self.title = next((round(line.size) for line in lines[:6] if line.size > 1.3 * self.body), 0)
        if lines[0].size > 1.08 * self.body:
            self.title = round(lines[0].size)
        caps = sum(1 for line in lines if _is_capitals(line) and is_short(line))
        self.has_large = sum(1 for line in lines if line.size > 1.08 * self.running and is_short(line)) >= 3
        self.has_caps = caps >= 3

    def heading_level(self, line: Line, previous: Line | None, following: Line | None) -> int:
        """Return the level of a heading, or 0 for any other line."""
        text = line.text
        if line.is_title:
            return 2
        letters = sum(map(str.isalpha, text))
        if letters < 3 or _BULLET.match(text) or _BRACKETED.match(text) or text.count(")") > text.count("("):
            return 0
        if not is_short(line) and not (following is not None and self._goes_on_large(line, following)):
            return 0
        if line.size > 1.08 * self.running:
            return self._level(line)
        if "\t" in text or text[-1] in ".,;" or line.size < 0.85 * self.body:
            return 0
        bold = _is_bold(line)
        caps = _is_capitals(line)
        if previous is None and (bold or caps or line.size > 1.04 * self.body):
            return 1
        if not (bold or caps):
            return 0
        apart = previous is None or previous.page != line.page or previous.base - line.base > 1.25 * self.leading
        if caps and letters > 3 and (bold or apart) and not re.search(r"\d{4}", text):
            return 3 if self.has_large else 2
        if (
            bold
            and apart
            and not self.has_large
            and not self.has_caps
            and len(text) < 75
            and not re.search(r"\d{4}", text)
        ):
            return 2
        return 0

    def _goes_on_large(self, line: Line, following: Line) -> bool:
        """Return whether a line across the page is the first of a heading of two, in larger and bold type."""
        alike = (
            following.page == line.page and abs(following.size - line.size) < 0.1 and following.left <= line.left + 2
        )
        large = line.size > 1.08 * self.running and _is_bold(line) and _is_bold(following)
        return (
            alike
            and large
            and len(line.text) <= HEADING_LENGTH
            and is_short(following)
            and _needs_more(line, following)
        )

    def _level(self, line: Line) -> int:
        """Rank a heading by its size; the first large line is the document's title."""
        size = round(line.size)
        if self.title and size == self.title:
            self.title = 0
            return 1
        rank = sum(1 for other in self.sizes if other > size)
        return min(2 + rank, 4)

    def joint(self, part: Part, line: Line) -> str | None:
        """Return what divides *line* from the block above it: a space, a line break, or None for a new block."""
        last = part.lines[-1]
        if part.kind is BlockKind.HEADING or abs(last.size - line.size) > 0.25 * self.body:
            return None
        if last.page != line.page or last.region != line.region:
            return self._across(last, line)
        gap = last.base - line.base
        if gap > self._allowed(part) or gap < -0.5 * line.size:
            return None
        indent = line.left - part.lines[0].left
        hangs = len(part.lines) > 1 and part.lines[1].left > part.lines[0].left + 0.6 * self.body
        if abs(indent) < 0.3 * self.body and _ENTRY.match(line.text) and _ENTRY.match(part.lines[0].text):
            return None
        if part.kind is BlockKind.LIST_ITEM:
            # Without a hanging indent, only a line that broke off can go on.
            if indent < 0.3 * self.body and (indent < -0.3 * self.body or not self._breaks_off(last, line)):
                return None
        elif (hangs and abs(indent) < 0.4 * self.body) or (indent < -0.6 * self.body and not _is_centred(line)):
            return None
        repeats = _first_word(line) in {_first_word(one) for one in part.lines} and not line.text[:1].islower()
        return " " if self._is_wrapped(last, line) and not repeats else "\n"

    def stands_in_item(self, part: Part, line: Line) -> bool:
        """Return whether *line* begins a further paragraph of a list item: below it, where the item's text begins."""
        last, first = part.lines[-1], part.lines[0]
        if part.kind is not BlockKind.LIST_ITEM or last.page != line.page or last.region != line.region:
            return False
        if abs(last.size - line.size) > 0.25 * self.body or not 0 < last.base - line.base < 2.2 * self.leading:
            return False
        if len(line.segments) > 1 and HAS_YEAR.search(line.segments[-1].text):
            return False
        glyphs = [g for g in first.glyphs if g.text != " "]
        start = next((g.left for g in first.glyphs[part.skip :] if g.text != " "), 0.0) if part.skip else 0.0
        return len(glyphs) > part.skip > 0 and abs(line.left - start) < 2.5 and start > first.left + 0.5 * self.body

    def _breaks_off(self, last: Line, line: Line) -> bool:
        """Return whether a line was full and ends within a sentence."""
        return self._is_wrapped(last, line) and last.text.rstrip()[-1:] not in ".;:" and not _BULLET.match(line.text)

    def _allowed(self, part: Part) -> float:
        """Return the greatest distance of lines in one block: a little over its own leading."""
        inner = [a.base - b.base for a, b in pairwise(part.lines) if a.page == b.page]
        leading = self.wider if part.lines[0].size > 1.04 * self.body else self.leading
        own = median([gap for gap in inner if gap > 0] or [leading])
        return 1.12 * max(min(own, 1.6 * leading), 0.9 * leading)

    def _across(self, last: Line, line: Line) -> str | None:
        """Go on with a sentence over the end of a page or column."""
        continues = line.text[:1].islower() and last.text.rstrip()[-1:] not in ".;:"
        continues = continues or (len(line.segments) == 1 and _OPEN_END.search(last.text.rstrip()[-12:]) is not None)
        return " " if continues and self._is_wrapped(last, line) else None

    def _is_wrapped(self, last: Line, line: Line) -> bool:
        """Return whether *line* goes on from *last*, which was full."""
        if re.search(r"[^\W\d_][-\u00ad‐]$", last.text) and line.text[:1].islower():
            return True  # a divided word
        if not _needs_more(last, line) or (_is_bold(line) and not _is_bold(last)):
            return False
        if _ends_bold(last) and not any(g.face.bold for g in line.glyphs[:8]) and line.text[:1].isupper():
            return False  # a title in bold above its authors
        if _begins_bold(last) and _begins_bold(line) and not last.glyphs[-1].face.bold:
            return False  # entries of a list, each with its first words in bold
        if line.text[:1].isupper() and _RANGE_ENDS.search(last.text.rstrip()[-40:]):
            return False  # when a post was held; the next one follows
        if len(last.segments) == 1:
            return len(line.segments) == 1 or line.segments[0].left > last.left - 1
        # Text beside a date wraps; a date set flush right ends its line.
        end = last.segments[-1]
        return end.right - end.left > 0.4 * (last.bounds[1] - last.bounds[0])


# No sentence ends so: in a list of names, before a noun
_OPEN_END = re.compile(r"(?:,|\s(?:and|of|the|in|for|on|with|by|to|an?|&)|[a-z,]\s(?:[A-Z]\.\s?){1,2})$")
_RANGE_ENDS = re.compile(
    r"(?:19|20)\d\d\s?[-–—]{1,2}\s?(?:(?:\d\d[./]|[^\W\d_]{3,9}\.?\s)?(?:19|20)\d\d|[^\W\d_]{3,12}|ce\sjour|in\scorso)\s?\)?\.?$"
)


def _first_word(line: Line) -> str:
    """Return the first word of a line if it is long enough to tell that lines begin alike."""
    word = line.text.split(None, 1)[0]
    return word if len(word) > 3 else line.text


def _common(gaps: Sequence[float]) -> float:
    """Return the most frequent gap, to half a point."""
    return Counter(round(gap * 2) / 2 for gap in gaps).most_common(1)[0][0]


def _is_bold(line: Line) -> bool:
    return all(g.face.bold for g in line.glyphs if g.text != " ")


def _ends_bold(line: Line) -> bool:
    """Return whether a line is bold but for a number or bullet in front."""
    glyphs = [g for g in line.glyphs if g.text != " "]
    return len(glyphs) > 12 and all(g.face.bold for g in glyphs[6:])


def _begins_bold(line: Line) -> bool:
    """Return whether the first letters of a line are bold."""
    return all(g.face.bold for g in [g for g in line.glyphs if g.text != " "][:4])


def _is_capitals(line: Line) -> bool:
    """Return whether a line is set in capitals or small capitals."""
    text = line.text
    letters = [g for g in line.glyphs if g.text.isalpha()] if len(text) <= 60 else []
    if len(letters) < 4:
        return False
    upper = sum(g.text.upper() == g.text for g in letters)
    return upper == len(letters) or all(g.face.caps for g in letters)


def _is_centred(line: Line) -> bool:
    low, high = line.bounds
    return abs((line.left - low) - (high - line.right)) < 3 and line.left - low > 10


def running_size(lines: Sequence[Line], sizes: Mapping[float, int], body: float) -> float:
    """Return the largest size of running text: a vita may set its entries in it and their descriptions smaller.

    *sizes* counts the characters of each size, and *body* is the one that most of them have.
    """
    whole = sum(sizes.values())
    full = Counter(round(line.size, 1) for line in lines if not is_short(line) and len(line.text) > 40)
    dated = Counter(round(line.size, 1) for line in lines if len(line.segments) > 1 and HAS_YEAR.search(line.text))
    running = [
        size
        for size, count in sizes.items()
        if body < size < _MOST_LARGER * body and count > 0.2 * whole and full[size] > 1 and full[size] + dated[size] > 5
    ]
    return max(running, default=body)


def is_short(line: Line) -> bool:
    """Return whether a line ends before the edge of its column, and is no longer than headings are."""
    return 2 < len(line.text) <= HEADING_LENGTH and line.right - line.left < 0.95 * max(
        line.bounds[1] - line.bounds[0], 1
    )
