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
    HOUSE,
    LIFE,
    NO_PAPER,
    SPOKEN,
    attended,
    is_house,
    of_cards,
    tells_works,
    without_intro,
)
from graph_builder.extract.paper_headed import UNPLACED, drafted, of_card, of_one, of_thesis, placed_rows
from graph_builder.extract.paper_links import before_links
from graph_builder.extract.paper_nested import titled_items, without_divisions, without_given, without_nested
from graph_builder.extract.paper_rows import MarkIndex, Part, Row, is_aside, rows_of_many
from graph_builder.extract.paper_seams import at_seams, without_badge
from graph_builder.extract.paper_shapes import in_quotes, is_prose, is_title, tells_deed, tells_own
from graph_builder.extract.paper_steps import in_step
from graph_builder.extract.paper_summaries import without_summaries
from graph_builder.extract.paper_years import is_of_year, without_years, year_of
from graph_builder.extract.references import Reference
from graph_builder.extract.references.rules import QUOTED, VENUE, YEAR, name_like
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
_PROSE = re.compile(
    r"(?:(?:Hello|Hi|Hey|Welcome|Greetings)\b[^.]{0,40}[,!]\s)?(?:I(?:['’](?:m|ve|d|ll))?|My|We|In\s+(?:my|this)|This\s+(?:page|list|is)|Here\s+(?:is|are)|Below|These\s+are"
    r"|The\s+following|You|For\s+(?:a|the)\s+(?:full|complete|more)|For\s+more|See"
    r"|Please|Co-?author\s+of|Full\s+list|A\s+full|More\s+(?:details|info)|Click)(?=[\s,:])"
)
_SAYS_OF_LIST = re.compile(
    r"(?i)\b(?:are|is)\s+(?:excluded|omitted|listed|included|marked|denoted|highlighted|underlined|indicated|linked|provided)\b|\bin\s+bold\b"
)
_OF_DOCUMENT = re.compile(r"(?:A|My|The)\s(?:(?:detailed|full|complete|short|long)\s)?(?:CV|vita|résumé|resume|list)\b")
_COUNTS = re.compile(
    r"(?i)\W{0,9}(?:over\s|more\sthan\s)?\d{1,3}\+?\s(?:[\w-]+\s){0,2}(?:publications|papers?|articles|manuscripts)(?=[,.;(]|\s(?:in|as|at|with|and|submitted|accepted|under)\b)"
)
_SPENT = re.compile(r"\t\d{1,3}\s(?:hours?|days?|weeks?|months?)\b")  # a row on field work or a course
_OF_PUBLICATIONS = re.compile(r"(?i)\b(?:publications?|articles|preprints)\b")
_CITED = re.compile(r"\((?:e\.g\.,?\s|see\s)?[A-Z][\w'’-]{1,30}\set\sal\.?,?\s[^()]{0,80}?(?:19|20)\d\d[a-f]?\)")
_POST = re.compile(r"(?i)\W{0,9}read\s(?:the\s(?:full\s)?(?:post|essay)|(?:it\s)?on\s(?:substack|medium|my\sblog))\W*")
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
    told = [s for s in page.sections if not s.inline]
    sections = [s for s in told if s.kind not in _NEVER or _is_mixed(s) or of_cards(s, page)]
    years: dict[Span, str] = {}
    found = without_summaries(rows_of_many([_lines(s, marks) for s in sections], page, marks))
    found = [without_divisions(without_intro(rows, s, page)) for rows, s in zip(found, sections, strict=True)]
    lists = [
        without_years(_without_notes(placed_rows(titled_items(without_nested(without_given(rows))))), years)
        for rows in in_step(found)
    ]
    listed = [i for i, s in enumerate(sections) if s.kind is SectionKind.PUBLICATIONS or tells_works(s, lists[i], page)]
    cuts = dict(zip(listed, cut([lists[i] for i in listed]), strict=True))
    for index, rows in enumerate(lists):
        sure = index in cuts
        one = (of_one(rows) if sure else None) or of_card(rows)
        cuts |= {index: [one]} if one is not None else {}
        for group in cuts[index] if index in cuts else cut([rows])[0]:
            year = year_of(group[0].line, sections[index], page) or years.get(group[0].line.span, "")
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
    lines = [*(without_badge(head) if head is not None and titled else []), *at_seams(section, marks)]
    return sorted(lines, key=lambda line: line.span.start)


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
    return kind is SectionKind.PUBLICATIONS and score >= 4 and not told and classify_heading(head.text)[2] < 0.5


def _is_name(section: Section) -> bool:
    """Tell whether the heading of a part of a publication list says nothing: a short title, as "Vinegrow"."""
    return section.kind is SectionKind.PUBLICATIONS and classify_heading(section.title)[1] < 1


def _without_notes(rows: Sequence[Row]) -> list[Row]:
    """Leave out list items that are notes below entries which are paragraphs."""
    items = [r for r in rows if r.line.kind is BlockKind.LIST_ITEM and r.line.starts_block]
    inside = {r.line.block for r in items}
    others = [r for r in rows if r.line.kind is not BlockKind.LIST_ITEM and r.line.parent not in inside]
    below = {
        r.line.parent
        for r in rows
        if r.line.parent in inside and r.line.kind is not BlockKind.LIST_ITEM and _carries(r)
    }
    carrying = sum(_carries(r) or r.line.block in below for r in items)
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
        (p.headed or p.section not in bare or drafted(p.rows)) and is_paper(p, r, page)
        for p, r in zip(papers, references, strict=True)
    ]
    listed = Counter(p.section for p in papers if not p.sure)
    told = Counter(p.section for p, yes in zip(papers, sure, strict=True) if yes and not p.sure)
    lists = {section for section, count in told.items() if count >= 3 and count >= 0.6 * listed[section]}
    return [
        yes or (p.section in lists and _like_others(r) and is_paper(replace(p, sure=True), r, page))
        for p, r, yes in zip(papers, references, sure, strict=True)
    ]


def _like_others(reference: Reference) -> bool:
    """Tell whether an entry among papers has what a paper needs there, and is no sentence on the subject's life."""
    return (
        bool(reference.authors)
        and bool(reference.venue or reference.year)
        and not LIFE.search(reference.text)
        and not NO_PAPER.search(reference.text[:200])
    )


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
    if is_footer(text) or (not reference.authors and HOUSE.match(reference.title_text)):
        return False  # "© Ada Lovelace. Design: ...", "Department of Looms, Rice University"
    core = paper.core.of(page.document.text)  # an abstract tells of "our results"
    if not 20 <= len(text) <= 6000 or not _has_title(reference, headed=titled) or _is_remark(core, reference):
        return False
    if reference.confidence < _LEAST or any(_POST.fullmatch(row.line.text) for row in paper.rows):
        return False
    towns = 0 if reference.partial else sum(is_place(a.name) for a in reference.authors)  # "Lund et al." is no town
    if _only_cites(reference) or 2 * towns > len(reference.authors):
        return False
    bare = not (reference.authors or reference.year or paper.headed)
    if bare and all(r.line.kind is BlockKind.HEADING and not r.line.linked for r in paper.rows):
        return False
    placed = bool(reference.venue) or bool(VENUE.search(text)) or bool(reference.identifiers)
    if paper.sure:
        placed = placed or paper.has(Part.VENUE)
        told = reference.authors or reference.venue or reference.identifiers or "V" in paper.fields()
        if not (told or _listed(paper, page) or len(reference.title_text.split()) > 4):
            return False  # "2024: Open-source push"
        placed = placed or bool(YEAR.search(text) or _SOLE.search(text))
        return bool(reference.authors) or placed or _listed(paper, page)
    if _SPENT.search(text[:120]) or (LIFE.search(core) and not QUOTED.search(text)):
        return False
    if SPOKEN.search(reference.title_text) and not QUOTED.search(text):
        return False
    people = sum(_is_full(a.name) and not is_house(a.name) and not is_role(a.name) for a in reference.authors)
    # "with A. Li": the subject is an author too.
    first = reference.authors[0].start if reference.authors else 0
    titled = reference.title is not None and reference.title.start < min(first, 8)
    people += titled and bool(re.search(r"(?i)\bwith\s{0,8}$", text[:first]))
    many = people >= 2 and people >= 0.7 * len(reference.authors)
    placed = placed or bool(reference.year) or drafted(paper.rows)  # or its state is told: "in preparation"
    placed = placed or any(len(r.line.text) < 80 and UNPLACED.search(r.line.text) for r in paper.rows[2:])
    return many and placed and reference.confidence >= 0.5 and not NO_PAPER.search(text[:200])


# "On looms (sole-authored)", "On looms (Job Market Paper)"
_SOLE = re.compile(
    r"\((?:(?:sole|single|solo)[\s-]?(?:authored|author|authorship)?|job[\s-]market[\s-]paper|JMP)\)", re.IGNORECASE
)


def _only_cites(reference: Reference) -> bool:
    """Tell whether an entry names people and a venue only as a source: "(Doe et al., Nature 2005)"."""
    found = _CITED.search(reference.text)
    if found is None or reference.title is None or reference.title.start > found.start():
        return False
    fields = [Span(a.start, a.end) for a in reference.authors]
    fields += [reference.venue] if reference.venue is not None else []
    return all(found.start() <= f.start and f.end <= found.end() for f in fields)


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
    full = len(reference.authors) > 0 and bool(reference.venue) and bool(reference.year)
    if " " not in title and (len(title) < 8 or title.islower()) and not quoted and (title.islower() or not full):
        return False
    return headed or bool(reference.authors) or not (name_like(title) >= 0.95 and "," in title)


def _is_remark(text: str, reference: Reference) -> bool:
    """Tell whether a text is about the list, or about the subject's life, and no entry of it."""
    if QUOTED.search(text):
        return False
    if _COUNTS.match(text):
        return True
    if not reference.authors and (_SAYS_OF_LIST.search(text) or _OF_DOCUMENT.match(text)):
        return True
    full = bool(reference.authors and reference.venue and reference.year)  # "We Need Looms. A. Li. Review 2018."
    if _PROSE.match(text) and (re.search(r"\b(?:I|[Mm]y)\b", text) or (len(text) < 200 and not full)):
        return True
    outside = re.sub(r"\([^()]{1,120}\)", "", text)  # "On tides (from my thesis)"
    listed = reference.year and (reference.venue or reference.identifiers)  # "Do as I can", CEX 2020
    return not (reference.authors or listed) and bool(re.search(r"(?:^|[,.]\s|\s)(?:I|I've|my|our)\s", outside))


def _is_full(name: str) -> bool:
    """Tell whether a name has a given name or initials beside the family name."""
    words = [w for w in re.split(r"[\s,.]+", name) if w]
    return len(words) >= 2 and any(w[:1].isupper() for w in words) and sum(w.islower() for w in words) <= 2


def _listed(paper: Paper, page: Page) -> bool:
    """Tell whether the entry is a title, as an item of the list, in a heading that is a link, or above an abstract."""
    line = paper.rows[0].line
    item = line.kind is BlockKind.LIST_ITEM and (line.parent < 0 or is_of_year(line, page)) or in_quotes(line.text)
    linked = line.kind is BlockKind.HEADING and line.linked and len(line.text.split()) >= 4
    apart = line.bold or "\t" in line.text  # "**Looms that learn**    Work in progress"
    told = (line.linked or (apart and line.kind is not BlockKind.HEADING)) and any(
        is_prose(row.line.text) or tells_deed(row.line.text) or tells_own(row.line.text) or is_aside(row)
        for row in paper.rows[1:]
    )
    told = told or drafted(paper.rows) or len(paper.rows) == 1 and of_thesis(line, page)
    return (item or linked or told or paper.headed) and paper.rows[0].part is Part.TITLE
