"""Dates as CVs print them."""

from __future__ import annotations

import pytest

from graph_builder.extract.normalise.dates import find_dates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Between Fall 2021 and Spring 2022", [("2021", "2022")]),
        ("2021 and 2022", [("2021", ""), ("2022", "")]),
        ("Sep 2023 – Now", [("2023-09", "present")]),
        ("as an H2020 fellow, Horizon 2020, AAAI2021", [("2021", "")]),
        ("Sep-2018 – Jun-2020", [("2018-09", "2020-06")]),
        ("Sept-Dec 2018", [("2018-09", "2018-12")]),
        ("PhD, exp. 2027", [("", "2027")]),
        ("平成24年4月〜令和元年5月", [("2012-04", "2019-05")]),
        ("令和3年～現在; 昭和", [("2021", "present")]),
    ],
)
def test_dates(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(d.start, d.end) for d in find_dates(text)] == expected
