"""The recipe of teaching: documents that people have put right become examples, the shipped tagger learns from them.

Some of the documents are held back, to see what it gains on pages that it has not learned from. If it gains, it learns
once more from all, and the store has the new weights.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from graph_builder.extract.tagger.encoder import SHIPPED, tagger_of, units
from graph_builder.model import GraphBuilderError
from graph_builder.pipeline.stages import Progress, default_stages, no_progress
from graph_builder.store.taught import put_weights
from graph_builder.teach.align import labelled_facts
from graph_builder.teach.examples import Example, example
from graph_builder.teach.taught import Agreement, TaughtDocument, taught_documents

if TYPE_CHECKING:
    from graph_builder.teach.network import Network

LEAST = 4
"""Accepted documents without which nothing is taught: with fewer, what is held back says nothing."""

_FEW = 12  # documents below which each is held back once
_FOLDS = 3  # parts in which few documents are held back; of many, one in four is
_STEPS, _EVERY = 80, 10  # at most, and between two looks at what is held back
_ENOUGH = 0.98  # of the loss at the last look, which the next has to fall below
_WINDOWS = 4  # of a step: with eight, training takes more than two gigabytes
_RATE, _FAST = 1e-4, 5e-4
_FILES = ("tokenizer.json", "marks.json")


class TeachError(GraphBuilderError):
    """Teaching that cannot be done: too few documents, or no extra."""


@dataclass(frozen=True, slots=True)
class TeachReport:
    """What came of teaching: how many documents were accepted, on how many there are decisions only, the steps taken.

    *before* and *after* are how well documents that were held back are read with the weights of the package and with
    those that were taught. *size* is that of the new weights in bytes, 0 if they are no better and were not stored.
    """

    documents: int
    parts: int
    steps: int
    before: Agreement
    after: Agreement
    size: int = 0


def teach(
    store: Path | str, *, threads: int = 0, gazetteer: Path | None = None, progress: Progress | None = None
) -> TeachReport:
    """Train the shipped tagger further on the documents of a store that people have put right.

    Builds of this store read with the new weights from then on, and read all documents anew. Until the end the store
    is as it was, and decisions and builds may go on. The same documents give the same weights.

    Args:
        store: the store's folder.
        threads: how many threads compute; by default as many as there are processors.
        gazetteer: the folder of added lists, by default the user's.
        progress: called as the work goes on.

    Raises:
        TeachError: the extra is missing, or too few documents are accepted.
        StoreError: there is no store, it is damaged, or at the end a build is going on.
    """
    progress = progress or no_progress
    if os.environ.get("GRAPH_BUILDER_TAGGER") == "off":
        raise TeachError("GRAPH_BUILDER_TAGGER is off, and nothing would read with what is taught; unset it")
    _need_extra()
    taught = list(taught_documents(store))
    whole, parts = ([t for t in taught if (t.known is None) is accepted] for accepted in (True, False))
    if len(whole) < LEAST:
        raise TeachError(
            f"{len(whole)} documents are accepted, and teaching needs {LEAST} or more; put their facts right, then: "
            f"graph-builder accept-document --store {store} SOURCE"
        )
    import torch

    if threads:
        torch.set_num_threads(threads)
    read = {each.document.source: _example(each) for each in taught}
    folds, stages = _folds(whole), default_stages(gazetteer)
    before = Agreement.of((stages.extract(each.document), each.facts) for fold in folds for each in fold)
    after, steps = Agreement.of(()), 0
    for number, fold in enumerate(folds):
        held_back = {each.document.source for each in fold}
        learned = [each for source, each in read.items() if source not in held_back]
        name = f"Trying {number + 1} of {len(folds)}"
        network, taken = _trained(learned, [read[source] for source in sorted(held_back)], _STEPS, name, progress)
        steps = max(steps, taken)
        with tempfile.TemporaryDirectory() as folder:
            _write(Path(folder), _files(network))
            extract = stages.with_weights(Path(folder)).extract
            after += Agreement.of((extract(each.document), each.facts) for each in fold)
    if after.f1() <= before.f1():
        return TeachReport(len(whole), len(parts), steps, before, after)
    network, _ = _trained([*read.values()], [], steps, "Teaching", progress)
    report = TeachReport(len(whole), len(parts), steps, before, after)
    files = {**_files(network), "teaching.json": json.dumps(summary(report), indent=1).encode()}
    put_weights(store, files)
    return TeachReport(len(whole), len(parts), steps, before, after, sum(map(len, files.values())))


def summary(report: TeachReport) -> dict[str, object]:
    """Return what is noted beside the weights: documents, steps, and F1 by relation before and after."""
    figures = {
        relation or "all": [round(each.f1(relation), 3) for each in (report.before, report.after)]
        for relation in ("", *(report.before + report.after).relations)
    }
    return {"documents": report.documents, "parts": report.parts, "steps": report.steps, "f1": figures}


def _need_extra() -> None:
    for name in ("torch", "onnx"):
        try:
            import_module(name)
        except ImportError as error:
            raise TeachError(
                f"teaching needs the extra train ({name} is missing): pip install 'graph-builder[train]'"
            ) from error


def _folds(whole: Sequence[TaughtDocument]) -> list[list[TaughtDocument]]:
    """Return the documents that are held back, by the training that does without them."""
    mixed = list(whole)
    random.Random(1).shuffle(mixed)  # noqa: S311 - the same documents give the same weights
    return [mixed[n::_FOLDS] for n in range(_FOLDS)] if len(mixed) < _FEW else [mixed[::4]]


def _example(taught: TaughtDocument) -> Example:
    tagger = tagger_of(SHIPPED)
    cut = units(taught.document, tagger.tokenizer, tagger.marks)
    return example(cut, labelled_facts(taught.document, taught.facts), taught.known)


def _trained(
    learned: Sequence[Example], held_back: Sequence[Example], most: int, name: str, progress: Progress
) -> tuple[Network, int]:
    """Return the shipped network after training, and the steps taken: until what is held back is read no better."""
    import torch

    from graph_builder.teach.train import Trainer, batches, loss_on
    from graph_builder.teach.weights import reopened

    torch.manual_seed(1)
    chance = random.Random(1)  # noqa: S311 - see above
    marks = tagger_of(SHIPPED).marks
    trainer = Trainer(reopened(SHIPPED), _STEPS, _RATE, _FAST)
    step, last = 0, float("inf")
    while True:
        for part in batches(learned, marks, chance, _WINDOWS):
            progress(name, step, most)
            trainer.step(part)
            step += 1
            if step >= most:
                return trainer.network, step
            if held_back and step % _EVERY == 0:
                loss = loss_on(trainer.network, held_back, marks, _WINDOWS)
                if loss > _ENOUGH * last:
                    return trainer.network, step
                last = loss


def _files(network: Network) -> dict[str, bytes]:
    """Return the files of a folder of weights: the network, and what ships beside it."""
    from graph_builder.teach.weights import exported

    return {"tagger.onnx": exported(network), **{name: (SHIPPED / name).read_bytes() for name in _FILES}}


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).write_bytes(content)
