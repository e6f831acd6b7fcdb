"""All regular expressions of the package, and the strings that make bad ones slow."""

from __future__ import annotations

import ast
import functools
import importlib
import pkgutil
import re
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import graph_builder

ROOT = Path(graph_builder.__file__).parent

# What is repeated, and what ends it: a match that nearly succeeds is what makes an engine go back.
PUMPS = [
    "a", "A", "1", " ", "\t", "\n", ".", ",", "-", "–", "'", "\"", "“", "(", ")", "[", "{", "*", "_", "#", "&",
    "/", "|", ":", ";", "\\", "@", "<", "$", "é", "李", "\xa0", "a ", "A ", "A. ", "Aa ", "Aa, ", "Aa A, ",
    "A. Aa, ", "Aa-", "Aa. ", "aA", "19", "2019", "2019 ", "2019-", "2019, ", "1-", "Jan ", "Jan 2019 - ",
    "May, ", "and ", "and Aa ", "of ", "of the ", "the ", "in ", "In ", "at ", "with ", "University ",
    "University of ", "Professor ", "Prof. ", "Dr. ", "PhD ", "Ph.D. ", "Senior ", "Journal of ",
    "Proceedings ", "award ", "I am ", "http://", "http://a.", "a@", "a.", "a/", "(a", "(2019) ", "[1] ",
    "\"Aa ", "a: ", "- a\n", "\n\n", " \n", "a\n", "Aa Aa\n", "Aa (Aa) ", "Aa, Aa and ", "reviewer ",
    "Reviewer for ", "1. ", "pp. 1-",
]  # fmt: skip
ENDS = ("", "!", "\x00a")


def modules(*rooms: str) -> list[ModuleType]:
    """Return the modules of rooms."""
    found = []
    for room in rooms:
        package = importlib.import_module(f"graph_builder.{room}")
        found.append(package)
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            found.append(importlib.import_module(info.name))
    return found


def patterns(module: ModuleType) -> dict[str, re.Pattern[Any]]:
    """Return the patterns of a module: those it keeps by name, in containers too, those written in place by line."""
    found: dict[str, re.Pattern[Any]] = {}
    for name, value in vars(module).items():
        for path, pattern in _inside(name, value, 0):
            found.setdefault(path, pattern)
    known = {(p.pattern, p.flags) for p in found.values()}
    for line, pattern in _written(Path(module.__file__ or "")):
        if (pattern.pattern, pattern.flags) not in known:
            found[f"line {line}"] = pattern
    return found


def _inside(name: str, value: Any, depth: int) -> Iterator[tuple[str, re.Pattern[Any]]]:
    if isinstance(value, re.Pattern):
        yield name, value
    elif depth < 4 and isinstance(value, dict):
        for key, item in value.items():
            yield from _inside(f"{name}[{key!r}]", item, depth + 1)
    elif depth < 4 and isinstance(value, (list, tuple, set, frozenset)) and len(value) < 500:
        for position, item in enumerate(value):
            yield from _inside(f"{name}[{position}]", item, depth + 1)


def _written(path: Path) -> Iterator[tuple[int, re.Pattern[Any]]]:
    """Yield the constant patterns that stand in calls of ``re`` in a file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, (str, bytes))
        ):
            source = ast.unparse(node)
            flags = re.IGNORECASE if "IGNORECASE" in source or "re.I" in source else 0
            yield node.lineno, re.compile(node.args[0].value, flags)


@functools.cache
def _asked(path: Path) -> dict[str, frozenset[str]]:
    """Return the methods that a file calls on each of its names; "passed" where it hands a name on."""
    asked: dict[str, set[str]] = {}
    tree = ast.parse(path.read_text("utf-8"))
    called = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            asked.setdefault(node.value.id, set()).add(node.attr)
            called.add(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "take":
            for pattern in node.args:  # a parser takes what begins where it stands
                if isinstance(pattern, ast.Name):
                    asked.setdefault(pattern.id, set()).add("match")
                    called.add(pattern)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in called:
            asked.setdefault(node.id, set()).add("passed")
    return {name: frozenset(methods) for name, methods in asked.items()}


@functools.cache
def _asked_in_place(path: Path) -> dict[int, frozenset[str]]:
    """Return what is asked of the patterns that stand in calls of ``re`` in a file, by line."""
    asked: dict[int, frozenset[str]] = {}
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    for node in calls:
        if (
            isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
        ):
            asked[node.lineno] = frozenset([node.func.attr])
    for node in calls:
        if isinstance(node.func, ast.Attribute) and isinstance(inner := node.func.value, ast.Call):
            asked.setdefault(inner.lineno, frozenset())
            if asked[inner.lineno] == {"compile"}:
                asked[inner.lineno] = frozenset([node.func.attr])
    return asked


def way(module: ModuleType, name: str, pattern: re.Pattern[Any]) -> Callable[[Any], object]:
    """Return how a pattern of a module is asked: at the beginning of a text only, or at each of its places."""
    path = Path(module.__file__ or "")
    if name.startswith("line "):
        methods = _asked_in_place(path).get(int(name[5:]), frozenset())
    elif "[" in name:
        methods = frozenset()
    elif name.startswith("_"):
        methods = _asked(path).get(name, frozenset())
    else:
        methods = frozenset().union(*(_asked(p).get(name, frozenset()) for p in ROOT.rglob("*.py")))
    if methods and methods <= {"match"}:
        return pattern.match
    if methods and methods <= {"match", "fullmatch"}:
        return pattern.fullmatch
    return lambda text: deque(pattern.finditer(text), 0)


class TooSlow(Exception):
    """A call that used up its time."""


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Stop what runs inside after some seconds of the processor; the engine of ``re`` looks at signals, too."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds_of(call: Callable[[], object], most: float) -> float:
    """Return the processor seconds of a call, or infinity if it takes more than *most*."""
    start = time.process_time()
    try:
        with limit(most):
            call()
    except TooSlow:
        return float("inf")
    return time.process_time() - start


def pumped(size: int, gap: int) -> Iterator[tuple[str, str]]:
    """Yield a label and a string of about *size* characters for each pump and end; white space fills a gap at most."""
    for pump in PUMPS:
        for end in ENDS:
            text = pump * (size // len(pump)) if pump.strip() else f"a{pump * (gap // len(pump))}" * (size // (gap + 1))
            yield f"{pump!r} {end!r}", text + end
