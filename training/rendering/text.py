"""CVs of plain text: the frames, the head, and what all of their writers use."""

# Lines of templates stay whole.
# ruff: noqa: E501
from __future__ import annotations

import textwrap

from rendering.page import PARTS, Gold, Page, frames, joined, span, writes

_MARK = "\x00"
"""Before and behind a heading, until the frame sets it."""


def headed(page: Page, part: str, body: str) -> str:
    return f"{_MARK}{page.heading(part)}{_MARK}\n{body}\n"


def wrapped(text: str, first: str = "", rest: str = "", width: int = 76) -> str:
    """Return a text in lines of a width, indented."""
    return textwrap.fill(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def dates(page: Page, facts: list[Gold]) -> list[str]:
    """Return the dates of facts, in one style."""
    style = page.pick("YYYY", "YYYY", "Mon YYYY", "Month YYYY", "MM/YYYY")
    dash = page.pick("-", " - ", "--", " to ", "–")
    return [span(fact, style, dash, page.pick("present", "Present")) for fact in facts]


def _told(texts: dict[str, str], before: str, behind: str, upper: bool = True) -> str:
    """Return all parts, each heading between two texts. ``=`` and ``-`` behind are as long as the heading."""
    told = []
    for part in PARTS:
        if part in texts:
            pieces = texts[part].split(_MARK)
            for k in range(1, len(pieces), 2):
                heading = pieces[k].upper() if upper else pieces[k]
                rule = behind * len(heading) + "\n" if behind in "=-~" and behind else behind
                pieces[k] = f"{before}{heading}\n{rule}".rstrip("\n")
            told.append("".join(pieces))
    return "\n".join(told)


@frames("txt", ".txt")
def capitals(page: Page, texts: dict[str, str]) -> str:
    return _told(texts, "", page.pick("", "\n"))


@frames("txt", ".txt")
def underlined(page: Page, texts: dict[str, str]) -> str:
    return _told(texts, "", page.pick("=", "-", "~"), upper=page.rng.random() < 0.3)


@frames("txt", ".txt")
def colons(page: Page, texts: dict[str, str]) -> str:
    text = _told(texts, "\x01", "", upper=False)
    return "\n".join(f"{line[1:]}:" if line.startswith("\x01") else line for line in text.split("\n"))


@frames("txt", ".txt")
def indented(page: Page, texts: dict[str, str]) -> str:
    """All but the headings is set in from the margin."""
    text = _told(texts, "\x01", "")
    return "\n".join(
        line[1:] if line.startswith("\x01") else f"    {line}" if line else "" for line in text.split("\n")
    )


@frames("txt", ".txt")
def ruled(page: Page, texts: dict[str, str]) -> str:
    return _told(texts, page.rng.choice("-=*_") * 72 + "\n", "", upper=page.rng.random() < 0.5)


@writes("txt", "head")
def name_and_address(page: Page) -> str:
    return f"{page.name}\n12 Mill Lane, London\nEmail: me@example.org\nTel. +44 20 1234567\n"


@writes("txt", "head")
def centered(page: Page) -> str:
    lines = ("CURRICULUM VITAE", page.name, "me@example.org | http://example.org/~me")
    return "\n".join(line.center(76).rstrip() for line in lines) + "\n"


@writes("txt", "head")
def capital_name(page: Page) -> str:
    return f"{page.name.upper()}\nme@example.org\n\nLast updated: 3 May 2023\n"


@writes("txt", "about")
def summary(page: Page) -> str:
    text = "Researcher with ten years of experience in the analysis of large data, in teams of many nations."
    if advisors := [a["name"] for a in page.gold["advisors"]]:
        text += f" My PhD was supervised by {joined(advisors)}."
    return f"{_MARK}{page.pick('Summary', 'Profile', 'Objective')}{_MARK}\n{wrapped(text)}\n"


@writes("txt", "about")
def fields(page: Page) -> str:
    text = "Nationality:     British\nLanguages:       English, German\n"
    if advisors := [a["name"] for a in page.gold["advisors"]]:
        text += f"PhD advisor{'s' * (len(advisors) > 1)}:     {', '.join(advisors)}\n"
    return text


@writes("txt", "noise")
def teaching(page: Page) -> str:
    return f"{_MARK}Teaching{_MARK}\nFall 2015    Introduction to Mechanics (teaching assistant)\nSpring 2016  Lab course on Measurement\n"


@writes("txt", "noise")
def skills(page: Page) -> str:
    return f"{_MARK}Skills{_MARK}\nProgramming:  Python, R, C++, Fortran\nSystems:      Linux, Mac OS X\n"


@writes("txt", "noise")
def references(page: Page) -> str:
    return f"{_MARK}References{_MARK}\nAvailable upon request.\n"
