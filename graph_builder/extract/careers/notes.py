"""Which lines of a section carry its entries, and which describe them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graph_builder.extract.fields.read import Field, FieldKind
from graph_builder.extract.layout.page import Line
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.lexicon import is_role
from graph_builder.model import BlockKind

LONG = 160
_BULLET = re.compile(r"(?:[-–—•*·▪◦‣▸]|--)\s")
_CITATION = re.compile(r"\[\d{1,3}\]\s")


@dataclass(slots=True)
class Row:
    """A line with its fields and what it anchors."""

    line: Line
    fields: list[Field]
    anchors: tuple[str, ...]
    organizations: frozenset[str]
    note: bool = False
    inside: bool = False  # it gives what the lines above it lack, and begins nothing


def mark_notes(rows: Sequence[Row]) -> None:
    """Mark the lines that describe an entry rather than being part of one."""
    carried = [
        a
        for r in rows
        if r.line.kind is not BlockKind.LIST_ITEM and r.line.parent < 0 and len(r.line.text) < LONG
        for a in r.anchors
    ]
    # Where headings, paragraphs or rows carry the entries, list items describe them.
    carriers = "date" in carried and len(set(carried)) >= 2 and not _first_person(rows[0].line.text)
    blocks = {r.line.block: r for r in rows if r.line.starts_block}
    lines: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        lines[row.line.block].append(row)
    noted: set[int] = set()
    supplied: dict[int, set[str]] = {}  # what an item and the lines inside it say, by the item's block
    titled = bool(rows) and rows[0].line.kind is BlockKind.HEADING and "title" in rows[0].anchors
    dated_inside = {r.line.parent for r in rows if r.anchors == ("date",) and len(r.line.text) < 40}
    last: Row | None = None
    headed: set[str] = set()  # what the lines above the items of a list say
    head: Row | None = None  # the last heading
    for row in rows:
        before, last = last, row
        head = row if row.line.kind is BlockKind.HEADING else head
        item = row.line.kind is BlockKind.LIST_ITEM
        if not item and before is not None and before.line.kind is BlockKind.LIST_ITEM:
            headed = set()
        if not item:
            headed.update(row.anchors)
        line, dated = row.line, "date" in row.anchors and len(row.anchors) >= 2 and len(row.line.text) < LONG
        above = blocks.get(line.parent)
        first = lines[line.block][0]
        whole = {"title", "date"} <= set(first.anchors) and _ranged(first.line.text)
        if whole and first is not row and {"organization", "date"} <= set(row.anchors) and not _ranged(line.text):
            row.anchors = tuple(a for a in row.anchors if a != "date")  # when something happened meanwhile
            if row.fields[0].kind in {FieldKind.ORGANIZATION, FieldKind.UNIT} and "organization" not in first.anchors:
                continue
        if (
            _translates(row, lines[line.block])
            or _is_title_below(row, lines[line.block])
            or _finishes(row, lines[line.block])
            or ("date" not in row.anchors and _GUIDED.match(line.text))
        ):
            row.note = True
            continue
        if _BULLET.match(line.text) and carriers and not line.starts_block or _CITATION.match(line.text):
            row.note = not dated or bool(_CITATION.match(line.text))
        elif not line.starts_block and line.kind is BlockKind.LIST_ITEM and _remarks(row, lines[line.block][0]):
            row.note = True
        elif not line.starts_block and line.block in noted:
            row.note = not ("date" in row.anchors and len(line.text) < 40) and not (dated and _opens_or_ends_dated(row))
        elif above is not None and line.parent != line.block:
            bare_date = row.anchors == ("date",) and len(line.text) < 40
            row.note = not (dated or bare_date) or ("date" in above.anchors and not _is_post(row))
            top = _top(above, blocks)
            known = supplied.setdefault(top.line.block, {a for r in lines[top.line.block] for a in r.anchors})
            if titled:
                known.add("title")
            if row.note and (
                _names_organization(
                    row,
                    above,
                    first=line.block == above.line.block + 1,
                    dated="date" in above.anchors or above.line.block in dated_inside,
                )
                or _supplies(row, set(known))
            ):
                row.note = False
            if not row.note:
                known.update(row.anchors)
        elif line.kind is BlockKind.LIST_ITEM and carriers:
            row.note = not dated or _is_duty(line.text) or ("title" not in row.anchors and not _ranged(line.text))
            row.note = row.note or ({"title", "organization", "date"} <= headed and not _ranged(line.text))
            # "PhD in Physics" below "2013-2017" and "University X", or "University X" right below "2013-2017: PhD"
            below = before is not None and before.line.kind is not BlockKind.LIST_ITEM and {"title", "date"} <= headed
            below = below and before is not None and not _has_candidate(before)
            lacks = "title" not in headed if "organization" in headed else below
            if row.note and (
                (lacks and _supplies(row, set(headed))) or (below and before is not None and _in_town(row, before))
            ):
                row.note, row.inside = False, True
                headed.update(row.anchors)
        elif len(line.text) > LONG and line.kind is not BlockKind.TABLE_ROW:
            whole = bool(row.fields) and row.fields[0].kind is FieldKind.DEGREE and "organization" in row.anchors
            listed = (
                before is not None and before.anchors == ("date",) and {"title", "organization"} <= set(row.anchors)
            )
            dated = "date" in row.anchors or whole or listed
            row.note = not dated or len(line.text) > 2.5 * LONG or _first_person(line.text)
        else:
            deed = len(line.text) > 60 and _is_duty(line.text) and "title" not in row.anchors
            deed = deed and ("organization" not in row.anchors or not (line.starts_block or _ranged(line.text)))
            row.note = (
                deed
                or _describes_post(row, head)
                or (_first_person(line.text) and len(line.text) > 60)
                or (carriers and line.alone and _describes(row))
            )
        if row.note:
            noted.add(line.block)


def _is_post(row: Row) -> bool:
    """Return whether a line inside a dated item is a post of its own: dates first, then its title and organization."""
    kinds = [f.kind for f in row.fields]
    whole = {"date", "title", "organization"} <= set(row.anchors) and len(row.line.text) < 110
    return whole and kinds[:2] == [FieldKind.DATE, FieldKind.ROLE] and _ranged(row.line.text)


# "Supervisor: Ada Lovelace, Lecturer at University X": whose position is not the subject's
_GUIDED = re.compile(
    r"\W{0,3}(?:(?:thesis|phd|doctoral|academic|research|main|principal|joint|co|faculty)[\s-]{1,2}){0,2}"
    r"(?:co-?)?(?:supervis[eo]rs?|advis[eo]rs?|mentors?|tutors?|betreuer(?:in)?|encadrante?s?|superviseure?s?|relat(?:ore|rice)|orientadora?)"
    r"(?:\(s\))?\s?:\s",
    re.IGNORECASE,
)
# "Handing in: June 2026", "Defended on 3 May 2020"
_FINISH = re.compile(
    r"\W{0,3}(?:(?:thesis|dissertation|date\sof|expected)\s)?(?:handing[\s-]in|hand(?:ed)?[\s-]in|submission|submitted|viva|defen[cs]e|defended"
    r"|conferred|degree\s(?:conferred|awarded))(?:\s(?:date|voce|on|in))?\s?:?\s",
    re.IGNORECASE,
)


def _finishes(row: Row, block: Sequence[Row]) -> bool:
    """Return whether a line dates the end of the degree whose years stand above it in its block."""
    if row.anchors != ("date",) or len(row.line.text) > 60 or not _FINISH.match(row.line.text):
        return False
    return any(r.line.row < row.line.row and _ranged(r.line.text) for r in block)


def _opens_or_ends_dated(row: Row) -> bool:
    """Return whether a line with a title or an organization has its date at one of its ends: "PhD, X  2013"."""
    ends = {row.fields[0].kind, row.fields[-1].kind} if row.fields else set()
    return FieldKind.DATE in ends and not ends <= {FieldKind.DATE, FieldKind.NOTE} and not _BULLET.match(row.line.text)


def _remarks(row: Row, first: Row) -> bool:
    """Return whether a row of an item says more of the degree or post that its first row names with its date.

    "Transferred to the doctoral track in 2023", below "MSc in Physics, 2021-2023".
    """
    if not {"title", "date"} <= set(first.anchors) or "organization" in row.anchors or not row.anchors:
        return False
    titled = next((f for f in row.fields if f.kind in {FieldKind.DEGREE, FieldKind.ROLE}), None)
    later = titled is None or titled.span.start > row.line.span.start + 3
    return later and len(row.line.text.split()) >= 5 and not _ranged(row.line.text)


def _describes(row: Row) -> bool:
    """Return whether a line is a sentence on what was done, and names no organization and no date."""
    text = row.line.text
    degree = any(f.kind is FieldKind.DEGREE for f in row.fields)
    if (
        degree
        or {"organization", "date"} & set(row.anchors)
        or not text.endswith((".", "!"))
        or row.line.kind is BlockKind.TABLE_ROW
    ):
        return False
    return len(text.split()) >= 8 or (len(text.split()) >= 5 and bool(re.search(r"[a-z]{3}\.\s+[A-Z]", text)))


_IDEOGRAPHS = re.compile(r"[぀-ヿ㐀-鿿가-힣]")


def _translates(row: Row, block: Sequence[Row]) -> bool:
    """Return whether a line says in East Asian script what the line above it in its block says in Latin script."""
    if row.line.row == 0 or "date" in row.anchors or not _IDEOGRAPHS.search(row.line.text):
        return False
    above = next((r for r in block if r.line.row == row.line.row - 1), None)
    return (
        above is not None
        and not _IDEOGRAPHS.search(above.line.text)
        and "title" in above.anchors
        and set(row.anchors) <= {"title", "organization"}
    )


def _is_title_below(row: Row, block: Sequence[Row]) -> bool:
    """Return whether a line is a thesis's or project's title: in italics, below a title and its organization."""
    anchored = {a for r in block if r.line.row < row.line.row for a in r.anchors}
    if not row.line.italic or not {"title", "organization"} <= anchored or "date" in row.anchors:
        return False
    if not row.anchors and _SUBJECT.fullmatch(row.line.text) and _lacks_subject(block, row):
        return False  # "PhD", "University of Ghent", and in italics "Aerospace Engineering"
    return not row.anchors or len(row.line.text.split()) > 8


_SUBJECT = re.compile(r"[A-ZÀ-Þ][\w-]{2,20}(?:(?:\s(?:and|of|in|&|und|et|y|e))?\s[A-ZÀ-Þ][\w-]{2,20}){0,3}")


def _lacks_subject(block: Sequence[Row], row: Row) -> bool:
    """Return whether the lines above one in its block name a degree, and no subject of it."""
    kinds = {f.kind for r in block if r.line.row < row.line.row for f in r.fields}
    return FieldKind.DEGREE in kinds and FieldKind.SUBJECT not in kinds


def _top(row: Row, blocks: Mapping[int, Row]) -> Row:
    """Return the outermost item that *row* stands in."""
    for _ in range(6):
        above = blocks.get(row.line.parent)
        if above is None or above is row:
            break
        row = above
    return row


_STATES_DATE = re.compile(
    r"(?:dates?|fecha|graduat|conferred|award|obten|expected|period|duration|from|since)", re.IGNORECASE
)


def _supplies(row: Row, known: set[str]) -> bool:
    """Return whether a line inside an item gives what the item lacks: its title, its organization or its date."""
    lacks = set(row.anchors) - known
    if not lacks or not known or not row.fields or len(row.line.text) > 110 or _first_person(row.line.text):
        return False
    kinds = [f.kind for f in row.fields if f.kind is not FieldKind.PLACE]
    if "date" in lacks and (set(kinds) <= {FieldKind.NOTE, FieldKind.DATE} or _STATES_DATE.match(row.line.text)):
        return True
    if FieldKind.NOTE in kinds[:1]:
        return False
    if "title" in lacks and kinds[0] in {FieldKind.DEGREE, FieldKind.ROLE}:
        return "organization" in known or known == {"date"}
    listed = {FieldKind.ORGANIZATION, FieldKind.UNIT, FieldKind.DATE}
    end = row.line.span.start + _head_length(row.line.text)
    first = [f for f in row.fields if f.kind is not FieldKind.PLACE and f.span.start < end]
    plain = bool(first) and all(f.kind in listed or f.text.isupper() for f in first)
    return "organization" in lacks and plain and "title" in known


_BEHIND = re.compile(r"\s[–—]\s|[\s,;:(]+[“\"«„]")


def _head_length(text: str) -> int:
    """Return where a line's first part ends: before a spaced dash or a quotation, which only describe it."""
    cut = _BEHIND.search(text)
    return cut.start() if cut is not None and cut.start() > 3 else len(text)


def _names_organization(row: Row, above: Row, *, first: bool, dated: bool) -> bool:
    """Return whether a line inside an item names the organization that the item lacks: nothing else, or comes first."""
    if "organization" in above.anchors or not dated or not 1 <= len(row.line.text.split()) <= 9:
        return False
    if not row.organizations and _has_candidate(above):
        return False  # "Lecturer, Initech, 2012", and what was taught
    kinds = {f.kind for f in row.fields}
    if kinds & {FieldKind.NOTE, FieldKind.ROLE, FieldKind.DEGREE, FieldKind.DATE, FieldKind.ADVISOR}:
        return False
    if row.line.text.endswith((".", ";", ":")) or ": " in row.line.text:
        return False
    head = row.line.text[: _head_length(row.line.text)]
    named = all(w[:1].isupper() or not w[:1].isalpha() or len(w) < 4 for w in head.split())
    return bool(row.organizations) or (first and named)


def _in_town(row: Row, above: Row) -> bool:
    """Return whether the first item below a dated title is a name and its town: "Initech, Ghent, Belgium"."""
    kinds = [f.kind for f in row.fields]
    placed = kinds[:1] == [FieldKind.OTHER] and set(kinds[1:]) == {FieldKind.PLACE}
    return placed and _names_organization(row, above, first=True, dated="date" in above.anchors)


def _has_candidate(row: Row) -> bool:
    """Return whether a dated title has a name beside it that can be its organization."""
    names = [f for f in row.fields if f.kind is FieldKind.OTHER and f.score >= 0.5 and f.text[:1].isupper()]
    return {"title", "date"} <= set(row.anchors) and any(len(f.text.split()) <= 5 for f in names)


_DEED = re.compile(r"(?:[A-Z][a-z]{2,}ed|Led|Wrote|Built|Ran|Taught|Gave)\s+(?P<what>[a-z][\w-]*(?:\s\w+)?)")


_DOES = re.compile(
    r"(?:[A-Z][a-z]{2,}(?:ed|ing)|Led|Wrote|Built|Ran|Taught|Gave|Teaches|Leads|Works|Assists|Develops|Designs|Builds|Runs|Manages"
    r"|Oversees|Supports|Conducts|Coordinates|Supervises|Lectures)\s(?=[a-z])"
)


def _describes_post(row: Row, head: Row | None) -> bool:
    """Return whether a paragraph says what is done in the post that is the heading above: "Built looms at a mill."."""
    if head is None or head is row or "title" not in head.anchors or row.line.kind is not BlockKind.PARAGRAPH:
        return False
    deed = _DOES.match(row.line.text)
    return deed is not None and row.line.text.rstrip()[-1:] in ".;!" and not _ranged(row.line.text)


def _is_duty(text: str) -> bool:
    """Return whether a line says what was done, and names no position: "Led a session at the 2013 meeting"."""
    deed = _DEED.match(text)
    return deed is not None and not is_role(deed["what"])


def _ranged(text: str) -> bool:
    return any(not d.single for d in find_dates(text))


def _first_person(text: str) -> bool:
    return text.startswith(("I ", "My ", "In my ", "During my ", "As a ")) or " I " in text
