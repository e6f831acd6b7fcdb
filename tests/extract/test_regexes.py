"""No regular expression but the readers' takes long on a line of the greatest length, whatever stands in it.

What the rooms behind the extractors meet are names and titles out of such lines.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from attacks import attacks
from regexes import ENDS, modules, patterns, pumped, seconds_of, way

from graph_builder.extract.layout.page import LONGEST_LINE, WIDEST_GAP

pytestmark = pytest.mark.nightly

MOST = 4.0
"""Seconds of the processor for the longest line: what grows with the square takes less, what is worse far more."""

MODULES = modules("extract", "gazetteer", "resolve")
BEHIND = modules("cli", "explore", "export", "graph", "model", "pipeline", "query", "serve", "store")

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


@functools.cache
def slowest_attack(pattern: re.Pattern[Any], ask: Callable[[Any], object], length: int) -> tuple[float, str]:
    """Return the seconds that the worst of the strings takes that were made from a pattern."""
    for before, body in attacks(pattern):
        # White space inside a line is at most so wide.
        unit = body if body.strip() else body * (WIDEST_GAP // len(body)) + "a" + before
        for times in SHORTER:
            long = before + unit * (length // times // len(unit) + 1)
            for text in (long + end for end in ENDS):
                subject = text.encode() if isinstance(pattern.pattern, bytes) else text
                spent = seconds_of(functools.partial(ask, subject), MOST)
                if spent > MOST:
                    spent = seconds_of(functools.partial(ask, subject), MOST)
                if spent * times**3 > MOST:
                    break
            if spent > MOST:
                return spent, f"{before!r} {body!r}"
            if spent * times**3 <= MOST:
                break
    return 0.0, ""


@pytest.mark.parametrize("module", MODULES + BEHIND, ids=lambda module: module.__name__.removeprefix("graph_builder."))
def test_no_pattern_goes_back_without_end(module: ModuleType) -> None:
    worst = {}
    for name, pattern in patterns(module).items():
        length = LONGEST_LINE
        worst[name] = slowest_attack(pattern, way(module, name, pattern), length)
    assert {name: label for name, (spent, label) in worst.items() if spent > MOST} == {}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.removeprefix("graph_builder."))
def test_no_pattern_is_slow(module: ModuleType) -> None:
    worst = {name: slowest(pattern) for name, pattern in patterns(module).items()}
    assert {name: label for name, (spent, label) in worst.items() if spent > MOST} == {}


def test_the_test_sees_slow_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "MOST", 0.5)
    assert slowest(re.compile(r"(a+)+$"))[0] > MOST
    assert slowest(re.compile(r"(?:\w+\s*)*:"))[0] > MOST
    assert slowest(re.compile(r"\bab?\b"))[0] < MOST
    halves = re.compile(r"prize(?:\s+for\s+[\w\s]{3,50})*!$")
    assert slowest_attack(halves, halves.search, LONGEST_LINE)[0] > MOST


def test_the_test_sees_the_patterns_of_a_module() -> None:
    import graph_builder.extract.normalise.person_names as module

    found = patterns(module)
    assert "NAME" in found
    assert any(name.startswith("line ") for name in found)
