"""The recipes of docs/recipes.md, from top to bottom in one folder; what a block prints stands below it.

``python tests/test_docs_recipes.py`` writes what the commands and the examples print now into the page.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import tempfile
from pathlib import Path

import pytest

from graph_builder.cli import app
from tests.test_readme import as_shown

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "recipes.md"
BLOCK = re.compile(r"^```(?P<language>\w+)(?: (?P<name>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def run(commands: str) -> str:
    """Return what commands print."""
    printed = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="")
    for line in commands.splitlines():
        program, *words = shlex.split(line)
        assert program == "graph-builder", line
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            app(words, standalone_mode=False)
    printed.flush()
    return printed.buffer.getvalue().decode().replace("\r\n", "\n")  # type: ignore[attr-defined]


def play() -> str:
    """Return the page with what its blocks print, run in the current folder."""
    shutil.copytree(ROOT / "graph_builder" / "samples", "samples")
    last, names = "", {}

    def played(block: re.Match[str]) -> str:
        nonlocal last
        language, name, text = block["language"], block["name"], block["text"]
        if language == "bibtex":
            Path(name).write_text(text)
        elif language == "shell" and not name:
            last = run(text)
        elif language == "text":
            text = last
        elif language == "python":
            text = answered(text, names)
        return f"```{language}{f' {name}' if name else ''}\n{text}```"

    return BLOCK.sub(played, PAGE.read_text("utf-8"))


def answered(text: str, names: dict[str, object]) -> str:
    """Return examples with what they print."""
    out = ""
    for example in doctest.DocTestParser().get_examples(text):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example.source, "recipe", "single"), names)
        first, *rest = example.source.splitlines(keepends=True)
        out += f">>> {first}" + "".join(f"... {line}" for line in rest) + printed.getvalue()
    return out


@pytest.mark.usefixtures("tagger_on")
def test_recipes_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    page = PAGE.read_text("utf-8")
    assert as_shown(page, play()) == page, "if this is right, write it with: python tests/test_docs_recipes.py"
    for name in ("coauthors.html", "group.html", "group.gexf", "neighbourhood.gexf"):
        assert Path(name).stat().st_size > 200, name


if __name__ == "__main__":
    os.environ |= {"COLUMNS": "120", "NO_COLOR": "1", "GRAPH_BUILDER_TAGGER": "on"}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        PAGE.write_text(play(), "utf-8")
