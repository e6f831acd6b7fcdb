"""Publication entries: which lines of a list, page or table make up one paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from graph_builder.extract.entries import heading_line
from graph_builder.extract.heading_lines import is_footer
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.lexicon import is_place, is_role
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.extract.paper_cuts import cut
from graph_builder.extract.paper_doubts import (
    CITED_SHORT,
    NO_PAPER,
    SPOKEN,
    attended,
    is_house,
    without_intro,
)
from graph_builder.extract.paper_links import before_links
from graph_builder.extract.paper_nested import titled_items, without_given, without_nested
from graph_builder.extract.paper_rows import MarkIndex, Part, Row, is_aside, rows_of_many
from graph_builder.extract.paper_shapes import is_prose, is_title
from graph_builder.extract.paper_steps import in_step
from graph_builder.extract.paper_years import without_years
from graph_builder.extract.references import Reference
from graph_builder.extract.references.rules import VENUE, YEAR, name_like
from graph_builder.model import BlockKind, MarkKind, Span


@dataclass(frozen=True, slots=True)
class Paper:
    """The rows of one publication entry; *sure* tells that it stands in a list of publications."""

    rows: tuple[Row, ...]
    sure: bool = True
    year: str = ""  # of the heading above
    section: int = -1  # the number of the section among those that may hold papers
    headed: bool = False  # the title is a heading below one of publications, and nothing below it is another work
    span: Span = field(init=False, compare=False)
    """The characters from the first line to the last."""
    core: Span = field(init=False, compare=False)
    """The characters from the first line to the last row that does not say itself that it is a note."""

    def __post_init__(self) -> None:
        rows = [r for r in self.rows if r.fields or not (is_aside(r) or _is_button(r))] or self.rows
        object.__setattr__(self, "span", Span(self.rows[0].span.start, self.rows[-1].span.end))
        object.__setattr__(self, "core", Span(self.rows[0].span.start, rows[-1].span.end))

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of all rows."""
        return tuple(line for row in self.rows for line in row.lines)

    @property
    def title(self) -> Row | None:
        """The row that is the title and nothing else, where every field has rows of its own."""
        titles = [r for r in self.rows if r.part is Part.TITLE]
        return titles[0] if titles and not self.has(Part.WHOLE) else None

    @property
    def authors(self) -> Span | None:
        """The rows that are the author list, where they are rows of their own."""
        found = [r for r in self.rows if r.part is Part.AUTHORS]
        return Span(found[0].span.start, found[-1].span.end) if found and not self.has(Part.WHOLE) else None

    def has(self, *parts: Part) -> bool:
        """Tell whether a row of one of the kinds is there."""
        return any(r.part in parts for r in self.rows)

    def fields(self) -> frozenset[str]:
        """Return the letters of the fields that the rows hold."""
        return frozenset().union(*(r.fields for r in self.rows))


def _is_button(row: Row) -> bool:
    """Tell whether a row is links that say nothing of where the paper lies: "Replication package"."""
    return row.part is Part.LINKS and not re.search(r"\d|rxiv|ssrn|doi|http", row.line.text, re.IGNORECASE)


_NEVER = {
    SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.AWARDS, SectionKind.SERVICE, SectionKind.TEACHING,
    SectionKind.STUDENTS, SectionKind.SKILLS, SectionKind.NEWS, SectionKind.TALKS,
    SectionKind.GRANTS, SectionKind.REFEREES, SectionKind.TOPICS, SectionKind.PATENTS,
}  # fmt: skip
_OF_PUBLICATIONS = re.compile(r"(?i)\b(?:publications?|articles|preprints)\b")
_LEAST = 0.3  # below this, what the model takes for a title is as a rule something else
_NO_TITLE = re.compile(
    r"(?i)\W{0,8}(?:committee|see (?:the|my)|minor in|major in|advis[oe]rs?|supervisors?"
    r"|tel|fax|e-?mail|phone|keywords|h-?index"
    r"|(?:selected|recent|complete|full)\s(?:list|publications|papers|works?)\s(?:of|are|below|can|is|from)"
    r"|currently working on|(?:click|tap) (?:on|here)|coming soon|to be (?:announced|added)|stay tuned"
    r"|\d{1,4}\s(?:publications|papers|articles)\b|(?:co-?)?winner(?=[,:]|\sof\b)|(?:paper|draft|manuscript|slides|code)\s(?:is\s)?available\b)\b\s*:?"
)


def papers_of(page: Page, marks: MarkIndex | None = None) -> Iterator[Paper]:
    """Yield what may be the publication entries of a document, in order."""
    marks = marks if marks is not None else MarkIndex(page.document)
    sections = [s for s in page.sections if not s.inline and (s.kind not in _NEVER or _is_mixed(s))]
    years: dict[Span, str] = {}
    found = rows_of_many([_lines(s, marks) for s in sections], page, marks)
    found = [without_intro(rows, s, page) for rows, s in zip(found, sections, strict=True)]
    lists = [
        without_years(_without_notes(titled_items(without_nested(without_given(rows)))), years)
        for rows in in_step(found)
    ]
    listed = [i for i, s in enumerate(sections) if s.kind is SectionKind.PUBLICATIONS]
    cuts = dict(zip(listed, cut([lists[i] for i in listed]), strict=True))
    for index, rows in enumerate(lists):
        sure = index in cuts
        for group in cuts[index] if index in cuts else cut([rows])[0]:
            year = years.get(group[0].line.span, "")
            paper = Paper(
                tuple(group), sure, year, index, headed=group[0] is rows[0] and _is_headed(sections[index], rows)
            )
            if len(paper.span) >= 20 and paper.fields() and (sure or {"A", "T"} <= paper.fields()):
                yield paper


def _is_mixed(section: Section) -> bool:
    """Tell whether a heading names publications too: "Publications and talks", or "Ph.D." below "Publications".

    One that says nothing, and is as long as a title, may be a paper's title, whatever the lines below it look like.
    """
    guessed = section.content and section.kind not in {SectionKind.EDUCATION, SectionKind.EMPLOYMENT}
    if guessed and len(section.title.split()) >= 6 and is_title(section.title):
        return True
    # "Presentations" below "Publications and talks", "Blog posts" below "Publications"
    own = section.kind in {SectionKind.TALKS, SectionKind.NEWS} and not section.content
    return any(_OF_PUBLICATIONS.search(t) for t in (section.title, *(() if own else section.path)))


def _lines(section: Section, marks: MarkIndex) -> list[Line]:
    head = heading_line(section)
    links = [m.span for m in marks.within(head.span) if m.kind is MarkKind.LINK] if head is not None else []
    if head is not None and links:
        at = head.span.start
        button = before_links(head.text, [(x.start - at, x.end - at) for x in links]) != head.text
        head = replace(head, linked=button or any(x.covers(head.span) for x in links))
    titled = head is not None and (is_title(head.text) or (_is_name(section) and len(section.lines) <= 6))
    titled = titled and head is not None and not _PICTURED.match(head.text)
    # Years that stand in front of a heading are among the lines of its section.
    lines = [*(without_badge(head) if head is not None and titled else []), *section.lines]
    return sorted(lines, key=lambda line: line.span.start)


_BADGE = re.compile(r"\s{2}(?P<badge>[^\W\d_a-z][^\n:]{1,50}?['’\s-](?:(?:19|20)\d\d|['’]\d\d))$")


def without_badge(line: Line) -> list[Line]:
    """Return a heading, and a badge with venue and year that stands beside its title as a line of its own.

    >>> head = Line(Span(0, 29), 0, 0, BlockKind.HEADING, 3, "On Looms and Their Wool  CEX 2020")
    >>> [part.text for part in without_badge(head)]
    ['On Looms and Their Wool', 'CEX 2020']
    """
    found = _BADGE.search(line.text)
    if found is None:
        return [line]
    start = line.span.start + found.start("badge")
    badge = Span(start, start + len(found["badge"]))
    title = line.text[: found.start()].rstrip()
    return [
        replace(line, text=title, span=Span(line.span.start, line.span.start + len(title))),
        replace(line, text=found["badge"], span=badge, row=1, kind=BlockKind.PARAGRAPH, bold=False, linked=False),
    ]


_PICTURED = re.compile(r"[\u2190-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]")  # "👁 Computer Vision": a part of the list


def _is_headed(section: Section, rows: Sequence[Row]) -> bool:
    """Tell whether a section's heading is a title, and what stands below it tells of that work alone.

    So it is where the heading above announces publications, and no row names authors or a venue.
    """
    head = rows[0].line
    words = sum(any(c.isalpha() for c in word) for word in head.text.split())
    if head.kind is not BlockKind.HEADING or len(section.path) < 2 or words < (3 if rows[1:] or head.linked else 5):
        return False
    kind, score, _ = classify_heading(section.path[-2])
    told = any(row.fields & {"A", "V"} or row.line.kind is BlockKind.LIST_ITEM for row in rows[1:])
    return kind is SectionKind.PUBLICATIONS and score >= 4 and not told


def _is_name(section: Section) -> bool:
    """Tell whether the heading of a part of a publication list says nothing: a short title, as "Vinegrow"."""
    return section.kind is SectionKind.PUBLICATIONS and classify_heading(section.title)[1] < 1


def _without_notes(rows: Sequence[Row]) -> list[Row]:
    """Leave out list items that are notes below entries which are paragraphs."""
    items = [r for r in rows if r.line.kind is BlockKind.LIST_ITEM and r.line.starts_block]
    inside = {r.line.block for r in items}
    others = [r for r in rows if r.line.kind is not BlockKind.LIST_ITEM and r.line.parent not in inside]
    carrying = sum(_carries(r) for r in items)
    if not items or carrying >= sum(_carries(r) for r in others) or carrying >= 0.6 * len(items):
        return list(rows)
    return [
        r if r.line.kind is not BlockKind.LIST_ITEM else replace(r, part=Part.NOTE, fields=frozenset()) for r in rows
    ]


def _carries(row: Row) -> bool:
    return "A" in row.fields or row.part is Part.WHOLE


def accepted(papers: Sequence[Paper], references: Sequence[Reference], page: Page) -> list[bool]:
    """Tell of each entry whether it is a publication.

    Where most entries of a section are, the rest of them need no more than authors and a title.
    """
    bare = (_bare_sections(papers, references) - _of_works(papers, page)) | attended(
        ((p.section, p.rows[0].line.span) for p in papers), references, page
    )
    sure = [
        (p.headed or p.section not in bare) and is_paper(p, r, page) for p, r in zip(papers, references, strict=True)
    ]
    listed = Counter(p.section for p in papers if not p.sure)
    told = Counter(p.section for p, yes in zip(papers, sure, strict=True) if yes and not p.sure)
    lists = {section for section, count in told.items() if count >= 3 and count >= 0.6 * listed[section]}
    return [yes or (p.section in lists) for p, r, yes in zip(papers, references, sure, strict=True)]


def _bare_sections(papers: Sequence[Paper], references: Sequence[Reference]) -> frozenset[int]:
    """Return the sections in which no entry has authors, venue or year, on a page where others have.

    They hold other things: what the papers are about, projects, notes on the list.
    """
    full: Counter[int] = Counter()
    for paper, reference in zip(papers, references, strict=True):
        full[paper.section] += bool(reference.authors) + bool(reference.venue or reference.year) >= 1
    if sum(full.values()) < 3:
        return frozenset()
    return frozenset(section for section, count in full.items() if not count)


_WORKS = re.compile(
    r"(?i)\b(?:thes[ie]s|dissertations?|(?:works?|research)\sin\sprogress|ongoing\swork|working\spapers?"
    r"|job[\s-]market[\s-]papers?)\b"
)


def _of_works(papers: Sequence[Paper], page: Page) -> frozenset[int]:
    """Return the sections whose own heading says that works are listed there: "Thesis", "Work in Progress"."""
    titles = {line.span for s in page.sections if _WORKS.search(s.title) for line in s.lines}
    return frozenset(p.section for p in papers if p.rows[0].line.span in titles)


def is_paper(paper: Paper, reference: Reference, page: Page) -> bool:
    """Tell whether an entry, as taken apart, is a publication at all.

    Lists of publications are taken at their word; elsewhere an entry counts where it has authors and a venue or year.
    """
    text = paper.span.of(page.document.text)
    titled = paper.headed or (paper.title is not None and paper.title.line.bold)
    if is_footer(text):
        return False  # "© Ada Lovelace. Design: ...", "Department of Looms, Rice University"
    paper.core.of(page.document.text)  # an abstract tells of "our results"
    if not _has_title(reference, headed=titled):
        return False
    if reference.confidence < _LEAST:
        return False
    towns = 0 if reference.partial else sum(is_place(a.name) for a in reference.authors)  # "Lund et al." is no town
    if 2 * towns > len(reference.authors):
        return False
    bare = not (reference.authors or reference.year or paper.headed)
    if bare and all(r.line.kind is BlockKind.HEADING and not r.line.linked for r in paper.rows):
        return False
    placed = bool(reference.venue) or bool(VENUE.search(text)) or bool(reference.identifiers)
    if paper.sure:
        placed = placed or paper.has(Part.VENUE)
        told = reference.authors or reference.venue or reference.identifiers or "V" in paper.fields()
        if not (told or _listed(paper) or len(reference.title_text.split()) > 4):
            return False  # "2024: Open-source push"
        placed = placed or bool(YEAR.search(text))
        return bool(reference.authors) or placed or _listed(paper)
    if SPOKEN.search(reference.title_text):
        return False
    people = sum(_is_full(a.name) and not is_house(a.name) and not is_role(a.name) for a in reference.authors)
    # "with A. Li": the subject is an author too.
    first = reference.authors[0].start if reference.authors else 0
    titled = reference.title is not None and reference.title.start < min(first, 8)
    people += titled and bool(re.search(r"(?i)\bwith\s{0,8}$", text[:first]))
    many = people >= 2 and people >= 0.7 * len(reference.authors)
    placed = placed or bool(reference.year)  # or its state is told: "in preparation"
    return many and placed and reference.confidence >= 0.5 and not NO_PAPER.search(text[:200])


_ADDRESS = re.compile(r"(?:[^\W\d_]{2,20}\s?:\s?)?(?:http|www\.)")  # "Code: https://loom.example"


def _has_title(reference: Reference, *, headed: bool) -> bool:
    title = reference.title_text
    if len(title) < 4 or not re.search(r"[^\W\d_]{3}", title) or _ADDRESS.match(title) or _NO_TITLE.match(title):
        return False
    if re.search(r"\bet al\b|\(includes\b|\w@\w", title):
        return False
    if not reference.authors and len(CITED_SHORT.findall(reference.text[:400])) > 1:
        return False
    quoted = reference.title is not None and reference.text[: reference.title.start].rstrip().endswith(("“", '"', "‘"))
    if " " not in title and (len(title) < 8 or title.islower()) and not quoted and title.islower():
        return False
    return headed or bool(reference.authors) or not (name_like(title) >= 0.95 and "," in title)


def _is_full(name: str) -> bool:
    """Tell whether a name has a given name or initials beside the family name."""
    words = [w for w in re.split(r"[\s,.]+", name) if w]
    return len(words) >= 2 and any(w[:1].isupper() for w in words) and sum(w.islower() for w in words) <= 2


def _listed(paper: Paper) -> bool:
    """Tell whether the entry is a title, as an item of the list, in a heading that is a link, or above an abstract."""
    line = paper.rows[0].line
    item = line.kind is BlockKind.LIST_ITEM and line.parent < 0
    linked = line.kind is BlockKind.HEADING and line.linked and len(line.text.split()) >= 4
    apart = line.bold or "\t" in line.text  # "**Looms that learn**    Work in progress"
    told = (line.linked or (apart and line.kind is not BlockKind.HEADING)) and any(
        is_prose(row.line.text) or is_aside(row) for row in paper.rows[1:]
    )
    return (item or linked or told or paper.headed) and paper.rows[0].part is Part.TITLE
