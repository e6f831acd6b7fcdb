"""What an ORCID record says, whichever way it is written: names, identifiers, educations, employments, works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graph_builder.model import Award, EntityKind, Identifier, Named, Person, Profile, Record, Relation, Stay, Work
from graph_builder.read.records.source import Source
from graph_builder.read.records.values import (
    arxiv,
    clean,
    date_of,
    distinct,
    doi,
    email,
    full_name,
    mapping,
    named,
    orcid,
    plain_id,
    ror,
    web,
    work_type,
    year_of,
)

Tree = Mapping[str, Any]

_STAYS = {
    "education-summary": Relation.EDUCATION,
    "qualification-summary": Relation.EDUCATION,
    "employment-summary": Relation.EMPLOYMENT,
    "invited-position-summary": Relation.EMPLOYMENT,
}
_ELSEWHERE = {"scopus author id": "scopus", "researcherid": "researcherid", "loop profile": "loop", "isni": "isni"}


def profile_of(record: Tree, source: Source, where: str) -> Record | None:
    """Return the record of one person, or None after noting why there is none."""
    key = orcid(said(mapping(record.get("orcid-identifier")), "path") or record.get("path"), source, where)
    person = mapping(record.get("person"))
    name = _name(person)
    if not key or not name:
        if key:
            source.note(key[0].value, "a record whose name is not public")
        elif not record.get("orcid-identifier"):
            source.note(where, "a record without ORCID iD")
        return None
    activities = mapping(record.get("activities-summary"))
    others = (text for item in _all(person, "other-name") if (text := said(item, "content")) and text != name)
    about = Person(
        name,
        distinct((*key, *_identifiers(person))),
        tuple(dict.fromkeys(others)),
        tuple(
            stay
            for kind, relation in _STAYS.items()
            for item in _all(activities, kind)
            for stay in _stay(item, relation)
        ),
    )
    keywords = named(said(item, "content") for item in _all(person, "keyword"))
    awards = tuple(a for item in _all(activities, "distinction-summary") if (a := _award(item)))
    works = tuple(w for group in _groups(activities) if (w := _work(group)))
    return Record(EntityKind.PERSON, key[0].value, Profile(about, keywords, awards, works))


def said(tree: Any, *path: str) -> str:
    """Return the text down a path: of a value that is wrapped in an object too."""
    for name in path:
        tree = mapping(tree).get(name)
        if isinstance(tree, list):
            tree = tree[0] if tree else None
    if isinstance(tree, dict):
        tree = tree.get("value", tree.get("content"))
    return clean(str(tree)) if isinstance(tree, str | int) else ""


def _all(tree: Any, name: str) -> Iterator[Tree]:
    """Yield all objects of a name in a tree, in order."""
    stack = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(reversed(item))
        elif isinstance(item, dict):
            found = item.get(name)
            if isinstance(found, list | dict):
                yield from (f for f in (found if isinstance(found, list) else [found]) if isinstance(f, dict))
            stack.extend(value for key, value in reversed(item.items()) if key != name)


def _name(person: Tree) -> str:
    parts = mapping(person.get("name"))
    return said(parts, "credit-name") or full_name(said(parts, "given-names"), said(parts, "family-name"))


def _identifiers(person: Tree) -> Iterator[Identifier]:
    for item in _all(person, "external-identifier"):
        scheme = _ELSEWHERE.get(said(item, "external-id-type").lower())
        if scheme:
            yield from plain_id(scheme, said(item, "external-id-value").replace(" ", ""))
    for item in _all(person, "email"):
        yield from email(said(item, "email"))
    for item in _all(person, "researcher-url"):
        name, address = said(item, "url-name").lower(), said(item, "url")
        if "home" in name or name in ("personal website", "website"):
            yield from web("homepage", address)


def _stay(item: Tree, relation: Relation) -> Iterator[Stay]:
    organization = _organization(item)
    if organization is not None:
        end = _date(item, "end-date")
        yield Stay(organization, relation, said(item, "role-title"), "", _date(item, "start-date"), end)


def _organization(item: Tree) -> Named | None:
    organization = mapping(item.get("organization"))
    name = said(organization, "name")
    if not name:
        return None
    known = mapping(organization.get("disambiguated-organization"))
    number = said(known, "disambiguated-organization-identifier")
    scheme = said(known, "disambiguation-source").lower()
    if scheme == "ror":
        identifiers = ror(number)
    else:
        identifiers = plain_id(scheme, number) if scheme in ("grid", "ringgold") else ()
    department = said(item, "department-name")
    country = said(organization, "address", "country")
    return Named(name, identifiers, unit=(department,) if department else (), country=country)


def _date(item: Tree, name: str) -> str:
    date = mapping(item.get(name))
    return date_of(said(date, "year"), said(date, "month"), said(date, "day"))


def _award(item: Tree) -> Award | None:
    name = said(item, "role-title")
    return Award(name, _organization(item), _date(item, "start-date")[:4]) if name else None


def _groups(activities: Tree) -> Iterator[Tree]:
    """Yield the preferred summary of each group: the others are the same work from other sources."""
    for group in _all(mapping(activities.get("works")), "group"):
        summaries = list(_all(group, "work-summary"))
        if summaries:
            yield max(summaries, key=_place)
    loose = mapping(activities.get("works")).get("work-summary")
    yield from (s for s in (loose if isinstance(loose, list) else [loose]) if isinstance(s, dict))


def _place(summary: Tree) -> int:
    place = said(summary, "display-index")
    return int(place) if place.isdecimal() and len(place) < 10 else 0


def _work(summary: Tree) -> Work | None:
    title = said(summary, "title", "title")
    journal = said(summary, "journal-title")
    if not title:
        return None
    identifiers = distinct(i for item in _all(summary, "external-id") for i in _work_id(item))
    return Work(
        title,
        (),
        identifiers,
        Named(journal) if journal else None,
        year_of(said(summary, "publication-date", "year")),
        work_type(said(summary, "type").lower().replace("_", "-")),
    )


def _work_id(item: Tree) -> tuple[Identifier, ...]:
    if said(item, "external-id-relationship").lower().replace("_", "-") not in ("", "self"):
        return ()
    scheme, value = said(item, "external-id-type").lower(), said(item, "external-id-value")
    if scheme == "doi":
        return doi(value)
    if scheme == "arxiv":
        return arxiv(value)
    return plain_id("pmid", value) if scheme == "pmid" else ()
