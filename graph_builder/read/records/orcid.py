"""ORCID records 3.0, in JSON and in XML: names, identifiers, educations, employments, works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graph_builder.model import Award, EntityKind, Identifier, Named, Person, Profile, Record, Relation, Stay, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.json_stream import json_objects
from graph_builder.read.records.source import Source
from graph_builder.read.records.xml_stream import Element, local, xml_elements

Tree = Mapping[str, Any]

_STAYS = {
    "education-summary": Relation.EDUCATION,
    "qualification-summary": Relation.EDUCATION,
    "employment-summary": Relation.EMPLOYMENT,
    "invited-position-summary": Relation.EMPLOYMENT,
}
_ELSEWHERE = {"scopus author id": "scopus", "researcherid": "researcherid", "loop profile": "loop", "isni": "isni"}


def orcid_json(source: Source) -> Iterator[Record]:
    """Yield the people of a file of ORCID records in JSON."""
    for where, record in json_objects(source):
        yield from _profile(record, source, where)


def orcid_xml(source: Source) -> Iterator[Record]:
    """Yield the people of a file of ORCID records in XML: the same tree, with the names of elements for keys."""
    for element in xml_elements(source, ("record",)):
        record = _tree(element)
        if isinstance(record, dict) and "person" in record:
            yield from _profile(record, source, f"line {element.sourceline}")


def _tree(element: Element) -> Any:
    """Return an element as JSON would have it: attributes and elements as keys, an element of text alone as a text."""
    items: dict[str, Any] = {key: value for key, value in element.attrib.items() if not key.startswith("{")}
    for inner in element:
        name, value = local(inner), _tree(inner)
        if name in items:
            before = items[name]
            items[name] = [*before, value] if isinstance(before, list) else [before, value]
        else:
            items[name] = value
    text = (element.text or "").strip()
    if not len(element):
        return {**items, "content": text} if items else text
    return items


def _profile(record: Tree, source: Source, where: str) -> Iterator[Record]:
    """Yield the record of one person, or note why there is none."""
    key = v.orcid(_text(v.mapping(record.get("orcid-identifier")), "path") or record.get("path"), source, where)
    person = v.mapping(record.get("person"))
    name = _name(person)
    if not key or not name:
        if key:
            source.note(key[0].value, "a record whose name is not public")
        elif not record.get("orcid-identifier"):
            source.note(where, "a record without ORCID iD")
        return
    activities = v.mapping(record.get("activities-summary"))
    others = (text for item in _all(person, "other-name") if (text := _text(item, "content")) and text != name)
    about = Person(
        name,
        v.distinct(key, _identifiers(person)),
        tuple(dict.fromkeys(others)),
        tuple(
            stay
            for kind, relation in _STAYS.items()
            for item in _all(activities, kind)
            for stay in _stay(item, relation)
        ),
    )
    keywords = v.named(_text(item, "content") for item in _all(person, "keyword"))
    awards = tuple(a for item in _all(activities, "distinction-summary") if (a := _award(item)))
    works = tuple(w for group in _groups(activities) if (w := _work(group)))
    yield Record(EntityKind.PERSON, key[0].value, Profile(about, keywords, awards, works))


def _text(tree: Any, *path: str) -> str:
    """Return the text down a path: of a value that is wrapped in an object too."""
    for name in path:
        tree = v.mapping(tree).get(name)
        if isinstance(tree, list):
            tree = tree[0] if tree else None
    if isinstance(tree, dict):
        tree = tree.get("value", tree.get("content"))
    return v.clean(str(tree)) if isinstance(tree, str | int) else ""


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
    parts = v.mapping(person.get("name"))
    return _text(parts, "credit-name") or v.full_name(_text(parts, "given-names"), _text(parts, "family-name"))


def _identifiers(person: Tree) -> Iterator[Identifier]:
    for item in _all(person, "external-identifier"):
        scheme = _ELSEWHERE.get(_text(item, "external-id-type").lower())
        if scheme:
            yield from v.plain_id(scheme, _text(item, "external-id-value").replace(" ", ""))
    for item in _all(person, "email"):
        yield from v.email(_text(item, "email"))
    for item in _all(person, "researcher-url"):
        name, address = _text(item, "url-name").lower(), _text(item, "url")
        if "home" in name or name in ("personal website", "website"):
            yield from v.web("homepage", address)


def _stay(item: Tree, relation: Relation) -> Iterator[Stay]:
    organization = _organization(item)
    if organization is not None:
        end = _date(item, "end-date")
        yield Stay(organization, relation, _text(item, "role-title"), "", _date(item, "start-date"), end)


def _organization(item: Tree) -> Named | None:
    organization = v.mapping(item.get("organization"))
    name = _text(organization, "name")
    if not name:
        return None
    registered = v.mapping(organization.get("disambiguated-organization"))
    number = _text(registered, "disambiguated-organization-identifier")
    scheme = _text(registered, "disambiguation-source").lower()
    if scheme == "ror":
        identifiers = v.ror(number)
    else:
        identifiers = v.plain_id(scheme, number) if scheme in ("grid", "ringgold") else ()
    department = _text(item, "department-name")
    country = _text(organization, "address", "country")
    return Named(name, identifiers, unit=(department,) if department else (), country=country)


def _date(item: Tree, name: str) -> str:
    date = v.mapping(item.get(name))
    return v.date_of(_text(date, "year"), _text(date, "month"), _text(date, "day"))


def _award(item: Tree) -> Award | None:
    name = _text(item, "role-title")
    return Award(name, _organization(item), _date(item, "start-date")[:4]) if name else None


def _groups(activities: Tree) -> Iterator[Tree]:
    """Yield the preferred summary of each group: the others are the same work from other sources."""
    for group in _all(v.mapping(activities.get("works")), "group"):
        summaries = list(_all(group, "work-summary"))
        if summaries:
            yield max(summaries, key=_place)
    loose = v.mapping(activities.get("works")).get("work-summary")
    yield from (s for s in (loose if isinstance(loose, list) else [loose]) if isinstance(s, dict))


def _place(summary: Tree) -> int:
    place = _text(summary, "display-index")
    return int(place) if place.isdecimal() and len(place) < 10 else 0


def _work(summary: Tree) -> Work | None:
    title = _text(summary, "title", "title")
    journal = _text(summary, "journal-title")
    if not title:
        return None
    identifiers = v.distinct(i for item in _all(summary, "external-id") for i in _work_id(item))
    return Work(
        title,
        (),
        identifiers,
        Named(journal) if journal else None,
        v.year_of(_text(summary, "publication-date", "year")),
        v.work_type(_text(summary, "type").lower().replace("_", "-")),
    )


def _work_id(item: Tree) -> tuple[Identifier, ...]:
    if _text(item, "external-id-relationship").lower().replace("_", "-") not in ("", "self"):
        return ()
    scheme, value = _text(item, "external-id-type").lower(), _text(item, "external-id-value")
    if scheme == "doi":
        return v.doi(value)
    if scheme == "arxiv":
        return v.arxiv(value)
    return v.plain_id("pmid", value) if scheme == "pmid" else ()
