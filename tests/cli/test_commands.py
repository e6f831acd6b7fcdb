"""The command line, with the product's own stages on a few invented documents."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import networkx as nx
import pytest

from graph_builder.cli import app, main

MIRA = """---
education:
- {degree: PhD in Computer Science, institution: University of Oslo, dates: 2012 - 2016}
experience:
- Research Scientist, Acme Robotics, 2016 - present
---

# Mira Holt

## Research Interests

- Distributed Systems
"""
OTTO = """---
experience:
- {position: Engineer, company: Acme Robotics, dates: 2018 - 2020}
---

# Otto Brandt
"""


@dataclass(frozen=True)
class Done:
    """What a run of the command line gave."""

    status: int
    out: str
    err: str


class Typist:
    """Types commands in a folder of documents; ``--store kg`` is added for the commands that take it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        out, err = self._capsys.readouterr()
        status = ended.value.code
        assert isinstance(status, int)
        assert "Traceback" not in err
        return Done(status, out, err)


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typist:
    (tmp_path / "cvs").mkdir()
    (tmp_path / "cvs/mira.md").write_text(MIRA)
    (tmp_path / "cvs/otto.md").write_text(OTTO)
    monkeypatch.chdir(tmp_path)
    return Typist(capsys)


@pytest.fixture(scope="session")
def _built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from graph_builder.pipeline import build

    folder = tmp_path_factory.mktemp("cli")
    (folder / "cvs").mkdir()
    (folder / "cvs/mira.md").write_text(MIRA)
    (folder / "cvs/otto.md").write_text(OTTO)
    build([folder / "cvs"], folder / "kg", workers=0)
    return folder / "kg"


@pytest.fixture
def built(typed: Typist, _built: Path, monkeypatch: pytest.MonkeyPatch) -> Typist:
    """Return a typist whose store is built already. Only for commands that leave it as it is."""
    monkeypatch.setenv("GRAPH_BUILDER_STORE", str(_built))
    return typed


def test_a_build_of_a_large_graph_makes_its_index(typed: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graph_builder.query.index.LARGE", 1)
    assert "reading the whole graph once" in typed("build", "cvs", "--store", "kg").err
    assert typed("query", "employment", "--param", "person=Mira Holt", "--store", "kg").err == ""


def test_build_prints_what_is_in_the_graph(typed: Typist) -> None:
    done = typed("build", "cvs", "--store", "kg")
    assert done.status == 0
    assert done.err == ""
    figures = dict(line.split(maxsplit=2)[:2] for line in done.out.splitlines())
    assert figures["documents"] == "2"
    assert int(figures["people"]) >= 2
    assert int(figures["facts"]) >= 5
    assert figures["problems"] == "0"
    assert "2 added, 0 changed, 0 unchanged" in done.out
    assert "0 added, 0 changed, 2 unchanged" in typed("build", "cvs", "--store", "kg").out


@pytest.mark.parametrize(("strict", "status"), [([], 0), (["--strict"], 3)])
def test_problems_are_one_line_each_and_strict_counts_them(typed: Typist, strict: list[str], status: int) -> None:
    Path("cvs/empty.md").write_text("")
    Path("cvs/broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    Path("cvs/binary.txt").write_bytes(bytes(range(256)) * 50)
    done = typed("build", "cvs", "nobody.md", "--store", "kg", "--workers", "0", *strict)
    assert done.status == status
    lines = done.err.splitlines()
    assert [line.split(":")[0] for line in lines] == ["problem"] * len(lines)
    assert {line.split(": ")[1] for line in lines} >= {"nobody.md", "cvs/empty.md", "cvs/broken.pdf"}
    assert all(";" in line for line in lines), "no advice"
    assert "documents            2" in done.out


def test_a_build_of_nothing_readable_fails(typed: Typist) -> None:
    done = typed("build", "nobody.md", "--store", "kg")
    assert done.status == 1
    assert done.err.startswith("problem: nobody.md: cannot be opened (No such file or directory)")


def test_forget_takes_a_source_and_its_facts_away(typed: Typist) -> None:
    typed("build", "cvs", "--store", "kg", "--workers", "0")
    assert "documents            1" in typed("forget", "--store", "kg", "otto.md").out
    assert "Otto" not in typed("query", "--store", "kg", "profiles").out
    assert typed("forget", "--store", "kg", "otto.md").err.startswith("error: kg has no source otto.md")
    assert typed("sources", "--store", "kg").out.split("\t")[0] == "cvs/mira.md"


def test_query_by_name_path_and_text(built: Typist) -> None:
    texts = [built("query", query, "--format", "csv").out for query in ("employment", "queries/employment.rq")]
    assert texts[0] == texts[1]
    rows = list(csv.DictReader(io.StringIO(texts[0])))
    assert {(row["name"], row["organization"]) for row in rows} == {
        ("Mira Holt", "Acme Robotics"),
        ("Otto Brandt", "Acme Robotics"),
    }
    counted = built("query", "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", "--format", "json")
    assert int(json.loads(counted.out)["results"]["bindings"][0]["n"]["value"]) > 50


def test_query_with_a_parameter(built: Typist) -> None:
    done = built("query", "coworkers", "--param", "person=Mira Holt", "--format", "csv")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("name", ["rows.csv", "rows.tsv", "rows.json", "rows.xml", "rows.parquet", "rows.txt"])
def test_query_writes_a_file_by_its_suffix(built: Typist, name: str) -> None:
    done = built("query", "profiles", "-o", name)
    assert (done.status, done.out, done.err) == (0, "", "")
    assert b"Mira Holt" in Path(name).read_bytes()


def test_query_of_triples_gives_rdf(built: Typist) -> None:
    done = built("query", "CONSTRUCT { ?s ?p ?o } WHERE { ?s <https://schema.org/affiliation> ?o . ?s ?p ?o }")
    assert "schema:affiliation" in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["query", "nosuch"], "no query 'nosuch'"),
        (["query", "SELECT {"], "error: "),
        (["query", "profiles", "--format", "odd"], "no format 'odd'"),
        (["query", "coauthors"], "person"),
        (["query", "coauthors", "--param", "person=Nobody Atall"], "Nobody Atall"),
        (["query", "profiles", "-o", "no/such/folder.csv"], "folder.csv"),
        (["show", "Nobody Atall"], "Nobody Atall"),
        (["why", "0123456789abcdef"], "0123456789abcdef"),
        (["draw", "--about", "Nobody Atall", "-o", "x.html"], "Nobody Atall"),
        (["draw", "-o", "x.odd"], "x.odd"),
        (["draw", "-o", "no/such/folder.html"], "folder.html"),
        (["export", "--format", "odd"], "no format 'odd'"),
        (["forget", "nosuch.md"], "no source nosuch.md"),
        (["queries", "nosuch"], "no query 'nosuch'"),
    ],
)
def test_an_error_is_one_clear_line(built: Typist, words: list[str], message: str) -> None:
    done = built(*words)
    assert done.status == 1
    assert done.out == ""
    assert done.err.startswith("error: ")
    assert message in done.err


def test_what_is_to_be_wiped_is_reported_until_it_is(typed: Typist) -> None:
    typed("build", "cvs", "--store", "kg", "--workers", "0")
    assert "traces        left" in typed("forget", "--store", "kg", "otto.md", "--wipe-later").out
    assert "Otto" not in typed("query", "--store", "kg", "profiles").out
    assert "graph-builder wipe --store kg" in typed("doctor", "--store", "kg").out
    assert typed("wipe", "--store", "kg") == Done(0, "", "")
    assert "wipe" not in typed("doctor", "--store", "kg").out
    assert "traces" not in typed("forget", "--store", "kg", "mira.md").out
    assert typed("wipe", "--store", "nowhere").err == "error: nowhere does not exist; nothing was wiped\n"


@pytest.mark.parametrize("command", ["query", "show", "why", "forget"])
def test_an_unknown_store_is_one_clear_line(typed: Typist, command: str) -> None:
    done = typed(command, "--store", "nowhere", "profiles")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("error: nowhere does not exist; ")
    assert not Path("nowhere").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["build"],
        ["build", "cvs"],
        ["nosuch"],
        ["query", "profiles", "--param", "person"],
        ["draw", "-o", "x.html", "--kind", "odd"],
        ["draw", "-o", "x.html", "--years", "soon"],
    ],
)
def test_what_is_typed_wrongly_gives_status_2(typed: Typist, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if words[0] != "build":
        monkeypatch.setenv("GRAPH_BUILDER_STORE", "kg")
    done = typed(*words)
    assert done.status == 2
    assert "Error: " in done.err


def test_show_and_why(built: Typist) -> None:
    shown = built("show", "Mira Holt", "--facts")
    assert "Acme Robotics" in shown.out
    reasons = built("why", "Mira Holt", "Acme Robotics")
    assert "Research Scientist, Acme Robotics, 2016 - present" in reasons.out
    assert "cvs/mira.md" in reasons.out


@pytest.mark.parametrize("name", ["x.html", "x.gexf", "x.graphml"])
def test_draw(built: Typist, name: str) -> None:
    done = built("draw", "--about", "Acme Robotics", "--hops", "2", "-o", name)
    assert done.status == 0
    assert done.err.startswith(f"{name}: ")
    assert "Mira Holt" in Path(name).read_text("utf-8")


def test_a_drawn_network_lists_its_nodes_in_the_same_order_at_each_run(typed: Typist) -> None:
    posts = "".join(f"- Engineer, Acme {letter} Robotics, 2016 - 2018\n" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    Path("cvs/mira.md").write_text(f"---\nexperience:\n{posts}---\n\n# Mira Holt\n")
    typed("build", "cvs", "--store", "kg")
    typed("draw", "--store", "kg", "--max-nodes", "12", "-o", "x.gexf")
    nodes = list(nx.read_gexf("x.gexf"))
    assert len(nodes) == 12
    assert nodes == sorted(nodes)


@pytest.mark.parametrize("format_", ["nquads", "turtle", "trig", "ntriples", "rdfxml", "jsonld", "graphml", "gexf"])
def test_export(built: Typist, format_: str) -> None:
    done = built("export", "--format", format_, "-o", "kg.out")
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith("kg.out: ")
    assert "Mira Holt" in Path("kg.out").read_text("utf-8")
    assert built("export", "--format", format_).out == Path("kg.out").read_text("utf-8")


def test_export_for_other_stores_and_of_one_person(built: Typist) -> None:
    done = built("export", "--format", "neo4j", "--no-evidence", "-o", "kg-neo4j")
    assert (done.status, done.out) == (0, "")
    assert "2 Person" in done.err
    assert "Mira Holt" in Path("kg-neo4j/nodes-Person.csv").read_text("utf-8")
    assert built("export", "--format", "neo4j").status == 1
    resume = json.loads(built("export", "--about", "Mira Holt", "--format", "jsonresume").out)
    assert resume["basics"]["name"] == "Mira Holt"
    assert resume["work"][0]["position"] == "Research Scientist"
    assert built("export", "--about", "Mira Holt", "-o", "mira.bib").err == "mira.bib: nothing\n"
    assert built("export", "--about", "Mira Holt", "-o", "mira.jsonld").err.startswith("mira.jsonld: 1 posts")
    assert '"@type": "Person"' in Path("mira.jsonld").read_text("utf-8")
    assert "name one of: csl, jsonresume" in built("export", "--about", "Mira Holt", "-o", "mira.json").err


def test_validate(built: Typist) -> None:
    done = built("validate")
    assert (done.status, done.out) == (0, "")
    assert done.err.endswith("0 violations\n")


def test_queries_are_listed_and_described(typed: Typist) -> None:
    assert "coauthors" in typed("queries").out
    assert "--param person=" in typed("queries", "coauthors").out


def commands() -> Sequence[tuple[str, click.Command]]:
    return sorted(app.commands.items())


@pytest.mark.parametrize(("name", "command"), commands(), ids=[name for name, _ in commands()])
def test_every_command_has_help_with_an_example(typed: Typist, name: str, command: click.Command) -> None:
    done = typed(name, "--help")
    assert done.status == 0
    assert "Example:" in done.out
    assert f"graph-builder {name}" in done.out
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.name} has no help"


def test_control_characters_do_not_reach_the_terminal(typed: Typist) -> None:
    Path("cvs/\x1b[31mred.md").write_text("")
    done = typed("build", "cvs", "--store", "kg", "--workers", "0")
    assert "red.md" in done.err
    assert "\x1b" not in done.err + done.out


def run(*words: str, **options: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "graph_builder", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload, no-any-return]


def test_when_nobody_reads_on_the_command_ends_in_silence(built: Typist) -> None:
    query = "SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 100000"
    process = run("query", query, "--format", "csv", env=dict(os.environ))
    assert process.stdout
    assert process.stderr
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 1


def test_the_command_starts_without_what_is_heavy() -> None:
    heavy = {"spacy", "rdflib", "pyvis", "networkx", "pandas", "numpy", "scipy", "pyshacl", "rich.console", "requests"}
    code = f"import sys, graph_builder, graph_builder.cli; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "[]"
