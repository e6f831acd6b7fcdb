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

AWARDS = [
    # A table with a heading row; and one without, where the giver's department goes on in the row below.
    ("## Honours\n\n| Period | Source | Award | Amount |\n|---|---|---|---|\n"
     "| 2022/5 - 2025/4 | Loom Council, Sampleton | Loom Scholarship | 63,000 |\n"
     "| 2023/2 | Weaving Institute | Weaver of the Year | N/A |",
     {("Loom Scholarship", "2022"), ("Weaver of the Year", "2023")}),
    ("## Awards\n\n| | | |\n|---|---|---|\n| 2017 | Ada Example Scholarship | University of Example |\n"
     "| | | Department of Looms |", {("Ada Example Scholarship", "2017")}),
    ("## Awards\n\n- Champion, Example Research Paper Competition, 2019",
     {("Champion, Example Research Paper Competition", "2019")}),
    ("## Projects\n\n- Loom Team\n  - 1st Place Student Looms: Autonomous Weaving\n"
     "  - Awarded Best Autonomous Loom at Loom Race Sampleton\n"
     "  - Special Award for educational video \"How to Weave\" at Loom Race",
     {("1st Place Student Looms: Autonomous Weaving", ""), ("Best Autonomous Loom at Loom Race Sampleton", ""),
      ("Special Award for educational video \"How to Weave\" at Loom Race", "")}),
    ("## Grants and Awards\n\n2012\\. Loom Challenge, Example College. Principal investigator (8,000).\n\n"
     "2003\\. Commonwealth Scholar, held at Example College.", {("Commonwealth Scholar", "2003")}),
    # What stands below an award with its date says what it is; prizes worth a sum; fellows who hold a post.
    ("## Awards\n\n**1st prize for best loom** 2018  \nExample School symposium  \n"
     "– Annual prize given for best loom at the symposium\n\n"
     "**Weavers of Change Senior Fellow** 2022 - 2023  \n– Fellowship in cohort of 14 for one year",
     {("1st prize for best loom", "2018"), ("Weavers of Change Senior Fellow", "2022")}),
    ("## Awards\n\n**Loom Prize** 2018\n\n- Annual prize for the best loom\n\n**Thread Award** 2019\n\n"
     "- Highly competitive award to explore threads",
     {("Loom Prize", "2018"), ("Thread Award", "2019")}),
    ("## Awards\n\n- 1st place ($20,000), Loom Race, Aug 2017\n- 3rd place (€500), Thread Contest, 2016",
     {("1st place, Loom Race", "2017"), ("3rd place, Thread Contest", "2016")}),
    ("## Experience\n\n- Example Tech, Postdoctoral Fellow, Sampleton, 2025", set()),
    ("## Awards\n\n- Reviewer of the Month, Journal of Looms 2022.", {("Reviewer of the Month", "2022")}),
]  # fmt: skip


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


@pytest.mark.parametrize(("text", "expected"), AWARDS)
def test_awards(text: str, expected: set[tuple[str, str]]) -> None:
    claims = [c for c in _facts(text).claims if c.relation is Relation.AWARD]
    assert {(c.values["award"], c.values.get("year", "")) for c in claims} == expected


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
