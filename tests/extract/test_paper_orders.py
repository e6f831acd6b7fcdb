"""Papers on cards and in lines: title, authors, venue and year in the orders that people use, in several layouts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.told import facts_told

_PAPERS = (
    ("Nonlinear response of twisted looms", "Irena Sollund, Jane Moor", "Journal of Wool", "2020"),
    ("Thermal noise in woollen sensors", "Jane Moor, Irena Sollund, Tomas Quist", "Yarn Letters", "2019"),
    ("A survey of yarn economics", "I. Sollund, J. Moor", "Proceedings of the Loom Conference", "2018"),
    ("Slow looms and fast threads in markets", "Irena Sollund", "Physical Review Letters", "2015"),
)
_ORDERS = ("TAVY", "TAYV", "TVAY", "TVYA", "TYAV", "ATVY", "ATYV", "AYTV", "YTAV", "YATV", "VTAY")
Entry = list[tuple[str, str]]
"""The letter and the text of each part."""


def _markdown(entry: Callable[[Entry], str]) -> Callable[[list[Entry]], tuple[str, str]]:
    def page(entries: list[Entry]) -> tuple[str, str]:
        told = "\n\n".join(map(entry, entries))
        return f"# Irena Sollund\n\n## Publications\n\n{told}\n\n## Interests\n\n- looms\n", "page.md"

    return page


def _html(entry: Callable[[Entry], str], around: str = "{}") -> Callable[[list[Entry]], tuple[str, str]]:
    def page(entries: list[Entry]) -> tuple[str, str]:
        told = around.format("".join(map(entry, entries)))
        return f"<h1>Irena Sollund</h1><h2>Publications</h2>{told}<h2>Interests</h2><p>looms</p>", "page.html"

    return page


def _title(part: tuple[str, str], form: str) -> str:
    return form.format(part[1]) if part[0] == "T" else part[1]


_LAYOUTS = {
    "lines": _markdown(lambda e: "  \n".join(text for _, text in e)),
    "lines with titles in bold": _markdown(lambda e: "  \n".join(_title(x, "**{}**") for x in e)),
    "lines with links": _markdown(
        lambda e: "  \n".join([*(_title(x, "[{}](http://a.org)") for x in e), "[PDF](p.pdf)"])
    ),
    "items": _html(lambda e: f"<li>{'<br>'.join(text for _, text in e)}</li>", "<ul>{}</ul>"),
    "divisions": _html(lambda e: f"<div>{''.join(f'<div>{text}</div>' for _, text in e)}</div>"),
}


@pytest.mark.parametrize("layout", _LAYOUTS)
@pytest.mark.parametrize("order", _ORDERS)
def test_order(order: str, layout: str) -> None:
    entries = [[(letter, paper["TAVY".index(letter)]) for letter in order] for paper in _PAPERS]
    page, name = _LAYOUTS[layout](entries)
    told = {tuple(fact.split(" | ")) for fact in facts_told(page, name) if fact.startswith("publication")}
    assert {(parts[1], parts[-1]) for parts in told} == {(title, year) for title, _, _, year in _PAPERS}
