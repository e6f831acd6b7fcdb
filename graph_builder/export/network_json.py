"""Networks as JSON: Cytoscape's and graphology's (which sigma draws), element by element."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx

_KINDS = ("person", "organization", "work", "venue", "topic")
_COLOURS = dict(zip(_KINDS, ("#4269d0", "#efb118", "#6cc5b0", "#ff725c", "#a463f2"), strict=True))


def write_cytoscape(network: nx.MultiDiGraph[Any], target: IO[bytes]) -> None:
    """Write the JSON of Cytoscape and Cytoscape.js: ``elements`` with ``nodes`` and ``edges``, all in ``data``."""
    nodes = (
        {"data": {**attributes, "id": node, "value": node, "name": attributes.get("label", node)}}
        for node, attributes in network.nodes(data=True)
    )
    edges = (
        {
            "data": {
                **attributes,
                "id": str(number),
                "key": str(number),
                "source": start,
                "target": end,
                **_origin(attributes),
            }
        }
        for number, (start, end, attributes) in enumerate(network.edges(data=True))
    )
    # networkx wants the value and the two flags; Cytoscape does not mind.
    head = '{"format_version": "1.0", "directed": true, "multigraph": true, "data": {}, "elements": {"nodes": ['
    _write(target, head, nodes, ']\n, "edges": [', edges, "]}}\n")


def write_graphology(network: nx.MultiDiGraph[Any], target: IO[bytes]) -> None:
    """Write graphology's serialised graph, with colours by kind and places on a circle, so that sigma can draw it."""
    import math

    count = max(1, network.number_of_nodes())
    nodes = (
        {
            "key": node,
            "attributes": {
                **attributes,
                "color": _COLOURS.get(str(attributes.get("kind")), "#888888"),
                "x": round(math.cos(math.tau * number / count), 6),
                "y": round(math.sin(math.tau * number / count), 6),
                "size": 4,
            },
        }
        for number, (node, attributes) in enumerate(network.nodes(data=True))
    )
    edges = (
        {
            "key": str(number),
            "source": start,
            "target": end,
            "attributes": {**attributes, "label": attributes.get("relation", "")},
        }
        for number, (start, end, attributes) in enumerate(network.edges(data=True))
    )
    options = '"options": {"type": "directed", "multi": true, "allowSelfLoops": true}'
    _write(target, f'{{"attributes": {{}}, {options}, "nodes": [', nodes, ']\n, "edges": [', edges, "]}\n")


def _origin(attributes: dict[str, object]) -> dict[str, object]:
    """Return the source of a fact under another name: to Cytoscape ``source`` is the node that an edge begins at."""
    return {"stated_by": attributes["source"]} if "source" in attributes else {}


def _write(target: IO[bytes], head: str, nodes: Iterable[Any], between: str, edges: Iterable[Any], end: str) -> None:
    target.write(head.encode())
    _list(target, nodes)
    target.write(between.encode())
    _list(target, edges)
    target.write(end.encode())


def _list(target: IO[bytes], items: Iterable[Any]) -> None:
    for number, item in enumerate(items):
        target.write((",\n" if number else "\n").encode())
        target.write(json.dumps(item, ensure_ascii=False).encode("utf-8", "replace"))
