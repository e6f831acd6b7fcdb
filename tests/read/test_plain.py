# ruff: noqa: E501
from __future__ import annotations

from outline import outline

from graph_builder.read.plain.reader import read_plain


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
