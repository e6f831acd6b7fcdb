"""How well the facts that are found in annotated documents agree with gold."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from graph_builder.gazetteer import load
from graph_builder.model import Claim, Relation, SourceFacts

Counts = Counter[tuple[str, str]]
"""How many values of each relation are right, extra or missed."""


@dataclass(frozen=True)
class Sample:
    """An annotated document."""

    name: str
    gold: dict[str, Any]


def load_scorer(path: Path) -> ModuleType:
    """Import the scorer, with a memory for the names that it compares again and again."""
    spec = importlib.util.spec_from_file_location("scorer", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("norm", "same_title", "same_name", "same_label"):
        setattr(module, name, lru_cache(1 << 20)(getattr(module, name)))
    return module


class Rows:
    """The facts of a document as the rows of the queries that the scorer reads.

    Names of organizations and venues are those that the graph would show.
    """

    def __init__(self, facts: SourceFacts) -> None:
        self._names = {mention.id: mention.name for mention in facts.mentions}
        self.rows: dict[str, list[dict[str, str]]] = {
            query: [] for query in ("profiles", "education", "employment", "advising", "publications", "authorship",
                                    "topics", "awards", "service")
        }  # fmt: skip
        for claim in facts.claims:
            if claim.relation is not Relation.ABOUT:
                getattr(self, f"_{claim.relation.value}")(claim)

    def _add(self, query: str, **row: str | None) -> None:
        self.rows[query].append({key: value for key, value in row.items() if value})

    def _profile(self, claim: Claim) -> None:
        person = claim.roles["person"]
        self._add("profiles", person=person, name=self._names[person])

    def _education(self, claim: Claim) -> None:
        place = organization_label(self._names[claim.roles["organization"]])
        self._add("education", person=claim.roles["person"], institution=place, **claim.values)

    def _employment(self, claim: Claim) -> None:
        place = organization_label(self._names[claim.roles["organization"]])
        self._add("employment", person=claim.roles["person"], organization=place, **claim.values)

    def _advising(self, claim: Claim) -> None:
        student, advisor = claim.roles["student"], claim.roles["advisor"]
        names = {"studentName": self._names[student], "advisorName": self._names[advisor]}
        self._add("advising", student=student, advisor=advisor, **names)

    def _publication(self, claim: Claim) -> None:
        work, venue = claim.roles["work"], claim.roles.get("venue")
        place = venue_label(self._names[venue]) if venue else None
        self._add("publications", paper=work, title=self._names[work], venue=place, year=claim.values.get("year"))

    def _authorship(self, claim: Claim) -> None:
        work, author = claim.roles["work"], claim.roles["author"]
        row = {"author": author, "authorName": self._names[author], "position": claim.values.get("position")}
        self._add("authorship", paper=work, **row)

    def _interest(self, claim: Claim) -> None:
        self._add("topics", person=claim.roles["person"], topic=self._names[claim.roles["topic"]])

    def _award(self, claim: Claim) -> None:
        self._add("awards", person=claim.roles["person"], award=claim.values.get("award"))

    def _service(self, claim: Claim) -> None:
        venue, role = venue_label(self._names[claim.roles["venue"]]), claim.values.get("role", "other")
        self._add("service", person=claim.roles["person"], role=role, venue=venue, year=claim.values.get("year"))


@cache
def organization_label(name: str) -> str:
    """Return the name that the graph shows for an organization: that of the employer for one of its units."""
    known = load().organization(name)
    while known is not None and known.kind == "unit" and known.parent:
        known = load().organization_by_id(known.parent)
    return known.name if known else name


@cache
def venue_label(name: str) -> str:
    """Return the name that the graph shows for a venue."""
    known = load().venue(name)
    return known.name if known else name


class Judge:
    """Compares facts with gold; what was compared before is remembered."""

    def __init__(self, scorer: ModuleType) -> None:
        self._scorer = scorer
        self._seen: dict[tuple[str, str], Counts] = {}

    @property
    def relations(self) -> Sequence[str]:
        """The relations that the macro F1 averages."""
        relations: Sequence[str] = self._scorer.HEADLINE
        return relations

    def counts(self, sample: Sample, facts: SourceFacts | None) -> Counts:
        """Return how many values of each relation are right, extra and missed in a document."""
        rows = Rows(facts or SourceFacts("")).rows
        key = (sample.name, json.dumps(rows))
        if key not in self._seen:
            tally = self._scorer.Tally()
            self._scorer.score_document(tally, sample.gold, rows)
            parts = {"right": tally.tp, "extra": tally.fp, "missed": tally.fn}
            self._seen[key] = Counter({(r, part): n for part, found in parts.items() for r, n in found.items()})
        return self._seen[key]


def f1_by_relation(counts: Counts, relations: Iterable[str]) -> dict[str, float]:
    """Return the F1 of each relation."""
    out = {}
    for relation in relations:
        right, wrong = counts[relation, "right"], counts[relation, "extra"] + counts[relation, "missed"]
        out[relation] = 2 * right / (2 * right + wrong) if right + wrong else 1.0
    return out


def macro(counts: Counts, relations: Sequence[str]) -> float:
    """Return the mean F1 of the relations."""
    return sum(f1_by_relation(counts, relations).values()) / len(relations)


def total(counts: Iterable[Counts]) -> Counts:
    """Return the sum of the counts of documents."""
    out: Counts = Counter()
    for each in counts:
        out.update(each)
    return out
