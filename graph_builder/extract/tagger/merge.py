"""The facts of structured data, and beside them what the tagger read in text and its judge believes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from graph_builder.extract.claims import add_fact, is_alike
from graph_builder.extract.draft import Draft
from graph_builder.extract.layout.page import Page, lines_of
from graph_builder.extract.printed import Findings, PrintedFact
from graph_builder.extract.structured.shape import shaped
from graph_builder.extract.subject.profile import profile
from graph_builder.extract.tagger.encoder import SHIPPED, tagger_of
from graph_builder.extract.tagger.judge import features, shipped_fact_judge
from graph_builder.extract.tagger.records import read_records
from graph_builder.model import SCHEMA, BlockKind, Claim, Document, Mention, Relation, SourceFacts

EXTRACTOR = "tagger"
_DATED = ("start", "end", "year")
_DISTINCT = ("degree", *_DATED)  # what two facts of one name may differ in
_OFTEN_REPEATED = (Relation.EDUCATION, Relation.EMPLOYMENT, Relation.AWARD)
_CITATION = 50  # characters of a value of data that may be a citation
KEEP = 0.4  # a fact this likely is worth more in recall than it costs in precision


def with_tagger(document: Document, data: SourceFacts, weights: Path = SHIPPED) -> SourceFacts:
    """Return the facts of *data* and those of a tagger that the judge believes, with its probabilities.

    Args:
        document: the document.
        data: its subject, and what its structured data state.
        weights: the folder of the tagger.
    """
    draft = Draft(document)
    try:
        tagged = tagger_of(weights).tag(document)
        found = read_records(tagged, document.text)
        candidates = list(not_in_data(found, document, data))
        judged = shipped_fact_judge().judge(features(candidates, tagged, document.text, names_of_subject(found, data)))
        merge(draft, data, found, believed(candidates, judged))
    except Exception as error:  # what fails in the tagger costs no more than what it alone would have found
        problem = f"words could not be tagged ({type(error).__name__}: {error})"
        return replace(data, problems=(*data.problems, problem))
    return replace(draft.facts(), problems=data.problems)


def not_in_data(found: Findings, document: Document, data: SourceFacts) -> Iterator[PrintedFact]:
    """Yield the facts of the tagger that may add to those of data: data are read best by their keys.

    Of a document that is all data, the tagger reads citations and running text among the values alone.
    """
    is_data = not _has_text(document)
    mentions = {mention.id: mention for mention in data.mentions}
    own_names = names_of_subject(Findings(), data)
    for fact in found.facts:
        if is_data and fact.relation is not Relation.PUBLICATION and len(fact.evidence) < _CITATION:
            continue
        if fact.relation is Relation.ADVISING and fact.name.text in own_names:
            continue  # no one is their own student
        if not any(_says_as_much(claim, fact, mentions) for claim in data.claims if claim.relation is fact.relation):
            yield fact


def names_of_subject(found: Findings, data: SourceFacts) -> tuple[str, ...]:
    """Return the names of the subject, as data and the tagger give them."""
    people = {claim.roles["person"] for claim in data.claims if claim.relation is Relation.PROFILE}
    names = [name for m in data.mentions if m.id in people for name in (m.name, *m.aliases)]
    return (*names, *([found.subject.text] if found.subject else []))


def _says_as_much(claim: Claim, fact: PrintedFact, mentions: dict[str, Mention]) -> bool:
    """Return whether a claim is from the same words as a fact, or says all that the fact says."""
    if claim.evidence.span.start < fact.evidence.end and fact.evidence.start < claim.evidence.span.end:
        return True
    if any(fact.values.get(key) and fact.values[key] != claim.values.get(key) for key in _DISTINCT):
        return False
    names = [mentions[mention].name for role, mention in claim.roles.items() if role in SCHEMA[claim.relation].required]
    return any(is_alike(fact.name.text, name) for name in (*names, claim.values.get("award", "")))


def believed(facts: Sequence[PrintedFact], judged: Sequence[tuple[float, float]]) -> list[tuple[PrintedFact, float]]:
    """Return the facts that are likely enough, each with how likely all of it is right.

    Of a school, employer or award, a fact that says no more than another one is left out.
    """
    probable: list[tuple[int, PrintedFact, float]] = []
    for number, (fact, (likely, right)) in enumerate(zip(facts, judged, strict=True)):
        if likely >= KEEP:
            probable.append((number, fact, right))
    stay: list[tuple[int, PrintedFact, float]] = []
    for number, fact, right in sorted(probable, key=lambda each: -sum(map(bool, each[1].values.values()))):
        if fact.relation not in _OFTEN_REPEATED or not any(_says_all(other, fact) for _, other, _ in stay):
            stay.append((number, fact, right))
    return [(fact, right) for _, fact, right in sorted(stay, key=lambda each: each[0])]


def _says_all(one: PrintedFact, other: PrintedFact) -> bool:
    """Return whether a fact says all that another one says, dates at least as exactly."""
    if one.relation is not other.relation:
        return False
    for key, value in other.values.items():
        own = one.values.get(key) or ""
        if value and not (own.startswith(value) if key in _DATED else value.casefold() in own.casefold()):
            return False
    return is_alike(one.name.text, other.name.text)


def merge(
    draft: Draft, data: SourceFacts, found: Findings, facts: Sequence[tuple[PrintedFact, float]]
) -> dict[PrintedFact, str]:
    """Add the facts of data, and those of the tagger with their probabilities, and return the claim of each of these.

    The subject is chosen anew among the names that data give and those that the tagger found.
    """
    mentions = {mention.id: mention for mention in data.mentions}
    old = next((claim.roles["person"] for claim in data.claims if claim.relation is Relation.PROFILE), "")
    document = shaped(draft.document)
    person = profile(Page(document, lines_of(document)), draft, found)
    for claim in data.claims:
        if claim.relation is not Relation.PROFILE:
            roles = {role: person if m == old else m for role, m in claim.roles.items()}
            draft.adopt(claim, roles, claim.confidence, [mentions[m] for m in claim.roles.values() if m in mentions])
    return {fact: add_fact(draft, person, fact, EXTRACTOR, right) for fact, right in facts}


def is_tagged(document: Document) -> bool:
    """Return whether the tagger reads a document: not with ``GRAPH_BUILDER_TAGGER=off``, nor data of short values.

    In data each value has a key, and rules read these best; long values may be whole citations.
    """
    if os.environ.get("GRAPH_BUILDER_TAGGER", "on") == "off":
        return False
    return _has_text(document) or any(len(block.span) >= _CITATION for block in document.blocks)


def _has_text(document: Document) -> bool:
    return any(block.kind not in (BlockKind.FIELD, BlockKind.CODE) for block in document.blocks)
