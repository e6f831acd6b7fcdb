"""An overview of a whole graph: people, organizations, venues and topics, with places that are worked out once."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from graph_builder.explore.network.communities import islands
from graph_builder.model import EntityKind
from graph_builder.query.index import Index
from graph_builder.store.files import write_atomically

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

MOST = 100_000
"""Things that an overview shows at most, those with most relations; a page can still move so many."""

_TEAM = 12
"""Authors of a paper that are tied to each other; of larger teams each is tied to the first alone."""

_EDGES = ("affiliation", "alumni", "interest", "advised", "served")
"""Direct edges that are ties."""

# Papers are no things of an overview: they tie their authors, and the first author to the venue.
_TIES = f"""WITH team AS (
  SELECT start AS work, end AS person, count(*) OVER papers AS size, min(end) OVER papers AS head
  FROM author WINDOW papers AS (PARTITION BY start)
)
SELECT team.person AS one, author.end AS other FROM team JOIN author ON author.start = work AND author.end > person
WHERE size <= {_TEAM} OR person = head
UNION SELECT min(person, part.end), max(person, part.end) FROM team JOIN part ON part.start = work WHERE person = head
{" ".join(f"UNION SELECT min(start, end), max(start, end) FROM {name} WHERE start != end" for name in _EDGES)}
ORDER BY one, other"""  # noqa: S608 names of ours

_MANY = 1000
"""Things beyond which a force layout takes long and shows a disc: communities are set apart then."""

_LOOSE = (EntityKind.VENUE.value, EntityKind.TOPIC.value)
_SEED = 20260101


def write_overview(index: Index, path: Path) -> None:
    """Write the overview of a graph, by its index, to two files in JSON: its things, and the lines between them.

    The things are columns, those with most relations first: ``iris`` (what follows ``base``), ``names``, ``kind`` (an
    index into ``kinds``), ``x``, ``y`` and ``degree``. The lines, pairs of indices one after the other, are in the file
    of that name beside it (``lines_beside``), for a page shows things first.
    """
    things = {
        number: thing for number, *thing in index.ask("SELECT id, iri, name, kind FROM thing WHERE kind != 'work'")
    }
    ties = np.array(list(index.ask(_TIES)), dtype=np.int64).reshape(-1, 2)
    numbers, degrees, lines = _most(ties[np.isin(ties, list(things)).all(axis=1)])
    iris, names, kinds = (
        zip(*(things[number] for number in numbers.tolist()), strict=True) if len(numbers) else ((),) * 3
    )
    loose = np.array([kind in _LOOSE for kind in kinds], bool)
    places = islands(len(iris), lines, loose) if len(iris) > _MANY else _spread(len(iris), lines)
    ends = [min(iris), max(iris)] if iris else [""]
    base = os.path.commonprefix(ends).rpartition("/")[0] + "/"  # noqa: RUF071 addresses are texts here, not paths
    known = list(EntityKind)
    content = {
        "base": base,
        "iris": [iri.removeprefix(base) for iri in iris],
        "names": names,
        "kinds": [kind.value for kind in known],
        "kind": [known.index(EntityKind(kind)) for kind in kinds],
        "x": [round(float(x), 1) for x in places[:, 0]],
        "y": [round(float(y), 1) for y in places[:, 1]],
        "degree": degrees.tolist(),
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


def _most(ties: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the numbers of the things with most ties, how many each has, and the ties between them as indices."""
    numbers, degrees = np.unique(ties, return_counts=True)
    order = np.lexsort((numbers, -degrees))
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    lines = place[np.searchsorted(numbers, ties)]
    return numbers[order[:MOST]], degrees[order[:MOST]], lines[(lines < MOST).all(axis=1)]
