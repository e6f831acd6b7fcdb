"""The README: its commands run, print what it says they print, and its files exist.

``python tests/test_readme.py`` writes what they print now into the README; read the difference before keeping it.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
UNSTEADY = re.compile(r"\b[01]\.\d\d\b|(?<=^facts {14})\d+$", re.MULTILINE)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and where the text stands in the README."""

    language: str
    text: str
    start: int
    end: int


def blocks() -> list[Block]:
    found = BLOCK.finditer(README.read_text("utf-8"))
    return [Block(m.group(1), m.group(2), m.start(2), m.end(2)) for m in found]


def run(block: Block, folder: Path) -> str:
    """Return what a block of commands prints, errors apart."""
    printed = ""
    for line in block.text.splitlines():
        words = shlex.split(line)
        assert words[0] == "graph-builder", f"only graph-builder in blocks of commands, not {line}"
        done = subprocess.run(
            [sys.executable, "-m", "graph_builder", *words[1:]],
            cwd=folder,
            env={
                **os.environ,
                "GRAPH_BUILDER_TAGGER": "on",
                "COLUMNS": "140",
                "NO_COLOR": "1",
                "PYTHONPATH": str(ROOT),
            },
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        # A build and a drawing report on the other stream, so that what they print can be piped.
        printed += done.stdout or (done.stderr if words[1] == "build" else "")
    return "".join(f"{line.rstrip()}\n" for line in printed.splitlines())


def play(folder: Path) -> list[tuple[Block, str]]:
    """Run all commands of the README in order; return the blocks of output with what should stand there."""
    shutil.copytree(ROOT / "graph_builder" / "samples", folder / "samples")
    outputs, printed = [], ""
    for block in blocks():
        if block.language == "sparql":
            (folder / "question.rq").write_text(block.text, "utf-8")
        elif block.language == "shell":
            printed = run(block, folder)
        elif block.language == "text":
            outputs.append((block, printed))
    return outputs


def as_shown(page: str, printed: str) -> str:
    """Return what was printed with the numbers of a page where processors differ.

    These are confidences that are .02 off at most, and counts of facts that are two off: some are just likely enough.
    """
    shown = iter(UNSTEADY.findall(page))

    def own(found: re.Match[str]) -> str:
        other = next(shown, found[0])
        return other if abs(float(other) - float(found[0])) < (0.025 if "." in found[0] else 2.5) else found[0]

    return UNSTEADY.sub(own, printed)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readme")


def test_commands_print_what_the_readme_says(folder: Path) -> None:
    outputs = play(folder)
    assert len(outputs) > 5
    for block, printed in outputs:
        assert block.text == as_shown(block.text, printed), "if this is right: python tests/test_readme.py"
    for name in ("alibaba.html", "graph.gexf", "kg.ttl"):
        assert (folder / name).stat().st_size > 1000


@pytest.mark.usefixtures("tagger_on")
def test_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "graph_builder" / "samples", tmp_path / "samples")
    monkeypatch.chdir(tmp_path)
    (block,) = [block for block in blocks() if block.language == "python"]
    wrong: list[str] = []
    test = doctest.DocTestParser().get_doctest(block.text, {}, "README", str(README), 0)
    doctest.DocTestRunner().run(test, out=wrong.append)
    assert not wrong, "".join(wrong)


def test_picture_is_small() -> None:
    assert 10_000 < (ROOT / "docs" / "samples.png").stat().st_size < 300_000


def write() -> None:
    """Put what the commands print now into the README."""
    text = README.read_text("utf-8")
    with tempfile.TemporaryDirectory() as name:
        for block, printed in reversed(play(Path(name))):
            text = text[: block.start] + printed + text[block.end :]
    README.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
