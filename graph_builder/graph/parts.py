"""The quads of a source in parts: a large one is written by many processes, each of which knows some of its claims."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from graph_builder.graph import sources as s
from graph_builder.graph.facts import Fact, merge, merged
from graph_builder.graph.iris import DEFAULT_BASE, Minter
from graph_builder.graph.ntriples import iri
from graph_builder.model import Link, SourceFacts


def mention_lines(
    part: SourceFacts, own: Collection[str], links: Mapping[str, Link], entities: s.EntityKeys, base: str = DEFAULT_BASE
) -> Iterator[str]:
    """Yield the N-Quads of those mentions of a part of a source that are its *own*; other parts may use some, too."""
    minter = Minter(base)
    end = f" {iri(minter.source(part.source).value)} .\n"
    for mention in s.by_id(part.mentions):
        if mention.id in own:
            target = s.target_of(mention, links.get(mention.id), entities, minter)
            node = iri(minter.mention_iri(part.source, mention.id))
            yield s.lines_of_mention(mention, links.get(mention.id), target, node, end)


def node_lines(source: str, info: s.SourceInfo, base: str = DEFAULT_BASE) -> str:
    """Return the N-Quads of the source itself."""
    node = iri(Minter(base).source(source).value)
    return "".join(s.lines_of_source(node, source, info, f" {node} .\n"))


def part_facts(
    part: SourceFacts, links: Mapping[str, Link], entities: s.EntityKeys, base: str = DEFAULT_BASE
) -> list[Fact]:
    """Return the facts of a part of a source, with each other merged; those of other parts may say the same."""
    minter = Minter(base)
    targets = {m.id: s.target_of(m, links.get(m.id), entities, minter) for m in s.by_id(part.mentions)}
    return merge(part.source, part.claims, targets)


def fact_lines(source: str, same: Iterable[Fact], base: str = DEFAULT_BASE) -> tuple[str, list[str]]:
    """Return the N-Quads of a fact that parts of a source state, and its direct edges, which other facts may give, too.

    Args:
        source: the id of the source.
        same: what the parts made of the fact.
        base: the IRI under which all others are made.
    """
    minter = Minter(base)
    node = iri(minter.source(source).value)
    end = f" {node} .\n"
    fact = merged(list(same))
    nodes = {mention: iri(minter.mention_iri(source, mention)) for mention in fact.mentions}
    lines = s.lines_of_fact(fact, f"{s.OF_SOURCE}{node}", nodes, minter, end)
    return lines, [edge + end for edge in s.direct_edges(fact, node)]
