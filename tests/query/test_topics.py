"""Topics that people state and topics of their papers stay apart, and broader ones are counted for a group."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from graph_builder.explore import card, find_thing
from graph_builder.query.engine import rows

WORLD = """
@prefix : <https://w3id.org/graph-builder/data/> . @prefix gb: <https://w3id.org/graph-builder/ontology#> .
@prefix schema: <https://schema.org/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix org: <http://www.w3.org/ns/org#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:g {
  :maths a skos:Concept ; rdfs:label "maths" .
  :knots a skos:Concept ; rdfs:label "knots" ; skos:broader :maths .
  :whales a skos:Concept ; rdfs:label "whales" .
  :mill a schema:Organization ; rdfs:label "Mill" .
  :lab a schema:Organization ; rdfs:label "Lab" ; org:subOrganizationOf :mill .
  :ann a schema:Person ; rdfs:label "Ann" ; schema:knowsAbout :whales , :maths .
  :ben a schema:Person ; rdfs:label "Ben" ; schema:knowsAbout :knots .
  :eve a schema:Person ; rdfs:label "Eve" ; schema:knowsAbout :maths .
  :one a schema:CreativeWork ; rdfs:label "One" ; schema:about :knots ; schema:author :ann , :ben , :eve .
  :two a schema:CreativeWork ; rdfs:label "Two" ; schema:about :knots ; schema:author :ann .
  :one schema:datePublished "2020"^^xsd:gYear . :two schema:datePublished "2022"^^xsd:gYear .
  :i a gb:Interest ; gb:person :ann ; gb:topic :whales . :j a gb:Interest ; gb:person :ben ; gb:topic :knots .
  :k a gb:Interest ; gb:person :ann ; gb:topic :maths ; gb:basis "inferred" .
  :a a gb:Employment ; gb:person :ann ; gb:organization :mill ; gb:unit :lab .
  :b a gb:Employment ; gb:person :ben ; gb:organization :lab .
  :c a gb:Authorship ; gb:work :one ; gb:author :ann ; gb:source :g .
  :d a gb:Authorship ; gb:work :two ; gb:author :ann ; gb:source :g .
}
"""


@pytest.fixture(scope="module")
def world() -> ox.Store:
    store = ox.Store()
    store.load(WORLD.encode(), format=ox.RdfFormat.TRIG)
    return store


def test_topics_of_papers_come_with_the_papers(world: ox.Store) -> None:
    found = [list(row.values())[1:] for row in rows(world, "topics_of_papers", {"person": "Ann"})]
    address = "https://w3id.org/graph-builder/data/"
    assert found == [
        ["knots", "2", f"{address}two", "Two", "2022"],
        ["knots", "2", f"{address}one", "One", "2020"],
    ]


def test_a_group_has_stated_and_inferred_topics_and_broader_ones(world: ox.Store) -> None:
    found = [list(row.values())[1:] for row in rows(world, "topics_by_organization", {"organization": "Mill"})]
    # name, people, who state it, whose papers are about it, papers
    assert found == [["knots", "2", "1", "2", "2"], ["maths", "2", "1", "2", "2"], ["whales", "1", "1", "0", "0"]]


def test_a_person_shows_topics_of_papers_apart_from_interests(world: ox.Store) -> None:
    sections = {section.title: section.entries for section in card(world, find_thing(world, "Ann")).sections}
    (line,) = sections["Topics of papers"]
    assert (line.thing and line.thing.name, line.text, line.dates) == ("knots", "2 papers", "2020–2022")
    assert [fact.role("work")[-3:] for fact in line.facts] == ["two", "one"]
    interests = {(line.thing.name, line.text) for line in sections["Interests"] if line.thing}
    assert interests == {("whales", ""), ("maths", "inferred")}
