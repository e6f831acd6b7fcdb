"""A picture of a graph as one drawing in SVG: for paper, and for notebooks that are read without a kernel."""

from __future__ import annotations

from html import escape

from graph_builder.explore.pictures.marks import STYLES, placed, short
from graph_builder.explore.pictures.picture import Selection
from graph_builder.explore.pictures.selection import select
from graph_builder.explore.things.reader import Reader

_LINE = '<line x1="{:.0f}" y1="{:.0f}" x2="{:.0f}" y2="{:.0f}" stroke-width="{:.1f}"/>'


def svg(reader: Reader, selection: Selection) -> str:
    """Return what a selection shows as a drawing: circles in the colours of kinds, with their names below."""
    picture = select(reader, selection)
    at = placed(picture)
    sizes, boxes, places = at.sizes, at.boxes, at.places
    lines = [
        _LINE.format(*places[edge.start], *places[edge.end], min(5.0, 1 + edge.count**0.5 / 2))
        for edge in picture.edges
    ]
    nodes = []
    for thing in picture.nodes:
        (x, y), size = places[thing.iri], sizes[thing.iri]
        nodes.append(f'<circle cx="{x}" cy="{y}" r="{size}" fill="{STYLES[thing.kind].color}"/>')
        for number, line in enumerate(short(thing.name).split("\n"), 1):
            nodes.append(f'<text x="{x}" y="{y + size + 13 * number:.0f}">{_clean(line)}</text>')
    left, top = (min((places[i][n] - boxes[i][n] for i in places), default=0) for n in (0, 1))
    width, height = (max((places[i][n] + boxes[i][n] for i in places), default=1) - (left, top)[n] for n in (0, 1))
    shown = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
        f'width="{min(width, 900):.0f}" font-family="sans-serif" font-size="12" text-anchor="middle">'
    )
    return f'{shown}<g stroke="#b5bdc9">{"".join(lines)}</g>{"".join(nodes)}</svg>'


def _clean(text: str) -> str:
    """Return text as XML can hold it."""
    return escape("".join(char if char.isprintable() else " " for char in text))
