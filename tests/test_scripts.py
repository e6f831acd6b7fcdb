"""Benchmarks and trainers, which no other test runs, import only what the package has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = sorted(path for folder in ("benchmarks", "training") for path in (ROOT / folder).rglob("*.py"))


_EXTRAS = ("torch", "onnx")  # of the extra train, which tests go without


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Yield module and name of each import of ours."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "graph_builder":
            yield from ((node.module or "", alias.name) for alias in node.names)


def exists(module: str, name: str) -> bool:
    try:
        if hasattr(import_module(module), name):
            return True
        import_module(f"{module}.{name}")
    except ImportError as error:
        return error.name in _EXTRAS
    return True


def test_scripts_import_what_exists() -> None:
    wanted = [(path, *names) for path in SCRIPTS for names in imported(path)]
    assert len(wanted) > 100
    gone = [f"{path.relative_to(ROOT)}: {module}.{name}" for path, module, name in wanted if not exists(module, name)]
    assert gone == [], "update these imports"
