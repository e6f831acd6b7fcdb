"""Linking to outside catalogues: from dumps and from an endpoint on loopback, scored, explained, never merged."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pyoxigraph as ox
import pytest
from click.testing import CliRunner

import graph_builder
from graph_builder.cli import app
from graph_builder.graph.validation import validate
from graph_builder.pipeline import forget_person, linking
from graph_builder.pipeline.linking import LinkError, link
from graph_builder.read.services import ServiceClient, candidates
from graph_builder.store.store import Store
from tests.services_server import TITLE
from tests.web_server import Answer, site

pytestmark = pytest.mark.usefixtures("tagger_on")  # papers in free text

CV = f"""# Orla Quillfeather

## Education

- PhD in Physics, University of Oldmere, 2015-2019

## Experience

- Engineer, Brackwater Labs, 2019 - 2021

## Publications

1. Orla Quillfeather and Tamsin Brackwater. "{TITLE}." Journal of Slow Physics, 2021.
"""
OTTO = "# Otto Brandt\n\n## Experience\n\n- Engineer, Acme Robotics, 2018 - 2020\n"
WIKIDATA = """
@prefix wd: <http://www.wikidata.org/entity/> . @prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
wd:Q1 rdfs:label "Orla Quillfeather"@en ; wdt:P31 wd:Q5 ; wdt:P69 wd:Q2 .
wd:Q2 rdfs:label "University of Oldmere"@en .
wd:Q3 rdfs:label "Quenched lattices of slow clocks"@en ; wdt:P577 "2021-01-01" ; wdt:P50 wd:Q4 .
wd:Q4 rdfs:label "Tamsin Brackwater"@en ; wdt:P31 wd:Q5 .
wd:Q8 rdfs:label "Brackwater Labs"@en .
wd:Q9 rdfs:label "Brackwater Labs"@en .
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, tagger_on: None) -> Path:
    folder = tmp_path_factory.mktemp("linking")
    (folder / "cvs").mkdir()
    (folder / "cvs" / "orla.md").write_text(CV, "utf-8")
    graph_builder.build([folder / "cvs"], folder / "kg", workers=0)
    return folder


@pytest.fixture
def store(built: Path, tmp_path: Path) -> Path:
    """Return a store of one's own with its document beside it."""
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    return tmp_path / "kg"


def found(store: Path) -> dict[str, tuple[str, str]]:
    """Return kind of match and score by outside IRI."""
    rows = graph_builder.open(store).query("""
        PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX gb: <https://w3id.org/graph-builder/ontology#>
        SELECT ?outside ?says ?score ?label {
          ?link a rdf:Statement ; rdf:subject ?thing ; rdf:predicate ?says ; rdf:object ?outside .
          ?link gb:confidence ?score .
          ?thing ?says ?outside .
        }""")
    return {str(r["outside"]).rsplit("/", 1)[-1]: (str(r["says"]).rsplit("#")[-1], str(r["score"])) for r in rows}


EXPECTED = {
    "Q1": ("closeMatch", "0.8"),
    "Q2": ("closeMatch", "0.75"),
    "Q3": ("exactMatch", "0.98"),
    "Q4": ("exactMatch", "0.9"),
}


def endpoint(text: str) -> object:
    """Return a SPARQL endpoint over some Turtle, as the catalogues have it."""
    graph = ox.Store()
    graph.load(text.encode(), format=ox.RdfFormat.TURTLE)

    def answer(path: str) -> Answer:
        (query,) = parse_qs(urlsplit(path).query)["query"]
        results = graph.query(query)
        assert isinstance(results, ox.QuerySolutions)
        body = results.serialize(format=ox.QueryResultsFormat.JSON)
        return Answer(body or b"", "application/sparql-results+json")

    return answer


def test_an_endpoint_is_asked_by_names(store: Path) -> None:
    with site(endpoint(WIKIDATA)) as server:  # type: ignore[arg-type]
        report = link(store, "wikidata", endpoint=f"{server.url}/sparql")
    assert (report.exact, report.close) == (2, 2)
    assert found(store) == EXPECTED, "of two labs with one name neither is taken; a name alone is no person"


@pytest.mark.parametrize(("rows", "expected"), [(8, EXPECTED), (1, {})])
def test_an_endpoint_that_cuts_off_is_asked_for_less(
    store: Path, rows: int, expected: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    whole = candidates._query
    monkeypatch.setattr(linking, "ServiceClient", partial(ServiceClient, sleep=lambda seconds: None))
    monkeypatch.setattr(candidates, "_ROWS", rows)
    monkeypatch.setattr(candidates, "_query", lambda names: (asked.append(len(names)), whole(names))[1])
    with site(endpoint(WIKIDATA)) as server:  # type: ignore[arg-type]
        link(store, "wikidata", endpoint=f"{server.url}/sparql")
    assert found(store) == expected
    assert asked[0] > asked[1], "in halves"


def test_a_dump_gives_the_same(store: Path, tmp_path: Path) -> None:
    dump = tmp_path / "dump.ttl"
    dump.write_text(WIKIDATA, "utf-8")
    done = CliRunner().invoke(app, ["link", "--store", str(store), "--to", "wikidata", "--dump", str(dump)])
    assert "2 exact, 2 close" in done.output
    assert found(store) == EXPECTED


def test_links_merge_nothing_stay_while_builds_go_on_and_are_valid(store: Path, tmp_path: Path) -> None:
    before = graph_builder.open(store).query("profiles")
    (tmp_path / "dump.ttl").write_text(WIKIDATA, "utf-8")
    link(store, "wikidata", dumps=[tmp_path / "dump.ttl"])
    link(store, "wikidata", dumps=[tmp_path / "dump.ttl"])
    assert graph_builder.open(store).query("profiles") == before
    (tmp_path / "cvs" / "otto.md").write_text(OTTO, "utf-8")
    graph_builder.build([tmp_path / "cvs"], store, workers=0)
    assert found(store) == EXPECTED
    assert validate(Store.open(store).snapshot()) == []
    # What is said of a link is no fact of a source.
    graph_builder.build([tmp_path / "cvs"], tmp_path / "clean", workers=0)
    assert Store.open(store).manifest.totals == Store.open(tmp_path / "clean").manifest.totals


def test_links_of_an_erased_person_go(store: Path, tmp_path: Path) -> None:
    (tmp_path / "dump.ttl").write_text(WIKIDATA, "utf-8")
    link(store, "wikidata", dumps=[tmp_path / "dump.ttl"])
    (person,) = [row["person"] for row in graph_builder.open(store).query("profiles")]
    forget_person(store, str(person))
    assert b"quillfeather" not in (store / "links" / "wikidata.jsonl").read_bytes()
    assert "Q1" not in found(store)


def test_a_catalogue_needs_a_name_and_an_endpoint_or_a_dump(store: Path) -> None:
    with pytest.raises(LinkError, match="known are"):
        link(store, "elsewhere")
    with pytest.raises(LinkError, match="--dump"):
        link(store, "openalex")
