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


@functools.cache  # modules import patterns of each other
def slowest(pattern: re.Pattern[Any]) -> tuple[float, str]:
    worst = (0.0, "")
    for label, text in pumped(LONGEST_LINE, WIDEST_GAP):
        subject = text.encode() if isinstance(pattern.pattern, bytes) else text
        search = functools.partial(pattern.search, subject)  # type: ignore[arg-type]
        spent = seconds_of(search, MOST)
        if spent > MOST:
            spent = seconds_of(search, MOST)  # the machine may have been busy
        worst = max(worst, (spent, label))
        if spent > MOST:
            break
    return worst


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
