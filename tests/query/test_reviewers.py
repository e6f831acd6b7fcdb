"""Who could review a paper: one person for each reason that rules somebody out, and one for each that does no more."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from graph_builder.query.engine import rows

# Ann and Ben wrote the paper; each of the others knows its topic, and is tied to Ann by one thing alone.
WORLD = """
@prefix : <https://w3id.org/graph-builder/data/> . @prefix gb: <https://w3id.org/graph-builder/ontology#> .
@prefix schema: <https://schema.org/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:g {
  :sorting a skos:Concept ; rdfs:label "sorting" ; skos:broader :algorithms .
  :algorithms a skos:Concept ; rdfs:label "algorithms" .
  :whales a skos:Concept ; rdfs:label "whales" .
  :paper a schema:CreativeWork ; rdfs:label "Sorting Fast" ; schema:about :sorting ; schema:author :ann , :ben .
  :ann a schema:Person ; rdfs:label "Ann" . :ben a schema:Person ; rdfs:label "Ben" ; schema:knowsAbout :sorting .
  :job a gb:Employment ; gb:person :ann ; gb:organization :lab ; gb:startYear 2015 ; gb:ongoing true .
  :old a gb:Employment ; gb:person :ann ; gb:organization :mill ; gb:startYear 2010 ; gb:endYear 2012 .
  :lab a schema:Organization . :mill a schema:Organization .
  :free a schema:Person ; rdfs:label "Free" ; schema:knowsAbout :sorting , :whales .
  :known a schema:Person ; rdfs:label "Known by a paper" . :own schema:about :sorting ; schema:author :known .
  :broad a schema:Person ; rdfs:label "Broader" ; schema:knowsAbout :algorithms .
  :far a schema:Person ; rdfs:label "Far" ; schema:knowsAbout :whales .
  :person a schema:Person ; schema:knowsAbout :sorting .
  %s
}
"""
WITHOUT = ["Broader", "Free", "Known by a paper"]
WITH = [*WITHOUT, "Tied"]


def names(tie: str, **parameters: str | int) -> list[str | None]:
    store = ox.Store()
    tie = tie if "label" in tie else f"{tie} :person rdfs:label 'Tied' ."
    store.load((WORLD % tie).encode(), format=ox.RdfFormat.TRIG)
    return sorted((row["name"] or "" for row in rows(store, "reviewers", {"year": 2024, **parameters})), key=str)


JOB = ":j a gb:Employment ; gb:person :person ; gb:organization "
JOINT = ":p schema:author :ann , :person"
DONE = ":d a gb:Education ; gb:degree 'doctorate' ; gb:endYear 2014 ; gb:person "


@pytest.mark.parametrize(
    ("tie", "found"),
    [
        ("", WITH),
        (":paper schema:author :person .", WITHOUT),
        (":person rdfs:label 'Ann' .", WITHOUT),
        (JOB + ":lab ; gb:startYear 2020 ; gb:endYear 2021 .", WITHOUT),
        (JOB + ":lab ; gb:startYear 2022 ; gb:ongoing true .", WITHOUT),
        (JOB + ":lab ; gb:year '2021'^^xsd:gYear .", WITHOUT),
        (JOB + ":lab .", WITHOUT),
        (JOB + ":lab ; gb:startYear 2015 ; gb:endYear 2018 .", WITH),
        (JOB + ":mill ; gb:startYear 2020 ; gb:ongoing true .", WITH),
        (JOINT + " ; schema:datePublished '2021'^^xsd:gYear .", WITHOUT),
        (JOINT + " ; schema:datePublished '2019-05'^^xsd:gYearMonth .", WITHOUT),
        (JOINT + " .", WITHOUT),
        (JOINT + " ; schema:datePublished '2018'^^xsd:gYear .", WITH),
        (":ann gb:advisedBy :person .", WITHOUT),
        (":person gb:advisedBy :ann .", WITHOUT),
        (":ann gb:advisedBy :eve . :person gb:advisedBy :eve .", WITHOUT),
        (":eve gb:advisedBy :ann , :person .", WITHOUT),
        (f":ann gb:advisedBy :person . {DONE} :ann .", WITH),
        (f":person gb:advisedBy :ann . {DONE} :person .", WITH),
        (f":ann gb:advisedBy :eve . :person gb:advisedBy :eve . {DONE} :ann .", WITH),
        (f":eve gb:advisedBy :ann , :person . {DONE} :eve .", WITH),
    ],
)
def test_what_rules_a_reviewer_out(tie: str, found: list[str]) -> None:
    assert names(tie, paper="Sorting Fast") == found


def test_how_long_something_in_common_counts() -> None:
    joint = JOINT + " ; schema:datePublished '2021'^^xsd:gYear ."
    assert names(joint, paper="Sorting Fast", years=2) == WITH
    assert names(joint, paper="Sorting Fast", year=2030) == WITH


def test_a_topic_is_looked_for_as_well() -> None:
    assert names("", paper="Sorting Fast", topic="whales") == sorted([*WITH, "Far"])
