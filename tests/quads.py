"""What the graph package writes as N-Quads, as quads one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pyoxigraph as ox

from graph_builder.graph.identities import identity_lines
from graph_builder.graph.iris import DEFAULT_BASE
from graph_builder.graph.sources import SourceInfo, source_lines
from graph_builder.model import Entity, Link, SourceFacts


def source_quads(
    facts: SourceFacts, links: Mapping[str, Link], base: str = DEFAULT_BASE, info: SourceInfo | None = None
) -> Iterator[ox.Quad]:
    for piece in source_lines(facts, links, base, info):
        yield from ox.parse(piece, format=ox.RdfFormat.N_QUADS)


def identity_quads(entities: Iterable[Entity], base: str = DEFAULT_BASE) -> Iterator[ox.Quad]:
    for piece in identity_lines(entities, base):
        yield from ox.parse(piece, format=ox.RdfFormat.N_QUADS)
