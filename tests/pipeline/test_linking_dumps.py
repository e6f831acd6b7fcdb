"""Linking to dumps as the catalogues give them out: RDF of dblp and SemOpenAlex, JSON of Wikidata and OpenAlex.

Each holds what the store names, a namesake that must not be taken, and what has nothing to do with it.
"""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import graph_builder
from graph_builder.pipeline.linking import link
from tests.pipeline.test_linking import CV
from tests.services_server import DOI, ORCID, TITLE, openalex_work

pytestmark = pytest.mark.usefixtures("tagger_on")  # papers in free text

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
XSD = "http://www.w3.org/2001/XMLSchema#"
DBLP = f"""
<https://dblp.org/pid/1/2> <{TYPE}> <https://dblp.org/rdf/schema#Person> .
<https://dblp.org/pid/1/2> <https://dblp.org/rdf/schema#primaryCreatorName> "Orla Quillfeather 0001" .
<https://dblp.org/pid/1/2> <https://dblp.org/rdf/schema#primaryAffiliation> "University of Oldmere" .
<https://dblp.org/pid/1/3> <{TYPE}> <https://dblp.org/rdf/schema#Person> .
<https://dblp.org/pid/1/3> <https://dblp.org/rdf/schema#primaryCreatorName> "Orla Quillfeather 0002" .
<https://dblp.org/pid/1/3> <https://dblp.org/rdf/schema#primaryAffiliation> "Elsewhere College" .
<https://dblp.org/pid/3/4> <{TYPE}> <https://dblp.org/rdf/schema#Person> .
<https://dblp.org/pid/3/4> <https://dblp.org/rdf/schema#primaryCreatorName> "Tamsin Brackwater" .
<https://dblp.org/rec/j/qb21> <{TYPE}> <https://dblp.org/rdf/schema#Publication> .
<https://dblp.org/rec/j/qb21> <https://dblp.org/rdf/schema#title> "{TITLE}." .
<https://dblp.org/rec/j/qb21> <https://dblp.org/rdf/schema#yearOfPublication> "2021"^^<{XSD}gYear> .
<https://dblp.org/rec/j/qb21> <https://dblp.org/rdf/schema#doi> <https://doi.org/{DOI}> .
<https://dblp.org/rec/j/qb21> <https://dblp.org/rdf/schema#authoredBy> <https://dblp.org/pid/1/2> .
<https://dblp.org/rec/j/qb21> <https://dblp.org/rdf/schema#authoredBy> <https://dblp.org/pid/3/4> .
<https://dblp.org/rec/j/qb21> <https://dblp.org/rdf/schema#hasSignature> _:s1 .
_:s1 <https://dblp.org/rdf/schema#signatureDblpName> "Orla Quillfeather 0001" .
"""
SEM = "https://semopenalex.org"
PAPER = "/".join((SEM, "work", "W1"))  # written at once it looks like a place on a machine
SEMOPENALEX = f"""
<{SEM}/author/A1> <{TYPE}> <{SEM}/ontology/Author> .
<{SEM}/author/A1> <http://xmlns.com/foaf/0.1/name> "Orla Quillfeather" .
<{SEM}/author/A1> <http://www.w3.org/ns/org#memberOf> <{SEM}/institution/I1> .
<{SEM}/author/A9> <{TYPE}> <{SEM}/ontology/Author> .
<{SEM}/author/A9> <http://xmlns.com/foaf/0.1/name> "Orla Quillfeather" .
<{SEM}/institution/I1> <{TYPE}> <{SEM}/ontology/Institution> .
<{SEM}/institution/I1> <http://xmlns.com/foaf/0.1/name> "University of Oldmere" .
<{PAPER}> <{TYPE}> <{SEM}/ontology/Work> .
<{PAPER}> <http://purl.org/dc/terms/title> "{TITLE}" .
<{PAPER}> <https://purl.org/spar/fabio/hasPublicationYear> "2021"^^<{XSD}integer> .
<{PAPER}> <http://purl.org/dc/terms/creator> <{SEM}/author/A1> .
"""


def claim(*values: Any, rank: str = "normal") -> list[dict[str, Any]]:
    kinds = {str: "string", dict: "wikibase-entityid"}
    return [
        {"rank": rank, "mainsnak": {"snaktype": "value", "datavalue": {"type": kinds[type(v)], "value": v}}}
        for v in values
    ]


def entity(number: int, name: str, **claims: list[dict[str, Any]]) -> str:
    labels = {"en": {"language": "en", "value": name}}
    return json.dumps({"type": "item", "id": f"Q{number}", "labels": labels, "aliases": {}, "claims": claims})


HUMAN = claim({"entity-type": "item", "id": "Q5"})
WIKIDATA = ",\n".join(
    [
        entity(1, "Orla Quillfeather", P31=HUMAN, P69=claim({"id": "Q2"})),
        entity(2, "University of Oldmere", P6782=claim("05abc1234"), P31=[{"mainsnak": {"snaktype": "novalue"}}]),
        entity(3, TITLE, P577=claim({"time": "+2021-03-00T00:00:00Z", "precision": 10}), P50=claim({"id": "Q4"})),
        entity(4, "Tamsin Brackwater", P31=HUMAN),
        entity(5, "human"),
        entity(7, "Orla Quillfeather", P31=HUMAN, P69=claim({"id": "Q2"}, rank="deprecated")),
        '{"id": "Q8", "labels": broken}',
    ]
)


OPENALEX = "\n".join(map(json.dumps, [openalex_work(7, TITLE), openalex_work(8, "Clocks, Slower")]))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, tagger_on: None) -> Path:
    folder = tmp_path_factory.mktemp("dumps")
    text = CV.replace("# Orla Quillfeather\n", f"# Orla Quillfeather\n\nORCID: {ORCID}\n")
    (folder / "orla.md").write_text(text, "utf-8")
    graph_builder.build([folder / "orla.md"], folder / "kg", workers=0)
    return folder / "kg"


@pytest.fixture
def store(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "kg"))


CASES: dict[str, tuple[str, str, str, dict[str, tuple[str, float, str]]]] = {
    "dblp": ("dblp", "dblp.nt", DBLP, {
        "Orla Quillfeather": (
            "https://dblp.org/pid/1/2", 0.98, "author of 1 paper in common; 1 organization in common"),
        "Tamsin Brackwater": ("https://dblp.org/pid/3/4", 0.9, "author of 1 paper in common"),
        TITLE: ("https://dblp.org/rec/j/qb21", 0.98, "2 authors in common; same title; same year"),
    }),
    "wikidata": ("wikidata", "latest-all.json", f"[\n{WIKIDATA}\n]\n", {
        "Orla Quillfeather": ("http://www.wikidata.org/entity/Q1", 0.75, "1 organization in common; 2 of this name"),
        "Tamsin Brackwater": ("http://www.wikidata.org/entity/Q4", 0.9, "author of 1 paper in common"),
        "University of Oldmere": ("http://www.wikidata.org/entity/Q2", 0.75, "same name"),
        TITLE: ("http://www.wikidata.org/entity/Q3", 0.98, "1 author in common; same title; same year"),
    }),
    "semopenalex": ("semopenalex", "dump.nt", SEMOPENALEX, {
        "Orla Quillfeather": (f"{SEM}/author/A1", 0.98, "author of 1 paper in common; 1 organization in common"),
        "University of Oldmere": (f"{SEM}/institution/I1", 0.75, "same name"),
        TITLE: (PAPER, 0.98, "1 author in common; same title; same year"),
    }),
    "openalex": ("openalex", "works.jsonl", OPENALEX, {
        TITLE: ("https://openalex.org/W7", 0.98, "2 authors in common; same title; same year"),
    }),
}  # fmt: skip


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", CASES)
def test_a_dump_gives_scored_and_explained_links(store: Path, tmp_path: Path, name: str, packed: bool) -> None:
    to, file, text, expected = CASES[name]
    dump = tmp_path / (file + ".gz" if packed else file)
    dump.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    link(store, to, dumps=[dump])
    rows = graph_builder.open(store).query("""
        PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX gb: <https://w3id.org/graph-builder/ontology#>
        PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
        SELECT ?name ?outside ?score ?reason {
          ?link a rdf:Statement ; rdf:subject/rdfs:label ?name ; rdf:object ?outside ; gb:confidence ?score ;
            rdfs:comment ?reason .
        }""")
    said: dict[str, tuple[str, float, set[str]]] = {}
    for row in rows:
        said.setdefault(str(row["name"]), (str(row["outside"]), float(str(row["score"])), set()))[2].add(
            str(row["reason"])
        )
    assert {n: (iri, score) for n, (iri, score, _) in said.items()} == {n: e[:2] for n, e in expected.items()}
    for thing, (_, _, reasons) in expected.items():
        assert set(reasons.split("; ")) <= said[thing][2], thing
