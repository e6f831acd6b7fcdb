"""What a picture shows: the neighbourhood of some things, or a whole small graph, cut to what matters most."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from graph_builder.explore.pictures.picture import Edge, Picture, Selection
from graph_builder.explore.things.fact import LISTING, Fact, ties
from graph_builder.explore.things.reader import Reader
from graph_builder.model import EntityKind, Relation

if TYPE_CHECKING:
    import networkx as nx


#: So many facts of one thing are looked at in each role: the neighbours of a hub are a sample all the same.
HUB_LIMIT = 3000
#: How often a random walk goes on instead of beginning anew, and the steps after which ranks are taken as they are.
_GO_ON, _WALK = 0.8, 500


def select(reader: Reader, selection: Selection) -> Picture:
    """Return what *selection* asks for: the most relevant things within reach, and the edges between them.

    Relevance is personalised PageRank (Page et al. 1999; Haveliwala 2002) from the things in the middle, over edges
    weighted by relation and confidence. A thing comes in together with what ties it to the middle, so that a
    neighbourhood stays in one piece.
    """
    import networkx as nx

    found = edges(reader, selection)
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(iri for iri in selection.about if reader.thing(iri))
    for edge in sorted(found, key=lambda edge: (edge.start, edge.end, edge.relation)):
        weight = edge.weight + graph.get_edge_data(edge.start, edge.end, {"weight": 0.0})["weight"]
        graph.add_edge(edge.start, edge.end, weight=weight)
    order = _most_relevant(reader, graph, selection)
    shown = set(order)
    things = tuple(thing for iri in order if (thing := reader.thing(iri)))
    left: dict[EntityKind, int] = {}
    for iri in graph:
        if iri not in shown and (thing := reader.thing(iri)):
            left[thing.kind] = left.get(thing.kind, 0) + 1
    kept = tuple(edge for edge in found if edge.start in shown and edge.end in shown)
    notes, subjects = _notes(reader, selection, order)
    return Picture(things, kept, selection.about, subjects, notes, left)


def _most_relevant(reader: Reader, graph: nx.Graph[str], selection: Selection) -> list[str]:
    """Return the things to show, most relevant first: the best by rank, each with its way to the middle."""
    import networkx as nx

    if not graph:
        return []
    starts = [iri for iri in selection.about if iri in graph]
    rank = _ranks(graph, starts)
    # Ranks that agree to nine places are equal: the last bits depend on the order of the sums.
    best = sorted(graph, key=lambda iri: (iri not in starts, -round(rank[iri], 9), iri))
    if not starts:
        return _overview(reader, graph, best, selection.max_nodes)
    way = {iri: path for start in starts for iri, path in nx.single_source_shortest_path(graph, start).items()}
    chosen: dict[str, None] = dict.fromkeys(starts)
    for iri in best:
        missing = [step for step in way.get(iri, ()) if step not in chosen]
        if missing and len(chosen) + len(missing) <= max(selection.max_nodes, len(starts)):
            chosen.update(dict.fromkeys(missing))
    return sorted(chosen, key=lambda iri: (iri not in starts, -round(rank[iri], 9), iri))


def _ranks(graph: nx.Graph[str], starts: list[str]) -> dict[str, float]:
    """Return the personalised PageRank of things: how often one meets them on random walks from *starts*."""
    number = {iri: place for place, iri in enumerate(graph)}
    lines = [(number[one], number[other], weight) for one, other, weight in graph.edges(data="weight")]  # type: ignore[var-annotated]
    both = lines + [(other, one, weight) for one, other, weight in lines if one != other]
    one, other = (np.array([line[end] for line in both], dtype=np.int64) for end in (0, 1))
    weights = np.array([line[2] for line in both], dtype=np.float64)
    share = weights / np.bincount(one, weights, len(number))[one]
    start = np.zeros(len(number))
    start[[number[iri] for iri in starts] or slice(None)] = 1
    start /= start.sum()
    loose = np.bincount(one, minlength=len(number)) == 0
    rank = start
    for _ in range(_WALK):
        before = rank
        moved = np.bincount(other, rank[one] * share, len(number)) + rank[loose].sum() * start
        rank = _GO_ON * moved + (1 - _GO_ON) * start
        if np.abs(rank - before).sum() < 1e-12:
            break
    return dict(zip(number, rank.tolist(), strict=True))


def _overview(reader: Reader, graph: nx.Graph[str], best: list[str], limit: int) -> list[str]:
    """Return what to show of a whole graph: whom the sources are about, what connects them, then the rest by rank.

    Of a graph that has to be cut, things that lose all their neighbours go too.
    """
    if len(best) <= limit:
        return best
    subjects = {fact.role("person") for fact in reader.facts(frozenset({Relation.PROFILE}))}
    chosen = sorted(best, key=lambda iri: (iri not in subjects, graph.degree(iri) < 2))[:limit]
    kept = graph.subgraph(chosen)
    return [iri for iri in best if iri in kept and kept.degree(iri)] or best[:limit]


def _notes(
    reader: Reader, selection: Selection, shown: Iterable[str]
) -> tuple[dict[str, tuple[Fact, ...]], frozenset[str]]:
    """Return the facts that are no edge (awards, papers without a venue), and the people whom a source is about."""
    notes: dict[str, tuple[Fact, ...]] = {}
    subjects = set()
    for iri in shown:
        facts = reader.facts_of(iri, HUB_LIMIT)
        if any(fact.relation is Relation.PROFILE for fact in facts):
            subjects.add(iri)
        alone = (Relation.AWARD, Relation.PUBLICATION)
        mine = [fact for fact in facts if fact.relation in alone and not ties(fact)]
        kept = tuple(
            fact
            for fact in mine
            if wanted(reader, fact, selection) and iri == fact.role("person" if fact.relation == "award" else "work")
        )
        if kept:
            notes[iri] = kept
    return notes, frozenset(subjects)


def edges(reader: Reader, selection: Selection) -> list[Edge]:
    """Return all edges that *selection* asks for, in a fixed order, before any are left out for room."""
    if not selection.about:
        facts = [fact for fact in reader.facts(selection.relations) if wanted(reader, fact, selection)]
        reached = {iri for fact in facts for _, iri in fact.roles}
    else:
        facts, reached = _neighbourhood(reader, selection)
    grouped: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in facts:
        for key in ties(fact):
            if key[0] in reached and key[1] in reached:
                grouped.setdefault(key, []).append(fact)
    # Who is an author of a paper need not be shown as listing it too.
    found = [
        Edge(*key, tuple(facts), len(facts))
        for key, facts in sorted(grouped.items())
        if key[2] != LISTING or (key[0], key[1], Relation.AUTHORSHIP.value) not in grouped
    ]
    for iri in sorted(reached):
        found += [Edge(iri, above, name) for name, above in reader.parents(iri) if above in reached]
    if EntityKind.WORK not in selection.kinds and EntityKind.PERSON in selection.kinds:
        found += _co_authors(found)
    return [edge for edge in found if _kinds(reader, edge, selection.about) <= selection.kinds]


def _kinds(reader: Reader, edge: Edge, about: tuple[str, ...]) -> set[EntityKind]:
    """Return the kinds of an edge's ends; what the picture is about is shown, whatever its kind."""
    things = (reader.thing(end) for end in (edge.start, edge.end) if end not in about)
    return {thing.kind for thing in things if thing}


def _neighbourhood(reader: Reader, selection: Selection) -> tuple[list[Fact], set[str]]:
    """Return all facts within reach of the middle, and the things reached in so many hops."""
    reached = set(selection.about)
    border = sorted(reached)
    facts: dict[str, Fact] = {}
    # Papers that are not to be drawn are still the way from co-author to co-author, and cost no hop.
    through = EntityKind.WORK not in selection.kinds
    for _ in range(selection.hops):
        border = _step(reader, selection, border, reached, facts)
        if through:
            works = [iri for iri in border if (thing := reader.thing(iri)) and thing.kind is EntityKind.WORK]
            border += _step(reader, selection, works, reached, facts)
    return [facts[iri] for iri in sorted(facts)], reached


def _step(
    reader: Reader, selection: Selection, border: Iterable[str], reached: set[str], facts: dict[str, Fact]
) -> list[str]:
    new: set[str] = set()
    for iri in border:
        for fact in reader.facts_of(iri, HUB_LIMIT):
            if not wanted(reader, fact, selection):
                continue
            facts[fact.iri] = fact
            new.update(other for start, end, _ in ties(fact) if iri in (start, end) for other in (start, end))
        new.update(other for _, other in (*reader.parents(iri), *reader.children(iri)[:HUB_LIMIT]))
    new -= reached
    reached |= new
    return sorted(new)


def wanted(reader: Reader, fact: Fact, selection: Selection) -> bool:
    """Return whether a fact passes the filters of relation, confidence and years."""
    if fact.relation not in selection.relations or fact.confidence < selection.min_confidence:
        return False
    if selection.years is None:
        return True
    years = fact.years
    if years is None and fact.relation is Relation.AUTHORSHIP:
        same_work = (other for other in reader.facts_of(fact.role("work"), HUB_LIMIT) if other.years)
        years = next((other.years for other in same_work), None)
    return years is not None and years[0] <= selection.years[1] and selection.years[0] <= years[1]


def _co_authors(edges: Iterable[Edge]) -> list[Edge]:
    """Return an edge for each pair of people with a paper in common, with the number of those papers."""
    authors: dict[str, set[str]] = {}
    for edge in edges:
        if edge.relation in (Relation.AUTHORSHIP, LISTING):
            authors.setdefault(edge.end, set()).add(edge.start)
    counts: dict[tuple[str, str], int] = {}
    for people in authors.values():
        ordered = sorted(people)
        for at, first in enumerate(ordered):
            for second in ordered[at + 1 :]:
                counts[first, second] = counts.get((first, second), 0) + 1
    return [Edge(*pair, "co-author", (), count) for pair, count in sorted(counts.items())]
