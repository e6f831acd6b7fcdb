"""The encoder: windows over a document's pieces, the trained network, and the best sequence of tags."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from graph_builder.extract.tagger.labels import TAGS
from graph_builder.extract.tagger.words import Units, units_of
from graph_builder.model import Document

WINDOW = 256
_PREFIX = 24  # pieces of the headings above a window, at most
_OVERLAP = 48
_BATCH = 8
_DOUBT = np.array([0.2, *[1.0] * (len(TAGS) - 1)], np.float32)
"""A word that may belong to a record is taken for one: the judge drops what is no fact, but cannot add what is lost."""

_UNSURE_EDGE = 24  # pieces from a window's edge on which a word is read with all it needs

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
    todo = [(a, b, window(units, a, b, marks)) for a, b in windows(units)] if count else []
    todo.sort(key=lambda each: each[1] - each[0])
    for at in range(0, len(todo), _BATCH):
        part = todo[at : at + _BATCH]
        scores = run(*batch([row for _, _, row in part], marks.pad))
        for (a, b, (_, _, head)), found in zip(part, scores, strict=True):
            places = np.arange(a, b)
            known = units.unit[a:b] >= 0
            at_unit = units.unit[a:b][known]
            edge = np.minimum(
                places - a if a else _UNSURE_EDGE, b - 1 - places if b < len(units.pieces) else _UNSURE_EDGE
            )
            weight = (np.minimum(1.0, (np.broadcast_to(edge, places.shape) + 2) / _UNSURE_EDGE)[known]).astype(
                np.float32
            )
            own = found[head : head + b - a][known]
            tags = np.exp(own[:, :-1] - own[:, :-1].max(1, keepdims=True))
            sums[at_unit] += weight[:, None] * tags / tags.sum(1, keepdims=True)
            begins[at_unit] += weight / (1 + np.exp(-own[:, -1]))
            weights[at_unit] += weight
    shares = sums / weights[:, None]
    path = best_path(shares * _DOUBT)
    return Tagged(units, [TAGS[tag] for tag in path], shares[np.arange(count), path], begins / weights, shares)


@cache
def _steps() -> Floats:
    """Return what it costs to go from a tag to another: an inside follows only its own field."""
    steps = np.zeros((len(TAGS), len(TAGS)), np.float32)
    for b, tag in enumerate(TAGS):
        if tag.startswith("I-"):
            steps[:, b] = -1e4
            steps[[TAGS.index("B-" + tag[2:]), b], b] = 0
    return steps


def best_path(shares: Floats) -> NDArray[np.int64]:
    """Return the most likely sequence of tags in which every inside has its beginning (Viterbi)."""
    if not len(shares):
        return np.zeros(0, np.int64)
    scores = np.log(shares + 1e-9)
    best = scores[0] + np.array([-1e4 if tag.startswith("I-") else 0 for tag in TAGS], np.float32)
    back = np.zeros(scores.shape, np.int64)
    for at in range(1, len(scores)):
        ways = best[:, None] + _steps()
        back[at] = ways.argmax(0)
        best = ways.max(0) + scores[at]
    path = np.zeros(len(scores), np.int64)
    path[-1] = best.argmax()
    for at in range(len(scores) - 1, 0, -1):
        path[at - 1] = back[at, path[at]]
    return path


class Tagger:
    """An exported network: the shipped one, or that of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or Path(str(files("graph_builder.extract"))) / "data" / "tagger"
        self.tokenizer = Tokenizer.from_str((folder / "tokenizer.json").read_text("utf-8"))
        self.marks = Marks(**json.loads((folder / "marks.json").read_text("utf-8")))
        import onnxruntime  # when it is used: it starts a thread, and then no process may fork

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(
            (folder / "tagger.onnx").read_bytes(), options, ["CPUExecutionProvider"]
        )

    def tag(self, document: Document) -> Tagged:
        """Return the tags of a document."""
        return tag(units(document, self.tokenizer, self.marks), self._run, self.marks)

    def _run(self, pieces: NDArray[np.int64], features: NDArray[np.int64]) -> Floats:
        found: Floats = self.session.run(None, {"pieces": pieces, "features": features})[0]
        return found


@cache
def shipped_tagger() -> Tagger:
    """Return the tagger that ships with the package, loaded once a process."""
    return Tagger()


def units(document: Document, tokenizer: Tokenizer, marks: Marks) -> Units:
    """Cut a document into units with the pieces of *tokenizer*."""

    def pieces(word: str) -> tuple[Sequence[int], Sequence[tuple[int, int]]]:
        found = tokenizer.encode(word)
        return found.ids or [marks.unknown], found.offsets or [(0, len(word))]

    return units_of(document, pieces, marks.eos)
