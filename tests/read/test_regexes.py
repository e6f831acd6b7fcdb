"""No regular expression of the readers takes long on a file of 100 KB, whatever stands in it.

Readers meet texts of any length: what grows with the square of it is too slow for them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from attacks import attacks
from regexes import ENDS, PUMPS, modules, patterns, seconds_of, way

pytestmark = pytest.mark.nightly

LENGTH = 100_000
MOST = 1.0
"""Seconds of the processor for that length: what grows with the length takes a hundredth of it."""

SHORTER = (64, 8, 1)
"""Texts so many times shorter come first: longer ones only where they would take long if time grew with the square."""

GIVEN = {
    "formats": 4_096,  # the beginning of a file
    "encoding._DECLARED": 4_096,
    "encoding._INPUTENC": 20_000,
    "latex.tables._DIMENSION": 60,
}
"""The longest text that a module or a pattern is given, where that is less."""


@functools.cache
def slowest(pattern: re.Pattern[Any], ask: Callable[[Any], object], length: int) -> tuple[float, str]:
    worst = (0.0, "")
    for label, before, body in strings(pattern):
        spent = _spent(pattern, ask, before, body, length)
        worst = max(worst, (spent, label))
        if spent > MOST:
            break
    return worst


def strings(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    for before, body in [*attacks(pattern), *(("", pump) for pump in PUMPS)]:
        yield f"{before!r} {body!r}", before, body


def _spent(pattern: re.Pattern[Any], ask: Callable[[Any], object], before: str, body: str, length: int) -> float:
    spent = 0.0
    for times in SHORTER:
        long = before + body * (length // times // len(body) + 1)
        for text in (long + end for end in (ENDS if times > 1 else ENDS[-1:])):
            subject = text.encode() if isinstance(pattern.pattern, bytes) else text
            spent = seconds_of(functools.partial(ask, subject), MOST)
            if spent * times**2 > MOST:
                spent = min(spent, seconds_of(functools.partial(ask, subject), MOST))  # the machine may have been busy
            if spent * times**2 > MOST:
                break
        if spent * times**2 <= MOST or spent > MOST:
            break
    return spent


def length_of(module: ModuleType, name: str) -> int:
    own = module.__name__.removeprefix("graph_builder.read.")
    return GIVEN.get(f"{own}.{name}", GIVEN.get(own, LENGTH))


@pytest.mark.parametrize("module", modules("read"), ids=lambda module: module.__name__.removeprefix("graph_builder."))
def test_no_pattern_is_slow(module: ModuleType) -> None:
    worst = {
        name: slowest(pattern, way(module, name, pattern), length_of(module, name))
        for name, pattern in patterns(module).items()
    }
    assert {name: label for name, (spent, label) in worst.items() if spent > MOST} == {}


def test_the_test_sees_slow_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "MOST", 0.5)
    for slow in (r"(a+)+$", r"\s*,\s*x", r"<!--.*?-->", r"(?:\w+\s*)*:", r"\W*(?:[a-z]{3})?\W*\d"):
        pattern = re.compile(slow)
        assert slowest(pattern, pattern.search, LENGTH)[0] > MOST, slow
    quick = re.compile(r"\bab?\b")
    assert slowest(quick, quick.search, LENGTH)[0] < MOST
