"""Linking: things of a graph and those of outside catalogues, as scored and explained links, never as merges."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pyoxigraph as ox

from graph_builder.model import EntityKind, GraphBuilderError
from graph_builder.pipeline.enrichment import named_things, names_of
from graph_builder.pipeline.stages import Progress, no_progress
from graph_builder.pipeline.writing import EXACT, write_links
from graph_builder.read.services import ServiceClient, Wanted, WantedPerson, WantedWork
from graph_builder.read.services.candidates import TARGETS, Candidate, from_dump, from_endpoint
from graph_builder.read.services.wanted import title_key
from graph_builder.store.draft import edit
from graph_builder.store.files import write_atomically
from graph_builder.store.layout import Layout
from graph_builder.store.store import Store

CLOSE = 0.7
"""The score from which there is a link at all, which is ``skos:exactMatch`` from ``EXACT`` on. Set by hand."""

_AUTHOR = ox.NamedNode("https://schema.org/author")


class LinkError(GraphBuilderError):
    """A linking that was asked for wrongly."""


@dataclass(frozen=True, slots=True)
class OutsideLink:
    """A thing of the graph, its like in a catalogue, how sure that is, and why."""

    thing: str
    outside: str
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinkReport:
    """Counts of a linking: things looked up, candidates seen, links that are exact and close."""

    wanted: int
    candidates: int
    exact: int
    close: int


def link(
    store: Path | str,
    to: str,
    *,
    dumps: Sequence[Path] = (),
    endpoint: str = "",
    progress: Progress | None = None,
) -> LinkReport:
    """Find the people, works and organizations of a store in an outside catalogue, and keep the links.

    They replace those to the same catalogue from before, stay while builds go on, and are statements of a graph of
    their own (``<base>links/<catalogue>``), each with score and reasons.

    Args:
        store: the store's folder.
        to: wikidata, dblp, openalex or semopenalex.
        dumps: files of the catalogue, RDF or records; without any, the endpoint is asked.
        endpoint: another SPARQL endpoint than the catalogue's own.
        progress: called as the work goes on.

    Raises:
        LinkError: there is no such catalogue, or no dump and no endpoint.
        ReadError: a dump cannot be read, or the endpoint does not answer.
        StoreError: there is no store, or a build is going on.
    """
    if to not in TARGETS:
        raise LinkError(f"no catalogue is called {to}; known are {', '.join(TARGETS)}")
    address = endpoint or TARGETS[to][1]
    if not dumps and not address:
        raise LinkError(f"{to} has no SPARQL endpoint; give a file of it with --dump, or one with --endpoint")
    progress = progress or no_progress
    path = Path(store)
    opened = Store.open(path)
    things = list(named_things(opened))
    names = {name for _, _, wanted in things for name in names_of(wanted)}
    progress("Looking up", 0, len(things))
    if dumps:
        found = [one for dump in dumps for one in from_dump(dump, to, names)]
    else:
        client = ServiceClient(f"link-{to}", address, Layout(path).memory, rate=1.0)
        found = list(from_endpoint(client, to, names))
    links = sorted(links_of(things, found, _authored(opened)), key=lambda one: (one.thing, one.outside))
    with edit(path) as draft:
        lines = [json.dumps(asdict(one), ensure_ascii=False, sort_keys=True) for one in links]
        folder = Layout(path).links
        folder.mkdir(exist_ok=True)
        write_atomically(folder / f"{to}.jsonl", "".join(f"{line}\n" for line in lines).encode())
        write_links(draft, draft.previous.base)
        draft.commit(draft.previous)
    exact = sum(one.score >= EXACT for one in links)
    return LinkReport(len(things), len(found), exact, len(links) - exact)


def _authored(store: Store) -> dict[str, set[str]]:
    """Return the works of each person."""
    works: dict[str, set[str]] = defaultdict(set)
    for quad in store.snapshot().quads_for_pattern(None, _AUTHOR, None, None):
        if isinstance(quad.object, ox.NamedNode) and isinstance(quad.subject, ox.NamedNode):
            works[quad.object.value].add(quad.subject.value)
    return works


def links_of(
    things: Iterable[tuple[EntityKind, str, Wanted]],
    found: Iterable[Candidate],
    authored: Mapping[str, Collection[str]] | None = None,
) -> Iterator[OutsideLink]:
    """Yield the best link of each thing, if it is sure enough and no other candidate is as good.

    Args:
        things: what is looked up; works before people, whom they speak for.
        found: what the catalogue has under these names.
        authored: the works of each person of the graph.
    """
    # What the outside works that were linked lead to, their authors among it, by the work here.
    leads: dict[str, Collection[str]] = {}
    by_key: dict[str, list[Candidate]] = defaultdict(list)
    for one in found:
        for key in {title_key(name) for name in one.names}:
            by_key[key].append(one)
    for kind, iri, wanted in things:
        keys = {title_key(name) for name in names_of(wanted)} - {""}
        near = {one.iri: one for key in sorted(keys) for one in by_key[key] if one.kind in (None, kind)}
        own = [leads[work] for work in (authored or {}).get(iri, ()) if work in leads]
        scored = sorted(
            (*_compared(wanted, one, len(near), sum(one.iri in each for each in own)), one.iri) for one in near.values()
        )
        if not scored:
            continue
        best = scored[-1]
        rivals = [other for other in scored[:-1] if best[0] - other[0] < 0.1]
        if best[0] >= CLOSE and not rivals:
            leads[iri] = near[best[2]].leads
            yield OutsideLink(iri, best[2], best[0], best[1])


def _compared(wanted: Wanted, one: Candidate, homonyms: int, papers: int) -> tuple[float, tuple[str, ...]]:
    """Return how sure it is that a candidate of the same name is what is wanted, and what speaks for and against it."""
    shared = sorted(i.scheme for i in set(wanted.identifiers) & one.identifiers)
    if shared:
        return 0.99, (f"same {shared[0]}",)
    others = {i.scheme for i in wanted.identifiers} & {i.scheme for i in one.identifiers} & {"orcid", "doi", "ror"}
    if others:
        return 0.0, (f"another {min(others)}",)
    if isinstance(wanted, WantedWork):
        return _compared_works(wanted, one)
    about = wanted.organizations if isinstance(wanted, WantedPerson) else ()
    reasons, score = ["same name"], 0.5 if isinstance(wanted, WantedPerson) else 0.75
    places = {title_key(name) for name in about} & {title_key(name) for name in one.near}
    if places:
        score += 0.3 + 0.1 * (len(places) > 1)
        reasons.append(f"{_counted(len(places), 'organization')} in common")
    if papers:
        score += 0.4 + 0.05 * (papers > 1)
        reasons.append(f"author of {_counted(papers, 'paper')} in common")
    if homonyms > 1:
        score -= 0.05
        reasons.append(f"{homonyms} of this name")
    return round(min(score, 0.98), 2), tuple(reasons)


def _compared_works(wanted: WantedWork, one: Candidate) -> tuple[float, tuple[str, ...]]:
    score, reasons = 0.6 if len(title_key(wanted.title)) < 25 else 0.72, ["same title"]
    authors = {title_key(name) for name in wanted.authors} & {title_key(name) for name in one.near}
    if authors:
        score += 0.18
        reasons.append(f"{_counted(len(authors), 'author')} in common")
    if wanted.year and one.years:
        apart = min(abs(int(wanted.year) - int(year)) for year in one.years)
        score += 0.08 if apart == 0 else 0.04 if apart <= 2 else -0.4
        reasons.append(f"{_counted(apart, 'year')} apart" if apart else "same year")
    return round(score, 2), tuple(reasons)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
