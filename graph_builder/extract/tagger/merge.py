"""What the rules and the tagger found, together: a fitted judge decides on every fact, and says how sure it is."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from graph_builder.extract.llm.govern import Governed, Judge, is_alike, is_structured
from graph_builder.extract.llm.verify import Verified, VerifiedFact
from graph_builder.extract.subject.profile import UNNAMED_SUBJECT
from graph_builder.extract.tagger.encoder import SHIPPED, Tagged, tagger_of
from graph_builder.extract.tagger.judge import Candidate, fact_judge_of, features
from graph_builder.extract.tagger.records import read_records
from graph_builder.model import SCHEMA, BlockKind, Claim, Document, Relation, SourceFacts, Span

EXTRACTOR = "tagger"
_PART_OF_WORK = (Relation.AUTHORSHIP, Relation.ABOUT)
_DISTINCT = ("degree", "start", "end", "year")  # what two facts of one name may differ in
_DATES = ("start", "end")
_DATED = (*_DATES, "year")
_OFTEN_REPEATED = (Relation.EDUCATION, Relation.EMPLOYMENT, Relation.AWARD)
_CITATION = 50  # characters of a value of data that may be a citation
KEEP = 0.4  # a fact this likely is worth more in recall than it costs in precision
_KEEP_TOPIC = 0.55  # words that may be a topic stand in all running text
_STATED = "subject/stated"  # by the user
_SURE_NAME = 0.9  # of a subject: what rules take for one is believed rather than what is less sure


class Joined(Governed):
    """The joining of what rules and tagger found in one document."""

    def __init__(self, document: Document, rules: SourceFacts, tagged: Tagged, read: Verified) -> None:
        super().__init__(document, rules, (), EXTRACTOR, Judge({}))
        self.read = [read]
        self.tagged = tagged
        self.is_data = not _has_text(document)
        self.found = [fact for fact in read.facts if self._can_be(fact)]
        self.candidates = list(self._candidates())
        self.claim_ids: list[str] = []  # of what became of each candidate

    def joined(self, judged: Sequence[tuple[float, float]]) -> SourceFacts:
        """Return the facts of the candidates that are likely enough, each as sure as its second number says.

        Of what both found, the values are the rules'; of posts the tagger's but for dates.
        """
        person, works = self._subject(), set()
        for claim in self.compared:
            if not self._is_judged(claim):
                self._copy(claim, person, claim.confidence)
                works.add(claim.roles.get("work", ""))
        believed = [
            number
            for number, (candidate, (likely, _)) in enumerate(zip(self.candidates, judged, strict=True))
            if likely >= (_KEEP_TOPIC if candidate.relation is Relation.INTEREST else KEEP)
        ]
        stays = {*believed} - self._repeated(believed)
        for number, (candidate, (_, share)) in enumerate(zip(self.candidates, judged, strict=True)):
            self.claim_ids.append("")
            if number not in stays:
                continue
            known = len(self.draft.claims)
            rule, fact = candidate.claim, candidate.fact
            if rule is not None and fact is not None and fact.relation is Relation.EMPLOYMENT:
                self._add(_with_rule(fact, rule), rule, person, share)
            elif rule is not None:
                claim = self._completed(rule, fact)
                works.add(claim.roles.get("work", ""))
                self._copy(claim, person, share)
            elif fact is not None:
                self._add(fact, None, person, share)
            new = islice(self.draft.claims.values(), known, None)
            self.claim_ids[-1] = next((claim.id for claim in new if claim.relation is candidate.relation), "")
        for claim in self.rules.claims:
            if claim.relation in _PART_OF_WORK and claim.roles["work"] in works:
                self._copy(claim, person, claim.confidence)
        return replace(self.draft.facts(), problems=self.rules.problems)

    def _repeated(self, believed: Sequence[int]) -> set[int]:
        """Return which of some candidates say no more of a school, employer or award than another one does."""
        repeated: set[int] = set()
        said: dict[Relation, list[Candidate]] = {relation: [] for relation in _OFTEN_REPEATED}
        values = {number: sum(map(bool, self.candidates[number].values.values())) for number in believed}
        for number in sorted(believed, key=lambda each: -values[each]):
            candidate = self.candidates[number]
            others = said.get(candidate.relation)
            if others is None:
                continue
            if any(_says_all(other, candidate) for other in others):
                repeated.add(number)
            else:
                others.append(candidate)
        return repeated

    def _can_be(self, fact: VerifiedFact) -> bool:
        """Return whether a fact stands where the tagger is believed: no one is their own student."""
        if self.is_data and not _is_in_prose(fact):
            return False
        subject = self.mentions.get(self.old_person)
        return fact.relation is not Relation.ADVISING or not (
            subject and fact.name.text in (subject.name, *subject.aliases)
        )

    def _is_judged(self, claim: Claim) -> bool:
        """Return whether a claim of the rules is from words that the tagger has read; data are read best by rules.

        Of a document that is all data, the tagger reads citations and running text among the values alone.
        """
        return not self.is_data and not is_structured(claim) and claim.evidence.span.start < self.tagged.units.end

    def _subject(self) -> str:
        """Add the profile of the rules, or of the tagger where it names the subject better."""
        if self.profile is not None and self.old_person and not self._is_better_named(self.profile):
            self._copy(self.profile, self.old_person, self.profile.confidence)
            return self.old_person
        return super()._subject()

    def _is_better_named(self, profile: Claim) -> bool:
        """Return whether the tagger names the subject where rules do not, or is sure of quite another name."""
        read = next((read for read in self.read if read.subject), None)
        if read is None or read.subject is None or profile.extractor in (UNNAMED_SUBJECT, _STATED):
            return read is not None and profile.extractor != _STATED
        words = self.mentions[profile.roles["person"]].name.casefold().split()
        return read.sure >= _SURE_NAME and not {*words} & {*read.subject.text.casefold().split()}

    def _completed(self, claim: Claim, fact: VerifiedFact | None) -> Claim:
        """Return a claim of the rules with the values that only the tagger read."""
        if fact is None:
            return claim
        missing = {key: value for key, value in fact.values.items() if value and not claim.values.get(key)}
        if not missing:
            return claim
        places = {key: self.draft.evidence(fact.places[key]) for key in missing if key in fact.places}
        return replace(claim, values={**claim.values, **missing}, value_evidence={**claim.value_evidence, **places})

    def _agreeing(self, found: Iterable[VerifiedFact]) -> dict[VerifiedFact, Claim]:
        """Return also the claims that say something else of the same words, or name another part of the same post."""
        agreeing = super()._agreeing(found)
        taken = {claim.id for claim in agreeing.values()}
        for fact in found:
            if fact not in agreeing:
                near = (c for c in self.compared if c.id not in taken and _meet(c, fact) and self._is_like(c, fact))
                claim = next(near, None)
                if claim is not None:
                    agreeing[fact] = claim
                    taken.add(claim.id)
        return agreeing

    def _is_like(self, claim: Claim, fact: VerifiedFact) -> bool:
        if fact.relation is Relation.ADVISING and (claim.roles["student"] == self.old_person) != fact.is_advisor:
            return False
        name = self._name_span(claim)
        if name.start < fact.name.span.end and fact.name.span.start < name.end:
            return fact.relation is not Relation.SERVICE or claim.values.get("year") == fact.values.get("year")
        if any(place.start <= name.start and name.end <= place.end for place in fact.places.values()):
            return True  # the tagger took the name for part of another value
        dates = [(claim.values.get(key), fact.values.get(key)) for key in ("start", "end")]
        same = all(ours == theirs for ours, theirs in dates) and any(ours for ours, _ in dates)
        return same and claim.values.get("degree") == fact.values.get("degree")

    def _says_as_much(self, claim: Claim, fact: VerifiedFact) -> bool:
        """Return whether a claim of the rules says all that a fact of the tagger says, here or elsewhere."""
        if claim.relation is not fact.relation or not is_alike(fact.name.text, self.names[claim.id]):
            return False
        return all(claim.values.get(key, "") == fact.values.get(key) for key in _DISTINCT if fact.values.get(key))

    def _name_span(self, claim: Claim) -> Span:
        """Return where the name stands that a claim of the rules is about."""
        if claim.relation is Relation.AWARD and "award" in claim.value_evidence:
            return claim.value_evidence["award"].span
        role = SCHEMA[claim.relation].required[-1]
        if claim.relation is Relation.ADVISING and claim.roles["advisor"] == self.old_person:
            role = "student"
        mention = self.mentions.get(claim.roles.get(role, ""))
        evidence = claim.value_evidence.get(role) or (mention and mention.evidence) or claim.evidence
        return evidence.span

    def _candidates(self) -> Iterator[Candidate]:
        rules = [claim for claim in self.compared if self._is_judged(claim)]
        agreeing = self._agreeing(self.found)
        confirmed = {claim.id: fact for fact, claim in agreeing.items()}
        agreement = (2 * sum(claim.id in confirmed for claim in rules) + 1) / (len(rules) + len(self.found) + 2)
        for claim in rules:
            fact = confirmed.get(claim.id)
            overlaps = fact is None and any(_meet(claim, each) for each in self.found)
            yield Candidate(
                "both" if fact else "rule", claim.relation, self.names[claim.id], self._name_span(claim),
                claim.evidence.span, agreement, overlaps, claim, fact,
            )  # fmt: skip
        for fact in self.found:
            if fact not in agreeing and not any(self._says_as_much(claim, fact) for claim in self.compared):
                overlaps = any(_meet(claim, fact) for claim in self.compared)
                name = fact.name
                yield Candidate(
                    "tagger", fact.relation, name.text, name.span, fact.evidence, agreement, overlaps, None, fact
                )


def _with_rule(fact: VerifiedFact, claim: Claim) -> VerifiedFact:
    """Return a fact with the dates of a claim that says the same, and with what it lacks."""
    own = {key: value for key, value in fact.values.items() if not (key in _DATES and claim.values.get(key))}
    values = {key: value for key, value in claim.values.items() if value} | own
    places = {key: each.span for key, each in claim.value_evidence.items() if key in claim.values}
    return replace(fact, values=values, places=places | {key: fact.places[key] for key in own if key in fact.places})


def _says_all(one: Candidate, other: Candidate) -> bool:
    """Return whether a candidate says all that another one says, dates at least as exactly."""
    for key, value in other.values.items():
        own = one.values.get(key) or ""
        if value and not (own.startswith(value) if key in _DATED else value.casefold() in own.casefold()):
            return False
    return is_alike(one.name, other.name)


def _meet(claim: Claim, fact: VerifiedFact) -> bool:
    span: Span = claim.evidence.span
    return claim.relation is fact.relation and span.start < fact.evidence.end and fact.evidence.start < span.end


def _is_in_prose(fact: VerifiedFact) -> bool:
    """Return whether a fact of a document that is all data stands in a citation, or in a sentence of some length."""
    return fact.relation is Relation.PUBLICATION or len(fact.evidence) >= _CITATION


def is_tagged(document: Document) -> bool:
    """Return whether the tagger reads a document: not with ``GRAPH_BUILDER_TAGGER=off``, nor data of short values.

    In data each value has a key, and rules read these best; long values may be whole citations.
    """
    if os.environ.get("GRAPH_BUILDER_TAGGER", "on") == "off":
        return False
    return _has_text(document) or any(len(block.span) >= _CITATION for block in document.blocks)


def _has_text(document: Document) -> bool:
    return any(block.kind not in (BlockKind.FIELD, BlockKind.CODE) for block in document.blocks)


def with_tagger(document: Document, rules: SourceFacts, weights: Path = SHIPPED) -> SourceFacts:
    """Return the facts of *rules* and of the tagger of a folder that its judge believes, with their probabilities."""
    try:
        tagged = tagger_of(weights).tag(document)
    except Exception as error:  # what fails in the tagger costs no more than what it alone would have found
        problem = f"words could not be tagged ({type(error).__name__}: {error})"
        return replace(rules, problems=(*rules.problems, problem))
    joined = Joined(document, rules, tagged, read_records(tagged, document.text))
    return joined.joined(fact_judge_of(weights).judge(features(joined.candidates, tagged)))
