"""Train the model that labels words, and write it to extract/labels/model.npz.

    python training/train_labeller.py PAIRS [--leave-out NAMES] [--out FILE]

PAIRS is a file with a document and its facts (in the format of the evaluation) in each line, parted by a tab; the
documents are not part of the project, and of their words only hashes of those that four or more of them have in common
are stored. --leave-out names a file with names of documents that are not to be trained on. A linear-chain CRF, by
stochastic gradient descent (AdaGrad) with features dropped at random.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
from labeller_gold import taught

from graph_builder.extract.draft import Draft
from graph_builder.extract.labels.features import SIZE, Featurizer, hashed
from graph_builder.extract.labels.lines import Laid, laid
from graph_builder.extract.labels.model import LABELS, matrix
from graph_builder.extract.page import Page, lines_of
from graph_builder.extract.pipeline import pipeline
from graph_builder.extract.references import crf
from graph_builder.model import Document
from graph_builder.read import read_file

Floats = npt.NDArray[np.float32]
Example = tuple[list[list[int]], list[int]]  # the features of each word of a line, and its label
MODEL = Path(__file__).resolve().parents[1] / "graph_builder" / "extract" / "labels" / "model.npz"
_COMMON = 4  # documents that a word of the vocabulary is in
_EPOCHS, _RATE, _KEEP, _LINES, _WORDS = 8, 0.1, 0.75, 96, 6000


def documents(pairs: Sequence[tuple[Path, Path]]) -> list[tuple[Page, list[Laid], dict[str, object]]]:
    """Return the pages of documents with their lines and facts."""
    out = []
    for path, gold in pairs:
        page = page_of(read_file(path, f"x/{path.name}"))
        out.append((page, laid(page), json.loads(gold.read_text(encoding="utf-8"))))
    return out


def page_of(document: Document) -> Page:
    """Return the page of a document with its sections, known organisations and the names of its subject."""
    nlp = pipeline()
    doc = nlp.make_doc(document.text)
    doc._.page = Page(document, lines_of(document))
    doc._.draft = Draft(document)
    with nlp.select_pipes(enable=["gb_names", "gb_sections", "gb_profile"]):
        nlp(doc)
    page: Page = doc._.page
    return page


def vocabulary(lines: Sequence[Sequence[Laid]]) -> frozenset[int]:
    """Return the hashes of the words that several documents have in common."""
    count = Counter(w for of in lines for w in {w.casefold() for item in of for w in item.words})
    return frozenset(hashed(word) for word, n in count.items() if n >= _COMMON and not word.isdigit())


def examples(found: Sequence[tuple[Page, list[Laid], dict[str, object]]], words: frozenset[int]) -> list[Example]:
    """Return the lines of documents whose labels are known."""
    out = []
    for page, lines, gold in found:
        features = Featurizer(page, lines, words)
        for at, labels in enumerate(taught(lines, gold)):
            if labels:
                out.append((features.rows(at), labels))
    return out


class Trainer:
    """AdaGrad on the likelihood of the labels, one step a batch of lines."""

    def __init__(self) -> None:
        n = len(LABELS)
        zeros = [np.zeros(shape, dtype=np.float32) for shape in ((SIZE, n), (n, n), (n,), (n,))]
        self.weights = crf.Weights(*zeros)
        self._sums = [z + np.float32(0.1) for z in zeros]

    def step(self, batch: Sequence[Example], rate: float, rng: np.random.Generator) -> float:
        """Take a step and return the loss of the batch."""
        w = self.weights
        features = matrix([rows for rows, _ in batch], SIZE)
        features.data *= (rng.random(features.nnz, dtype=np.float32) < _KEEP) / np.float32(_KEEP)
        raw = np.asarray(features @ w.emission, dtype=np.float32)
        ends = np.cumsum([0, *(len(labels) for _, labels in batch)]).tolist()
        loss, slopes = crf.slopes(raw, list(pairwise(ends)), [labels for _, labels in batch], w)
        used = np.unique(features.indices)
        gradient = np.asarray((features.T @ slopes.scores)[used], dtype=np.float32) / len(batch)
        self._sums[0][used] += gradient**2
        w.emission[used] -= rate * gradient / np.sqrt(self._sums[0][used])
        rest = zip((w.transition, w.first, w.last), slopes[1:], self._sums[1:], strict=True)
        for parameter, change, total_change in rest:
            total_change += (change / len(batch)) ** 2
            parameter -= rate * change / len(batch) / np.sqrt(total_change)
        return loss


def fit(taught_lines: Sequence[Example]) -> crf.Weights:
    """Return the weights for some labelled lines."""
    trainer, rng = Trainer(), np.random.default_rng(1)
    for epoch in range(_EPOCHS):
        batches = _batches(taught_lines, rng)
        rate = _RATE * (1 - epoch / (_EPOCHS + 1))
        loss = sum(
            trainer.step([taught_lines[i] for i in batches[k]], rate, rng) for k in rng.permutation(len(batches))
        )
        print(f"epoch {epoch + 1}: loss {loss / len(taught_lines):.3f} a line", flush=True)
    return trainer.weights


def _batches(lines: Sequence[Example], rng: np.random.Generator) -> list[list[int]]:
    """Return batches of lines of like lengths, in a new order."""
    order = rng.permutation(len(lines)).tolist()
    out: list[list[int]] = []
    for at in range(0, len(order), 3000):
        batch: list[int] = []
        for i in sorted(order[at : at + 3000], key=lambda i: len(lines[i][1])):
            if batch and (len(batch) >= _LINES or (len(batch) + 1) * len(lines[i][1]) > _WORDS):
                out.append(batch)
                batch = []
            batch.append(i)
        out.append(batch)
    return out


def save(path: Path, weights: crf.Weights, words: frozenset[int]) -> None:
    """Write the model: arrays only, weights in half precision, small ones left out."""
    emission = np.where(np.abs(weights.emission) < 0.02, 0, weights.emission).astype(np.float16)
    np.savez_compressed(
        path, emission=emission, transition=weights.transition, first=weights.first, last=weights.last,
        words=np.array(sorted(words), dtype=np.uint32),
    )  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Train on the given documents, and write the model."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pairs", type=Path, help="a file of documents and their facts, parted by tabs")
    parser.add_argument("--leave-out", type=Path, help="a file of names of documents that are not trained on")
    parser.add_argument("--out", type=Path, default=MODEL)
    options = parser.parse_args(arguments)
    left = set(options.leave_out.read_text(encoding="utf-8").split()) if options.leave_out else set()
    rows = [line.split("\t") for line in options.pairs.read_text(encoding="utf-8").splitlines()]
    found = documents([(Path(a), Path(b)) for a, b in rows if Path(a).name not in left])
    words = vocabulary([lines for _, lines, _ in found])
    lines = examples(found, words)
    print(f"{len(found)} documents, {len(words)} words, {len(lines)} lines")
    save(options.out, fit(lines), words)


if __name__ == "__main__":
    main()
