"""Two readings of one document become one: a language model governs, rules stay where it was not asked."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm_toy import ALL, AWARD, CV, DOCUMENT, RULES, SHUTTLE, Fact, mira, model, named, of, only, reading

from graph_builder.extract import extract
from graph_builder.extract.llm import (
    ModelReading,
    Question,
    questions,
    read_with_model,
    unanswered,
)
from graph_builder.extract.llm.answer import RELATIONS
from graph_builder.model import (
    Document,
    GraphBuilderError,
    Identifier,
    Relation,
)

# One reading from two


def test_a_fact_that_a_rule_has_too_names_the_rule() -> None:
    facts = reading(*ALL).facts
    by_rule = {claim.relation: claim.extractor for claim in RULES.claims}
    assert only(facts, Relation.AWARD).extractor == f"llm/toy+{by_rule[Relation.AWARD]}"
    alone = reading(("interests", {"lines": ["Looms that dream"], "topic": "Looms"})).facts
    assert only(alone, Relation.INTEREST).extractor == "llm/toy"


def test_who_agrees_with_a_rule_is_believed_more() -> None:
    stranger: Fact = ("awards", {"lines": ["Looms that dream"], "award": "Weavers Forum", "year": "2021"})
    both, alone = sorted(of(reading(*ALL, stranger).facts, Relation.AWARD), key=lambda claim: -claim.confidence)
    assert (both.values["award"], alone.values["award"]) == ("Golden Shuttle", "Weavers Forum")
    assert both.confidence > alone.confidence


def test_the_model_corrects_what_a_rule_read_at_its_place() -> None:
    facts = reading(*ALL).facts
    (claim,) = (c for c in of(facts, Relation.EMPLOYMENT) if c.values["role"] == "Scientist")
    assert claim.values == {"role": "Scientist", "start": "2015", "end": "2019"}
    (weaver,) = (c for c in of(facts, Relation.EMPLOYMENT) if c.values["role"] == "Senior Weaver")
    (mention,) = (m for m in facts.mentions if m.id == weaver.roles["organization"])
    assert (mention.name, mention.unit) == ("Quillmark AG", ("Loom Lab",))


def test_what_a_careful_model_passes_over_goes_or_stays_in_doubt() -> None:
    others = [fact for fact in ALL if fact is not AWARD]
    assert of(reading(*others).facts, Relation.AWARD) == []
    kept = only(reading(*others, add=True).facts, Relation.AWARD)
    old = only(RULES, Relation.AWARD)
    assert kept.confidence < 0.5 < old.confidence
    assert (kept.extractor, kept.values, kept.evidence) == (old.extractor, old.values, old.evidence)


def test_what_a_careless_model_passes_over_stays() -> None:
    invented: list[Fact] = [("awards", {"lines": ["Golden Shuttle"], "award": f"Prize {n}"}) for n in range(9)]
    result = reading(*(fact for fact in ALL if fact is not AWARD), *invented)
    assert result.dropped == len(invented)
    assert only(result.facts, Relation.AWARD).values["award"] == "Golden Shuttle"


def test_rules_stay_where_no_question_was_answered() -> None:
    others = model(*(fact for fact in ALL if fact is not AWARD))

    def answer_of(question: Question) -> str:
        return "no" if "Golden Shuttle" in question.text else others(question)

    result = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=200)
    kept, old = only(result.facts, Relation.AWARD), only(RULES, Relation.AWARD)
    assert (kept.extractor, kept.confidence, kept.evidence) == (old.extractor, old.confidence, old.evidence)
    assert only(result.facts, Relation.EDUCATION).extractor.startswith("llm/toy")
    assert named(result.facts, kept) == {"person": "Mira Holt"}


def test_a_document_has_one_subject() -> None:
    def answer_of(question: Question) -> str:
        subject = {"name": "M. Holt", "also": ["Mira Holt"], "line": 8}
        return json.dumps({"subject": subject} | {k: [] for k in RELATIONS})

    facts = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=16_000, add=True).facts
    person = only(facts, Relation.PROFILE).roles["person"]
    (mention,) = (m for m in facts.mentions if m.id == person)
    assert {mention.name, *mention.aliases} == {"Mira Holt", "M. Holt"}
    assert {claim.roles["person"] for claim in facts.claims if "person" in claim.roles} == {person}


def test_a_model_that_names_nobody_leaves_the_subject_of_the_rules() -> None:
    result = read_with_model(DOCUMENT, RULES, "toy", model(*ALL, subject=""), size=16_000)
    assert only(result.facts, Relation.PROFILE) == only(RULES, Relation.PROFILE)
    assert named(result.facts, only(result.facts, Relation.AWARD)) == {"person": "Mira Holt"}


AUTHOR_PAGE = """---
title: Mira Holt
role: Weaver
organizations:
- name: Quillmark AG
education:
  courses:
  - course: PhD in Physics
    institution: Tarnau University
    year: 2012
---

## Experience

- Dyer, Loom Hall, 2001 - 2003
"""
DYER: Fact = (
    "employment",
    {"lines": ["Loom Hall"], "organization": "Loom Hall", "role": "Dyer", "start": "2001", "end": "2003"},
)


def test_structured_data_stays_though_the_model_passes_it_over() -> None:
    document = mira(AUTHOR_PAGE, "_index.md")
    rules = extract(document)
    facts = reading(DYER, document=document).facts
    structured = [claim for claim in rules.claims if claim.extractor.startswith("data/")]
    assert {claim.relation for claim in structured} == {Relation.EMPLOYMENT, Relation.EDUCATION}
    assert {claim.id: claim for claim in structured}.items() <= {claim.id: claim for claim in facts.claims}.items()
    jobs = of(facts, Relation.EMPLOYMENT)
    assert {named(facts, claim)["organization"] for claim in jobs} == {"Quillmark AG", "Loom Hall"}
    assert only(facts, Relation.PROFILE).extractor == "subject/data"


def test_structured_data_goes_where_a_careful_model_reads_its_characters_otherwise() -> None:
    document = mira(AUTHOR_PAGE, "_index.md")
    doctor: Fact = (
        "education",
        {
            "lines": ["PhD", "Tarnau University", "2012"],
            "organization": "Tarnau University",
            "degree": "PhD",
            "level": "doctorate",
            "field": "Physics",
            "end": "2012",
        },
    )
    other: Fact = ("employment", {"lines": ["Quillmark AG", "Weaver"], "organization": "Weaver"})
    facts = reading(DYER, doctor, other, document=document).facts
    jobs = of(facts, Relation.EMPLOYMENT)
    assert {named(facts, claim)["organization"] for claim in jobs} == {"Weaver", "Loom Hall"}
    assert only(facts, Relation.EDUCATION).extractor == "llm/toy+data/education"
    facts = reading(DYER, doctor, document=document).facts
    assert "Quillmark AG" in {named(facts, claim)["organization"] for claim in of(facts, Relation.EMPLOYMENT)}


def test_what_a_rule_knows_besides_comes_along() -> None:
    facts = reading(*ALL).facts
    claim = only(facts, Relation.PUBLICATION)
    (work,) = (m for m in facts.mentions if m.id == claim.roles["work"])
    assert work.identifiers == (Identifier("doi", "10.1234/abc.5"),)
    assert claim.values == {"year": "2021", "type": "paper"}
    assert named(facts, claim) == {"person": "Mira Holt", "work": "Looms that dream", "venue": "Weavers Forum"}
    authors = {c.values["position"]: named(facts, c)["author"] for c in of(facts, Relation.AUTHORSHIP)}
    assert authors == {"1": "M. Holt", "2": "K. Oak"}


def test_advising_of_the_model_has_both_people() -> None:
    document = mira("# Mira Holt\n\nTaught by Odo Brandt. Teacher of Ivo Reed.\n")
    facts = reading(
        ("advising", {"lines": ["Odo Brandt"], "name": "Odo Brandt", "is": "advisor"}),
        ("advising", {"lines": ["Ivo Reed"], "name": "Ivo Reed", "is": "student"}),
        document=document,
    ).facts
    pairs = [named(facts, claim) for claim in of(facts, Relation.ADVISING)]
    assert sorted((pair["student"], pair["advisor"]) for pair in pairs) == [
        ("Ivo Reed", "Mira Holt"),
        ("Mira Holt", "Odo Brandt"),
    ]


def test_each_name_and_value_has_the_characters_that_print_it() -> None:
    facts = reading(*ALL).facts
    seen = set()
    for claim in facts.claims:
        said = {**named(facts, claim), **claim.values}
        for key, evidence in claim.value_evidence.items():
            seen.add(key)
            assert evidence.quote == evidence.span.of(DOCUMENT.text)
            if key in ("start", "end"):
                assert evidence.quote in ("today", said[key], said[key][-2:])
            elif key != "degree":
                assert evidence.quote == said[key]
    assert seen == {"organization", "role", "start", "end", "degree", "field", "work", "venue", "year", "award"}


def test_evidence_is_what_stands_in_the_document() -> None:
    for text, name in ((CV, "mira.md"), (AUTHOR_PAGE, "_index.md")):
        document = mira(text, name)
        facts = reading(*ALL, DYER, document=document, add=True).facts
        assert len(facts.claims) > 4
        for claim in facts.claims:
            assert claim.evidence.quote == claim.evidence.span.of(document.text)
        assert {m.id for m in facts.mentions} >= {m for claim in facts.claims for m in claim.roles.values()}


@given(st.sets(st.sampled_from(range(len(ALL)))), st.integers(20, 400), st.booleans())
def test_what_the_model_gives_is_there_once_whatever_the_size(chosen: set[int], size: int, add: bool) -> None:
    given_ = [ALL[at] for at in sorted(chosen)]
    result = read_with_model(DOCUMENT, RULES, "toy", model(*given_), size=size, add=add)
    assert result.whole
    assert result.problems == ()
    model_claims = [c for c in result.facts.claims if c.extractor.startswith("llm/toy")]
    lists = [RELATIONS[relation] for relation, _ in given_]
    by = [c.relation for c in model_claims if c.relation not in (Relation.PROFILE, Relation.AUTHORSHIP)]
    assert sorted(by) == sorted(lists)
    assert len(of(result.facts, Relation.PROFILE)) == 1


# Asking


def test_an_answer_that_cannot_be_read_is_asked_for_in_halves() -> None:
    asked: list[list[int]] = []
    good = model(*ALL)

    def answer_of(question: Question) -> str:
        asked.append([line.number for line in question.lines])
        return "I am sorry" if any("Golden Shuttle" in line.shown for line in question.lines) else good(question)

    result = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=16_000)
    assert asked == [
        list(range(1, 13)),
        list(range(1, 7)),
        list(range(7, 13)),
        list(range(7, 10)),
        list(range(10, 13)),
    ]
    assert result.whole
    (problem,) = result.problems
    assert "lines 10 to 12 is no JSON" in problem.what
    assert only(result.facts, Relation.EDUCATION).extractor == "llm/toy"
    assert only(result.facts, Relation.AWARD).extractor == "sections/awards"


@pytest.mark.parametrize("text", ["I am sorry", "[]", "{}", "[" * 10_000])
def test_answers_of_another_form_lose_nothing(text: str) -> None:
    result = read_with_model(DOCUMENT, RULES, "toy", lambda question: text, size=16_000)
    assert result.facts == RULES
    assert result.whole
    (problem,) = result.problems
    assert "about lines 1 to 12 is no" in problem.what


def test_a_model_that_cannot_be_asked_leaves_the_facts_of_the_rules() -> None:
    def answer_of(question: Question) -> str:
        raise GraphBuilderError("the server is asleep")

    result = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=200)
    assert result.facts == RULES
    assert not result.whole
    assert [problem.what for problem in result.problems] == [
        "the language model was not asked to the end: the server is asleep"
    ]


def test_a_model_that_falls_asleep_is_believed_as_far_as_it_came() -> None:
    good = model(*ALL)

    def answer_of(question: Question) -> str:
        if "Golden Shuttle" in question.text:
            raise GraphBuilderError("the server is asleep")
        return good(question)

    result = read_with_model(DOCUMENT, RULES, "toy", answer_of, size=200)
    assert not result.whole
    assert only(result.facts, Relation.AWARD).extractor == "sections/awards"
    assert only(result.facts, Relation.EDUCATION).extractor.startswith("llm/toy")


@pytest.mark.parametrize("size", [60, 200, 16_000])
def test_side_by_side_is_as_one_after_the_other(size: int) -> None:
    one_by_one = read_with_model(DOCUMENT, RULES, "toy", model(*ALL), size=size)
    assert read_with_model(DOCUMENT, RULES, "toy", model(*ALL), size=size, parallel=5) == one_by_one


def test_a_document_without_lines_is_not_asked_about() -> None:
    document = Document("a.txt", "text/plain", "")
    rules = extract(document)
    result = read_with_model(document, rules, "toy", lambda question: pytest.fail("asked"), size=16_000)
    assert result == ModelReading(rules)


def test_what_is_left_to_ask() -> None:
    (question,) = questions(DOCUMENT)
    first, second = question.halves()
    assert list(unanswered(question, lambda q: None)) == [question]
    assert list(unanswered(question, lambda q: SHUTTLE)) == []
    stored = {question.key("toy"): "no", first.key("toy"): SHUTTLE}
    assert list(unanswered(question, lambda q: stored.get(q.key("toy")))) == [second]
    assert list(unanswered(question, lambda q: "no")) == []
