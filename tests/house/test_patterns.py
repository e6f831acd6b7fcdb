"""Patterns that functions give as text are compiled once only as long as ``re`` keeps them all."""

from __future__ import annotations

import ast
from pathlib import Path

import graph_builder

KEPT = 512
"""Patterns that ``re`` keeps; one more, and those asked for in turn are compiled again and again, for each document."""

ROOMS = ("model", "read", "extract", "gazetteer")


def given_as_text(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args:
            of_re = isinstance(call.func.value, ast.Name) and call.func.value.id == "re"
            if of_re and call.func.attr not in ("compile", "escape"):
                found.add(ast.unparse(call.args[0]))
    return found


def test_documents_need_fewer_patterns_than_are_kept() -> None:
    root = Path(graph_builder.__file__).parent
    found = {
        pattern
        for room in ROOMS
        for path in (root / room).rglob("*.py")
        for pattern in given_as_text(ast.parse(path.read_text("utf-8")))
    }
    # Besides these there are those of libraries and those that hold a name of the document.
    assert len(found) < KEPT - 60, "give patterns that are asked for most a name: NAME = re.compile(...)"
