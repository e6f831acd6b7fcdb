"""What a language model says is believed as far as its quotes go, and rules win."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.extract import extract
from graph_builder.extract.llm import Answer, ask
from graph_builder.extract.llm.claims import NotFacts, facts_of
from graph_builder.extract.llm.question import MOST_PIECES, PIECE, SCHEMA, pieces
from graph_builder.extract.llm.quotes import Quotable
from graph_builder.model import Document, Relation, Span
from graph_builder.read import read_bytes

CV = """# Mira Holt

In summer look in the halls of the Institute of
Quiet Machines, visiting scholar so called since 2021.

## Education

- PhD in Physics, University of Oxford, 2015 - 2019

## Interests

- weaving engines
"""
DOCUMENT = read_bytes(CV.encode(), "mira.md", "x/mira.md")
RULES = extract(DOCUMENT)


def answer(*facts: dict[str, Any]) -> Any:
    return {"choices": [{"message": {"content": json.dumps({"facts": facts})}}]}


def believed(*facts: dict[str, Any]) -> Answer:
    return ask(DOCUMENT, RULES, "toy", lambda body, seconds: answer(*facts))


def added(result: Answer) -> list[tuple[str, dict[str, str], dict[str, str]]]:
    names = {m.id: m.name for m in result.facts.mentions}
    return [
        (c.relation.value, {r: names[m] for r, m in c.roles.items() if r != "person"}, dict(c.values))
        for c in result.facts.claims
        if c.extractor == "llm/toy"
    ]


JOB = {
    "relation": "employment",
    "quote": "look in the halls of the Institute of Quiet Machines, visiting scholar so called since 2021",
    "organization": "Institute of Quiet Machines",
    "role": "visiting scholar",
    "start": "2021",
    "end": "present",
}


def test_the_claims_of_the_rules_stay_as_they_are() -> None:
    result = believed(JOB)
    assert {c.id: c for c in RULES.claims}.items() <= {c.id: c for c in result.facts.claims}.items()
    assert result.dropped == 0
    assert result.problems == ()


def test_a_claim_with_its_quote_is_believed() -> None:
    result = believed(JOB)
    name = {"organization": "Institute of Quiet Machines"}
    values = {"role": "visiting scholar", "start": "2021", "end": "present"}
    assert added(result) == [("employment", name, values)]
    (claim,) = (c for c in result.facts.claims if c.extractor == "llm/toy")
    assert claim.evidence.quote == claim.evidence.span.of(DOCUMENT.text)
    assert claim.evidence.quote.startswith("look in the halls of the Institute of\nQuiet")
    assert claim.confidence < min(c.confidence for c in RULES.claims if c.relation is not Relation.PROFILE)


DROPPED = [
    {"quote": "I work at the Institute of Quiet Machines"},
    {"quote": "Look in the halls of the institute of quiet machines"},
    {"quote": ""},
    {"quote": None},
    {"quote": ["look in"]},
    {"quote": "halls", "organization": "Institute of Quiet Machines"},
    {"organization": "Institute of Loud Machines"},
    {"organization": "Institute of Quiet Machine"},
    {"organization": None},
    {"organization": {"name": "x"}},
    {"relation": "marriage"},
    {"relation": None},
    {"relation": "advising"},
    {"relation": "advising", "advisor": "Nobody Here"},
]


@pytest.mark.parametrize("change", DROPPED, ids=str)
def test_what_the_document_does_not_say_is_dropped_and_counted(change: dict[str, Any]) -> None:
    result = believed({**JOB, **change})
    assert added(result) == []
    assert result.dropped == 1


@pytest.mark.parametrize(
    ("key", "value"), [("role", "professor"), ("start", "2012"), ("start", "soon"), ("end", "2024"), ("end", 3)]
)
def test_a_value_that_the_quote_does_not_show_is_left_out(key: str, value: Any) -> None:
    ((_, _, values),) = added(believed({**JOB, key: value}))
    assert key not in values


RIVALS = [
    {"relation": "education", "quote": "PhD in Physics, University of Oxford", "organization": "University of Oxford"},
    {"relation": "education", "quote": "PhD in Physics, University of Oxford", "organization": "Physics"},
    {"relation": "interest", "quote": "weaving engines", "topic": "weaving engines"},
]


@pytest.mark.parametrize("fact", RIVALS, ids=str)
def test_rules_win(fact: dict[str, Any]) -> None:
    result = believed(fact)
    assert result.facts == RULES
    assert result.dropped == 0


PAPERS = """# Mira Holt

My favourite: "On looms that dream" (with Ada Byron and Tom Oak), seen at the Weavers Forum in 2020.
Thanks to Professor Rosa Pine, who taught me, and to the Loom Guild for the Golden Thread of 2018.
"""


def test_each_relation() -> None:
    document = read_bytes(PAPERS.encode(), "mira.md", "x/mira.md")
    quote = '"On looms that dream" (with Ada Byron and Tom Oak), seen at the Weavers Forum in 2020'
    thanks = "Professor Rosa Pine, who taught me, and to the Loom Guild for the Golden Thread of 2018"
    facts = [
        {"relation": "publication", "quote": quote, "title": "On looms that dream", "venue": "Weavers Forum",
         "year": "2020", "authors": ["Ada Byron", "Eve Nobody", "Tom Oak"]},
        {"relation": "service", "quote": quote, "venue": "Weavers Forum", "role": "knight", "year": "2020"},
        {"relation": "award", "quote": thanks, "award": "Golden Thread", "year": "2018"},
        {"relation": "advising", "quote": thanks, "advisor": "Rosa Pine"},
        {"relation": "interest", "quote": quote, "topic": "looms that dream"},
    ]  # fmt: skip
    rules = extract(document)
    rules = type(rules)(rules.source, rules.mentions, tuple(c for c in rules.claims if c.relation is Relation.PROFILE))
    result = ask(document, rules, "toy", lambda body, seconds: answer(*facts))
    assert sorted(added(result), key=str) == sorted(
        [
            ("publication", {"work": "On looms that dream", "venue": "Weavers Forum"}, {"year": "2020"}),
            ("authorship", {"work": "On looms that dream", "author": "Ada Byron"}, {"position": "1"}),
            ("authorship", {"work": "On looms that dream", "author": "Tom Oak"}, {"position": "3"}),
            ("service", {"venue": "Weavers Forum"}, {"role": "other", "year": "2020"}),
            ("award", {}, {"award": "Golden Thread", "year": "2018"}),
            ("advising", {"advisor": "Rosa Pine", "student": "Mira Holt"}, {}),
            ("interest", {"topic": "looms that dream"}, {}),
        ],
        key=str,
    )
    assert result.dropped == 1


BAD = [
    None, [], {}, {"choices": []}, {"choices": [{}]}, {"choices": [{"message": {"content": None}}]},
    {"choices": [{"message": {"content": "I am sorry"}}]}, {"choices": [{"message": {"content": "[]"}}]},
    {"choices": [{"message": {"content": '{"facts": {}}'}}]}, {"choices": [{"message": {"content": "[" * 10_000}}]},
]  # fmt: skip


@pytest.mark.parametrize("wrong", BAD, ids=lambda value: str(value)[:40])
def test_an_answer_of_another_form_is_a_problem_and_loses_nothing(wrong: Any) -> None:
    result = ask(DOCUMENT, RULES, "toy", lambda body, seconds: wrong)
    assert result.facts == RULES
    assert len(result.problems) == 1
    assert result.whole


def test_fences_are_taken_off_and_a_cut_answer_says_so() -> None:
    assert facts_of({"choices": [{"message": {"content": '```json\n{"facts": [{"a": 1}, 2]}\n```'}}]}) == [{"a": 1}, {}]
    with pytest.raises(NotFacts, match="cut short"):
        facts_of({"choices": [{"message": {"content": '{"facts": ['}, "finish_reason": "length"}]})


def test_the_schema_asks_for_every_key_as_strict_servers_want_it() -> None:
    item = SCHEMA["properties"]["facts"]["items"]
    assert set(item["required"]) == set(item["properties"])


@given(st.lists(st.text("ab \n.", min_size=1, max_size=4_000), max_size=6))
def test_pieces_cover_all_that_is_text_once_and_in_order(parts: list[str]) -> None:
    text = "\n".join(parts)
    found = pieces(Document("a", "text/plain", text))
    assert all(len(p) <= PIECE for p in found)
    assert "".join("".join(p.of(text).split()) for p in found) == "".join(text.split())
    assert found == sorted(found)


@given(st.text("ab \n\t,."), st.data())
def test_a_quote_is_found_where_it_stands(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = Quotable(text, Span(0, len(text))).find(text[start:end])
    if found is not None:
        assert found.of(text).split() == text[start:end].split()
    cut = (start and text[start - 1 : start + 1].isalnum()) or text[end - 1 : end + 1].isalnum() and end - start
    assert found is not None or not text[start:end].split() or cut


def test_a_long_document_is_asked_about_in_part_and_says_so() -> None:
    text = "word " * (PIECE * MOST_PIECES // 4)
    document = read_bytes(b"# Mira Holt\n\n" + text.encode(), "m.md", "x/m.md")
    asked = []
    result = ask(document, extract(document), "toy", lambda body, seconds: asked.append(body) or answer())
    assert len(asked) == MOST_PIECES
    assert "asked about the first" in result.problems[0].what
    assert result.whole
