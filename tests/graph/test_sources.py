"""The graph of a source."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import graph_toy as toy
import pyoxigraph as ox
import pytest
import rdflib
from quads import source_quads
from rdflib.compare import isomorphic

from graph_builder.graph.iris import Minter
from graph_builder.graph.sources import SourceInfo
from graph_builder.graph.validation import to_rdflib, validate
from graph_builder.graph.vocabulary import PREFIXES
from graph_builder.model import Claim, EntityKind, Link, LinkStatus, Mention, Relation, SourceFacts

HERE = Path(__file__).parent
HEAD = "".join(f"PREFIX {p}: <{n}>\n" for p, n in PREFIXES.items())


def ask(quads: list[ox.Quad], query: str) -> list[tuple[str | None, ...]]:
    store = ox.Store()
    store.extend(quads)
    rows = store.query(HEAD + query, use_default_graph_as_union=True)
    assert isinstance(rows, ox.QuerySolutions)
    return sorted((tuple(None if c is None else c.value for c in row) for row in rows), key=repr)


def build(facts: SourceFacts) -> list[ox.Quad]:
    return list(source_quads(facts, toy.links(facts.source)))


def test_the_graph_of_the_toy_source_is_the_one_on_file(world: list[ox.Quad]) -> None:
    """Compared as graphs, never as text: tests/graph/toy.trig."""
    expected = rdflib.Dataset()
    expected.parse(HERE / "toy.trig", format="trig")
    found = to_rdflib(world)
    names = {g.identifier for g in found.graphs() if len(g)}
    assert names == {g.identifier for g in expected.graphs() if len(g)}
    for name in names:
        assert isomorphic(found.graph(name), expected.graph(name)), name


def test_each_quad_comes_once_and_in_the_graph_of_the_source(mira: list[ox.Quad]) -> None:
    assert len(mira) == len(set(mira))
    assert {q.graph_name.value for q in mira} == {Minter().source(toy.MIRA).value}  # type: ignore[union-attr]


def test_order_does_not_matter(mira: list[ox.Quad]) -> None:
    facts = toy.MIRA_FACTS
    rng = random.Random(1)
    mentions, claims = list(facts.mentions), list(facts.claims)
    rng.shuffle(mentions)
    rng.shuffle(claims)
    assert set(build(SourceFacts(facts.source, tuple(mentions), tuple(claims)))) == set(build(facts))


def test_claims_that_say_the_same_are_one_fact_with_the_best_evidence(mira: list[ox.Quad]) -> None:
    rows = ask(
        mira,
        "SELECT ?position ?quote (COUNT(?m) AS ?mentions) {"
        " ?f a gb:Authorship ; gb:position ?position ; gb:quote ?quote ; gb:mention ?m } GROUP BY ?f ?position ?quote",
    )
    assert rows == [("1", "said so", "3"), ("2", "said so", "2")]
    assert ask(mira, "SELECT ?a ?c { ?f a gb:Award ; gb:award ?a ; gb:confidence ?c }") == [
        ("Best Thesis Award", "0.9")
    ]


def test_claims_that_differ_in_a_value_stay_apart() -> None:
    (award,) = (c for c in toy.MIRA_FACTS.claims if c.values.get("award") == "Best Thesis Award")
    other = replace(award, values={**award.values, "year": "2021"})
    facts = replace(toy.MIRA_FACTS, claims=(award, other))
    assert ask(build(facts), "SELECT ?y { ?f a gb:Award ; gb:year ?y }") == [("2020",), ("2021",)]


def test_units_stay_apart_and_lead_to_the_same_employer() -> None:
    mentions = (
        toy.mention(toy.TOVE, "tove", toy.P, "Tove Ash"),
        toy.mention(toy.TOVE, "firm", toy.O, "Brightloom"),
        toy.mention(toy.TOVE, "team", toy.O, "Brightloom Search"),
    )
    claims = tuple(toy.claim(toy.TOVE, Relation.EMPLOYMENT, PERSON="tove", ORGANIZATION=o) for o in ("firm", "team"))
    links = {
        **toy.links(toy.TOVE),
        "firm": Link(toy.TOVE, "firm", toy.O, "brightloom", LinkStatus.STATED, "same name"),
        "team": Link(toy.TOVE, "team", toy.O, "brightloom", LinkStatus.STATED, "unit", unit="brightloom/search"),
    }
    quads = list(source_quads(SourceFacts(toy.TOVE, mentions, claims), links))
    facts = ask(quads, "SELECT ?o ?u { ?f gb:organization ?o OPTIONAL { ?f gb:unit ?u } }")
    base = "https://w3id.org/graph-builder/data/organization/"
    assert facts == [(base + "brightloom", base + "brightloom%2Fsearch"), (base + "brightloom", None)]
    assert len(ask(quads, "SELECT ?o { ?p schema:affiliation ?o }")) == 1


DATES = [
    ("2019", None, {"start": "2019^gYear", "startYear": "2019^integer"}),
    ("2019-09", "", {"start": "2019-09^gYearMonth", "startYear": "2019^integer"}),
    ("", "2020-02-29", {"end": "2020-02-29^date", "endYear": "2020^integer"}),
    ("2019", "present", {"start": "2019^gYear", "startYear": "2019^integer", "ongoing": "true^boolean"}),
    ("autumn", "2021-02-30", {}),
    ("2019-13", "0000", {}),
    ("present", " 2020 ", {"end": "2020^gYear", "endYear": "2020^integer"}),
    ("٢٠١٩", "", {}),
]  # fmt: skip


@pytest.mark.parametrize(("start", "end", "expected"), DATES)
def test_dates_keep_their_precision_and_what_is_no_date_is_left_out(
    start: str, end: str | None, expected: dict[str, str]
) -> None:
    values = {"start": start} | ({} if end is None else {"end": end})
    facts = replace(
        toy.TOVE_FACTS,
        claims=(replace(toy.claim(toy.TOVE, Relation.EMPLOYMENT, PERSON="tove", ORGANIZATION="firm"), values=values),),
    )
    names = ("start", "end", "startYear", "endYear", "ongoing")
    found = {
        name: f"{q.object.value}^{q.object.datatype.value.split('#')[1]}"
        for q in build(facts)
        if isinstance(q.object, ox.Literal)
        for name in names
        if q.predicate.value == PREFIXES["gb"] + name
    }
    assert found == expected


def test_a_mention_without_a_link_stands_for_an_entity_of_its_own() -> None:
    quads = list(source_quads(toy.TOVE_FACTS, {}))
    assert validate(quads) == []
    rows = ask(quads, "SELECT ?name ?rule { ?m gb:refersTo/rdfs:label ?name ; gb:linkRule ?rule }")
    assert [name for name, _ in rows] == ["Brightloom", "Sparse graphs at scale", "Tove Ash", "search"]
    assert {rule for _, rule in rows} == {"unlinked"}


def broken(claim: Claim) -> list[Claim]:
    return [
        replace(claim, roles={}),
        replace(claim, roles={"person": "tove", "organization": "nobody"}),
        replace(claim, roles={"person": "firm", "organization": "tove"}),
    ]


def test_a_claim_that_lacks_a_required_entity_is_no_fact_and_the_others_stay() -> None:
    claim = toy.TOVE_FACTS.claims[1]
    facts = replace(toy.TOVE_FACTS, claims=(*broken(claim), *toy.TOVE_FACTS.claims))
    assert set(build(facts)) == set(build(toy.TOVE_FACTS))


def test_roles_and_values_that_the_model_does_not_know_are_left_out() -> None:
    claim = toy.TOVE_FACTS.claims[1]
    odd = replace(claim, roles={**claim.roles, "boss": "tove"}, values={**claim.values, "salary": "1", "role": "  "})
    assert set(build(replace(toy.TOVE_FACTS, claims=(odd,)))) == set(build(replace(toy.TOVE_FACTS, claims=(claim,))))


def test_a_link_of_another_kind_is_no_link() -> None:
    wrong = Link(toy.TOVE, "tove", EntityKind.TOPIC, "search", LinkStatus.STATED, "wrong")
    quads = list(source_quads(toy.TOVE_FACTS, {"tove": wrong}))
    assert validate(quads) == []


def test_the_source_is_described() -> None:
    info = SourceInfo("A <title>", "text/plain", "ab" * 32)
    quads = list(source_quads(SourceFacts("a/b c.txt"), {}, info=info))
    rows = ask(quads, "SELECT ?i ?n ?t ?f ?h { ?s a gb:Source ; dcterms:identifier ?i ; gb:fileName ?n ;"
                      " dcterms:title ?t ; dcterms:format ?f ; gb:sha256 ?h }")  # fmt: skip
    assert rows == [("a/b c.txt", "b c.txt", "A <title>", "text/plain", "ab" * 32)]


@pytest.mark.parametrize(
    ("address", "date", "expected"),
    [
        ("https://ada.example/~ada/cv", "2024-05-31", [("https://ada.example/~ada/cv", "2024-05-31")]),
        ("", "2024", [(None, "2024")]),
        ("javascript:alert(1)", "soon", [(None, None)]),
    ],
)
def test_the_source_bears_its_address_and_date(
    address: str, date: str, expected: list[tuple[str | None, str | None]]
) -> None:
    quads = list(source_quads(SourceFacts("a.txt"), {}, info=SourceInfo(address=address, date=date)))
    assert validate(quads) == []
    assert (
        ask(quads, "SELECT ?u ?d { ?s a gb:Source OPTIONAL { ?s schema:url ?u } OPTIONAL { ?s dcterms:date ?d } }")
        == expected
    )


def test_an_id_that_comes_twice_is_one_mention() -> None:
    first = toy.mention(toy.TOVE, "x", toy.P, "Ann")
    second = Mention(toy.TOVE, "x", toy.P, "Bo")
    for mentions in ((first, second), (second, first)):
        quads = list(source_quads(SourceFacts(toy.TOVE, mentions), {}))
        assert ask(quads, "SELECT ?n { ?m gb:printedForm ?n }") == [("Ann",)]


def test_another_base_gives_the_same_graph_elsewhere() -> None:
    quads = list(source_quads(toy.TOVE_FACTS, toy.links(toy.TOVE), "https://example.org/kg/"))
    assert not [q for q in quads if "w3id.org/graph-builder/data" in str(q)]
    assert len(quads) == len(build(toy.TOVE_FACTS))
