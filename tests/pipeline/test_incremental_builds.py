"""Files of records that are added and forgotten one by one: the graph is that of one build of what is there."""

from __future__ import annotations

import json
import random
import shutil
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_builder import build, forget
from graph_builder.model import DecisionError
from graph_builder.pipeline import (
    Signature,
    correct,
    default_stages,
    merge,
    pin,
    reject,
    rename,
    resolution,
    review,
    split,
    undo,
    writing,
)
from graph_builder.store import draft
from graph_builder.store.decisions import decisions_path
from graph_builder.store.store import Store

FAMILIES = ["Holt", "Wei", "Brandt", "Lin", "Ek", "Okoro", "Varga", "Chen", "Wang", "Li"]
GIVEN = ["Mira", "Jun", "Otto", "Yan", "Yue", "Ada", "Bo", "M.", "Y.", "J. K."]
PLACES = ["University of Oslo", "Acme Robotics", "ETH Zurich", "Example Institute of Weaving, Looms Lab"]
WORDS = "sparse graphs looms lanterns fog study learning deep weaving threads signals maps".split()


def records(seed: int, count: int) -> list[dict[str, object]]:
    rng = random.Random(seed)
    made = []
    for number in range(count):
        authors = {(rng.choice(GIVEN), rng.choice(FAMILIES)) for _ in range(rng.randint(1, 4))}
        made.append(
            {
                "id": f"{seed}-{number}",
                "type": "paper-conference",
                "title": " ".join(rng.choices(WORDS, k=rng.randint(2, 5))).capitalize(),
                "container-title": rng.choice(["TOYCONF", "Journal of Looms", "NeurIPS"]),
                "author": [
                    {"given": given, "family": family, "affiliation": [{"name": rng.choice(PLACES)}]}
                    for given, family in sorted(authors)
                ],
                "issued": {"date-parts": [[rng.randint(2015, 2024)]]},
            }
        )
    return made


def write(folder: Path, name: str, seed: int, count: int) -> Path:
    path = folder / f"{name}.csl.json"
    path.write_text(json.dumps(records(seed, count)))
    return path


def quads(store: Path) -> list[str]:
    return sorted(map(str, Store.open(store).snapshot()))


def same_as_clean(folder: Path, store: Path) -> None:
    with tempfile.TemporaryDirectory() as clean:
        if decisions_path(store).exists():
            shutil.copy(decisions_path(store), clean)
        build([folder], Path(clean, "kg"), workers=0)
        found, wanted = Store.open(store), Store.open(Path(clean, "kg"))
        assert quads(store) == quads(Path(clean, "kg"))
        assert found.manifest.totals == wanted.manifest.totals
        assert found.sources() == wanted.sources()


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Have what resolution goes by kept of few claims, too, and tell of each build whether it went by that."""
    went: list[bool] = []
    found = resolution.resolve_changed

    def noted(*args: Any) -> Any:
        made = found(*args)
        went.append(made is not None)
        return made

    monkeypatch.setattr(resolution, "LARGE", 10)
    monkeypatch.setattr(resolution, "CHANGED", 0.9)
    monkeypatch.setattr(resolution, "resolve_changed", noted)
    # In this process, so that it can be seen.
    monkeypatch.setattr(resolution, "run", lambda tasks, work, **_: [(task, work(task)) for task in tasks])
    return went


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.integers(0, 5)), min_size=2, max_size=5))
def test_adding_and_forgetting_incrementally(kept: list[bool], steps: list[tuple[str, bool, int]]) -> None:
    with tempfile.TemporaryDirectory() as work, mock.patch("os.fsync"):
        folder, store = Path(work, "data"), Path(work, "kg")
        folder.mkdir()
        write(folder, "first", 99, 15)
        build([folder], store, workers=0)
        kept.clear()
        changes = 0
        for name, writes, seed in steps:
            path = folder / f"{name}.csl.json"
            if writes:
                report = build([write(folder, name, seed, 8)], store, workers=0)
                changes += report.added + report.changed
            elif path.exists():
                forget(store, path.name)
                path.unlink()
                changes += 1
        assert kept == [True] * changes
        same_as_clean(folder, store)


BY = Signature("Ada", "2026-01-01", "for once")


def decide(store: Path, what: str, seed: int) -> None:
    """Make a decision about things and facts of a store that a number chooses; one that cannot be is left out."""
    nodes = sorted({str(quad.subject)[1:-1] for quad in Store.open(store).snapshot()})
    rng = random.Random(seed)
    one, other, fact = (
        rng.choice([node for node in nodes if f"/{part}/" in node]) for part in ("person", "person", "fact")
    )
    with suppress(DecisionError):
        if what == "merge":
            merge(store, one, other, BY)
        elif what == "split":
            source = rng.choice(Store.open(store).sources()).id
            split(store, one, BY, source=source)
        elif what == "rename":
            rename(store, one, f"Somebody {seed}", BY)
        elif what == "pin":
            pin(store, one, BY, other.rsplit("/", 1)[1])
        elif what == "reject":
            reject(store, fact, BY)
        elif what == "correct":
            correct(store, fact, BY, values={"year": "2001"})
        else:
            undo(store, BY)


DECISIONS = ("merge", "merge", "split", "rename", "pin", "reject", "correct", "undo")


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from((*DECISIONS, "write")), st.integers(0, 99)), min_size=3, max_size=6))
def test_decisions_and_documents_in_any_order(kept: list[bool], steps: list[tuple[str, int]]) -> None:
    """Whatever is decided and added, only what it bears on is resolved, and the graph is that of a clean build."""
    with tempfile.TemporaryDirectory() as work, mock.patch("os.fsync"):
        folder, store = Path(work, "data"), Path(work, "kg")
        folder.mkdir()
        write(folder, "first", 99, 15)
        build([folder], store, workers=0)
        kept.clear()
        for what, seed in steps:
            if what == "write":
                build([write(folder, "abc"[seed % 3], seed, 8)], store, workers=0)
            else:
                decide(store, what, seed)
        assert all(kept)
        same_as_clean(folder, store)


def test_other_settings_resolve_all_again(kept: list[bool], tmp_path: Path) -> None:
    folder, store = tmp_path / "data", tmp_path / "kg"
    folder.mkdir()
    write(folder, "first", 99, 15)
    build([folder], store, workers=0)
    stages = replace(default_stages(), resolving="another")
    build([write(folder, "b", 2, 8)], store, stages=stages, workers=0)
    assert kept == []
    build([write(folder, "c", 3, 8)], store, stages=stages, workers=0)
    assert kept == [True]


def test_rules_alone_are_another_reading_whatever_was_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = []
    for value in ("off", "on", "off"):
        monkeypatch.setenv("GRAPH_BUILDER_TAGGER", value)
        readings.append(default_stages().reading)
    assert readings[0] == readings[2] != readings[1]


def test_tables_that_are_lost_old_or_cut_are_made_again(kept: list[bool], tmp_path: Path) -> None:
    folder, store = tmp_path / "data", tmp_path / "kg"
    folder.mkdir()
    write(folder, "first", 99, 15)
    build([folder], store, workers=0)
    file = store / "resolution.sqlite"
    before = file.read_bytes()
    for seed, left in enumerate((None, before, before[: len(before) // 2])):
        build([write(folder, "a", 2 * seed, 8)], store, workers=0)
        file.unlink() if left is None else file.write_bytes(left)
        build([write(folder, "b", 2 * seed + 1, 8)], store, workers=0)
    assert kept == [True, False] * 3
    same_as_clean(folder, store)


def test_doubts_are_found_when_asked_for_after_a_change(kept: list[bool], tmp_path: Path) -> None:
    folder, store = tmp_path / "data", tmp_path / "kg"
    folder.mkdir()
    write(folder, "first", 99, 15)
    build([folder], store, workers=0)
    build([write(folder, "a", 1, 8)], store, workers=0)
    assert kept[-1]
    build([folder], tmp_path / "clean", workers=0)
    assert review(store) == review(tmp_path / "clean")


def test_a_change_by_worker_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolution, "LARGE", 50)  # in a process of its own, as for many papers
    monkeypatch.setattr(writing, "_MANY", 10)  # what differs is found by workers
    monkeypatch.setattr(writing, "_LINES", 300)
    monkeypatch.setattr(draft, "SOME", 3_000)
    folder, store = tmp_path / "data", tmp_path / "kg"
    folder.mkdir()
    for number in range(3):
        write(folder, f"part{number}", number, 30)
    build([folder], store)
    before = quads(store)
    added = build([write(folder, "added", 7, 20)], store)
    assert (added.added, added.changed) == (1, 0)
    same_as_clean(folder, store)
    forget(store, "added.csl.json")
    assert quads(store) == before
    write(folder, "part1", 1, 25)
    build([folder / "part1.csl.json"], store)
    (folder / "added.csl.json").unlink()
    same_as_clean(folder, store)
