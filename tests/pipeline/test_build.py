"""Builds with the toy stages: what is skipped, replaced, kept, forgotten and reported."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest
from toy_stages import stages

from graph_builder.model import Problem, StoreError
from graph_builder.pipeline import BuildReport, build, forget, writing
from graph_builder.store.store import Store

ADA = "Ada works at Royal Society\n"
BOB = "Bob works at Works\n"


@pytest.fixture
def cvs(tmp_path: Path) -> Path:
    folder = tmp_path / "cvs"
    (folder / "more").mkdir(parents=True)
    (folder / "ada.md").write_text(ADA)
    (folder / "more/bob.txt").write_text(BOB)
    return folder


@pytest.fixture
def kg(tmp_path: Path) -> Path:
    return tmp_path / "kg"


def run(kg: Path, *paths: Path, reading: str = "toy", resolving: str = "toy", **options: object) -> BuildReport:
    return build(paths, kg, stages=stages(reading, resolving), **options)  # type: ignore[arg-type]


def quads(kg: Path) -> list[str]:
    return sorted(map(str, Store.open(kg).snapshot()))


def ids(kg: Path) -> list[str]:
    return [record.id for record in Store.open(kg).sources()]


def what(report: BuildReport) -> dict[str, str]:
    return {problem.source: problem.what for problem in report.problems}


def test_a_first_build_reports_what_is_in_the_graph(cvs: Path, kg: Path) -> None:
    assert run(kg, cvs) == BuildReport(documents=2, people=2, organizations=2, papers=0, facts=2, added=2)
    assert ids(kg) == ["cvs/ada.md", "cvs/more/bob.txt"]
    assert Store.open(kg).document("ada.md").text == ADA
    assert Store.open(kg).sources()[0].title == "ada"


def test_a_second_build_does_nothing(cvs: Path, kg: Path) -> None:
    run(kg, cvs)
    files = {path: path.stat().st_mtime_ns for path in kg.rglob("*") if path.name != "LOCK" and path.is_file()}
    report = build([cvs], kg, stages=replace(stages(), extract=None, resolve=None))  # type: ignore[arg-type]
    assert (report.added, report.changed, report.unchanged, report.facts) == (0, 0, 2, 2)
    assert {path: path.stat().st_mtime_ns for path in kg.rglob("*") if path.name != "LOCK" and path.is_file()} == files


def test_touching_a_file_changes_nothing_and_editing_it_does(cvs: Path, kg: Path) -> None:
    run(kg, cvs)
    os.utime(cvs / "ada.md", (1, 1))
    assert run(kg, cvs).unchanged == 2
    (cvs / "ada.md").write_text(BOB)
    report = run(kg, cvs)
    assert (report.added, report.changed, report.unchanged, report.people) == (0, 1, 1, 1)


def test_missing_sources_stay_until_they_are_forgotten(cvs: Path, kg: Path) -> None:
    run(kg, cvs)
    (cvs / "ada.md").unlink()
    assert run(kg, cvs).documents == 2
    assert run(kg, cvs / "more").documents == 3  # the same file below another argument is another source
    assert forget(kg, "cvs/ada.md", stages=stages()).documents == 2
    assert ids(kg) == ["cvs/more/bob.txt", "more/bob.txt"]
    assert not [quad for quad in quads(kg) if "Ada" in quad or "ada" in quad]


def test_forgetting_the_last_source_leaves_an_empty_graph(cvs: Path, kg: Path) -> None:
    run(kg, cvs / "ada.md")
    assert forget(kg, "ada.md", stages=stages()).facts == 0
    assert quads(kg) == []
    assert not [path for path in kg.rglob("*") if path.is_file() and b"Royal" in path.read_bytes()]


@pytest.mark.parametrize("name", ["eve.md", "", "more"])
def test_forgetting_what_is_not_there(cvs: Path, kg: Path, name: str) -> None:
    run(kg, cvs)
    before = quads(kg)
    with pytest.raises(StoreError, match="has no source"):
        forget(kg, name, stages=stages())
    assert quads(kg) == before


def test_forgetting_makes_no_store(kg: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        forget(kg, "ada.md")
    assert not kg.exists()


def test_new_settings_of_reading_read_everything_again(cvs: Path, kg: Path) -> None:
    run(kg, cvs)
    assert run(kg, cvs, reading="newer").changed == 2
    assert run(kg, cvs, reading="newer").unchanged == 2


def test_new_settings_of_resolution_write_everything_again(cvs: Path, kg: Path) -> None:
    run(kg, cvs)
    first = Store.open(kg)
    assert run(kg, cvs, resolving="newer").unchanged == 2
    second = Store.open(kg)
    assert second.number == first.number + 1
    assert set(second.snapshot()) == set(first.snapshot())


def test_a_new_base_moves_every_iri(cvs: Path, kg: Path) -> None:
    run(kg, cvs)
    run(kg, cvs, base="https://example.org/kg/")
    assert not [quad for quad in quads(kg) if "w3id.org/graph-builder/data" in quad]
    before = quads(kg)
    assert run(kg, cvs).unchanged == 2
    assert quads(kg) == before  # the base stays until another is given


def test_a_change_elsewhere_leaves_other_graphs_alone(cvs: Path, kg: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(kg, cvs)
    written = []
    inner = writing.source_lines

    def watched(facts, *rest):  # type: ignore[no-untyped-def]
        written.append(facts.source)
        return inner(facts, *rest)

    monkeypatch.setattr(writing, "source_lines", watched)
    (cvs / "ada.md").write_text(ADA + BOB)
    run(kg, cvs)
    assert written == ["cvs/ada.md"]


@pytest.mark.parametrize("workers", [0, 1, 2, None])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("unreadable", "it says so itself; write something else"),
        ("a bug", "failed with ValueError (a bug in an extractor) at toy_stages.py"),
    ],
)
def test_a_document_that_cannot_be_built_is_a_problem(
    cvs: Path, kg: Path, workers: int | None, text: str, message: str
) -> None:
    (cvs / "bad.md").write_text(text)
    report = run(kg, cvs, workers=workers)
    assert (report.documents, report.added, list(what(report))) == (2, 2, ["cvs/bad.md"])
    assert message in what(report)["cvs/bad.md"]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("text", "limit", "message"),
    [
        ("crash", 60.0, "crashed its process (signal SIGKILL)"),  # whoever is late on a busy machine has not hung
        ("hang", 1.0, "took more than 1 seconds"),
        ("spin", 1.0, "took more than 1 seconds"),
    ],
)
def test_a_document_that_hangs_or_crashes_harms_no_other(
    cvs: Path, kg: Path, workers: int, text: str, limit: float, message: str
) -> None:
    for number in range(6):
        (cvs / f"good{number}.md").write_text(ADA)
    for name in ("aaa.md", "kkk.md", "zzz.md"):
        (cvs / name).write_text(text)
    report = run(kg, cvs, workers=workers, time_limit=limit)
    assert what(report) == dict.fromkeys(("cvs/aaa.md", "cvs/kkk.md", "cvs/zzz.md"), message)
    assert report.added == report.documents == 8


def test_the_result_does_not_depend_on_workers_or_order(cvs: Path, tmp_path: Path) -> None:
    for number in range(30):
        (cvs / f"{number}.md").write_text(f"ADA works at X{number % 3}\n{BOB}")
    run(tmp_path / "one", cvs, workers=0)
    run(tmp_path / "two", *sorted(cvs.glob("*.md"), reverse=True), cvs, workers=2)
    assert quads(tmp_path / "one") == quads(tmp_path / "two")
    assert Store.open(tmp_path / "one").manifest == Store.open(tmp_path / "two").manifest


def test_the_version_in_the_store_stays_when_a_document_breaks(cvs: Path, kg: Path) -> None:
    run(kg, cvs)
    before = quads(kg)
    (cvs / "ada.md").write_text("unreadable")
    report = run(kg, cvs)
    assert report.problems == (
        Problem("cvs/ada.md", "it says so itself; write something else", "its version in the store stays"),
    )
    assert (report.documents, report.unchanged, report.facts) == (2, 1, 2)
    assert quads(kg) == before


def test_a_lost_object_is_made_again(cvs: Path, kg: Path) -> None:
    run(kg, cvs)
    before = quads(kg)
    for path in (kg / "objects").rglob("*.gz"):
        path.write_bytes(b"broken")
    assert run(kg, cvs).changed == 2
    assert quads(kg) == before
    assert Store.open(kg).document("ada.md").text == ADA


def test_a_lost_object_of_a_missing_document_is_an_error_that_names_it(cvs: Path, kg: Path) -> None:
    run(kg, cvs)
    shutil.rmtree(kg / "objects")
    with pytest.raises(StoreError, match=r"facts of cvs/more/bob.txt are lost.*build it again, or forget it"):
        run(kg, cvs / "ada.md")


def test_nothing_to_build_is_a_store_all_the_same(tmp_path: Path, kg: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run(kg, tmp_path / "empty") == BuildReport()
    assert ids(kg) == []


def test_the_store_inside_the_folder_is_not_built_from(cvs: Path) -> None:
    run(cvs / "kg", cvs)
    (cvs / "kg/note.txt").write_text(ADA)
    assert run(cvs / "kg", cvs).documents == 2


def test_progress_is_reported(cvs: Path, kg: Path) -> None:
    steps = []
    run(kg, cvs, progress=lambda step, done, total: steps.append((step, done, total)))
    assert [step for step, *_ in steps] == ["Comparing"] * 2 + ["Reading"] * 2 + ["Resolving"] + ["Writing"] * 2
    assert all(done <= total for _, done, total in steps)


def test_a_build_does_not_wait_for_its_idle_workers(cvs: Path, kg: Path) -> None:
    started = time.monotonic()
    run(kg, cvs, workers=2, time_limit=300)
    assert time.monotonic() - started < 20


def test_broken_front_matter_is_reported_and_the_rest_is_built(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "ada.md"
    page.parent.mkdir()
    page.write_text('---\ntitle: "A\n  b: [1,\n---\n# Ada Lovelace\n')
    report = build([page], tmp_path / "kg", workers=0)
    (problem,) = report.problems
    assert (problem.source, report.documents, report.people) == ("docs/ada.md", 1, 1)
    assert problem.what.startswith("front matter, line ")
    assert report.facts == 1  # of whom the page is about
