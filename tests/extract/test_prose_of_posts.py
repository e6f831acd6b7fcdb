"""Posts and degrees in sentences: which organisation belongs to which, in the many ways people put it."""

from __future__ import annotations

import pytest

from tests.told import facts_told

_SENTENCES = {
    "I worked briefly at McKinsey & Company as a business analyst, and then at the World Bank as an economist.": {
        "employment | McKinsey & Company | business analyst",
        "employment | World Bank | economist",
    },
    "Previously, I worked at Google as a software engineer and at Intel as a research intern.": {
        "employment | Google | software engineer",
        "employment | Intel | research intern",
    },
    "He spent the summers of 2018 and 2019 as an intern at Google Brain and Meta AI, respectively.": {
        "employment | Google Brain | intern | 2018 | 2018",
        "employment | Meta AI | intern | 2019 | 2019",
    },
    "I joined the faculty of the University of Otago in 2016 after a postdoc at Stockholm University.": {
        "employment | University of Otago | 2016 | present",
        "employment | Stockholm University | postdoc",
    },
    "I hold a joint appointment in Textiles and Economics at Boston University.": {
        "employment | Boston University | present",
    },
    "I am an Associate Professor at the University of Tokyo, cross-appointed at RIKEN.": {
        "employment | University of Tokyo | Associate Professor | present",
        "employment | RIKEN | present",
    },
    "I began my academic career at the University of Ghent, first as a teaching assistant and later as a postdoctoral"
    " researcher.": {
        "employment | University of Ghent | teaching assistant",
        "employment | University of Ghent | postdoctoral researcher",
    },
    "I am part of the Loom team at Google DeepMind.": {"employment | Google DeepMind | present"},
    "I serve as Chief Scientist of Loomly, a startup that I founded in 2020.": {
        "employment | Loomly | Chief Scientist | present",
    },
    "She was educated at Reed College (BA) and Brown University (PhD).": {
        "education | Reed College | bachelor",
        "education | Brown University | doctorate",
    },
    "I defended my thesis at Delft University of Technology in June 2020.": {
        "education | Delft University of Technology | doctorate | 2020-06",
    },
    "He earned his M.D. from Johns Hopkins University and completed his residency at the Mayo Clinic.": {
        "education | Johns Hopkins University | doctorate",
        "employment | Mayo Clinic | resident",
    },
    "I was trained as a physicist at Lund University (MSc, 2006).": {"education | Lund University | master | 2006"},
    "I co-founded Threadly in 2019, where I served as CTO until its acquisition by Salesforce in 2022.": {
        "employment | Threadly | Co-founder | 2019 | present",
        "employment | Threadly | CTO | 2022",
    },
}


@pytest.mark.parametrize("sentence", _SENTENCES)
def test_sentence(sentence: str) -> None:
    told = facts_told(f"# Ada K. Weaver\n\n{sentence}\n", "page.md")
    assert {fact for fact in told if not fact.startswith("advising")} == _SENTENCES[sentence]


def test_a_sentence_below_the_name_is_no_post() -> None:
    told = facts_told("# Ada K. Weaver\n\nAda leads the Loom Systems group at Microsoft Research.\n", "page.md")
    assert told == {"employment | Microsoft Research | present"}


_HEADS = {
    "the organisation above the post": (
        "<p>Rice University<br>Department of Textiles<br>Assistant Professor</p>",
        {"employment | Rice University | Assistant Professor | present"},
    ),
    "a post that is over": (
        "<p>Lecturer, University of Leeds</p><p>Formerly: Postdoc, University of Oslo</p>",
        {"employment | University of Leeds | Lecturer | present", "employment | University of Oslo | Postdoc"},
    ),
}


@pytest.mark.parametrize("head", _HEADS)
def test_posts_below_a_name(head: str) -> None:
    page, facts = _HEADS[head]
    assert facts_told(f"<html><body><h1>Irena Sollund</h1>{page}</body></html>", "index.html") == facts
