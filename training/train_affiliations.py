"""Train the model that links printed affiliations to records of ROR, and write it into the package.

python training/train_affiliations.py INDEX GOLD [OUT]

INDEX is an index that ``graph-builder gazetteer add`` made of a ROR dump, GOLD a JSON list of objects with
"affiliation" and "ror_ids". Prints precision and recall by cross-validation over strings, which is what to believe;
then trains on all of them. Needs LightGBM, which the package itself does not.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from lightgbm import LGBMClassifier

from graph_builder.gazetteer.registry.features import View, features
from graph_builder.gazetteer.registry.registry import Registry

DEPTH, TREES, FOLDS, SEEDS, PRECISION = 6, 250, 8, 4, 0.945
OUT = Path(__file__).parents[1] / "graph_builder" / "gazetteer" / "data" / "affiliations.npz"


def new_model() -> LGBMClassifier:
    return LGBMClassifier(
        n_estimators=TREES,
        learning_rate=0.045,
        max_depth=DEPTH,
        num_leaves=31,
        min_child_samples=15,
        subsample=0.6,
        subsample_freq=1,
        colsample_bytree=0.3,
        reg_lambda=1.0,
        random_state=0,
        n_jobs=1,
        deterministic=True,
        force_row_wise=True,
        verbose=-1,
    )


def examples(registry, gold):
    """Each candidate: its string, whether it is right, its figures, and which words it takes."""
    for number, row in enumerate(gold):
        wanted = {i[-9:] for i in row["ror_ids"]}
        scene = registry._finder.scene(row["affiliation"])
        if scene.candidates:
            for n, found in features(View.of(scene, registry._look)).items():
                span = number, scene.candidates[n].start, scene.candidates[n].end
                yield number, registry.index.record(n).id in wanted, {k: float(v) for k, v in found.items()}, span


def best(spans, p):
    """Which candidates are the most probable of those for the same words; only these are ever given."""
    first = {}
    for at in np.argsort(-p, kind="stable"):
        first.setdefault(spans[at], at)
    kept = np.zeros(len(p), dtype=bool)
    kept[list(first.values())] = True
    return kept


def full(structure):
    """A tree as arrays of a complete one: a leaf above the last level is repeated below."""
    nodes = 2**DEPTH - 1
    columns, limits, leaves = np.zeros(nodes, np.int16), np.zeros(nodes, np.float32), np.zeros(nodes + 1, np.float32)

    def fill(at, node):
        if at >= nodes:
            leaves[at - nodes] = node["leaf_value"]
            return
        leaf = "leaf_value" in node
        if not leaf:
            columns[at], limits[at] = node["split_feature"], node["threshold"]
        fill(2 * at + 1, node if leaf else node["left_child"])
        fill(2 * at + 2, node if leaf else node["right_child"])

    fill(0, structure)
    return columns, limits, leaves


def main() -> None:
    index, gold_file, *rest = sys.argv[1:]
    gold = json.loads(Path(gold_file).read_text(encoding="utf-8"))
    rows = list(examples(Registry(Path(index)), gold))
    names = list(rows[0][2])
    X = np.array([[f[n] for n in names] for _, _, f, _ in rows], dtype=np.float32)
    y, string, spans = np.array([r[1] for r in rows]), np.array([r[0] for r in rows]), [r[3] for r in rows]
    asked = sum(len(row["ror_ids"]) for row in gold)
    nothing = {n for n, row in enumerate(gold) if not row["ror_ids"]}
    print(f"{len(rows)} candidates, {y.sum()} of {asked} ids among them")
    thresholds = []
    for seed in range(SEEDS):
        fold = np.random.RandomState(seed).randint(0, FOLDS, len(gold))[string]
        p = np.zeros(len(y))
        for k in range(FOLDS):
            p[fold == k] = new_model().fit(X[fold != k], y[fold != k]).predict_proba(X[fold == k])[:, 1]
        p[~best(spans, p)] = 0
        order = np.argsort(-p, kind="stable")
        right = np.cumsum(y[order])
        precision, recall = right / np.arange(1, len(y) + 1), right / asked
        for least in (0.96, 0.95, PRECISION, 0.94, 0.93):
            at = np.flatnonzero(precision >= least).max()
            wrong = len(nothing.intersection(string[order[: at + 1]].tolist()))
            print(
                f"  seed {seed}: P {precision[at]:.4f} R {recall[at]:.4f} at {p[order[at]]:.3f}, "
                f"linked where nothing was to be found {wrong} of {len(nothing)}"
            )
            if least == PRECISION:
                thresholds.append(p[order[at]])
    model = new_model().fit(X, y)
    parts = [full(t["tree_structure"]) for t in model.booster_.dump_model()["tree_info"]]
    columns, limits, leaves = (np.stack(each) for each in zip(*parts, strict=True))
    np.savez_compressed(
        Path(rest[0]) if rest else OUT,
        names=np.array(names), columns=columns, limits=limits, leaves=leaves, bias=0.0,
        threshold=round(float(np.mean(thresholds)), 3),
    )  # fmt: skip


if __name__ == "__main__":
    main()
