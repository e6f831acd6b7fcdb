"""Data flow right and imports point down: every import of ours stands in this table."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "graph_builder"

SISTERS = {"read", "extract", "resolve", "graph", "store"}
ALLOWED: dict[str, set[str]] = {
    "model": set(),
    "gazetteer": {"model"},
    "read": {"model"},
    "extract": {"model", "gazetteer"},
    "resolve": {"model", "gazetteer"},
    "graph": {"model"},
    "store": {"model"},
    "query": {"store", "model"},
    "pipeline": {*SISTERS, "gazetteer", "model"},
    # The same stages in another place: what is done where, in the order of the pipeline.
    "engine": {"pipeline", *SISTERS, "gazetteer", "model"},
    # The prefixes and the JSON-LD context are those of the graph: an export that had its own could disagree.
    "export": {"query", "store", "graph", "model"},
    "explore": {"query", "store", "model"},
    "graphs": {"explore", "export", "query", "store", "model"},
    # Requests come in, calls go out: the web application stands where the command line does.
    "serve": {"pipeline", "explore", "export", "query", "store", "graph", "model"},
    "cli": {
        "serve",
        "engine",
        "pipeline",
        "gazetteer",
        "explore",
        "export",
        "query",
        "store",
        "graph",
        "graphs",
        "model",
    },
    "__main__": {"cli"},
    "__init__": {"pipeline", "graphs", "model"},
    "samples": set(),
}


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and room of each import of ours, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports from the root"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            root, *rest = name.split(".")
            if root == "graph_builder":
                yield node.lineno, rest[0] if rest else "__init__"


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_point_down(path: Path) -> None:
    room = room_of(path)
    assert room in ALLOWED, f"{room} is a new room: give it a line in the table and a paragraph in DECISIONS.md"
    wrong = [f"line {line}: {other}" for line, other in imports(path) if other not in ALLOWED[room] | {room}]
    assert not wrong, f"{path.name} may not import {', '.join(wrong)}"


def test_every_room_of_the_table_that_is_a_sister_stays_one() -> None:
    for room in SISTERS:
        assert not ALLOWED[room] & SISTERS


def test_the_reading_of_imports_sees_all_forms(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text(
        "import graph_builder.read\nimport graph_builder\n"
        "if TYPE_CHECKING:\n    from graph_builder.store import Store\n"
        "def f():\n    from graph_builder import query\n"
    )
    assert sorted(imports(file)) == [(1, "read"), (2, "__init__"), (4, "store"), (6, "query")]
