# ruff: noqa: E501
"""Structured profiles of schemes of their own: the facts survive other keys, languages and nestings."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.extract.structured.shape import plain_key, shaped
from graph_builder.model import ReadError, Relation, SourceFacts
from graph_builder.read import read_bytes


def _facts(text: str, name: str) -> SourceFacts:
    return extract(read_bytes(text.encode(), name, f"docs/{name}"))


def _posts(facts: SourceFacts) -> set[tuple[str, ...]]:
    names = {m.id: m.name for m in facts.mentions}
    return {
        (names[c.roles["organization"]], *(c.values.get(k, "") for k in ("role", "start", "end")))
        for c in facts.claims
        if c.relation is Relation.EMPLOYMENT
    }


def _degrees(facts: SourceFacts) -> set[tuple[str, ...]]:
    names = {m.id: m.name for m in facts.mentions}
    return {
        (names[c.roles["organization"]], *(c.values.get(k, "") for k in ("degree", "field", "start", "end")))
        for c in facts.claims
        if c.relation is Relation.EDUCATION
    }


def _values(facts: SourceFacts, relation: Relation, *keys: str) -> list[tuple[str, ...]]:
    return [tuple(c.values.get(k, "") for k in keys) for c in facts.claims if c.relation is relation]


def _named(facts: SourceFacts, relation: Relation, role: str) -> list[str]:
    names = {m.id: m.name for m in facts.mentions}
    return [names[c.roles[role]] for c in facts.claims if c.relation is relation and role in c.roles]


_POST = ("University of Leeds", "Lecturer", "2019", "present")
_DEGREE = ("Brown University", "doctorate", "Mathematics", "2014", "2019")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yml", "experience:\n  - role: Lecturer\n    organization: {name: University of Leeds, url: leeds.ac.uk}\n    start: 2019\n    end: present\n"),
        ("b.yml", "experience:\n  - role: Lecturer\n    org: University of Leeds\n    period: 2019 – present\n"),
        ("c.yml", "experiencia:\n  - cargo: Lecturer\n    institucion: University of Leeds\n    fecha: 2019 - present\n"),
        ("d.yml", "experience:\n  current: {title: Lecturer, institution: University of Leeds, years: 2019-present}\n"),
        ("f.yml", "experience:\n  - company: University of Leeds\n    positions:\n      - {title: Lecturer, start: 2019, end: present}\n"),
        ("k.json", '{"workHistory": [{"jobTitle": "Lecturer", "employer": {"name": "University of Leeds"}, "dates": {"from": "2019", "to": null}}]}'),
        ("l.json", '{"experiences": [{"title": "Lecturer", "companyName": "University of Leeds", "timePeriod": {"startDate": {"year": 2019}}}]}'),
        ("s.yml", "person:\n  role: Lecturer\n  company: University of Hull\nwork:\n  - {role: Lecturer, employer: University of Leeds, dates: 'Fall 2019 - now'}\n"),
        ("n.yml", "casework:\n  - {title: Loom counsellor, company: Relief, period: 2017-2019}\n  - {title: Lecturer, company: University of Leeds, period: 2019 - present}\n"),
        ("o.yml", "research:\n  - {place: University of Leeds, title: Lecturer, dates: 2019 - Present}\n  - {place: Hull, title: Tutor, dates: 2018}\n  - {place: York, title: Tutor, dates: 2017}\n  - {place: Weaver for Initech, dates: 2016}\n"),
        ("p.yml", "esperienze:\n  - ruolo: Lecturer\n    datore: {nome: University of Leeds, url: ''}\n    data: {dal: 2019, al: oggi}\n"),
        ("m.toml", '[Experience]\nName = "Work Experience"\n[[Experience.Items]]\nName = "University of Leeds"\nTitle = "Lecturer"\nDates = "2019 - Present"\n'),
    ],
)  # fmt: skip
def test_a_post_in_every_scheme(name: str, text: str) -> None:
    subject = '{"name": "Ada Weaver", ' + text[1:] if name.endswith("json") else f"name: Ada Weaver\n{text}"
    subject = f'name = "Ada Weaver"\n{text}' if name.endswith("toml") else subject
    assert _POST in _posts(_facts(subject, name))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yml", "education:\n  phd: {university: Brown University, field: Mathematics, years: 2014-2019}\n"),
        ("b.yml", "formation:\n  - diplôme: PhD in Mathematics\n    établissement: Brown University\n    période: 2014 - 2019\n"),
        ("c.yml", "education:\n  - institution: Brown University\n    degrees:\n      - {name: PhD in Mathematics, start: 2014, end: 2019}\n"),
        ("e.yml", "- section: Education\n  entries:\n    - {what: PhD in Mathematics, where: Brown University, when: 2014-2019}\n"),
        ("f.yml", "教育背景:\n  - 学校: Brown University\n    学位: PhD\n    专业: Mathematics\n    时间: 2014 - 2019\n"),
        ("g.json", '{"educationHistory": [{"degreeName": "PhD", "fieldOfStudy": "Mathematics", "schoolName": "Brown University", "dates": {"start": "2014", "end": "2019"}}]}'),
        ("j.yml", "training_record:\n  - {title: PhD in Mathematics, institution: Brown University, period: 2014-2019}\n"),
        ("h.toml", '[[params.education.list]]\ntitle = "PhD, Mathematics"\nschool = "Brown University"\nrange = "2014 - 2019"\n'),
    ],
)  # fmt: skip
def test_a_degree_in_every_scheme(name: str, text: str) -> None:
    assert _DEGREE in _degrees(_facts(text, name))


@pytest.mark.parametrize(
    "text",
    [
        "publicaciones:\n  - {titulo: Looms at dawn, autores: 'A. Weaver, B. Thread', revista: Textile Letters, año: 2018}\n",
        "publications:\n  - title: Looms at dawn\n    authors:\n      - {first: A., last: Weaver}\n      - {first: B., last: Thread}\n    venue: {name: Textile Letters, short: TL}\n    year: 2018\n",
        "main:\n  - {title: Looms at dawn, authors: 'A. Weaver, B. Thread', conference: Textile Letters, year: 2018}\n",
        "publications:\n  - {title: Looms at dawn, institution: Textile Letters, year: 2018, maindescription: 'A. Weaver and B. Thread. p. 9.'}\n",
        "publications:\n  - {title: Looms at dawn, authors: 'A. Weaver, B. Thread', journal: , collection: Textile Letters, year: 2018}\n",
        "Research:\n  Categories:\n    - Name: Peer Reviewed Journal Articles\n      Activities:\n        - {Title: Looms at dawn, Authors: 'A. Weaver, B. Thread', Venue: Textile Letters, Date: Dec 2018}\n",
    ],
)
def test_papers(text: str) -> None:
    facts = _facts(f"name: Ada Weaver\n{text}", "cv.yml")
    assert ("Looms at dawn" in _named(facts, Relation.PUBLICATION, "work")) is True
    assert _values(facts, Relation.PUBLICATION, "year")[0] == ("2018",)
    assert _named(facts, Relation.PUBLICATION, "venue")[:1] == ["Textile Letters"]
    assert _named(facts, Relation.AUTHORSHIP, "author")[:2] == ["A. Weaver", "B. Thread"]


def test_interests() -> None:
    facts = _facts("name: Ada Weaver\ninterests: 'soil fungi, desert ecology'\n", "cv.yml")
    assert sorted(_named(facts, Relation.INTEREST, "topic")) == ["desert ecology", "soil fungi"]


@pytest.mark.parametrize(
    "text",
    [
        "nom: Ada Weaver\nville: Lyon\n",
        "姓名: Ada Weaver\n邮箱: a@x.org\n",
        "owner:\n  full-name: Ada Weaver\n",
        "cv:\n  header: {name: Ada Weaver}\n  skills: [weaving]\n",
        "biodata:\n  name: Ada Weaver\n  work_email: a@x.org\n",
        "primary_name: Ada WEAVER\ntown: Lyon\n",
    ],
)
def test_subjects(text: str) -> None:
    facts = _facts(text, "cv.yml")
    assert facts.mentions[0].name.title() == "Ada Weaver"


def test_a_list_of_papers_alone() -> None:
    text = "- {title: On looms at dawn, authors: 'Weaver A, Thread BC', journal: Textile Letters, year: 2018}\n- {title: On looms at dusk, authors: 'Thread BC', journal: Felt, year: 2017}\n"
    facts = _facts(text, "papers.yml")
    assert _named(facts, Relation.PUBLICATION, "work") == ["On looms at dawn", "On looms at dusk"]
    assert _named(facts, Relation.PUBLICATION, "venue") == ["Textile Letters", "Felt"]


def test_a_paper_that_is_not_out() -> None:
    text = "name: Ada Weaver\npublications:\n  - {title: Looms at dawn (under review), authors: 'Ada Weaver, Bo Thread', journal: Textile Letters}\n"
    facts = _facts(text, "cv.yml")
    assert _named(facts, Relation.PUBLICATION, "work") == ["Looms at dawn"]
    assert _named(facts, Relation.PUBLICATION, "venue") == []


def test_terms_and_ratings() -> None:
    text = "name: Ada Weaver\njobs:\n  - {role: Tutor, employer: University of Leeds, dates: 'Fall 2019, Spring 2020'}\n  - {role: Guide, organization: (online), label: 'Guide, University of Hull', year: 2018}\npublications:\n  - {title: Looms at dawn, venue: 'Textile Letters (SCI Q1, IF = 9.0)', year: 2018}\n"
    facts = _facts(text, "cv.yml")
    assert ("University of Leeds", "Tutor", "2019", "2020") in _posts(facts)
    assert "(online)" not in {p[0] for p in _posts(facts)}
    assert _named(facts, Relation.PUBLICATION, "venue") == ["Textile Letters"]


def test_broken_indents() -> None:
    text = "main:\n\n  - title: Looms at dawn today\n    authors: A. Weaver, B. Thread\n    conference: Felt\n\n- title: Looms at dusk today\n    authors: A. Weaver, B. Thread\n    conference: Felt\n\n  - title: Looms at noon today\n    authors: A. Weaver, B. Thread\n    conference: Under review\n"
    facts = _facts(text, "cv.yml")
    assert _named(facts, Relation.PUBLICATION, "work") == [f"Looms at {t} today" for t in ("dawn", "dusk", "noon")]
    assert _named(facts, Relation.PUBLICATION, "venue") == ["Felt", "Felt"]


def test_students() -> None:
    text = "name: Ada Weaver\nadvising:\n  past:\n    - {name: Cid Dorn, role: chair, placement: 'Tutor, Hull'}\n  current:\n    - title: M.Sc. Supervision\n      students: ['Eve Fox (Looms)', 'Gus Hale (Felt)']\n"
    assert sorted(_named(_facts(text, "cv.yml"), Relation.ADVISING, "student")) == ["Cid Dorn", "Eve Fox", "Gus Hale"]


def test_duties_and_lines_under_other_keys() -> None:
    text = "name: Ada Weaver\nfields: loom physics, felt theory\nservice:\n  - {type: Reviewer, title: 'Journal of Looms, Felt Review'}\n  - {title: Organiser of LoomCon 2019, description: The meeting of loom people., date: Dec 2019}\njobs:\n  - {org: 'Loom Bio, Inc, Hull', role: Adviser, start: 2019, end: 2020}\neducation:\n  - degree: PhD\n    university: Brown University\n    details: |\n      - Thesis: On felt\n      - Advisor: Cid Dorn https://dorn.example/\n"
    facts = _facts(text, "cv.yml")
    assert _named(facts, Relation.INTEREST, "topic") == ["loom physics", "felt theory"]
    assert set(_named(facts, Relation.SERVICE, "venue")) == {"Journal of Looms", "Felt Review", "LoomCon"}
    assert [p[0] for p in _posts(facts)] == ["Loom Bio, Inc"]
    assert _named(facts, Relation.ADVISING, "advisor") == ["Cid Dorn"]


def test_keys_and_shapes() -> None:
    assert plain_key("Établissement") == "etablissement"
    document = read_bytes(b"- venue: {name: LoomConf, url: x}\n  nom: Ada\n  name: Bo\n", "cv.yml", "docs/cv.yml")
    item = shaped(document).data[0].children[0]
    assert [(c.key, c.value) for c in item.children] == [("venue", "LoomConf"), ("nom", "Ada"), ("name", "Bo")]


def test_toml_that_is_none() -> None:
    with pytest.raises(ReadError, match="no valid TOML"):
        read_bytes(b"name = Ada Weaver\n", "cv.toml", "docs/cv.toml")
    with pytest.raises(ReadError, match="unknown format"):
        read_bytes(b'name = "x"\n', "table.csv.mapping.toml", "docs/table.csv.mapping.toml")


def test_what_is_listed_under_years_has_them() -> None:
    facts = _facts("name: Ada Weaver\nawards:\n  2017: Loom Medal\n  2013: [Felt Prize]\n", "cv.yml")
    assert sorted(_values(facts, Relation.AWARD, "award", "year")) == [("Felt Prize", "2013"), ("Loom Medal", "2017")]
