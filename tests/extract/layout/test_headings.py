"""What headings of sections announce, and that other lines announce nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.extract.layout.headings import classify_heading

_TABLE = Path(__file__).with_name("headings.tsv").read_text(encoding="utf-8").splitlines()
_CASES = [tuple(row.split("\t")) for row in _TABLE if row and not row.startswith("#")]


@pytest.mark.parametrize(("title", "kind"), _CASES)
def test_headings(title: str, kind: str) -> None:
    found, score, known = classify_heading(title)
    assert found.value == kind
    assert score >= 3
    assert known >= 0.5


@pytest.mark.parametrize("title", ["Peking University", "Ada Lovelace", "Software Engineer at Initech", "2019 to 2021"])
def test_other_lines_are_no_headings(title: str) -> None:
    _, score, known = classify_heading(title)
    assert score < 3 or known < 0.6
