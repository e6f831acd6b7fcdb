# ruff: noqa: E501
"""Structured profiles: every make gives the same facts."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.model import Relation, SourceFacts
from graph_builder.read import read_bytes

_RESUME = """{"basics": {"name": "Ada Lovelace"},
 "work": [{"name": "Initech", "position": "Engineer", "startDate": "2019-03", "endDate": "2021-08"}],
 "education": [{"institution": "Brown University", "area": "Mathematics", "studyType": "PhD",
                "startDate": "2014", "endDate": "2019"}],
 "awards": [{"title": "Loom Medal", "date": "2020-05-01", "awarder": "Loom Society"}],
 "publications": [{"name": "On engines that weave", "publisher": "LoomConf", "releaseDate": "2018-06"}],
 "interests": [{"name": "Looms", "keywords": ["mechanical weaving"]}]}"""
_RENDERCV = """cv:
  name: Ada Lovelace
  sections:
    education:
      - institution: Brown University
        area: Mathematics
        degree: PhD
        start_date: 2014
        end_date: 2019
    experience:
      - company: Initech
        position: Engineer
        start_date: 2019-03
        end_date: 2021-08
    publications:
      - title: On engines that weave
        authors: ["Ada Lovelace", "Charles Babbage"]
        journal: LoomConf
        date: 2018-06
    honors:
      - name: Loom Medal
        date: "2020"
    research_interests:
      - mechanical weaving
"""
_ALFOLIO = """- title: General Information
  type: map
  contents:
    - name: Full Name
      value: Ada Lovelace
- title: Education
  type: time_table
  contents:
    - title: PhD in Mathematics
      institution: Brown University, Providence
      year: 2014 - 2019
- title: Experience
  type: time_table
  contents:
    - title: Engineer
      institution: Initech
      year: 2019 - 2021
- title: Honors and Awards
  type: time_table
  contents:
    - year: 2020
      items:
        - Loom Medal
- title: Research Interests
  type: list
  contents:
    - mechanical weaving
"""
_HUGO = """---
title: Ada Lovelace
role: Engineer
organizations:
- name: Initech
interests:
- mechanical weaving
education:
  courses:
  - course: PhD in Mathematics
    institution: Brown University
    year: 2019
---
Hello.
"""
_MAKES = {"resume.json": _RESUME, "cv.yaml": _RENDERCV, "cv.yml": _ALFOLIO, "_index.md": _HUGO}


@pytest.fixture(params=sorted(_MAKES))
def facts(request: pytest.FixtureRequest) -> SourceFacts:
    return extract(read_bytes(_MAKES[request.param].encode(), request.param, f"docs/{request.param}"))


def _rows(facts: SourceFacts, relation: Relation, role: str) -> list[tuple[str, dict[str, str]]]:
    names = {m.id: m.name for m in facts.mentions}
    return [(names[c.roles[role]], dict(c.values)) for c in facts.claims if c.relation is relation]


def test_person(facts: SourceFacts) -> None:
    assert [name for name, _ in _rows(facts, Relation.PROFILE, "person")] == ["Ada Lovelace"]


def test_degree(facts: SourceFacts) -> None:
    ((school, values),) = _rows(facts, Relation.EDUCATION, "organization")
    assert school == "Brown University"
    assert values["degree"] == "doctorate"
    assert values["field"] == "Mathematics"
    assert values["end"] == "2019"


def test_job(facts: SourceFacts) -> None:
    ((organization, values),) = _rows(facts, Relation.EMPLOYMENT, "organization")
    assert (organization, values["role"]) == ("Initech", "Engineer")
    assert values["end"][:4] in {"2021", "pres"}


def test_interest(facts: SourceFacts) -> None:
    assert "mechanical weaving" in [name for name, _ in _rows(facts, Relation.INTEREST, "topic")]


@pytest.mark.parametrize("make", ["resume.json", "cv.yaml", "cv.yml"])
def test_award(make: str) -> None:
    found = extract(read_bytes(_MAKES[make].encode(), make, f"docs/{make}"))
    ((_, values),) = _rows(found, Relation.AWARD, "person")
    assert values == {"award": "Loom Medal", "year": "2020"}


@pytest.mark.parametrize("make", ["resume.json", "cv.yaml"])
def test_paper(make: str) -> None:
    found = extract(read_bytes(_MAKES[make].encode(), make, f"docs/{make}"))
    ((title, values),) = _rows(found, Relation.PUBLICATION, "work")
    assert (title, values["year"]) == ("On engines that weave", "2018")


def test_evidence_is_in_the_text(facts: SourceFacts) -> None:
    assert all(c.evidence.quote for c in facts.claims)


def test_keys_of_ones_own() -> None:
    data = """name: Ada Lovelace
education:
  - {text: "PhD, Physics", place: University of Leeds, timeframe: 2015 - 2019}
experience:
  - {job: Research Scientist, where: Rice University, daterange: 2019 - 2021}
awards:
  - {prize: Loom Medal, year: 2020}
"""
    facts = extract(read_bytes(data.encode(), "cv.yml", "docs/cv.yml"))
    ((school, degree),) = _rows(facts, Relation.EDUCATION, "organization")
    ((organization, job),) = _rows(facts, Relation.EMPLOYMENT, "organization")
    assert (school, degree["degree"], degree["end"]) == ("University of Leeds", "doctorate", "2019")
    assert (organization, job["role"], job["end"]) == ("Rice University", "Research Scientist", "2021")
    assert [values["award"] for _, values in _rows(facts, Relation.AWARD, "person")] == ["Loom Medal"]


def test_markup_in_data() -> None:
    data = """- title: Grants – Awards
  type: time_table
  contents:
    - title: Loom Letters – <a href="https://a.example/x">Best Reviewer Award</a>
      year: 2023
    - title: Weaving on Mars – Co-I
      year: 2022
- title: Academic Advising
  type: map
  contents:
    - name: PhD co-supervision
      value: Mary Somerville (2023–2025), Jane Doe (2024– )
"""
    found = extract(read_bytes(data.encode(), "cv.yml", "docs/cv.yml"))
    ((_, values),) = _rows(found, Relation.AWARD, "person")
    assert values == {"award": "Loom Letters – Best Reviewer Award", "year": "2023"}
    assert {name for name, _ in _rows(found, Relation.ADVISING, "student")} == {"Mary Somerville", "Jane Doe"}


def test_entries_under_keys_that_say_little() -> None:
    text = (
        "education:\n- {year: 2019, text: 'PhD, Looms', place: Rice University}\n"
        "appointments:\n- {when: 2021-present, job: Assistant Professor, where: University of Leeds}\n"
        "awards:\n- {year: 2018, text: Best Loom Award}\n"
    )
    facts = extract(read_bytes(text.encode(), "cv.yml", "docs/cv.yml"))
    facts_found = [
        (c.relation.value, c.values.get("degree") or c.values.get("role") or c.values.get("award"))
        for c in facts.claims
    ]
    assert {("education", "doctorate"), ("employment", "Assistant Professor"), ("award", "Best Loom Award")} <= set(
        facts_found
    )


OWN_SCHEMES = {
    "meta.yml": "meta:\n  name: Ada K. Lovelace\n  affiliation:\n    institution: Rice University\neducation:\n  - degree: PhD\n    institution: Rice University\n    year: 2020\n",
    "halves.yml": "name:\n  first: Ada K.\n  last: Lovelace\nabout: I study looms.\nedu:\n  - what: PhD in Looms\n    when: 2016 -- 2020\n    where: Rice University\n",
    "personal.json": '{"personal": {"givenName": "Ada K.", "familyName": "Lovelace"}, "education": [{"degree": "PhD", "school": "Rice University", "start_year": 2016, "end_year": 2020}]}',
}


@pytest.mark.parametrize("name", OWN_SCHEMES)
def test_subjects_and_years_of_own_schemes(name: str) -> None:
    facts = extract(read_bytes(OWN_SCHEMES[name].encode(), name, f"docs/{name}"))
    names = {m.id: m.name for m in facts.mentions}
    profile = next(c for c in facts.claims if c.relation is Relation.PROFILE)
    degree = next(c for c in facts.claims if c.relation is Relation.EDUCATION)
    assert names[profile.roles["person"]] == "Ada K. Lovelace"
    assert (names[degree.roles["organization"]], degree.values["end"]) == ("Rice University", "2020")


def test_latex_in_values_and_service_in_one_value() -> None:
    text = (
        "name: {first: Zoe, last: Quist}\nhonors:\n  - title: Weft \\& Warp Scholarship\n    year: 2023\n"
        "education:\n  - school: Universit\\`a degli Studi di Milano\n    degree: PhD in Physics\n    supervisor: Prof.\\ Bo Loom\n"
        "service:\n  main:\n    - details: NeurIPS Area Chair\n      year: 2024\n    - details: Reviewer for ICML\n      year: 2022, 2023\n"
    )
    facts = extract(read_bytes(text.encode(), "cv.yaml", "docs/cv.yaml"))
    names = {m.id: m.name for m in facts.mentions}
    assert [c.values["award"] for c in facts.claims if c.relation is Relation.AWARD] == ["Weft & Warp Scholarship"]
    assert [names[c.roles["advisor"]] for c in facts.claims if c.relation is Relation.ADVISING] == ["Bo Loom"]
    served = {
        (c.values["role"], names[c.roles["venue"]], c.values["year"])
        for c in facts.claims
        if c.relation is Relation.SERVICE
    }
    assert served == {("area chair", "NeurIPS", "2024"), ("reviewer", "ICML", "2022"), ("reviewer", "ICML", "2023")}


def test_lists_known_by_their_items() -> None:
    text = (
        "name: {first: Zoe, last: Quist}\n"
        "industry:\n  - {place: Rice University, title: Research Assistant, dates: 2019 -- 2022}\n"
        "positions:\n  - {place: 'Agency for Science, Technology and Research (A*STAR)', title: Engineer, dates: 2018 -- 2019}\n"
        "advising:\n  - {year: 2024, name: Lina Berg, details: '(Semester project: Looms in the north)'}\n"
        "  - {name: Bo Loom, year: 2023}\n"
        "reviewing:\n  - {details: The 29th Conference on Computational Natural Language Learning (CoNLL), year: 2025}\n"
        "  - {details: The 2024 IEEE International Conference on Big Data (BigData), year: '2023, 2024'}\n"
    )
    facts = extract(read_bytes(text.encode(), "cv.yaml", "docs/cv.yaml"))
    names = {m.id: m.name for m in facts.mentions}
    facts_found = {
        (c.relation.value, names[next(v for k, v in c.roles.items() if k != "person" and k != "advisor")], year)
        for c in facts.claims
        if c.relation is not Relation.PROFILE
        and (year := c.values.get("year") or c.values.get("start", "")) is not None
    }
    assert facts_found == {
        ("employment", "Rice University", "2019"),
        ("employment", "Agency for Science, Technology and Research", "2018"),
        ("advising", "Lina Berg", ""),
        ("advising", "Bo Loom", ""),
        ("service", "The 29th Conference on Computational Natural Language Learning (CoNLL)", "2025"),
        ("service", "The IEEE International Conference on Big Data (BigData)", "2023"),
        ("service", "The IEEE International Conference on Big Data (BigData)", "2024"),
    }
