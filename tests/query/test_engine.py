"""Finding and running: names, files, text; what is refused and how errors are shown."""

from pathlib import Path

import pyoxigraph as ox
import pytest

from graph_builder.model import QueryError
from graph_builder.query.catalogue import find
from graph_builder.query.engine import Table, Triples, rows, run
from graph_builder.query.guard import MAX_DEPTH, check


def test_a_query_is_found_by_name_by_path_and_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "mine.rq"
    mine.write_text("# title: Mine\nSELECT ?s { ?s ?p ?o }", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert find("employment").title == "Employment"
    assert find("queries/employment.rq").title == "Employment"
    assert find(mine).title == "Mine"
    assert find("mine.rq").name == "mine"
    assert find("ASK { ?s ?p ?o }").text == "ASK { ?s ?p ?o }"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("coauthor", "did you mean coauthors"),
        ("zzz", "`graph-builder queries` lists them"),
        ("queries/none.rq", "no query"),
        ("", "no query"),
        ("a" * 5000, "no query|File name too long"),
        ("a\0b", "null|no query"),
    ],
)
def test_an_unknown_query_is_explained(name: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        find(name)


def test_a_file_that_is_no_text_is_explained(tmp_path: Path) -> None:
    (tmp_path / "bad.rq").write_bytes(b"\xff\xfe\x00SELECT")
    with pytest.raises(QueryError, match="save it as UTF-8"):
        find(tmp_path / "bad.rq")


def test_a_malformed_header_is_explained(tmp_path: Path) -> None:
    (tmp_path / "bad.rq").write_text("# parameters:\n#   year: the year\nASK {}", encoding="utf-8")
    with pytest.raises(QueryError, match="is no parameter; write"):
        find(tmp_path / "bad.rq")


def test_select_ask_construct_and_describe(toy: ox.Store) -> None:
    table = run(toy, "SELECT ?s { ?s a <https://schema.org/Person> }")
    assert isinstance(table, Table)
    assert table.columns == ("s",)
    answer = run(toy, "ASK { ?s ?p ?o }")
    assert isinstance(answer, Table)
    assert answer.boolean is True
    for query in ("CONSTRUCT { ?s a ?c } { ?s a ?c }", "DESCRIBE ?s { ?s a <https://schema.org/Person> }"):
        triples = run(toy, query)
        assert isinstance(triples, Triples)
        assert next(triples.triples)
    with pytest.raises(QueryError, match="gives triples"):
        rows(toy, "CONSTRUCT { ?s a ?c } { ?s a ?c }")


def test_rows_are_computed_as_they_are_read(toy: ox.Store) -> None:
    """The product of four copies of all triples would take hours."""
    table = run(toy, "SELECT ?a { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h }")
    assert isinstance(table, Table)
    assert next(table.rows)[0] is not None


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("SELECT * {\n  ?s ?p\n}", 2, 3),
        ("SELEKT * { ?s ?p ?o }", 1, 1),
        ("SELECT ?x {\n  ?s ?p ?x .\n  FILTR(?x > 3)\n}", 3, 3),
        ("SELECT * { ?s ?p ?o ; }}", 1, 24),
        ("SELECT * { ?s nope:it ?o }", 1, 15),
    ],
)
def test_a_syntax_error_shows_its_place(toy: ox.Store, text: str, line: int, column: int) -> None:
    with pytest.raises(QueryError, match=f"line {line}, column {column}") as caught:
        run(toy, text)
    shown, pointer = str(caught.value).splitlines()[1:]
    assert shown.strip() == text.splitlines()[line - 1].strip()
    assert pointer.index("^") == column + 1


def test_an_undeclared_prefix_is_named(toy: ox.Store) -> None:
    with pytest.raises(QueryError, match="prefix is not declared"):
        run(toy, "SELECT * { ?s nope:it ?o }")


@pytest.mark.parametrize(
    "update", ["LOAD <http://127.0.0.1:9/>", "INSERT DATA {}", "DROP ALL", "clear all", "DELETE {}"]
)
def test_updates_are_refused(toy: ox.Store, update: str) -> None:
    with pytest.raises(QueryError, match="is refused"):
        run(toy, update)


@pytest.mark.parametrize(
    "text", ["SELECT * { SERVICE <x:a> { ?s ?p ?o } }", "SELECT * { S\\u0045RVICE <x:a> { ?s ?p ?o } }"]
)
def test_service_is_refused(toy: ox.Store, text: str) -> None:
    with pytest.raises(QueryError):
        rows(toy, text)


def test_deep_nesting_is_refused_before_it_ends_the_process() -> None:
    check("SELECT * " + "{" * 100 + "}" * 100)
    with pytest.raises(QueryError, match="nests more than"):
        check("SELECT * " + "{" * (MAX_DEPTH + 1))
