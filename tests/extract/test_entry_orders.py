"""Entries of degrees and posts: date, title, organisation and town in every order, laid out in ways that vitae have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import pytest

from tests.told import facts_told

Entry = Sequence[str]

_POSTS = (
    {"date": "2015–2019", "title": "Lecturer", "house": "University of Leeds", "town": "Leeds, UK"},
    {"date": "2012–2015", "title": "Analyst", "house": "Google", "town": "London, UK"},
)
_DEGREES = (
    {"date": "2008–2012", "title": "PhD in Physics", "house": "Rice University", "town": "Houston, TX, USA"},
    {"date": "2004–2008", "title": "BSc in Mathematics", "house": "University of Oslo", "town": "Oslo, Norway"},
)
_TOLD = {
    "Employment": {
        "employment | University of Leeds | Lecturer | 2015 | 2019",
        "employment | Google | Analyst | 2012 | 2015",
    },
    "Education": {
        "education | Rice University | doctorate | 2008 | 2012",
        "education | University of Oslo | bachelor | 2004 | 2008",
    },
}


def _markdown(entry: Callable[[Entry], str]) -> Callable[[str, Sequence[Entry]], tuple[str, str]]:
    def page(heading: str, entries: Sequence[Entry]) -> tuple[str, str]:
        told = "\n\n".join(map(entry, entries))
        return f"# Irena Sollund\n\n## {heading}\n\n{told}\n\n## Interests\n\n- looms\n", "page.md"

    return page


def _html(entry: Callable[[Entry], str], around: str = "{}") -> Callable[[str, Sequence[Entry]], tuple[str, str]]:
    def page(heading: str, entries: Sequence[Entry]) -> tuple[str, str]:
        told = around.format("".join(map(entry, entries)))
        end = "<h2>Interests</h2><ul><li>looms</li></ul>"
        return f"<h1>Irena Sollund</h1><h2>{heading}</h2>{told}{end}", "page.html"

    return page


def _latex(heading: str, entries: Sequence[Entry]) -> tuple[str, str]:
    rows = "\\\\[1em]\n".join(
        rf"\textbf{{{a}}} \hfill {b}\\ \textit{{{c}}}" + (rf" \hfill {d[0]}" if d else "") for a, b, c, *d in entries
    )
    head = r"\documentclass{article}\begin{document}\begin{center}{\Large Irena Sollund}\end{center}"
    return (
        rf"{head}\section*{{{heading}}}{rows}\section*{{Interests}} looms \end{{document}}".replace("–", "--"),
        "cv.tex",
    )


def _text(heading: str, entries: Sequence[Entry]) -> tuple[str, str]:
    told = "\n\n".join("\n".join(entry) for entry in entries)
    return f"Irena Sollund\n\n{heading.upper()}\n\n{told}\n\nINTERESTS\n\nlooms\n", "cv.txt"


_LAYOUTS = {
    "an item with commas": _markdown(lambda e: "- " + ", ".join(e)),
    "a paragraph with bars": _markdown(" | ".join),
    "lines": _markdown("  \n".join),
    "lines, the first in bold": _markdown(lambda e: "  \n".join([f"**{e[0]}**", *e[1:]])),
    "paragraphs, the first in bold": _markdown(lambda e: "\n\n".join([f"**{e[0]}**", *e[1:]])),
    "a heading and a line": _markdown(lambda e: f"### {e[0]}\n\n**{e[1]}** | " + " | ".join(e[2:]) + "\n\n- Spun."),
    "cells": _html(lambda e: "<tr>" + "".join(f"<td>{x}</td>" for x in e) + "</tr>", "<table>{}</table>"),
    "breaks": _html(lambda e: "<br>".join(e) + "<br><br>", "<p>{}</p>"),
    "a heading and paragraphs": _html(
        lambda e: f"<div><h4>{e[0]}</h4>" + "".join(f"<p>{x}</p>" for x in e[1:]) + "</div>"
    ),
    "two columns": _html(
        lambda e: f"<div><div><b>{e[0]}</b><br>{e[1]}</div><div>" + "<br>".join(e[2:]) + "</div></div>"
    ),
    "LaTeX": _latex,
    "plain text": _text,
}


_UNHEARD_OF = {"house": ("Threadly", "Blue Harbor Analytics"), "title": ("Loom Whisperer", "Kitchen Chef")}


@pytest.mark.parametrize("layout", sorted(_LAYOUTS.keys() - {"a paragraph with bars", "a heading and a line"}))
@pytest.mark.parametrize("part", _UNHEARD_OF)
def test_names_that_nobody_has_heard_of(part: str, layout: str) -> None:
    posts = [{**post, part: name} for post, name in zip(_POSTS, _UNHEARD_OF[part], strict=True)]
    wanted = {f"employment | {post['house']} | {post['title']} | {post['date'].replace('–', ' | ')}" for post in posts}
    lost = {}
    for order in permutations(("date", "title", "house")):
        page, name = _LAYOUTS[layout]("Employment", [[entry[part] for part in order] for entry in posts])
        told = {fact for fact in facts_told(page, name) if not fact.startswith("interest")}
        if told != wanted:
            lost[order] = told
    assert not lost


@pytest.mark.parametrize("layout", _LAYOUTS)
@pytest.mark.parametrize("parts", [("date", "title", "house"), ("date", "title", "house", "town")], ids=len)
@pytest.mark.parametrize("heading", _TOLD)
def test_each_order(heading: str, parts: tuple[str, ...], layout: str) -> None:
    pair = _POSTS if heading == "Employment" else _DEGREES
    lost = {}
    for order in permutations(parts):
        page, name = _LAYOUTS[layout](heading, [[entry[part] for part in order] for entry in pair])
        told = {fact for fact in facts_told(page, name) if not fact.startswith("interest")}
        if told != _TOLD[heading]:
            lost[order] = told
    assert not lost


@pytest.mark.parametrize(
    ("item", "house"), [("PhD, Robotics, Loomtech, 2012", "Loomtech"), ("PhD, IXXT Pune, 2012", "IXXT Pune")]
)
def test_schools_that_nobody_has_heard_of(item: str, house: str) -> None:
    told = facts_told(f"# Irena Sollund\n\n## Education\n\n- {item}\n", "page.md")
    assert told == {f"education | {house} | doctorate | 2012"}
