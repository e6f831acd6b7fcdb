"""An overview of a whole graph: people, organizations, venues and topics, with places that are worked out once."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from numpy.fft import irfft2, rfft2
from numpy.typing import NDArray
from pyoxigraph import NamedNode, Store

from graph_builder.explore.network.communities import islands
from graph_builder.model import EntityKind
from graph_builder.query.index.reading import GraphNodes
from graph_builder.query.index.schema import CLASSES, GB, LABEL, SCHEMA_ORG

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

_MANY = 3000
"""Things beyond which a force layout shows a disc and no more: communities are set apart then."""

_LOOSE = (EntityKind.VENUE.value, EntityKind.TOPIC.value)
_ROUNDS, _SEED = 150, 20260101
_COARSEST, _FINEST = 48, 192
"""Cells on a side of the grid of densities, for few nodes and for many."""


def write_overview(graph: Store, path: Path) -> None:
    """Write the overview of a graph to two files in JSON: its things, and the lines between them.

    The things are columns, those with most relations first: ``iris`` (what follows ``base``), ``names``, ``kind`` (an
    index into ``kinds``), ``x``, ``y`` and ``degree``. The lines, pairs of indices one after the other, are in the file
    of that name beside it (``lines_beside``), for a page shows things first.
    """
    weights, pairs = _network(graph)
    kinds = _kinds(graph)
    iris, lines = _most(pairs, weights, kinds)
    loose = np.array([kinds[iri] in _LOOSE for iri in iris], bool)
    places = islands(len(iris), lines, loose) if len(iris) > _MANY else spread(len(iris), lines)
    ends = [min(iris), max(iris)] if iris else [""]
    base = os.path.commonprefix(ends).rpartition("/")[0] + "/"  # noqa: RUF071 addresses are texts here, not paths
    known, names = list(EntityKind), _names(graph)
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
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    draft.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")
    draft.replace(path)


def spread(size: int, lines: NDArray[np.int64]) -> Array:
    """Return places for the nodes of a network so that lines are short and nodes apart.

    A force layout (Fruchterman and Reingold 1991; degrees weigh as in ForceAtlas2, Jacomy et al. 2014) whose repulsion
    is taken from a grid of densities by convolution, so that a round costs as much as there are nodes and lines. The
    same network always gets the same places.

    Args:
        size: how many nodes there are.
        lines: pairs of their indices, shape (n, 2).

    Returns:
        places, shape (size, 2), about the origin.

    >>> spread(3, np.array([[0, 1]])).shape
    (3, 2)
    """
    if size == 0:
        return np.zeros((0, 2))
    random = np.random.default_rng(_SEED)
    degree = np.bincount(lines.ravel(), minlength=size).astype(np.float64) + 1
    radius = np.sqrt(size) * 4
    at = random.normal(scale=radius / 3, size=(size, 2))
    start, end = lines[:, 0], lines[:, 1]
    pull = 1.0 / np.sqrt(np.minimum(degree[start], degree[end]))
    for step in range(_ROUNDS):
        force = _repulsion(at, degree, radius) - at * 0.02 * np.sqrt(degree)[:, None] / 4
        along = (at[end] - at[start]) * pull[:, None]
        for axis in (0, 1):
            force[:, axis] += np.bincount(start, along[:, axis], size) - np.bincount(end, along[:, axis], size)
        length = np.linalg.norm(force, axis=1, keepdims=True)
        most = radius * 0.15 * (1 - step / _ROUNDS) ** 1.5 + 0.05
        at += force / np.maximum(length, 1e-9) * np.minimum(length * 0.2, most)
    alone = _small_parts(size, lines)
    return _aside(at - at[~alone].mean(axis=0) if (~alone).any() else at, alone, radius)


def _repulsion(at: Array, weight: Array, radius: float) -> Array:
    """Return the force on each node by all others: that of a density on a grid, falling off as 1/distance."""
    grid = int(np.clip(8 * np.sqrt(len(at)), _COARSEST, _FINEST))
    whole = _whole(grid)
    low, high = at.min(axis=0), at.max(axis=0)
    cell = max(float((high - low).max()), 1e-6) / (grid - 1)
    place = np.clip(((at - low) / cell).astype(np.int64), 0, grid - 1)
    density = np.bincount(place[:, 0] * grid + place[:, 1], weight, grid * grid).reshape(grid, grid)
    scale = radius / cell
    spectrum = rfft2(density, whole)
    fields = (irfft2(spectrum * kernel, whole)[:grid, :grid] for kernel in _kernels(grid))
    found = np.stack([field[place[:, 0], place[:, 1]] for field in fields], axis=1)
    # Nodes in one cell do not feel each other: a push by a fixed direction of each parts them.
    angle = np.arange(len(at)) * 2.399963  # the golden angle
    jitter = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    crowd = density[place[:, 0], place[:, 1]]
    part = jitter * np.minimum(crowd, 50)[:, None] * 0.05
    return np.asarray(found * scale * 0.02 * weight[:, None] ** 0.5 + part)


def _whole(grid: int) -> tuple[int, int]:
    """Return the sides of a grid with as much room beside it, so that its ends do not feel each other."""
    return 2 * grid, 2 * grid


@cache
def _kernels(grid: int) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Return the spectra of the force that a cell has on all others, in x and in y."""
    span = np.fft.fftfreq(2 * grid, 1 / (2 * grid))  # distances in cells, as they wrap around
    dx, dy = np.meshgrid(span, span, indexing="ij")
    squared = dx * dx + dy * dy + 0.5
    return rfft2(dx / squared, _whole(grid)), rfft2(dy / squared, _whole(grid))


def _small_parts(size: int, lines: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which nodes are in components of fewer than four."""
    graph: nx.Graph[int] = nx.Graph(lines.tolist())
    alone = np.ones(size, dtype=bool)
    for part in nx.connected_components(graph):
        alone[list(part)] = len(part) < 4
    return alone


def _aside(at: Array, alone: NDArray[np.bool_], radius: float) -> Array:
    """Set the nodes of small components on a spiral around all others."""
    count = int(alone.sum())
    if not count or count == len(at):
        return at
    edge = float(np.quantile(np.linalg.norm(at[~alone], axis=1), 0.99))
    rank = np.arange(count)
    away = np.sqrt(edge**2 * 1.2 + rank * (radius * radius) / max(len(at), 1) * 2)
    at[alone] = np.stack([np.cos(rank * 2.399963), np.sin(rank * 2.399963)], axis=1) * away[:, None]
    return at


def _network(graph: Store) -> tuple[Counter[str], list[tuple[str, str]]]:
    """Return the ties between things, each once, and how many each thing has."""
    pairs: list[tuple[str, str]] = []
    for term in _EDGES:
        pairs += _pairs(graph, term)
    pairs += _by_works(graph)
    lines = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    return Counter(iri for pair in lines for iri in pair), lines


def _by_works(graph: Store) -> list[tuple[str, str]]:
    """Return the ties that papers make: among their authors, and between first author and venue."""
    authors: dict[str, set[str]] = {}
    for work, author in _pairs(graph, _AUTHOR):
        authors.setdefault(work, set()).add(author)
    pairs = []
    for team in authors.values():
        people = sorted(team)
        heads = people if len(people) <= _TEAM else people[:1]
        pairs += [(one, other) for place, one in enumerate(heads) for other in people[place + 1 :]]
    pairs += [(min(authors[work]), place) for work, place in _pairs(graph, _PLACE) if work in authors]
    return pairs


def _pairs(graph: Store, term: str) -> Iterator[tuple[str, str]]:
    """Yield the nodes that a property ties. Asked as a query, so that the engine decodes no other terms."""
    found: Any = graph.query(f"SELECT ?s ?o {{ ?s <{term}> ?o }}", use_default_graph_as_union=True)
    return ((s.value, o.value) for s, o in found if isinstance(s, NamedNode) and isinstance(o, NamedNode))


def _kinds(graph: Store) -> dict[str, str]:
    kinds = {cls: kind.value for cls, kind in CLASSES.items() if kind is not EntityKind.WORK}
    return {thing: kind for cls, kind in kinds.items() for thing in GraphNodes(graph).typed(cls)}


def _most(
    lines: list[tuple[str, str]], weights: Counter[str], kinds: dict[str, str]
) -> tuple[list[str], NDArray[np.int64]]:
    """Return the things with most relations, and the lines between them as indices."""
    known = [iri for iri in weights if iri in kinds]
    kept = sorted(known, key=lambda iri: (-weights[iri], iri))[:MOST]
    index = {iri: place for place, iri in enumerate(kept)}
    pairs: list[Any] = [(index[one], index[other]) for one, other in lines if one in index and other in index]
    return kept, np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _names(graph: Store) -> dict[str, str]:
    """Return the first of the names of each thing: in one scan, since a look-up of each costs far more."""
    found: Any = graph.query(f"SELECT ?thing ?name {{ ?thing <{LABEL}> ?name }}", use_default_graph_as_union=True)
    names: dict[str, str] = {}
    for thing, name in found:
        if isinstance(thing, NamedNode):
            names[thing.value] = min(name.value, names.get(thing.value, name.value))
    return names
