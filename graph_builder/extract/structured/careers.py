"""Jobs and degrees that structured data give by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from graph_builder.extract.draft import Draft
from graph_builder.extract.layout.headings import SectionKind
from graph_builder.extract.normalise.dates import PRESENT, DateRange, find_dates, is_present
from graph_builder.extract.structured.keys import END, ORGANIZATION, START, SUBJECT, TITLE, WHEN
from graph_builder.extract.structured.values import Part, PartKind, organization_root, parts_of
from graph_builder.model import EntityKind, Node, Relation, Span

_K = PartKind
_ORGANIZATION_KEY = re.compile(
    r"(?:company|institut|universit|school|employer|organi[sz]ation|workplace|where)", re.IGNORECASE
)
_NO_NAME = re.compile(r"url|link|logo|image|icon|site|location|type|_id$", re.IGNORECASE)
_STUDENT = re.compile(r"\b(?:student|candidate|exchange|visit\w*|diploma)\b", re.IGNORECASE)
_STUDIED = re.compile(r"\b(?:research|project|thesis|dissertation)\b", re.IGNORECASE)


@dataclass(slots=True)
class Career:
    """A degree or a job: the values that say so, what their parts name, and its organization and dates."""

    values: list[Node] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    organization: Part | None = None
    dates: list[DateRange] = field(default_factory=list)

    def of(self, kind: PartKind) -> list[Part]:
        """Return the parts of one kind, in order."""
        return [part for part in self.parts if part.kind is kind]

    @property
    def span(self) -> Span:
        """The characters from the first to the last of its values."""
        return Span(min(node.span.start for node in self.values), max(node.span.end for node in self.values))


def career_of(item: Node, *, degrees: bool) -> Career | None:
    """Return the degree or job of an item of a list, or None where its keys and values name neither."""
    if item.kind == "scalar":
        parts = parts_of(item)
        dates = list(find_dates(item.value, item.span.start)[:1])
        return Career([item], parts, _largest(parts) or _unknown(parts), dates)
    organization = _organization_node(item)
    names = [c for key in TITLE for c in item.children if c.key.casefold() == key and c.kind == "scalar" and c.value]
    if organization is None and names:  # JSON Resume gives the employer as "name"
        organization = next((n for n in names if n.key.casefold() == "name"), None)
    titles = [n for n in names if n is not organization]
    found = Career(list(titles), dates=list(_dates(item)))
    for node in titles:
        found.parts += _titles(node, degrees=degrees)
    if organization is None:
        found.organization = _largest(found.parts)
    elif organization.kind == "scalar":
        found.values.append(organization)
        found.organization, units = _organization(organization)
        found.parts += units
    subject = item.get(*SUBJECT)
    if subject is not None and subject.kind == "scalar" and subject.value:
        found.values.append(subject)
        parts = parts_of(subject) if degrees and not found.of(_K.DEGREE) else []
        whole = bool(parts) and parts[0].kind is _K.DEGREE  # "area: PhD Hydrology"
        found.parts += parts if whole else [Part(_K.FIELD, subject.value, subject.span)]
    return found if found.values else None


def _organization_node(item: Node) -> Node | None:
    """Return the value that names where a job or degree was: "institution", "company_name", "university"."""
    exact = item.get(*ORGANIZATION)
    named = (c for c in item.children if _ORGANIZATION_KEY.match(c.key) and not _NO_NAME.search(c.key))
    return exact or next((c for c in named if c.kind == "scalar" and c.value.strip()), None)


def _titles(node: Node, *, degrees: bool) -> list[Part]:
    """Return the parts of a title that names a degree; one of a post is whole."""
    parts = parts_of(node)
    if degrees or any(part.kind is _K.DEGREE for part in parts[:1]):
        return parts
    return [Part(_K.ROLE, node.value, node.span)]


def _organization(node: Node) -> tuple[Part | None, list[Part]]:
    """Return the organization of a value such as "Department of X, University of Y, City", and its other parts."""
    parts = parts_of(node)
    named = _largest(parts)
    if named is None and parts:
        # "PhD Network", "Fellows' Fund": what a key calls an organization is one
        first = parts[0]
        misread = first.kind in {_K.DEGREE, _K.FIELD, _K.ROLE}
        named = Part(_K.ORGANIZATION, *((node.value, node.span) if misread else (first.text, first.span)))
        parts = [] if misread else parts[1:]
    return named, [part for part in parts if part.kind in {_K.ORGANIZATION, _K.UNIT, _K.PLACE}]


def _largest(parts: Sequence[Part]) -> Part | None:
    """Return the organization that the others are parts of: the first university, or else the first of all."""
    named = [part for part in parts if part.kind is _K.ORGANIZATION]
    return next((part for part in named if _UNIVERSITY.search(part.text)), next(iter(named), None))


def _unknown(parts: Sequence[Part]) -> Part | None:
    """Return the one part that stands beside a post and says nothing else: "Analyst, Initech"."""
    others = [part for part in parts if part.kind is _K.OTHER and part.text[:1].isupper()]
    return others[0] if len(others) == 1 and any(part.kind is _K.ROLE for part in parts) else None


_UNIVERSITY = re.compile(r"universi|大学", re.IGNORECASE)


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


def add_career(kind: SectionKind, career: Career, draft: Draft, person: str) -> None:
    """Add the degree or the job of an item of a section of one kind."""
    degrees, roles = career.of(_K.DEGREE), career.of(_K.ROLE)
    if career.organization is None or not any(map(str.isalpha, career.organization.text)):
        return
    if kind is SectionKind.EDUCATION and (degrees or not roles or _STUDENT.search(roles[0].text)):
        _add_degree(career, draft, person)
    elif degrees and not roles:
        if not any(_STUDIED.search(node.value) for node in career.values):  # "PhD Research": done for a degree
            _add_degree(career, draft, person)
    elif roles or career.dates:
        _add_post(career, draft, person)


def _add_degree(career: Career, draft: Draft, person: str) -> None:
    date = _best_date(career)
    start, end = (date.start, date.end) if date is not None else ("", "")
    if date is not None and date.single and not end:
        start, end = "", date.start
    fields = [part.text for part in (*career.of(_K.FIELD), *career.of(_K.OTHER))]
    degrees = career.of(_K.DEGREE)
    if not degrees and not (date and fields) and not career.of(_K.FIELD):
        return
    for number, degree in enumerate(degrees or [Part(_K.DEGREE, "", career.span, "other")]):
        if number and degree.level in {other.level for other in degrees[:number]}:
            continue
        values = {"degree": degree.level, "field": next(iter(fields), ""), "start": start, "end": end}
        sure = 0.9 if degrees and date else 0.75 if degrees else 0.5
        _claim(Relation.EDUCATION, career, draft, person, sure, values)


def _add_post(career: Career, draft: Draft, person: str) -> None:
    date = _best_date(career)
    start, end = (date.start, date.end) if date is not None else ("", "")
    if date is not None and date.single and start:
        end = start
    role = next((part.text for part in career.of(_K.ROLE)), "")
    sure = 0.58 + 0.2 * bool(role) + 0.2 * bool(date)
    _claim(Relation.EMPLOYMENT, career, draft, person, sure, {"role": role, "start": start, "end": end})


def _claim(relation: Relation, career: Career, draft: Draft, person: str, sure: float, values: dict[str, str]) -> None:
    named = career.organization
    assert named is not None
    within = (part.text for part in career.parts if part.kind in {_K.ORGANIZATION, _K.UNIT})
    units = tuple(dict.fromkeys(text for text in within if text != named.text))[:3]
    place = next((part.text for part in career.of(_K.PLACE)), "")
    organization = draft.mention(
        EntityKind.ORGANIZATION, named.text, named.span, unit=units, context=[("place", place)] if place else ()
    )
    roles = {"person": person, "organization": organization}
    draft.claim(relation, roles, career.span, f"data/{relation.value}", sure, values)


def _best_date(career: Career) -> DateRange | None:
    """Return a range before a single date, the first of each."""
    return next((date for date in career.dates if not date.single), next(iter(career.dates), None))


def is_listed(career: Career, draft: Draft) -> bool:
    """Return whether the post that a page gives as today's is among those that it lists with their dates."""
    root = organization_root(career.organization.text) if career.organization is not None else ""
    posts = (c for c in draft.of(Relation.EMPLOYMENT) if c.values.get("start") and c.values.get("end") == PRESENT)
    return any(organization_root(draft.name_of(c.roles["organization"])) == root for c in posts)
