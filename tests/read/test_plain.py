# ruff: noqa: E501
from __future__ import annotations

import pytest
from outline import check_places, outline

from graph_builder.read.plain.reader import read_plain

CASES: dict[str, tuple[str, list[str]]] = {
    "blank lines divide": ("Ada\nByron\n\n\nLoom", ["paragraph: Ada\nByron", "paragraph: Loom"]),
    "headings": (
        "EDUCATION\n\nAwards\n======\nMedal\n\nPublications:\n\nACM 2019.",
        [
            "heading2: EDUCATION",
            "heading2: Awards",
            "paragraph: Medal",
            "heading2: Publications:",
            "paragraph: ACM 2019.",
        ],
    ),
    "rules divide": ("Ada\n-----\n\nByron\n * * *\nLoom", ["heading2: Ada", "paragraph: Byron", "paragraph: Loom"]),
    "bullets": (
        "Jobs\n  • Acme\n    Dean\n    - taught\n    - wrote\n    1843 - 1850\n  • Loom\nNext",
        [
            "paragraph: Jobs",
            "list item1 •: Acme\nDean",
            "list item2 - <1: taught",
            "list item2 - <1: wrote",
            "paragraph <1: 1843 - 1850",
            "list item1 •: Loom",
            "paragraph: Next",
        ],
    ),
    "numbers": (
        "[1] A. Byron. Notes. 1843.\n[2] B. Notes.\n1. One\n(2) Two\n2019. A year",
        [
            "list item1 [1]: A. Byron. Notes. 1843.",
            "list item1 [2]: B. Notes.",
            "list item1 1.: One",
            "list item1 (2): Two\n2019. A year",
        ],
    ),
    "lines below an item": (
        "- short\nNext\n- long enough for an editor to have wrapped the words of it here,\nat the margin",
        [
            "list item1 -: short",
            "paragraph: Next",
            "list item1 -: long enough for an editor to have wrapped the words of it here,\nat the margin",
        ],
    ),
    "a year or a phone number is no bullet": ("(806) 791\n12. 5. 1843", ["paragraph: (806) 791\n12. 5. 1843"]),
    "stars of equal authors stay": ("Ada*, Mary* and Eva**", ["paragraph: Ada*, Mary* and Eva**"]),
    "odd spaces": ("Ada\u00a0Byron\u3000Loom\u2009x\n\u00a0\nB", ["paragraph: Ada Byron Loom x", "paragraph: B"]),
    "soft hyphens for hints": ("two\u00adlayer", ["paragraph: twolayer"]),
    "lines deeper than what they are of": (
        "Posts:\n\tLecturer in Looms and in Weaving, University of Otranto at Lecce, Italy, 2011\n"
        "\tWeaver in Looms and in Weaving, University of Otranto at Lecce, Italy, 2010\n\tDyer, Lecce, 2009\n",
        [
            "paragraph: Posts:\nLecturer in Looms and in Weaving, University of Otranto at Lecce, Italy, 2011"
            "\nWeaver in Looms and in Weaving, University of Otranto at Lecce, Italy, 2010\nDyer, Lecce, 2009",
        ],
    ),
    "lines broken for their length": (
        "PAPERS\n\nLovelace, A. and Babbage, C. 1843. Looms and the weaving of\npatterns in cotton. In Proceedings of the Ghent Symposium on\n"
        "Looms, Ghent, Belgium.\n\nOn looms\nA. Lovelace, C. Babbage, M. Somerville and many more weavers\nAnnals of Looms, 1844\n\n"
        "Weaver of cotton and of wool, College of Otranto, Italy 1990\nDyer of cotton and of wool, College of Lecce, Italy 1991\n",
        [
            "heading2: PAPERS",
            "paragraph: Lovelace, A. and Babbage, C. 1843. Looms and the weaving of patterns in cotton. In Proceedings of the"
            " Ghent Symposium on Looms, Ghent, Belgium.",
            "paragraph: On looms\nA. Lovelace, C. Babbage, M. Somerville and many more weavers\nAnnals of Looms, 1844",
            "paragraph: Weaver of cotton and of wool, College of Otranto, Italy 1990\nDyer of cotton and of wool, College of"
            " Lecce, Italy 1991",
        ],
    ),
    "page breaks": ("Ada\n\f\nByron\n\fLoom", ["paragraph: Ada", "paragraph: Byron\nLoom"]),
}


@pytest.mark.parametrize("name", CASES)
def test_outline(name: str) -> None:
    text, expected = CASES[name]
    document = read_plain(text.encode(), "a.txt")
    assert outline(document) == expected
    check_places(document, text)


def test_entries_that_stand_deeper_than_their_heading_are_not_its_continuation() -> None:
    text = (
        "HONORS\n  2017  A prize of some length, given by an Association of Weavers\n"
        "  2014  Excellence in Weaving Award, given by the Review of Economic Looms\n  2006  A fellowship\n\n"
        "EDUCATION\n  Ph.D., Economics, an institute with a rather long name         2011\n"
        "       Dissertation: on looms\n"
    )
    lines = read_plain(text.encode(), "cv.txt").text.split("\n")
    assert [line for line in lines if line.startswith("20")] == [
        "2017  A prize of some length, given by an Association of Weavers",
        "2014  Excellence in Weaving Award, given by the Review of Economic Looms",
        "2006  A fellowship",
    ]
    assert "Dissertation: on looms" in lines


def test_latex_in_a_text_file() -> None:
    text = "% a vita\n\\documentclass[11pt]{article}\n\\begin{document}\n\\section{Awards}\nMedal \\textit{of} honour\n\\end{document}\n"
    assert outline(read_plain(text.encode(), "cv.txt")) == ["heading2: Awards", "paragraph: Medal of honour"]


def test_rules_of_asterisks_are_no_markdown() -> None:
    rule = "*" * 40
    text = f"{rule}\nPOSTS\n{rule}\n\n{rule}\nAWARDS\n{rule}\nMedal of weaving\nLoom Hall\n"
    assert "Medal of weaving\nLoom Hall" in read_plain(text.encode(), "cv.txt").text


def test_the_letter_o_as_a_bullet() -> None:
    assert outline(read_plain(b"o Weaver\no Dyer\n", "cv.txt")) == ["list item1 o: Weaver", "list item1 o: Dyer"]
