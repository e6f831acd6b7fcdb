"""What a picture shows: the neighbourhood of some things, or a whole small graph, cut to what matters most."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from graph_builder.explore.fact import Fact
from graph_builder.explore.picture import Picture, Selection
from graph_builder.explore.reach import HUB_LIMIT, edges, ties, wanted
from graph_builder.explore.reader import Reader
from graph_builder.model import EntityKind, Relation

if TYPE_CHECKING:
    import networkx as nx


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
    personal = dict.fromkeys(starts, 1.0) or None
    rank = nx.pagerank(graph, alpha=0.8, personalization=personal, weight="weight", max_iter=500, tol=1e-9)
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
