"""Train the model that links printed affiliations to records of ROR, and write it into the package.

python tests/benchmarks/affiliations_fit.py INDEX GOLD [OUT]

INDEX is an index that ``graph-builder gazetteer add`` made of a ROR dump, GOLD a JSON list of objects with
"affiliation" and "ror_ids". Prints precision and recall by cross-validation over strings, which is what to believe;
then trains on all of them. Needs scikit-learn, which the package itself does not.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier

from graph_builder.gazetteer.registry.features import View, features
from graph_builder.gazetteer.registry.registry import Registry

DEPTH, TREES, FOLDS, PRECISION = 6, 100, 8, 0.94
OUT = Path(__file__).parents[2] / "graph_builder" / "gazetteer" / "data" / "affiliations.npz"


def new_model() -> GradientBoostingClassifier:
    return GradientBoostingClassifier(
        n_estimators=TREES,
        learning_rate=0.07,
        subsample=0.5,
        max_features=0.2,
        max_depth=DEPTH,
        min_samples_leaf=15,
        random_state=0,
    )


def examples(registry, gold):
    for number, row in enumerate(gold):
        wanted = {i[-9:] for i in row["ror_ids"]}
        scene = registry._finder.scene(row["affiliation"])
        if scene.candidates:
            for n, found in features(View.of(scene, registry._look)).items():
                yield number, registry.index.record(n).id in wanted, {k: float(v) for k, v in found.items()}


def full(tree, leaf_scale):
    """A tree as arrays of a complete one: a leaf above the last level is repeated below."""
    nodes = 2**DEPTH - 1
    columns, limits, leaves = np.zeros(nodes, np.int16), np.zeros(nodes, np.float32), np.zeros(nodes + 1, np.float32)

    def fill(at, node):
        if at >= nodes:
            leaves[at - nodes] = tree.value[node].item() * leaf_scale
        elif tree.children_left[node] < 0:
            fill(2 * at + 1, node)
            fill(2 * at + 2, node)
        else:
            columns[at], limits[at] = tree.feature[node], tree.threshold[node]
            fill(2 * at + 1, tree.children_left[node])
            fill(2 * at + 2, tree.children_right[node])

    fill(0, 0)
    return columns, limits, leaves


def main() -> None:
    index, gold_file, *rest = sys.argv[1:]
    gold = json.loads(Path(gold_file).read_text(encoding="utf-8"))
    rows = list(examples(Registry(Path(index)), gold))
    names = list(rows[0][2])
    X = np.array([[f[n] for n in names] for _, _, f in rows], dtype=np.float32)
    y, string = np.array([r[1] for r in rows]), np.array([r[0] for r in rows])
    asked = sum(len(row["ror_ids"]) for row in gold)
    print(f"{len(rows)} candidates, {y.sum()} of {asked} ids among them")
    thresholds = []
    for seed in range(3):
        fold = np.random.RandomState(seed).randint(0, FOLDS, len(gold))[string]
        p = np.zeros(len(y))
        for k in range(FOLDS):
            p[fold == k] = new_model().fit(X[fold != k], y[fold != k]).predict_proba(X[fold == k])[:, 1]
        order = np.argsort(-p, kind="stable")
        right = np.cumsum(y[order])
        precision, recall = right / np.arange(1, len(y) + 1), right / asked
        for least in (0.96, 0.95, PRECISION, 0.93, 0.92):
            at = np.flatnonzero(precision >= least).max()
            print(f"  seed {seed}: P {precision[at]:.4f} R {recall[at]:.4f} at {p[order[at]]:.3f}")
            if least == PRECISION:
                thresholds.append(p[order[at]])
    model = new_model().fit(X, y)
    parts = [full(t[0].tree_, model.learning_rate) for t in model.estimators_]
    bias = float(np.log(y.mean() / (1 - y.mean())))
    columns, limits, leaves = (np.stack(each) for each in zip(*parts, strict=True))
    np.savez_compressed(
        Path(rest[0]) if rest else OUT,
        names=np.array(names), columns=columns, limits=limits, leaves=leaves, bias=bias,
        threshold=round(float(np.mean(thresholds)), 3),
    )  # fmt: skip


if __name__ == "__main__":
    main()
