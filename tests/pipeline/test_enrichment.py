"""Enriching a store: what documents name is looked up, answers become sources, and documents keep their word."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from graph_builder.cli import main
from graph_builder.model import Person, Work
from graph_builder.pipeline import EnrichSettings, build, enrich, forget
from graph_builder.pipeline.sources import file_name
from graph_builder.read.services import Answer as Answered
from graph_builder.read.services import ServiceClient, WantedWork
from graph_builder.read.services.wanted import is_work
from graph_builder.store.store import Store
from tests.services_server import ORCID, TITLE, addresses, services
from tests.web_server import Answer, site

pytestmark = pytest.mark.usefixtures("tagger_on")  # papers in free text

CV = f"""# Orla Quillfeather

ORCID: https://orcid.org/{ORCID}

## Education

- PhD in Physics, University of Oldmere, 2015-2019

## Publications

1. O. Quillfeather and T. Brackwater. "{TITLE}." Journal of Slow Physics, 2021.
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, tagger_on: None) -> Path:
    folder = tmp_path_factory.mktemp("enrich")
    (folder / "orla.md").write_text(CV)
    build([folder / "orla.md"], folder / "kg", workers=0)
    return folder / "kg"


@pytest.fixture
def store(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a store of one's own; builds start no processes, each of which would load the tagger."""
    monkeypatch.setattr("graph_builder.pipeline.enrichment.build", partial(build, workers=0))
    return Path(shutil.copytree(built, tmp_path / "kg"))


def settings(url: str, **more: object) -> EnrichSettings:
    return EnrichSettings(dict(addresses(url)), timeout=5.0, sleep=lambda seconds: None, **more)  # type: ignore[arg-type]


def sources(store: Path) -> list[str]:
    return [record.id for record in Store.open(store).sources()]


def quads_of(store: Path, source: str) -> set[str]:
    opened = Store.open(store)
    graph = opened.snapshot()
    name = next(name for name in graph.named_graphs() if name.value.endswith(source))
    return {str(quad) for quad in graph.quads_for_pattern(None, None, None, name)}


def test_answers_become_sources_and_join_what_documents_say(store: Path) -> None:
    with site(services) as server:
        report = enrich(store, ["crossref", "openalex", "orcid"], settings=settings(server.url))
    assert report.problems == ()
    assert "enrich/orcid/0000-0002-1825-0097.json" in sources(store)
    assert report.new == len(sources(store)) - 1
    works = Store.open(store).snapshot().query(
        "SELECT DISTINCT ?w WHERE { GRAPH ?g { ?w a <https://schema.org/CreativeWork> ; "
        f"<http://www.w3.org/2000/01/rdf-schema#label> '{TITLE}' }} }}"
    )  # fmt: skip
    assert len(list(works)) == 1  # type: ignore[arg-type]


def test_once_nothing_new_is_learnt_nothing_is_asked_and_nothing_changes(store: Path) -> None:
    with site(services) as server:
        enrich(store, ["crossref"], settings=settings(server.url))
        enrich(store, ["crossref"], settings=settings(server.url))  # by the DOI that the first time told
        again = enrich(store, ["crossref"], settings=settings(server.url))
    assert (again.asked, again.new, again.build.added, again.build.changed) == (0, 0, 0, 0)


def test_what_only_answers_name_is_not_looked_up_in_turn(store: Path) -> None:
    with site(services) as server:
        first = enrich(store, ["openalex"], settings=settings(server.url))
        again = enrich(store, ["openalex"], settings=settings(server.url))
    assert again.wanted == first.wanted


def test_one_person_alone(store: Path) -> None:
    opened = Store.open(store).snapshot()
    rows = opened.query("SELECT ?p WHERE { GRAPH ?g { ?s <http://xmlns.com/foaf/0.1/primaryTopic> ?p } }")
    (person,) = {row["p"].value for row in rows}  # type: ignore[union-attr,index]
    with site(services) as server:
        report = enrich(store, ["orcid"], person=person, settings=settings(server.url))
    assert (report.found, report.asked) == (1, 1)


def test_a_service_that_is_down_costs_its_own_answers_alone(store: Path) -> None:
    def half(path: str) -> Answer:
        return Answer("down", status=500) if path.startswith("/dblp") else services(path)

    with site(half) as server:
        report = enrich(store, ["dblp", "crossref"], settings=settings(server.url))
    assert [problem.source for problem in report.problems] == ["dblp"]
    assert any(source.startswith("enrich/crossref/") for source in sources(store))


def test_answers_of_an_unknown_form_are_a_problem(store: Path) -> None:
    with site(lambda path: Answer("[1, 2]", "application/json")) as server:
        report = enrich(store, ["openalex"], settings=settings(server.url))
    assert "unknown form" in str(report.problems[0])
    assert [source.rpartition("/")[2] for source in sources(store)] == ["orla.md"]


def test_forgetting_an_answer_removes_its_file_and_what_was_remembered(store: Path) -> None:
    with site(services) as server:
        enrich(store, ["orcid"], settings=settings(server.url))
    forget(store, f"enrich/orcid/{ORCID}.json")
    assert not (store / "answers").exists()
    assert not list((store / "enrich").rglob("*.json"))


def test_enriching_changes_no_fact_of_a_document(store: Path) -> None:
    before = {quad for quad in quads_of(store, "orla.md") if "#quote" in quad or "#year" in quad or "#role" in quad}
    with site(services) as server:
        enrich(store, ["crossref", "openalex", "dblp", "semanticscholar"], settings=settings(server.url))
    after = {quad for quad in quads_of(store, "orla.md") if "#quote" in quad or "#year" in quad or "#role" in quad}
    assert {quad.split(" ", 1)[1] for quad in after} == {quad.split(" ", 1)[1] for quad in before}


def test_the_command(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with site(services) as server:
        at = [part for name, url in addresses(server.url) for part in ("--at", f"{name}={url}")]
        with pytest.raises(SystemExit) as ended:
            main(["enrich", "--store", str(store), "--from", "ror,crossref", "--person", "Orla Quillfeather", *at])
    assert ended.value.code == 0
    assert "found" in capsys.readouterr().out


def test_an_unknown_service_is_named(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["enrich", "--store", str(store), "--from", "scopus"])
    assert ended.value.code == 1
    assert "known are openalex" in capsys.readouterr().err


@pytest.mark.parametrize(
    "body",
    [
     "[" * 100_000 + "]" * 100_000, '{"message": ' + '{"a":' * 900 + "1" + "}" * 901,
     '{"message": {"items": [null, 1e400]}}', '{"message": {"items": null}}', '"\\ud800"', "1e400", "\x00",
     '{"message": {"title": ["\\ud800"], "DOI": 7}}'],
    ids=["deep", "less deep", "numbers", "null", "surrogate", "infinite", "nul", "no work"],
)  # fmt: skip
def test_hostile_answers_cost_themselves_alone(store: Path, body: str) -> None:
    def hostile(path: str) -> Answer:
        return Answer(body, "application/json") if path.startswith("/crossref") else services(path)

    with site(hostile) as server:
        enrich(store, ["crossref", "orcid"], settings=settings(server.url))
    assert "enrich/orcid/0000-0002-1825-0097.json" in sources(store)


def test_a_year_that_is_none_is_no_reason_to_stop() -> None:
    wanted = WantedWork(TITLE, ("Orla Quillfeather",), "2021")
    assert is_work(wanted, Work(TITLE, (Person("Orla Quillfeather"),), year="n.d."))


def test_keys_that_look_alike_are_files_of_their_own() -> None:
    keys = [
        "a/b",
        "a_b",
        "a/b_",
        "A b",
        "..",
        "../../etc/passwd",
        "\x00",
        "\ud800",
        "\u5317" * 500,
        "\U00020000" * 90,
        "k" * 10_000,
    ]
    names = [file_name(Answered(key, ".json", b"")) for key in keys]
    assert len(set(names)) == len(keys)
    assert all(len(name.encode()) < 128 and "/" not in name and not name.startswith(".") for name in names)


def test_what_was_remembered_badly_is_asked_again(store: Path) -> None:
    with site(services) as server:
        enrich(store, ["crossref"], settings=settings(server.url))
        for file in (store / "answers").rglob("*"):
            if file.is_file():
                file.write_bytes(file.read_bytes()[:-9])
        report = enrich(store, ["crossref"], settings=settings(server.url))
    assert report.problems == ()
    assert report.asked > 0


def test_an_identifier_does_not_lead_out_of_its_place(tmp_path: Path) -> None:
    with site(services) as server:
        client = ServiceClient("openalex", f"{server.url}/openalex", tmp_path)
        assert client.get("/works/doi:10.1/../../authors") is None
        assert server.paths() == []
