"""Facts and things read back from a graph as frozen values, one index lookup at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from urllib.parse import unquote

from pyoxigraph import BlankNode, Literal, NamedNode, Store, Triple

from graph_builder.explore.things.fact import Fact, Thing
from graph_builder.model import EntityKind, Relation
from graph_builder.query.index import Index
from graph_builder.query.index.schema import (
    CLASSES,
    DIRECT,
    EDITION,
    GB,
    KINDS,
    LABEL,
    RDF_TYPE,
    RELATIONS,
    ROLES,
    SCHEMA_ORG,
    VALUES,
)

SAME_AS = SCHEMA_ORG + "sameAs"

#: The predicate from a thing to the thing above it, by kind.
PARENTS: Mapping[str, str] = {
    "http://www.w3.org/ns/org#subOrganizationOf": "part of",
    SCHEMA_ORG + "superEvent": "edition of",
    "http://www.w3.org/2004/02/skos/core#broader": "narrower topic of",
}


Term = NamedNode | BlankNode | Literal | Triple


def text_of(term: Term) -> str:
    """Return the characters of an RDF term: an address or a literal's value."""
    return term.value if isinstance(term, (NamedNode, BlankNode, Literal)) else str(term)


class Reader:
    """Reads things and facts of one store, and remembers what it has read.

    The store is searched by pattern rather than by query: the neighbourhood of a thing costs what its facts cost, on a
    store of any size.
    """

    limit = 3000
    """Facts of one thing that pages look at in each role: the neighbours of a hub are a sample all the same."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.thing = lru_cache(maxsize=None)(self._thing)
        self.fact = lru_cache(maxsize=None)(self._fact)

    def values(self, subject: str, predicate: str) -> list[str]:
        """Return all values of one property, sorted and each once, over all named graphs."""
        quads = self._store.quads_for_pattern(NamedNode(subject), NamedNode(predicate), None, None)
        return sorted({text_of(quad.object) for quad in quads})

    def subjects(self, predicate: str, value: str, limit: int | None = None) -> list[str]:
        """Return the things that have the thing *value* as a property, sorted and each once."""
        quads = self._store.quads_for_pattern(None, NamedNode(predicate), NamedNode(value), None)
        return sorted({text_of(quad.subject) for quad in islice(quads, limit)})

    def _thing(self, iri: str) -> Thing | None:
        if not iri:
            return None
        kinds = [CLASSES[value] for value in self.values(iri, RDF_TYPE) if value in CLASSES]
        if not kinds:
            return None
        labels = self.values(iri, LABEL)
        return Thing(iri, kinds[0], labels[0] if labels else unquote(iri.rsplit("/", 1)[-1]))

    def name(self, iri: str) -> str:
        """Return the preferred name of a thing, or the end of its address if it has none."""
        thing = self.thing(iri)
        return thing.name if thing else unquote(iri.rsplit("/", 1)[-1])

    def _fact(self, iri: str) -> Fact | None:
        held: dict[str, list[str]] = {}
        relation = None
        for quad in self._store.quads_for_pattern(NamedNode(iri), None, None, None):
            predicate, value = quad.predicate.value, text_of(quad.object)
            if predicate == RDF_TYPE:
                relation = RELATIONS.get(value, relation)
            elif predicate.startswith(GB):
                held.setdefault(predicate.removeprefix(GB), []).append(value)
        if relation is None:
            return None
        first = {name: min(values) for name, values in held.items()}
        return Fact(
            iri,
            relation,
            tuple((role, first[role]) for role in ROLES if role in first),
            {name: first[name] for name in VALUES if name in first},
            first.get("source", ""),
            float(first.get("confidence", "1")),
            first.get("extractor", ""),
            _integer(first.get("evidenceStart")),
            _integer(first.get("evidenceEnd")),
            first.get("quote", ""),
            tuple(sorted(set(held.get("mention", ())))),
        )

    def facts(self, relations: frozenset[Relation] | None = None) -> Iterator[Fact]:
        """Yield all facts of the store of the given relations, in the order of their addresses."""
        for cls, relation in RELATIONS.items():
            if relations is None or relation in relations:
                yield from self._read(self.subjects(RDF_TYPE, cls))

    def facts_of(self, iri: str, limit: int | None = None) -> list[Fact]:
        """Return the facts in which a thing has a role, sorted by address; at most *limit* for each role."""
        found = {fact for role in ROLES for fact in self.subjects(GB + role, iri, limit)}
        return list(self._read(sorted(found)))

    def listings(self, edition: str) -> list[Fact]:
        """Return the facts that place something at an edition, sorted by address."""
        return list(self._read(self.subjects(GB + EDITION, edition)))

    def linked(self, iri: str, edge: str) -> list[str]:
        """Return what a direct edge leads to, sorted and each once; *edge* is one of ``DIRECT``."""
        return self.values(iri, DIRECT[edge])

    def parents(self, iri: str) -> list[tuple[str, str]]:
        """Return what a thing is part of: pairs of the relation's name and the address above."""
        return [(name, value) for predicate, name in PARENTS.items() for value in self.values(iri, predicate)]

    def children(self, iri: str) -> list[tuple[str, str]]:
        """Return the parts of a thing: pairs of the relation's name and the address below."""
        return [(name, value) for predicate, name in PARENTS.items() for value in self.subjects(predicate, iri)]

    def published(self, work: str) -> str:
        """Return the first year in which a work appeared, or nothing."""
        return min((year for year in self.values(work, SCHEMA_ORG + "datePublished") if year[:4].isdigit()), default="")

    def _read(self, iris: list[str]) -> Iterator[Fact]:
        for iri in iris:
            # A mention has a role's address too where a store holds more than this model knows; it is no fact.
            if fact := self.fact(iri):
                yield fact


_COLUMNS = [*(f"{role}_" for role in ROLES), *(f'"{value}"' for value in VALUES)]
_FACT = f"""SELECT fact.iri, relation, source.iri, confidence, {", ".join(_COLUMNS)}
    FROM fact JOIN source ON source.id = fact.source WHERE fact.id IN """  # noqa: S608 all names are ours
_END = 4 + len(ROLES)


class IndexedReader(Reader):
    """Reads things and facts of a store by its index.

    Facts come without quote, place, extractor and mentions: pages that open a fact read it from the graph.
    """

    limit = 50_000

    def __init__(self, store: Store, index: Index) -> None:
        super().__init__(store)
        self._index = index
        self._iri = lru_cache(maxsize=None)(index.iri)

    def _thing(self, iri: str) -> Thing | None:
        found = self._index.thing(iri)
        return Thing(iri, EntityKind(found[1]), found[2]) if found else None

    def published(self, work: str) -> str:
        """Return the first year in which a work appeared, or nothing."""
        found = self._index.thing(work)
        return (found[3] or "") if found else ""

    def linked(self, iri: str, edge: str) -> list[str]:
        """Return what a direct edge leads to, sorted and each once."""
        query = f"SELECT end FROM {edge} WHERE start = (SELECT id FROM thing WHERE iri = ?) ORDER BY end"  # noqa: S608
        return [self._iri(number) for (number,) in self._index.ask(query, (iri,))]

    def facts_of(self, iri: str, limit: int | None = None) -> list[Fact]:
        """Return the facts in which a thing has a role, sorted by address; at most *limit* for each role."""
        found = self._index.thing(iri)
        if found is None:
            return []
        number, most = found[0], -1 if limit is None else limit
        wanted = [
            f"SELECT * FROM (SELECT id FROM fact WHERE {role}_ = {number} ORDER BY id LIMIT {most})"  # noqa: S608
            for role in KINDS[EntityKind(found[1])]
        ]
        return self._facts(" UNION ".join(wanted))

    def listings(self, edition: str) -> list[Fact]:
        """Return the facts that place something at an edition, sorted by address."""
        found = self._index.thing(edition)
        return self._facts(f"SELECT id FROM fact WHERE {EDITION}_ = {found[0]}") if found else []  # noqa: S608

    def _facts(self, wanted: str) -> list[Fact]:
        return [self._made(row) for row in self._index.ask(f"{_FACT}({wanted}) ORDER BY fact.id")]

    def _made(self, row: tuple[object, ...]) -> Fact:
        iri, relation, source, confidence = row[:4]
        roles = tuple(
            (role, self._iri(number))
            for role, number in zip(ROLES, row[4:_END], strict=True)
            if isinstance(number, int)
        )
        values = {name: text for name, text in zip(VALUES, row[_END:], strict=True) if isinstance(text, str)}
        return Fact(str(iri), Relation(str(relation)), roles, values, str(source), float(str(confidence)))


def _integer(value: str | None) -> int | None:
    return int(value) if value and value.lstrip("-").isdigit() else None
