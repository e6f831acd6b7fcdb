"""The choice among the names of a document: with and without a tagger, in other scripts, and where nobody is named."""

from __future__ import annotations

import pytest

from graph_builder.extract.layout.page import Page, lines_of
from graph_builder.extract.printed import Findings, Printed, PrintedFact
from graph_builder.extract.subject.choice import Candidate, Subject, candidates, chosen, find_subject, shipped_weights
from graph_builder.extract.subject.names import words_beside
from graph_builder.model import Relation, Span
from graph_builder.read import read_bytes


def _page(text: str, name: str = "page.md") -> Page:
    document = read_bytes(text.encode(), name, f"docs/{name}")
    return Page(document, lines_of(document))


def _found(text: str, name: str = "page.md", tagged: Findings | None = None) -> Subject:
    subject = find_subject(_page(text, name), tagged)
    assert subject is not None
    return subject


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada Loom is a historian at the University of Oslo. She writes on looms.\n", "Ada Loom"),
        ("# Ада Узелова\n\n## Образование\n\n- 2012\n", "Ада Узелова"),
        ("# Αδα Υφαντή\n\n## Σπουδές\n\n- 2012\n", "Αδα Υφαντή"),
        ("# 李小明\n\n## 教育\n\n- 2012\n", "李小明"),
        ("# 山田 太郎\n\n## 学歴\n\n- 2012\n", "山田 太郎"),
        ("Ich bin Ada Loom und webe in Oslo.\n", "Ada Loom"),
        ("# Veröffentlichungen von Ada Loom\n\n1. Garn, 2012.\n", "Ada Loom"),
    ],
)
def test_names_in_prose_and_in_other_scripts(text: str, name: str) -> None:
    assert _found(text).name == name


@pytest.mark.parametrize(
    "text",
    [
        "# Publications\n\n- Looms of the north, Journal of Wool, 2012\n",
        "Experience\n\n2019-2020 Initech, Engineer\n\nReferences\n\nTomas Quist, Initech\n",
    ],
)
def test_who_names_nobody_stays_unnamed(text: str) -> None:
    assert find_subject(_page(text)) is None


def test_a_given_name_alone_is_that_of_the_full_name_elsewhere() -> None:
    subject = _found("Hi, I am Irena!\n\nWrite to [me](mailto:irena.sollund@loom.example).\n\n© 2020 Irena Sollund\n")
    assert subject.name == "Irena Sollund"


@pytest.mark.parametrize(("text", "names"), [("Hi, I'm Ada. I weave.\n", ["Ada"]), ("Ada weaves. Hi, I'm home.\n", [])])
def test_who_says_one_name_alone_has_that_name(text: str, names: list[str]) -> None:
    assert [person.names[0].name for person in candidates(_page(text))] == names


def test_a_title_in_small_letters_holds_a_name() -> None:
    people = candidates(_page("<title>ada loom - blog</title><p>Looms of the north.</p>", "page.html"))
    assert "Ada Loom" in [person.names[0].name for person in people]


def test_forms_of_one_name_count_together() -> None:
    names = [("ada", "loom"), ("ada", "loom", "weaver"), ("bo", "thread")]
    people = [Candidate(words, features={"likely": 1.0 - n / 10}) for n, words in enumerate(names)]
    best, likely = chosen(people, {"likely": 1.0})
    assert best == 0
    assert likely[1] == 0.0
    assert likely[0] > 0.5 > likely[2] > 0.0


def test_a_printed_name_goes_before_what_an_address_spells() -> None:
    subject = _found("# Ada O’Loom\n\nada.b.oloom@loom.example\n\n## Education\n\n- 2012\n")
    assert subject.name == "Ada O’Loom"
    assert "Ada B Oloom" in subject.aliases


def test_names_in_two_scripts_count_together() -> None:
    page = _page(
        "<title>背景 — 織田 雅</title><meta property='og:site_name' content='Masashi Oda'><p>2012</p>", "a.html"
    )
    people = candidates(page)
    best, likely = chosen(people, shipped_weights()["without tagger"])
    other = max(share for n, share in enumerate(likely) if n != best)
    subject = find_subject(page)
    assert subject is not None
    assert {subject.name, *subject.aliases} >= {"織田 雅", "Masashi Oda"}
    assert subject.confidence == pytest.approx(min(0.99, likely[best] + other), abs=0.001)


def test_of_two_alike_neither_is_chosen() -> None:
    people = [Candidate(words, features={"likely": 1.0}) for words in (("ada", "loom"), ("bo", "thread"))]
    assert chosen(people, {"likely": 1.0})[0] == -1


def test_what_the_tagger_reads_is_a_candidate() -> None:
    text = "Bo Weaver\n\nA prize was given to Tora Lind."
    tagged = Findings(subjects=[(Printed("Tora Lind", Span(len(text) - 10, len(text) - 1)), 0.97)])
    assert _found(text).name == "Bo Weaver"
    assert {person.names[0].name for person in candidates(_page(text), tagged)} >= {"Bo Weaver", "Tora Lind"}


def test_who_wrote_all_papers_is_the_subject() -> None:
    lines = [f"B. Dyer{n}, A. K. Loom. Yarn of kind {n}. Journal of Wool, 201{n}." for n in range(5)]
    text = "\n\n".join(lines)
    papers = []
    for n, line in enumerate(lines):
        at = text.index(line)
        authors = [
            Printed(name, Span(at + line.index(name), at + line.index(name) + len(name))) for name in ("A. K. Loom",)
        ]
        title = Printed(f"Yarn of kind {n}", Span(at, at + 1))
        papers.append(PrintedFact(Relation.PUBLICATION, title, Span(at, at + len(line)), authors=tuple(authors)))
    assert _found(text, tagged=Findings(facts=papers)).name == "A. K. Loom"


def test_confidence_is_higher_where_more_places_agree() -> None:
    one = _found("Ada Loom\n\nI weave.\n", "a.txt").confidence
    more = _found("---\nauthor: Ada Loom\ntitle: Ada Loom\n---\n\n# Ada Loom\n\nI am Ada Loom.\n").confidence
    assert 0.25 <= one < more <= 0.99


def test_weights_are_those_of_features_that_documents_have() -> None:
    for weights in shipped_weights().values():
        assert weights["any"] < 0 < weights["spelled in address"]
        assert weights["words in title"] > 0
    kinds = {kind for side in words_beside() for found in side.values() for kind in found}
    assert {"self", "whole", "owner", "is>", "vita>"} <= kinds
