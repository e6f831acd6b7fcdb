"""Service, awards, topics and advising in the layouts that CVs and homepages use; the people are invented."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from graph_builder.extract import extract
from graph_builder.extract.name_lists import names_from
from graph_builder.extract.service_duty import Context
from graph_builder.extract.service_lines import duties_in
from graph_builder.extract.service_venues import venue_list
from graph_builder.extract.topic_lists import topic_items
from graph_builder.model import Span
from graph_builder.read import read_bytes

_ABOUT = "# Ada Lovelace\n\n"


def _facts(text: str, relation: str) -> set[tuple[str, ...]]:
    facts = extract(read_bytes((_ABOUT + text + "\n").encode(), "a.md", "x/a.md"))
    names = {m.id: m.name for m in facts.mentions}
    found = set()
    for claim in facts.claims:
        if claim.relation.value == relation:
            roles = [names[i] for _, i in sorted(claim.roles.items()) if names[i] != "Ada Lovelace"]
            found.add((*roles, *(v for _, v in sorted(claim.values.items()))))
            assert claim.evidence.quote
    return found


SERVICE = [
    ("Reviewer: NeurIPS 2019, 2020; ICML 2021",
     {("NeurIPS", "reviewer", "2019"), ("NeurIPS", "reviewer", "2020"), ("ICML", "reviewer", "2021")}),
    ("- NeurIPS (Reviewer, 2020), ICML (Area Chair, 2021)",
     {("NeurIPS", "reviewer", "2020"), ("ICML", "area chair", "2021")}),
    ("- Area Chair: ICLR'24, NeurIPS'23–'24",
     {("ICLR", "area chair", "2024"), ("NeurIPS", "area chair", "2023"), ("NeurIPS", "area chair", "2024")}),
    ("- 2022: Program Committee, EMNLP, NAACL",
     {("EMNLP", "program committee", "2022"), ("NAACL", "program committee", "2022")}),
    ("- Associate Editor, Annals of Statistics (2018–2021)", {("Annals of Statistics", "editor", "2018")}),
    ("- Organizing Committee, International Conference on Examples (ICEX) 2020", {("ICEX", "organizer", "2020")}),
    ("Ad hoc reviewer for American Economic Review, Econometrica, and Journal of Political Economy",
     {("American Economic Review", "reviewer"), ("Econometrica", "reviewer"),
      ("Journal of Political Economy", "reviewer")}),
    ("I have served as a reviewer for NeurIPS, ICML, and the Journal of Machine Learning Research.",
     {("NeurIPS", "reviewer"), ("ICML", "reviewer"), ("Journal of Machine Learning Research", "reviewer")}),
    ("| 2020 | Reviewer | ICML |\n|---|---|---|\n| 2021 | Area chair | NeurIPS |",
     {("ICML", "reviewer", "2020"), ("NeurIPS", "area chair", "2021")}),
]  # fmt: skip

TOPICS = [
    ("Machine learning, computer vision, and robotics", {("Machine learning",), ("computer vision",), ("robotics",)}),
    ("Labor Economics; Public Economics", {("Labor Economics",), ("Public Economics",)}),
    ("My research interests are in algebraic geometry, number theory, and their applications to cryptography.",
     {("algebraic geometry",), ("number theory",), ("cryptography",)}),
]  # fmt: skip

ADVISORS = [
    ("I am a PhD student, advised by Prof. Charles Babbage and Mary F. Somerville.",
     {("Charles Babbage",), ("Mary F. Somerville",)}),
    ("My PhD advisors were Charles Babbage (Cambridge) and Michael van der Berg. I like tea.",
     {("Charles Babbage",), ("Michael van der Berg",)}),
    ("I was advised by Charles Babbage at Cambridge and Prof. Mary Somerville at Oxford.",
     {("Charles Babbage",), ("Mary Somerville",)}),
    ("I have supervised Charles Babbage and many others.", set()),
    ("## Education\n\n- PhD, MIT (Advisors: Charles Babbage & Mary Somerville), 2019",
     {("Charles Babbage",), ("Mary Somerville",)}),
    ("## Students\n\n- Jane Doe (PhD, 2019–2023), now at Example\n- John A. Smith, MSc 2020",
     {("Jane Doe",), ("John A. Smith",)}),
    ("## Students\n\n**PhD students:** Jane Doe, John Smith (co-advised with Mary Major)",
     {("Jane Doe",), ("John Smith",)}),
    ("## Students\n\n- Jane Doe\n\n### Thesis committees\n- Harry Potts", {("Jane Doe",)}),
    ("## Students\n\n- Emma Woodhouse -- Weaving with Engines\n- NSF REU, Summer 2021", {("Emma Woodhouse",)}),
    ("## Former students\n\n- Md. Jahidur Rahman (Ph.D.)\n- Jane Doe", {("Md. Jahidur Rahman",), ("Jane Doe",)}),
    ("She was a postdoctoral researcher at MIT with Charles Babbage and Mary Somerville and received her PhD from UCL.",
     {("Charles Babbage",), ("Mary Somerville",)}),
    ("I did my PhD at the Research Center for Looms of the Loom Society in the lab of Charles Babbage where I wove.",
     {("Charles Babbage",)}),
    ('## Graduated students\n\n* **Jane Doe**<br/>\n**M.Sc. in Weaving**, "On Face Finding, Swapping, and Loom Work,"',
     {("Jane Doe",)}),
    ("## PhD students\n\n- **Jane Doe**<br/>\n  Co-supervised with Dr. Mary Major<br/>\n  Project title: Vision-based"
     " Loom Navigation and Weaving<br/>\n  Current position: Assistant Professor at Yale University", {("Jane Doe",)}),
    ("I am a postdoc in the Loom Lab of MIT in Boston, working with Charles Babbage on looms.", {("Charles Babbage",)}),
    ("I completed my Master's degree working with Charles Babbage on looms.", {("Charles Babbage",)}),
    ("I was a postdoc in the group of Charles Babbage at MIT. I like tea.", {("Charles Babbage",)}),
    ("I am a student, advised by Prof.Charles Babbage.", {("Charles Babbage",)}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SERVICE)
def test_service(text: str, expected: set[tuple[str, ...]]) -> None:
    assert _facts("## Professional Service\n\n" + text, "service") == expected


@pytest.mark.parametrize(("text", "expected"), TOPICS)
def test_topics(text: str, expected: set[tuple[str, ...]]) -> None:
    assert _facts("## Research Interests\n\n" + text, "interest") == expected


@pytest.mark.parametrize(("text", "expected"), ADVISORS)
def test_advising(text: str, expected: set[tuple[str, ...]]) -> None:
    assert _facts(text, "advising") == expected


@pytest.mark.parametrize(
    "case",
    json.loads((Path(__file__).parent / "small_relations.json").read_text(encoding="utf-8")),
    ids=lambda case: f"{case['relation']}: {case['text'][-60:]}",
)
def test_snippets(case: dict[str, object]) -> None:
    expected = {tuple(fact) for fact in case["facts"]}  # type: ignore[attr-defined]
    assert _facts(str(case["text"]), str(case["relation"])) == expected


@pytest.mark.parametrize("unit", ["ICML, ", "A & ", "A and B ", "(", " ", ", ", "2019, ", "'22 ", "of "])
def test_lists_of_venues_take_linear_time(unit: str) -> None:
    began = time.perf_counter()
    venue_list(unit * (20_000 // len(unit)))
    assert time.perf_counter() - began < 8


def test_names_set_off_by_markup_hold_together() -> None:
    text = "for Homology, Homotopy and Examples and Traffic"
    found = venue_list(text, 0, ((4, 35), (40, 47)))
    assert [v.name for v in found][-2:] == ["Homology, Homotopy and Examples", "Traffic"]


def test_statements_elsewhere() -> None:
    text = "I am an associate editor of the Journal of Econometrics. I received the Ada Example Prize in 2019."
    assert _facts(text, "service") == {("Journal of Econometrics", "editor")}


@pytest.mark.parametrize("unit", ["Reviewer, ", "Best ", "A-", "and ", "(", "2019 ", "Ada Lovelace, "])
def test_long_lines_take_little_time(unit: str) -> None:
    text = unit * (3_900 // len(unit))
    began = time.process_time()
    duties_in(text, 0, Context(roles=("reviewer",)))
    list(topic_items(text))
    list(names_from(text, 0, Span(0, len(text)), None))
    assert time.process_time() - began < 8
