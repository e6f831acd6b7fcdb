"""Education and employment from the entries of their sections."""

from __future__ import annotations

import re

from graph_builder.extract.dates import PRESENT, DateRange
from graph_builder.extract.draft import Draft
from graph_builder.extract.entries import Entry, entries_of
from graph_builder.extract.fields import Field, FieldKind
from graph_builder.extract.lexicon import is_place
from graph_builder.extract.page import Page, SectionKind
from graph_builder.model import EntityKind, Relation

_K = FieldKind
_RUNNING = re.compile(r"\b(?:candidate|student|pursuing|current(?:ly)?|ongoing|in\s+progress)\b", re.IGNORECASE)


def careers(page: Page, draft: Draft, person: str) -> None:
    """Add the degrees and positions that the sections on education and employment list."""
    for entry in entries_of(page.of_kind(SectionKind.EDUCATION), page.organizations):
        education(entry, draft, person, strict=False)
    for entry in entries_of(page.of_kind(SectionKind.EMPLOYMENT), page.organizations):
        first = next((f for f in entry.fields if f.kind in {_K.DEGREE, _K.ROLE}), None)
        if first is not None and first.kind is _K.DEGREE and not entry.has(_K.ROLE):
            education(entry, draft, person, strict=True)
        else:
            employment(entry, draft, person)


def education(entry: Entry, draft: Draft, person: str, *, strict: bool, rule: str = "sections/education") -> None:
    """Add the degree of an entry; *strict* asks for the degree's name."""
    house = _house(entry, school=True)
    if house is None or (strict and not entry.has(_K.DEGREE)):
        return
    degrees = entry.of(_K.DEGREE)
    subjects = entry.of(_K.SUBJECT)
    date = _best_date(entry)
    if not degrees and not (date or subjects):
        return
    organization = _organization(house, entry, draft)
    text = " ".join(line.text for line in entry.lines)
    start, end = _education_dates(date, bool(_RUNNING.search(text)))
    for level, field in _programmes(degrees, subjects, entry):
        draft.claim(
            Relation.EDUCATION,
            {"person": person, "organization": organization},
            entry.span,
            rule,
            0.9 if degrees and date else 0.75 if degrees else 0.5,
            {"degree": level, "field": field, "start": start, "end": end},
        )


def _programmes(degrees: list[Field], subjects: list[Field], entry: Entry) -> list[tuple[str, str | None]]:
    """Return level and subject of each degree of an entry; a degree printed twice counts once."""
    if not degrees:
        return [("other", subjects[0].text if subjects else _loose_field(entry))]
    found: list[tuple[str, str | None]] = []
    for index, degree in enumerate(degrees):
        stop = degrees[index + 1].span.start if index + 1 < len(degrees) else entry.span.end
        own = next((s.text for s in subjects if degree.span.end <= s.span.start < stop), None)
        if not found:
            found.append((degree.value, own or (subjects[0].text if subjects else _loose_field(entry))))
        elif own and (degree.value, own) not in found and degree.value in {"master", "bachelor", "doctorate"}:
            found.append((degree.value, own))
    return found


def _education_dates(date: DateRange | None, running: bool) -> tuple[str | None, str | None]:
    """Return start and end; a single date is the end of a finished degree and the start of a running one."""
    if date is None:
        return None, None
    if not date.single:
        return date.start or None, date.end or None
    if date.end:
        return None, date.end
    return (date.start, PRESENT) if running else (None, date.start)


def _loose_field(entry: Entry) -> str | None:
    """Return the subject studied where it stands alone, as in "X University, Physics, BSc"."""
    for item in entry.of(_K.OTHER):
        if 1 <= len(item.text.split()) <= 7 and item.text[:1].isupper() and item.score >= 0.5:
            return item.text
    return None


def employment(entry: Entry, draft: Draft, person: str, *, rule: str = "sections/employment") -> None:
    """Add the position of an entry."""
    house = _house(entry, school=False)
    if house is None:
        return
    roles = entry.of(_K.ROLE)
    date = _best_date(entry)
    if not roles and date is None:
        return
    start, end = (date.start or None, date.end or None) if date else (None, None)
    if date and date.single and date.start:
        end = date.start
    draft.claim(
        Relation.EMPLOYMENT,
        {"person": person, "organization": _organization(house, entry, draft)},
        entry.span,
        rule,
        0.5 + 0.2 * bool(roles) + 0.2 * bool(date) + 0.08 * (house.kind is _K.ORGANIZATION),
        {"role": roles[0].text if roles else None, "start": start, "end": end},
    )


def _best_date(entry: Entry) -> DateRange | None:
    """Return the entry's date: a range before a single date, the first of each."""
    ranges = [d for d in entry.dates if not d.single]
    return ranges[0] if ranges else entry.dates[0] if entry.dates else None


def _house(entry: Entry, *, school: bool) -> Field | None:
    """Return the field that names the school or employer, from the entry or the one above it."""
    found = sorted(entry.of(_K.ORGANIZATION), key=lambda f: (-f.score, f.span.start))
    if found:
        return found[0]
    units = entry.of(_K.UNIT)
    above = entry.above
    if above is not None and _is_header(above) and (school or entry.dates):
        return above.of(_K.ORGANIZATION)[0]
    if units:
        return units[0]
    loose = [f for f in entry.of(_K.OTHER) if f.score >= 0.5 and len(f.text.split()) <= 6 and not is_place(f.text)]
    if loose and not school and entry.has(_K.ROLE) and entry.dates:
        return min(loose, key=lambda f: _distance(f, entry))
    while above is not None and entry.dates:
        inherited = above.of(_K.ORGANIZATION)
        if inherited:
            return inherited[0]
        above = above.above
    return None


def _is_header(entry: Entry) -> bool:
    """Tell whether an entry names an organisation and nothing else: the heading of those below it."""
    return entry.has(_K.ORGANIZATION) and not entry.has(_K.ROLE, _K.DEGREE, _K.DATE)


def _distance(item: Field, entry: Entry) -> int:
    """Return how far a field stands from the entry's role."""
    role = entry.of(_K.ROLE)[0]
    return min(abs(item.span.start - role.span.end), abs(role.span.start - item.span.end))


def _organization(house: Field, entry: Entry, draft: Draft) -> str:
    units = tuple(dict.fromkeys(f.text for f in entry.of(_K.UNIT) if f.span != house.span and f.text != house.text))[:3]
    aliases = _aliases(house, entry, draft)
    place = next((f.text for f in entry.of(_K.PLACE)), "")
    return draft.mention(
        EntityKind.ORGANIZATION,
        house.text,
        house.span,
        unit=units,
        aliases=aliases,
        context=[("place", place)] if place else (),
    )


def _aliases(house: Field, entry: Entry, draft: Draft) -> tuple[str, ...]:
    """Return an acronym in brackets right behind the name."""
    for item in entry.fields:
        between = draft.document.text[house.span.end : item.span.start]
        if between.strip() == "(" and re.fullmatch(r"[A-Z][A-Za-z&-]{1,9}", item.text) and not is_place(item.text):
            return (item.text,) if sum(c.isupper() for c in item.text) >= 2 else ()
    return ()
