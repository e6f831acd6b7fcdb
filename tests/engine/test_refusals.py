"""What the engine does not do, it says: nothing is left out in silence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from graph_builder.cli import app
from graph_builder.engine import EngineError, SparkSettings, build_on_spark, session


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "ada.md"
    path.write_text("# Ada Lovelace\n")
    return path


@pytest.fixture(autouse=True)
def checked(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Let tests of refusals run where Spark is missing, but for those of just that."""
    if "missing" not in request.node.name:
        monkeypatch.setattr("graph_builder.engine.build.check", lambda: None)


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=True)
    return done.exit_code, done.output + (str(done.exception) if done.exception else "")


@pytest.mark.parametrize("name", ["pyspark", "pyarrow"])
def test_a_missing_extra_is_an_error(name: str, monkeypatch: pytest.MonkeyPatch, page: Path, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(EngineError, match=r"pip install 'graph-builder\[spark\]'"):
        build_on_spark([page], tmp_path / "kg", tmp_path / "quads", SparkSettings("local[1]"))
    assert not (tmp_path / "quads").exists()


def test_a_missing_java_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pyspark", reason="PySpark is not installed")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineError, match="Java 17"):
        session.check()


def test_a_store_that_is_there_is_not_brought_up_to_date(page: Path, tmp_path: Path) -> None:
    store = tmp_path / "kg"
    store.mkdir()
    (store / "CURRENT").write_text("1")
    with pytest.raises(EngineError, match="brings none up to date"):
        build_on_spark([page], store, tmp_path / "quads", SparkSettings())


def test_files_are_not_written_among_others(page: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="not an empty folder"):
        build_on_spark([page], tmp_path / "kg", tmp_path, SparkSettings())


@pytest.mark.parametrize("load", [True, False])
def test_decisions_are_not_passed_over(load: bool, page: Path, tmp_path: Path) -> None:
    from graph_builder.model import Anchor, Decision, DecisionKind, EntityKind
    from graph_builder.store import append_decisions

    one = (Anchor("ada.md", "Ada Lovelace"),)
    rename = Decision(DecisionKind.RENAME, "Ada", "2026-01-31", id="1", of=EntityKind.PERSON, one=one, name="Ada")
    append_decisions(tmp_path / "kg", rename)
    with pytest.raises(EngineError, match="does not carry them out"):
        build_on_spark([page], tmp_path / "kg", tmp_path / "quads", SparkSettings(), load=load)


def test_pages_are_not_fetched(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="fetches no pages"):
        build_on_spark(["https://example.org/"], tmp_path / "kg", tmp_path / "quads", SparkSettings())


def test_nothing_to_build_is_an_error(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(EngineError, match="nothing to build"):
        build_on_spark([empty], tmp_path / "kg", tmp_path / "quads", SparkSettings())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--engine", "spark", "--follow"], "--follow is of the embedded engine"),
        (["--engine", "spark", "--workers", "0"], "--workers is of the embedded engine"),
        (["--engine", "spark", "--llm-url", "http://127.0.0.1:1"], "--llm-url is of the embedded engine"),
        (["--engine", "spark", "--spark-conf", "spark.ui.port"], "write it as name=value"),
        (["--master", "local[2]"], "need --engine spark"),
        (["--no-load"], "need --engine spark"),
        (["--partitions", "3"], "need --engine spark"),
    ],
)
def test_options_of_the_other_engine_are_refused(options: list[str], message: str, page: Path, tmp_path: Path) -> None:
    status, output = run("build", page, "--store", tmp_path / "kg", *options)
    assert status == 2
    assert message in output
