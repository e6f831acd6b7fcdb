"""Fit the judge over the facts of the tagger, and measure what both are worth beside structured data.

    python training/judge.py FOLDER... --scorer SCORE.PY [--all] [--tags FILE] [--fit FOLDER | --use FOLDER]

The tagger is that of the package (``--tagger FOLDER`` for another exported one). The documents are those of the folders
that are held out of training, or with ``--all`` every one. Figures are cross-validated: each fifth of the documents is
judged by what the others teach; with ``--use``, by a judge fitted elsewhere.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import pickle
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import annotations
import measure
import numpy as np
from examples import half_of, is_held_out
from numpy.typing import NDArray
from skl2onnx import to_onnx
from sklearn.ensemble import ExtraTreesClassifier

from graph_builder.extract.calibration import calibrate
from graph_builder.extract.draft import Draft
from graph_builder.extract.pipeline import raw_facts
from graph_builder.extract.printed import Findings, PrintedFact
from graph_builder.extract.tagger.encoder import SHIPPED, Tagged, Tagger
from graph_builder.extract.tagger.judge import RELATIONS, FactJudge, features
from graph_builder.extract.tagger.merge import KEEP, believed, merge, not_in_data, subject_of
from graph_builder.extract.tagger.records import read_records
from graph_builder.model import Document, SourceFacts

_ROOT = Path(__file__).parents[1]
_FOLDS = 5
MODELS = ("stays.onnx", "right.onnx")
Row = tuple[PrintedFact, bool | None, bool | None]
"""A fact, whether it is one of the document, and whether all its values are right too; None if that is open."""


@dataclass
class Example:
    """A document with its gold facts."""

    name: str
    repository: str
    language: str
    document: Document
    gold: dict[str, Any]


def examples(folder: Path, *, held_out: bool) -> Iterator[Example]:
    """Yield the documents of a folder with gold facts; with *held_out* those alone that no tagger is trained on."""
    for entry, document in annotations.entries(folder):
        gold = folder / "gold" / f"{entry['id']}.json"
        if gold.exists() and not (held_out and not is_held_out(entry["repo"])):
            yield Example(entry["id"], entry["repo"], entry["language"], document, json.loads(gold.read_text("utf-8")))


@dataclass
class Read:
    """A document, what its data state, what the tagger found in it, and which of that is right."""

    example: Example
    data: SourceFacts
    found: Findings
    rows: list[Row]
    features: NDArray[np.float32]

    def merged(self, judge: FactJudge | None) -> SourceFacts:
        """Return the facts that a judge leaves; without a judge, all."""
        judged = judge.judge(self.features) if judge else [(1.0, 1.0)] * len(self.rows)
        draft = Draft(self.example.document)
        subject = subject_of(draft, self.found)
        merge(draft, subject, self.data, self.found, believed([fact for fact, _, _ in self.rows], judged))
        return draft.facts()


def read(example: Example, tagged: Tagged, reliability: ModuleType, scorer: ModuleType) -> Read:
    """Read a document, and hold every fact of the tagger against gold."""
    data = calibrate(raw_facts(example.document))
    found = read_records(tagged, example.document.text)
    draft = Draft(example.document)
    subject = subject_of(draft, found)
    candidates = list(not_in_data(found, example.document, data, subject))
    claims = merge(draft, subject, data, found, believed(candidates, [(1.0, 1.0)] * len(candidates)))
    facts = draft.facts()
    whole = dict(_verdicts(reliability.Judge(scorer, example.gold, facts)))
    judge = reliability.Judge(scorer, example.gold, facts)
    pairs = judge._pairs
    judge._pairs = lambda claims, golds, similar, least, agree=None: pairs(claims, golds, similar, least)
    part = dict(_verdicts(judge))
    rows = [(fact, part.get(claims.get(fact, "")), whole.get(claims.get(fact, ""))) for fact in candidates]
    names = (subject.name, *subject.aliases)
    return Read(example, data, found, rows, features(candidates, tagged, example.document.text, names))


def _verdicts(judge: Any) -> Iterator[tuple[str, bool | None]]:
    for claim, right in judge.verdicts():
        yield claim.id, right


def fit(known: Sequence[Read]) -> tuple[bytes, bytes]:
    """Fit what decides whether a fact stays, and what says how likely all of it is right; both as ONNX."""
    rows = np.concatenate([r.features for r in known])
    verdicts = [(part, whole) for r in known for _, part, whole in r.rows]
    return _trees(rows, [part for part, _ in verdicts], 6), _trees(rows, [whole for _, whole in verdicts], 3)


def _trees(rows: NDArray[np.float32], verdicts: Sequence[bool | None], least: int) -> bytes:
    """Fit randomized trees with *least* facts a leaf: with a few thousand facts they overfit least."""
    known = np.array([verdict is not None for verdict in verdicts])
    trees = ExtraTreesClassifier(120, min_samples_leaf=least, max_features=0.4, random_state=1)
    trees.fit(rows[known], [verdict for verdict in verdicts if verdict is not None])
    model = to_onnx(trees, rows[:1], options={"zipmap": False}, target_opset=17)
    model.graph.input[0].name = "features"
    for node in model.graph.node:
        node.input[:] = ["features" if name == "X" else name for name in node.input]
    return model.SerializeToString()


def module(path: Path) -> ModuleType:
    """Import a file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    found = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = found
    spec.loader.exec_module(found)
    return found


def figures(name: str, all_facts: Sequence[SourceFacts], known: Sequence[Read], judge: measure.Judge) -> None:
    """Print F1, precision and recall by relation."""
    samples = [measure.Sample(r.example.name, r.example.gold) for r in known]
    counts = measure.total(judge.counts(s, f) for s, f in zip(samples, all_facts, strict=True))
    parts = []
    for relation, value in measure.f1_by_relation(counts, judge.relations).items():
        r, e, m = (counts[relation, part] for part in ("right", "extra", "missed"))
        parts.append(f"{relation} {value:.3f} ({r / max(1, r + e):.2f} {r / max(1, r + m):.2f})")
    print(f"{name}: macro {measure.macro(counts, judge.relations):.4f}\n  " + "  ".join(parts), flush=True)


def main() -> None:
    """Fit and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--scorer", type=Path, required=True)
    parser.add_argument("--tagger", type=Path, default=SHIPPED, help="a folder that export.py wrote")
    parser.add_argument("--halves", type=Path, nargs=2, help="exported runs that learned half 0 and half 1")
    parser.add_argument("--all", action="store_true", help="all documents of the folders, not those held out alone")
    parser.add_argument("--tags", type=Path, help="keep the tags of all documents here, or take them from here")
    parser.add_argument("--keep", type=Path, help="write what was read, to look at later")
    parser.add_argument("--fit", type=Path)
    parser.add_argument("--use", type=Path)
    asked = parser.parse_args()
    found = [each for folder in asked.folders for each in examples(folder, held_out=not asked.all)]
    if asked.tags and asked.tags.exists():
        tagged = pickle.loads(asked.tags.read_bytes())
    else:
        taggers = [Tagger(folder) for folder in asked.halves or (asked.tagger,)]
        tagged = [taggers[1 - half_of(each.repository) if asked.halves else 0].tag(each.document) for each in found]
        if asked.tags:
            asked.tags.write_bytes(pickle.dumps(tagged))
    reliability = module(_ROOT / "benchmarks" / "reliability.py")
    scorer = reliability.scorer(asked.scorer)
    known = [read(e, t, reliability, scorer) for e, t in zip(found, tagged, strict=True)]
    if asked.use:
        judges = [FactJudge(*((asked.use / name).read_bytes() for name in MODELS))] * _FOLDS
    else:
        judges = [FactJudge(*fit([r for n, r in enumerate(known) if n % _FOLDS != fold])) for fold in range(_FOLDS)]
    if asked.keep:
        asked.keep.write_bytes(pickle.dumps(known))
    judge = measure.Judge(measure.load_scorer(asked.scorer))
    figures("data", [r.data for r in known], known, judge)
    figures("all", [r.merged(None) for r in known], known, judge)
    figures("judged", [r.merged(judges[n % _FOLDS]) for n, r in enumerate(known)], known, judge)
    reliable(known, judges)
    if asked.fit:
        for name, model in zip(MODELS, fit(known), strict=True):
            (asked.fit / name).write_bytes(model)


def reliable(known: Sequence[Read], judges: Sequence[FactJudge]) -> None:
    """Print how many of the facts that say 0.9 or more are right, and how many of the right ones say so."""
    said = [
        (c, likely, share, part, whole)
        for n, r in enumerate(known)
        for (c, part, whole), (likely, share) in zip(r.rows, judges[n % _FOLDS].judge(r.features), strict=True)
        if whole is not None
    ]
    print("relation\tfacts\tof the document\tkept\tof these\t0.9 or more\twholly right\tof all wholly right")
    for relation in (*RELATIONS, None):
        mine = [each for each in said if relation in (None, each[0].relation)]
        kept = [part for _, keep, _, part, _ in mine if keep >= KEEP]
        sure = [whole for _, keep, share, _, whole in mine if keep >= KEEP and share >= 0.9]
        right = sum(each[4] for each in mine)
        if mine:
            print(
                f"{relation.value if relation else 'all'}\t{len(mine)}\t{sum(bool(e[3]) for e in mine) / len(mine):.3f}"
                f"\t{len(kept)}\t{sum(map(bool, kept)) / max(1, len(kept)):.3f}"
                f"\t{len(sure)}\t{sum(sure) / max(1, len(sure)):.3f}\t{sum(sure) / max(1, right):.3f}"
            )


if __name__ == "__main__":
    main()
