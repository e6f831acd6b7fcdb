"""Triples in blocks to files: many at once, those of a subject together, as the engine writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np
import pyoxigraph as ox
from numpy.typing import NDArray

from graph_builder.export.blocks import encoded
from graph_builder.graph import PREFIXES
from graph_builder.query import Block, Blocks, Cells

_LOCAL = re.compile(r"[A-Za-z]\w*", re.ASCII)

_END = " .\n"

Texts = Sequence[str | None]


def line_blocks(blocks: Blocks) -> Iterator[bytes]:
    """Yield triples as lines of N-Triples.

    Args:
        blocks: with four columns: addresses of subject, predicate and object, and a text where the object is one.
    """
    for block in blocks.found:
        parts = [b" .\n"] * (4 * len(block[0]))
        parts[0::4], parts[1::4] = (cells.each(partial(encoded, _nodes)) for cells in block[:2])
        parts[2::4] = _objects(block)
        yield b"".join(parts)


def turtle_blocks(blocks: Blocks) -> Iterator[bytes]:
    """Yield triples as Turtle: what is said of a subject in a row stands behind it."""
    yield "".join(f"@prefix {prefix}: <{base}> .\n" for prefix, base in PREFIXES.items()).encode()
    subject: str | None = None
    predicate: str | None = None
    for block in blocks.found:
        same = _follows(block[0], subject)
        alike = same & _follows(block[1], predicate)
        subjects = block[0].array(partial(encoded, partial(_nodes, before=_END)))
        predicates = block[1].array(partial(encoded, _short))
        subjects[same] = b""
        predicates[same] = b" ;\n\t" + predicates[same]
        predicates[alike] = b" , "
        parts = [b""] * (3 * len(same))
        parts[0::3], parts[1::3], parts[2::3] = subjects.tolist(), predicates.tolist(), _objects(block)
        yield b"".join(parts)[0 if subject else len(_END) :]
        subject, predicate = block[0].last, block[1].last
    yield _END.encode() if subject else b""


def _nodes(texts: Texts, before: str = "") -> list[str]:
    return [f"{before}<{text}> " for text in texts]


def _objects(block: Block) -> list[bytes]:
    """Return the object of each triple: an address, or a text where there is none."""

    def node(texts: Texts) -> list[bytes]:
        return [b"" if text is None else f"<{text}>".encode() for text in texts]

    def literal(texts: Texts) -> list[bytes]:
        return [b"" if text is None else str(ox.Literal(text)).encode() for text in texts]

    return [one or other for one, other in zip(block[2].each(node), block[3].each(literal), strict=True)]


def _follows(cells: Cells, last: str | None) -> NDArray[np.bool_]:
    """Return, for each cell, whether the one before is the same."""
    found = np.zeros(len(cells), bool)
    if cells.places is not None:
        found[1:] = cells.places[1:] == cells.places[:-1]
    found[0] = cells.first == last
    return found


def _short(texts: Texts) -> list[str]:
    """Return addresses as Turtle has them, by prefix where they have one."""
    return [_shortened(text or "") for text in texts]


def _shortened(iri: str) -> str:
    for prefix, base in PREFIXES.items():
        if iri.startswith(base) and _LOCAL.fullmatch(iri, len(base)):
            return f"{prefix}:{iri[len(base) :]} "
    return f"<{iri}> "


TRIPLE_BLOCKS: Mapping[str, Callable[[Blocks], Iterator[bytes]]] = {
    "ntriples": line_blocks,
    "nquads": line_blocks,
    "turtle": turtle_blocks,
    "trig": turtle_blocks,
}
"""What writes triples in blocks, by the names of formats."""
