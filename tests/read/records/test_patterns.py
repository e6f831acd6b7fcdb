"""No regular expression of the connectors or of Org takes long on a text of the greatest length that it is given."""

from __future__ import annotations

import functools
import re
from types import ModuleType
from typing import Any

import pytest
from regexes import modules, patterns, pumped, seconds_of

CHECKED = ("graph_builder.read.records", "graph_builder.read.org")
MODULES = [module for module in modules("read") if module.__name__.startswith(CHECKED)]
LENGTH = 2_000
MOST = 0.5


def slowest(pattern: re.Pattern[Any]) -> tuple[float, str]:
    worst = (0.0, "")
    for label, text in pumped(LENGTH, LENGTH):
        subject = text.encode() if isinstance(pattern.pattern, bytes) else text
        spent = seconds_of(functools.partial(pattern.search, subject), MOST)  # type: ignore[arg-type]
        if spent > MOST:
            spent = seconds_of(functools.partial(pattern.search, subject), MOST)  # type: ignore[arg-type]
        worst = max(worst, (spent, label))
    return worst


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_no_pattern_is_slow(module: ModuleType) -> None:
    worst = {name: slowest(pattern) for name, pattern in patterns(module).items()}
    assert {name: label for name, (spent, label) in worst.items() if spent > MOST} == {}
