"""The pages of PDF files beside their text: every word has a box, and only files as they were read are shown."""

from __future__ import annotations

import re
import shutil
import zlib
from pathlib import Path

import pytest

from graph_builder.model import QueryError
from graph_builder.pipeline import build
from graph_builder.pipeline.pages import pages, picture
from graph_builder.store.erased_people import erased_path
from graph_builder.store.store import Store

SAMPLE = Path(__file__).resolve().parents[2] / "graph_builder" / "samples" / "castellan-biology.pdf"
ID = "cvs/castellan-biology.pdf"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    (tmp_path / "cvs").mkdir()
    shutil.copy(SAMPLE, tmp_path / "cvs")
    (tmp_path / "cvs" / "ada.md").write_text("# Ada Aldous\n\nPhD, MIT, 2001\n")
    build([tmp_path / "cvs"], tmp_path / "kg", workers=0)
    return Store.open(tmp_path / "kg")


def test_every_word_has_a_box_on_its_page(store: Store, tmp_path: Path) -> None:
    found = pages(store, ID, tmp_path / "cvs")
    text = store.document(ID).text
    assert {start for start, *_ in found["words"]} == {word.start() for word in re.finditer(r"\S+", text)}
    ((width, height),) = found["pages"]
    tops = []
    for start, end, page, left, top, right, bottom in found["words"]:
        assert page == 0
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        tops += [top] if text[start:end] in ("Employment", "Education", "Publications") else []
    assert tops == sorted(tops)


def test_a_page_is_a_picture(store: Store, tmp_path: Path) -> None:
    png = picture(store, ID, tmp_path / "cvs", 0)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    at = png.index(b"IDAT")
    content = zlib.decompress(png[at + 4 : at + 4 + int.from_bytes(png[at - 4 : at])])
    assert len(content) == height * (3 * width + 1)
    assert min(content) < 60 < 250 < max(content)  # dark letters on white paper
    with pytest.raises(QueryError, match="has 1 pages"):
        picture(store, ID, tmp_path / "cvs", 1)


def test_only_files_as_they_were_read_are_shown(store: Store, tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="is no PDF"):
        pages(store, "cvs/ada.md", tmp_path / "cvs")
    with pytest.raises(QueryError, match="serve with --documents FOLDER"):
        pages(store, ID, None)
    with (tmp_path / "cvs" / "castellan-biology.pdf").open("ab") as file:
        file.write(b"\n")
    with pytest.raises(QueryError, match="has changed since it was read"):
        pages(store, ID, tmp_path / "cvs")
    shutil.copy(SAMPLE, tmp_path / "cvs")
    erased_path(store.path).write_text("")
    with pytest.raises(QueryError, match="people were erased"):
        picture(store, ID, tmp_path / "cvs", 0)
