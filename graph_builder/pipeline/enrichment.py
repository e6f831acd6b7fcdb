"""Enriching: what a graph names is looked up at web services, and the answers are built as sources of their own."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from graph_builder.graph import vocabulary as v
from graph_builder.graph.iris import Minter
from graph_builder.model import EntityKind, GraphBuilderError, Identifier, Problem, ReadError
from graph_builder.pipeline.build import BuildReport, build
from graph_builder.pipeline.sources import store_answer
from graph_builder.pipeline.stages import Progress, Stages, no_progress
from graph_builder.read.services import (
    SERVICES,
    Service,
    ServiceClient,
    Wanted,
    WantedOrganization,
    WantedPerson,
    WantedWork,
)
from graph_builder.store.layout import Layout
from graph_builder.store.store import Store

_AUTHOR = ox.NamedNode("https://schema.org/author")
_DATE = ox.NamedNode("https://schema.org/datePublished")
_PLACES = (ox.NamedNode("https://schema.org/affiliation"), ox.NamedNode("https://schema.org/alumniOf"))
_IN_A_ROW = 5
"""Requests of one service that fail one after another before it is left alone."""

ANSWERS = "enrich/"
"""How the ids of sources begin that are answers of services: what only they name is not looked up in turn."""


class EnrichError(GraphBuilderError):
    """An enrichment that was asked for wrongly."""


@dataclass(frozen=True, slots=True)
class EnrichSettings:
    """How services are asked.

    Args:
        addresses: other addresses than those of the table, by service: a mirror, or a server of one's own.
        keys: the user's keys, by service.
        mailto: an address of the user's, which services ask for and answer better then.
        days: how long answers are remembered; 0 asks again.
        timeout: seconds for one request.
        sleep: waits for some seconds; tests give their own.
    """

    addresses: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    mailto: str = ""
    days: float = 30.0
    timeout: float = 60.0
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True)
class EnrichReport:
    """Counts of an enrichment: things looked up, requests sent, things found, new answers, and the build."""

    wanted: int
    asked: int
    found: int
    new: int
    build: BuildReport
    problems: tuple[Problem, ...] = ()


def enrich(
    store: Path | str,
    services: Sequence[str],
    *,
    person: str = "",
    settings: EnrichSettings | None = None,
    progress: Progress | None = None,
    stages: Stages | None = None,
) -> EnrichReport:
    """Look up the works, people and organizations of a store at web services, and build what they answer.

    Each answer is a source (``enrich/<service>/<key>``) beside the documents, whose facts stay as they are. What was
    asked before is remembered, so that an enrichment which was stopped goes on where it was.

    Args:
        store: the store's folder.
        services: names of ``SERVICES``.
        person: the IRI of a person: only this one, with works and organizations.
        settings: addresses, keys and limits.
        progress: called as the work goes on.
        stages: what the build runs instead of the product's own.

    Raises:
        EnrichError: there is no such service, or no such person.
        StoreError: there is no store, or a build is going on.
    """
    unknown = [name for name in services if name not in SERVICES]
    if unknown or not services:
        raise EnrichError(f"no service is called {', '.join(unknown) or 'nothing'}; known are {', '.join(SERVICES)}")
    settings = settings or EnrichSettings()
    report_progress = progress or no_progress
    path = Path(store)
    wanted = wanted_things(Store.open(path), person)
    counts, problems = Counter[str](), list[Problem]()
    for name in dict.fromkeys(services):
        _ask(path, SERVICES[name], wanted, settings, report_progress, counts, problems)
    folder = Layout(path).enrich
    report = build([folder] if folder.is_dir() else [], path, progress=progress, stages=stages)
    figures = {name: counts[name] for name in ("asked", "found", "new")}
    return EnrichReport(sum(map(len, wanted.values())), **figures, build=report, problems=(*problems, *report.problems))


def _ask(
    store: Path,
    service: Service,
    wanted: Mapping[str, Sequence[Wanted]],
    settings: EnrichSettings,
    progress: Progress,
    counts: Counter[str],
    problems: list[Problem],
) -> None:
    """Look all up at one service; after some failures in a row it is left alone."""
    client = ServiceClient(
        service.name,
        settings.addresses.get(service.name, service.base),
        Layout(store).memory,
        rate=service.rate,
        mailto=settings.mailto,
        key=settings.keys.get(service.name, ""),
        key_header=service.key_header,
        days=settings.days,
        timeout=settings.timeout,
        sleep=settings.sleep,
    )
    things = [thing for kind in service.knows for thing in wanted[kind]]
    failures = 0
    for done, thing in enumerate(things):
        progress(f"Asking {service.name}", done, len(things))
        try:
            answers = list(service.look_up(client, thing))
            failures = 0
        except (ReadError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            failures += 1
            if failures == 1:
                problems.append(_problem(service.name, error))
            if failures == _IN_A_ROW:
                what = f"failed {_IN_A_ROW} times in a row; {len(things) - done - 1} things were not looked up"
                problems.append(Problem(service.name, what, "try again later: what was found stays"))
                break
            continue
        counts["found"] += bool(answers)
        counts["new"] += sum(store_answer(store, service.name, answer) for answer in answers)
    counts["asked"] += client.asked


def _problem(service: str, error: Exception) -> Problem:
    if not isinstance(error, ReadError):
        what = f"gave an answer of an unknown form ({type(error).__name__})"
        return Problem(service, what, "the service may have changed")
    what, _, advice = str(error).removeprefix(f"{service}: ").rpartition("; ")
    return Problem(service, what or advice, advice if what else "")


def wanted_things(store: Store, person: str = "") -> dict[str, list[Wanted]]:
    """Return what the documents of a store name, or one person with works and organizations, in the order of names.

    Args:
        store: the store.
        person: the IRI of that person.

    Returns:
        "works", "people" and "organizations", as services name what they know.

    Raises:
        EnrichError: the graph has no such person.
    """
    found: dict[str, set[Any]] = {"works": set(), "people": set(), "organizations": set()}
    names = {EntityKind.WORK: "works", EntityKind.PERSON: "people", EntityKind.ORGANIZATION: "organizations"}
    for kind, _, wanted in named_things(store, person):
        if names_of(wanted):
            found[names[kind]].add(wanted)
    return {name: sorted(things) for name, things in found.items()}


def names_of(wanted: Wanted) -> tuple[str, ...]:
    """Return the names under which a thing may be found: none if no document names it."""
    return tuple(filter(None, (wanted.title,) if isinstance(wanted, WantedWork) else wanted.names))


def named_things(store: Store, person: str = "") -> Iterator[tuple[EntityKind, str, Wanted]]:
    """Yield kind, IRI and description of what the documents of a store name, or of one person with works and places."""
    graph = store.snapshot()
    view = _View(graph)
    named = _of_person(view, person) if person else _named(graph, Minter(store.manifest.base), store)
    kinds: dict[EntityKind, Callable[[ox.NamedNode], Wanted]] = {
        EntityKind.WORK: view.work,
        EntityKind.PERSON: view.person,
        EntityKind.ORGANIZATION: view.organization,
    }
    for kind, look in kinds.items():
        for node in sorted(named[kind], key=lambda each: each.value):
            yield kind, node.value, look(node)


def _of_person(view: _View, person: str) -> dict[EntityKind, list[ox.NamedNode]]:
    who = ox.NamedNode(person)
    if v.ENTITY_CLASS[EntityKind.PERSON] not in view.objects(who, v.TYPE):
        raise EnrichError(f"<{person}> is no person of this graph; give the IRI of one")
    places = [place for term in _PLACES for place in view.objects(who, term)]
    works = view.subjects(_AUTHOR, who)
    return {EntityKind.WORK: works, EntityKind.PERSON: [who], EntityKind.ORGANIZATION: places}


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
