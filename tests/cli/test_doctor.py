"""The command that checks the environment, against environments that lack something."""

from __future__ import annotations

import shutil
import tomllib
from collections import namedtuple
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graph_builder.cli import app
from graph_builder.cli import doctor as checks
from graph_builder.cli.doctor import Check, State
from graph_builder.pipeline import build

Usage = namedtuple("Usage", "total used free")


def doctor(*words: str) -> Result:
    return CliRunner().invoke(app, ["doctor", *words], standalone_mode=False)


def states(found: list[Check]) -> dict[str, State]:
    return {check.name: check.state for check in found}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    (tmp_path / "ada.md").write_text("# Ada Byrne\n\n## Research Interests\n\n- Databases\n", "utf-8")
    build([tmp_path / "ada.md"], tmp_path / "kg", workers=0)
    return tmp_path / "kg"


def test_a_whole_environment_is_ok(store: Path) -> None:
    done = doctor("--store", str(store))
    assert done.return_value == 0, done.output
    lines = dict(line.split(maxsplit=2)[1::-1] for line in done.stdout.splitlines() if " extra " not in line)
    for name in ("dependencies", "queries", "ontology", "extractors", "gazetteer", "store", "disk"):
        assert lines[name] == "ok", done.output
    assert "store           1 sources" in done.stdout


def test_a_missing_dependency_is_named_with_the_command_that_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def requires(_name: str) -> list[str]:
        return ["click>=8", "no-such-thing>=2", "numpy>=99", "absent-too>=1; extra == 'pandas'", "click; extra == 'x'"]

    monkeypatch.setattr(metadata, "requires", requires)
    own, pandas, other = checks.dependencies()
    assert own.state is State.MISSING
    assert "no-such-thing is not installed" in own.what
    assert "is not >=99" in own.what
    assert "click" not in own.what
    assert (pandas.state, pandas.advice) == (State.OPTIONAL, "get it with: pip install 'graph-builder[pandas]'")
    assert pandas.what == "only for data frames and Parquet: absent-too is not installed"
    assert other.state is State.OK
    done = doctor()
    assert done.return_value == 1
    assert "missing" in done.stdout


def test_an_extra_that_does_not_load_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_name: str) -> None:
        raise OSError("libladybug.so: cannot open shared object file")

    monkeypatch.setattr(metadata, "requires", lambda _name: ["ladybug; extra == 'ladybug'"])
    monkeypatch.setattr(metadata, "version", lambda _name: "0.22.0")
    monkeypatch.setattr(checks, "import_module", broken)
    _, ladybug = checks.dependencies()
    assert ladybug.state is State.OPTIONAL
    assert "does not load (libladybug.so: cannot open" in ladybug.what


def test_every_extra_says_what_needs_it() -> None:
    with (Path(__file__).parents[2] / "pyproject.toml").open("rb") as file:
        assert set(checks.WHAT_FOR) == set(tomllib.load(file)["project"]["optional-dependencies"])


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10, 9, 1))
    (found,) = checks.disk(tmp_path / "not" / "yet")
    assert found.state is State.MISSING


def test_a_damaged_store_is_reported(store: Path, tmp_path: Path) -> None:
    objects = sorted((store / "objects").rglob("*.gz"))
    assert len(objects) == 3, "text, facts and links"
    for path in objects:
        whole = path.read_bytes()
        path.write_bytes(b"broken")
        (found,) = checks.stored(store)
        assert found.state is State.MISSING
        assert "ada.md" in found.what
        path.write_bytes(whole)
    (whole_again,) = checks.stored(store)
    assert whole_again.state is State.OK
    (absent,) = checks.stored(tmp_path / "none")
    assert absent.state is State.MISSING


def test_a_damaged_list_is_reported(tmp_path: Path) -> None:
    (tmp_path / "ror.gazetteer").write_bytes(b"no database at all")
    assert State.MISSING in states(list(checks.gazetteers(tmp_path))).values()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_commands(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(app, prog_name="graph-builder", env={"_GRAPH_BUILDER_COMPLETE": f"{shell}_source"})
    assert "_GRAPH_BUILDER_COMPLETE" in done.output
    words = {"COMP_WORDS": "graph-builder doc", "COMP_CWORD": "doc" if shell == "fish" else "1"}
    variables = {"_GRAPH_BUILDER_COMPLETE": f"{shell}_complete", **words}
    assert "doctor" in CliRunner().invoke(app, prog_name="graph-builder", env=variables).output
