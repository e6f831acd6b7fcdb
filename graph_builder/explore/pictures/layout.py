"""Places for the nodes of a picture: a force layout of each component, then room for every label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Width over height of the picture: that of a slide, less a column for title and legend.
ASPECT = 1.5
#: The share of the picture that nodes and labels may fill before it is made larger.
FILL = 0.30
#: Pixels between components.
MARGIN = 40.0
#: Rounds of a layout at most, and the share of a line's length below which a move is none.
ROUNDS, SETTLED = 100, 0.02
#: Nodes beyond which forces go on from a few rounds.
MANY, FEW = 150, 10
SEED = 20260101


def place(
    graph: nx.Graph[str], boxes: Mapping[str, tuple[float, float]], centre: Sequence[str] = ()
) -> dict[str, tuple[float, float]]:
    """Return a place for each node, in pixels about the origin, so that no two boxes overlap.

    *boxes* are the width and height that each node needs together with its label. Nodes of *centre* pull the picture's
    middle to themselves. The same graph always gets the same places.

    Components are laid out so that distances agree with paths (stress majorization, Gansner, Koren and North 2004),
    large ones from there by ForceAtlas2 (Jacomy et al. 2014); overlaps are then removed by moving the two boxes of a
    pair apart along the shorter way.
    """
    nodes = sorted(graph)
    if not nodes:
        return {}
    parts = sorted(nx.connected_components(graph), key=lambda part: (-len(part), min(part)))
    placed: list[tuple[list[str], Array]] = []
    for part in parts:
        names = sorted(part)
        sizes = np.array([boxes[name] for name in names], dtype=np.float64)
        points = _spread(_component(graph.subgraph(names), names), sizes)
        placed.append((names, _apart(points, sizes)))
    points_of = _pack(placed, boxes)
    return _centred(points_of, [name for name in centre if name in points_of])


def _component(graph: nx.Graph[str], names: list[str]) -> Array:
    """Return raw places of one connected component, from a start on a circle."""
    number = {name: place for place, name in enumerate(names)}
    away = np.zeros((len(names), len(names)))
    for name, lengths in nx.all_pairs_shortest_path_length(graph):
        away[number[name], [number[other] for other in lengths]] = list(lengths.values())
    apart = np.where(away > 0, away, 1.0)
    weight = np.where(away > 0, apart**-2.0, 0.0)
    inverse = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight, hermitian=True)
    angle = np.linspace(0, 2 * np.pi, len(names), endpoint=False)
    points = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    for _ in range(ROUNDS if len(names) <= MANY else FEW):
        between = np.hypot(*(np.subtract.outer(axis, axis) for axis in points.T))
        pull = np.divide(weight * apart, between, out=np.zeros_like(between), where=between > 1e-9)
        before, points = points, inverse @ (pull.sum(axis=1)[:, None] * points - pull @ points)
        if np.abs(points - before).max() < SETTLED:
            break
    if len(names) > MANY:
        start = dict(zip(names, points, strict=True))
        found = nx.forceatlas2_layout(_in_order(graph), pos=start, max_iter=200, seed=SEED, strong_gravity=True)
        points = np.array([found[name] for name in names], dtype=np.float64)
    return points


def _in_order(graph: nx.Graph[str]) -> nx.Graph[str]:
    """Return the graph with nodes and edges in the order of their names, so that sums are the same each time."""
    ordered: nx.Graph[str] = nx.Graph()
    ordered.add_nodes_from(sorted(graph))
    ordered.add_edges_from(sorted((min(edge), max(edge)) for edge in graph.edges()))
    return ordered


def _spread(points: Array, sizes: Array) -> Array:
    """Scale a layout to the room that its boxes need, in the picture's proportions."""
    points = points - points.mean(axis=0)
    if len(points) > 2:
        # The longest way through the drawing is laid level: slides are wide.
        _, _, axes = np.linalg.svd(points, full_matrices=False)
        # The sign of an axis is arbitrary; fixing it keeps the drawing the same on every machine.
        axes *= np.where(axes[np.arange(2), np.abs(axes).argmax(axis=1)] < 0, -1.0, 1.0)[:, None]
        points = points @ axes.T
    extent = np.ptp(points, axis=0)
    area = float(np.prod(sizes, axis=1).sum()) / FILL
    target = np.array([np.sqrt(area * ASPECT), np.sqrt(area / ASPECT)])
    scale = np.divide(target, extent, out=np.ones(2), where=extent > 1e-9)
    return np.asarray(points * scale)


def _apart(points: Array, sizes: Array, rounds: int = 400) -> Array:
    """Move boxes apart until none overlaps (or the rounds are over), each pair along the shorter way."""
    points = points.copy()
    # Points at one place would have no way apart: a small offset by index gives them one.
    points += np.stack([np.arange(len(points)) * 1e-3, np.arange(len(points)) * 7e-4], axis=1)
    reach = (sizes[:, None, :] + sizes[None, :, :]) / 2
    for _ in range(rounds):
        offset = points[:, None, :] - points[None, :, :]
        gap = reach - np.abs(offset)
        overlap = (gap[..., 0] > 0) & (gap[..., 1] > 0)
        np.fill_diagonal(overlap, False)
        if not overlap.any():
            break
        along_x = gap[..., 0] < gap[..., 1]
        sign = np.where(offset >= 0, 1.0, -1.0)
        push = np.zeros_like(offset)
        push[..., 0] = np.where(overlap & along_x, gap[..., 0] * sign[..., 0], 0.0)
        push[..., 1] = np.where(overlap & ~along_x, gap[..., 1] * sign[..., 1], 0.0)
        points += push.sum(axis=1) / np.maximum(1, overlap.sum(axis=1))[:, None] * 0.55
    return points


def _pack(
    placed: list[tuple[list[str], Array]], boxes: Mapping[str, tuple[float, float]]
) -> dict[str, tuple[float, float]]:
    """Set the components side by side on shelves, the largest first."""
    rooms = []
    for names, points in placed:
        half = np.array([boxes[name] for name in names]) / 2
        low, high = (points - half).min(axis=0), (points + half).max(axis=0)
        rooms.append((names, points - low, high - low))
    total = sum(float(np.prod(size + MARGIN)) for _, _, size in rooms)
    widest = max(float(size[0]) for _, _, size in rooms)
    widths = [max(widest, np.sqrt(total * ASPECT) * stretch) for stretch in (0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6)]
    return min((_shelves(rooms, width) for width in widths), key=lambda found: found[1])[0]


def _shelves(rooms: list[tuple[list[str], Array, Array]], width: float) -> tuple[dict[str, tuple[float, float]], float]:
    """Return places on shelves of one width, and how long a slide's short side must be to hold them."""
    at_x = at_y = shelf = used = 0.0
    result: dict[str, tuple[float, float]] = {}
    for names, points, size in rooms:
        if at_x and at_x + size[0] > width:
            at_x, at_y, shelf = 0.0, at_y + shelf + MARGIN, 0.0
        for name, point in zip(names, points, strict=True):
            result[name] = (float(at_x + point[0]), float(at_y + point[1]))
        used = max(used, at_x + float(size[0]))
        at_x, shelf = at_x + float(size[0]) + MARGIN, max(shelf, float(size[1]))
    return result, max(used / ASPECT, at_y + shelf)


def _centred(points: dict[str, tuple[float, float]], centre: Sequence[str]) -> dict[str, tuple[float, float]]:
    named = list(centre) or list(points)
    middle = np.mean([points[name] for name in named], axis=0)
    return {name: (round(x - middle[0], 1), round(y - middle[1], 1)) for name, (x, y) in points.items()}
