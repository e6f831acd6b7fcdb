"""Cards: what the graph holds on a person, organization, venue, work or topic, as titled sections of lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from pyoxigraph import Store

from graph_builder.explore.profiles.entries import (
    Entry,
    entries,
    identifiers_of,
    is_attested,
    latest_year_first,
    names_of,
    on_papers,
    papers_of,
    posts,
    stays,
    topics_of,
    year_of,
)
from graph_builder.explore.things.fact import Fact, Thing, source_name
from graph_builder.explore.things.reader import Reader
from graph_builder.model import EntityKind, QueryError, Relation
from graph_builder.query.index.schema import GB
from graph_builder.query.lookup import current

_SHOWN = 12
"""Lines of a section that a notebook shows."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a card: a title and its lines."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """What the graph holds on one thing, ready to be printed; sections without a line are left out."""

    thing: Thing
    names: tuple[str, ...]
    identifiers: tuple[str, ...]
    sections: tuple[Section, ...]
    sources: tuple[str, ...]

    def _repr_html_(self) -> str:
        """Return the card as a notebook shows it; the words of the source open below a line."""
        name = f'<a href="{escape(self.thing.iri)}">{escape(self.thing.name)}</a>'
        parts = [f"<h3>{name} <small>{self.thing.kind}</small></h3>"]
        for section in self.sections:
            lines = "".join(f"<li>{_line_of(entry)}</li>" for entry in section.entries[:_SHOWN])
            more = f"<li>{len(section.entries) - _SHOWN:,} more</li>" if len(section.entries) > _SHOWN else ""
            parts.append(f"<h4>{escape(section.title)}</h4><ul>{lines}{more}</ul>")
        return "".join([*parts, f"<p><small>from {escape(', '.join(self.sources[:_SHOWN]))}</small></p>"])


def _line_of(entry: Entry) -> str:
    link = f'<a href="{escape(entry.thing.iri)}">{escape(entry.thing.name)}</a>' if entry.thing else ""
    line = " · ".join(filter(None, [escape(entry.dates), link, escape(entry.text)]))
    quotes = [fact for fact in entry.facts if fact.quote][:3]
    said = "".join(f"<br><q>{escape(f.quote)}</q> {escape(source_name(f.source))}, {f.confidence:g}" for f in quotes)
    return f"<details><summary>{line}</summary><small>{said}</small></details>" if said else line


def card(store: Store, iri: str, reader: Reader | None = None) -> Card:
    """Return the card of the thing at the address *iri*, now or before decisions, as *reader* reads it.

    Raises QueryError if there is no such thing in the graph.
    """
    reader = reader or Reader(store)
    iri = current(store, iri)
    thing = reader.thing(iri)
    if thing is None:
        raise QueryError(f"{iri} is not in this graph; give a name, and the nearest are listed")
    facts = reader.facts_of(iri)
    if thing.kind is EntityKind.VENUE:
        facts += reader.listings(iri)
    sections = {
        EntityKind.PERSON: _person,
        EntityKind.ORGANIZATION: _organization,
        EntityKind.VENUE: _venue,
        EntityKind.WORK: _work,
        EntityKind.TOPIC: _topic,
    }[thing.kind](reader, iri, facts)
    sources = tuple(sorted({source_name(fact.source) for fact in facts}))
    found = (Section(title, tuple(lines)) for title, lines in sections)
    filled = tuple(section for section in found if section.entries)
    return Card(thing, names_of(reader, iri), identifiers_of(reader, iri), filled, sources)


Sections = list[tuple[str, Iterable[Entry]]]


def _person(reader: Reader, iri: str, facts: list[Fact]) -> Sections:
    def of(relation: Relation, role: str) -> list[Fact]:
        return [fact for fact in _of(facts, relation) if fact.role(role) == iri]

    listed, signed = of(Relation.PUBLICATION, "person"), of(Relation.AUTHORSHIP, "author")
    papers, coauthors = papers_of(reader, iri, (*listed, *signed))
    return [
        ("Career", posts(reader, of(Relation.EMPLOYMENT, "person"), "organization")),
        ("Degrees", stays(reader, of(Relation.EDUCATION, "person"), "organization", "degree", "field")),
        ("Advisors", entries(reader, of(Relation.ADVISING, "student"), "advisor")),
        ("Students", entries(reader, of(Relation.ADVISING, "advisor"), "student")),
        ("Interests", entries(reader, of(Relation.INTEREST, "person"), "topic", "basis")),
        ("Topics of papers", topics_of(reader, papers)),
        ("Papers", papers),
        ("Co-authors", coauthors),
        ("Awards", entries(reader, of(Relation.AWARD, "person"), "organization", "award")),
        ("Service", entries(reader, of(Relation.SERVICE, "person"), "venue", "role")),
    ]


def _organization(reader: Reader, iri: str, facts: list[Fact]) -> Sections:
    posts = _of(facts, Relation.EMPLOYMENT)
    staff = _by_thing(stays(reader, [fact for fact in posts if not is_attested(fact)], "person", "role"))
    now = [entry for entry in staff if any(fact.values.get("ongoing") == "true" for fact in entry.facts)]
    return [
        ("Part of", _things(reader, reader.parents(iri))),
        ("People now", now),
        ("People before", [entry for entry in staff if entry not in now]),
        ("On papers", _by_thing(on_papers(reader, posts, "person"))),
        ("Alumni", _by_thing(stays(reader, _of(facts, Relation.EDUCATION), "person", "degree", "field"))),
        ("Theses and reports", entries(reader, _of(facts, Relation.PUBLICATION), "work", "type")),
        ("Units", _things(reader, reader.children(iri))),
        ("Awards", entries(reader, _of(facts, Relation.AWARD), "person", "award")),
        ("Followed by", _things(reader, (("", after) for after in reader.values(iri, _REPLACED_BY)))),
        ("Follows", _things(reader, (("", before) for before in reader.subjects(_REPLACED_BY, iri)))),
    ]


_REPLACED_BY = "http://purl.org/dc/terms/isReplacedBy"


def _venue(reader: Reader, iri: str, facts: list[Fact]) -> Sections:
    return [
        ("Series" if reader.values(iri, GB + "editionYear") else "Part of", _things(reader, reader.parents(iri))),
        ("Editions and workshops", _parts(reader, iri)),
        ("Papers", entries(reader, _of(facts, Relation.PUBLICATION), "work")),
        ("Service", _by_thing(entries(reader, _of(facts, Relation.SERVICE), "person", "role"))),
    ]


def _work(reader: Reader, iri: str, facts: list[Fact]) -> Sections:
    listed = _of(facts, Relation.PUBLICATION)
    shown = [
        entries(reader, [f for f in listed if not f.role("organization")], "venue", "type", "status"),
        entries(reader, [f for f in listed if f.role("organization")], "organization", "type", "status"),
    ]
    years = year_of(facts)
    published = tuple(Entry(e.text or "listed", e.thing, e.dates or years, e.facts) for lines in shown for e in lines)
    return [
        ("Authors", _authors(reader, facts)),
        ("Published", published),
        ("Topics", entries(reader, _of(facts, Relation.ABOUT), "topic")),
        ("Listed by", _listed_by(reader, facts)),
    ]


def _listed_by(reader: Reader, facts: list[Fact]) -> list[Entry]:
    """Return the people whose pages list a work."""
    listed = [fact for fact in _of(facts, Relation.PUBLICATION) if fact.role("person")]
    people = entries(reader, listed, "person")
    held: dict[str, list[Fact]] = {}
    for entry in people:
        if entry.thing:
            held.setdefault(entry.thing.iri, []).extend(entry.facts)
    return [Entry("", reader.thing(iri), "", tuple(same)) for iri, same in held.items()]


def _parts(reader: Reader, iri: str) -> list[Entry]:
    """Return the editions and workshops of a series, the latest first."""
    entries = []
    for _, part in reader.children(iri):
        year = min(reader.values(part, GB + "editionYear"), default="")
        entries.append(Entry("", reader.thing(part), year, ()))
    return latest_year_first(entries)


def _authors(reader: Reader, facts: list[Fact]) -> list[Entry]:
    """Return the authors of a work in order; sources that disagree on someone's position are both heard."""
    found = entries(reader, _of(facts, Relation.AUTHORSHIP), "author")

    def positions(entry: Entry) -> list[int]:
        return sorted({int(fact.values["position"]) for fact in entry.facts if "position" in fact.values})

    ordered = sorted(found, key=lambda entry: (positions(entry) or [0], entry.thing.name if entry.thing else ""))
    return [Entry("author " + " or ".join(map(str, positions(e))), e.thing, "", e.facts) for e in ordered]


def _topic(reader: Reader, iri: str, facts: list[Fact]) -> Sections:
    return [
        ("Narrower topic of", _things(reader, reader.parents(iri))),
        ("People", entries(reader, _of(facts, Relation.INTEREST), "person")),
        ("Papers", _papers_about(reader, _of(facts, Relation.ABOUT))),
        ("Narrower topics", _things(reader, reader.children(iri))),
    ]


def _papers_about(reader: Reader, facts: list[Fact]) -> list[Entry]:
    """Return the papers about a topic with their years, the latest first."""
    return latest_year_first(
        Entry("", entry.thing, reader.published(entry.thing.iri) if entry.thing else "", entry.facts)
        for entry in entries(reader, facts, "work")
    )


def _by_thing(lines: Iterable[Entry]) -> list[Entry]:
    """Return one line for each person, so that lines count people: with all posts, each with its dates."""
    held: dict[str, list[Entry]] = {}
    for line in lines:
        held.setdefault(line.thing.iri if line.thing else "", []).append(line)
    return [
        same[0]
        if len(same) == 1
        else Entry(
            "; ".join(f"{line.text} {line.dates}".strip() for line in same),
            same[0].thing,
            "",
            tuple(fact for line in same for fact in line.facts),
        )
        for same in held.values()
    ]


def _of(facts: Iterable[Fact], relation: Relation) -> list[Fact]:
    return [fact for fact in facts if fact.relation is relation]


def _things(reader: Reader, found: Iterable[tuple[str, str]]) -> list[Entry]:
    things = [thing for _, iri in found if (thing := reader.thing(iri))]
    return [Entry("", thing, "", ()) for thing in sorted(things, key=lambda thing: (thing.name, thing.iri))]
