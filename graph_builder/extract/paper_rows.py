"""Rows of publication lists: lines that the page wrapped made whole again, and what each holds of a reference."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from graph_builder.extract.page import Line, Page
from graph_builder.extract.paper_links import are_links, as_read, bare_links, before_links
from graph_builder.extract.paper_notes import is_note
from graph_builder.extract.paper_said import LONG, SAID, leads_prose
from graph_builder.extract.paper_shapes import is_prose, is_title, is_whole
from graph_builder.extract.paper_venues import (
    PRESS_YEAR,
    is_venue,
    known_venue,
    names_issue,
    names_meeting,
    year_between,
)
from graph_builder.extract.paper_wraps import NUMBERED, unwrapped
from graph_builder.extract.references.features import Entry
from graph_builder.extract.references.model import Labelling, load
from graph_builder.extract.references.rules import LABEL, YEAR
from graph_builder.extract.references.tokens import Tokens, tokenize
from graph_builder.model import BlockKind, Document, Mark, MarkKind, Span


class Part(StrEnum):
    """What a row of a publication list is."""

    WHOLE = "whole"  # a reference, or several of its fields
    AUTHORS = "authors"
    TITLE = "title"
    VENUE = "venue"
    LINKS = "links"
    NOTE = "note"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Row:
    """One or more lines that are one unit of a list; *fields* are the letters of the fields that it holds.

    ``A`` stands for authors, ``T`` for a title, ``V`` for a venue, ``Y`` for a year.
    """

    lines: tuple[Line, ...]
    part: Part
    fields: frozenset[str]
    numbered: bool = False
    lead: str = ""  # the first field of the row
    joined: bool = False  # "with A. Smith": the co-authors of what stands above
    labelling: Labelling | None = field(default=None, compare=False, repr=False)
    line: Line = field(init=False, compare=False, repr=False)
    """The first line."""
    span: Span = field(init=False, compare=False, repr=False)
    """The characters from the first line to the last."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "line", self.lines[0])
        object.__setattr__(self, "span", Span(self.lines[0].span.start, self.lines[-1].span.end))


_WITH = re.compile(
    r"\W{0,3}(?:joint(?:ly)?\s(?:work\s)?with|together\swith|(?:with|w/)(?=\s\W{0,3}[A-Z])|coauthors?:|authors?:)\s",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"[\W_]{0,2}(?<!\()(?i:together|joint(?:ly)?(?:\swork)?)\swith\s(?=[A-Z])")
# "(an earlier version appeared in: ...)", below the venue of the paper.
_EARLIER = re.compile(
    r"\W{0,3}(?:an?\s|the\s)?(?:(?:much\s)?(?:earlier|preliminary|previous|prior|short(?:er)?|abridged|conference|extended|full)\s)"
    r"(?:(?:journal|conference|and|shorter|abridged)\s){0,2}(?:version|abstract)s?\b(?:\s(?:of\s(?:this|the)\s\w+\s)?(?:has\s|was\s|were\s)?"
    r"(?:appear|publish|present|accept|in\b|at\b)|\s?:)",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"^\W{0,3}(?:(?:conditionally\s+)?accepted|forthcoming|to\s+appear|in\s+press|under\s+(?:review|revision)"
    r"|(?:re-?)?submitted|reject\s+(?:and|&)\s+resubmit"
    r"|revis\w+\s+(?:and|&)\s+resubmi\w+|r(?:ej)?\s?&\s?r\b|in\s+preparation|work\s+in\s+progress|working\s+paper|job\s+market\s+paper|published\s+in|pre-?print(?!\]))\b",
    re.IGNORECASE,
)
_ENDS_IN_YEAR = re.compile(r"(?:19|20)\d\d\W{0,3}$")


class MarkIndex:
    """The marks of a document by place, so that those of one line are found without a look at all others."""

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self._marks = sorted(document.marks, key=lambda m: (m.span, m.kind, m.href))
        self._starts = [m.span.start for m in self._marks]
        self._reach: list[int] = []
        for mark in self._marks:
            self._reach.append(max(mark.span.end, self._reach[-1] if self._reach else 0))

    def within(self, span: Span) -> list[Mark]:
        """Return the marks that overlap *span*, in order."""
        at = bisect_left(self._starts, span.end)
        found = []
        while at > 0 and self._reach[at - 1] > span.start:
            at -= 1
            if self._marks[at].span.end > span.start:
                found.append(self._marks[at])
        return found[::-1]

    def inside(self, span: Span) -> list[tuple[str, int, int]]:
        """Return the marks that overlap *span* as kind, start and end, counted from its start."""
        return [
            (m.kind, max(m.span.start, span.start) - span.start, min(m.span.end, span.end) - span.start)
            for m in self.within(span)
        ]


def rows_of_many(lists: Sequence[Sequence[Line]], page: Page, marks: MarkIndex) -> list[list[Row]]:
    """Return the rows of each section's lines, with the fields that the model (asked once) and the layout show."""
    groups = [unwrapped(lines, page) for lines in lists]
    text = page.document.text
    dull = [_everywhere(listed) for listed in groups]
    groups = [_plain(listed) if MarkKind.BOLD in kinds else listed for listed, kinds in zip(groups, dull, strict=True)]
    families = frozenset(w.casefold() for n in page.subject_names for w in re.findall(r"[^\W\d_]{3,}", n))
    spans = [Span(g[0].span.start, g[-1].span.end) for listed in groups for g in listed]
    ignored = [kinds for listed, kinds in zip(groups, dull, strict=True) for _ in listed]
    entries = [
        Entry(
            tokenize(as_read(s.of(text))),
            [
                m
                for m in marks.inside(s)
                if not (m[0] in kinds and m[2] - m[1] >= 0.9 * len(s)) and not is_whole(m, s.of(text))
            ],
            families,
        )
        for s, kinds in zip(spans, ignored, strict=True)
    ]
    found = iter(zip(spans, entries, load().label(entries), strict=True))
    return [_alike([_row(group, *next(found), page, marks) for group in listed]) for listed in groups]


def _alike(rows: list[Row]) -> list[Row]:
    """Return the rows; one marked as titles are, and as no venue is, is a title that looked like a venue or a name."""
    looks: dict[tuple[bool, bool, bool], list[Part]] = {}
    for row in rows:
        looks.setdefault(_look(row), []).append(row.part)
    titles = {
        look
        for look, parts in looks.items()
        if any(look) and parts.count(Part.TITLE) >= 2 and parts.count(Part.VENUE) < parts.count(Part.TITLE)
    }
    # Above "A. Smith, B. Doe": "How Wool Is Spun".
    others = [after is not None and after.part is Part.AUTHORS for after in (*rows, None)[1:]]
    return [
        replace(row, part=Part.TITLE, fields=frozenset("T"), lead="T")
        if _look(row) in titles
        and (is_title(row.line.text) and _is_taken(row, authors=authors))
        and not known_venue(row.line.text)
        else row
        for row, authors in zip(rows, others, strict=True)
    ]


def _is_taken(row: Row, *, authors: bool) -> bool:
    """Tell whether a row was taken for a venue, or for a name above the *authors*."""
    return row.fields == {"V"} or (row.fields == {"A"} and authors and "," not in row.line.text)


def _look(row: Row) -> tuple[bool, bool, bool]:
    return row.line.bold, row.line.italic, row.line.linked


def _everywhere(listed: Sequence[Sequence[Line]]) -> frozenset[MarkKind]:
    """Return the kinds of mark that most rows of a list bear as a whole, so that these tell nothing."""
    if len(listed) < 3:
        return frozenset()
    shares = {
        MarkKind.BOLD: sum(g[0].bold for g in listed),
        MarkKind.ITALIC: sum(g[0].italic for g in listed),
        MarkKind.LINK: sum(g[0].linked for g in listed),
    }
    least = {MarkKind.BOLD: 0.7}
    return frozenset(kind for kind, count in shares.items() if count >= least.get(kind, 0.9) * len(listed))


def _plain(listed: Sequence[Sequence[Line]]) -> list[list[Line]]:
    return [[replace(line, bold=False) for line in group] for group in listed]


def _row(group: Sequence[Line], span: Span, entry: Entry, labelling: Labelling, page: Page, marks: MarkIndex) -> Row:
    words = span.of(page.document.text)
    part, fields = _read(group[0], words, _shares(entry.tokens, labelling), marks)
    names = any(words.startswith(name) for name in page.subject_names if " " in name)
    if part in {Part.TITLE, Part.TEXT} and (names or (_WITH.match(words) and len(words) < 300)):
        part, fields = Part.AUTHORS, (fields - {"T"}) | {"A"}
    numbered = bool(NUMBERED.match(words))
    named = labelling.labels[:1] == ["B-A"] and not names_issue(words)
    if part is not Part.LINKS and part is not Part.NOTE and named:
        fields |= {"A"}
    if group[0].kind is BlockKind.HEADING and fields == {"A"} and not _names_subject(words, page):
        part, fields = Part.TITLE, frozenset("T")  # "Ponds, Mills and Moss"
    lead = next((x[-1] for x in labelling.labels if x[-1] in "AT" and x[-1] in fields), "")
    together = _TOGETHER.match(words) is not None
    joined = together or ("A" in fields and "T" not in fields and _WITH.match(words) is not None)
    return Row(tuple(group), part, fields, numbered, lead or min(fields, default=""), joined, labelling)


def _names_subject(text: str, page: Page) -> bool:
    families = {name.split()[-1].casefold() for name in page.subject_names}
    return bool(families & {word.casefold() for word in re.findall(r"[^\W\d_][\w'’-]+", text)})


def _shares(tokens: Tokens, labelling: Labelling) -> dict[str, float]:
    """Return the share of a row's characters that the model gives to each field."""
    weights: dict[str, float] = {}
    total = 0
    for start, end, label in zip(tokens.starts, tokens.ends, labelling.labels, strict=True):
        weights[label[-1]] = weights.get(label[-1], 0.0) + end - start
        total += end - start
    return {k: v / total for k, v in weights.items()} if total else {}


# "arXiv 2021" where a venue stands: the name alone is as a rule a button, but no button tells a year
_ON_SERVER = re.compile(r"(?i)(?:(?:bio|med|chem|psy|soc)r|ar)xiv(?:\spreprint)?[\s,(]{1,3}(?:19|20)\d\d\W{0,2}")


def _read(line: Line, text: str, shares: dict[str, float], marks: MarkIndex) -> tuple[Part, frozenset[str]]:
    """Say what a row is, and which fields it holds."""
    label = LABEL.match(text)
    body = text[label.end() :].strip() if label else text.strip()
    year = {"Y"} if YEAR.search(text) else set()
    other = shares.get("O", 0) > 0.7 and len(body) < 200 and not shares.get("T") and line.kind is not BlockKind.HEADING
    words = body.split()
    button = line.linked and 0 < len(words) <= 3 and bare_links(words[-1]) and not year  # "loomr package"
    if not line.linked and _ON_SERVER.fullmatch(body):
        return Part.VENUE, frozenset({"V", *year})
    if are_links(text) or other or button or (line.linked and "|" in body and len(body) < 120):
        return Part.LINKS, frozenset(())
    if not any(c.isalpha() for c in body):
        return (Part.VENUE if year else Part.LINKS), frozenset(year)
    if (said := SAID.match(body)) is not None and len(body) > said.end():
        return _as_said(said.lastgroup or "N", body, year)
    if len(text) > LONG and (cited := leads_prose(line, text, marks.within(line.span))):
        return Part.WHOLE, cited
    titled = line.row == 0 and (line.bold or line.linked or line.kind is BlockKind.HEADING)
    if (
        _EARLIER.match(body)
        or is_note(body, titled=titled, whole=bool(year) and shares.get("A", 0) >= 0.06)
        or (shares.get("N", 0) > 0.6 and shares.get("A", 0) < 0.06)
        or is_prose(body)
    ):
        return Part.NOTE, frozenset()
    if _STATUS.match(body) and len(body) < 160:
        return Part.VENUE, frozenset({"V", *year})
    authors, title = shares.get("A", 0.0), shares.get("T", 0.0)
    venue = shares.get("V", 0.0) + shares.get("D", 0.0) + shares.get("Y", 0.0)
    if line.row and names_issue(body):
        return Part.VENUE, frozenset({"V", *year})
    if not line.row and line.starts_block and year_between(body) is not None:
        return Part.WHOLE, frozenset("TVY")
    marked = line.kind is BlockKind.HEADING or (line.bold and not year)
    links = ((m.span.start - line.span.start, m.span.end - line.span.start) for m in marks.within(line.span) if m.href)
    if marked and authors < 0.5 and not known_venue(before_links(text, links)):
        named = line.kind is BlockKind.HEADING and len(body) > 3 and body[:1].isupper()
        return (Part.TITLE, frozenset("T")) if named or is_title(body) else (Part.TEXT, frozenset())
    if (
        line.row
        and authors < 0.3
        and PRESS_YEAR.search(body)
        and len(body.split()) <= 12
        and not re.search(r"[.?!:]\s+[A-Z]\w", body)
    ):
        return Part.VENUE, frozenset({"V", *year})
    if authors < 0.3 and is_venue(body) and not _title_marked(line, text, marks):
        return Part.VENUE, frozenset({"V", *year})
    least = (("A", authors, 0.06), ("T", title, min(0.2, 20 / len(body))), ("V", shares.get("V", 0.0), 0.04))
    fields = {name for name, share, enough in least if share >= enough}
    part = _part(fields, authors, title, venue, body)
    within = part is Part.TITLE and not shares.get("Y") and not shares.get("D")  # "Cloth Demand in 2020"
    return part, frozenset(fields if within else fields | year)


def _as_said(letter: str, body: str, year: set[str]) -> tuple[Part, frozenset[str]]:
    """Return what a row holds that says so itself; of a note, the year at its end: "Advisor: A. Smith. 2019"."""
    if letter == "N":
        return Part.NOTE, frozenset(year if _ENDS_IN_YEAR.search(body) else ())
    parts = {"A": Part.AUTHORS, "T": Part.TITLE, "V": Part.VENUE, "Y": Part.VENUE}
    return parts[letter], frozenset({letter, *year})


def _part(fields: set[str], authors: float, title: float, venue: float, body: str) -> Part:
    several = len(fields) > 1 and ("T" in fields or authors < 0.6) and len(body) > 30
    if several and (title <= 0.9 if "T" in fields else venue <= 0.85):
        return Part.WHOLE
    if authors >= max(title, venue, 0.4):
        return Part.AUTHORS
    if venue >= max(title, 0.4):
        return Part.VENUE
    return Part.TITLE if is_title(body) else Part.TEXT


def is_aside(row: Row) -> bool:
    """Tell whether a row is a note by its own words: "Notes: ...", "Abstract: ...", an abstract."""
    if row.part is not Part.NOTE:
        return False
    text = row.line.text
    if len(text.split()) >= 30 or is_prose(text):
        return True
    return bool(SAID.match(text) or _EARLIER.match(text) or (is_note(text) and not YEAR.search(text)))


def _title_marked(line: Line, text: str, marks: MarkIndex) -> bool:
    """Tell whether the line begins with a long run of bold or linked words, or only its end is set as venues are."""
    for mark in marks.within(line.span):
        before = text[: max(0, mark.span.start - line.span.start)]
        apart = mark.kind in {MarkKind.ITALIC, MarkKind.BOLD} and before.rstrip().endswith((",", "."))
        if apart and len(before.split()) >= 6 and not names_meeting(before):
            return True  # "How Looms Learn Without a Weaver, <i>Journal of Looms</i>, 2020"
        if mark.kind in {MarkKind.BOLD, MarkKind.LINK, MarkKind.UNDERLINE} and mark.span.start - line.span.start <= 12:
            inside = text[max(0, mark.span.start - line.span.start) : mark.span.end - line.span.start]
            if len(inside.split()) >= 4 and not is_venue(inside):
                return True
    return False
