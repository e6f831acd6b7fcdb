"""Service and awards in the layouts that pages use: one small page for each way to lay a list out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph_builder.extract import extract
from graph_builder.extract.service_names import is_venue
from graph_builder.extract.service_venues import venue_list
from graph_builder.model import Relation, SourceFacts
from graph_builder.read import read_bytes

CASES = json.loads((Path(__file__).parent / "service_cases.json").read_text(encoding="utf-8"))


def _facts(text: str) -> SourceFacts:
    return extract(read_bytes(f"# Ada Lovelace\n\n{text}".encode(), "ada.md", "x/ada.md"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:60])
def test_service(case: dict[str, object]) -> None:
    facts = _facts(str(case["text"]))
    names = {m.id: m.name for m in facts.mentions}
    found = {
        tuple(v for v in (names[c.roles["venue"]], c.values["role"], c.values.get("year", "")) if v)
        for c in facts.claims
        if c.relation is Relation.SERVICE
    }
    assert found == {tuple(fact) for fact in case["facts"]}  # type: ignore[attr-defined]


def test_reviewing_that_won_an_award_is_no_service() -> None:
    facts = _facts("## Awards\n\n- Outstanding Reviewer, ICML 2020")
    assert not [c for c in facts.claims if c.relation is Relation.SERVICE]


def test_awards_of_front_matter_under_a_title() -> None:
    page = b"---\ntitle: Fellowships and Awards\nitem:\n- title: Loom Award\n  date_start: '2019-07-25'\n---\n"
    claims = [c for c in extract(read_bytes(page, "a.md", "x/a.md")).claims if c.relation is Relation.AWARD]
    assert [(c.values["award"], c.values["year"]) for c in claims] == [("Loom Award", "2019")]


@pytest.mark.parametrize("name", ["Am. Nat.", "Loom Lett.", "Proc. Loom Soc. B", "ICEX"])
def test_abbreviated_names_are_venues(name: str) -> None:
    assert is_venue(name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2021: EMNLP, ACL; 2020: NAACL", {"EMNLP": ("2021",), "ACL": ("2021",), "NAACL": ("2020",)}),
        ("ACL 2021, NLP Track", {"ACL": ("2021",)}),
        ("Journal of Looms (May 2020—May 2024)", {"Journal of Looms": ("2020", "2021", "2022", "2023", "2024")}),
    ],
)
def test_years_of_venues(text: str, expected: dict[str, tuple[str, ...]]) -> None:
    assert {v.name: v.years for v in venue_list(text)} == expected


def test_titles_of_papers_that_review_are_no_roles() -> None:
    title = "Real Uses of Woven Foundation Models: A Review"
    text = f"## Research\n\nLooms.\n\n## {title}\n\nIda Spindle, Tom Weft\n\nLoom Letters 2024\n"
    facts = extract(read_bytes(text.encode(), "a.md", "a.md"))
    assert [c for c in facts.claims if c.relation is Relation.SERVICE] == []
