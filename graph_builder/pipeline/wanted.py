"""What a graph names and services may know: works, people and organisations of the documents, with their evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import pyoxigraph as ox

from graph_builder.graph import Minter
from graph_builder.graph import vocabulary as v
from graph_builder.model import EntityKind, GraphBuilderError, Identifier
from graph_builder.read.services import Wanted, WantedOrganization, WantedPerson, WantedWork
from graph_builder.store import Store

_AUTHOR = ox.NamedNode("https://schema.org/author")
_DATE = ox.NamedNode("https://schema.org/datePublished")
_PLACES = (ox.NamedNode("https://schema.org/affiliation"), ox.NamedNode("https://schema.org/alumniOf"))


class EnrichError(GraphBuilderError):
    """An enrichment that was asked for wrongly."""


ANSWERS = "enrich/"
"""How the ids of sources begin that are answers of services: what only they name is not looked up in turn."""


@dataclass(frozen=True, slots=True)
class WantedThings:
    """What can be looked up, each kind in the order of names."""

    works: tuple[WantedWork, ...]
    people: tuple[WantedPerson, ...]
    organizations: tuple[WantedOrganization, ...]

    @property
    def count(self) -> int:
        """How many things these are."""
        return len(self.works) + len(self.people) + len(self.organizations)


def wanted_things(store: Store, person: str = "") -> WantedThings:
    """Return what the documents of a store name; or one person, with works and organisations.

    Args:
        store: the store.
        person: the IRI of that person.

    Raises:
        EnrichError: the graph has no such person.
    """
    graph = store.snapshot()
    view = _View(graph)
    if person:
        works, people, places = _of_person(view, person)
    else:
        named = _named(graph, Minter(store.manifest.base), store)
        works, people, places = (named[kind] for kind in (EntityKind.WORK, EntityKind.PERSON, EntityKind.ORGANIZATION))
    return WantedThings(
        tuple(sorted({w for node in works if (w := view.work(node)).title})),
        tuple(sorted({p for node in people if (p := view.person(node)).names})),
        tuple(sorted({o for node in places if (o := view.organization(node)).names})),
    )


def named_things(store: Store) -> Iterator[tuple[EntityKind, str, Wanted]]:
    """Yield the works, people and organisations that the documents of a store name, with what is known of them."""
    graph = store.snapshot()
    view, named = _View(graph), _named(graph, Minter(store.manifest.base), store)
    kinds: dict[EntityKind, Callable[[ox.NamedNode], Wanted]] = {
        EntityKind.WORK: view.work,
        EntityKind.PERSON: view.person,
        EntityKind.ORGANIZATION: view.organization,
    }
    for kind, look in kinds.items():
        for node in sorted(named[kind], key=lambda each: each.value):
            yield kind, node.value, look(node)


def _of_person(view: _View, person: str) -> tuple[list[ox.NamedNode], list[ox.NamedNode], list[ox.NamedNode]]:
    who = ox.NamedNode(person)
    if v.ENTITY_CLASS[EntityKind.PERSON] not in view.objects(who, v.TYPE):
        raise EnrichError(f"<{person}> is no person of this graph; give the IRI of one")
    places = [place for term in _PLACES for place in view.objects(who, term)]
    return view.subjects(_AUTHOR, who), [who], places


def _named(graph: ox.Store, minter: Minter, store: Store) -> dict[EntityKind, list[ox.NamedNode]]:
    """Return what the documents name, by kind."""
    kinds: dict[object, EntityKind] = {term: kind for kind, term in v.ENTITY_CLASS.items()}
    found: dict[EntityKind, list[ox.NamedNode]] = {kind: [] for kind in EntityKind}
    seen: set[ox.NamedNode] = set()
    for record in store.sources():
        if record.id.startswith(ANSWERS):
            continue
        for quad in graph.quads_for_pattern(None, v.REFERS_TO, None, minter.source(record.id)):
            node = quad.object
            if isinstance(node, ox.NamedNode) and node not in seen:
                seen.add(node)
                for typed in graph.quads_for_pattern(node, v.TYPE, None, None):
                    if typed.object in kinds:
                        found[kinds[typed.object]].append(node)
    return found


class _View:
    """What a graph says of one thing, as services want to hear it."""

    def __init__(self, graph: ox.Store) -> None:
        self._graph = graph

    def work(self, node: ox.NamedNode) -> WantedWork:
        authors = sorted(name for author in self.objects(node, _AUTHOR) for name in self._label(author))
        years = sorted(value.value[:4] for value in self._values(node, _DATE))
        title = next(self._label(node), "")
        return WantedWork(title, tuple(authors), years[0] if years else "", self._identifiers(node))

    def person(self, node: ox.NamedNode) -> WantedPerson:
        places = {name for term in _PLACES for place in self.objects(node, term) for name in self._names(place)}
        return WantedPerson(self._names(node), tuple(sorted(places)), self._identifiers(node))

    def organization(self, node: ox.NamedNode) -> WantedOrganization:
        return WantedOrganization(self._names(node), self._identifiers(node))

    def objects(self, node: ox.NamedNode, term: ox.NamedNode) -> list[ox.NamedNode]:
        found = {quad.object for quad in self._graph.quads_for_pattern(node, term, None, None)}
        return sorted((each for each in found if isinstance(each, ox.NamedNode)), key=lambda each: each.value)

    def subjects(self, term: ox.NamedNode, node: ox.NamedNode) -> list[ox.NamedNode]:
        found = {quad.subject for quad in self._graph.quads_for_pattern(None, term, node, None)}
        return sorted((each for each in found if isinstance(each, ox.NamedNode)), key=lambda each: each.value)

    def _label(self, node: ox.NamedNode) -> Iterator[str]:
        for value in self._values(node, v.LABEL):
            if not value.value.startswith("("):  # a placeholder for somebody whom no document names
                yield value.value

    def _names(self, node: ox.NamedNode) -> tuple[str, ...]:
        others = sorted(value.value for value in self._values(node, v.ALT_LABEL))
        return tuple(dict.fromkeys([*self._label(node), *others])) if any(self._label(node)) else ()

    def _identifiers(self, node: ox.NamedNode) -> tuple[Identifier, ...]:
        texts = (value.value.partition(":") for value in self._values(node, v.IDENTIFIER))
        return tuple(sorted({Identifier(scheme, value) for scheme, _, value in texts}))

    def _values(self, node: ox.NamedNode, term: ox.NamedNode) -> Iterable[ox.Literal]:
        for quad in self._graph.quads_for_pattern(node, term, None, None):
            if isinstance(quad.object, ox.Literal):
                yield quad.object
