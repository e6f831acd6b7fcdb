"""An overview of a whole graph: people, organizations, venues and topics, with places that are worked out once."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from pyoxigraph import Store

from graph_builder.explore.network.communities import islands
from graph_builder.model import EntityKind
from graph_builder.query.index.reading import GraphNodes
from graph_builder.query.index.rows import least
from graph_builder.query.index.schema import CLASSES, GB, LABEL, SCHEMA_ORG
from graph_builder.store.files import write_atomically

Array = NDArray[np.float64]

MOST = 100_000
"""Things that an overview shows at most, those with most relations; a page can still move so many."""

_EDGES = (
    SCHEMA_ORG + "affiliation",
    SCHEMA_ORG + "alumniOf",
    SCHEMA_ORG + "knowsAbout",
    GB + "advisedBy",
    GB + "servedAt",
)
_AUTHOR, _PLACE = SCHEMA_ORG + "author", SCHEMA_ORG + "isPartOf"
_TEAM = 12
"""Authors of a paper that are tied to each other; of larger teams each is tied to the first alone."""

_MANY = 1000
"""Things beyond which a force layout takes long and shows a disc: communities are set apart then."""

_LOOSE = (EntityKind.VENUE.value, EntityKind.TOPIC.value)
_SEED = 20260101


def write_overview(graph: Store, path: Path) -> None:
    """Write the overview of a graph to two files in JSON: its things, and the lines between them.

    The things are columns, those with most relations first: ``iris`` (what follows ``base``), ``names``, ``kind`` (an
    index into ``kinds``), ``x``, ``y`` and ``degree``. The lines, pairs of indices one after the other, are in the file
    of that name beside it (``lines_beside``), for a page shows things first.
    """
    nodes = GraphNodes(graph)
    weights, pairs = _network(nodes)
    kinds = {
        iri: kind.value for cls, kind in CLASSES.items() if kind is not EntityKind.WORK for iri in nodes.typed(cls)
    }
    iris, lines = _most(pairs, weights, kinds)
    loose = np.array([kinds[iri] in _LOOSE for iri in iris], bool)
    places = islands(len(iris), lines, loose) if len(iris) > _MANY else _spread(len(iris), lines)
    ends = [min(iris), max(iris)] if iris else [""]
    base = os.path.commonprefix(ends).rpartition("/")[0] + "/"  # noqa: RUF071 addresses are texts here, not paths
    known, names = list(EntityKind), least(nodes.pairs(LABEL))
    content = {
        "base": base,
        "iris": [iri.removeprefix(base) for iri in iris],
        "names": [names.get(iri) or iri.rsplit("/", 1)[-1] for iri in iris],
        "kinds": [kind.value for kind in known],
        "kind": [known.index(EntityKind(kinds[iri])) for iri in iris],
        "x": [round(float(x), 1) for x in places[:, 0]],
        "y": [round(float(y), 1) for y in places[:, 1]],
        "degree": [int(weights[iri]) for iri in iris],
        "count": len(lines),
    }
    _write(lines_beside(path), {"lines": lines.ravel().tolist()})
    _write(path, content)  # the last: who finds it finds the lines too


def lines_beside(path: Path) -> Path:
    """Return where the lines of an overview are.

    >>> lines_beside(Path("overview.json")).name
    'overview-lines.json'
    """
    return path.with_name(f"{path.stem}-lines.json")


def _write(path: Path, content: dict[str, Any]) -> None:
    write_atomically(path, json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(), wait=False)


def _spread(size: int, lines: NDArray[np.int64]) -> Array:
    """Return places for the nodes of a small network by ForceAtlas2; the same network always gets the same."""
    if size < 2:
        return np.zeros((size, 2))
    network: nx.Graph[int] = nx.Graph()
    network.add_nodes_from(range(size))
    network.add_edges_from(lines.tolist())
    found = nx.forceatlas2_layout(network, seed=_SEED, strong_gravity=True)
    places = np.array([found[node] for node in range(size)])
    places -= places.mean(axis=0)
    return np.asarray(places * 4 * np.sqrt(size) / np.abs(places).max())


def _network(nodes: GraphNodes) -> tuple[Counter[str], list[tuple[str, str]]]:
    """Return the ties between things, each once, and how many each thing has."""
    pairs: list[tuple[str, str]] = []
    for term in _EDGES:
        pairs += nodes.pairs(term)
    pairs += _by_works(nodes)
    lines = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    return Counter(iri for pair in lines for iri in pair), lines


def _by_works(nodes: GraphNodes) -> list[tuple[str, str]]:
    """Return the ties that papers make: among their authors, and between first author and venue."""
    authors: dict[str, set[str]] = {}
    for work, author in nodes.pairs(_AUTHOR):
        authors.setdefault(work, set()).add(author)
    pairs = []
    for team in authors.values():
        people = sorted(team)
        heads = people if len(people) <= _TEAM else people[:1]
        pairs += [(one, other) for place, one in enumerate(heads) for other in people[place + 1 :]]
    pairs += [(min(authors[work]), place) for work, place in nodes.pairs(_PLACE) if work in authors]
    return pairs


def _most(
    lines: list[tuple[str, str]], weights: Counter[str], kinds: dict[str, str]
) -> tuple[list[str], NDArray[np.int64]]:
    """Return the things with most relations, and the lines between them as indices."""
    known = [iri for iri in weights if iri in kinds]
    kept = sorted(known, key=lambda iri: (-weights[iri], iri))[:MOST]
    index = {iri: place for place, iri in enumerate(kept)}
    pairs: list[Any] = [(index[one], index[other]) for one, other in lines if one in index and other in index]
    return kept, np.array(pairs, dtype=np.int64).reshape(-1, 2)
