"""Which files are built, and what they are called."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from toy_stages import is_readable

from graph_builder.model import Problem
from graph_builder.pipeline.source_files import find_files, source_id


def walk(*paths: Path, exclude: Path | None = None) -> tuple[list[str], list[Problem]]:
    found, problems = find_files(paths, is_readable, exclude)
    return [file.id for file in found], problems


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "cvs"
    (made / "deep/er").mkdir(parents=True)
    for name in ("b.md", "a.txt", "deep/er/c.md"):
        (made / name).write_text(name)
    return made


IDS = ["cvs/a.txt", "cvs/b.md", "cvs/deep/er/c.md"]


def test_a_folder_gives_its_files_by_id(folder: Path) -> None:
    assert walk(folder) == (IDS, [])


def test_a_file_gives_the_id_that_its_folder_gives(folder: Path) -> None:
    assert walk(folder / "b.md", folder / "a.txt") == (IDS[:2], [])


@pytest.mark.parametrize("spelling", [".", "../cvs", "deep/..", "./"])
def test_the_spelling_of_a_folder_does_not_matter(folder: Path, monkeypatch: pytest.MonkeyPatch, spelling: str) -> None:
    monkeypatch.chdir(folder)
    assert walk(Path(spelling)) == (IDS, [])
    assert walk(Path("a.txt")) == (IDS[:1], [])


def test_a_file_named_twice_is_built_once(folder: Path) -> None:
    assert walk(folder, folder / "a.txt", folder) == (IDS, [])


def test_hidden_files_and_unknown_kinds_are_passed_over(folder: Path) -> None:
    (folder / ".git").mkdir()
    for name in (".git/x.md", ".hidden.md", "photo.jpg", "noname"):
        (folder / name).write_text("x")
    assert walk(folder) == (IDS, [])


def test_an_unknown_kind_that_is_named_is_a_problem(folder: Path) -> None:
    photo = folder / "photo.jpg"
    photo.write_text("x")
    assert walk(photo, folder / "a.txt") == (
        IDS[:1],
        [Problem(str(photo), "is of a kind that no reader knows", "see the list of formats in the README")],
    )


def test_a_hidden_file_that_is_named_is_built(folder: Path) -> None:
    (folder / ".cv.md").write_text("x")
    assert walk(folder / ".cv.md") == (["cvs/.cv.md"], [])


def test_a_missing_path_is_a_problem(folder: Path) -> None:
    ids, (problem,) = walk(folder / "nobody.md", folder)
    assert ids == IDS
    assert problem.source.endswith("nobody.md")
    assert problem.what == "cannot be opened (No such file or directory)"


def test_cycles_of_links_end(folder: Path) -> None:
    (folder / "deep/up").symlink_to(folder, target_is_directory=True)
    (folder / "self").symlink_to(folder / "self")
    (folder / "a").symlink_to(folder / "deep", target_is_directory=True)
    ids, problems = walk(folder)
    assert ids == IDS
    assert [problem.source for problem in problems] == [str(folder / "self")]


def test_linked_files_and_folders_elsewhere_are_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/d.md").write_text("d")
    (folder / "link").symlink_to(tmp_path / "other", target_is_directory=True)
    (folder / "e.md").symlink_to(tmp_path / "other/d.md")
    assert walk(folder) == (["cvs/a.txt", "cvs/b.md", "cvs/deep/er/c.md", "cvs/e.md", "cvs/link/d.md"], [])


def test_a_dangling_link_is_a_problem(folder: Path) -> None:
    (folder / "gone.md").symlink_to(folder / "nothing.md")
    ids, problems = walk(folder)
    assert ids == IDS
    assert [problem.what for problem in problems] == ["cannot be opened (No such file or directory)"]


def test_special_files_are_not_opened(folder: Path) -> None:
    os.mkfifo(folder / "pipe.md")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "socket.md"))
        ids, problems = walk(folder, folder / "pipe.md")
    assert ids == IDS
    assert {problem.what for problem in problems} == {"is no regular file"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_listed_is_a_problem(folder: Path) -> None:
    (folder / "deep").chmod(0)
    ids, problems = walk(folder)
    (folder / "deep").chmod(0o755)
    assert ids == IDS[:2]
    assert [problem.what for problem in problems] == ["cannot be listed (Permission denied)"]


def test_two_files_of_one_id_are_a_problem(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "x/cvs").mkdir(parents=True)
    (tmp_path / "x/cvs/a.txt").write_text("another")
    ids, (problem,) = walk(folder, tmp_path / "x/cvs")
    assert ids == IDS
    assert "has the same source id (cvs/a.txt)" in problem.what


def test_the_excluded_folder_is_not_looked_into(folder: Path) -> None:
    assert walk(folder, exclude=folder / "deep") == (IDS[:2], [])
    assert walk(folder, exclude=folder / "nowhere") == (IDS, [])


def test_names_that_are_no_utf_8_have_an_id_all_the_same(folder: Path) -> None:
    path = os.fsencode(folder) + b"/caf\xe9.md"
    with open(path, "wb") as file:  # noqa: PTH123 - the name is bytes
        file.write(b"x")
    ids, problems = walk(folder)
    assert (ids, problems) == (sorted([*IDS, r"cvs/caf\xe9.md"]), [])


def test_ids_are_composed_unicode() -> None:
    assert source_id(["Zoe\u0308"]) == source_id(["Zo\u00eb"])
