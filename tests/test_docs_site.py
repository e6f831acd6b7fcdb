"""The documentation site: generated pages are what the code says, and the site builds without a warning."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    sys.path.insert(0, str(DOCS))
    try:
        spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(DOCS))
    return module


def test_generated_pages_are_what_the_code_says(generator: ModuleType) -> None:
    for name, content in generator.pages().items():
        assert (DOCS / name).read_text("utf-8") == content, f"{name}: python docs/generate.py"


def test_every_command_and_query_has_a_section(generator: ModuleType) -> None:
    from graph_builder.cli import app
    from graph_builder.query.catalogue import catalogue

    commands, queries = generator.commands(), generator.queries()
    assert [name for name in app.commands if f"\n## graph-builder {name}\n" not in commands] == []
    assert [query.name for query in catalogue() if f"\n## {query.name} " not in queries] == []


def test_a_decision_is_a_short_dated_record() -> None:
    numbers = []
    for path in sorted((DOCS / "decisions").glob("0*.md")):
        title, _, date = path.read_text("utf-8").split("\n")[:3]
        text = path.read_text("utf-8")
        number = int(path.name[:4])
        numbers.append(number)
        assert title.startswith(f"# {number}. "), f"{path.name}: begin with '# {number}. Title'"
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", date), f"{path.name}: put the date into the third line"
        assert all(f"**{part}.**" in text for part in ("Context", "Decision", "Consequences")), path.name
        assert len(text.splitlines()) <= 60, f"{path.name}: a record is short; figures belong into RESULTS.md"
    assert len(numbers) == len(set(numbers)), "two records have one number"


def test_links_into_the_project_lead_somewhere() -> None:
    pages = [
        *DOCS.rglob("*.md"),
        *ROOT.glob("*.md"),
        *(ROOT / "benchmarks").glob("*.md"),
        ROOT / "training" / "README.md",
    ]
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8"))]
    gone = [
        f"{page.relative_to(ROOT)}: {link}"
        for page, link in links
        if ":" not in link and not (page.parent / link).exists()
    ]
    assert len(links) > 100
    assert gone == [], "these links lead nowhere"


def test_every_page_is_reached() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    pages -= {path.relative_to(DOCS).as_posix() for path in (DOCS / "decisions").glob("0*.md")}  # listed by their index
    named = set(filter(lambda word: word.endswith(".md"), str(yaml.safe_load(_nav())).replace("'", " ").split()))
    assert pages == named


def _nav() -> str:
    return (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2].partition("\nnot_in_nav:")[0]


@pytest.mark.slow
def test_the_site_builds_strictly_and_asks_nobody(tmp_path: Path) -> None:
    pytest.importorskip("material", reason="needs the extra docs")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    start = (tmp_path / "site" / "index.html").read_text("utf-8")
    for host in ("fonts.googleapis.com", "fonts.gstatic.com", "unpkg.com", "cdn"):
        assert host not in start
