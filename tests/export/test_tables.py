"""Every format of rows is read back and must hold the same rows."""

import csv
import io
import json
import sys
from functools import partial

import peers
import pyoxigraph as ox
import pytest
import rdflib.query

from graph_builder.export.formats import TABLE_FORMATS
from graph_builder.export.tables import to_pandas
from graph_builder.export.write import write_table
from graph_builder.model import GraphBuilderError
from graph_builder.query.engine import Table, run
from tests.export.conftest import AWKWARD

QUERY = "SELECT ?s ?name ?none { ?s <http://www.w3.org/2000/01/rdf-schema#label> ?name } ORDER BY ?s LANG(?name)"


def written(store: ox.Store, name: str, query: str = QUERY) -> bytes:
    target = io.BytesIO()
    write_table(run(store, query), target, name)
    return target.getvalue()


@pytest.mark.parametrize(("name", "form"), [("json", ox.QueryResultsFormat.JSON), ("xml", ox.QueryResultsFormat.XML)])
def test_json_and_xml_read_back_by_pyoxigraph(awkward: ox.Store, name: str, form: ox.QueryResultsFormat) -> None:
    back = ox.parse_query_results(written(awkward, name), form)
    assert [variable.value for variable in back.variables] == ["s", "name", "none"]
    assert [tuple(row) for row in back] == list(run(awkward, QUERY).rows)


@pytest.mark.parametrize("name", ["json", "xml"])
def test_json_and_xml_read_back_by_rdflib(awkward: ox.Store, name: str) -> None:
    back = rdflib.query.Result.parse(io.BytesIO(written(awkward, name)), format=name)
    assert sorted(str(row.name) for row in back) == sorted(AWKWARD * 2)


@pytest.mark.parametrize("name", ["json", "xml"])
def test_ask_in_the_standard_forms(toy: ox.Store, name: str) -> None:
    form = getattr(ox.QueryResultsFormat, name.upper())
    assert bool(ox.parse_query_results(written(toy, name, "ASK { ?s ?p ?o }"), form)) is True


def test_tsv_keeps_terms(awkward: ox.Store) -> None:
    back = ox.parse_query_results(written(awkward, "tsv"), ox.QueryResultsFormat.TSV)
    assert [tuple(row) for row in back] == list(run(awkward, QUERY).rows)


def test_csv_keeps_values(awkward: ox.Store) -> None:
    text = written(awkward, "csv").decode()
    found = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["name"] for row in found] == [text for text in AWKWARD for _ in range(2)]
    assert {row["none"] for row in found} == {""}


def test_json_lines_have_numbers(toy: ox.Store) -> None:
    found = [json.loads(line) for line in written(toy, "jsonl", "coauthor_edges").splitlines()]
    assert found[0]["papers"] == 2


def test_the_terminal_table_shows_names_as_they_are(awkward: ox.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    text = written(awkward, "table").decode()
    assert "[bold]x[/bold]" in text
    assert "魏军 🎓" in text
    assert "\r" not in text
    assert "\t" not in text


def test_the_terminal_table_disarms_escape_codes() -> None:
    target = io.BytesIO()
    write_table(Table(("n",), iter([(ox.Literal("\x1b[2Jgone"),)])), target, "table")
    assert b"\x1b" not in target.getvalue()


def test_parquet_has_typed_columns(toy: ox.Store) -> None:
    parquet = peers.need("pyarrow.parquet")
    table = parquet.read_table(io.BytesIO(written(toy, "parquet", "coauthor_edges")))
    assert str(table.schema.field("papers").type) == "int64"
    assert table.column("papers").to_pylist() == [2, 1, 1, 1]
    empty = parquet.read_table(io.BytesIO(written(ox.Store(), "parquet", "employment")))
    assert empty.num_rows == 0
    assert "organization" in empty.column_names


def test_pandas_has_typed_columns(toy: ox.Store) -> None:
    peers.need("pandas")
    frame = to_pandas(run(toy, "low_confidence", {"threshold": 0.9}))
    assert frame["confidence"].dtype.name == "Float64"
    assert frame["quote"].dtype.name == "string"
    assert to_pandas(run(toy, "employment"))["start"].isna().sum() == 1


@pytest.mark.parametrize("missing", ["pandas", "pyarrow"])
def test_a_missing_extra_is_explained(toy: ox.Store, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    table = run(toy, "employment")
    write = to_pandas if missing == "pandas" else partial(write_table, target=io.BytesIO(), format="parquet")
    with pytest.raises(GraphBuilderError, match=r"graph-builder\[pandas\]"):
        write(table)


def test_rows_are_written_as_they_come() -> None:
    """A thousand rows in, the first bytes are out: nothing waits for the end."""
    target = io.BytesIO()

    def endless():
        while True:
            yield (ox.Literal("x"),)
            if target.tell() > 100_000:
                raise KeyboardInterrupt

    for name in ("csv", "tsv", "json", "xml", "jsonl"):
        target.seek(0)
        with pytest.raises(KeyboardInterrupt):
            write_table(Table(("n",), endless()), target, name)


def test_unknown_formats_are_listed(toy: ox.Store) -> None:
    with pytest.raises(GraphBuilderError, match="choose one of: table, csv, tsv, json, xml, jsonl, parquet"):
        written(toy, "excel")
    assert set(TABLE_FORMATS) == {"table", "csv", "tsv", "json", "xml", "jsonl", "parquet"}


def test_after_a_thousand_rows_each_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    cells = [f"number {n} of {'a rather long row ' * 3}" if n != 1200 else "\x1b魏军" for n in range(1500)]
    table = Table(("text", "thing"), ((ox.Literal(cell), ox.NamedNode("http://e.org/thing/a-b")) for cell in cells))
    target = io.BytesIO()
    write_table(table, target, "table")
    lines = target.getvalue().decode().splitlines()
    assert max(map(len, lines)) <= 40
    assert [line[:9] for line in lines[-300:-297]] == ["\ufffd魏军      ", "number 12", "number 12"]
    assert lines[-1].endswith("… │ thing/a-b")
    assert sum("number" in line for line in lines) == 1499
