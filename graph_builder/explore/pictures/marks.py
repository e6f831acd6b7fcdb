"""The marks of a picture: how things and facts look as nodes, labels and lines of pyvis."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graph_builder.explore.pictures.picture import Picture
from graph_builder.explore.things.fact import Fact, Thing, source_name
from graph_builder.explore.things.reader import Reader
from graph_builder.model import EntityKind

if TYPE_CHECKING:
    from pyvis.network import Network


@dataclass(frozen=True, slots=True)
class Style:
    """How a kind of thing looks: its colour, shape and name in the legend."""

    color: str
    shape: str
    plural: str


#: Colours of Okabe and Ito (2008), which colour-blind people can tell apart; the shapes say the same once more.
STYLES: Mapping[EntityKind, Style] = {
    EntityKind.PERSON: Style("#0072B2", "dot", "people"),
    EntityKind.ORGANIZATION: Style("#D55E00", "square", "organizations"),
    EntityKind.WORK: Style("#009E73", "diamond", "papers"),
    EntityKind.VENUE: Style("#CC79A7", "triangle", "venues"),
    EntityKind.TOPIC: Style("#E69F00", "hexagon", "topics"),
}

#: What an edge of each relation is called, read from its start to its end.
VERBS: Mapping[str, str] = {
    "education": "studied at",
    "employment": "worked at",
    "advising": "advised by",
    "publication": "appeared in",
    "authorship": "wrote",
    "listing": "lists",
    "interest": "interested in",
    "about": "is about",
    "award": "received an award of",
    "service": "served at",
}

LABEL_WIDTH = 24
FACTS_OF_AN_EDGE = 25


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the things of a picture stand, by IRI: the radius of each, the room with its name, and its place."""

    sizes: Mapping[str, float]
    boxes: Mapping[str, tuple[float, float]]
    places: Mapping[str, tuple[float, float]]


def placed(picture: Picture) -> Placed:
    """Return where the things of a picture stand: larger ones have more edges, and no names overlap."""
    import networkx as nx

    from graph_builder.explore.pictures.layout import place

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(thing.iri for thing in picture.nodes)
    graph.add_edges_from((edge.start, edge.end) for edge in picture.edges)
    sizes = {iri: radius(degree, iri in picture.about) for iri, degree in graph.degree()}
    boxes = {thing.iri: box_of(thing, sizes[thing.iri]) for thing in picture.nodes}
    return Placed(sizes, boxes, place(graph, boxes, picture.about))


def fill(network: Network, reader: Reader, picture: Picture) -> None:
    """Put the nodes and edges of a picture into *network*, each node at its place."""
    at = placed(picture)
    for rank, thing in enumerate(picture.nodes):
        network.add_node(thing.iri, **_node(reader, picture, thing, at.sizes[thing.iri], at.places[thing.iri], rank))
    for edge in picture.edges:
        facts = [_line(reader, fact) for fact in edge.facts[:FACTS_OF_AN_EDGE]]
        # One line for those who read the page's data with other tools.
        title = f"{reader.name(edge.start)} {VERBS.get(edge.relation, edge.relation)} {reader.name(edge.end)}"
        key = f"{edge.start} {edge.relation} {edge.end}"
        network.add_edge(
            edge.start, edge.end, relation=edge.relation, count=edge.count, facts=facts, title=title, id=key
        )


def _node(
    reader: Reader, picture: Picture, thing: Thing, size: float, at: tuple[float, float], rank: int
) -> dict[str, Any]:
    style = STYLES[thing.kind]
    return {
        "label": short(thing.name),
        "shape": style.shape,
        "color": style.color,
        "name": thing.name,
        "kind": thing.kind.value,
        "title": f"{thing.name} ({thing.kind.value})",
        "size": size,
        "x": at[0],
        "y": at[1],
        "rank": rank,
        "focus": thing.iri in picture.about,
        "subject": thing.iri in picture.subjects,
        "facts": [_line(reader, fact) for fact in picture.notes.get(thing.iri, ())],
    }


def short(name: str) -> str:
    """Return a name as a label: at most two lines, cut with an ellipsis where it is longer.

    >>> short("An Uncommonly Long Title of a Paper that Goes On and On")
    'An Uncommonly Long Title\\nof a Paper that Goes On…'
    """
    name = " ".join(name.split()) or "(no name)"
    wide = sum(map(_is_wide, name)) / len(name)
    lines = textwrap.wrap(name, int(LABEL_WIDTH / (1 + wide)))
    if len(lines) > 2:
        lines = [lines[0], lines[1].rstrip(",;:. ") + "…"]
    return "\n".join(lines)


def radius(degree: int, focus: bool) -> float:
    """Return a node's radius in pixels: by the root of its degree, so that areas can be compared."""
    return float(round(min(26.0, 6.0 + 2.2 * degree**0.5) + (6.0 if focus else 0.0), 1))


def box_of(thing: Thing, size: float) -> tuple[float, float]:
    """Return the room that a node needs: its shape, and below it the label in a font of 12 pixels."""
    lines = short(thing.name).split("\n")
    width = max(2 * size, max(_width(line) for line in lines)) + 14.0
    return width, 2 * size + 15.0 * len(lines) + 12.0


def _width(line: str) -> float:
    """Return about how wide a line is drawn in a font of 12 pixels."""
    return sum(12.0 if _is_wide(char) else 6.4 for char in line)


def _is_wide(char: str) -> bool:
    """Return whether a character is drawn as wide as two, as those of Chinese, Japanese and Korean are."""
    return unicodedata.east_asian_width(char) in "WF"


def _line(reader: Reader, fact: Fact) -> dict[str, Any]:
    """Return what the page says on a fact: values and dates in one line, the sentence, the source."""
    values = [
        fact.values[name] for name in ("degree", "field", "role", "award", "type", "status") if name in fact.values
    ]
    if unit := fact.role("unit"):
        values.append(reader.name(unit))
    if position := fact.values.get("position"):
        values.append(f"author {position}")
    return {
        "id": fact.id,
        "relation": fact.relation.value,
        "order": f"{fact.years[1]:04} {fact.years[0]:04}" if fact.years else "",
        "text": ", ".join([*values, *([fact.dates] if fact.dates else [])]),
        "quote": textwrap.shorten(fact.quote, 400, placeholder=" …"),
        "source": source_name(fact.source),
        "confidence": fact.confidence,
    }
