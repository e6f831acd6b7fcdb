"""Biographies in prose: who they are about, and the degrees, posts, advisors, interests and honours that they tell."""

from __future__ import annotations

import pytest

from tests.told import facts_told, subject_of


def _told(text: str) -> set[str]:
    return facts_told(f"# Ada K. Weaver\n\n{text}\n", "page.md")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada Weaver graduated from Rice University in 2010. She likes looms.\n", "Ada Weaver"),
        ("Here is **Ada Weaver**.\n\nI weave at Initech.\n", "Ada Weaver"),
        ("Ada Weaver grew up in Ohio, and spins.\n", "Ada Weaver"),
        ("> Hi! I'm Frederica but everyone calls me Freddie.\n\nI weave at Initech.\n", "Frederica"),
        (
            "I am a weaver at Initech, and I like wool.\n\nBefore Rice University, I was an intern at Globex.\n",
            "(unnamed person of page.md)",
        ),
        (
            "We weave at Initech.\n\n## News\n\n- Bo Spinner defended his thesis!\n- Bo Spinner started at Globex.\n",
            "(unnamed person of page.md)",
        ),
    ],
)
def test_whom_a_biography_is_about(text: str, name: str) -> None:
    assert subject_of(text) == name


@pytest.mark.parametrize(
    ("text", "degrees"),
    [
        ("I attended Rice University as an undergraduate student.", {"education | Rice University | bachelor"}),
        ("I attended Rice University, where I majored in Wool.", {"education | Rice University | bachelor"}),
        (
            "My journey began at Rice University, where I earned my B.S. and M.S. degrees in Wool in 2018 and 2021, "
            "respectively.",
            {"education | Rice University | bachelor | 2018", "education | Rice University | master | 2021"},
        ),
        (
            "I recently started my PhD in Wool at Rice University.",
            {"education | Rice University | doctorate | present"},
        ),
        (
            "I am now enrolled in a PhD program at Rice University.",
            {"education | Rice University | doctorate | present"},
        ),
        (
            "He is an alumnus of Rice University (BSc Wool, 2010) and the University of Oslo (PhD Yarn, 2015).",
            {"education | Rice University | bachelor | 2010", "education | University of Oslo | doctorate | 2015"},
        ),
        (
            "I did a Bachelor in Wool at Rice University. Later I joined Globex. I then took a Master in Yarn at "
            "the same university.",
            {
                "education | Rice University | bachelor",
                "education | Rice University | master",
                "employment | Globex | present",
            },
        ),
        (
            "In 2023 I joined [Bo Spinner's Models of Yarn Lab](https://b.example) at the University of Oslo, for a "
            "PhD in Wool.",
            {"education | University of Oslo | doctorate"},
        ),
        ("I am a 2019 graduate from Rice University.", {"education | Rice University | 2019"}),
        (
            "At Rice University, Ada completed her PhD in Wool from the Felt School of Global Yarn.",
            {"education | Rice University | doctorate"},
        ),
        (
            "He is a master student in Systems of Yarn at Rice University.",
            {"education | Rice University | master | present"},
        ),
        (
            'She graduated from the University of Rome "Tor Vergata" in 2010.',
            {'education | University of Rome "Tor Vergata" | 2010'},
        ),
    ],
)
def test_degrees(text: str, degrees: set[str]) -> None:
    assert _told(text) == degrees


@pytest.mark.parametrize(
    ("text", "posts"),
    [
        (
            "I am a postdoctoral scholar hosted jointly by Bo Spinner at the Loom Laboratory, University of Oslo and "
            "Cy Dyer at the Yarn School, Rice University, where I am the Jane B. Felt Family Postdoctoral Fellow.",
            {
                "employment | University of Oslo | postdoctoral scholar | present",
                "employment | Rice University | Postdoctoral Fellow | present",
            },
        ),
        (
            "I am now an associate research fellow (Master supervisor) at Rice University.",
            {"employment | Rice University | associate research fellow | present"},
        ),
        ("I am the CEO and Founder of Loomafric.", {"employment | Loomafric | CEO and Founder | present"}),
        ("I work as a data scientist for Initech.", {"employment | Initech | data scientist | present"}),
        (
            "Since May 2020, I am a research intern at the [Wool Biology and Yarn Informatics lab](https://w.example) "
            "at Rice University.",
            {"employment | Rice University | research intern | 2020-05 | present"},
        ),
        (
            "I am working as a Research Assistant at the Wool and Yarn Learning Lab on looms.",
            {"employment | Wool and Yarn Learning Lab | Research Assistant | present"},
        ),
        (
            "I am a Lecturer at the University of Oslo. I joined the faculty in 2019 after completing a postdoc at "
            "Rice University.",
            {"employment | University of Oslo | Lecturer | present", "employment | Rice University | postdoc"},
        ),
        (
            "After my PhD (2014, Rice University), I moved to the University of Oslo for a postdoc.",
            {"education | Rice University | doctorate | 2014", "employment | University of Oslo | postdoc | present"},
        ),
        (
            "He worked at Initech as an internship student during his bachelor.",
            {"employment | Initech | internship student"},
        ),
        (
            "She spent two years teaching at Rice University as a lecturer.",
            {"employment | Rice University | lecturer"},
        ),
    ],
)
def test_posts(text: str, posts: set[str]) -> None:
    assert _told(text) == posts


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("Her research interests rely on wool analysis and yarn prices.", {"wool analysis", "yarn prices"}),
        (
            "My interests include wool, yarn, and felt, with a specific areas including loom tests, dyeing.",
            {"wool", "yarn", "felt", "loom tests", "dyeing"},
        ),
        (
            "I have work aimed at understanding the early determinants of wool and another body of work aimed at "
            "understanding yarn prices.",
            {"early determinants of wool", "yarn prices"},
        ),
        ("My current projects focus on soil wool, forest yarn, and felt.", {"soil wool", "forest yarn", "felt"}),
        (
            "My interests span yarn science, wool, and silk, especially for early felt.",
            {"yarn science", "wool", "silk", "early felt"},
        ),
    ],
)
def test_interests(text: str, topics: set[str]) -> None:
    assert _told(text) == {f"interest | {topic}" for topic in topics}


def test_what_news_tell_of_degrees() -> None:
    page = (
        "I am a PhD student at the University of Oslo. I received my bachelor degree from Rice University."
        "\n\n## News\n\n"
        "* 2024/4: Graduated from Rice University.\n* [May 2025] I successfully defended my PhD thesis!"
    )
    assert _told(page) == {
        "education | University of Oslo | doctorate | 2025-05",
        "education | Rice University | bachelor | 2024-04",
    }


def test_those_who_lead_a_team_are_named_without_it() -> None:
    assert "advising | Ada K. Weaver | Bo Spinner" in _told(
        "I am a PhD student working with [Prof. Bo Spinner's team](https://b.example)."
    )
