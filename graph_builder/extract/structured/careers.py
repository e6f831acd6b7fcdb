"""Jobs and degrees that structured data give by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph_builder.extract.careers.entries import Entry
from graph_builder.extract.careers.read import education, employment, side_jobs
from graph_builder.extract.draft import Draft
from graph_builder.extract.fields.read import Field, FieldKind, analyze
from graph_builder.extract.layout.page import SectionKind
from graph_builder.extract.normalise.dates import PRESENT, DateRange, find_dates, is_present
from graph_builder.extract.normalise.lexicon import is_role
from graph_builder.extract.structured.entries import listed_lines, sentences
from graph_builder.extract.structured.keys import (
    END,
    ORGANIZATION,
    START,
    SUBJECT,
    TITLE,
    WHEN,
    line_of,
    lines_below,
    texts_of,
)
from graph_builder.model import Node, Span

_ORGANIZATION_KEY = re.compile(
    r"(?:company|institut|universit|school|employer|organi[sz]ation|workplace|where)", re.IGNORECASE
)
_NO_NAME = re.compile(r"url|link|logo|image|icon|site|location|type|_id$", re.IGNORECASE)


_STUDENT = re.compile(r"\b(?:student|candidate|exchange|visit\w*|diploma)\b", re.IGNORECASE)
_STUDIED = re.compile(
    r"\b(?:ph\.?d|doctoral|master['’]?s?|bachelor['’]?s?|m\.?sc|b\.?sc|undergraduate|graduate)\.?\s+(?:thesis\s+)?(?:research|project|thesis|dissertation)\b",
    re.IGNORECASE,
)


def entry_of(item: Node, *, degrees: bool) -> Entry | None:
    """Return a job or degree as an entry with fields by the keys of the data."""
    if item.kind == "scalar":
        entry = Entry(lines=[line_of(item, 0)], fields=analyze(item.value, item.span.start))
        entry.dates = list(find_dates(item.value, item.span.start))
        return entry
    entry = Entry()
    lines = listed_lines(item) if item.get(*ORGANIZATION) is None else []
    fields = [f for n in lines for f in analyze(n.value, n.span.start)]
    kinds = {f.kind for f in fields}
    complete = len(lines) > 1 or not kinds.isdisjoint({FieldKind.DEGREE, FieldKind.ROLE})
    if complete and FieldKind.ORGANIZATION in kinds:  # not what was done at a post
        entry.lines, entry.fields = [line_of(n, 0) for n in lines], fields
        entry.dates = list(_dates(item)) or [d for n in lines for d in find_dates(n.value, n.span.start)][:1]
        entry.notes = entry.lines[1:]
        return entry
    organization = _organization_node(item)
    names = [c for key in TITLE for c in item.children if c.key.casefold() == key and c.kind == "scalar" and c.value]
    if organization is None and names:  # JSON Resume gives the employer as "name"
        organization = next((n for n in names if n.key.casefold() == "name"), None)
    alone = [n for n in names if n is not organization]
    if not alone or organization is None:
        alone, organization = _by_values(item, alone, organization)
    if organization is not None and len(alone) == 1 and _swapped(organization.value, alone[0].value):
        organization, alone = alone[0], [organization]  # "title: ETH Zurich", "institution: Research Intern"
    for node in alone:
        entry.lines.append(line_of(node, 0))
        entry.fields.extend(_titles(node, degrees=degrees, has_organization=organization is not None))
    if organization is not None and organization.kind == "scalar":
        wider = _wider(item, organization)
        for node in (organization, wider) if wider is not None else (organization,):
            entry.lines.append(line_of(node, 0))
        entry.fields.extend(
            _organization(organization) if wider is None else [*_unit(organization), *_organization(wider)]
        )
    subject = item.get(*SUBJECT)
    if subject is not None and subject.kind == "scalar" and subject.value:
        entry.lines.append(line_of(subject, 0))
        fields = analyze(subject.value, subject.span.start) if degrees and not entry.has(FieldKind.DEGREE) else []
        whole = [Field(FieldKind.SUBJECT, subject.span, subject.value)]
        entry.fields.extend(fields if fields and fields[0].kind is FieldKind.DEGREE else whole)  # "area: PhD Hydrology"
    if not entry.lines:
        return None
    entry.dates = list(_dates(item))
    entry.lines.sort(key=lambda x: x.span)
    entry.notes = [line for t in texts_of(item) for line in lines_below(t, 0)]
    return entry


def post_sentence(node: Node) -> Node | None:
    """Return the sentence of a value that gives a post with its employer: ``current: Lecturer, University of X``."""
    if not 10 < len(node.value) < 600:
        return None
    first = sentences(node, 1)[0]
    kinds = [f.kind for f in analyze(first.value, 0) if f.score >= 0.6]
    return first if kinds[:1] == [FieldKind.ROLE] and FieldKind.ORGANIZATION in kinds else None


def _wider(item: Node, organization: Node) -> Node | None:
    """Return the value with a department's organization: ``company: Department of X``, ``address: University``."""
    kinds = {f.kind for f in analyze(organization.value, 0)}
    if FieldKind.ORGANIZATION in kinds or FieldKind.UNIT not in kinds:
        return None
    named = (item.get(key) for key in ("university", "institution", "address", "location", "where", "city"))
    return next(
        (
            n
            for n in named
            if n is not None
            and n is not organization
            and n.kind == "scalar"
            and any(f.kind is FieldKind.ORGANIZATION for f in analyze(n.value, 0))
        ),
        None,
    )


def _unit(node: Node) -> list[Field]:
    return [f for f in analyze(node.value, node.span.start) if f.kind is not FieldKind.DATE]


def _organization_node(item: Node) -> Node | None:
    """Return the value that names where a job or degree was: "institution", "company_name", "university"."""
    exact = item.get(*ORGANIZATION)
    if exact is not None and not (exact.value.startswith("(") and exact.value.endswith(")")):
        return exact
    named = (c for c in item.children if _ORGANIZATION_KEY.match(c.key) and not _NO_NAME.search(c.key))
    below = item.get("subheader", "subheading", "sub_title", "subtitle", "sub")
    return next((c for c in (*named, below) if c is not None and c.kind == "scalar" and c.value.strip()), None)


def _by_values(item: Node, titles: list[Node], organization: Node | None) -> tuple[list[Node], Node | None]:
    """Return titles and organization, those without a key of their own by what the values say: "text: PhD, Physics"."""
    for child in item.children:
        named = (
            child.kind == "scalar" and child is not organization and child not in titles and child.value[:1].isupper()
        )
        if not named or len(child.value) > 120 or _NO_NAME.search(child.key.replace("location", "")):
            continue
        kind = next((f.kind for f in analyze(child.value, 0)), None)
        if not titles and kind in {FieldKind.DEGREE, FieldKind.ROLE}:
            titles = [child]
        elif organization is None and kind is FieldKind.ORGANIZATION:
            organization = child
    return titles, organization


def _swapped(organization: str, title: str) -> bool:
    """Return whether the value of the organization's key is a position, and the title an organization."""
    kinds = [f.kind for f in analyze(title, 0)[:1]]
    named = kinds and kinds[0] in {FieldKind.ORGANIZATION, FieldKind.UNIT}
    return bool(named) and is_role(organization) and not is_role(title) and "," not in organization


def _titles(node: Node, *, degrees: bool, has_organization: bool) -> list[Field]:
    """Return the fields of a title: a degree or position, which stands with its organization where no key has that."""
    fields = analyze(node.value, node.span.start)
    if degrees or any(f.kind is FieldKind.DEGREE for f in fields[:1]):
        # "High School Diploma" at "X College" names no school.
        note = FieldKind.NOTE
        return [replace(f, kind=note) if has_organization and f.kind is FieldKind.ORGANIZATION else f for f in fields]
    if not has_organization and len(fields) > 1 and any(f.kind is FieldKind.ORGANIZATION for f in fields):
        return fields
    if not has_organization and len(fields) == 2 and [f.kind for f in fields] == [FieldKind.ROLE, FieldKind.OTHER]:
        return [fields[0], replace(fields[1], kind=FieldKind.ORGANIZATION, score=0.6)]  # "Data Engineer, Initech"
    return [Field(FieldKind.ROLE, node.span, node.value)]


_LISTED = re.compile(
    r"(?:[A-Z]\w+ ){0,2}(?:Agency|Cent(?:er|re)|Institute|Council|Ministry|Foundation|Academy) (?:for|of) "
    r"[A-Z]\w+(?: [A-Z]\w+){0,2}(?:, [A-Z]\w+(?: [A-Z]\w+){0,2}){1,4},? (?:and|&) [A-Z]\w+(?=\s*(?:[(,]|$))"
)
"""An organization named after several things: "Agency for Science, Technology and Research"."""


_FIRM = re.compile(r"[^,;()]{2,60}, (?:Inc|LLC|Ltd|Corp|GmbH|S\.?A|S\.?L|PLC|Pte\.? Ltd|Pty\.? Ltd)\b(?=\.?(?:,|$))")
"""A firm whose legal form stands behind a comma: "Initech Looms, Inc"."""


# "Molecular Looms from First Principles (MLF)": no key gives a town behind these words
_GOES_ON = re.compile(r"(?:[A-Z][\w&-]*\s){1,4}(?:from|with)(?:\s[A-Z][\w&.-]*|\se\.\s?V\.){1,4}(?=\s?(?:[(,]|$))")


# Beginnings of names of organizations that look like a degree or post: "PhD Network", "Fellows' Fund".
_MISREAD = frozenset((FieldKind.DEGREE, FieldKind.SUBJECT, FieldKind.ROLE))


def _organization(node: Node) -> list[Field]:
    """Return the organization of a value such as "Department of X, University of Y, City"."""
    whole = len(node.span) == len(node.value)
    listed = _LISTED.match(node.value) if whole else None
    if listed is not None:
        span = Span(node.span.start, node.span.start + listed.end())
        return [Field(FieldKind.ORGANIZATION, span, listed.group())]
    firm = (_FIRM.match(node.value) or _GOES_ON.match(node.value)) if whole else None
    if firm is not None:
        return [Field(FieldKind.ORGANIZATION, Span(node.span.start, node.span.start + firm.end()), firm.group())]
    fields = [f for f in analyze(node.value, node.span.start) if f.kind is not FieldKind.DATE]
    if not any(f.kind is FieldKind.ORGANIZATION for f in fields):
        first = fields[0] if fields and fields[0].kind not in _MISREAD else None
        span = node.span if first is None else first.span
        return [Field(FieldKind.ORGANIZATION, span, node.value if first is None else first.text)]
    return fields


def _dates(item: Node) -> Iterator[DateRange]:
    start, end, when = item.get(*START), item.get(*END), item.get(*WHEN)
    end = None if end is not None and not end.value.strip() and not end.children else end  # date_end = ""
    parts = [n for n in (start, end) if n is not None and n.kind == "scalar" and n.value.strip()]
    if parts:
        text = " - ".join(n.value for n in parts)
        if start is not None and end is None:
            text += " - present"
        found = find_dates(text) if start is not None else find_dates("until " + text)
        span = Span(parts[0].span.start, parts[-1].span.end)
        if start is None and not found and is_present(parts[0].value.strip(" ()")):
            yield DateRange(span, "", PRESENT)
        for date in found[:1]:
            yield replace(date, span=span)
    elif when is not None and when.kind == "scalar":
        found = find_dates(when.value, when.span.start)
        if len(found) > 1 and all(d.single and d.start for d in found):  # "Fall 2024, Spring 2025"
            found = (replace(found[0], span=when.span, end=max(d.start for d in found), single=False),)
        if not found and is_present(when.value.strip(" ()")):
            found = (DateRange(when.span, "", PRESENT),)
        yield from found[:1]


def add_career(kind: SectionKind, entry: Entry, draft: Draft, person: str) -> None:
    """Add the degree or the job of an entry of a section of one kind."""
    post = entry.has(FieldKind.ROLE) and not entry.has(FieldKind.DEGREE)
    if kind is SectionKind.EDUCATION and post and not any(_STUDENT.search(f.text) for f in entry.of(FieldKind.ROLE)):
        employment(entry, draft, person, rule="data/employment", beside=True)  # "Research Fellow" among the degrees
    elif kind is SectionKind.EDUCATION:
        education(entry, draft, person, strict=False, rule="data/education")
        side_jobs(entry, draft, person, rule="data/employment")
    elif entry.has(FieldKind.DEGREE) and not entry.has(FieldKind.ROLE):
        if any(_STUDIED.search(line.text) for line in entry.lines):
            return  # "PhD Research": what was done for a degree that is listed as such
        education(entry, draft, person, strict=True, rule="data/education")
    else:
        employment(entry, draft, person, rule="data/employment")
