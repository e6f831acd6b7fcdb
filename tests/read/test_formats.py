from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from graph_builder.model import ReadError
from graph_builder.read import FORMATS, is_readable, read_bytes, read_file
from graph_builder.read.formats import format_of

CASES = [
    (b"%PDF-1.7 ...", "cv.txt", "pdf"),
    (b"junk\n%PDF-1.7 ...", "cv", "pdf"),
    (b"PK\x03\x04 word/document.xml", "cv.doc", "docx"),
    (b"<!DOCTYPE html><p>", "index", "html"),
    (b"\xef\xbb\xbf<?xml version='1.0'?><!-- x --><html>", "cv.txt", "html"),
    (b"\\documentclass{article}", "cv.txt", "latex"),
    (b"---\ntitle: x\n---\n", "cv", "markdown"),
    (b"# Ada", "cv.txt", "markdown"),
    (b"<h2>CV</h2>\n<ul><li>Dean</ul>", "cv.txt", "html"),
    (b"<Ada>\n<p> is a tag", "cv.txt", "text"),
    (b'{"a": 1}', "resume", "json"),
    (b"Ada", "cv", "text"),
    (b"Ada", "cv.text", "text"),
    (b"Ada", "cv.MD", "markdown"),
    (b"# comment\na: b", "cv.yml", "yaml"),
    (b"a = 1", "cv.toml", "toml"),
    (b"<html>", "cv.md", "markdown"),
    (b"<html><p>x", "cv.pdf", "html"),
]


@pytest.mark.parametrize(("data", "name", "expected"), CASES)
def test_recognised(data: bytes, name: str, expected: str) -> None:
    found = format_of(data, name)
    assert found is not None
    assert found.name == expected


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_every_reader_is_there(format_: object) -> None:
    module, function = format_.reader.split(":")  # type: ignore[attr-defined]
    assert callable(getattr(import_module(module), function))


def test_suffixes_are_unique() -> None:
    suffixes = [suffix for format_ in FORMATS for suffix in format_.suffixes]
    assert len(suffixes) == len(set(suffixes))


def test_folder_walks_skip_hidden_and_foreign_files() -> None:
    names = ["a.md", "a.PDF", "b/c.tex", "../x/a.yml", "a.png", "Makefile", ".cv.md"]
    assert [name for name in names if is_readable(Path(name))] == ["a.md", "a.PDF", "b/c.tex", "../x/a.yml"]


def test_a_file_of_records_without_any_is_said_so_also_in_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    path.write_text('{"colour": "blue"}\n')
    assert is_readable(path)
    with pytest.raises(ReadError, match="holds no records of a known format"):
        read_file(path, "export.jsonl")


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (b"", "a.md", "empty"),
        (b" \n\xef\xbb\xbf", "a.txt", "empty"),
        (b"\x89PNG\r\n", "a.png", "unknown format"),
        (bytes(range(256)) * 50, "a.md", "binary"),
        (b"x" * 50_000_000, "a.txt", "50 MB is more than the 20 MB"),
        (b"<script>x()</script>", "a.html", "no text"),
        (b"---\n---\n", "a.md", "no text"),
    ],
)
def test_what_cannot_be_read_is_one_line(data: bytes, name: str, words: str) -> None:
    with pytest.raises(ReadError, match=words) as caught:
        read_bytes(data, name, "folder/" + name)
    message = str(caught.value)
    assert message.startswith(f"folder/{name}: ")
    assert ";" in message
    assert "\n" not in message


def test_files(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"# Ada")
    assert read_file(tmp_path / "a.md", "x/a.md").source == "x/a.md"
    with pytest.raises(ReadError, match=r"x/b\.md: cannot be opened \(No such file"):
        read_file(tmp_path / "b.md", "x/b.md")
    with pytest.raises(ReadError, match="x: cannot be opened"):
        read_file(tmp_path, "x")
