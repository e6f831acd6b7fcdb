"""Sections of CVs and homepages: headings in any markup, in the margin or beside their text, divide a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from graph_builder.extract.layout.entry_cards import (
    Cards,
    is_post,
    names_authors,
    names_entry,
    with_card_kinds,
    with_flat_cards,
    with_titles,
)
from graph_builder.extract.layout.heading_lines import (
    SURE_WORD,
    Styles,
    first_cell,
    first_cell_kind,
    goes_on,
    inline_label,
    is_footer,
    is_heading_line,
    level_of_lines,
    lines_of_cell,
    margin_title,
    short,
    without_false_headings,
    without_footers,
)
from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Items, Line, Section, SectionKind
from graph_builder.extract.layout.section_postprocessing import (
    by_contents,
    is_date_alone,
    under_empty,
    with_cards,
    with_misplaced_degrees,
    with_years_ahead,
)
from graph_builder.extract.layout.titles import (
    ASIDES,
    BESIDE_TALKS,
    INITIALED,
    NO_WORKS,
    OF_CARDS,
    POSTS,
    SAY_NOTHING,
    THESIS_COMMITTEE,
    VITA,
    WITH_VITA,
    is_of_entry,
    of_service,
    refined,
)
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.model import BlockKind, Span


def find_sections(lines: Iterable[Line], title: str = "") -> tuple[Section, ...]:
    """Return the sections of a document's lines, in order.

    Lines before the first heading form a section of the kind that the page's *title* names or ABOUT. What headings do
    not say, the lines below them may.
    """
    found = with_years_ahead(with_flat_cards(headed_sections(lines, title)))
    classified = with_titles(tuple(by_contents(under_empty(with_card_kinds(with_cards(found))))))
    return with_misplaced_degrees(classified)


def headed_sections(lines: Iterable[Line], title: str = "") -> tuple[Section, ...]:
    """Return the sections of a document's lines by their headings alone."""
    lines = without_footers(tuple(lines))
    lines = without_false_headings(lines, (cards := Cards(lines)).items)
    finder = _Finder(title, Styles(lines), lines, cards)
    for line in lines:
        finder.take(line)
    return finder.done()


class _Finder:
    """Goes through lines once and opens a section at each heading."""

    def __init__(self, page_title: str, styles: Styles, lines: Sequence[Line], cards: Cards) -> None:
        self.sections: list[Section] = []
        self.styles = styles
        self.items = Items(lines)
        self.cards = cards
        self.first = lines[0].text.strip() if lines else ""
        self.below = {line.span: lines[at : at + 2] for at, line in enumerate(lines, 1)}
        self.least = level_of_lines(lines)  # of a line that serves as a heading
        self.inside: tuple[int, Callable[[], None]] | None = None  # the item that a heading stands in, and how to leave
        self.stack: list[tuple[int, str, SectionKind]] = []
        self.kind, self.title, self.level = SectionKind.ABOUT, "", 0
        kind, score, known = classify_heading(page_title)
        if score >= 3 and known >= 0.99 and len(page_title.split()) <= 4 and not WITH_VITA.search(page_title):
            self.kind, self.title = kind, page_title
            self.stack.append((0, page_title, kind))
        self.heading: Span | None = None
        self.content = False
        self.path: tuple[str, ...] = ()
        self.lines: list[Line] = []
        self.lifted = self.outside = 0  # what is added to the levels of headings in items; that of the last outside
        self.authors: set[int] = set()  # the places of headings that are authors
        self.named: set[int] = set()  # and the levels of such
        self.labelled: list[Section] = []

    def take(self, line: Line) -> None:
        """Add the next line: as a heading, a label with its text, or a line of the section that is open."""
        if self.inside is not None and not self.items.holds(self.inside[0], line):
            self.inside[1]()
        if line.kind is BlockKind.HEADING:
            self._open_heading(line)
        elif is_footer(line.text):
            self._open_footer(line)
        elif line.kind is BlockKind.TABLE_ROW and line.cells and self._open_row(line):
            return
        else:
            self._take_text(self._open_margin(line))

    def _take_text(self, line: Line) -> None:
        if short(line.text) and is_heading_line(line) and not self._is_button(line):
            post = self.kind in POSTS and is_post(line, self.below.get(line.span, ()))
            self.lines.append(line) if post else self._open_line(line)
            return
        if (self.sections or len(self.lines) > 3) and self.styles.suit(line) and not self._is_sole_author(line):
            kind, score, _ = classify_heading(line.text)
            kind = of_service(self.kind, kind, line.text) if score >= 2 else self._above(self.least)
            self._open(line.span, line.text.strip(" :*#"), kind, self.least)
            self.content = score < 2
            return
        if self.kind is SectionKind.PUBLICATIONS and (
            line.alone and line.text.endswith(":") and NO_WORKS.fullmatch(line.text)
        ):
            self._open(line.span, line.text.strip(" :*#"), SectionKind.OTHER, self.least)
            return
        label = inline_label(line)
        if label is not None and self._is_skill(line.text[: label[0]]):
            label = None
        if label is not None and self.kind is SectionKind.NEWS and label[1] is SectionKind.PUBLICATIONS:
            label = None  # "Accepted paper: Looms that Learn", one of the news
        if label is not None and label[1] is SectionKind.PUBLICATIONS and ASIDES.fullmatch(line.text[label[0] :]):
            end = line.span.start + label[0]
            self._open_line(replace(line, span=Span(line.span.start, end), text=line.text[: label[0]].strip(" :")))
        elif label is not None:
            self._inline(line, *label)
        else:
            self.lines.append(line)

    def _above(self, level: int) -> SectionKind:
        """Return the kind of the section around a heading that says nothing, such as the degree of an entry."""
        above = next((kind for depth, _, kind in reversed(self.stack) if depth < level), SectionKind.OTHER)
        return above if above is not SectionKind.ABOUT else SectionKind.OTHER

    def _title_above(self, level: int) -> str:
        return next((title for depth, title, _ in reversed(self.stack) if depth < level), "")

    def _is_sole_author(self, line: Line) -> bool:
        """Return whether a line in bold in a list of papers is whom it is of: "R. Weaver", or the page's own name."""
        named = INITIALED.fullmatch(line.text.strip()) is not None or line.text.strip() == self.first
        return named and self.kind is SectionKind.PUBLICATIONS

    def _is_button(self, line: Line) -> bool:
        """Return whether a line is a link below a paper ("Project"), or a grant above its giver: "Research Grant"."""
        if self._is_skill(line.text):
            return True
        if is_of_entry(self.kind, line):
            return True
        return line.linked and self.kind is SectionKind.PUBLICATIONS and len(line.text.split()) == 1

    def _is_skill(self, text: str) -> bool:
        """Return whether a line below a heading on skills names one of them: "Writing:", "Communication"."""
        works = classify_heading(text)[0] is SectionKind.PUBLICATIONS and not SURE_WORD.search(text)
        return works and self._above(self.least) is SectionKind.SKILLS

    def _open_line(self, line: Line, *, margin: bool = False) -> None:
        """Open a section at a line that serves as its heading.

        A heading in the *margin* goes on beside the text: "PROFESSIONAL", and below it "EXPERIENCE" and the first job.
        """
        if self.kind is SectionKind.EDUCATION and THESIS_COMMITTEE.fullmatch(line.text):
            self.lines.append(line)  # of the degree above
            return
        span, title = line.span, line.text
        leave = self._leaving(line)
        if margin and not self.lines and self.heading is not None and goes_on(self.title):
            span, title = Span(self.heading.start, span.end), f"{self.title} {title}"
            self.heading = None
        self._open(span, title.strip(" :*#"), classify_heading(title)[0], self.least)
        self.inside = leave

    def _leaving(self, line: Line) -> tuple[int, Callable[[], None]] | None:
        """Return the item that a heading stands in, and how to go on behind it with the section that the item is of.

        What a degree or a job consists of ends with it, where the section's own heading stands outside.
        """
        if (heading := self.heading) is None or self.kind not in POSTS:
            return None
        item = line.parent
        if not self.items.begun(line, heading):
            # A label among the items below a degree: "- Jury:", and the committee's names inside it.
            item = line.block
            if line.kind is not BlockKind.LIST_ITEM or self.level > 6 or not self.items.holding(item):
                return None
        return item, self._leave()

    def _leave(self) -> Callable[[], None]:
        state = (self.kind, self.title, self.level, self.path, self.content, list(self.stack))

        def leave() -> None:
            self._close()
            self.kind, self.title, self.level, self.path, self.content, self.stack = state
            self.heading = self.inside = None

        return leave

    def _open_heading(self, line: Line) -> None:
        kind, score, known = classify_heading(line.text)
        announces = score >= 3 and kind is not self.kind
        if self._is_of_card(line, announces):
            self.lines.append(self.cards.line_of(line))
            return
        if self._is_of_paper(line, score):
            self.authors.add(line.span.start)
            self.named.add(line.level)
            self.lines.append(replace(line, kind=BlockKind.PARAGRAPH, level=0))
            return
        level = self._level_of(line, announces and not names_entry(line.text))
        around = ((d, kind) for d, title, kind in reversed(self.stack) if d < level and not VITA.fullmatch(title))
        depth, above = next(around, (0, None))
        if above is SectionKind.NEWS and not depth and known >= 0.99 and score >= 2:
            above = None  # "News!" is the title of a page that has more than news
        words = len(line.text.split())
        sure = score >= 3 and known >= (0.34 if words <= 4 else 0.5 if words <= 6 else 0.8)
        long_title = words > 5 and above is SectionKind.PUBLICATIONS  # "How Skills Shape Education Choices"
        if not sure and not long_title and words <= 10 and (word := SURE_WORD.search(line.text)):
            sure, kind = True, classify_heading(word.group())[0]
        sure = sure or (above is SectionKind.PUBLICATIONS and NO_WORKS.fullmatch(line.text) is not None)
        listed = self.cards.kind_below(line) if not sure else None
        least = 0.5 if self.sections or self.stack else 0.51  # the page's first heading may be a name: "Ada Grant"
        if listed is not None:
            kind, sure = listed, True
        elif not sure and (above is None or above in SAY_NOTHING) and (score < 2 or (score < 3 and known < least)):
            kind = SectionKind.ABOUT if not self.sections and not self.stack else SectionKind.OTHER
        elif not sure and above is not None:
            kind = above
        elif not sure and words > 4 and known < 0.5 and kind not in POSTS:
            kind = SectionKind.OTHER  # the title of a paper that has a word of headings in it
        elif above in POSTS and names_entry(line.text):
            kind, sure = above, False  # a position, and not what it consists of: "Teaching Assistant"
        elif above is SectionKind.PUBLICATIONS and NO_WORKS.fullmatch(line.text):
            kind = SectionKind.OTHER
        elif above is SectionKind.TALKS and known < 0.99 and kind in BESIDE_TALKS:
            kind = above  # where they were given: "Alpha Beta (Sociology Honors Society)"
        elif above is not None:
            kind = refined(above, kind, score, self._title_above(level))
        self._open(line.span, line.text, kind, level)
        self.content = not sure

    def _level_of(self, line: Line, announces: bool) -> int:
        """Return the level of a heading; that of an item in a list below a heading of its size stands below that."""
        level = line.level or 1
        if line.parent < 0:
            self.outside, self.lifted = level, 0
        elif not self.lifted and level <= self.outside and not announces and self.cards.begins_item(line):
            self.lifted = self.outside + 1 - level
        return level + (self.lifted if line.parent >= 0 else 0)

    def _is_of_card(self, line: Line, announces: bool) -> bool:
        """Return whether a heading is a line of a degree or a post, in a list item of several."""
        if self.kind not in OF_CARDS or self.heading is None or (announces and not names_entry(line.text)):
            return False
        return line.parent in self.cards.items and self.items.begun(line, self.heading)

    def _is_of_paper(self, line: Line, score: float) -> bool:
        """Return whether a heading goes on with the paper whose title is the heading above: its authors, its venue."""
        below = self.kind is SectionKind.PUBLICATIONS and self.content and (line.level or 1) > self.level
        if not below or self.heading is None:
            return False
        if not self.lines:
            return score < 2 and (names_authors(line.text) or line.level in self.named)
        return len(self.lines) == 1 and self.lines[0].span.start in self.authors and bool(find_dates(line.text))

    def _open_row(self, line: Line) -> bool:
        """Open a section at a table row whose first cell is a heading in the margin."""
        known = first_cell_kind(line)
        listed = self.kind is SectionKind.TOPICS and classify_heading(first_cell(line))[0] is self.kind  # "Area"
        if listed:
            return False
        behind = line.text[len(first_cell(line)) :].strip(" :\t")
        if self.kind in POSTS and first_cell(line) in self.styles.fields:  # "Degree:" in each entry
            return False
        if known != "known" and not (known == "unknown" and self.styles.in_rows and not is_date_alone(behind)):
            return False
        kind, score, _ = classify_heading(first_cell(line))
        self._open(line.cells[0], first_cell(line), kind if score >= 2 else SectionKind.OTHER, self.least)
        self.content = known == "unknown" and score < 2
        if rest := [c for c in line.cells[1:] if len(c)]:
            at = rest[0].start - line.span.start
            beside = replace(line, span=Span(rest[0].start, line.span.end), text=line.text[at:], cells=tuple(rest))
            self.lines += lines_of_cell(beside, 3 if self.kind is SectionKind.PUBLICATIONS else 2)
        return True

    def _open_margin(self, line: Line) -> Line:
        """Open a section at a line that begins with a heading in the margin, and return what stands beside it."""
        margin = margin_title(line)
        if margin is None:
            return line
        title, at = margin
        name = replace(line, span=Span(line.span.start, line.span.start + len(title)), text=title, cells=())
        self._open_line(name, margin=True)
        return replace(line, span=Span(line.span.start + at, line.span.end), text=line.text[at:], cells=())

    def _open_footer(self, line: Line) -> None:
        """Leave the section at the page's own last words."""
        if self.kind is SectionKind.OTHER or not self.sections:
            self.lines.append(line)
            return
        self._open(line.span, line.text, SectionKind.OTHER, 1)

    def _open(self, heading: Span, title: str, kind: SectionKind, level: int) -> None:
        self._close()
        self.inside = None
        while self.stack and self.stack[-1][0] >= level:
            self.stack.pop()
        self.stack.append((level, title, kind))
        self.kind, self.title, self.level, self.heading, self.content = kind, title, level, heading, False
        self.path = tuple(title for _, title, _ in self.stack)

    def _inline(self, line: Line, end: int, kind: SectionKind) -> None:
        """Put a line that begins with a label into a section of its own; the section around it goes on."""
        if self.kind is SectionKind.STUDENTS and kind in POSTS:
            self.lines.append(line)  # "Current position: ...", of the student above
            return
        held = self.lines or self.heading is not None
        if self.kind is kind and kind in POSTS and held:
            self.lines.append(line)  # "Degrees: ...", of the entry that it stands in
            return
        at = end + (len(line.text) - end - len(line.text[end:].lstrip(" :\t–—-")))
        rest = replace(line, span=Span(line.span.start + at, line.span.end), text=line.text[at:], cells=())
        label = Span(line.span.start, line.span.start + end)
        if rest.text:
            self.labelled.append(Section(kind, line.text[:end].strip(" :*"), 8, (rest,), label, self.path, inline=True))

    def _close(self) -> None:
        if self.lines or self.heading is not None:
            self.sections.append(
                Section(
                    self.kind,
                    self.title,
                    self.level,
                    tuple(self.lines),
                    self.heading,
                    self.path,
                    content=self.content and self.heading is not None,
                )
            )
        self.lines, self.heading = [], None

    def done(self) -> tuple[Section, ...]:
        """Return all sections in the order of the text."""
        self._close()
        return tuple(sorted([*self.sections, *self.labelled], key=lambda s: (s.heading or s.span).start))
