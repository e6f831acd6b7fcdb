"""Files keep to the house: their length, what they may name, what stands at the top."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from graph_builder.query import catalogue

ROOT = Path(__file__).resolve().parents[2]
CODE = sorted(p for room in ("graph_builder", "tests") for p in (ROOT / room).rglob("*.py"))
TEXT = {".py", ".md", ".toml", ".rq", ".ttl", ".txt", ".json", ".jsonld", ".yml", ".yaml", ".cfg", ".ipynb", ".html"}

TOP = {
    "graph_builder", "ontology", "queries", "notebooks", "tests", "benchmarks", "training", "docs", ".ci",
    ".gitignore",
    "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "DECISIONS.md", "Makefile",
    "CITATION.cff", "mkdocs.yml",
}  # fmt: skip


def tracked() -> list[Path]:
    try:
        done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no checkout of git")
    return [ROOT / name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_only_known_names_stand_at_the_top() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= TOP


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_file_of_code_is_longer_than_400_lines(path: Path) -> None:
    lines = path.read_text("utf-8").count("\n")
    assert lines <= 400, "split it"


def test_no_name_stands_for_two_things_in_a_file() -> None:
    # Two changes of one file may each bring a constant of the same name: the one that comes first is lost.
    twice = []
    for path in (p for p in CODE if p.is_relative_to(ROOT / "graph_builder")):
        names: Counter[str] = Counter()
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names.update(target.id for target in targets if isinstance(target, ast.Name))
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                names[node.name] += 1
        twice += [f"{path.relative_to(ROOT)}: {name}" for name, count in names.items() if count > 1 and name != "_"]
    assert twice == []


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    pattern = re.compile(r"/(?:work|tmp|root|Users)/[\w.]|/home/\w+/|[A-Z]:\\\\Users")
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in tracked()
        if path.suffix in TEXT or path.name in ("Makefile", "run")
        for match in pattern.finditer(path.read_text("utf-8", "replace"))
    ]
    allowed = [line for line in found if line.startswith("tests/house/test_files.py")]
    assert sorted(set(found) - set(allowed)) == []


def test_nothing_is_left_to_do() -> None:
    pattern = re.compile(r"#.*\b(?:TODO|FIXME|XXX|HACK)\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in CODE
        if path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("path", sorted((ROOT / "queries").glob("*.rq")), ids=lambda path: path.stem)
def test_every_query_says_what_it_asks(path: Path) -> None:
    query = next(each for each in catalogue() if each.name == path.stem)
    assert query.title, "no title"
    assert query.description, "no description"
    assert query.columns or re.search(r"^\s*(?:CONSTRUCT|DESCRIBE|ASK)\b", query.text, re.MULTILINE), "no columns"
    triples = re.search(r"^\s*(?:CONSTRUCT|DESCRIBE)\b", query.text, re.MULTILINE)  # their columns are those of triples
    for column in query.columns if not triples else ():
        assert re.search(rf"\?{column.name}\b", query.text), f"?{column.name} is not in the query"
    for parameter in query.parameters:
        assert parameter.example, f"{parameter.name} has no example"
        assert re.search(rf"[?$]{parameter.name}\b", query.text), f"?{parameter.name} is not in the query"


def test_every_package_has_a_docstring() -> None:
    for path in sorted((ROOT / "graph_builder").rglob("__init__.py")):
        assert path.read_text("utf-8").startswith('"""'), path


def test_the_list_of_changes_has_an_entry_for_this_version() -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert version
    assert re.search(rf"^## \[{re.escape(version[1])}\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
