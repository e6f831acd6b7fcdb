"""The encoder: windows over a document's pieces, the trained network, and the best sequence of tags."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from graph_builder.extract.tagger.labels import TAGS
from graph_builder.extract.tagger.words import Units, units_of
from graph_builder.model import Document

WINDOW = 256
_PREFIX = 24  # pieces of the headings above a window, at most
_OVERLAP = 24
_UNSURE_EDGE = 12  # pieces from a window's edge on which a word is read with all it needs
_DOUBT = np.array([0.2, *[1.0] * (len(TAGS) - 1)], np.float32)
"""A word that may belong to a record is taken for one: the judge drops what is no fact, but cannot add what is lost."""

Floats = NDArray[np.float32]
Run = Callable[[NDArray[np.int64], NDArray[np.int64]], Floats]
"""From pieces and features of windows to the scores of tags and, last, of a beginning."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Numbers of the special pieces."""

    bos: int
    eos: int
    pad: int
    unknown: int


@dataclass(frozen=True, slots=True)
class Tagged:
    """What the network says of each unit of a document.

    That is its tag, how likely the tag is, how likely a record begins, and the shares of all tags.
    """

    units: Units
    tags: list[str]
    sure: Floats
    begins: Floats
    shares: Floats


def windows(units: Units, first: int = 0) -> Iterator[tuple[int, int]]:
    """Yield ranges of pieces, each beginning at the start of a line where one is near; *first* shortens the first."""
    body = WINDOW - _PREFIX
    starts, at, count = set(units.line_starts), 0, len(units.pieces)
    while True:
        end = min(at + (first or body), count)
        yield at, end
        if end >= count:
            return
        following = end - (0 if first else _OVERLAP)
        first = 0
        back = next((b for b in range(_OVERLAP) if following - b in starts and following - b > at), 0)
        at = following - back


def window(
    units: Units, a: int, b: int, marks: Marks, headed: bool = True
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return the pieces and features of a window, and how many pieces of headings stand before its own."""
    above = units.headings[units.line_of_piece[a]][-(_PREFIX - 2) :] if headed and b > a else []
    head = np.array([marks.bos, *above, marks.eos], np.int64)
    pieces = np.concatenate([head, units.pieces[a:b]])
    features = np.concatenate([np.zeros((len(head), 4), np.int64), units.features[a:b]])
    return pieces, features, len(head)


def batch(
    rows: Sequence[tuple[NDArray[np.int64], NDArray[np.int64], int]], pad: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Put windows side by side, as long as the longest."""
    longest = max(len(pieces) for pieces, _, _ in rows)
    all_pieces = np.full((len(rows), longest), pad, np.int64)
    all_features = np.zeros((len(rows), longest, 4), np.int64)
    for row, (pieces, features, _) in enumerate(rows):
        all_pieces[row, : len(pieces)] = pieces
        all_features[row, : len(pieces)] = features
    return all_pieces, all_features


def tag(units: Units, run: Run, marks: Marks) -> Tagged:
    """Return the tags of a document's units; where windows overlap, the one counts more that sees further."""
    count = len(units.starts)
    sums, begins, weights = (
        np.zeros((count, len(TAGS)), np.float32),
        np.zeros(count, np.float32),
        np.full(count, 1e-9, np.float32),
    )
    seen: dict[bytes, Floats] = {}  # by window: what repeats itself is read once
    for a, b in windows(units) if count else ():
        pieces, features, head = window(units, a, b, marks)
        # One by one: side by side, windows need padding and more memory than the processor has near.
        key = pieces.tobytes() + features.tobytes()
        if key not in seen:
            seen[key] = run(pieces[None], features[None])[0]
        known = units.unit[a:b] >= 0
        at_unit = units.unit[a:b][known]
        own = seen[key][head:][known]
        places = np.arange(a, b)[known]
        edge = np.full(len(places), _UNSURE_EDGE)
        if a:
            edge = np.minimum(edge, places - a + 2)
        if b < len(units.pieces):
            edge = np.minimum(edge, b + 1 - places)
        weight = (edge / _UNSURE_EDGE).astype(np.float32)
        tags = np.exp(own[:, :-1] - own[:, :-1].max(1, keepdims=True))
        sums[at_unit] += weight[:, None] * tags / tags.sum(1, keepdims=True)
        begins[at_unit] += weight / (1 + np.exp(-own[:, -1]))
        weights[at_unit] += weight
    shares = sums / weights[:, None]
    path = best_path(shares * _DOUBT)
    return Tagged(units, [TAGS[tag] for tag in path], shares[np.arange(count), path], begins / weights, shares)


def best_path(shares: Floats) -> NDArray[np.int64]:
    """Return the most likely sequence of tags in which every inside has its beginning (Viterbi).

    Only an inside depends on the tag before it, and that on two: the beginning and the inside of its own field. So a
    step costs as much as there are tags, not their square.
    """
    count = len(shares)
    if not count:
        return np.zeros(0, np.int64)
    scores = np.log(shares + 1e-9)
    outside, begins, insides = scores[:, 0], scores[:, 1::2], scores[:, 2::2]
    best = np.concatenate([[outside[0]], begins[0], np.full(insides.shape[1], -1e9)])
    fields = begins.shape[1]
    top = np.zeros(count, np.int64)  # the best tag before any but an inside
    opened = np.zeros(insides.shape, bool)  # whether an inside follows the beginning of its field
    for at in range(1, count):
        top[at] = before = int(best.argmax())
        usual = best[before]
        begun, inside = best[1 : fields + 1], best[fields + 1 :]
        opened[at] = begun >= inside
        following = np.maximum(begun, inside) + insides[at]
        best[0] = usual + outside[at]
        best[1 : fields + 1] = usual + begins[at]
        best[fields + 1 :] = following
    path = np.zeros(count, np.int64)
    path[-1] = best.argmax()
    for at in range(count - 1, 0, -1):
        tag = path[at]
        if tag <= fields:
            path[at - 1] = top[at]
        else:
            path[at - 1] = tag - fields if opened[at, tag - fields - 1] else tag
    return np.where(path > fields, 2 * (path - fields), np.maximum(2 * path - 1, 0))


SHIPPED = Path(str(files("graph_builder.extract"))) / "data" / "tagger"
"""The folder of the weights that ship with the package."""


def session(model: bytes) -> Any:
    """Return an engine that runs an exported model in one thread."""
    from onnxruntime import InferenceSession, SessionOptions  # now: it starts a thread, and then no process may fork

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Its one step for a sum and the normalization behind it is slower than two: a window takes .91 of the time without.
    return InferenceSession(model, options, ["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"])


class Tagger:
    """An exported network: the shipped one, or that of a folder."""

    def __init__(self, folder: Path = SHIPPED) -> None:
        self.tokenizer = Tokenizer.from_str((folder / "tokenizer.json").read_text("utf-8"))
        self.marks = Marks(**json.loads((folder / "marks.json").read_text("utf-8")))
        self.session = session((folder / "tagger.onnx").read_bytes())
        if self.session.get_outputs()[0].shape[-1] != len(TAGS) + 1:
            raise ValueError(f"the weights in {folder} have other labels; teach again, or go back with teach --back")

    def tag(self, document: Document) -> Tagged:
        """Return the tags of a document."""
        return tag(units(document, self.tokenizer, self.marks), self._run, self.marks)

    def _run(self, pieces: NDArray[np.int64], features: NDArray[np.int64]) -> Floats:
        found: Floats = self.session.run(None, {"pieces": pieces, "features": features})[0]
        return found


@lru_cache(2)
def tagger_of(folder: Path = SHIPPED) -> Tagger:
    """Return the tagger of a folder, by default the one that ships with the package; loaded once a process."""
    return Tagger(folder)


def units(document: Document, tokenizer: Tokenizer, marks: Marks) -> Units:
    """Cut a document into units with the pieces of *tokenizer*."""

    def pieces(word: str) -> tuple[Sequence[int], Sequence[tuple[int, int]]]:
        found = tokenizer.encode(word)
        return found.ids or [marks.unknown], found.offsets or [(0, len(word))]

    return units_of(document, pieces, marks.eos)
