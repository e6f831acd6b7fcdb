"""One reading from two: the verified facts of a language model stand, and those of the rules where it was not asked.

Structured data stays as the rules read it. Of free text a fact that only the rules found survives if a small judge,
fitted on documents whose facts are known (``benchmarks/language_model.py``), finds it more likely right than wrong.
"""

from __future__ import annotations

import json
import math
import sys
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from graph_builder.extract.calibration import log_odds
from graph_builder.extract.claims import GIVEN_SUBJECT, add_fact, add_subject, is_alike
from graph_builder.extract.draft import Draft
from graph_builder.extract.llm.question import Question
from graph_builder.extract.printed import Findings, PrintedFact
from graph_builder.extract.subject.profile import UNNAMED_SUBJECT
from graph_builder.gazetteer import normalize
from graph_builder.model import SCHEMA, Claim, Document, Relation, SourceFacts, Span

_SURE = 0.9  # of the rules: a reader who misses what is as sure as that reads badly
CAREFUL = 0.8
"""The share of what the rules are sure of, and of its own values that stand, from which on a model reads with care."""

_PART_OF_WORK = (Relation.AUTHORSHIP, Relation.ABOUT)


def govern(
    document: Document, rules: SourceFacts, read: Sequence[tuple[Question, Findings]], model: str, *, add: bool = False
) -> SourceFacts:
    """Return the facts of a document from what the rules found and what a model said in answer to questions.

    Args:
        document: the document.
        rules: what the rules found in it.
        read: the questions that were answered, with what the document bears out of each answer.
        model: the name of the model: the extractor of its facts is ``llm/`` and the name and, where a rule has the same
            fact, a plus sign and the rule.
        add: whether facts of the rules that the judge does not trust are kept, with the low confidence that it gives.
    """
    return Governed(document, rules, read, f"llm/{model}").facts(add)


class Governed:
    """The merging of one document; *agreement* is the share of what the rules are sure of that the model found too."""

    def __init__(
        self,
        document: Document,
        rules: SourceFacts,
        read: Sequence[tuple[Question, Findings]],
        extractor: str,
        judge: Judge | None = None,
    ) -> None:
        self.judge = judge or shipped_judge()
        self.agreement = 0.0
        self.draft = Draft(document)
        self.rules = rules
        self.extractor = extractor
        self.mentions = {mention.id: mention for mention in rules.mentions}
        self.spoken = sorted(line.span for question, _ in read for line in question.lines)
        self.read = [verified for _, verified in read]
        profile = next((c for c in rules.claims if c.relation is Relation.PROFILE), None)
        self.old_person = profile.roles["person"] if profile else ""
        self.profile = profile
        self.compared = [c for c in rules.claims if c.relation not in (Relation.PROFILE, *_PART_OF_WORK)]
        self.names = {claim.id: self._name(claim) for claim in self.compared}

    def facts(self, add: bool) -> SourceFacts:
        """Return the merged facts; with *add*, those of rules that the judge does not trust are among them."""
        all_facts = [fact for verified in self.read for fact in verified.facts]
        found = list({_key(fact): fact for fact in reversed(all_facts)}.values())[::-1]  # of equal ones the first
        agreeing = self._agreeing(found)
        confirmed = {claim.id for claim in agreeing.values()}
        agreement = self.agreement = self._agreement(confirmed)
        person = self._subject()
        works: set[str] = set()
        for claim in self.compared:
            sure = claim.confidence
            if not self._stands(claim):
                if claim.id in confirmed:
                    continue
                if not is_structured(claim) or self._contradicted(claim, found):
                    sure = self.judge.rule_alone(claim.relation, claim.confidence, agreement)
                    if sure < 0.5 and not add:
                        continue
            works.add(claim.roles.get("work", ""))
            self._copy(claim, person, sure)
        for fact in found:
            rule = agreeing.get(fact)
            if rule is None or not self._stands(rule):
                self._add(fact, rule, person, self.judge.model(fact.relation, rule is not None, agreement))
        for claim in self.rules.claims:
            if claim.relation in _PART_OF_WORK and claim.roles["work"] in works:
                self._copy(claim, person, claim.confidence)
        return replace(self.draft.facts(), problems=self.rules.problems)

    def _stands(self, claim: Claim) -> bool:
        """Return whether the model was not asked about the place that a claim of the rules is from."""
        start = claim.evidence.span.start
        at = bisect_right(self.spoken, Span(start, sys.maxsize)) - 1
        return at < 0 or self.spoken[at].end <= start

    def _contradicted(self, claim: Claim, found: Iterable[PrintedFact]) -> bool:
        """Return whether the model read another fact of the same relation from the characters of a claim."""
        span = claim.evidence.span
        return any(
            fact.relation is claim.relation and span.start < fact.evidence.end and fact.evidence.start < span.end
            for fact in found
        )

    def _agreement(self, confirmed: set[str]) -> float:
        """Return how well the model reads here: the share of what the rules are sure of that it found too.

        Names that it did not copy as they stand count as not found. A few claims say little.
        """
        sure = [c.id in confirmed for c in self.compared if c.confidence >= _SURE and not self._stands(c)]
        missed = sum(verified.dropped for verified in self.read)
        return (sum(sure) + len(confirmed) + 4) / (len(sure) + len(confirmed) + 3 * missed + 5)

    def _subject(self) -> str:
        """Add the profile and return its mention: the name that the user or structured data gives, else the model's."""
        named = next((v for v in self.read if v.subject), None)
        old = self.mentions.get(self.old_person)
        given = self.profile is not None and self.profile.extractor in GIVEN_SUBJECT
        if named is not None and not given:
            is_named = self.profile is not None and self.profile.extractor != UNNAMED_SUBJECT
            return add_subject(self.draft, named, self.extractor, old, is_named=is_named)
        if self.profile is None or old is None:
            return ""
        self._copy(self.profile, old.id, self.profile.confidence)
        return old.id

    def _copy(self, claim: Claim, person: str, confidence: float) -> None:
        """Add a claim of the rules, with its mentions, to the subject of this reading."""
        roles = {role: person if m == self.old_person else m for role, m in claim.roles.items()}
        if not all(roles.values()):
            return
        self.draft.adopt(
            claim, roles, confidence, [self.mentions[m] for m in claim.roles.values() if m in self.mentions]
        )

    def _agreeing(self, found: Iterable[PrintedFact]) -> dict[PrintedFact, Claim]:
        """Return, by fact of the model, the claim of the rules that says the same; each claim once."""
        free = {claim.id: claim for claim in self.compared}
        agreeing: dict[PrintedFact, Claim] = {}
        for exact in (True, False):
            for fact in found:
                same = (c for c in free.values() if fact not in agreeing and self._is_same(fact, c, exact))
                rule = next(same, None)
                if rule is not None:
                    agreeing[fact] = free.pop(rule.id)
        return agreeing

    def _is_same(self, fact: PrintedFact, claim: Claim, exact: bool) -> bool:
        if claim.relation is not fact.relation:
            return False
        if fact.relation is Relation.ADVISING and (claim.roles["student"] == self.old_person) != fact.is_advisor:
            return False
        meets = claim.evidence.span.start < fact.evidence.end and fact.evidence.start < claim.evidence.span.end
        dates = all(claim.values.get(k, "") == fact.values.get(k, "") for k in ("start", "end", "year"))
        level = claim.values.get("degree") == fact.values.get("degree")
        if not level or not (dates if exact else meets or dates):
            return False
        return is_alike(fact.name.text, self.names[claim.id])

    def _name(self, claim: Claim) -> str:
        """Return the name of what a claim of the rules is about."""
        if claim.relation is Relation.AWARD:
            return claim.values.get("award", "")
        role = SCHEMA[claim.relation].required[-1]
        if claim.relation is Relation.ADVISING and claim.roles["advisor"] == self.old_person:
            role = "student"
        mention = self.mentions.get(claim.roles.get(role, ""))
        return mention.name if mention else ""

    def _add(self, fact: PrintedFact, rule: Claim | None, person: str, confidence: float) -> None:
        """Add a fact of the model; what a rule that agrees knows besides (identifiers, other names) comes along."""
        extractor = f"{self.extractor}+{rule.extractor}" if rule else self.extractor
        known = [self.mentions[m] for m in (rule.roles.values() if rule else ()) if m in self.mentions]
        add_fact(self.draft, person, fact, extractor, confidence, rule, known)


def is_structured(claim: Claim) -> bool:
    """Return whether a claim was read from keys and values: JSON-LD, BibTeX, front matter, a CV kept as data."""
    return claim.extractor.startswith("data/") or "bibtex" in claim.extractor


def _key(fact: PrintedFact) -> tuple[object, ...]:
    return fact.relation, normalize(fact.name.text), tuple(sorted(fact.values.items())), fact.is_advisor


@dataclass(frozen=True, slots=True)
class Judge:
    """How likely a fact is right, by who found it.

    *weights* have, for ``rule`` (a rule alone), ``model`` and ``both``, an intercept for each relation, the slope of
    the log-odds of the rule's confidence, and what is added where the model reads with care.
    """

    weights: Mapping[str, Mapping[str, float]]

    def rule_alone(self, relation: Relation, confidence: float, agreement: float) -> float:
        """Return the probability of a fact that a rule found with some *confidence* and the model did not."""
        return self._probability("rule", relation, confidence, agreement)

    def model(self, relation: Relation, agreed: bool, agreement: float) -> float:
        """Return the probability of a fact of the model, *agreed* with by a rule or not."""
        return self._probability("both" if agreed else "model", relation, 0.5, agreement)

    def _probability(self, who: str, relation: Relation, confidence: float, agreement: float) -> float:
        weights = self.weights[who]
        score = weights.get(relation.value, weights["other"])
        score += weights["confidence"] * log_odds(confidence) + weights["careful"] * (agreement >= CAREFUL)
        return round(1 / (1 + math.exp(-score)), 3)


@cache
def shipped_judge() -> Judge:
    """Return the judge that ships with the package."""
    return Judge(json.loads(files("graph_builder.extract.llm").joinpath("judge.json").read_text("utf-8")))
