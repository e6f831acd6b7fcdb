"""Answers in blocks are written as they are row by row, byte for byte, and make the same rows and frames."""

from __future__ import annotations

import io
from collections.abc import Iterator

import peers
import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.export import GRAPH_FORMATS, to_pandas, write_table, write_triples
from graph_builder.query import Block, Blocks, Table, Triples, cells_of
from graph_builder.query.index.named import triples

FORMATS = ("csv", "tsv", "json", "xml", "jsonl")
CELLS = {
    "": st.one_of(
        st.sampled_from(
            ["", "Ada", 'a "quoted" one', "two\r\nlines", "a\tb", "1,5", "\x00\x1b", "魏军 🎓", "\\", "<&>"]
        ),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    ),
    "iri": st.sampled_from(["http://example.org/a", "http://example.org/ü?x=1&y='2'", "urn:x"]),
    "integer": st.sampled_from(["0", "7", "-12", "2024"]),
    "decimal": st.sampled_from(["0.5", "1", "0.00001"]),
}
"""What may stand in a column of a kind."""

Rows = list[tuple[str | None, ...]]


@st.composite
def answers(draw: st.DrawFn) -> tuple[tuple[str, ...], Rows, int]:
    """Draw the kinds of columns, rows, and how many of them are in a block."""
    kinds = tuple(draw(st.lists(st.sampled_from(sorted(CELLS)), min_size=1, max_size=4)))
    rows = st.tuples(*(st.one_of(st.none(), CELLS[kind]) for kind in kinds))
    return kinds, draw(st.lists(rows, max_size=8)), draw(st.integers(1, 4))


def blocks_of(rows: Rows, size: int) -> Iterator[Block]:
    for start in range(0, len(rows), size):
        yield tuple(map(cells_of, zip(*rows[start : start + size], strict=True)))


def table(kinds: tuple[str, ...], rows: Rows, size: int, *, in_blocks: bool) -> Table:
    columns = tuple(f"c{place}" for place in range(len(kinds)))
    blocks = Blocks(kinds, blocks_of(rows, size))
    return Table(columns, blocks.rows(), blocks=blocks if in_blocks else None)


@pytest.mark.parametrize("name", FORMATS)
@given(answers())
def test_blocks_are_written_as_rows_are(name: str, answer: tuple[tuple[str, ...], Rows, int]) -> None:
    outputs = []
    for in_blocks in (True, False):
        outputs.append(io.BytesIO())
        write_table(table(*answer, in_blocks=in_blocks), outputs[-1], name)
    assert outputs[0].getvalue() == outputs[1].getvalue()


@given(answers())
def test_frames_of_blocks_are_those_of_rows(answer: tuple[tuple[str, ...], Rows, int]) -> None:
    pandas = peers.need("pandas")
    one, other = (to_pandas(table(*answer, in_blocks=in_blocks)) for in_blocks in (True, False))
    pandas.testing.assert_frame_equal(one, other)


def test_the_first_rows_are_written_before_the_last_are_found() -> None:
    """A block in, its bytes are out: nothing waits for the end."""
    target = io.BytesIO()

    def endless() -> Iterator[Block]:
        while True:
            yield (cells_of(["x"]),)
            if target.tell() > 100_000:
                raise KeyboardInterrupt

    for name in FORMATS:
        target.seek(0)
        blocks = Blocks(("",), endless())
        with pytest.raises(KeyboardInterrupt):
            write_table(Table(("n",), blocks.rows(), blocks=blocks), target, name)


@st.composite
def statements(draw: st.DrawFn) -> tuple[Rows, int]:
    """Draw triples in the order of their lines, each once, and how many of them are in a block."""
    nodes = [f"http://example.org/{name}" for name in "abc"]
    terms = ["http://example.org/p", "http://www.w3.org/2000/01/rdf-schema#label", "https://example.org/a/b"]
    objects = st.one_of(
        st.tuples(st.sampled_from(nodes), st.none()),
        st.tuples(st.none(), st.sampled_from(["Ada", 'a "b"', "two\r\nlines\t", "\\", "魏军 🎓"])),
    )
    found = draw(st.sets(st.tuples(st.sampled_from(nodes), st.sampled_from(terms), objects), max_size=8))
    rows: Rows = [(subject, term, *value) for subject, term, value in found]
    return sorted(rows, key=lambda row: [str(cell) for cell in row]), draw(st.integers(1, 4))


@pytest.mark.parametrize("name", ["ntriples", "nquads", "turtle", "trig", "rdfxml"])
@given(statements())
def test_triples_in_blocks_are_written_as_triples_are(name: str, drawn: tuple[Rows, int]) -> None:
    outputs = []
    for in_blocks in (True, False):
        blocks = Blocks(("iri", "iri", "iri", ""), blocks_of(*drawn))
        answer = Triples(triples(blocks), blocks if in_blocks else None)
        outputs.append(io.BytesIO())
        write_triples(answer, outputs[-1], name)
    one, other = (set(ox.parse(target.getvalue(), form(name))) for target in outputs)
    assert one == other
    assert len(one) == len(drawn[0])
    if drawn[0] and name != "rdfxml":
        lines = [sorted(target.getvalue().splitlines()) for target in outputs]
        assert lines[0] == lines[1]


def form(name: str) -> ox.RdfFormat:
    found = ox.RdfFormat.from_media_type(GRAPH_FORMATS[name].media_type)
    assert found is not None
    return found
