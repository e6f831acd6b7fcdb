"""Train the model that doubts interests, and write it to extract/labels/interests.npz.

    python training/train_interests.py DOCUMENT... --gold GOLD --judged FILE... [--cross] [--out FILE]

The examples are the interests that versions of the rules found (``judge_interests.py``), and beside them, with less
weight and marked as such, all phrases between commas and small words of running text. Logistic regression, drawn
towards nought; only features that several documents share have a weight, and they are stored by hashes. The documents
are not part of the project. ``--cross`` tells what models that had not met a document's group say of its interests.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from train_labeller import page_of

from graph_builder.extract.labels.interests import SIZE, Phrase, Signs, announced, signs_of
from graph_builder.extract.labels.lines import laid
from graph_builder.extract.page import Page, SectionKind
from graph_builder.gazetteer import normalize
from graph_builder.model import Span
from graph_builder.read import read_file

Floats = npt.NDArray[np.float64]
MODEL = Path(__file__).resolve().parents[1] / "graph_builder" / "extract" / "labels" / "interests.npz"
_RIDGE, _LOOSE, _MARK = 1.0, 0.1, 3.0
_COMMON = 3  # documents that share a feature
_FOLDS = 11
_STEPS = (0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
_CUT = re.compile(
    r"\s*[,;:()•|]\s*(?:and\s|or\s)?|\.\s|\.$"
    r"|\s+(?:and|or|in|on|of|for|with|including|as|at|to|from|by|into|is|are)\s+(?=\S)"
)
_ELSEWHERE = {SectionKind.PUBLICATIONS, SectionKind.CONTACT, SectionKind.AWARDS, SectionKind.SERVICE}


@dataclass(frozen=True)
class Example:
    """A phrase of a document, whether it names an interest, and whether rules found it."""

    document: str
    name: str
    signs: Signs
    right: bool
    found: bool
    run: int = 0  # which version of the rules found it
    rule: str = ""
    announced: bool = False  # none of the model's business


def loose(page: Page, topics: Sequence[str]) -> list[tuple[Phrase, bool]]:
    """Return the phrases of running text that name one of the topics, or share nothing with any, and which do."""
    names = {normalize(topic) for topic in topics}
    out = []
    for item in laid(page):
        if item.heading or item.section.kind in _ELSEWHERE or len(item.text) < 12:
            continue
        cuts = [(0, 0), *(match.span() for match in _CUT.finditer(item.text)), (len(item.text), len(item.text))]
        for (_, start), (end, _) in pairwise(cuts):
            part = item.text[start:end].strip(" .")
            if not 3 < len(part) < 70 or len(part.split()) > 7:
                continue
            key = normalize(part)
            if key in names or not any(name in key or key in name for name in names):
                at = item.span.start + start
                out.append((Phrase(part, Span(at, at + len(part))), key in names))
    return out


def examples(
    document: Path, gold: Mapping[str, object], runs: Sequence[Sequence[Mapping[str, object]]]
) -> list[Example]:
    """Return the phrases of a document that rules found, run by run, and all others."""
    page = page_of(read_file(document, f"x/{document.name}"))
    entries = gold.get("topics") or []
    topics = [n for e in entries for n in (e if isinstance(e, list) else e["names"])]  # type: ignore[attr-defined]
    out = []
    for number, run in enumerate(runs):
        placed = [(one, phrase) for one in run if (phrase := _placed(page, one)) is not None]
        signs = signs_of(page, [phrase for _, phrase in placed], [True] * len(placed))
        out += [
            Example(
                document.stem, phrase.name, seen, bool(one["right"]), True, number, str(one["rule"]),
                announced(page, phrase.span),
            )
            for (one, phrase), seen in zip(placed, signs, strict=True)
            if seen is not None
        ]  # fmt: skip
    pairs = loose(page, topics)
    signs = signs_of(page, [phrase for phrase, _ in pairs])
    return out + [
        Example(document.stem, phrase.name, seen, right, False)
        for (phrase, right), seen in zip(pairs, signs, strict=True)
        if seen is not None
    ]


def _placed(page: Page, one: Mapping[str, object]) -> Phrase | None:
    """Return an interest at its place, which earlier versions of the reader may have counted otherwise."""
    name, start, end = str(one["name"]), int(str(one["start"])), int(str(one["end"]))
    text = page.document.text
    if text[start:end] == name:
        return Phrase(name, Span(start, end))
    at = text.find(name, max(0, start - 300), end + 300)
    if at >= 0:
        return Phrase(name, Span(at, at + len(name)))
    return Phrase(name, Span(start, end)) if end <= len(text) else None


class Fit:
    """The features of examples as a matrix, and models of some of them."""

    def __init__(self, all_of: Sequence[Example]) -> None:
        self.examples = all_of
        rows, columns, values = [], [], []
        documents: dict[int, set[str]] = defaultdict(set)
        for row, one in enumerate(all_of):
            for at, value in one.signs:
                rows.append(row)
                columns.append(at)
                values.append(value)
                documents[at].add(one.document)
            if not one.found:
                rows.append(row)
                columns.append(SIZE)
                values.append(_MARK)
        self._matrix = csr_matrix((values, (rows, columns)), shape=(len(all_of), SIZE + 1))
        self._common = {at for at, names in documents.items() if len(names) >= _COMMON} | {SIZE}
        self._right = np.array([one.right for one in all_of])
        first: dict[tuple[str, str, bool], int] = {}
        for row, one in enumerate(all_of):  # what two versions found alike is taught once
            first.setdefault((one.document, one.name.casefold(), one.found), row)
        self.taught = np.zeros(len(all_of), dtype=bool)
        self.taught[list(first.values())] = True
        count = Counter((document, found) for document, _, found in first)
        self._weights = np.array(
            [(6 / max(6, count[one.document, one.found])) ** 0.5 * (1 if one.found else _LOOSE) for one in all_of]
        )

    def train(self, taught: npt.NDArray[np.bool_]) -> tuple[Floats, float]:
        """Return the weights of a model of the examples that are to be taught, and its bias."""
        part = self._matrix[taught]
        used = np.array(sorted(self._common & set(np.unique(part.indices).tolist())))
        part = part[:, used]
        sign = np.where(self._right[taught], 1.0, -1.0)
        weights = self._weights[taught]

        def loss(flat: Floats) -> tuple[float, Floats]:
            margin = sign * (part @ flat[:-1] + flat[-1])
            slope = -sign * weights / (1 + np.exp(margin))
            value = float((weights * np.logaddexp(0, -margin)).sum() + _RIDGE / 2 * (flat[:-1] ** 2).sum())
            return value, np.append(part.T @ slope + _RIDGE * flat[:-1], slope.sum())

        best = minimize(loss, np.zeros(len(used) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
        out = np.zeros(SIZE + 1)
        out[used] = best[:-1]
        return out, float(best[-1])

    def say(self, model: tuple[Floats, float]) -> Floats:
        """Return the probability of each example by a model."""
        return np.asarray(1 / (1 + np.exp(-(self._matrix @ model[0] + model[1]))), dtype=np.float64)


def crossed(fit: Fit) -> Floats:
    """Return the probabilities that models of the other groups of documents give each example."""
    names = sorted({one.document for one in fit.examples})
    group = {name: number * _FOLDS // len(names) for number, name in enumerate(names)}
    groups = np.array([group[one.document] for one in fit.examples])
    out = np.zeros(len(groups))
    for number in range(_FOLDS):
        out[groups == number] = fit.say(fit.train(fit.taught & (groups != number)))[groups == number]
    return out


def report(all_of: Sequence[Example], probabilities: Iterable[float]) -> None:
    """Print for each run, and rule, how many right and wrong interests lie below each step."""
    table: dict[tuple[int, str], list[tuple[bool, float]]] = defaultdict(list)
    for one, p in zip(all_of, probabilities, strict=True):
        if one.found and not one.announced:
            table[one.run, one.rule].append((one.right, p))
    for (run, rule), pairs in sorted(table.items()):
        below = [
            f"{step}: {sum(p < step and not r for r, p in pairs)} wrong {sum(p < step and r for r, p in pairs)} right"
            for step in _STEPS
        ]
        wrong = sum(not r for r, _ in pairs)
        print(f"run {run} {rule:14} {wrong} wrong {len(pairs) - wrong} right; below " + ", ".join(below))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="+", type=Path)
    parser.add_argument("--gold", type=Path, required=True, help="folder of gold facts")
    parser.add_argument("--judged", type=Path, nargs="+", required=True, help="interests, one file a version")
    parser.add_argument("--cross", action="store_true", help="tell what models say of documents that they never met")
    parser.add_argument("--out", type=Path, default=MODEL)
    asked = parser.parse_args()
    runs = [json.loads(path.read_text("utf-8")) for path in asked.judged]
    all_of: list[Example] = []
    for document in asked.documents:
        gold = asked.gold / f"{document.stem}.json"
        if gold.is_file():
            of = [[one for one in run if one["document"] == document.name] for run in runs]
            all_of += examples(document, json.loads(gold.read_text("utf-8")), of)
    print(f"{sum(one.found for one in all_of)} interests, {sum(not one.found for one in all_of)} phrases")
    fit = Fit(all_of)
    if asked.cross:
        report(all_of, crossed(fit))
        return
    weights, bias = fit.train(fit.taught)
    places = np.flatnonzero(np.abs(weights[:SIZE]) > 0.004)
    np.savez_compressed(
        asked.out, places=places.astype(np.int32), weights=weights[places].astype(np.float16), bias=np.float32(bias)
    )
    print(f"{len(places)} weights, {asked.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
