"""Notes on sources: what the user says of documents reaches the graph, and what is wrong with it is said once."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_stages import stages

from graph_builder.model import SourceNote
from graph_builder.pipeline import BuildReport, build
from graph_builder.pipeline.source_files import SourceFile, find_notes
from graph_builder.store.store import Store

ENTRY = """
[[source]]
file = "ada.md"
subject = "Ada Lovelace"
address = "https://ada.example/"
date = 2024-05-31
"""
ADA = SourceNote("Ada Lovelace", "https://ada.example/", "2024-05-31")


@pytest.fixture
def cvs(tmp_path: Path) -> Path:
    folder = tmp_path / "cvs"
    (folder / "more").mkdir(parents=True)
    (folder / "ada.md").write_text("Ada works at Royal Society\n")
    (folder / "more" / "bob.md").write_text("Bob works at Works\n")
    return folder


def run(folder: Path, subject: str = "") -> BuildReport:
    return build([folder], folder.parent / "kg", stages=stages(), subject=subject, workers=0)


def notes(folder: Path) -> dict[str, SourceNote]:
    return {record.id: record.note for record in Store.open(folder.parent / "kg").sources()}


def statements(folder: Path) -> list[str]:
    return [str(quad) for quad in Store.open(folder.parent / "kg").snapshot()]


def test_a_note_is_stored_and_its_address_and_date_are_in_the_graph(cvs: Path) -> None:
    (cvs / "sources.toml").write_text(ENTRY)
    assert run(cvs).problems == ()
    assert notes(cvs) == {"cvs/ada.md": ADA, "cvs/more/bob.md": SourceNote()}
    assert Store.open(cvs.parent / "kg").document("ada.md").note == ADA
    assert any("https://ada.example/" in s and "schema.org/url" in s for s in statements(cvs))
    assert any('"2024-05-31"' in s and "dc/terms/date" in s for s in statements(cvs))


def test_only_the_document_of_a_changed_entry_is_built_again(cvs: Path) -> None:
    (cvs / "sources.toml").write_text(ENTRY)
    run(cvs)
    assert (run(cvs).changed, run(cvs).unchanged) == (0, 2)
    (cvs / "sources.toml").write_text(ENTRY.replace("2024-05-31", "2025-01-01"))
    report = run(cvs)
    assert (report.changed, report.unchanged) == (1, 1)
    assert not any("2024-05-31" in s for s in statements(cvs))
    (cvs / "sources.toml").unlink()
    assert run(cvs).changed == 1
    assert set(notes(cvs).values()) == {SourceNote()}


def test_a_typed_subject_holds_for_all_documents_and_wins(cvs: Path) -> None:
    (cvs / "sources.toml").write_text(ENTRY)
    run(cvs, "Grace  Hopper")
    assert notes(cvs)["cvs/ada.md"] == SourceNote("Grace Hopper", ADA.address, ADA.date)
    assert notes(cvs)["cvs/more/bob.md"] == SourceNote("Grace Hopper")
    assert run(cvs).changed == 2


def test_the_nearer_file_wins(cvs: Path) -> None:
    (cvs / "sources.toml").write_text(ENTRY.replace("ada.md", "more/bob.md"))
    (cvs / "more" / "sources.toml").write_text('[[source]]\nfile = "bob.md"\nsubject = "Bob Near"\n')
    run(cvs)
    assert notes(cvs)["cvs/more/bob.md"] == SourceNote("Bob Near")


def test_a_file_named_itself_has_the_notes_beside_it(cvs: Path) -> None:
    (cvs / "sources.toml").write_text(ENTRY)
    assert find_notes([SourceFile("cvs/ada.md", cvs / "ada.md")]).by_source == {"cvs/ada.md": ADA}


BROKEN = [
    ("[[source]\n", ":1", "not TOML"),
    ('\n[[source]]\nfile = "ada.md\n', ":3", "not TOML"),
    ('[[source]]\nfile = "eve.md"\n', ":1", "eve.md, which is no file here"),
    ('[[source]]\nfile = "../cvs/ada.md"\n', ":1", "which is no file here"),
    ('[[source]]\nfile = "/etc/passwd"\n', ":1", "which is no file here"),
    ('[[source]]\nsubject = "Ada"\n', ":1", "names no file"),
    ('# a\n\n[[source]]\nfile = "ada.md"\nadress = "https://a.example"\n', ":3", "unknown key, adress"),
    ('[[source]]\nfile = "ada.md"\nsubject = 3\n', ":1", "no string"),
    ('[[source]]\nfile = "ada.md"\naddress = "javascript:alert(1)"\n', ":1", "address that is none"),
    ('[[source]]\nfile = "ada.md"\ndate = "May"\n', ":1", "date that is none"),
    ('[[source]]\nfile = "ada.md"\ndate = "2024-13"\n', ":1", "date that is none"),
    ('[other]\nfile = "ada.md"\n', "", "tables that are not"),
    ('source = "ada.md"\n', "", "tables that are not"),
]


@pytest.mark.parametrize(("text", "line", "what"), BROKEN)
def test_a_broken_file_is_one_problem_and_documents_are_built(cvs: Path, text: str, line: str, what: str) -> None:
    (cvs / "sources.toml").write_text(text)
    report = run(cvs)
    (problem,) = report.problems
    assert problem.source == f"{cvs / 'sources.toml'}{line}"
    assert what in problem.what
    assert problem.advice
    assert (report.documents, report.added) == (2, 2)


def test_a_broken_file_takes_nothing_from_the_store(cvs: Path) -> None:
    (cvs / "sources.toml").write_text(ENTRY)
    run(cvs)
    (cvs / "sources.toml").write_text(ENTRY + "[")
    report = run(cvs)
    assert (report.unchanged, len(report.problems)) == (2, 1)
    assert notes(cvs)["cvs/ada.md"] == ADA


def test_bytes_that_are_no_text(cvs: Path) -> None:
    (cvs / "sources.toml").write_bytes(b"\xff\xfe\x00")
    (problem,) = run(cvs).problems
    assert problem.what == "is not in UTF-8"


@pytest.mark.parametrize(
    ("date", "expected"),
    [("2024-05-31T10:00:00Z", "2024-05-31"), ("2024-05-31", "2024-05-31"), ('"2024-05"', "2024-05"), ("2024", "2024")],
)
def test_dates_as_toml_writes_them(cvs: Path, date: str, expected: str) -> None:
    (cvs / "sources.toml").write_text(f'[[source]]\nfile = "ada.md"\ndate = {date}\n')
    assert find_notes([SourceFile("cvs/ada.md", cvs / "ada.md")]).by_source["cvs/ada.md"].date == expected
