"""The graph without what it is unsure of."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from quads import source_quads

from graph_builder.graph.validation import validate
from graph_builder.graph.vocabulary import EDGES
from graph_builder.model import Claim, EntityKind, Evidence, Mention, Relation, SourceFacts, Span
from graph_builder.query.confident import confident
from graph_builder.query.engine import rows

SOURCE = "x/a.md"
HERE = Evidence(SOURCE, Span(0, 1), "x")
HEAD = "PREFIX gb: <https://w3id.org/graph-builder/ontology#> PREFIX schema: <https://schema.org/> "


def mention(name: str, kind: EntityKind) -> Mention:
    return Mention(SOURCE, name, kind, name, HERE)


def claim(relation: Relation, confidence: float, values: dict[str, str] | None = None, **roles: str) -> Claim:
    return Claim(SOURCE, relation, roles, HERE, values or {}, "test", confidence)


@pytest.fixture
def graph() -> ox.Store:
    mentions = (
        mention("ada", EntityKind.PERSON),
        mention("works", EntityKind.ORGANIZATION),
        mention("guild", EntityKind.ORGANIZATION),
        mention("loom", EntityKind.WORK),
        mention("forum", EntityKind.VENUE),
    )
    claims = (
        claim(Relation.PROFILE, 0.95, person="ada"),
        claim(Relation.EMPLOYMENT, 0.6, {"role": "weaver"}, person="ada", organization="works"),
        claim(Relation.EMPLOYMENT, 0.95, {"role": "dyer"}, person="ada", organization="works"),
        claim(Relation.EMPLOYMENT, 0.6, person="ada", organization="guild"),
        claim(Relation.EDUCATION, 0.95, person="ada", organization="guild"),
        claim(Relation.PUBLICATION, 0.6, {"year": "2020"}, person="ada", work="loom", venue="forum"),
        claim(Relation.AWARD, 0.6, {"award": "Golden Thread"}, person="ada"),
    )
    store = ox.Store()
    store.extend(source_quads(SourceFacts(SOURCE, mentions, claims), {}))
    return store


def edges(store: ox.Store) -> list[str]:
    terms = ", ".join(str(edge) for written in EDGES.values() for _, edge, _ in written)
    found = rows(store, HEAD + f"SELECT ?p ?o {{ ?s ?p ?o FILTER(?p IN ({terms})) }}")
    names = {"primaryTopic", "affiliation", "alumniOf", "isPartOf", "datePublished", "award"}
    return sorted(n for row in found for n in names if str(row["p"]).endswith(n))


def test_weak_facts_are_left_out_with_the_edges_that_only_they_gave(graph: ox.Store) -> None:
    everything = ["affiliation", "affiliation", "alumniOf", "award", "datePublished", "isPartOf", "primaryTopic"]
    assert edges(graph) == everything
    kept = confident(graph, 0.9)
    assert [row["role"] for row in rows(kept, HEAD + "SELECT ?role { ?f a gb:Employment ; gb:role ?role }")] == ["dyer"]
    assert edges(kept) == ["affiliation", "alumniOf", "primaryTopic"]
    assert validate(list(kept)) == []


@pytest.mark.parametrize(("least", "facts"), [(0.0, 7), (0.6, 7), (0.61, 3), (0.95, 3), (1.0, 0)])
def test_the_bound_itself_is_inside(graph: ox.Store, least: float, facts: int) -> None:
    assert len(rows(confident(graph, least), HEAD + "SELECT ?f { ?f gb:confidence ?c }")) == facts


def test_the_store_itself_stays_as_it_is(graph: ox.Store) -> None:
    before = set(graph)
    confident(graph, 0.9)
    assert set(graph) == before
