"""A picture of a graph as one HTML file that needs no network: pyvis draws, the layout is computed here."""

from __future__ import annotations

import base64
import hashlib
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyoxigraph import Store

from graph_builder.explore.reader import Fact, Reader, Thing, source_name
from graph_builder.explore.selection import Edge, Picture, Selection, select
from graph_builder.model import EntityKind, QueryError

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
    EntityKind.ORGANIZATION: Style("#D55E00", "square", "organisations"),
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
    "award": "received an award of",
    "service": "served at",
}

VIS = "lib/vis-9.1.2/vis-network.min.js"
LABEL_WIDTH = 24
FACTS_OF_AN_EDGE = 25


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a picture that was written shows and leaves out."""

    path: Path
    nodes: int
    edges: int
    left_out: int


def draw(store: Store, path: Path, selection: Selection | None = None, title: str = "") -> Drawn:
    """Write a picture of a store to *path* as one HTML file, and return what it shows.

    The page asks for nothing from any network, and its Content-Security-Policy forbids it to. Names and sentences of
    sources are text in it, whatever they hold.

    Raises QueryError if there is nothing to show.
    """
    reader = Reader(store)
    picture = select(reader, selection or Selection())
    if not picture.nodes:
        raise QueryError(
            "draw: nothing in the graph fits; name a thing that is in it (--about), or loosen the filters "
            "(--kind, --relation, --min-confidence, --years)"
        )
    path.write_text(page(reader, picture, title), encoding="utf-8")
    return Drawn(path, len(picture.nodes), len(picture.edges), sum(picture.left_out.values()))


def page(reader: Reader, picture: Picture, title: str = "") -> str:
    """Return the HTML page of a picture."""
    # pyvis brings IPython along: it is not waited for where no picture is drawn.
    from jinja2 import Environment, PackageLoader
    from markupsafe import Markup
    from pyvis.network import Network

    network = Network(height="100%", width="100%", directed=True, bgcolor="#ffffff", cdn_resources="in_line")
    network.set_options('{"physics": {"enabled": false}}')
    _fill(network, reader, picture)
    vis = files("pyvis").joinpath(VIS).read_text(encoding="utf-8")
    script = files("graph_builder.explore").joinpath("page/page.js").read_text(encoding="utf-8")
    style = files("graph_builder.explore").joinpath("page/page.css").read_text(encoding="utf-8")
    # Our own template in place of pyvis' one, which asks two content networks for Bootstrap and does not escape.
    network.templateEnv = Environment(loader=PackageLoader("graph_builder.explore", "page"), autoescape=True)
    network.path = "page.html"
    network.templateEnv.globals.update(
        page_title=title or _title(reader, picture),
        summary=_summary(picture),
        left_out=_left_out(picture),
        vis=Markup(vis),  # noqa: S704  (a file of an installed package)
        script=Markup(script),  # noqa: S704  (a file of this package)
        style=Markup(style),  # noqa: S704  (a file of this package)
        policy=_policy(vis, script),
        verbs=dict(VERBS),
        kinds=[
            {"kind": kind.value, "color": style.color, "shape": style.shape, "plural": style.plural}
            for kind, style in STYLES.items()
        ],
    )
    return str(network.generate_html())


def _policy(*scripts: str) -> str:
    """Return a Content-Security-Policy that runs these scripts and nothing else, and loads nothing."""
    hashes = " ".join(f"'sha256-{_sha256(script)}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _fill(network: Network, reader: Reader, picture: Picture) -> None:
    import networkx as nx

    from graph_builder.explore.layout import place

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(thing.iri for thing in picture.nodes)
    graph.add_edges_from((edge.start, edge.end) for edge in picture.edges)
    sizes = {iri: _size(degree, iri in picture.about) for iri, degree in graph.degree()}
    boxes = {thing.iri: _box(thing, sizes[thing.iri]) for thing in picture.nodes}
    places = place(graph, boxes, picture.about)
    for rank, thing in enumerate(picture.nodes):
        network.add_node(thing.iri, **_node(reader, picture, thing, sizes[thing.iri], places[thing.iri], rank))
    for edge in picture.edges:
        facts = [_line(reader, fact) for fact in edge.facts[:FACTS_OF_AN_EDGE]]
        title = _edge_title(reader, edge)
        network.add_edge(
            edge.start, edge.end, relation=edge.relation, count=edge.count, facts=facts, title=title, id=_edge_id(edge)
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


def _size(degree: int, focus: bool) -> float:
    """Return a node's radius in pixels: by the root of its degree, so that areas can be compared."""
    return float(round(min(26.0, 6.0 + 2.2 * degree**0.5) + (6.0 if focus else 0.0), 1))


def _box(thing: Thing, size: float) -> tuple[float, float]:
    """Return the room that a node needs: its shape, and below it the label in a font of 12 pixels."""
    lines = short(thing.name).split("\n")
    width = max(2 * size, max(_width(line) for line in lines)) + 14.0
    return width, 2 * size + 15.0 * len(lines) + 12.0


def _width(line: str) -> float:
    """Return about how wide a line is drawn in a font of 12 pixels."""
    return sum(12.0 if _is_wide(char) else 6.4 for char in line)


def _is_wide(char: str) -> bool:
    """Tell whether a character is drawn as wide as two, as those of Chinese, Japanese and Korean are."""
    return unicodedata.east_asian_width(char) in "WF"


def _edge_id(edge: Edge) -> str:
    return f"{edge.start} {edge.relation} {edge.end}"


def _verb(edge: Edge) -> str:
    return VERBS.get(edge.relation, edge.relation)


def _edge_title(reader: Reader, edge: Edge) -> str:
    """Return one line on an edge for those who read the page's data with other tools."""
    return f"{reader.name(edge.start)} {_verb(edge)} {reader.name(edge.end)}"


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


def _title(reader: Reader, picture: Picture) -> str:
    names = [reader.name(iri) for iri in picture.about]
    return " and ".join(names) if names else "Knowledge graph"


def _summary(picture: Picture) -> str:
    counts = Counter(thing.kind for thing in picture.nodes)
    parts = [f"{counts[kind]} {_noun(kind, counts[kind])}" for kind in STYLES if counts[kind]]
    return ", ".join(parts) + f" · {len(picture.edges)} relations"


def _left_out(picture: Picture) -> str:
    parts = [f"{count} {_noun(kind, count)}" for kind in STYLES if (count := picture.left_out.get(kind, 0))]
    return f"Left out, as less closely related: {', '.join(parts)}" if parts else ""


def _noun(kind: EntityKind, count: int) -> str:
    plural = STYLES[kind].plural
    return {"people": "person"}.get(plural, plural[:-1]) if count == 1 else plural
