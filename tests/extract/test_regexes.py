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


SHORTER = (16, 4, 1)
"""Lines so many times shorter come first: what would take less than *MOST* on the longest one even if it grew with the
cube of the length is not tried there, which saves nine tenths of the time of nearly all patterns."""

LINES = [
    (steps[0][0], [text for _, text in steps])
    for steps in zip(*(pumped(LONGEST_LINE // times, WIDEST_GAP) for times in SHORTER), strict=True)
]


@functools.cache  # modules import patterns of each other
def slowest(pattern: re.Pattern[Any]) -> tuple[float, str]:
    worst = (0.0, "")
    for label, texts in LINES:
        for times, text in zip(SHORTER, texts, strict=True):
            spent = spent_on(pattern, text)
            if spent > MOST:
                spent = spent_on(pattern, text)  # the machine may have been busy
            if spent > MOST or spent * times**3 <= MOST:
                break
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
