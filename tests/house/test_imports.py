"""Imports point down the floors of the house, and no files import each other in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "graph_builder"

STAGES = {"read", "extract", "resolve", "graph", "store"}
"""The packages of one stage each: none imports another."""

ALLOWED: dict[str, set[str]] = {
    "model": set(),
    "process_pool": {"model"},
    "http": {"model"},
    "gazetteer": {"model"},
    "read": {"http", "model"},
    "extract": {"model", "gazetteer"},
    "resolve": {"model", "gazetteer", "process_pool"},
    "graph": {"model"},
    "store": {"model"},
    "query": {"store", "graph", "model"},
    "pipeline": {*STAGES, "gazetteer", "http", "model", "process_pool"},
    # Tasks on a cluster, in the place of the pool.
    "spark": {"process_pool", "model"},
    # People's decisions become examples, and what is learned from them is measured by extraction.
    "teach": {"pipeline", "extract", "resolve", "store", "model"},
    # The prefixes and the JSON-LD context are those of the graph: an export with its own copy could disagree.
    # What is exported of one thing is read as its page reads it.
    "export": {"explore", "query", "store", "graph", "http", "model"},
    "explore": {"query", "store", "model"},
    "graphs": {"notebook", "explore", "export", "query", "store", "model"},
    # The calls that the widget answers are those of the explorer's page.
    "notebook": {"serve", "explore", "store", "model"},
    "serve": {"pipeline", "explore", "export", "query", "store", "graph", "model", "process_pool"},
    "cli": {
        "serve", "spark", "teach", "pipeline", "gazetteer", "explore", "export", "query", "store", "graph", "graphs",
        "process_pool", "model",
    },
    "__main__": {"cli"},
    "__init__": {"pipeline", "graphs", "model"},
    "samples": set(),
}  # fmt: skip
"""What each package may import of the other packages."""

INSIDE: dict[str, set[str]] = {
    "explore/network": {"explore/things"},
    "explore/pictures": {"explore/things"},
    "explore/profiles": {"explore/things"},
    "explore/things": set(),
    "extract/layout": set(),
    "extract/llm": {"extract", "extract/normalise", "extract/structured", "extract/subject"},
    "extract/normalise": set(),
    "extract/structured": {"extract", "extract/layout", "extract/normalise"},
    "extract/subject": {"extract", "extract/layout", "extract/normalise"},
    "extract/tagger": {"extract", "extract/layout", "extract/normalise", "extract/structured", "extract/subject"},
    "gazetteer/registry": {"gazetteer"},
    "pipeline/lists": set(),
    "query/index": {"query"},
    "read/data": {"read", "read/html"},
    "read/html": {"read", "read/data", "read/markdown", "read/plain"},
    "read/latex": {"read"},
    "read/markdown": {"read", "read/data", "read/html"},
    "read/pdf": {"read"},
    "read/plain": {"read", "read/data", "read/latex", "read/markdown"},
    "read/records": set(),
    "read/services": {"read/records"},
    "read/web": {"read"},
    "resolve/incremental": {"resolve"},
}
"""What each sub-package may import of its own package; "read" stands for the files directly in read/."""

Import = tuple[int, str]
"""A line and the file of ours that it imports, as "read/docx"."""


def name_of(path: Path) -> str:
    """Return the short name of a file: "read/docx" for graph_builder/read/docx.py, "read" for its __init__.py."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return "/".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def file_of(parts: list[str]) -> Path | None:
    """Return the file of a dotted name below graph_builder, or nothing if it names no module."""
    place = PACKAGE.joinpath(*parts)
    return next((p for p in (place.with_suffix(".py"), place / "__init__.py") if p.is_file()), None)


def imports(path: Path) -> Iterator[Import]:
    """Yield each import of ours in a file, also those inside functions and below TYPE_CHECKING."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports from the root"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for root, *rest in (name.split(".") for name in names):
            if root == "graph_builder":
                found = file_of(rest) or file_of(rest[:-1])
                assert found, f"{path}:{node.lineno}: there is no module for graph_builder.{'.'.join(rest)}"
                yield node.lineno, name_of(found)


@cache
def all_imports() -> dict[str, list[Import]]:
    """Return the imports of each file of a package; a script beside the packages is none."""
    files = (path for path in sorted(PACKAGE.rglob("*.py")) if path.with_name("__init__.py").is_file())
    return {name_of(path): list(imports(path)) for path in files}


def package_of(name: str) -> str:
    return name.split("/")[0]


def sub_package_of(name: str) -> str:
    """Return the folder of a file, two levels deep at most: "read/records", or "read" for a file directly in it."""
    first, *rest = name.split("/")
    return f"{first}/{rest[0]}" if rest and (PACKAGE / first / rest[0]).is_dir() else first


def listed(problems: Iterable[str]) -> str:
    return "\n  ".join(["", *problems])


def test_imports_point_down() -> None:
    unknown = {package_of(name) for name in all_imports()} - set(ALLOWED)
    assert not unknown, f"new packages: say in ALLOWED what {', '.join(sorted(unknown))} may import"
    wrong = [
        f"graph_builder/{name}, line {line}: {package_of(name)} may not import {other}"
        for name, found in all_imports().items()
        for line, other in found
        if package_of(other) not in ALLOWED[package_of(name)] | {package_of(name)}
    ]
    assert not wrong, listed(wrong)


def test_sub_packages_import_only_what_the_table_allows() -> None:
    present = {sub for name in all_imports() if "/" in (sub := sub_package_of(name))}
    new, gone = present - set(INSIDE), set(INSIDE) - present
    assert not new, f"new sub-packages: say in INSIDE what {', '.join(sorted(new))} may import of its own package"
    assert not gone, f"sub-packages that are gone: take {', '.join(sorted(gone))} out of INSIDE"
    wrong = [
        f"graph_builder/{name}, line {line}: {own} may not import {other}"
        for name, found in all_imports().items()
        if (own := sub_package_of(name)) in INSIDE
        for line, other in found
        if package_of(other) == package_of(name) and sub_package_of(other) not in INSIDE[own] | {own}
    ]
    assert not wrong, listed(wrong)


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = nx.DiGraph([(name, other) for name, found in all_imports().items() for _, other in found if other != name])
    circles = [c for c in nx.strongly_connected_components(graph) if len(c) > 1]
    found = [" -> ".join([pair[0] for pair in nx.find_cycle(graph.subgraph(circle))] + ["..."]) for circle in circles]
    assert not found, "these files import each other; move what they share into one of them or into a third:" + listed(
        found
    )


def test_no_stage_imports_another() -> None:
    assert not [stage for stage in STAGES if ALLOWED[stage] & STAGES]


def test_all_forms_of_imports_are_found(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text(
        "import graph_builder.read\nimport graph_builder\n"
        "if TYPE_CHECKING:\n    from graph_builder.store import Store\n"
        "def f():\n    from graph_builder.model import text\n"
    )
    assert sorted(imports(file)) == [(1, "read"), (2, "__init__"), (4, "store"), (6, "model/text")]
