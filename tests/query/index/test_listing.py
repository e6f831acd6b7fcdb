"""Long answers are kept beside the index and give the same rows again; short ones and parts of long ones are not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.model import StoreError
from graph_builder.query import Blocks, Table, Triples, cells_of, rows, run
from graph_builder.query.index import Index, build_index, listing
from graph_builder.query.index.listing import Heading, kept, try_read

Rows = list[tuple[str | None, ...]]
HEADING = Heading(("a", "b"), ("iri", ""))
NAMES = ("authorship", "coauthor_edges", "coauthor_graph", "mentions")


@pytest.fixture
def index(toy: ox.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    monkeypatch.setattr(listing, "MANY", 1)
    build_index(toy, tmp_path / "index.sqlite")
    found = Index(tmp_path / "index.sqlite")
    yield found
    found.close()


def listings(index: Index) -> list[Path]:
    return sorted(path for path in index.path.parent.iterdir() if path != index.path)


def read(answer: Table | Triples) -> list[object]:
    return list(answer.triples if isinstance(answer, Triples) else answer.rows)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_read_to_its_end_is_read_again(toy: ox.Store, index: Index, name: str) -> None:
    first = read(run(toy, name, None, index))
    assert first
    assert [path.name.split(".")[1].split("-")[0] for path in listings(index)] == [name]
    index.close()  # who asks again asks the file
    assert read(run(toy, name, None, index)) == first


def test_rows_of_a_listing_are_those_of_the_graph(toy: ox.Store, index: Index) -> None:
    for _ in range(2):
        assert rows(toy, "employment", None, index) == rows(toy, "employment")


def test_who_stops_early_leaves_nothing(toy: ox.Store, index: Index) -> None:
    answer = run(toy, "authorship", None, index)
    assert isinstance(answer, Table)
    assert len(list(islice(answer.rows, 1))) == 1
    del answer
    assert listings(index) == []


def test_answers_for_parameters_are_not_stored(toy: ox.Store, index: Index) -> None:
    assert read(run(toy, "authorship", {"author": "Mira Holt"}, index))
    assert listings(index) == []


def test_short_answers_are_not_stored(toy: ox.Store, index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MANY", 1000)
    assert read(run(toy, "authorship", None, index))
    assert listings(index) == []


def test_where_nothing_can_be_written_the_answer_is_the_same(
    toy: ox.Store, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = index.path.parent / "nowhere" / "index.sqlite"
    monkeypatch.setattr(index, "path", elsewhere)
    assert read(run(toy, "authorship", None, index)) == read(run(toy, "authorship"))


@pytest.mark.parametrize("end", [3, 40, -5])
def test_a_damaged_listing_is_an_error(toy: ox.Store, index: Index, end: int) -> None:
    read(run(toy, "authorship", None, index))
    (path,) = listings(index)
    path.write_bytes(path.read_bytes()[:end])
    with pytest.raises(StoreError, match=r"remove it, and it is made again"):
        read(run(toy, "authorship", None, index))


def test_a_changed_listing_is_an_error(toy: ox.Store, index: Index) -> None:
    read(run(toy, "authorship", None, index))
    (path,) = listings(index)
    content = bytearray(path.read_bytes())
    content[-10] ^= 1
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"remove it, and it is made again"):
        read(run(toy, "authorship", None, index))


@given(
    st.lists(st.tuples(st.sampled_from(["x:a", "x:b"]), st.none() | st.text(st.characters(exclude_categories=["Cs"])))),
    st.integers(1, 3),
)
def test_any_rows_come_back(tmp_path_factory: pytest.TempPathFactory, found: Rows, size: int) -> None:
    path = tmp_path_factory.mktemp("listing") / "some.rows"
    parts = (found[start : start + size] for start in range(0, len(found), size))
    blocks = (tuple(map(cells_of, zip(*part, strict=True))) for part in parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listing, "MANY", 1)
        given_on = list(Blocks(HEADING.kinds, kept(HEADING, blocks, path)).rows())
    known = try_read(path)
    assert (known is None) == (not found)
    if known:
        assert known[0] == HEADING
        assert list(known[1].rows()) == given_on
    assert [tuple(cell and cell.value for cell in row) for row in given_on] == [
        tuple(cell and str(cell) for cell in row) for row in found
    ]
