"""Entries: what belongs together as one job, one degree or one award, however it is laid out.

The lines of a section are cut into entries by dynamic programming: among all ways to cut, the one is taken whose
entries are most complete (an organization, a title and a date each), repeat least, and begin where the layout does.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from graph_builder.extract.careers.anchors import anchors_of, is_entry_heading
from graph_builder.extract.careers.columns import dated_columns, dated_lists, forms, in_step, with_named_columns
from graph_builder.extract.careers.dates import EntryDates
from graph_builder.extract.careers.notes import Row, mark_notes
from graph_builder.extract.careers.parts import parts_of, unwrapped
from graph_builder.extract.careers.segmentation import best_cut, first_anchor
from graph_builder.extract.fields.read import Field, FieldKind, analyze
from graph_builder.extract.layout.entry_cards import role_of_heading
from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Line, Section
from graph_builder.extract.normalise.dates import DateRange, short_years
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.extract.normalise.lexicon import is_role
from graph_builder.model import BlockKind, Span

_OPEN_END = re.compile(
    r"(?:,|\b(?:a|an|the|of|in|at|for|from|and|or|with|by|on|as|to|under|my|is|am|was|&|Prof\.|Dr\.))$", re.IGNORECASE
)
_SENTENCE = re.compile(r"[a-z0-9)][.!?](?:\s+[A-Z]|$)")
_SPOKEN = re.compile(r"(?:I|He|She)\s[a-z].{20,}[^.!?:;,]$")  # a sentence that its line does not end


def running_blocks(lines: Sequence[Line]) -> frozenset[int]:
    """Return the blocks of running text, whose line breaks are those of the file: lines begin in mid-sentence.

    >>> from graph_builder.model import BlockKind
    >>> texts = "I work with Ada", "Lovelace on looms, and", "weave at Initech. Before that I", "spun."
    >>> lines = [Line(Span(0, 1), 0, row, BlockKind.PARAGRAPH, 0, text) for row, text in enumerate(texts)]
    >>> sorted(running_blocks(lines))
    [0]
    """
    blocks: dict[int, list[str]] = {}
    for line in lines:
        if line.kind is BlockKind.PARAGRAPH:
            blocks.setdefault(line.block, []).append(line.text)
    return frozenset(block for block, texts in blocks.items() if _is_running(texts))


def _is_running(texts: Sequence[str]) -> bool:
    inner = sum(
        (text[:1].islower() and above[-1:] not in ".!?:;")
        or bool(_OPEN_END.search(above))
        or bool(_SPOKEN.match(above))
        for above, text in pairwise(texts)
    )
    return (
        (any(text[:1].islower() for text in texts) or any(_SPOKEN.match(text) for text in texts[:-1]))
        and 4 * inner >= len(texts) - 1
        and any(_SENTENCE.search(text) for text in texts)
    )


_LEAST, _MOST = 3, 5
_LONGEST = 90  # characters of a line


def in_period(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of entries of as many lines each, one of them a date alone: a title, a name, and when it was.

    It holds where nobody has heard of title and name in some of them. Lines of the same place look the same.
    """
    if any(len(row.line.text) > _LONGEST or not row.fields for row in rows):
        return []
    dates = [i for i, row in enumerate(rows) if all(f.kind is FieldKind.DATE for f in row.fields)]
    dated = sum(any(f.kind is FieldKind.DATE for f in row.fields) for row in rows)
    if len(dates) < 2 or len(dates) != dated:
        return []
    size = dates[1] - dates[0]
    even = len(rows) == size * len(dates) and all(at % size == dates[0] % size for at in dates)
    if not even or not _LEAST <= size <= _MOST:
        return []
    groups = [list(rows[at : at + size]) for at in range(0, len(rows), size)]
    looks = {tuple((row.line.kind, row.line.bold, row.line.italic) for row in group) for group in groups}
    starts = {tuple(row.line.starts_block for row in group) for group in groups}
    return groups if len(looks) == 1 and len(starts) == 1 else []


@dataclass(slots=True)
class Entry:
    """The lines of one job, degree or award, with their fields and the lines below that describe it."""

    lines: list[Line] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    dates: list[DateRange] = field(default_factory=list)
    notes: list[Line] = field(default_factory=list)
    above: Entry | None = None
    organization: Field | None = None  # its employer or school, once found
    role: Field | None = None  # the position that its line names for it

    def of(self, *kinds: FieldKind) -> list[Field]:
        """Return the fields of the given kinds, in order."""
        return [f for f in self.fields if f.kind in kinds]

    @property
    def span(self) -> Span:
        """The characters of the entry's own lines."""
        return Span(self.lines[0].span.start, max(line.span.end for line in self.lines))

    def has(self, *kinds: FieldKind) -> bool:
        """Return whether the entry has a field of one of the kinds."""
        return any(f.kind in kinds for f in self.fields)


def entries_of(sections: Iterable[Section], known: Sequence[Span] = (), *, years: bool = False) -> list[Entry]:
    """Return the entries of sections of one kind, in order.

    *known* are the places of known organizations; *years* says that "2006-09" is a range of years.
    """
    entries: list[Entry] = []
    for section, above in _nested(sections):
        found = _entries(section, known, years=years)
        held = role_of_heading(section)
        for entry in found if held is not None else ():
            if entry.dates and not entry.has(FieldKind.ROLE, FieldKind.DEGREE):
                entry.role = entry.role or held
        if above is not None and found:
            found[0].above = Entry(lines=[above], fields=analyze(above.text, above.span.start))
            for entry in found[1:]:
                entry.above = entry.above or found[0].above
        entries.extend(found)
    return entries


def _nested(sections: Iterable[Section]) -> Iterable[tuple[Section, Line | None]]:
    """Yield sections, those below a heading of an entry with that heading: as their first line, or above them all.

    "### PhD" over "#### University X" is one entry; "### Initech" over several positions heads them.
    """
    listed = list(sections)
    at = 0
    while at < len(listed):
        head = listed[at]
        below = at + 1
        while (
            below < len(listed)
            and listed[below].level > head.level
            and listed[below].path[: len(head.path)] == head.path
        ):
            below += 1
        line = heading_line(head) if not head.lines and below > at + 1 else None
        if line is None:
            yield head, None
            at += 1
        elif below == at + 2 and heading_line(listed[at + 1]) is not None:
            inner = listed[at + 1]
            first = replace(heading_line(inner) or line, kind=BlockKind.PARAGRAPH)
            yield replace(inner, lines=(first, *inner.lines), heading=line.span, title=line.text), None
            at = below
        else:
            if is_entry_heading(line):
                yield head, None
            yield from ((section, line) for section in listed[at + 1 : below])
            at = below


def heading_line(section: Section) -> Line | None:
    """Return the heading of a section as a line, where it is the first line of an entry and announces nothing."""
    if not section.content or section.heading is None:
        return None
    degree = degree_in(section.title)  # "MSc in Social Work" announces nothing social
    entry = is_role(section.title) or (degree is not None and section.title[degree[1] :].startswith((" in ", " of ")))
    if not entry and classify_heading(section.title)[2] >= 0.6:
        return None
    return Line(section.heading, -2, 0, BlockKind.HEADING, section.level, section.title, bold=True, alone=True)


def _entries(section: Section, known: Sequence[Span], *, years: bool) -> list[Entry]:
    head = heading_line(section)
    whole = unwrapped(([head] if head is not None else []) + list(section.lines))
    parted = [parts_of(line) for line in whole]
    lines = [part for parts in parted for part in parts]
    dates = EntryDates(lines, years=years or short_years(line.text for line in lines))
    rows = [_row(line, known, ended=dates.ends_above(line)) for line in lines]
    rows = with_named_columns(rows)
    mark_notes(rows)
    prose = _prose_blocks(whole)
    for row in rows:
        dated = "date" in row.anchors and len(row.anchors) > 1 and not _FIRST.search(row.line.text)
        row.note = row.note or (row.line.block in prose and not dated)
    body = [row for row in rows if not row.note]
    entries: list[Entry] = []
    columns = dated_columns(body)
    listed = [] if columns else dated_lists(body)
    for group in columns or listed or forms(body) or in_step(body) or in_period(body) or _cut(body):
        entry = Entry(above=entries[-1] if entries else None)
        for row in group:
            entry.lines.append(row.line)
            entry.fields.extend(row.fields)
            entry.dates.extend(dates.of(row.line))
        entries.append(entry)
    if columns or listed:
        _share_dates(entries)
    if columns:
        _share_organizations(entries)
    _attach_notes(entries, rows)
    _share_block(entries)
    _share_line(entries, {part.span.start for parts in parted for part in parts[1:]})
    return entries


def _share_block(entries: Sequence[Entry]) -> None:
    """Give a bold title above another bold title of its block what stands below both: the organization and the dates.

    "**Associate professor**", "**Assistant professor**", and below them "University of Ghent, 2012-present".
    """
    for entry, after in pairwise(entries):
        line, below = entry.lines[0], after.lines[0]
        if (
            len(entry.lines) == 1
            and not entry.dates
            and line.bold
            and below.bold
            and (below.block, below.row) == (line.block, line.row + 1)
            and entry.fields[:1]
            and after.fields[:1]
            and entry.fields[0].kind in {FieldKind.ROLE, FieldKind.DEGREE}
            and after.fields[0].kind is entry.fields[0].kind
            and len(after.lines) > 1
            and not entry.has(FieldKind.ORGANIZATION)
        ):
            first = {id(f) for f in after.fields if below.span.covers(f.span)}
            entry.lines.extend(after.lines[1:])
            entry.fields.extend(f for f in after.fields if id(f) not in first)
            entry.dates.extend(d for d in after.dates if not below.span.covers(d.span))


def _prose_blocks(lines: Sequence[Line]) -> set[int]:
    """Return the blocks of wrapped running text in which the subject speaks: sentences, and no entries."""
    prose = running_blocks(lines)
    return {line.block for line in lines if line.block in prose and _FIRST.search(line.text)}


_FIRST = re.compile(r"(?:^|\s)(?:I|[Mm]y|I['’](?:m|ve))\s")


def _share_line(entries: Sequence[Entry], inside: Collection[int]) -> None:
    """Give the posts of one line what only one of them names.

    "Lecturer (2010), Reader (2015), University X", "Visitor: University X (2010), University Y (2012)". *inside* are
    the places where something begins inside a line.
    """
    organizations, titles = FieldKind.ORGANIZATION, FieldKind.ROLE
    for first, second in reversed(list(pairwise(entries))):
        beside = second.lines[0].span.start in inside
        if beside and first.dates and first.has(titles) and not first.has(organizations, FieldKind.UNIT):
            first.organization = next(iter(second.of(organizations)), second.organization)
    for first, second in pairwise(entries):
        beside = second.lines[0].span.start in inside and not _names_other(second)
        if beside and second.dates and second.has(organizations) and not second.has(titles, FieldKind.DEGREE):
            second.role = next(iter(first.of(titles)), first.role)
        elif beside and second.dates and second.has(titles) and not second.has(organizations, FieldKind.UNIT):
            named = sorted(first.of(organizations), key=lambda f: -f.score)
            second.organization = second.organization or next(iter(named), first.organization)


def _share_dates(entries: Sequence[Entry]) -> None:
    """Give the titles that stand below one date its date."""
    for first, second in pairwise(entries):
        if not second.dates:
            second.dates.extend(first.dates)


def _share_organizations(entries: Sequence[Entry]) -> None:
    """Give the titles that stand below one date in a dated column the organization below the last."""
    for first, second in reversed(list(pairwise(entries))):
        same = first.dates and first.dates == second.dates
        bare = first.has(FieldKind.UNIT) and not first.has(FieldKind.OTHER)
        if not first.has(FieldKind.ORGANIZATION) and (same or bare):
            first.organization = next(iter(second.of(FieldKind.ORGANIZATION)), second.organization)


def _names_other(entry: Entry) -> bool:
    """Return whether an entry without a known organization has a name that can be one: "Technician, Initech (2008)"."""
    named = [
        f for f in entry.of(FieldKind.OTHER) if f.score >= 0.5 and f.text[:1].isupper() and len(f.text.split()) < 5
    ]
    return entry.has(FieldKind.ROLE) and not entry.has(FieldKind.ORGANIZATION) and len(named) == 1


def _row(line: Line, known: Sequence[Span], *, ended: bool) -> Row:
    at = bisect_left(known, Span(line.span.start, line.span.start))
    here = []
    while at < len(known) and known[at].start < line.span.end:
        if known[at].start > line.span.start or _titled(line.text[len(known[at]) :]):
            here.append(known[at])
        at += 1
    fields = analyze(line.text, line.span.start, cells=line.cells or line.lead, known=here)
    return Row(line, fields, *anchors_of(fields, dated=not ended))


def _titled(behind: str) -> bool:
    """Return whether what stands behind an organization without a comma is a position: "Initech Software Engineer"."""
    title = re.split(r"[,;:(\t|]", behind, maxsplit=1)[0].strip()
    return title[:1].isupper() and behind[:1].isspace() and len(title.split()) <= 5 and is_role(title)


def _attach_notes(entries: list[Entry], rows: Sequence[Row]) -> None:
    at = -1
    starts = [e.span.start for e in entries]
    for row in rows:
        while at + 1 < len(entries) and starts[at + 1] <= row.line.span.start:
            at += 1
        if row.note and at >= 0:
            entries[at].notes.append(row.line)


def _cut(rows: Sequence[Row]) -> list[list[Row]]:
    """Cut rows into entries: once with the layout alone, once more preferring what most entries begin with."""
    dated = sum("date" in r.anchors for r in rows) >= 2
    # A list that begins with an organization alone has its organizations above their posts.
    headed = dated and bool(rows) and rows[0].anchors == ("organization",)
    groups = best_cut(rows, "", dated=dated, headed=headed)
    firsts = Counter(first_anchor(g[0]) for g in groups if first_anchor(g[0]))
    if len(groups) > 2 and firsts:
        usual, count = firsts.most_common(1)[0]
        if count * 2 > len(groups):
            groups = best_cut(rows, usual, dated=dated, headed=headed)
    return groups
