"""The property graph: the shared table, and every format of tables read back and asked."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import peers
import pyoxigraph as ox
import pytest
from cypher_queries import CYPHER, DUCKDB

from graph_builder.export.csv_formats import ARRAY_DELIMITER
from graph_builder.export.cypher import literal, merge, rows_of
from graph_builder.export.formats import PROPERTY_FORMATS
from graph_builder.export.network import to_networkx
from graph_builder.export.privacy import Privacy
from graph_builder.export.property_graph import EDGE, EDGES, NODE, NODES, Kind, PropertyGraph
from graph_builder.export.write import write_graph
from graph_builder.graph import vocabulary as v
from graph_builder.model import SCHEMA, EntityKind, GraphBuilderError, Relation
from graph_builder.query.engine import rows


def need(format_: str) -> None:
    if packages := {"duckdb": ("duckdb", "pyarrow"), "ladybug": ("ladybug", "pyarrow"), "parquet": ("pyarrow",)}.get(
        format_
    ):
        peers.need(*packages)


def test_every_kind_and_every_relation_has_a_place_in_the_table() -> None:
    assert {table.rdf_class for table in NODES} >= {*v.ENTITY_CLASS.values(), v.SOURCE_CLASS}
    assert {t.rdf_class for t in (*NODES, *EDGES)} >= set(v.FACT_CLASS.values())
    assert {table.end for table in EDGES if table.rdf_class is None} == set(v.PARENT.values())
    assert set(EntityKind) == set(v.ENTITY_CLASS)


@pytest.mark.parametrize("relation", Relation)
def test_every_role_and_value_of_a_relation_has_a_column(relation: Relation) -> None:
    schema, fact = SCHEMA[relation], v.FACT_CLASS[relation]
    edges = [table for table in EDGES if table.rdf_class == fact and not table.shortcut]
    tables = [*edges, *(table for table in NODES if table.rdf_class == fact)]
    roles = {property_ for table in edges for property_ in (table.start, table.end)}
    assert roles >= {v.ROLE[role] for role, _ in schema.roles}
    values = {column.source for table in tables for column in table.columns}
    assert values >= {v.VALUE[value] for value in schema.values}
    assert values >= {v.CONFIDENCE, v.SOURCE, v.QUOTE, v.EVIDENCE_START, v.EVIDENCE_END, v.EXTRACTOR}


def test_each_fact_is_one_row(toy: ox.Store) -> None:
    graph = PropertyGraph(toy, Privacy())
    counts = peers.counts(graph)
    facts = sum(counts[table.name] for table in graph.tables if table.fact)
    assert facts == len({quad.subject for quad in toy.quads_for_pattern(None, v.SOURCE, None)})


def test_a_relationship_has_what_the_fact_says(toy: ox.Store) -> None:
    graph = PropertyGraph(toy, Privacy())
    table = EDGE["WORKED_AT"]
    row = next(row for row in graph.rows(table) if row.id.endswith("fact/mira-6"))
    said = dict(zip((column.name for column in table.columns), row.values, strict=True))
    assert said["role"] == "Assistant Professor"
    assert (said["start"], said["end"], said["startYear"], said["ongoing"]) == ("2022-09", None, 2022, True)
    assert said["confidence"] == 0.95
    assert str(said["source"]).endswith("source/cvs/mira.md")
    assert "Quay University" in str(said["quote"])


def test_without_evidence_no_source_and_no_quote_is_left(toy: ox.Store, tmp_path: Path) -> None:
    write_graph(toy, tmp_path / "kg", "neo4j", Privacy(evidence=False))
    text = "".join(path.read_text("utf-8") for path in (tmp_path / "kg").iterdir())
    assert "cvs/mira.md" not in text
    assert "Quay University · Assistant Professor" not in text
    assert "Assistant Professor" in text
    assert not list((tmp_path / "kg").glob("*Source*"))


def test_the_network_has_the_relationships_of_the_table(toy: ox.Store) -> None:
    relation = {
        "STUDIED_AT": "education", "WORKED_AT": "employment", "ADVISED_BY": "advising", "AUTHORED": "authorship",
        "ABOUT": "about", "INTERESTED_IN": "interest", "SERVED": "service", "PUBLISHED_IN": "publication",
        "HONOURED_BY": "award", "PART_OF": "part of", "IN_SERIES": "part of", "BROADER": "broader",
    }  # fmt: skip
    graph = PropertyGraph(toy, Privacy())
    table = sorted((row.start, relation[t.name], row.end) for t in EDGES if t.name in relation for row in graph.rows(t))
    assert sorted((a, kind, b) for a, b, kind in to_networkx(toy).edges(data="relation")) == table


@pytest.mark.parametrize("format_", PROPERTY_FORMATS)
@pytest.mark.parametrize("world", ["toy", "awkward", "empty"])
def test_the_counts_are_those_of_the_graph(
    format_: str, world: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    need(format_)
    store = ox.Store() if world == "empty" else request.getfixturevalue(world)
    written = write_graph(store, tmp_path / "kg", format_)
    counts = peers.counts(PropertyGraph(store, Privacy()))
    assert {name: counts[name] for name in written} == written
    assert [path.name for path in tmp_path.iterdir()] == ["kg"]
    with pytest.raises(GraphBuilderError, match="is there already"):
        write_graph(store, tmp_path / "kg", format_)


def test_neo4j_files_follow_the_grammar_of_the_importer_and_lose_nothing(awkward: ox.Store, tmp_path: Path) -> None:
    write_graph(awkward, tmp_path / "kg", "neo4j")
    names = set()
    for path in sorted((tmp_path / "kg").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            head, *lines = csv.reader(file)
        fields = [cell.partition(":") for cell in head]
        special = [kind for _, _, kind in fields if kind.isupper() or "_ID" in kind]
        expected = ["ID", "LABEL"] if path.name.startswith("nodes-") else ["START_ID", "END_ID", "TYPE"]
        assert special == expected
        assert {kind for _, _, kind in fields} - set(special) <= {"string", "string[]", "long", "double", "boolean"}
        assert len({name for name, _, _ in fields if name}) == len([name for name, _, _ in fields if name])
        assert all(len(line) == len(head) for line in lines)
        if path.name == "nodes-Person.csv":
            names = {line[head.index("name:string")] for line in lines}
    assert names == {q.object.value for q in awkward.quads_for_pattern(None, v.LABEL, None)}
    assert "--array-delimiter=U+001F" in (tmp_path / "kg/import.sh").read_text()
    assert ARRAY_DELIMITER == "\x1f"


def test_text_that_would_end_a_text_of_cypher_is_escaped() -> None:
    said = literal({"name": 'a"}) DETACH DELETE n //\\\n\u2028'})
    assert said == '{name: "a\\"}) DETACH DELETE n //\\\\\\u000a\\u2028"}'
    assert json.loads(said.removeprefix("{name: ").removesuffix("}")) == 'a"}) DETACH DELETE n //\\\n\u2028'


def test_the_rows_of_a_script_are_counted_as_a_reader_finds_them(awkward: ox.Store, tmp_path: Path) -> None:
    written = write_graph(awkward, tmp_path / "kg.cypher")
    lines = (tmp_path / "kg.cypher").read_text("utf-8").splitlines(keepends=True)
    assert rows_of(lines) == {name: count for name, count in written.items() if count}
    people = next(line for line in lines if "MERGE (n:Person" in line)
    assert rows_of([people.replace("{id: ", "", 1)]) != rows_of([people])


def test_a_script_that_lost_rows_does_not_take_its_name(
    toy: ox.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph_builder.export.cypher.merge", lambda table, rows: merge(table, "[]"))
    with pytest.raises(GraphBuilderError, match="counts differ"):
        write_graph(toy, tmp_path / "kg.cypher")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", CYPHER)
def test_ladybug_answers_as_sparql_does(toy: ox.Store, ladybug: object, name: str) -> None:
    text, parameters, columns = CYPHER[name]
    expected = [tuple(row[column] for column in columns) for row in rows(toy, name, parameters)]
    answer = ladybug.execute(text, dict(parameters)).get_all()  # type: ignore[attr-defined]
    found = [tuple(None if cell is None else str(cell) for cell in row) for row in answer]
    assert sorted(found, key=repr) == sorted(expected, key=repr)
    assert found


@pytest.fixture(scope="session")
def ladybug(toy: ox.Store, tmp_path_factory: pytest.TempPathFactory) -> object:
    package = peers.need("ladybug")
    path = tmp_path_factory.mktemp("ladybug") / "kg.lbug"
    write_graph(toy, path, "ladybug")
    return package.Connection(package.Database(str(path), read_only=True))


@pytest.mark.parametrize("name", DUCKDB)
def test_duckdb_and_pandas_answer_as_sparql_does(toy: ox.Store, duck: Path, name: str) -> None:
    import duckdb

    text, columns = DUCKDB[name]
    expected = [tuple(row[column] for column in columns) for row in rows(toy, name)]
    with duckdb.connect(str(duck), read_only=True) as database:
        found = [
            tuple(None if cell is None else str(cell) for cell in row) for row in database.execute(text).fetchall()
        ]
    assert sorted(found, key=repr) == sorted(expected, key=repr)
    assert found


@pytest.fixture(scope="session")
def duck(toy: ox.Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("duckdb")
    path = tmp_path_factory.mktemp("duckdb") / "kg.duckdb"
    write_graph(toy, path)
    return path


def test_pandas_reads_the_parquet_files(toy: ox.Store, tmp_path: Path) -> None:
    pd = peers.need("pandas")
    pq = peers.need("pyarrow.parquet")
    write_graph(toy, tmp_path / "kg.parquet")
    jobs = pd.read_parquet(tmp_path / "kg.parquet/WORKED_AT.parquet")
    people = pd.read_parquet(tmp_path / "kg.parquet/Person.parquet").set_index("id")["name"]
    places = pd.read_parquet(tmp_path / "kg.parquet/Organization.parquet").set_index("id")["name"]
    found = {
        (people[row["from"]], places[row.to], row.role if isinstance(row.role, str) else None)
        for _, row in jobs.iterrows()
    }
    assert found == {(row["name"], row["organization"], row["role"]) for row in rows(toy, "employment")}
    schema = pq.read_schema(tmp_path / "kg.parquet/WORKED_AT.parquet")
    assert all(schema.field(name).metadata[b"description"] for name in schema.names)


def test_the_columns_of_duckdb_say_what_they_are(duck: Path) -> None:
    import duckdb

    with duckdb.connect(str(duck), read_only=True) as database:
        comments = database.execute("SELECT comment FROM duckdb_columns() WHERE NOT internal").fetchall()
    assert comments
    assert all(comment for (comment,) in comments)


def test_columns_have_one_kind_wherever_they_stand() -> None:
    kinds: dict[str, set[Kind]] = {}
    for table in (*NODES, *EDGES):
        assert len({column.name for column in table.columns}) == len(table.columns)
        for column in table.columns:
            kinds.setdefault(column.name, set()).add(column.kind)
    assert all(len(found) == 1 for found in kinds.values())
    assert set(NODE) & set(EDGE) == set()
