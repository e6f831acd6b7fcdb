"""Patterns passed to ``re`` as text stay few enough for its cache to hold them all."""

from __future__ import annotations

import ast
from pathlib import Path

import graph_builder

CACHE_SIZE = 512
"""How many patterns ``re`` caches. With one more, patterns used in turn are compiled anew for every document."""

PACKAGES = ("model", "read", "extract", "gazetteer")


def passed_as_text(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args:
            of_re = isinstance(call.func.value, ast.Name) and call.func.value.id == "re"
            if of_re and call.func.attr not in ("compile", "escape"):
                found.add(ast.unparse(call.args[0]))
    return found


def test_the_cache_of_re_holds_all_patterns_that_documents_need() -> None:
    root = Path(graph_builder.__file__).parent
    found = {
        pattern
        for package in PACKAGES
        for path in (root / package).rglob("*.py")
        for pattern in passed_as_text(ast.parse(path.read_text("utf-8")))
    }
    # Leave room for the patterns of libraries and for those built from names in a document.
    assert len(found) < CACHE_SIZE - 60, "give the patterns used most a name: NAME = re.compile(...)"
