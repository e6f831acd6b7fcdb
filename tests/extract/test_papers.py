"""Rows of publication lists and their cuts into entries."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.extract.page import Page, lines_of
from graph_builder.extract.paper_cuts import cut
from graph_builder.extract.paper_rows import MarkIndex, Part, Row, rows_of_many
from graph_builder.extract.paper_venues import is_venue, known_venue
from graph_builder.extract.papers import papers_of
from graph_builder.extract.sections import find_sections
from graph_builder.read import read_bytes


def _page(text: str, name: str = "cv.md") -> Page:
    document = read_bytes(text.encode(), name, f"x/{name}")
    lines = lines_of(document)
    return Page(document, lines, find_sections(lines), ["Mira Tolvanen"])


def _rows(text: str, name: str = "cv.md") -> list[Row]:
    page = _page(text, name)
    return rows_of_many([page.lines], page, MarkIndex(page.document))[0]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Wei Lin, Mira Tolvanen, Pavel Novak", Part.AUTHORS),
        ("Mira Tolvanen", Part.AUTHORS),
        ("Conference on Robot Learning (CoRL) 2022", Part.VENUE),
        ("IEEE Robotics and Automation Letters (RA-L) 2020", Part.VENUE),
        ("Annals of Examples, 33(2), 12-20.", Part.VENUE),
        ("Revise and resubmit, Journal of Labor Economics", Part.VENUE),
        ("Webpage • PDF • Code • 2 Minute Papers", Part.LINKS),
        ("[arXiv] [slides] [5-minute video]", Part.LINKS),
        ("★ Best Paper Award, CoRL ★", Part.NOTE),
        ("TL;DR: Pruning makes vines happy.", Part.NOTE),
        ("Learning Sparse Bridges for Graph Search", Part.TITLE),
        ("Wei Lin, Mira Tolvanen. Harmony in noisy rooms. Journal of Phonetics, 2020.", Part.WHOLE),
    ],
)
def test_part(text: str, part: Part) -> None:
    assert [r.part for r in _rows(text)] == [part]


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        ("The 62nd Meeting on Examples (MEX 2024)", True),
        ("Near Surface Examples, 20(1), doi:10.1000/1", True),
        ("Vines, robots and the law", False),
        ("Do robots dream? Evidence from 2020", False),
    ],
)
def test_is_venue(text: str, venue: bool) -> None:
    assert is_venue(text) is venue


def test_known_venue_needs_no_year() -> None:
    assert known_venue("NeurIPS")
    assert known_venue("NeurIPS 2021")
    assert not known_venue("Vines in Spring")


def test_wrapped_lines_are_one_row() -> None:
    text = (
        "Publications\n\n"
        "Wei Lin and Mira Tolvanen. A long study of the ways in which vines grow\n"
        "around the stones of old walls. In Proceedings of the Ninth Meeting on\n"
        "Examples, pages 1-9, 2019.\n"
        "Mira Tolvanen and Pavel Novak. Another long study, of the ways in which\n"
        "walls grow around old vines. Journal of Examples, 12(3):4-15, 2018.\n"
    )
    assert sum(r.part is Part.WHOLE for r in _rows(text, "cv.txt")) == 2


def test_a_list_item_stays_whole() -> None:
    text = "- [CEX 2020] Vines and Walls in Spring\n  Wei Lin, Mira Tolvanen\n  In Proceedings of CEX, 2020\n"
    assert [len(g) for g in cut([_rows(text + text.replace("Vines", "Stones"))])[0]] == [3, 3]


@given(
    st.lists(
        st.sampled_from(["Wei Lin, Mira Tolvanen", "ICML 2020", "On the Growth of Vines", "[pdf]", "## 2020"]),
        min_size=1,
    )
)
@settings(max_examples=30, deadline=None)
def test_cut_keeps_every_row_in_order(lines: list[str]) -> None:
    rows = _rows("\n\n".join(lines))
    assert [r for group in cut([rows])[0] for r in group] == rows


def test_long_lists_take_linear_time() -> None:
    entry = "- Wei Lin, Mira Tolvanen. Harmony number {} in rooms. Journal of Phonetics, 2020.\n"
    page = _page("# Mira Tolvanen\n\n## Publications\n\n" + "".join(entry.format(i) for i in range(1000)))
    start = time.process_time()
    assert len(list(papers_of(page))) == 1000
    assert time.process_time() - start < 10
