"""Rows below headings that are titles: the authors and, below these, where the paper appeared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.page import Line, Page, SectionKind
from graph_builder.extract.paper_links import before_links
from graph_builder.extract.paper_rows import Part, Row, is_division
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.rules import YEAR, name_like
from graph_builder.model import BlockKind, MarkKind, Span

_SENTENCE = re.compile(r"[.?!]\s+[A-Z][a-z]+\s[a-z]")
_IN_BRACKETS = re.compile(r"\([^()\d]{6,200}\)\W{0,2}")


_STATES = re.compile(
    r"(?i)\b(?:submitted|revis\w+|resubmi\w+|under\sreview|working\spaper|in\sprep\w+|joint|with|forthcoming|accepted|draft|r\s?&\s?r)\b"
)
UNPLACED = re.compile(
    r"(?i)\b(?:submitted|revis\w+|resubmi\w+|under\sreview|working\spaper|in\sprep\w+|draft|r\s?&\s?r)\b"
)
"""What is said of a paper that has not appeared: "submitted", "manuscript in preparation"."""

_WITH = re.compile(r"(?:^|[\s(])(?:joint(?:\s+work)?\s+)?(?:with|w/)\s+(?=[A-Z])")


def of_one(rows: Sequence[Row]) -> list[Row] | None:
    """Return the rows of a section that are one entry: its heading is the title, one line says where, items describe.

    "### Slow looms", "**Submitted to *Yarn*** · with A. Smith" and below them what the paper does, point by point.
    """
    if len(rows) < 2 or rows[0].line.kind is not BlockKind.HEADING or rows[0].part is not Part.TITLE:
        return None
    if len(rows[0].line.text.split()) < 4 or any(r.line.kind is BlockKind.HEADING for r in rows[1:]):
        return None
    items = [r for r in rows[1:] if r.line.kind is BlockKind.LIST_ITEM]
    told, *others = [r for r in rows[1:] if r.line.kind is not BlockKind.LIST_ITEM] or [rows[0]]
    text = told.line.text
    says = told is rows[1] and len(text) < 220 and not _SENTENCE.search(text) and _STATES.search(text)
    if (
        not says
        or not items
        or any("A" in r.fields for r in (*items, *others))
        or name_like(re.split(r"[,·;(]|\swith\s", text)[0]) >= 0.8
    ):
        return None
    return [
        rows[0],
        replace(told, part=Part.VENUE),
        *(replace(r, part=Part.NOTE, fields=frozenset()) for r in rows[2:]),
    ]


_DRAFT = re.compile(r"\b(?:paper|pdf|(?:latest\s)?draft|preprint|arxiv|ssrn)\b", re.IGNORECASE)


def drafted(rows: Sequence[Row]) -> bool:
    """Tell whether an entry is a heading with what the paper is about and a link to it: "[Draft](looms.pdf)"."""
    head, below = rows[0].line, rows[1:]
    if head.kind is not BlockKind.HEADING or len(head.text.split()) < 4 or not any(r.part is Part.NOTE for r in below):
        return False
    return any(r.part is Part.LINKS and r.line.linked and _DRAFT.search(r.line.text) for r in below)


def named_above(rows: Sequence[Row], start: int, reference: Reference) -> Reference:
    """Return the reference of such an entry with its heading as title and those whom its line names as authors."""
    if of_one(rows) is None:
        return reference
    end, line = rows[0].span.end - start, rows[1].span
    text = reference.text[line.start - start : line.end - start]
    led = _WITH.search(text)
    names, partial = split_authors(text[led.end() :], line.start - start + led.end()) if led else ((), False)
    authors = tuple(Name(n.name, n.start, n.end) for n in names)
    venue = reference.venue if reference.venue is not None and reference.venue.start >= end else None
    venue = None if UNPLACED.search(text) else venue
    return replace(
        reference, title=Span(0, end), authors=authors, partial=partial, venue=venue,
        confidence=max(0.75, reference.confidence),
    )  # fmt: skip


def placed_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without headings of parts; those below a title's authors, in one paragraph, tell the venue.

    "### Title", then "A. Smith, B. Doe" and "Meeting on Examples, Ghent, May 3-5, 2021": the trained model, which
    sees but one row, takes the last for a title and venue.
    """
    out = _carded([row for row in rows if not is_division(row)])
    if len(out) == 2 and out[0].line.kind is BlockKind.HEADING and out[0].part is Part.TITLE and _is_untitled(out[1]):
        return [out[0], replace(out[1], fields=out[1].fields - {"T"})]
    for at in range(2, len(out)):
        above, authors, row = out[at - 2 : at + 1]
        if above.line.kind is not BlockKind.HEADING or "T" not in above.fields or authors.part is not Part.AUTHORS:
            continue
        below = row.line.block == authors.line.block and "T" in row.fields and "A" not in row.fields
        text = row.line.text
        if below and len(text) <= 220 and YEAR.search(text) and not _SENTENCE.search(text):
            out[at] = replace(row, part=Part.VENUE, fields=frozenset("VY"), lead="V")
    return out


def _carded(rows: list[Row]) -> list[Row]:
    """Return the rows; what stands between a heading that is a title and the paper's authors is no title of its own.

    On a card: the title in a heading, below it the journal or what the paper does, then the one line of authors. The
    heading is a link, or longer than what is below it, where that of a part of the list ("Weaving") is short.
    """
    heads = [at for at, row in enumerate(rows) if row.line.kind is BlockKind.HEADING]
    named = [at for at, row in enumerate(rows) if row.part is Part.AUTHORS]
    if len(heads) != 1 or len(named) != 1 or rows[heads[0]].part is not Part.TITLE:
        return rows
    head, authors = rows[heads[0]], named[0]
    between = [at for at in range(heads[0] + 1, authors) if "T" in rows[at].fields]
    if len(between) != 1 or "A" in rows[between[0]].fields or any("T" in r.fields for r in rows[authors + 1 :]):
        return rows
    row = rows[between[0]]
    length, words = len(head.line.text.split()), len(row.line.text.split())
    if not (head.line.linked or (length >= _LEAST_TITLE and words < length)):
        return rows
    says = row.line.text.rstrip().endswith((".", "!")) or words > _LONGEST_VENUE
    part, fields = (Part.NOTE, frozenset[str]()) if says else (Part.VENUE, row.fields - {"T"} | {"V"})
    return [*rows[: between[0]], replace(row, part=part, fields=fields, lead=""), *rows[between[0] + 1 :]]


def of_card(rows: Sequence[Row]) -> list[Row] | None:
    """Return the rows of a section that are one entry: a venue, the title in a heading, and one line of authors."""
    if len(rows) < 3 or rows[1].line.kind is not BlockKind.HEADING or rows[1].part is not Part.TITLE:
        return None
    badge = rows[0]
    dated = YEAR.search(badge.line.text) is not None
    if badge.part not in {Part.VENUE, Part.LINKS} or not dated or badge.fields - {"V", "Y"}:
        return None
    below = rows[2:]
    alone = sum(r.part is Part.AUTHORS for r in below) == 1 and not any("T" in r.fields for r in below)
    return list(rows) if alone and not any(r.line.kind is BlockKind.HEADING for r in below) else None


_LEAST_TITLE = 5
_LONGEST_VENUE = 12

_DATED_AUTHORS = re.compile(r"[^()]{4,400}?\s\((?:19|20)\d\d[a-z]?\)[.,:]?\s")
_ADDRESS = re.compile(r"(?:https?://|doi:)\S+")


def _is_untitled(row: Row) -> bool:
    """Tell whether a row is a reference without its title: "Weaver, N., & Quist, Z. (2021). Loom Review, 3, 1-9."."""
    found = _DATED_AUTHORS.match(row.line.text) if not {"A", "T"} - row.fields else None
    if found is None or not _names_people(row.line.text[: found.end()].split("(")[0]):
        return False
    place, *states = re.split(r"[.;]\s+", _ADDRESS.sub("", row.line.text[found.end() :]).strip(" ."))
    return 0 < len(place) <= 120 and all(len(state.split()) <= _LONGEST_STATE for state in states)


_LONGEST_STATE = 3  # "In press"


def _names_people(text: str) -> bool:
    """Tell whether a text is names of people and nothing else."""
    names, _ = split_authors(text.strip())
    return bool(names) and all(name_like(name.name) >= 0.8 for name in names)


def untranslated(rows: Sequence[Row], start: int, reference: Reference) -> Reference:
    """Return the reference with its title, where the row in brackets below, which translates it, was taken for it.

    Args:
        rows: the rows of the entry.
        start: the place in the document of the entry's first character.
        reference: the entry as the trained model takes it apart.
    """
    title = reference.title
    if title is None or len(rows) < 2 or rows[0].part is not Part.TITLE:
        return reference
    second = rows[1].span
    within = second.start - start <= title.start and title.end <= second.end - start
    if not within or not _IN_BRACKETS.fullmatch(reference.text[second.start - start : second.end - start]):
        return reference
    first = rows[0].span
    return replace(reference, title=Span(first.start - start, first.end - start))


def unpeopled(rows: Sequence[Row], start: int, reference: Reference) -> Reference:
    """Return the reference without authors, where all of them stand in rows below that say where the paper appeared.

    "On ponds", then "Colloquium on Ponds, Ghent": an entry without authors, not one by "Ghent".

    Args:
        rows: the rows of the entry.
        start: the place in the document of the entry's first character.
        reference: the entry as the trained model takes it apart.
    """
    below = [r for r in rows[1:] if r.part is Part.VENUE and "A" not in r.fields]
    spans = [Span(r.span.start - start, r.span.end - start) for r in below]
    inside = [any(s.start <= a.start and a.end <= s.end for s in spans) for a in reference.authors]
    if not inside or not all(inside) or reference.title is None or reference.title.end > spans[0].start:
        return reference
    return replace(reference, authors=(), partial=False, venue=spans[0])


_THESIS = re.compile(
    r"\W{0,9}(?:titles?\s+of\s+)?(?:(?:the|my)\s+)?(?:(?:ph\.?\s?d\.?|doctoral|doctorate|master['’]?s?|m\.?\s?sc\.?|m\.?a\.?"
    r"|b\.?\s?sc\.?|bachelor['’]?s?|diploma|licentiate|habilitation)\s+)?(?:thesis|dissertation)(?:\s+title)?\W*",
    re.IGNORECASE,
)
_OF_DEGREE = re.compile(r"\b(?:I|[Mm]y|[Aa]dvis[eo]rs?|[Ss]upervis\w+|[Uu]niversity)\b|[:.]\s*$")


def of_thesis(line: Line, page: Page) -> bool:
    """Tell whether a line is all that a heading such as "PhD Thesis" has below it, and reads as a title."""
    if not 4 <= len(line.text.split()) <= 30 or _OF_DEGREE.search(line.text):
        return False
    return any(s.lines == (line,) and _THESIS.fullmatch(s.title) for s in page.of_kind(SectionKind.PUBLICATIONS))


_SERVER = re.compile(r"\b(?:ar|bio|med|chem|psyar|soca)xiv\b|\b(?:bio|med|chem)rxiv\b|\bssrn\b", re.IGNORECASE)


def before_buttons(reference: Reference, marks: Sequence[tuple[str, int, int]]) -> Reference:
    """Return the reference with a title that ends before links that say what they lead to: "Looms in Towns SSRN link".

    One of them may name the server where the paper is.
    """
    title = reference.title
    if title is None:
        return reference
    links = [(a - title.start, b - title.start) for kind, a, b in marks if kind == MarkKind.LINK and a > title.start]
    text = title.of(reference.text)
    kept = before_links(text, [(a, b) for a, b in links if b <= len(text)])
    if len(kept) == len(text):
        return reference
    named = _SERVER.search(reference.text, title.start + len(kept), title.end) if reference.venue is None else None
    venue = reference.venue if named is None else Span(*named.span())
    return replace(reference, title=Span(title.start, title.start + len(kept)), venue=venue)
