"""What a graph says of one person or venue, gathered and merged over all sources, for the formats of the field."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pyoxigraph as ox

from graph_builder.export.privacy import Privacy
from graph_builder.graph import vocabulary as v
from graph_builder.model import EntityKind, Relation

_SITES = {"doi": "https://doi.org/", "arxiv": "https://arxiv.org/abs/"}


@dataclass(frozen=True, slots=True)
class Paper:
    """A work with its authors in order, venue, year and identifiers by scheme."""

    title: str
    authors: tuple[str, ...]
    year: str
    venue: str
    venue_type: str
    type: str
    identifiers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """A time at an organisation: what one was there (position, degree) or studied, from when to when."""

    organization: str
    role: str
    field: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Dossier:
    """What is known of a person: names, addresses, and facts, each once."""

    name: str
    names: tuple[str, ...]
    homepage: str
    same_as: tuple[str, ...]
    jobs: tuple[Stage, ...]
    studies: tuple[Stage, ...]
    awards: tuple[tuple[str, str, str], ...]
    interests: tuple[str, ...]
    papers: tuple[Paper, ...]


class Gatherer:
    """Reads one thing's surroundings from a graph.

    >>> Gatherer(ox.Store(), Privacy()).papers_of("https://example.org/ada")
    ()
    """

    def __init__(self, store: ox.Store, privacy: Privacy) -> None:
        self._store, self._privacy = store, privacy

    def person(self, iri: str) -> Dossier:
        """Return the dossier of a person."""
        awards = (
            (self._text(f, v.VALUE["award"]), self._text(f, v.VALUE["year"]), self._named(f, v.ROLE["organization"]))
            for f in self._facts(Relation.AWARD, "person", iri)
        )
        interests = (self._named(f, v.ROLE["topic"]) for f in self._facts(Relation.INTEREST, "person", iri))
        return Dossier(
            self._text(iri, v.LABEL),
            tuple(self._texts(iri, v.ALT_LABEL)),
            self._text(iri, v.HOMEPAGE),
            tuple(x for x in self._texts(iri, v.SAME_AS) if not x.startswith(("mailto:", "tel:"))),
            self._stages(Relation.EMPLOYMENT, iri, "role"),
            self._stages(Relation.EDUCATION, iri, "degree"),
            tuple(sorted({award for award in awards if award[0]}, key=lambda a: (a[1], a[0], a[2]), reverse=True)),
            tuple(sorted({topic for topic in interests if topic})),
            self.papers_of(iri),
        )

    def papers_of(self, iri: str) -> tuple[Paper, ...]:
        """Return the works that a person is an author of, or that appeared in a venue, the newest first."""
        facts = [*self._facts(Relation.AUTHORSHIP, "author", iri), *self._facts(Relation.PUBLICATION, "venue", iri)]
        facts += self._subjects(v.EDITION, iri)
        works = sorted({work for fact in facts for work in self._links(fact, v.ROLE["work"])})
        papers = [self._paper(work) for work in works]
        return tuple(sorted(papers, key=lambda paper: (paper.year, paper.title), reverse=True))

    def _paper(self, work: str) -> Paper:
        places: dict[str, tuple[int, str]] = {}
        for fact in self._facts(Relation.AUTHORSHIP, "work", work):
            position = self._text(fact, v.VALUE["position"])
            for author in self._links(fact, v.ROLE["author"]):
                place = (int(position) if position.isdecimal() else 9999, self._text(author, v.LABEL))
                places[author] = min(place, places.get(author, place))
        listed = list(self._facts(Relation.PUBLICATION, "work", work))
        venue = next((place for fact in listed for place in self._links(fact, v.ROLE["venue"])), "")
        kind = next((said for fact in listed if (said := self._text(fact, v.VALUE["type"]))), "")
        years = sorted({said for fact in listed if (said := self._text(fact, v.VALUE["year"]))})
        return Paper(
            self._text(work, v.LABEL),
            tuple(name for _, name in sorted(places.values())),
            years[0] if years else "",
            self._text(venue, v.LABEL) if venue else "",
            self._text(venue, v.VENUE_TYPE) if venue else "",
            kind,
            self._identifiers(work),
        )

    def _identifiers(self, iri: str) -> tuple[tuple[str, str], ...]:
        """Return identifiers by scheme; those that only stand as an address are read from it."""
        found = dict(sorted(text.partition(":")[::2] for text in self._texts(iri, v.IDENTIFIER)))
        for address in self._texts(iri, v.SAME_AS):
            for scheme, site in _SITES.items():
                if address.startswith(site):
                    found.setdefault(scheme, address.removeprefix(site))
        return tuple(sorted(found.items()))

    def _stages(self, relation: Relation, iri: str, what: str) -> tuple[Stage, ...]:
        stages = {
            Stage(
                self._named(fact, v.ROLE["organization"]),
                self._text(fact, v.VALUE[what]),
                self._text(fact, v.VALUE["field"]),
                self._text(fact, v.VALUE["start"]) or self._text(fact, v.VALUE["year"]),
                self._end(fact),
            )
            for fact in self._facts(relation, "person", iri)
        }
        return tuple(sorted(stages, key=lambda s: (s.start, s.end, s.organization, s.role, s.field), reverse=True))

    def _end(self, fact: str) -> str:
        """Return the end; of what is attested in one year only, that year, else it would seem to go on."""
        if self._text(fact, v.ONGOING) == "true":
            return "present"
        attested = "" if self._text(fact, v.VALUE["start"]) else self._text(fact, v.VALUE["year"])
        return self._text(fact, v.VALUE["end"]) or attested

    def _facts(self, relation: Relation, role: str, iri: str) -> Iterable[str]:
        kind = v.FACT_CLASS[relation]
        for subject in self._subjects(v.ROLE[role], iri):
            if kind in self._objects(subject, v.TYPE):
                yield subject

    def _subjects(self, property_: ox.NamedNode, value: str) -> list[str]:
        found = self._store.quads_for_pattern(None, property_, ox.NamedNode(value), None)
        return sorted({quad.subject.value for quad in found if isinstance(quad.subject, ox.NamedNode)})

    def _objects(self, subject: str, property_: ox.NamedNode) -> set[ox.NamedNode | ox.Literal]:
        found = self._store.quads_for_pattern(ox.NamedNode(subject), property_, None, None)
        return {quad.object for quad in found if isinstance(quad.object, ox.NamedNode | ox.Literal)}

    def _links(self, subject: str, property_: ox.NamedNode) -> list[str]:
        return sorted(x.value for x in self._objects(subject, property_) if isinstance(x, ox.NamedNode))

    def _named(self, subject: str, property_: ox.NamedNode) -> str:
        return next((self._text(thing, v.LABEL) for thing in self._links(subject, property_)), "")

    def _texts(self, subject: str, property_: ox.NamedNode) -> list[str]:
        texts = {found.value for found in self._objects(subject, property_)}
        return [self._privacy.text(text) for text in sorted(texts) if not text.startswith("email:")]

    def _text(self, subject: str, property_: ox.NamedNode) -> str:
        return next(iter(self._texts(subject, property_)), "")


def kind_of(store: ox.Store, iri: str) -> EntityKind | None:
    """Return what kind of thing an IRI is in a graph."""
    classes = {quad.object for quad in store.quads_for_pattern(ox.NamedNode(iri), v.TYPE, None, None)}
    return next((kind for kind, rdf_class in v.ENTITY_CLASS.items() if rdf_class in classes), None)
