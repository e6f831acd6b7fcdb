"""Habits that every file keeps: names, documentation, nothing of one machine."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = sorted(p for folder in ("graph_builder", "tests") for p in (ROOT / folder).rglob("*.py"))
TEXT = {".py", ".md", ".toml", ".rq", ".ttl", ".txt", ".json", ".jsonld", ".yml", ".yaml", ".cfg", ".ipynb", ".html"}

TOP = {
    "graph_builder", "ontology", "queries", "notebooks", "tests", "benchmarks", "training", "docs", ".ci",
    ".gitignore",
    "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile",
    "CITATION.cff", "mkdocs.yml", "Dockerfile", ".dockerignore", "compose.yaml", "compose.neo4j.yaml",
}  # fmt: skip


def tracked() -> list[Path]:
    try:
        done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git checkout")
    return [ROOT / name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def listed(problems: Iterable[str]) -> str:
    return "\n  ".join(["", *problems])


def test_the_top_level_holds_only_known_names() -> None:
    new = {path.relative_to(ROOT).parts[0] for path in tracked()} - TOP
    assert not new, f"the top level is fixed; move {', '.join(sorted(new))} into one of its folders"


def test_no_file_defines_a_name_twice() -> None:
    # Two branches may each add a constant of the same name: after the merge the first one is lost.
    problems = []
    for path in (p for p in CODE if p.is_relative_to(ROOT / "graph_builder")):
        names: Counter[str] = Counter()
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names.update(target.id for target in targets if isinstance(target, ast.Name))
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                names[node.name] += 1
        problems += [f"{path.relative_to(ROOT)}: {name}" for name, count in names.items() if count > 1 and name != "_"]
    assert not problems, "defined twice in one file:" + listed(problems)


def test_no_file_names_a_path_of_one_machine() -> None:
    pattern = re.compile(r"/(?:work|tmp|root|Users)/[\w.]|/home/\w+/|[A-Z]:\\\\Users")
    problems = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in tracked()
        if (path.suffix in TEXT or path.name in ("Makefile", "run")) and path != Path(__file__)
        for match in pattern.finditer(path.read_text("utf-8", "replace"))
    ]
    assert not problems, "write paths relative to the project:" + listed(problems)


def test_nothing_is_left_to_do() -> None:
    pattern = re.compile(r"#.*\b(?:TODO|FIXME|XXX|HACK)\b")
    problems = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in CODE
        if path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not problems, "finish these or file an issue:" + listed(problems)


def test_every_package_has_a_docstring() -> None:
    packages = sorted((ROOT / "graph_builder").rglob("__init__.py"))
    missing = [str(p.relative_to(ROOT)) for p in packages if not p.read_text("utf-8").startswith('"""')]
    assert not missing, "say in its first line what the package is for:" + listed(missing)


def test_the_changelog_has_an_entry_for_this_version() -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert version
    assert re.search(rf"^## \[{re.escape(version[1])}\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
