r"""Training of the reference model: records in, ``references/model.npz`` out.

    python training/references/train.py \
        --data FOLDER... --varied FOLDER... --venues FOLDER [--names FILE] [--out FILE]

FOLDER holds records in JSON, BibTeX or the ACL Anthology's XML: for example the paper lists of conferences
(github.com/papercopilot/paperlists), the Anthology (github.com/acl-org/acl-anthology, ``data/xml``) and, as --varied,
some thousands of Crossref records of other disciplines. Venues: CORE's conference table as CSV, and CCF's
``ccfAbbrFull.json``. Names: any table of people's names. The script prints the share of correct tokens and fields on
entries from records that it did not train on.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from corpus import build_lexicon, label_tokens, read_venues, render_corpus
from records import read_names, read_records
from render import Rendered
from scipy.sparse import csr_matrix

from graph_builder.extract.references import crf
from graph_builder.extract.references.features import Entry, featurize
from graph_builder.extract.references.tokens import Hashes, Vocabulary, tokenize

SIZE = 1 << 17
FIELDS = ("A", "T", "V", "Y")


class Trainer:
    """Stochastic gradient descent (AdaGrad) on the conditional likelihood of the labels."""

    def __init__(self, vocabulary: Vocabulary, rate: float = 0.06, keep: float = 0.8) -> None:
        pairs, first = crf.structure()
        labels = len(crf.LABELS)
        self.vocabulary, self.rate, self.keep = vocabulary, rate, keep
        self.mask, self.mask_first = pairs, first
        zeros = np.zeros((labels, labels), dtype=np.float32)
        self.weights = crf.Weights(np.zeros((SIZE, labels), dtype=np.float32), pairs.copy(), first.copy(), first * 0)
        self._sums = [np.full((SIZE, labels), 0.1, dtype=np.float32), zeros + 0.1, first * 0 + 0.1, first * 0 + 0.1]

    def step(self, entries: Sequence[Entry], gold: Sequence[list[int]], rng: np.random.Generator) -> float:
        """Take one step on a batch, and return its mean loss."""
        batch = featurize(entries, self.vocabulary, SIZE)
        matrix = _matrix(batch.ids, self.keep, rng)
        raw = np.asarray(matrix @ self.weights.emission, dtype=np.float32)
        loss, slopes = crf.slopes(raw, batch.bounds, gold, self.weights)
        count = np.float32(len(entries))
        emission = np.asarray(matrix.T @ slopes.scores, dtype=np.float32)
        gradients = [each / count for each in (emission, slopes.pairs, slopes.first, slopes.last)]
        self._update(gradients)
        return loss / len(entries)

    def _update(self, gradients: list[npt.NDArray[np.float32]]) -> None:
        parameters = (self.weights.emission, self.weights.transition, self.weights.first, self.weights.last)
        for parameter, gradient, total in zip(parameters, gradients, self._sums, strict=True):
            total += gradient * gradient
            parameter -= self.rate * gradient / np.sqrt(total)
        np.copyto(self.weights.transition, np.where(self.mask < 0, self.mask, self.weights.transition))
        np.copyto(self.weights.first, np.where(self.mask_first < 0, self.mask_first, self.weights.first))


def _matrix(ids: Hashes, keep: float, rng: np.random.Generator) -> csr_matrix:
    """Return the features as a sparse matrix, some of them dropped at random so that no single one is relied on."""
    rows, columns = ids.shape
    values = (rng.random(rows * columns, dtype=np.float32) < keep).astype(np.float32) / np.float32(keep)
    return csr_matrix(
        (values, ids.ravel().astype(np.int32), np.arange(0, rows * columns + 1, columns)), shape=(rows, SIZE)
    )


def as_entry(rendered: Rendered, subject: bool) -> Entry:
    """Return what the model reads of a rendered entry."""
    owner = frozenset(w.casefold().strip(".") for w in rendered.owner.split() if len(w) > 2) if subject else frozenset()
    return Entry(tokenize(rendered.text), rendered.marks, owner)


def evaluate(weights: crf.Weights, vocabulary: Vocabulary, rendered: Sequence[Rendered]) -> dict[str, float]:
    """Return the share of correct tokens, and of entries whose field is exact, for each field."""
    right = dict.fromkeys(("token", *FIELDS, "all"), 0)
    tokens = 0
    for at in range(0, len(rendered), 256):
        part = rendered[at : at + 256]
        batch = featurize([as_entry(r, i % 2 == 0) for i, r in enumerate(part)], vocabulary, SIZE)
        scores, lengths = crf.pad(crf.emissions(batch.ids, weights.emission), batch.bounds)
        paths, _ = crf.decode(scores, lengths, weights)
        for path, item in zip(paths, part, strict=True):
            gold = label_tokens(item, crf.INDEX)
            tokens += len(gold)
            right["token"] += sum(p == g for p, g in zip(path, gold, strict=True))
            same = [_where(path, f) == _where(gold, f) for f in FIELDS]
            for name, ok in zip(FIELDS, same, strict=True):
                right[name] += ok
            right["all"] += all(same)
    return {k: v / (tokens if k == "token" else len(rendered)) for k, v in right.items()}


def _where(labels: Sequence[int], name: str) -> list[int]:
    return [i for i, label in enumerate(labels) if crf.LABELS[label].removeprefix("B-").removeprefix("I-") == name]


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and write the model."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="folders of records")
    parser.add_argument(
        "--varied", type=Path, nargs="*", default=[], help="small folders of records of other disciplines, used more"
    )
    parser.add_argument("--venues", type=Path, required=True, help="folder of venue lists")
    parser.add_argument("--names", type=Path, help="a table of people's names")
    parser.add_argument("--out", type=Path, default=Path(crf.__file__).with_name("model.npz"))
    parser.add_argument("--count", type=int, default=60_000, help="entries to render")
    parser.add_argument("--epochs", type=int, default=5)
    options = parser.parse_args(arguments)
    records = read_records(options.data, per_file=120)
    varied = read_records(options.varied, per_file=400)
    random.Random(7).shuffle(records)
    random.Random(8).shuffle(varied)
    # The lexicon comes from other records than the entries, so that the model learns how far to trust it.
    half, cut = len(records) // 2, len(varied) // 10
    people = read_names(options.names) if options.names else []
    lexicon = build_lexicon(records[:half], people)
    venues = read_venues(options.venues)
    train = render_corpus(records[half + 2000 :] + varied[cut:] * 4, venues, options.count, seed=1)
    held = render_corpus(records[half : half + 2000] + varied[:cut] * 4, venues, 3000, seed=2)
    print(f"{len(records)} records, {len(lexicon)} words, {len(train)} entries to train on, {len(held)} held out")
    weights = fit(train, held, Vocabulary(lexicon), options.epochs)
    save(options.out, weights, lexicon)


def fit(train: list[Rendered], held: list[Rendered], vocabulary: Vocabulary, epochs: int) -> crf.Weights:
    """Train on rendered entries and print the figures on held-out ones after each epoch."""
    trainer = Trainer(vocabulary)
    rng = np.random.default_rng(11)
    items = [(as_entry(r, i % 2 == 0), label_tokens(r, crf.INDEX)) for i, r in enumerate(train)]
    items = [item for item in items if item[1]]
    for epoch in range(epochs):
        began = time.perf_counter()
        trainer.rate = 0.06 * (1 - epoch / (epochs + 1))
        order = rng.permutation(len(items))
        chunks = [sorted(order[i : i + 3200], key=lambda j: len(items[j][1])) for i in range(0, len(order), 3200)]
        losses = [
            trainer.step([items[j][0] for j in part], [items[j][1] for j in part], rng)
            for chunk in chunks
            for part in (chunk[i : i + 160] for i in range(0, len(chunk), 160))
        ]
        figures = evaluate(trainer.weights, vocabulary, held)
        shown = " ".join(f"{k} {v:.4f}" for k, v in figures.items())
        print(
            f"epoch {epoch + 1}: loss {np.mean(losses):.2f}, {shown}, {time.perf_counter() - began:.0f} s", flush=True
        )
    return trainer.weights


def save(path: Path, weights: crf.Weights, lexicon: dict[int, int]) -> None:
    """Write the model: arrays only, weights in half precision, small ones left out."""
    emission = np.where(np.abs(weights.emission) < 0.02, 0, weights.emission).astype(np.float16)
    keys = np.array(sorted(lexicon), dtype=np.uint32)
    np.savez_compressed(
        path,
        emission=emission,
        transition=weights.transition,
        first=weights.first,
        last=weights.last,
        words=keys,
        classes=np.array([lexicon[int(k)] for k in keys], dtype=np.uint8),
    )


if __name__ == "__main__":
    main()
