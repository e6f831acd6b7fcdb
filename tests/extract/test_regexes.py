"""No regular expression of the extractors takes long on a line of the greatest length, whatever stands in it."""

from __future__ import annotations

import functools
import re
from types import ModuleType
from typing import Any

import pytest
from regexes import modules, patterns, pumped, seconds_of

from graph_builder.extract.page import LONGEST_LINE, WIDEST_GAP

MOST = 4.0
"""Seconds of the processor for the longest line: what grows with the square takes less, what is worse far more."""

MODULES = modules("extract", "gazetteer", "resolve")


SHORT = 4
"""A line so many times shorter comes first: what would take less than *MOST* on the longest one even if it grew with
the cube of the length is not tried there, which is three quarters of the time of nearly all patterns."""

LINES = [
    (label, short, long)
    for (label, short), (_, long) in zip(
        pumped(LONGEST_LINE // SHORT, WIDEST_GAP), pumped(LONGEST_LINE, WIDEST_GAP), strict=True
    )
]


@functools.cache  # modules import patterns of each other
def slowest(pattern: re.Pattern[Any]) -> tuple[float, str]:
    worst = (0.0, "")
    for label, short, long in LINES:
        spent = spent_on(pattern, short)
        if spent * SHORT**3 > MOST:
            spent = spent_on(pattern, long)
        if spent > MOST:
            spent = spent_on(pattern, long)  # the machine may have been busy
        worst = max(worst, (spent, label))
        if spent > MOST:
            break
    return worst


def spent_on(pattern: re.Pattern[Any], text: str) -> float:
    subject = text.encode() if isinstance(pattern.pattern, bytes) else text
    return seconds_of(functools.partial(pattern.search, subject), MOST)  # type: ignore[arg-type]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.removeprefix("graph_builder."))
def test_no_pattern_is_slow(module: ModuleType) -> None:
    worst = {name: slowest(pattern) for name, pattern in patterns(module).items()}
    assert {name: label for name, (spent, label) in worst.items() if spent > MOST} == {}


def test_the_test_sees_slow_patterns() -> None:
    assert slowest(re.compile(r"(a+)+$"))[0] > MOST
    assert slowest(re.compile(r"(?:\w+\s*)*:"))[0] > MOST
    assert slowest(re.compile(r"\bab?\b"))[0] < MOST


def test_the_test_sees_the_patterns_of_a_module() -> None:
    import graph_builder.extract.person_names as module

    found = patterns(module)
    assert "NAME" in found
    assert any(name.startswith("line ") for name in found)
