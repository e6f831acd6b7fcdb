"""Structured profiles: JSON Resume, RenderCV, al-folio's cv.yml, Hugo's author pages, and data of the same make.

A list under a key that names a section becomes that section. Jobs, degrees, awards and papers are read by their keys;
what else the data says becomes lines, which the extractors of running text read as they read any other page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from graph_builder.extract.award_names import clean_award
from graph_builder.extract.awards import PRIZES, SURE_TITLE
from graph_builder.extract.careers import education, employment, side_jobs
from graph_builder.extract.dates import PRESENT, DateRange, find_dates
from graph_builder.extract.draft import Draft
from graph_builder.extract.entries import Entry
from graph_builder.extract.fields import Field, FieldKind, analyze
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.extract.person_names import first_last, is_name
from graph_builder.extract.references import short_venue, split_authors
from graph_builder.extract.service_data import data_duties, lists_below, serves
from graph_builder.model import BlockKind, EntityKind, Node, Relation, Span

_SECTIONS: Mapping[str, SectionKind] = {
    "work": SectionKind.EMPLOYMENT,
    "volunteer": SectionKind.SERVICE,
    "interests": SectionKind.TOPICS,
    "organizations": SectionKind.EMPLOYMENT,
    "affiliations": SectionKind.EMPLOYMENT,
    "courses": SectionKind.EDUCATION,
    "certificates": SectionKind.SKILLS,
    "languages": SectionKind.SKILLS,
    "references": SectionKind.REFEREES,
    "profiles": SectionKind.CONTACT,
    "social": SectionKind.CONTACT,
    "social_networks": SectionKind.CONTACT,
    "user_groups": SectionKind.OTHER,
    "authors": SectionKind.OTHER,
    "redirect_from": SectionKind.OTHER,
    "tags": SectionKind.OTHER,
    "categories": SectionKind.OTHER,
}
_HOUSE = ("institution", "school", "university", "company", "organization", "organisation", "employer", "entity")
_TITLE = (
    "position",
    "role",
    "title",
    "jobtitle",
    "job_title",
    "studytype",
    "degree",
    "course",
    "name",
    "label",
    "bullet",
)
_SUBJECT = ("area", "field", "major", "subject", "discipline")
_START, _END = (
    ("start_date", "startdate", "start", "from", "date_start", "begin"),
    ("end_date", "enddate", "end", "to", "date_end"),
)
_WHEN = ("date", "year", "years", "dates", "time", "period", "duration", "releasedate", "when")
# "Postdoc @ University of X": position and employer in one.
_AT = re.compile(r"(?P<role>[^@,]{2,60}?)\s+(?:@|at)\s+(?:the\s+)?(?P<house>[A-Z].{1,120})$")
_TEXT = (
    "highlights",
    "description",
    "items",
    "details",
    "summary",
    "contents",
    "bullets",
    "responsibilities",
    "keywords",
    "value",
)


@dataclass(frozen=True, slots=True)
class _Group:
    """A section of structured data: what it is about, its title, its items."""

    kind: SectionKind
    title: str
    items: tuple[Node, ...]
    path: tuple[str, ...]


def structured(page: Page, draft: Draft, person: str) -> None:
    """Add what the structured data of the document states, and lay the rest out as sections of lines."""
    extra: list[Section] = []
    for root in page.document.data:
        for group in _groups(root, ()):
            extra.extend(_read(group, page, draft, person))
    if extra:
        page.sections = (*page.sections, *extra)


def _groups(node: Node, path: tuple[str, ...]) -> Iterator[_Group]:
    """Yield the sections below *node*, wherever they are nested."""
    if len(path) > 8:
        return
    if node.kind == "sequence":
        for item in node.children:
            title, contents = item.get("title", "section", "heading"), item.get("contents", "items", "entries")
            if title is not None and contents is not None and contents.kind == "sequence":
                kind = _kind(title.value)
                if kind is not None:
                    yield _Group(kind, title.value, contents.children, path)
        return
    for child in node.children:
        kind = _kind(child.key)
        if child.kind == "sequence" and kind in {None, SectionKind.OTHER, SectionKind.TALKS} and serves(child.children):
            kind = SectionKind.SERVICE
        if child.kind == "sequence" and child.children and kind is not None:
            yield _Group(kind, child.key, child.children, path)
        elif child.kind == "mapping" or child.kind == "sequence":
            yield from _groups(child, (*path, child.key))
    title, items = node.get("title"), node.get("item", "items", "entries")
    if title is not None and items is not None and items.kind == "sequence" and _kind("items") is None:
        kind = _kind(title.value)  # a page whose front matter lists what its title announces
        if kind is SectionKind.AWARDS:
            yield _Group(kind, title.value, items.children, path)
    yield from _single(node, path)


def _single(node: Node, path: tuple[str, ...]) -> Iterator[_Group]:
    """Yield the present position that an author's page gives as ``role`` beside ``organizations``, or as one phrase."""
    role, houses = node.get("role"), node.get("organizations", "organization", "affiliation", "employer")
    if role is None or role.kind != "scalar":
        return
    if houses is not None:
        first = houses.children[0] if houses.kind == "sequence" and houses.children else houses
        name = first.get("name") or first
    else:
        phrase = _AT.match(role.value) if len(role.span) == len(role.value) else None
        if phrase is None:
            return
        at = role.span.start
        name = Node("scalar", Span(at + phrase.start("house"), role.span.end), "", phrase["house"])
        role = Node("scalar", Span(at, at + phrase.end("role")), "role", phrase["role"])
    if name.kind == "scalar" and name.value:
        both = (
            Node("scalar", role.span, "position", role.value),
            Node("scalar", name.span, "organization", name.value),
            Node("scalar", name.span, "end_date", "present"),
        )
        yield _Group(SectionKind.EMPLOYMENT, "role", (Node("mapping", node.span, children=both),), path)


def _kind(title: str) -> SectionKind | None:
    """Return the kind of section that a key or title names, or None."""
    plain = _worded(title)
    if title.casefold() in _SECTIONS:
        return _SECTIONS[title.casefold()]
    kind, score, known = classify_heading(plain)
    return kind if score >= 3 and known >= 0.5 else None


def _worded(key: str) -> str:
    """Return a key as words: "programCommittee", "program_committee".

    >>> _worded("programCommittee"), _worded("program_committee")
    ('program Committee', 'program committee')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]+", " ", key).strip()


def _read(group: _Group, page: Page, draft: Draft, person: str) -> Iterator[Section]:
    if group.title.casefold() in {"organizations", "affiliations"} and all(len(i.children) <= 2 for i in group.items):
        return
    if group.kind in {SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.TEACHING}:
        for item in group.items:
            entry = _entry(item, degrees=group.kind is SectionKind.EDUCATION)
            if entry is not None:
                _career(group.kind, entry, draft, person)
                yield _section(SectionKind.ABOUT, group.title, entry.notes, group.path)
    elif group.kind is SectionKind.AWARDS:
        for item in group.items:
            _award(item, draft, person)
    elif group.kind is SectionKind.GRANTS and SURE_TITLE.search(group.title):
        for item in group.items:  # "Grants and Awards": those that say that they are awards
            if any(PRIZES.search(n.value) for n in item.walk() if n.kind == "scalar"):
                _award(item, draft, person)
    elif group.kind is SectionKind.TOPICS:
        yield _section(group.kind, group.title, [x for i in group.items for x in _interest(i)], group.path)
    elif group.kind is SectionKind.PUBLICATIONS:
        loose = [i for i in group.items if not _paper(i, draft, person)]
        yield _section(group.kind, group.title, [x for i in loose for x in _lines(i, 0)], group.path)
    else:
        for index, item in enumerate(group.items):
            below = lists_below(item) if group.kind is SectionKind.SERVICE else None
            if below is not None:
                kind = _kind(below[0]) or group.kind
                yield from _read(_Group(kind, *below, (*group.path, group.title)), page, draft, person)
                continue
            if group.kind is SectionKind.SERVICE and data_duties(item, group.title, draft, person):
                continue
            yield _section(group.kind, _heading(item) or group.title, _body(item, index), (*group.path, group.title))


def _interest(item: Node) -> list[Line]:
    """Return an interest with its name and what is listed below it, as far as that is short."""
    name = item.get("name", "title", "label") if item.kind == "mapping" else None
    lines = [_line(name, 0)] if name is not None and name.kind == "scalar" and name.value.strip() else []
    if lines and _texts(item):
        kind, score, known = classify_heading(lines[0].text)
        if kind in {SectionKind.SKILLS, SectionKind.OTHER} and score >= 3:
            return []  # hobbies and languages, filed under interests
        if known >= 0.99 or lines[0].text.casefold() == "research":
            lines = []  # "Research": the name of the list, not an interest
    below = [x for t in _texts(item) for x in _lines(t, 0)] if name is not None else _lines(item, 0)
    return lines + [x for x in below if len(x.text) < 80]


def _section(kind: SectionKind, title: str, lines: list[Line], path: tuple[str, ...]) -> Section:
    return Section(kind, _worded(title), 2, tuple(lines), None, path)


def _line(node: Node, block: int) -> Line:
    return Line(node.span, -2 - block, 0, BlockKind.LIST_ITEM, 1, node.value, alone=True)


def _lines(node: Node, block: int) -> list[Line]:
    return [_line(n, block) for n in node.walk() if n.kind == "scalar" and n.value.strip() and len(n.span)]


def _heading(item: Node) -> str:
    name = item.get("name", "title", "label") or item.get("position", "role")
    return name.value if name is not None and _texts(item) else ""


def _texts(item: Node) -> list[Node]:
    return [c for c in item.children if c.key.casefold() in _TEXT and (c.children or c.value)]


def _body(item: Node, block: int) -> list[Line]:
    """Return the lines of an item: what stands under its name, or its name where nothing does."""
    if item.kind == "scalar":
        return [_line(item, block)]
    texts = _texts(item)
    if texts:
        return [line for t in texts for line in _lines(t, block)]
    name = item.get(*_TITLE)
    return [_line(name, block)] if name is not None and name.kind == "scalar" else _lines(item, block)


def _entry(item: Node, *, degrees: bool) -> Entry | None:
    """Return a job or degree as an entry with fields by the keys of the data."""
    if item.kind == "scalar":
        entry = Entry(lines=[_line(item, 0)], fields=analyze(item.value, item.span.start))
        entry.dates = list(find_dates(item.value, item.span.start))
        return entry
    entry = Entry()
    house = item.get(*_HOUSE)
    names = [c for key in _TITLE for c in item.children if c.key.casefold() == key and c.kind == "scalar" and c.value]
    if house is None and names:  # JSON Resume gives the employer as "name"
        house = next((n for n in names if n.key.casefold() == "name"), None)
    for node in names:
        if node is house:
            continue
        entry.lines.append(_line(node, 0))
        fields = analyze(node.value, node.span.start)
        if degrees or any(f.kind is FieldKind.DEGREE for f in fields[:1]):
            entry.fields.extend(fields)
        else:
            entry.fields.append(Field(FieldKind.ROLE, node.span, node.value))
    if house is not None and house.kind == "scalar":
        entry.lines.append(_line(house, 0))
        entry.fields.extend(_house(house))
    subject = item.get(*_SUBJECT)
    if subject is not None and subject.kind == "scalar":
        entry.lines.append(_line(subject, 0))
        entry.fields.append(Field(FieldKind.SUBJECT, subject.span, subject.value))
    if not entry.lines:
        return None
    entry.dates = list(_dates(item))
    entry.lines.sort(key=lambda x: x.span)
    entry.notes = [line for t in _texts(item) for line in _lines(t, 0)]
    return entry


def _house(node: Node) -> list[Field]:
    """Return the organisation of a value such as "Department of X, University of Y, City"."""
    fields = [f for f in analyze(node.value, node.span.start) if f.kind is not FieldKind.DATE]
    if not any(f.kind is FieldKind.ORGANIZATION for f in fields):
        first = fields[0] if fields else Field(FieldKind.ORGANIZATION, node.span, node.value)
        return [Field(FieldKind.ORGANIZATION, first.span, first.text)]
    return fields


def _dates(item: Node) -> Iterator[DateRange]:
    start, end, when = item.get(*_START), item.get(*_END), item.get(*_WHEN)
    end = None if end is not None and not end.value.strip() and not end.children else end  # date_end = ""
    parts = [n for n in (start, end) if n is not None and n.kind == "scalar" and n.value.strip()]
    if parts:
        text = " - ".join(n.value for n in parts)
        if start is not None and end is None:
            text += " - present"
        found = find_dates(text) if start is not None else find_dates("until " + text)
        span = Span(parts[0].span.start, parts[-1].span.end)
        if (
            start is None
            and not found
            and parts[0].value.strip().casefold() in {"present", "now", "current", "ongoing"}
        ):
            yield DateRange(span, "", PRESENT)
        for date in found[:1]:
            yield replace(date, span=span)
    elif when is not None and when.kind == "scalar":
        yield from find_dates(when.value, when.span.start)[:1]


def _career(kind: SectionKind, entry: Entry, draft: Draft, person: str) -> None:
    if kind is SectionKind.EDUCATION:
        education(entry, draft, person, strict=False, rule="data/education")
        side_jobs(entry, draft, person, rule="data/employment")
    elif entry.has(FieldKind.DEGREE) and not entry.has(FieldKind.ROLE):
        education(entry, draft, person, strict=True, rule="data/education")
    else:
        employment(entry, draft, person, rule="data/employment")


_BARE = re.compile(r"(?:(?:elected|honorary|senior|foreign)\s+)?(?:fellow|member|scholar)", re.IGNORECASE)
"""A rank that names no award without the body that gives it."""


def _award(item: Node, draft: Draft, person: str) -> None:
    when = item.get(*_WHEN, "date_start", "start_date", "awarded")
    year = next((d.year for d in find_dates(when.value)), "") if when is not None and when.kind == "scalar" else ""
    name = item if item.kind == "scalar" else item.get("title", "name", "award", "label", "bullet")
    listed = item.get("items")
    for node in [name] if name is not None else listed.children if listed is not None else []:
        if node.kind == "scalar" and node.value.strip():
            text, inner = clean_award(node.value)
            giver = item.get("organization", "company", "awarder", "institution") if _BARE.fullmatch(text) else None
            if giver is not None and giver.kind == "scalar":
                text = f"{text}, {giver.value}"
            draft.claim(
                Relation.AWARD,
                {"person": person},
                node.span,
                "data/awards",
                0.9,
                {"award": text, "year": year or inner},
            )


_PLACES = ("venue", "journal", "booktitle", "publisher", "conference", "publication", "container-title", "howpublished")


def _paper(item: Node, draft: Draft, person: str) -> bool:
    """Add a paper given by keys; return False where the item is not one."""
    title = item.get("title", "name") if item.kind == "mapping" else None
    if title is None or title.kind != "scalar":
        return False
    when = item.get(*_WHEN)
    year = next((d.year for d in find_dates(when.value)), "") if when is not None and when.kind == "scalar" else ""
    work = draft.mention(EntityKind.WORK, title.value.rstrip("."), title.span)
    roles = {"person": person, "work": work}
    place = item.get(*_PLACES)
    if place is not None and place.kind == "scalar" and place.value:
        name = short_venue(place.value) or place.value
        roles["venue"] = draft.mention(EntityKind.VENUE, name, place.span)
    draft.claim(Relation.PUBLICATION, roles, title.span, "data/publications", 0.95, {"year": year})
    for position, (name, span) in enumerate(_authors(item), 1):
        author = draft.mention(EntityKind.PERSON, name, span, key=title.value.casefold())
        draft.claim(
            Relation.AUTHORSHIP, {"work": work, "author": author}, span, "data/publications", 0.95,
            {"position": str(position)},
        )  # fmt: skip
    return True


def _authors_in_text(node: Node | None) -> Iterator[tuple[str, Span]]:
    """Yield the names of a free text that is nothing but an author list."""
    if node is None or node.kind != "scalar" or len(node.value) > 400:
        return
    names = split_authors(node.value)[0]
    if len(names) >= 2 and all(is_name(first_last(n.name)) for n in names):
        for printed in names:
            yield printed.name, Span(node.span.start + printed.start, node.span.start + printed.end)


def _authors(item: Node) -> Iterator[tuple[str, Span]]:
    authors = item.get("authors", "author")
    if authors is None:
        yield from _authors_in_text(item.get("summary", "description", "details"))
        return
    for node in authors.children if authors.kind == "sequence" else [authors]:
        name = node.get("name") if node.kind == "mapping" else node
        if name is not None and name.kind == "scalar":
            for printed in split_authors(name.value)[0]:
                yield printed.name, Span(name.span.start + printed.start, name.span.start + printed.end)
