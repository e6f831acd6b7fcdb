"""Whatever claims come, the graph is valid, the same in any order, and readable by other tools."""

from __future__ import annotations

import random

import graph_toy as toy
import pyoxigraph as ox
from hypothesis import given, settings
from hypothesis import strategies as st
from quads import identity_quads, source_quads

from graph_builder.graph.validation import from_rdflib, to_rdflib, validate
from graph_builder.model import (
    Claim,
    Entity,
    EntityKind,
    Evidence,
    Identifier,
    Link,
    LinkStatus,
    Mention,
    Relation,
    SourceFacts,
    Span,
)

SOURCE = 'cvs/"odd" <name>.md'
ANY_TEXT = st.text(st.characters(codec=None), max_size=12)
NAMES = ANY_TEXT | st.sampled_from(['"', "a\\", "<script>", "\x00", "\ud800", "\u202e", "'''", "${x}", "?x"])
KEYS = st.sampled_from(["a", "b", "<c>", "d/../e", "\ud800"])
IDS = st.sampled_from(["m1", "m2", "m3", "m4"])
KINDS = st.sampled_from(list(EntityKind))
DATES = st.sampled_from(["2019", "2019-09", "2019-09-31", "present", "soon", "", "20190", "0000", "-2019"])
ROLES = ["person", "organization", "student", "advisor", "work", "author", "venue", "topic", "other"]
VALUES = ["degree", "field", "role", "type", "status", "award", "other"]


@st.composite
def evidence(draw: st.DrawFn) -> Evidence:
    start = draw(st.integers(0, 99))
    return Evidence(SOURCE, Span(start, start + draw(st.integers(0, 99))), draw(NAMES))


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    values = draw(st.dictionaries(st.sampled_from(VALUES), NAMES, max_size=3))
    values |= draw(st.dictionaries(st.sampled_from(["start", "end", "year"]), DATES | NAMES, max_size=3))
    values |= draw(st.dictionaries(st.just("position"), st.sampled_from(["1", "02", "0", "-1", "x", "٣", "9" * 30])))
    confidence = draw(st.floats())
    relation = draw(st.sampled_from(list(Relation)))
    roles = draw(st.dictionaries(st.sampled_from(ROLES), IDS, max_size=9))
    return Claim(SOURCE, relation, roles, draw(evidence()), values, draw(NAMES), confidence)


@st.composite
def mentions(draw: st.DrawFn, id_: str) -> Mention:
    kind, printed = draw(KINDS), draw(st.none() | evidence())
    aliases, unit = draw(st.lists(NAMES, max_size=2)), draw(st.lists(NAMES, max_size=2))
    identifiers = (Identifier(draw(NAMES), draw(NAMES)),)
    return Mention(SOURCE, id_, kind, draw(NAMES), printed, tuple(aliases), identifiers, tuple(unit))


@st.composite
def sources(draw: st.DrawFn) -> tuple[SourceFacts, dict[str, Link], dict[tuple[EntityKind, str], Entity]]:
    ids = draw(st.lists(IDS, unique=True))
    found = tuple(draw(mentions(i)) for i in ids)
    entities = {(k, key): Entity(k, key, "x" + draw(NAMES)) for k in EntityKind for key in draw(st.sets(KEYS))}
    links = {}
    for m in found:
        keys = [key for kind, key in entities if kind is m.kind]
        if keys and draw(st.booleans()):
            key, unit = draw(st.sampled_from(keys)), draw(st.sampled_from(["", *keys]))
            links[m.id] = Link(SOURCE, m.id, m.kind, key, LinkStatus.STATED, "rule", draw(st.floats()), unit=unit)
    return SourceFacts(SOURCE, found, tuple(draw(st.lists(claims(), max_size=5)))), links, entities


@given(sources(), st.randoms())
def test_same_input_same_quads_in_any_order(
    case: tuple[SourceFacts, dict[str, Link], dict[tuple[EntityKind, str], Entity]], rng: random.Random
) -> None:
    facts, links, _ = case
    quads = list(source_quads(facts, links))
    assert len(quads) == len(set(quads))
    shuffled = SourceFacts(
        SOURCE,
        tuple(rng.sample(facts.mentions, len(facts.mentions))),
        tuple(rng.sample(facts.claims, len(facts.claims))),
    )
    assert list(source_quads(shuffled, links)) == quads


@settings(max_examples=40)
@given(sources())
def test_other_tools_read_what_we_write(
    case: tuple[SourceFacts, dict[str, Link], dict[tuple[EntityKind, str], Entity]],
) -> None:
    facts, links, entities = case
    quads = {*source_quads(facts, links), *identity_quads(entities.values())}
    written = ox.serialize(quads, format=ox.RdfFormat.N_QUADS) or b""
    assert set(ox.parse(written, format=ox.RdfFormat.N_QUADS)) == quads
    assert set(from_rdflib(to_rdflib(quads))) == quads
    for graph in to_rdflib(quads).graphs():
        xml = graph.serialize(format="xml")
        assert len(list(ox.parse(xml.encode(), format=ox.RdfFormat.RDF_XML))) == len(graph)


@settings(max_examples=20)
@given(sources())
def test_whatever_comes_is_valid_but_for_what_the_source_itself_says(
    case: tuple[SourceFacts, dict[str, Link], dict[tuple[EntityKind, str], Entity]],
) -> None:
    """Values of a closed list, dates that run backwards and empty names are the source's own; all else is our duty."""
    facts, links, entities = case
    quads = [*source_quads(facts, links), *identity_quads(entities.values())]
    theirs = {"gb:degree", "gb:role", "gb:end", "gb:startYear", "rdfs:label"}
    assert [str(v) for v in validate(quads) if v.property not in theirs] == []


def test_names_full_of_markup_stay_text() -> None:
    name = '"> <http://evil.example/p> "x" . <script>alert(1)</script> \\" \\u0041'
    facts = SourceFacts(toy.TOVE, (toy.mention(toy.TOVE, "m", toy.P, name),))
    quads = list(source_quads(facts, {}))
    forms = [q.object.value for q in quads if q.predicate.value.endswith("printedForm")]  # type: ignore[union-attr]
    assert forms == [name]
