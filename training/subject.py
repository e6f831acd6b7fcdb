"""Fit the choice of a document's subject among the names in it, and measure it.

    python training/subject.py [FOLDER...] --unseen FOLDER... --scorer SCORE.PY [--tags FILE] [--errors] [--fit]

The documents are those of the folders that have gold facts; those behind ``--unseen`` no tagger was trained on. Two
sets of weights are fitted: for what a document prints alone, and with what the shipped tagger reads. In documents that
it was trained on, the tagger finds the subject too often, and is weakened at random. Figures are cross-validated by
repository; with a tagger, on unseen documents alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import annotations
import measure
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from graph_builder.extract.layout.page import Page, lines_of
from graph_builder.extract.printed import Findings
from graph_builder.extract.structured.shape import shaped
from graph_builder.extract.subject.choice import LEAST, Candidate, candidates, chosen, measured
from graph_builder.extract.tagger.encoder import Tagger
from graph_builder.extract.tagger.records import read_records
from graph_builder.model import Document

_FOLDS = 5
_WEAKENED = 3  # times that a document is there with a weakened tagger
_MISSED = 0.12  # the share of subjects that a tagger misses in documents that it does not know
_RARE = 5  # documents in which a feature must be
_RIDGE = 0.001
_WEIGHTS = Path(__file__).parents[1] / "graph_builder" / "extract" / "data" / "subject.json"
_UNNAMED = "(not named)"


@dataclass
class Case:
    """The candidates of a document, and which of them are its subject; of an *open* one nobody knows."""

    name: str
    language: str
    repository: str
    people: list[Candidate]
    right: list[bool]
    is_named: bool
    is_open: bool

    def rows(self, features: Sequence[str]) -> NDArray[np.float64]:
        """Return the features of the candidates, a row for each."""
        return np.array([[person.features.get(f, 0.0) for f in features] for person in self.people]).reshape(
            len(self.people), len(features)
        )


def cases(
    folder: Path, scorer: ModuleType, findings: Callable[[str, Document], Findings]
) -> Iterator[tuple[list[Case], list[Case]]]:
    """Yield the documents of a folder that have gold facts, each without a tagger and with one, and both thinned."""
    for entry, document in annotations.entries(folder):
        gold = folder / "gold" / f"{entry['id']}.json"
        if not gold.exists():
            continue
        person = json.loads(gold.read_text("utf-8"))["person"]
        page = Page(shaped(document), lines_of(shaped(document)))
        without, with_tagger = (
            [_case(entry, person, found, scorer) for found in (people, thinned(people, page, tagged))]
            for tagged in (None, findings(entry["id"], document))
            for people in [candidates(page, tagged)]
        )
        yield without, with_tagger


def _case(entry: Mapping[str, str], gold: Mapping[str, Any], people: list[Candidate], scorer: Any) -> Case:
    """Return the candidates of a document; those in a script that no gold name has are left out: gold may lack them."""
    names = [name for name in (gold["name"], *gold.get("also", ())) if name and name != _UNNAMED]
    is_named = not gold.get("optional")
    is_open = not is_named and (bool(names) or not gold["name"])  # named by some, or in no word of the text
    own = [p for p in people if not names or _is_spaced(p.names[0].name) in map(_is_spaced, names)]
    right = [any(scorer.same_name(p.names[0].name, name) >= 90 for name in names) for p in own]
    return Case(entry["id"], entry["language"], entry["repo"], own, right, is_named, is_open)


def _is_spaced(name: str) -> bool:
    """Return whether a name is in a script that sets blanks between words."""
    return name < "\u2e80"


def thinned(people: Sequence[Candidate], page: Page, tagged: Findings | None) -> list[Candidate]:
    """Return people as if each were named at a single place: most documents name their subject at many."""
    chance = random.Random(page.document.source)
    return measured([Candidate(p.words, [chance.choice(p.names)]) for p in people], page, tagged)


_OF_TAGGER = ("tagger", "tagger sum", "tagger sure", "first of tagger", "no name")


def weakened(case: Case, number: int) -> Case:
    """Return a document with a tagger that sometimes misses the subject, and is less sure of others."""
    chance = random.Random(f"{case.name} {number}")
    is_missed = chance.random() < _MISSED
    people = []
    for person, is_right in zip(case.people, case.right, strict=True):
        share = 0.0 if is_missed and is_right else chance.random() ** 0.4
        features = {f: v * share if f in _OF_TAGGER else v for f, v in person.features.items()}
        features["tagger sure"] = float(features.get("tagger", 0.0) > 0.9)
        people.append(replace(person, features=features))
    return replace(case, people=people)


def fit(known: Sequence[Case]) -> dict[str, float]:
    """Return the weights of features: a conditional logit, in which nobody's score is 0, with a ridge."""
    counts = Counter(f for case in known for f in {f for p in case.people for f, value in p.features.items() if value})
    features = sorted(f for f, count in counts.items() if count >= _RARE)
    used = [(case.rows(features), np.array(case.right)) for case in known if case.people and not case.is_open]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        total, slope = 0.0, np.zeros(len(features))
        for rows, right in used:
            scores = rows @ weights
            top = max(0.0, scores.max())
            odds = np.exp(scores - top)
            nobody = np.exp(-top)
            shares = odds / (odds.sum() + nobody)
            hit = odds * right
            total -= np.log((hit.sum() if right.any() else nobody) / (odds.sum() + nobody))
            slope += (shares - (hit / hit.sum() if right.any() else 0.0)) @ rows
        n = len(used)
        return total / n + _RIDGE * weights @ weights / 2, slope / n + _RIDGE * weights

    found = minimize(loss, np.zeros(len(features)), jac=True, method="L-BFGS-B", options={"maxiter": 300})
    return {f: round(float(w), 2) for f, w in zip(features, found.x, strict=True) if abs(w) >= 0.05}


def cross_validated(known: Sequence[Case], extra: Sequence[Case] = ()) -> Iterator[tuple[Case, int, float]]:
    """Yield what is chosen in each document by weights fitted on other repositories; *extra* are for fitting alone."""

    def fold(case: Case) -> int:
        return int(hashlib.md5(case.repository.casefold().encode(), usedforsecurity=False).hexdigest(), 16) % _FOLDS

    for number in range(_FOLDS):
        weights = fit([case for case in (*known, *extra) if fold(case) != number])
        for case in known:
            if fold(case) == number:
                best, likely = chosen(case.people, weights)
                yield case, best, likely[best] if best >= 0 else 0.0


def report(title: str, results: Sequence[tuple[Case, int, float]], *, errors: bool) -> None:
    """Print how many subjects are right, by language, and how many unnamed ones stay unnamed."""
    least = LEAST[title]
    groups = {"all": results, "English": [r for r in results if r[0].language == "en"]}
    groups["others"] = [r for r in results if r[0].language != "en"]
    for group, own in groups.items():
        named = [(case, best if share >= least else -1) for case, best, share in own if case.is_named]
        right = sum(best >= 0 and case.right[best] for case, best in named)
        wrong = sum(best >= 0 and not case.right[best] for case, best in named)
        unnamed = [share < least for case, _, share in own if not case.is_named and not case.is_open]
        print(
            f"{title}, {group}: right {right} of {len(named)} ({right / max(1, len(named)):.3f}), wrong {wrong}; "
            f"{sum(unnamed)} of {len(unnamed)} stay unnamed"
        )
    for case, best, share in results if errors else ():
        if not case.is_open and (best >= 0 and share >= least and case.right[best]) != case.is_named:
            print(
                f"  {case.name}\t{case.people[best].names[0].name if best >= 0 else ''}\t{share:.2f}\t{any(case.right)}"
            )


Pairs = dict[str, tuple[list[Case], list[Case]]]


def sets(known: Pairs, unseen: Pairs) -> tuple[tuple[list[Case], list[Case]], tuple[list[Case], list[Case]]]:
    """Return the cases to measure and those for fitting alone, without a tagger and with one."""
    everything = (known | unseen).values()
    without = [one[0] for one, _ in everything], [one[1] for one, _ in everything]
    rest = [
        weakened(case, n) for name in known.keys() - unseen.keys() for case in known[name][1] for n in range(_WEAKENED)
    ]
    rest += [case for _, other in unseen.values() for case in (*other, *other[1:], other[0])]
    return without, ([other[0] for _, other in unseen.values()], rest)


def main() -> None:
    """Fit and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--unseen", type=Path, nargs="+", required=True)
    parser.add_argument("--scorer", type=Path, required=True)
    parser.add_argument("--tags", type=Path, help="keep what the tagger reads here, or take it from here")
    parser.add_argument("--errors", action="store_true", help="name the documents whose subject is wrong")
    parser.add_argument("--fit", action="store_true", help="write the weights into the package")
    asked = parser.parse_args()
    tags: dict[str, Findings] = pickle.loads(asked.tags.read_bytes()) if asked.tags and asked.tags.exists() else {}
    tagger = Tagger()

    def findings(name: str, document: Document) -> Findings:
        if name not in tags:
            tags[name] = read_records(tagger.tag(document), document.text)
        return tags[name]

    scorer = measure.load_scorer(asked.scorer)
    unseen = {one[0].name: (one, other) for folder in asked.unseen for one, other in cases(folder, scorer, findings)}
    pairs = {one[0].name: (one, other) for folder in asked.folders for one, other in cases(folder, scorer, findings)}
    if asked.tags:
        asked.tags.write_bytes(pickle.dumps(tags))
    for_without, for_with = sets(pairs, unseen)
    report("without tagger", [*cross_validated(*for_without)], errors=asked.errors)
    report("with tagger", [*cross_validated(*for_with)], errors=asked.errors)
    if asked.fit:
        weights = {
            "without tagger": fit([*for_without[0], *for_without[1]]),
            "with tagger": fit([*for_with[0], *for_with[1]]),
        }
        _WEIGHTS.write_text(json.dumps(weights, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
