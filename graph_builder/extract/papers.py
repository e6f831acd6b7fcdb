"""Publication entries: which lines of a list, page or table make up one paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from graph_builder.extract.entries import heading_line
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.extract.references.rules import LABEL, LINKS, QUOTED, VENUE, YEAR, chunks, name_like
from graph_builder.gazetteer import load
from graph_builder.model import BlockKind, MarkKind, Span


class Part(StrEnum):
    """What a line of a publication list is."""

    WHOLE = "whole"  # authors and more: a reference, or its beginning
    AUTHORS = "authors"
    TITLE = "title"
    VENUE = "venue"
    LINKS = "links"
    NOTE = "note"
    TEXT = "text"


@dataclass(slots=True)
class Paper:
    """The lines of one publication entry."""

    lines: list[Line] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def title(self) -> Line | None:
        """The line that is the title and nothing else, where authors stand on lines of their own."""
        titles = [line for line, part in zip(self.lines, self.parts, strict=True) if part is Part.TITLE]
        return titles[0] if titles and self.has(Part.AUTHORS) and not self.has(Part.WHOLE) else None

    @property
    def authors(self) -> Span | None:
        """The lines that are the author list, where they are lines of their own."""
        found = [line for line, part in zip(self.lines, self.parts, strict=True) if part is Part.AUTHORS]
        return Span(found[0].span.start, found[-1].span.end) if found and self.title is not None else None

    @property
    def span(self) -> Span:
        """The characters from the first line to the last."""
        return Span(self.lines[0].span.start, self.lines[-1].span.end)

    def has(self, *parts: Part) -> bool:
        """Tell whether a line of one of the kinds is there."""
        return any(p in parts for p in self.parts)


_NEVER = {
    SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.AWARDS, SectionKind.SERVICE, SectionKind.TEACHING,
    SectionKind.STUDENTS, SectionKind.SKILLS, SectionKind.CONTACT, SectionKind.NEWS, SectionKind.TALKS,
    SectionKind.GRANTS, SectionKind.REFEREES, SectionKind.TOPICS, SectionKind.PATENTS,
}  # fmt: skip
_ENDED = re.compile(r"(?:[.!?)\]”\"»]|\d{4}|\d)[*†‡]*$")
_NUMBERED = re.compile(r"^\s*(?:\[[A-Z]{0,3}[-.]?\d{1,3}\]|\(\d{1,3}\)|[A-Z]{0,2}\d{1,3}[.)])\s+")
_NOTE = re.compile(
    r"^(?:tl;?\s?dr|abstract|summary|keywords?|relevance|note|contributions?|description|impact|highlights?|media|press|"
    r"award|best\s|oral|spotlight|★|🏆|\(?\*|the\s+first\s+two|equal|we\s|this\s+(?:paper|work)|here|in\s+this|our\s|i\s)",
    re.IGNORECASE,
)
_BARE_LINKS = re.compile(
    r"^[\s\[\](){}|/•·,;:&+-]*(?:(?:pdf|code|slides?|video|poster|bib(?:tex)?|link|doi|paper|project|page|website|webpage|demo|data|"
    r"dataset|abstract|abs|supp\w*|talk|blog(?:\s?post)?|arxiv|github|press|cite|preprint|html|url|appendix|errata|journal|"
    r"version|online|access|pubmed|google|scholar|colab|tweet|twitter|thread|media|news|summary|model|models|benchmark|tool|"
    r"repo|repository|openreview|proceedings|publisher|full|text|extended|short|ssrn|software|matlab|reproducible|python|r|"
    r"project\s?page|ai|techcrunch|interactive|results|play|more|list|of|read|view|download|acm|ieee|dl|hal|https?:\S+|"
    r"www\.\S+|\d+[- ](?:min(?:ute)?|hour)s?)\b[\s\[\](){}|/•·,;:&+.-]*)+$",
    re.IGNORECASE,
)


def papers_of(page: Page) -> Iterator[Paper]:
    """Yield the publication entries of a document, in order.

    Sections on publications are taken at their word; elsewhere an entry counts where it has authors and a venue or year.
    """
    for section in page.sections:
        if section.kind in _NEVER or section.inline:
            continue
        sure = section.kind is SectionKind.PUBLICATIONS
        head = heading_line(section)
        lines = ([head] if head is not None and _is_title(head.text) else []) + list(section.lines)
        for paper in _group(lines, page, section):
            if _is_paper(paper, page, sure=sure):
                yield paper


def _group(lines: Sequence[Line], page: Page, section: Section) -> Iterable[Paper]:
    parts = [_part(line, page) for line in lines]
    items = _items_carry(lines, parts)
    paper = Paper()
    skipping = False
    for index, (line, part) in enumerate(zip(lines, parts, strict=True)):
        if line.kind is BlockKind.LIST_ITEM and not items:
            skipping = True
            continue
        if skipping and not line.starts_block:
            continue
        skipping = False
        following = parts[index + 1] if index + 1 < len(parts) else None
        if paper.lines and _begins(line, part, following, paper, items=items):
            yield paper
            paper = Paper()
        paper.lines.append(line)
        paper.parts.append(part)
    if paper.lines:
        yield paper


def _items_carry(lines: Sequence[Line], parts: Sequence[Part]) -> bool:
    """Tell whether list items are the entries, rather than notes below entries that are paragraphs."""
    items = [p for line, p in zip(lines, parts, strict=True) if line.kind is BlockKind.LIST_ITEM and line.starts_block]
    others = [p for line, p in zip(lines, parts, strict=True) if line.kind is not BlockKind.LIST_ITEM]
    carrying = sum(p in {Part.WHOLE, Part.AUTHORS} for p in items)
    beside = sum(p in {Part.WHOLE, Part.AUTHORS} for p in others)
    return bool(items) and (carrying >= beside or carrying >= 0.6 * len(items))


def _part(line: Line, page: Page) -> Part:
    """Say what a line of a publication list is by itself."""
    text = line.text
    if _BARE_LINKS.match(text):
        return Part.LINKS
    label = LABEL.match(text)
    body = text[label.end() :] if label else text
    body = LINKS.sub(" ", body).strip()
    if not any(c.isalpha() for c in body):
        return Part.VENUE if YEAR.search(body) else Part.LINKS
    if _NOTE.match(body) and not YEAR.search(body[:60]):
        return Part.NOTE
    pieces = [s.of(body) for s in chunks(body)]
    if name_like(body.rstrip(" .,;:")) >= 0.75 and _people(body, page):
        return Part.AUTHORS
    lead = next((p for p in pieces[:1] if name_like(p) >= 0.75 and _people(p, page)), None)
    if lead is not None and len(lead) < 0.95 * len(body):
        return Part.WHOLE if len(pieces) > 1 else Part.AUTHORS
    if len(body) < 160 and _venue_like(body) and (YEAR.search(body[-12:]) or load().venue(body) is not None):
        return Part.VENUE
    if _quoted_or_marked(line, page):
        return Part.WHOLE if any(name_like(p) >= 0.8 and _people(p, page) for p in pieces[1:]) else Part.TITLE
    if any(name_like(p) >= 0.85 and _people(p, page) for p in pieces[1:4]):
        return Part.WHOLE
    if len(body) < 220 and _venue_like(body):
        return Part.VENUE
    return Part.TITLE if _is_title(body) else Part.TEXT


def _people(text: str, page: Page) -> bool:
    """Tell whether what looks like names is more than one name, or the subject's."""
    if re.search(r",|;|\band\b|&| et al", text):
        return True
    families = {n.split()[-1].casefold() for n in page.subject_names if n.split()}
    return any(w.strip(".,*").casefold() in families for w in text.split())


def _venue_like(text: str) -> bool:
    if load().venue(re.sub(r"[\d'’()\[\],]+", " ", text).strip()) is not None:
        return True
    return bool(VENUE.search(text)) and (bool(YEAR.search(text)) or bool(re.search(r"\d", text)) or len(text) < 90)


def _quoted_or_marked(line: Line, page: Page) -> bool:
    """Tell whether the line begins with a title in quotes, bold, italic or a link."""
    text = line.text
    quoted = QUOTED.match(text.lstrip("[]()0123456789. "))
    if quoted:
        return True
    for mark in page.document.marks_in(line.span):
        if mark.kind in {MarkKind.BOLD, MarkKind.ITALIC, MarkKind.LINK, MarkKind.UNDERLINE}:
            inside = mark.span.of(page.document.text)
            if mark.span.start - line.span.start <= 12 and _is_title(inside) and name_like(inside) < 0.75:
                return True
    return False


def _is_title(text: str) -> bool:
    words = text.split()
    return 3 <= len(words) <= 40 and len(text) >= 14 and not text[:1].islower() and not re.match(r"https?:", text)


def _begins(line: Line, part: Part, following: Part | None, paper: Paper, *, items: bool) -> bool:
    """Tell whether a line begins a new entry after the lines of *paper*."""
    last = paper.lines[-1]
    if part in {Part.LINKS, Part.NOTE} and line.kind is not BlockKind.HEADING:
        return line.kind is BlockKind.LIST_ITEM and items and line.starts_block and line.parent < 0
    if line.kind is BlockKind.HEADING or line.kind is BlockKind.TABLE_ROW:
        return True
    if items and line.starts_block and line.kind is BlockKind.LIST_ITEM:
        inside = line.parent >= 0 and any(x.block == line.parent for x in paper.lines)
        return not inside
    if items and line.block == last.block and last.kind is BlockKind.LIST_ITEM:
        return False
    if _NUMBERED.match(line.text) and not line.text[:4].strip("[(").startswith(("19", "20")):
        return True
    running = line.block == last.block and not _ENDED.search(last.text) and paper.parts[-1] in {Part.WHOLE, Part.TEXT}
    if running or line.text[:1].islower() or last.text.endswith(("-", ",", " and", " In", " in", " of", " the")):
        return False
    if part is Part.WHOLE:
        return paper.has(Part.WHOLE, Part.AUTHORS, Part.VENUE) or not paper.has(Part.TITLE)
    if part is Part.AUTHORS:
        return paper.has(Part.AUTHORS) if line.block != last.block or paper.has(Part.TITLE) else paper.has(Part.WHOLE)
    if part is Part.VENUE:
        return False
    if part is Part.TITLE:
        settled = paper.has(Part.AUTHORS, Part.WHOLE) or (paper.has(Part.TITLE) and paper.has(Part.VENUE, Part.LINKS))
        return settled and (line.block != last.block or following is Part.AUTHORS)
    return line.block != last.block and paper.has(Part.WHOLE, Part.VENUE)


def _is_paper(paper: Paper, page: Page, *, sure: bool) -> bool:
    """Tell whether a group of lines is a publication at all."""
    text = paper.span.of(page.document.text)
    if len(text) < 20 or len(text) > 4000:
        return False
    people = paper.has(Part.AUTHORS, Part.WHOLE)
    dated = bool(YEAR.search(text))
    placed = paper.has(Part.VENUE) or bool(VENUE.search(text))
    if sure:
        return (people or placed or dated or bool(QUOTED.search(text)) or _listed(paper)) and not _is_prose(text)
    return people and (dated or placed) and not _is_prose(text) and _people_many(paper)


def _listed(paper: Paper) -> bool:
    return paper.lines[0].kind is BlockKind.LIST_ITEM and paper.parts[0] is Part.TITLE


def _people_many(paper: Paper) -> bool:
    best = max(
        (line.text for line, p in zip(paper.lines, paper.parts, strict=True) if p in {Part.AUTHORS, Part.WHOLE}),
        key=len,
    )
    return best.count(",") + best.count(" and ") + best.count("&") >= 1


def _is_prose(text: str) -> bool:
    return bool(
        re.match(
            r"(?:I|My|We|In\s+(?:my|this)|You|For\s+(?:a|the)\s+(?:full|complete)|See|Please|Full list|A\s+full)\s",
            text,
        )
    ) and (" I " in text or " my " in text or len(text) < 140)
