"""Extraction held against the corpus: invented researchers who write as differently as real ones do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from corpus_rows import CORPUS, DOCUMENTS, Rows, facts_of, rows_of_facts
from samples_score import RELATIONS, Tally, compare, one_of, rows_of

from graph_builder.model import Document, SourceFacts

# F1 over whole facts (a wrong date makes a wrong job) that must not be lost again.
FLOORS = {"profile": 0.96, "education": 0.81, "employment": 0.64, "advisor": 0.86}
COMPARED = RELATIONS | {
    "topic": ("topics", lambda g: g["topics"], lambda row, g: one_of(row["topic"], g["names"])),  # with optional ones
}
Extracted = dict[str, tuple[Document, SourceFacts]]


@pytest.fixture(scope="module")
def extracted(tagger_on: None) -> Extracted:
    return {path.stem: facts_of(path) for path in DOCUMENTS}


@pytest.fixture(scope="module")
def tallies(extracted: Extracted) -> dict[str, Tally]:
    tallies = {relation: Tally() for relation in COMPARED}
    for name, (_, facts) in extracted.items():
        gold, rows = gold_of(name), rows_of_facts(facts)
        for relation, (query, wanted, same) in COMPARED.items():
            compare(tallies[relation], name, rows_of(relation, rows[query], _subject(rows)), wanted(gold), same)
    return tallies


def gold_of(name: str) -> dict[str, Any]:
    gold: dict[str, Any] = json.loads((CORPUS / "gold" / f"{name}.json").read_text("utf-8"))
    gold["topics"] = [t if isinstance(t, dict) else {"names": t} for t in gold["topics"]]
    return gold


def _subject(rows: Rows) -> str:
    return rows["profiles"][0]["person"] or ""


@pytest.mark.parametrize("relation", FLOORS)
def test_facts_of_the_corpus_are_found(tallies: dict[str, Tally], relation: str) -> None:
    tally = tallies[relation]
    print(relation, round(tally.f1, 3))
    assert tally.f1 >= FLOORS[relation], f"{tally.f1:.3f}\nextra {tally.extra}\nmissed {tally.missed}"


@pytest.mark.parametrize("name", [path.stem for path in DOCUMENTS])
def test_what_a_fact_quotes_stands_in_the_text(extracted: Extracted, name: str) -> None:
    document, facts = extracted[name]
    assert facts.claims
    places = [claim.evidence for claim in facts.claims]
    places += [mention.evidence for mention in facts.mentions if mention.evidence]
    for evidence in places:
        assert evidence.quote == evidence.span.of(document.text)
        assert evidence.quote.strip()


def test_every_document_has_gold_and_every_gold_a_document() -> None:
    assert [path.stem for path in DOCUMENTS] == sorted(path.stem for path in (CORPUS / "gold").iterdir())
