"""The facts of structured data, and beside them what the tagger read in text and its judge believes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from graph_builder.extract.claims import add_fact, is_alike
from graph_builder.extract.draft import Draft
from graph_builder.extract.layout.page import Page, lines_of
from graph_builder.extract.normalise.dates import PRESENT
from graph_builder.extract.printed import Findings, PrintedFact
from graph_builder.extract.structured.shape import shaped
from graph_builder.extract.subject.profile import profile
from graph_builder.extract.tagger.encoder import SHIPPED, tagger_of
from graph_builder.extract.tagger.judge import features, shipped_fact_judge
from graph_builder.extract.tagger.records import read_records
from graph_builder.gazetteer import load
from graph_builder.model import SCHEMA, BlockKind, Claim, Document, Mention, Relation, SourceFacts

EXTRACTOR = "tagger"
_DATED = ("start", "end", "year")
_DISTINCT = ("degree", *_DATED)  # what two facts of one name may differ in
_OFTEN_REPEATED = (Relation.EDUCATION, Relation.EMPLOYMENT, Relation.AWARD)
_CITATION = 50  # characters of a value of data that may be a citation
_FAR = 300  # characters between places of a document that may describe one study
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
        subject = subject_of(draft, found)
        candidates = list(not_in_data(found, document, data, subject))
        names = (subject.name, *subject.aliases)
        judged = shipped_fact_judge().judge(features(candidates, tagged, document.text, names))
        merge(draft, subject, data, found, believed(candidates, judged))
    except Exception as error:  # what fails in the tagger costs no more than what it alone would have found
        problem = f"words could not be tagged ({type(error).__name__}: {error})"
        return replace(data, problems=(*data.problems, problem))
    return replace(draft.facts(), problems=data.problems)


def subject_of(draft: Draft, found: Findings) -> Mention:
    """Return the subject of a document, chosen among the names that data give and those that the tagger found."""
    document = shaped(draft.document)
    return draft.mentions[profile(Page(document, lines_of(document)), draft, found)]


def not_in_data(found: Findings, document: Document, data: SourceFacts, subject: Mention) -> Iterator[PrintedFact]:
    """Yield the facts of the tagger that may add to those of data: data are read best by their keys.

    Of a document that is all data, the tagger reads citations and running text among the values alone.
    """
    is_data = not _has_text(document)
    mentions = {mention.id: mention for mention in data.mentions}
    for fact in found.facts:
        if is_data and fact.relation is not Relation.PUBLICATION and len(fact.evidence) < _CITATION:
            continue
        if fact.relation is Relation.ADVISING and fact.name.text in (subject.name, *subject.aliases):
            continue  # no one is their own student
        if not any(_says_as_much(claim, fact, mentions) for claim in data.claims if claim.relation is fact.relation):
            yield fact


def _completed(claim: Claim, found: Findings, mentions: dict[str, Mention]) -> Claim:
    """Return a claim; a study without a level or dates takes those that the tagger read in its words."""
    if claim.relation is not Relation.EDUCATION:
        return claim
    lacking = ["degree"] if claim.values.get("degree", "other") == "other" else []
    if not (claim.values.get("start") or claim.values.get("end")):
        lacking += ["start", "end"]
    school = mentions[claim.roles["organization"]].name
    for fact in found.facts:
        if fact.relation is claim.relation and _overlap(claim, fact) and is_alike(fact.name.text, school):
            read = {key: fact.values[key] for key in lacking if fact.values.get(key)}
            return replace(claim, values={**claim.values, **read})
    return claim


def _overlap(claim: Claim, fact: PrintedFact) -> bool:
    return claim.evidence.span.start < fact.evidence.end and fact.evidence.start < claim.evidence.span.end


def _says_as_much(claim: Claim, fact: PrintedFact, mentions: dict[str, Mention]) -> bool:
    """Return whether a claim is from the same words as a fact, or says all that the fact says."""
    if _overlap(claim, fact):
        return True
    names = [mentions[mention].name for role, mention in claim.roles.items() if role in SCHEMA[claim.relation].required]
    names.append(claim.values.get("award", ""))
    return _says_all(names, claim.values, claim.evidence.span.start, fact, _DISTINCT)


def believed(facts: Sequence[PrintedFact], judged: Sequence[tuple[float, float]]) -> list[tuple[PrintedFact, float]]:
    """Return the facts that are likely enough, each with how likely all of it is right.

    Of a school, employer or award, a fact that says no more than another one is left out.
    """
    probable: list[tuple[int, PrintedFact, float]] = []
    for number, (fact, (likely, right)) in enumerate(zip(facts, judged, strict=True)):
        if likely >= KEEP:
            probable.append((number, fact, right))
    stay: list[tuple[int, PrintedFact, float]] = []
    for number, fact, right in sorted(probable, key=lambda each: -_count(each[1].values)):
        if fact.relation not in _OFTEN_REPEATED or not any(
            other.relation is fact.relation
            and _says_all([other.name.text], other.values, other.name.span.start, fact, fact.values)
            for _, other, _ in stay
        ):
            stay.append((number, fact, right))
    return [(fact, right) for _, fact, right in sorted(stay, key=lambda each: each[0])]


def _count(values: Mapping[str, str]) -> int:
    return sum(bool(value) for key, value in values.items() if key != "field")


def _says_all(names: Sequence[str], values: Mapping[str, str], at: int, fact: PrintedFact, keys: Iterable[str]) -> bool:
    """Return whether the values of something that is named *at* a place say all that a fact says, dates as exactly.

    Where a study is described again further on, its field may be worded differently, and missing dates contradict none.
    A current post that gives no start is the same as one there that does, whatever its role is called.
    """
    is_study = fact.relation is Relation.EDUCATION
    again = is_study and abs(at - fact.name.span.start) > _FAR and _count(values) >= _count(fact.values)
    is_current = values.get("end") == fact.values.get("end") == PRESENT and "start" in {*values} - {*fact.values}
    for key in keys:
        value, own = fact.values.get(key) or "", values.get(key) or ""
        if again and (key == "field" or (key in _DATED and own[:4] in ("", value[:4]))):
            continue
        if is_current and key == "role":
            continue
        if value and not (own.startswith(value) if key in _DATED else value.casefold() in own.casefold()):
            return False
    return any(_is_same(name, fact.name.text, is_school=is_study) for name in names)


def _is_same(one: str, other: str, *, is_school: bool) -> bool:
    """Return whether two names are of one thing; schools that are both known have one entry in the gazetteer."""
    known = [load().organization(name) for name in (one, other)] if is_school else []
    return known[0] is known[1] if known and all(known) else is_alike(one, other)


def merge(
    draft: Draft, subject: Mention, data: SourceFacts, found: Findings, facts: Sequence[tuple[PrintedFact, float]]
) -> dict[PrintedFact, str]:
    """Add the facts of data, and those of the tagger with their probabilities, and return the claims of the latter."""
    mentions = {mention.id: mention for mention in data.mentions}
    old = next((claim.roles["person"] for claim in data.claims if claim.relation is Relation.PROFILE), "")
    for claim in data.claims:
        if claim.relation is not Relation.PROFILE:
            roles = {role: subject.id if m == old else m for role, m in claim.roles.items()}
            known = _completed(claim, found, mentions)
            draft.adopt(known, roles, claim.confidence, [mentions[m] for m in claim.roles.values() if m in mentions])
    return {fact: add_fact(draft, subject.id, fact, EXTRACTOR, right) for fact, right in facts}


def is_tagged(document: Document) -> bool:
    """Return whether the tagger reads a document: not with ``GRAPH_BUILDER_TAGGER=off``, nor data of short values.

    In data each value has a key, and rules read these best; long values may be whole citations.
    """
    if os.environ.get("GRAPH_BUILDER_TAGGER", "on") == "off":
        return False
    return _has_text(document) or any(len(block.span) >= _CITATION for block in document.blocks)


def _has_text(document: Document) -> bool:
    return any(block.kind not in (BlockKind.FIELD, BlockKind.CODE) for block in document.blocks)
