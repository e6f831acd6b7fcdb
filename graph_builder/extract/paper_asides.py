"""Works beside publication lists: in BibTeX, and below degrees and jobs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graph_builder.extract.bibtex import BibEntry, bib_entries
from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Line, Page, SectionKind
from graph_builder.extract.paper_rows import MarkIndex
from graph_builder.extract.paper_venues import known_venue
from graph_builder.extract.references import Name, Reference, segment_many, short_venue
from graph_builder.extract.references.identifiers import find_identifiers
from graph_builder.extract.references.rules import QUOTED, YEAR
from graph_builder.model import BlockKind, Claim, MarkKind, Relation, Span

Found = Iterator[tuple[Span, Reference]]

_BIB_KINDS = {
    "article": "article", "inproceedings": "paper", "conference": "paper", "phdthesis": "thesis", "thesis": "thesis",
    "mastersthesis": "thesis", "book": "book", "incollection": "chapter", "inbook": "chapter", "techreport": "report",
}  # fmt: skip
_BIB_VENUES = ("booktitle", "journal", "journaltitle", "school", "institution", "publisher", "howpublished")


def bibliography(page: Page) -> Found:
    """Yield the BibTeX entries of a page that name the subject among their authors."""
    families = {n.split()[-1].casefold() for n in page.subject_names if n.split()}
    text = page.document.text
    for block in page.document.blocks:
        inside = block.span.of(text)
        if "@" not in inside or "{" not in inside:
            continue
        for entry in bib_entries(inside, block.span.start):
            reference = _of_bibtex(entry, text)
            if reference is None:
                continue
            printed = {w.casefold().strip(".,") for a in reference.authors for w in a.name.split()}
            if not families or families & printed:
                yield entry.span, reference


def _of_bibtex(entry: BibEntry, text: str) -> Reference | None:
    at = entry.span.start
    fields = {k: Span(v.start - at, v.end - at) for k, v in entry.fields.items()}
    body = entry.span.of(text)
    if "title" not in fields or not body[fields["title"].start : fields["title"].end].strip("{} \n"):
        return None
    names: tuple[Name, ...] = ()
    partial = False
    if "author" in fields:
        names, partial = _bib_authors(fields["author"].of(body), fields["author"].start)
    venue = next((fields[k] for k in _BIB_VENUES if k in fields and short_venue(fields[k].of(body))), None)
    year = YEAR.search(body[fields["year"].start : fields["year"].end]) if "year" in fields else None
    return Reference(
        body, names, partial, fields["title"], venue, year.group()[:4] if year else "",
        identifiers=find_identifiers(body), kind=_BIB_KINDS.get(entry.kind, "other"), confidence=0.93,
    )  # fmt: skip


def _bib_authors(text: str, start: int) -> tuple[tuple[Name, ...], bool]:
    """Return the names of an author field, which "and" divides, and tell whether "others" ends it."""
    names = []
    partial = False
    for piece in re.finditer(r"(?:(?!\sand\s)[\s\S])+", text):
        printed = re.sub(r"^and\s+", "", piece.group().strip())
        begin = start + piece.start() + piece.group().index(printed) if printed else 0
        if printed.strip("{} ").casefold() in {"others", "et al.", "et al"}:
            partial = True
        elif printed:
            names.append(Name(printed, begin, begin + len(printed)))
    return tuple(names), partial


_VERB = re.compile(
    r"(?:\w{1,30}ed|\w{1,30}ing|Led|Built|Wrote|Won|Gave|Taught|Ran|Made|Did|Was|Were|Am|Is|Are|Have|Has|My|Our|We|I|The\steam|Research\son|Work\son)\s"
)


def papers_of_jobs(page: Page, marks: MarkIndex) -> Found:
    """Yield the papers among the list items below jobs and projects: a title, and a known venue or an address."""
    lines = [
        line
        for section in page.of_kind(SectionKind.EMPLOYMENT, SectionKind.PROJECTS)
        for line in section.lines
        if line.kind is BlockKind.LIST_ITEM and line.starts_block and 30 <= len(line.text) <= 400
    ]
    spans = [_item(line, page) for line in lines]
    texts = [(s.of(page.document.text), marks.inside(s)) for s in spans]
    for line, span, reference in zip(lines, spans, segment_many(texts, page.subject_names), strict=True):
        if not _VERB.match(line.text) and _is_cited(reference):
            yield span, reference


def _item(line: Line, page: Page) -> Span:
    block = page.document.blocks[line.block].span
    return Span(line.span.start, max(line.span.end, min(block.end, line.span.start + 600)))


def _is_cited(reference: Reference) -> bool:
    """Tell whether a line is a citation: a title in title case at its start, and where and when it appeared."""
    title = reference.title_text
    if reference.title is None or reference.title.start > 8 or len(title) < 20:
        return False
    long = [w for w in re.findall(r"[^\W\d_][\w-]*", title) if len(w) >= 4]
    if len(long) < 3 or sum(w[:1].isupper() for w in long) < 0.7 * len(long):
        return False
    preprint = any(i.scheme in {"arxiv", "doi", "acl", "openreview"} for i in reference.identifiers)
    placed = bool(reference.venue_text) and known_venue(reference.venue_text)
    return preprint or (placed and bool(reference.year))


_THESIS = re.compile(
    r"(?i)(?:^|[\s(;,.])(?:title\s+of\s+)?(?:the\s+)?(?:(?:doctoral|ph\.?\s?d\.?|m\.?\s?sc\.?|master(?:['’]?s)?|bachelor(?:['’]?s)?|honou?rs|senior|diploma)\s+)?"
    r"(?:thesis|dissertation)(?:\s+(?:title|topic|work))?\s*(?::|–|—|\s-\s|\bon\b|\bentitled\b|\btitled\b|,?\s(?=[“\"]))\s*(?=\S)"
)
_WITH_DEGREES = re.compile(r"\b(?:education|degrees|studies)\b", re.IGNORECASE)  # "Positions and Education"
_THESIS_END = re.compile(
    r"\s{0,4}(?:[.;]\s|\n|\t|[\[(](?=\s{0,4}(?:link|pdf|official|open|advis|superv|grade|\d))|[,.]?\s{0,4}\b(?:advis[eo]rs?|advised|supervis|committee|director|mentor|promot)|$)",
    re.IGNORECASE,
)


def theses(page: Page, draft: Draft, marks: MarkIndex) -> Found:
    """Yield the theses that entries on education name by title, with the institution and year of the degree."""
    degrees = sorted(draft.of(Relation.EDUCATION), key=lambda c: c.evidence.span)
    mixed = [s for s in page.of_kind(SectionKind.EMPLOYMENT) if _WITH_DEGREES.search(s.title)]
    for section in (*page.of_kind(SectionKind.EDUCATION), *mixed):
        for index, first in enumerate(section.lines):
            line = _continued(section.lines, index, page)
            found = _THESIS.search(line.text, 0, len(first.text) + 1)
            title = _thesis_title(line, found.end(), marks) if found is not None else None
            if title is None:
                continue
            degree = next((c for c in reversed(degrees) if c.evidence.span.start <= line.span.start), None)
            yield _thesis(line, title, degree, draft)


def _continued(lines: Sequence[Line], at: int, page: Page) -> Line:
    """Return a line with those below it that the page's width broke off."""
    last = line = lines[at]
    for following in lines[at + 1 : at + 4]:
        broken = last.text.endswith(("-", ":")) or following.text[:1].islower()
        if following.block != last.block or following.row != last.row + 1 or not broken:
            break
        last = following
    span = Span(line.span.start, last.span.end)
    return replace(line, span=span, text=span.of(page.document.text).replace("\n", " ")) if last is not line else line


_ON = re.compile(r"\bon\s*\Z", re.IGNORECASE)


def _capital(text: str) -> bool:
    """Tell whether most longer words of a text have a capital, as those of titles in title case."""
    long = [w for w in re.findall(r"[^\W\d_][\w-]*", text) if len(w) >= 4]
    return bool(2 * sum(w[:1].isupper() for w in long) > len(long))


def _thesis_title(line: Line, start: int, marks: MarkIndex) -> Span | None:
    text = line.text
    quoted = QUOTED.match(text, start)
    if quoted is not None:
        span = Span(*quoted.span(1 if quoted.group(1) else 2))
    else:
        linked = (m for m in marks.within(line.span) if m.kind in {MarkKind.LINK, MarkKind.ITALIC, MarkKind.BOLD})
        mark = next((m.span for m in linked if abs(m.span.start - line.span.start - start) <= 2), None)
        end = mark.end - line.span.start if mark is not None else start
        if mark is None and (stop := _THESIS_END.search(text, start)) is not None:
            end = stop.start()
        span = Span(start, end)
        if mark is None and _ON.search(text[max(0, start - 6) : start]) and not _capital(span.of(text)):
            return None  # "thesis on RAD51 and its interactions in the cell", which tells the subject
    title = span.of(text).rstrip(" .,;:")
    if not 3 <= len(title.split()) <= 35 or not title[:1].isupper():
        return None
    return Span(span.start, span.start + len(title))


def _thesis(line: Line, title: Span, degree: Claim | None, draft: Draft) -> tuple[Span, Reference]:
    """Return a thesis as a reference whose text is that of the document from its degree's entry on."""
    if degree is None:
        return line.span, Reference(line.text, title=title, kind="thesis", confidence=0.75)
    school = draft.mentions[degree.roles["organization"]]
    place = school.evidence.span if school.evidence is not None else None
    start = min(line.span.start, place.start) if place is not None else line.span.start
    whole = Span(start, line.span.end)
    shift = line.span.start - start
    venue = Span(place.start - start, place.end - start) if place is not None and place.end <= line.span.end else None
    year = degree.values.get("end", "")[:4]
    return whole, Reference(
        whole.of(draft.document.text), title=Span(title.start + shift, title.end + shift), venue=venue,
        year=year if year.isdigit() else "", kind="thesis", confidence=0.75,
    )  # fmt: skip
