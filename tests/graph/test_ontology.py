"""The ontology says what the code does, and the files made from it are up to date."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import graph_toy as toy
import pyoxigraph as ox
import pytest
import rdflib
from ontology_files import ontology, terms
from quads import source_quads
from rdflib.compare import isomorphic

from graph_builder.graph import files
from graph_builder.graph.files import ontology_file
from graph_builder.graph.sources import SourceInfo
from graph_builder.graph.validation import from_rdflib, to_rdflib
from graph_builder.graph.vocabulary import EDGES, EDITION, FACT_CLASS, GB, ROLE, UNIT, VALUE
from graph_builder.model import SCHEMA, GraphBuilderError, Relation

SUPERCLASSES = {"gb:Fact", "gb:Evidenced"}
TERMS = {t.iri: t for t in terms(ontology())}
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


@pytest.fixture(scope="module")
def used(world: list[ox.Quad]) -> set[str]:
    claims = tuple(replace(c, value_evidence={"person": c.evidence}) for c in toy.TOVE_FACTS.claims)
    (listed,) = [c for c in claims if c.relation is Relation.PUBLICATION]
    claims += (replace(listed, roles={**listed.roles, "organization": "firm"}),)  # a thesis
    info = SourceInfo(language_model="toy-1, prompt 3, 2026-11-23")
    unlinked = list(source_quads(replace(toy.TOVE_FACTS, claims=claims), {}, info=info))
    quads = [*world, *unlinked]
    classes = {q.object.value for q in quads if q.predicate.value == TYPE and isinstance(q.object, ox.NamedNode)}
    return {q.predicate.value for q in quads} | classes


def test_every_term_that_is_emitted_is_declared(used: set[str]) -> None:
    assert used - TERMS.keys() == {TYPE}


def test_every_term_that_is_declared_is_emitted_or_a_superclass(used: set[str]) -> None:
    assert {t.name for iri, t in TERMS.items() if iri not in used} == SUPERCLASSES


def test_every_term_is_explained_and_ours_have_domain_and_range() -> None:
    assert [t.name for t in TERMS.values() if not t.label or not t.comment.endswith(".")] == []
    properties = [t for t in TERMS.values() if t.own and t.kind != "class"]
    assert [t.name for t in properties if not t.domain or not t.range] == []


@pytest.mark.parametrize("relation", SCHEMA, ids=str)
def test_domains_are_the_roles_and_values_of_the_model(relation: Relation) -> None:
    schema = SCHEMA[relation]
    fact = FACT_CLASS[relation].value
    name = TERMS[fact].name
    expected = {ROLE[r].value for r, _ in schema.roles} | {VALUE[x].value for x in schema.values}
    expected |= {UNIT.value} if "organization" in dict(schema.roles) else set()
    expected |= {EDITION.value} if "venue" in dict(schema.roles) else set()
    dates = {GB + x for x in ("ongoing", "startYear", "endYear")} if "start" in schema.values else set()
    assert {iri for iri, t in TERMS.items() if name in t.domain and t.own} == expected | dates
    edges = {edge.value for _, edge, _ in EDGES[relation]}
    assert {iri for iri, t in TERMS.items() if name in t.facts} == edges


def test_the_page_has_all_terms() -> None:
    written = ontology_file("index.html").read_text(encoding="utf-8")
    assert "<script" not in written
    for term in TERMS.values():
        assert f"<code>{term.name}</code> <span" in written


def test_the_context_compacts_a_graph_and_gives_it_back(mira: list[ox.Quad]) -> None:
    context = json.loads(ontology_file("context.jsonld").read_text(encoding="utf-8"))
    (graph,) = (g for g in to_rdflib(mira).graphs() if len(g))
    written = graph.serialize(format="json-ld", context=context["@context"], auto_compact=False)
    nodes = json.loads(written)["@graph"]
    fact = next(n for n in nodes if n.get("@type") == "Employment")
    assert fact["person"].endswith("/person/mira%20holt")
    assert fact["role"] == "engineer"
    assert fact["startYear"] == "2019"
    assert all(key.startswith("@") or "//" not in key for node in nodes for key in node)
    assert isomorphic(rdflib.Graph().parse(data=written, format="json-ld"), graph)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(GraphBuilderError, match=r"nothing\.ttl"):
        ontology_file("nothing.ttl")


def test_an_installed_package_holds_the_files_inside_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel has no folder beside the package, so the files go into it: pyproject.toml says so."""
    build = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
    assert build["build"]["targets"]["wheel"]["force-include"]["ontology"] == "graph_builder/_ontology"
    (tmp_path / "_ontology").mkdir()
    (tmp_path / "_ontology" / "shapes.ttl").touch()
    monkeypatch.setattr(files, "_PACKAGE", tmp_path)
    assert ontology_file("shapes.ttl") == tmp_path / "_ontology" / "shapes.ttl"


def test_there_and_back_through_rdflib(world: list[ox.Quad]) -> None:
    assert set(from_rdflib(to_rdflib(world))) == set(world)
