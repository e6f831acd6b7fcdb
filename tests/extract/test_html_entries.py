# ruff: noqa: E501
"""HTML pages whose entries stand apart by style alone, or in lists that no heading names. Invented people."""

from __future__ import annotations

import pytest
from told import facts_told


def _facts(text: str) -> set[str]:
    """Return the facts of a page on a person."""
    return facts_told(f"<h1>Ada K. Lovelace</h1>{text}", "page.html")


def _timeline(*rows: tuple[str, str, str]) -> str:
    return "".join(
        f"<li><span class=when>{when}</span>\n<span class=what><strong>{what}</strong><span class=detail>{detail}</span></span></li>"
        for when, what, detail in rows
    )


_CASES: dict[str, tuple[str, set[str]]] = {
    "a firm and a post that touch, in styles of their own": (
        f"<h2>Work Experience</h2><ul>{_timeline(('Apr 2021 – Present', 'Loomly, Inc.', 'Data Scientist'), ('Apr 2019 – Mar 2021', 'Rice University (RICE)', 'Research Assistant'))}</ul>",
        {
            "employment | Loomly, Inc. | Data Scientist | 2021-04 | present",
            "employment | Rice University | Research Assistant | 2019-04 | 2021-03",
        },
    ),
}


@pytest.mark.parametrize("case", _CASES)
def test_entries(case: str) -> None:
    text, expected = _CASES[case]
    assert _facts(text) == expected


def test_lists_that_name_the_subject_in_some_items_are_no_papers() -> None:
    text = "<ul><li>In 2019 Lovelace was the guest of the weavers of the northern villages of Lund for a year</li><li>In 2020 the weavers of the northern villages built a loom of their own</li><li>In 2021 nothing happened</li></ul>"
    assert not {fact for fact in _facts(text) if fact.startswith("publication")}
