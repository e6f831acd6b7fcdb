"""Service in structured data: items with keys for the role, the venue and the years."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graph_builder.extract.draft import Draft
from graph_builder.extract.service import add_duties
from graph_builder.extract.service_duty import MANY, SCHOOL, Duty
from graph_builder.extract.service_lines import begins_with_role, roles_alone
from graph_builder.extract.service_roles import roles_in, title_role
from graph_builder.extract.service_venues import VenueEntry, venue_list
from graph_builder.extract.service_years import begun_in, years_in
from graph_builder.model import Node

_ROLE = ("position", "role", "title", "label", "name", "type", "jobtitle", "job_title")
_VENUE = (
    "venue", "journal", "conference", "event", "organization", "organisation", "institution", "company", "entity",
    "publication", "society", "committee", "place", "at", "for", "name", "title",
)  # fmt: skip
_WHEN = ("years", "year", "date", "dates", "period", "time", "when", "start_date", "startdate", "start", "end_date",
         "enddate", "end", "from", "since", "to", "releasedate", "year_start", "start_year", "year_end",
         "end_year")  # fmt: skip


_ISO = re.compile(r"\b((?:19|20)\d\d)-(?:0[1-9]|1[0-2])(?:-\d\d)?\b(?!-)")
_TELLS = ("details", "description", "what", "text", "title", "name")
_HELD_AT = ("venue", "journal", "conference", "event", "organization", "organisation")
_ASIDE = re.compile(r"\s?\([^()]*\)\s*$")
_VOLUNTARY = re.compile(r"volunt|outreach|communit", re.IGNORECASE)


_OFFICE = re.compile(r"\b(?:committee|council|board|president|secretary|treasurer)\b", re.IGNORECASE)


def data_duties(item: Node, title: str, draft: Draft, person: str) -> bool:
    """Add the duties of a mapping such as ``{role: Reviewer, venue: ICEX, years: [2020, 2021]}``, if it is one.

    *title* is what the list is called, which gives the role where the items have none.
    """
    if item.kind != "mapping":
        return False
    if _told(item, title, draft, person):
        return True
    roles, node = _role(item, title)
    places = [n for n in _scalars(item, _VENUE) if n is not node and not roles_in(n.value)]
    if not roles or not places:
        return False
    found = venue_list(places[0].value, places[0].span.start)
    if len(places[0].span) != len(places[0].value) or not found:
        found = [VenueEntry(places[0].value.strip(), places[0].span.start, places[0].span.end)]
    if not MANY.intersection(roles) and _PART.search(found[0].name):
        found = found[:1]  # "Weavers' Workshop, ICEX": where it was held
    text = (
        " - ".join(n.value for n in _dates(item)) if not _sequence(item) else ", ".join(n.value for n in _dates(item))
    )
    text = _ISO.sub(r"\1", text)
    years, begun = years_in(text), begun_in(text)
    duties = [
        Duty(role, entry, entry.years or (years if role in MANY else begun), True)
        for role in roles
        for entry in found
        if role != "other" or not (SCHOOL.search(entry.name) or _VOLUNTARY.search(title))
    ]
    add_duties(duties, item.span, draft, person)
    return True


_PART = re.compile(r"\b(?:workshop|session|tutorial|track|minisymposium|special issue)\b", re.IGNORECASE)
_SECOND = re.compile(r"and\s+(?:[A-Z][\w-]+\s+){0,3}[A-Z][\w-]+,\s+(?=[A-Z])")  # "Editor and Software Engineer, X"
_EVENT = re.compile(r"(?:Workshop|Tutorial|Session|Symposium):\s+")
_LEADS = re.compile(r"[\s,:;|–—-]*(?:(?:for|of|at|on|in|the)\s+){0,2}")


def _told(item: Node, title: str, draft: Draft, person: str) -> bool:
    """Add a duty that a dated item tells in one value with its venue: ``{details: ICEX Area Chair, year: 2024}``."""
    if any(_scalars(item, _HELD_AT)):
        return False
    return any(_said(value, item, title, draft, person) for value in _scalars(item, _TELLS))


def _said(said: Node, item: Node, title: str, draft: Draft, person: str) -> bool:
    """Add the duty that one value of an item tells, if it does."""
    if len(said.span) != len(said.value) or len(said.value) > 90:
        return False
    years = years_in(_ISO.sub(r"\1", " - ".join(n.value for n in _dates(item))))
    roles = [r for r in roles_in(said.value) if r.role != "other"]
    listed = title_role(title.replace("_", " "))
    below = next(_scalars(item, ("sub_details",)), None)
    if not roles and below is not None and (alone := roles_alone(below.value, roles_in(below.value))) and years:
        lead = _EVENT.match(said.value)
        begin = lead.end() if lead else 0
        name = VenueEntry(said.value[begin:].strip(" .,`'\"“”"), said.span.start + begin, said.span.end)
        add_duties([Duty(r, name, years[:1], True) for r in alone if r != "other"], item.span, draft, person)
        return True
    if not roles and listed in MANY and years and said.key.casefold() in {"details", "description", "text"}:
        venues = venue_list(said.value, said.span.start)
        if len(venues) == 1:
            add_duties([Duty(listed, venues[0], years, True)], item.span, draft, person)
            return True
    if len(roles) != 1 or not years:
        return False
    first, last = roles[0].start, roles[0].end
    if first <= 2:
        lead = _LEADS.match(said.value, last)
        begin, end = lead.end() if lead else last, len(said.value)
        second = _SECOND.match(said.value, begin)
        begin = second.end() if second else begin
    elif last >= len(said.value) - 2:
        begin, end = 0, first
    else:
        return False
    venue = said.value[begin:end].strip(" ,:;–—-")
    found = venue_list(venue, said.span.start + said.value.index(venue)) if venue else []
    if len(found) != 1:
        return False
    times = years if roles[0].role in MANY else years[:1]
    add_duties([Duty(roles[0].role, found[0], found[0].years or times, True)], item.span, draft, person)
    return True


def serves(items: Sequence[Node]) -> bool:
    """Tell whether the items of a list are duties whatever it is called: each has a role, and most one of service."""
    said = [item.get("role", "position") for item in items if item.kind == "mapping"]
    named = [n.value for n in said if n is not None and n.kind == "scalar" and n.value.strip()]
    held = sum(roles_alone(v, roles_in(v)) not in {(), ("other",)} or bool(_OFFICE.search(v)) for v in named)
    return 0 < len(items) == len(named) and 2 * held >= len(items)


def lists_below(item: Node) -> tuple[str, tuple[Node, ...]] | None:
    """Return what an item calls a list of its own, and the list: ``{title: Co-chair, instances: [{name: ICEX}]}``."""
    title = item.get("title", "name", "label", "role", "heading")
    below = [c for c in item.children if c.kind == "sequence" and c.children]
    if title is None or title.kind != "scalar" or len(below) != 1:
        return None
    items = below[0].children
    return (title.value, tuple(items)) if all(i.kind == "mapping" for i in items) else None


def _role(item: Node, title: str) -> tuple[tuple[str, ...], Node | None]:
    """Return the roles of an item and the value that names them."""
    for node in _scalars(item, _ROLE):
        said = _ASIDE.sub("", node.value)
        alone = roles_alone(said, roles_in(said))
        if alone:
            return alone, node
        if begins_with_role(said) and any(_scalars(item, _HELD_AT)):
            return tuple(dict.fromkeys(r.role for r in roles_in(said)[:1])), node  # "Session Chair for looms"
    for node in item.children:  # "years: Reviewer", "title: Journal of Looms"
        if node.kind == "scalar" and len(node.value) < 30 and begins_with_role(node.value):
            alone = roles_alone(node.value, roles_in(node.value))
            if alone:
                return alone, node
    listed = title_role(title.replace("_", " "))
    return ((listed,) if listed else ()), None


def _scalars(item: Node, keys: tuple[str, ...]) -> Iterator[Node]:
    for key in keys:
        for child in item.children:
            if child.key.casefold() == key and child.kind == "scalar" and child.value.strip() and len(child.span):
                yield child


def _sequence(item: Node) -> bool:
    return any(c.key.casefold() in _WHEN and c.kind == "sequence" for c in item.children)


def _dates(item: Node) -> Iterator[Node]:
    """Yield the values that say when, the beginning first."""
    for key in _WHEN:
        for child in item.children:
            if child.key.casefold() == key:
                yield from (n for n in child.walk() if n.kind == "scalar" and n.value.strip())
