"""Reliability of confidences: of the facts that say 0.9, are nine in ten right? And the fit that makes it so.

    python benchmarks/reliability.py --gold GOLD --scorer SCORE.PY DOCUMENT... [--cross] [--keep VERDICTS]
    python benchmarks/reliability.py --verdicts VERDICTS... [--cross] [--fit]

GOLD is a folder of gold facts, one JSON file a document, and SCORE.PY the scorer that compares names and titles with
them. A fact is right if gold has it and none of its values is another than gold's; what gold holds for optional counts
on neither side. ``--cross`` prints what a table that was fitted without a document says of that document.

Rules are right more often on documents that they were made on. So verdicts on documents that a version of the rules had
not met are kept in a file (``--keep``), whatever becomes of the rules later, and ``--fit`` writes the table that the
extractors use from such files: those beside this script tell of pages at first sight, and nothing of what is on them.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from graph_builder.extract.calibration import Table, calibrated, shipped_table, sign_of
from graph_builder.extract.pipeline import raw_facts
from graph_builder.gazetteer import load
from graph_builder.model import Claim, Evidence, Relation, SourceFacts, Span
from graph_builder.read import read_file

BINS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.01)
PRIOR = 10.0
"""Imagined facts that a rule's own estimate counts for, beside those that were seen."""

LEAST = 8
"""How many facts a rule, or a rule with a sign, has to have for steps of its own."""

HIGHEST = 0.98
"""No fact is surer: that many of the surest ones are right in documents that the rules had not met."""


@dataclass(frozen=True)
class Judged:
    """A claim of a document with its confidence before calibration, and whether it is right."""

    document: str
    claim: Claim
    right: bool
    sign: str = ""


def kept(judged: Iterable[Judged]) -> str:
    """Return verdicts as text, a line for each rule and confidence in a document: how many were right, how many not."""
    counts: dict[tuple[str, str, str, str, float], list[int]] = defaultdict(lambda: [0, 0])
    for one in judged:
        claim = one.claim
        counts[one.document, claim.relation.value, claim.extractor, one.sign, claim.confidence][not one.right] += 1
    return "".join(json.dumps([*key, *count]) + "\n" for key, count in sorted(counts.items()))


def verdicts_in(file: Path) -> Iterable[Judged]:
    for line in file.read_text("utf-8").splitlines():
        document, relation, extractor, sign, confidence, right, wrong = json.loads(line)
        nothing = Evidence("", Span(0, 0), "")
        claim = Claim("", Relation(relation), {}, nothing, extractor=extractor, confidence=confidence)
        yield from [Judged(f"{file.stem}/{document}", claim, True, sign)] * right
        yield from [Judged(f"{file.stem}/{document}", claim, False, sign)] * wrong


# ---------------------------------------------------------------- judging


def scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("scorer", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Judge:
    """Compares the claims of one document with its gold facts; None is a verdict on what gold holds for optional."""

    def __init__(self, score: ModuleType, gold: dict[str, Any], facts: SourceFacts) -> None:
        self.score, self.gold = score, gold
        self.names = {m.id: (m.name, *m.aliases) for m in facts.mentions}
        self.subject = [gold["person"]["name"], *gold["person"].get("also", [])]
        self.claims = {r: [c for c in facts.claims if c.relation is r] for r in Relation}
        self.papers: dict[str, dict[str, Any]] = {}

    def verdicts(self) -> Iterable[tuple[Claim, bool | None]]:
        for relation in Relation:  # publications come before authorships
            if relation is Relation.ABOUT:
                continue  # what catalogues alone say of works
            yield from getattr(self, f"_{relation.value}")(self.claims[relation])

    def _label(self, claim: Claim, role: str) -> str:
        """Return a mention's name as the graph would show it."""
        name = self.names[claim.roles[role]][0]
        known = load().venue(name) if role == "venue" else load().organization(name)
        while role == "organization" and known is not None and known.kind == "unit" and known.parent:
            known = load().organization_by_id(known.parent)
        return known.name if known else name

    def _pairs(
        self, claims: list[Claim], golds: list[Any], similar: Callable[[Claim, Any], float], least: float,
        agree: Callable[[Claim, Any], bool] = lambda c, g: True,
    ) -> Iterable[tuple[Claim, bool | None]]:  # fmt: skip
        found = dict(self.score.assign(claims, golds, similar, least))
        for i, claim in enumerate(claims):
            if i in found:
                gold = golds[found[i]]
                yield claim, None if isinstance(gold, dict) and gold.get("optional") else agree(claim, gold)
            else:
                optional = (g for g in golds if isinstance(g, dict) and g.get("optional"))
                yield claim, None if any(similar(claim, g) >= least for g in optional) else False

    def _person(self, name: str, names: list[str]) -> float:
        return max((float(self.score.same_name(name, n)) for n in names), default=0.0)

    def _profile(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        for claim in claims:
            right = self._person(self.names[claim.roles["person"]][0], self.subject) >= 90
            yield claim, None if self.gold["person"].get("optional") else right

    def _career(self, claims: list[Claim], key: str, label: str) -> Iterable[tuple[Claim, bool | None]]:
        def similar(claim: Claim, gold: dict[str, Any]) -> float:
            best = float(
                self.score.best_label(self._label(claim, "organization"), [gold[label], *gold.get("also", [])])
            )
            dates = sum(self.score.same_date(claim.values.get(k), gold.get(k)) for k in ("start", "end"))
            return best + 5 * dates + 5 * self._same_title(claim, gold) if best >= 86 else 0.0

        def agree(claim: Claim, gold: dict[str, Any]) -> bool:
            pairs = [(claim.values.get(k), gold.get(k)) for k in ("start", "end")]
            dates = all(self.score.same_date(a, b) for a, b in pairs if a and b)
            return dates and self._same_title(claim, gold)

        return self._pairs(claims, self.gold.get(key, []), similar, 86, agree)

    def _same_title(self, claim: Claim, gold: dict[str, Any]) -> bool:
        degree, role = claim.values.get("degree"), claim.values.get("role")
        if degree and gold.get("degree"):
            return bool(self.score.norm(degree) == self.score.norm(gold["degree"]))
        if role and gold.get("role"):
            return bool(self.score.loosely(role, [gold["role"]]) >= 80)
        return True

    def _education(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        return self._career(claims, "education", "institution")

    def _employment(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        return self._career(claims, "employment", "organization")

    def _advising(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        person = {c.roles["person"] for c in self.claims[Relation.PROFILE]}
        for own, other, key in (("student", "advisor", "advisors"), ("advisor", "student", "advisees")):
            mine = [c for c in claims if c.roles[own] in person]

            def similar(claim: Claim, gold: dict[str, Any], other: str = other) -> float:
                return self._person(self.names[claim.roles[other]][0], [gold["name"], *gold.get("also", [])])

            yield from self._pairs(mine, self.gold.get(key, []), similar, 90)

    def _publication(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        golds = self.gold.get("publications", [])

        def similar(claim: Claim, gold: dict[str, Any]) -> float:
            alike = float(self.score.same_title(self.names[claim.roles["work"]][0], gold["title"]))
            return alike + 0.5 * ((gold.get("year") or "")[:4] == claim.values.get("year")) if alike >= 90 else 0.0

        def agree(claim: Claim, gold: dict[str, Any]) -> bool:
            venues = [gold["venue"], *gold.get("venue_also", [])] if gold.get("venue") else []
            year = claim.values.get("year")
            fine = (
                not venues
                or "venue" not in claim.roles
                or self.score.best_label(self._label(claim, "venue"), venues) >= 88
            )
            return bool(fine and not (year and gold.get("year") and year[:4] != gold["year"][:4]))

        for i, j in self.score.assign(claims, golds, similar, 90):
            self.papers[claims[i].roles["work"]] = golds[j]
        return self._pairs(claims, golds, similar, 90, agree)

    def _authorship(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        by_work = defaultdict(list)
        for claim in claims:
            by_work[claim.roles["work"]].append(claim)

        def similar(claim: Claim, gold: str) -> float:
            name = self.names[claim.roles["author"]][0]
            both = self._person(name, self.subject) >= 90 and self._person(gold, self.subject) >= 90
            return 100.0 if both else float(self.score.same_name(name, gold))

        for work, group in by_work.items():
            paper = self.papers.get(work)
            authors = [] if paper is None else paper.get("authors", [])
            for claim, right in self._pairs(group, authors, similar, 90):
                own = self._person(self.names[claim.roles["author"]][0], self.subject) >= 90
                optional = paper is not None and (paper.get("optional") or not authors)
                yield claim, None if optional or (not right and own) else right

    def _labels(
        self,
        claims: list[Claim],
        golds: list[Any],
        label: Callable[[Claim], str],
        names: Callable[[Any], list[str]],
        least: float,
    ) -> Iterable[tuple[Claim, bool | None]]:
        return self._pairs(claims, golds, lambda c, g: float(self.score.loosely(label(c), names(g))), least)

    def _about(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        return ((claim, None) for claim in claims)  # gold has no topics of papers

    def _interest(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        golds = [{"names": g} if isinstance(g, list) else g for g in self.gold.get("topics", [])]
        return self._labels(claims, golds, lambda c: self.names[c.roles["topic"]][0], lambda g: list(g["names"]), 85)

    def _award(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        golds = self.gold.get("awards", [])
        return self._labels(claims, golds, lambda c: c.values["award"], lambda g: [g["name"], *g.get("also", [])], 80)

    def _service(self, claims: list[Claim]) -> Iterable[tuple[Claim, bool | None]]:
        def similar(claim: Claim, gold: dict[str, Any]) -> float:
            best = float(self.score.best_label(self._label(claim, "venue"), [gold["venue"], *gold.get("also", [])]))
            same_role = self.score.norm(claim.values.get("role")) == self.score.norm(gold["role"])
            same_year = (claim.values.get("year") or None) == ((gold.get("year") or "")[:4] or None)
            return best + 10 * same_year if best >= 86 and same_role else 0.0

        return self._pairs(claims, self.gold.get("service", []), similar, 86)


def judge_file(task: tuple[Path, Path, Path]) -> list[Judged]:
    document, gold, score = task
    facts = raw_facts(read_file(document, f"x/{document.name}"))
    judge = Judge(scorer(score), json.loads(gold.read_text("utf-8")), facts)
    names = {mention.id: mention.name for mention in facts.mentions}
    verdicts = ((claim, right) for claim, right in judge.verdicts() if right is not None)
    return [Judged(document.name, claim, right, sign_of(claim, names)) for claim, right in verdicts]


# ---------------------------------------------------------------- fitting


def fit(judged: Iterable[Judged]) -> Table:
    """Return the table of calibration: of each relation, and of each rule and sign with enough facts, by documents."""
    groups: dict[tuple[str, ...], list[Judged]] = defaultdict(list)
    for one in judged:
        rule = (one.claim.relation.value, one.claim.extractor)
        for depth in range(1, 4 if one.sign else 3):
            groups[(*rule, one.sign)[:depth]].append(one)
    table: dict[str, tuple[tuple[float, float], ...]] = {}
    for key in sorted(groups, key=lambda key: (len(key), key)):  # what is expected of a rule comes before what is seen
        steps = table.get("/".join(key[:-1])) or table.get(key[0])
        if steps is None:
            table[key[0]] = _isotonic(groups[key], lambda confidence: confidence)
        elif len(groups[key]) >= LEAST:
            table["/".join(key)] = _isotonic(
                groups[key], lambda confidence, steps=steps: float(np.interp(confidence, *np.transpose(steps)))
            )
    return table


def _weights(judged: list[Judged]) -> list[float]:
    """Return a weight for each: a hundred facts of one document tell less than a hundred of a hundred documents.

    Where the documents with many facts are those that go wrong, all facts weigh the same: the lower rate is believed.
    """
    counts = Counter(one.document for one in judged)
    weights = [counts[one.document] ** -0.5 for one in judged]
    rate = sum(w for w, one in zip(weights, judged, strict=True) if one.right) / sum(weights)
    plain = sum(one.right for one in judged) / len(judged)
    return weights if rate <= plain else [sum(weights) / len(judged)] * len(judged)


def _isotonic(judged: list[Judged], prior: Callable[[float], float]) -> tuple[tuple[float, float], ...]:
    """Return ascending steps (confidence before, probability after): pooled until none is lower than the one before.

    *prior* is what is expected of a fact of some confidence before any is seen.
    """
    seen: dict[float, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for one, weight in zip(judged, _weights(judged), strict=True):
        seen[one.claim.confidence][0] += weight * one.right
        seen[one.claim.confidence][1] += weight
    pools: list[list[float]] = []  # confidence times weight, right, weight
    for confidence, (right, weight) in sorted(seen.items()):
        part = weight / sum(w for _, w in seen.values())
        extra = max(PRIOR * part, min(PRIOR, 3.0))
        total = weight + extra
        pools.append([confidence * total, right + extra * prior(confidence), total])
        while len(pools) > 1 and pools[-2][1] / pools[-2][2] >= pools[-1][1] / pools[-1][2]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    return tuple((round(c / w, 3), round(min(HIGHEST, r / w), 3)) for c, r, w in pools)


def with_table(judged: Iterable[Judged], table: Table) -> list[Judged]:
    return [replace(one, claim=calibrated(one.claim, table, one.sign)) for one in judged]


def crossed(judged: list[Judged]) -> list[Judged]:
    """Return each document's facts with the confidences of a table that was fitted on all others."""
    out = []
    for name in sorted({one.document for one in judged}):
        table = fit([one for one in judged if one.document != name])
        out += with_table([one for one in judged if one.document == name], table)
    return out


# ---------------------------------------------------------------- printing


def print_curve(title: str, judged: list[Judged]) -> None:
    print(f"\n{title}")
    print(f"{'relation':12}" + "".join(f"{f'-{b:.2f}':>12}" for b in BINS[1:-1]) + f"{'-1':>12}{'>= 0.9':>14}")
    for relation in [*Relation, None]:
        mine = [o for o in judged if relation in (None, o.claim.relation)]
        cells = [[o.right for o in mine if a <= o.claim.confidence < b] for a, b in pairwise(BINS)]
        sure = [o.right for o in mine if o.claim.confidence >= 0.9]
        shown = "".join(f"{_cell(cell):>12}" for cell in cells)
        print(f"{relation.value if relation else 'all':12}{shown}{_cell(sure):>14}")
    error = sum(abs(sum(o.right for o in part) - sum(o.claim.confidence for o in part)) for part in _parts(judged))
    print(f"mean distance between confidence and precision: {error / max(1, len(judged)):.3f}")


def _parts(judged: list[Judged]) -> list[list[Judged]]:
    return [[o for o in judged if a <= o.claim.confidence < b] for a, b in pairwise(BINS)]


def _cell(rights: list[bool]) -> str:
    return f"{sum(rights) / len(rights):.2f} ({len(rights)})" if rights else "."


def judge_all(documents: list[Path], golds: Path, score: Path) -> list[Judged]:
    """Judge the documents that have gold facts, ``<name>.json`` for ``<name>.md``."""
    tasks = [(d, g, score) for d in documents if (g := golds / f"{d.stem}.json").is_file()]
    with ProcessPoolExecutor(2) as pool:
        return [one for found in pool.map(judge_file, tasks) for one in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*", type=Path)
    parser.add_argument("--gold", type=Path, help="folder of gold facts")
    parser.add_argument("--scorer", type=Path, help="the scorer's file")
    parser.add_argument("--keep", type=Path, metavar="VERDICTS", help="write the verdicts on the documents there")
    parser.add_argument("--verdicts", nargs="+", type=Path, default=[], help="verdicts that were kept, also taken")
    parser.add_argument("--fit", action="store_true", help="write the table that the extractors use")
    parser.add_argument("--cross", action="store_true", help="print what tables fitted without each document say of it")
    asked = parser.parse_args()
    judged = judge_all(asked.documents, asked.gold, asked.scorer) if asked.gold and asked.scorer else []
    if asked.keep:
        asked.keep.write_text(kept(judged), "utf-8")
    judged += [one for file in asked.verdicts for one in verdicts_in(file)]
    if not judged:
        parser.error("nothing is judged: give documents with --gold and --scorer, or --verdicts")
    print(f"{len({one.document for one in judged})} documents, {len(judged)} facts")
    print_curve("before calibration", judged)
    print_curve("as extracted", with_table(judged, shipped_table()))
    if asked.cross:
        print_curve("fitted without the document itself", crossed(judged))
    if asked.fit:
        table = fit(judged)
        path = Path(sys.modules[shipped_table.__module__].__file__ or "").parent / "data" / "calibration.json"
        path.write_text(json.dumps(table, indent=1).replace("\n   ", "").replace("\n  ]", "]") + "\n", "utf-8")
        print_curve("fitted now", with_table(judged, table))


if __name__ == "__main__":
    main()
