"""What a source loses and gains when its mentions lead elsewhere is the difference between its quads then and now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from test_properties import KEYS, SOURCE, sources

from graph_builder.graph.sources import changed_lines, relinked_lines, source_lines
from graph_builder.model import Entity, EntityKind, Link, LinkStatus, SourceFacts
from graph_builder.store.facts import some_of, touched

REASONS = ((), ("same name",), ("same name", "2 shared co-authors"), ("names\u2028agree",))
Case = tuple[SourceFacts, dict[str, Link], dict[tuple[EntityKind, str], Entity]]


def quads(facts: SourceFacts, links: dict[str, Link]) -> set[str]:
    return {line for piece in source_lines(facts, links) for line in piece.split("\n") if line}


def related(old: dict[str, Link], new: dict[str, Link]) -> Callable[[set[str]], set[str]]:
    """Return what gives all mentions that lead to an entity of some, by links before a change or after it."""

    def of(mentions: set[str]) -> set[str]:
        entities = {links[m].entity for links in (old, new) for m in mentions if m in links}
        return {m for links in (old, new) for m, link in links.items() if link.entity in entities}

    return of


@settings(max_examples=60)
@given(sources(), st.data())
def test_the_change_is_the_difference(case: Case, data: st.DataObject) -> None:
    facts, old, _ = case
    new = dict(old)
    for mention in facts.mentions:
        what = data.draw(st.sampled_from(["stays", "stays", "moves", "goes"]))
        if what == "moves":
            key, unit = data.draw(KEYS), data.draw(KEYS)
            new[mention.id] = Link(SOURCE, mention.id, mention.kind, key, LinkStatus.INFERRED, "other", unit=unit)
        elif what == "goes":
            new.pop(mention.id, None)
    before, after = quads(facts, old), quads(facts, new)
    changed = {mention for mention in old.keys() | new.keys() if old.get(mention) != new.get(mention)}
    some = some_of(facts, touched(changed, related(old, new)))
    gone, gained = changed_lines(some, old, new)
    assert {line.rstrip("\n") for line in gone} == before - after
    assert {line.rstrip("\n") for line in gained} == after - before


@settings(max_examples=40)
@given(sources(), st.data())
def test_changed_scores_and_reasons_need_no_facts(case: Case, data: st.DataObject) -> None:
    facts, links, _ = case
    old = {m: link for m, link in links.items() if any(x.id == m and x.kind is link.kind for x in facts.mentions)}
    new = dict(old)
    for mention, link in old.items():
        score, reasons = data.draw(st.sampled_from((link.score, 0.25))), data.draw(st.sampled_from(REASONS))
        new[mention] = replace(link, score=score, reasons=reasons, status=data.draw(st.sampled_from(LinkStatus)))
    gone, come = relinked_lines((old[m], new[m]) for m in old)
    before, after = quads(facts, old), quads(facts, new)
    assert {line.rstrip("\n") for line in gone} == before - after
    assert {line.rstrip("\n") for line in come} == after - before


def test_an_edge_that_another_claim_gives_stays() -> None:
    import graph_toy as toy

    ada, bob = toy.mention(toy.TOVE, "m1", toy.P, "Ada"), toy.mention(toy.TOVE, "m2", toy.P, "A. Byrne")
    works = toy.mention(toy.TOVE, "m3", toy.O, "Works")
    from graph_builder.model import Claim, Evidence, Relation, Span

    def employed(person: str, role: str) -> Claim:
        said = Evidence(toy.TOVE, Span(0, 1), "x")
        return Claim(toy.TOVE, Relation.EMPLOYMENT, {"person": person, "organization": "m3"}, said, {"role": role})

    facts = SourceFacts(toy.TOVE, (ada, bob, works), (employed("m1", "Engineer"), employed("m2", "Director")))
    link = Link(toy.TOVE, "m1", EntityKind.PERSON, "ada", LinkStatus.STATED, "own name")
    place = Link(toy.TOVE, "m3", EntityKind.ORGANIZATION, "works", LinkStatus.STATED, "own name")
    old = {"m1": link, "m2": replace(link, mention="m2"), "m3": place}
    new = {**old, "m2": replace(link, mention="m2", entity="other")}
    chosen = some_of(facts, touched({"m2"}, related(old, new))).claims
    assert chosen == facts.claims, "the claim that did not change still gives the edge"
    gone, gained = changed_lines(facts, old, new)
    assert not any("affiliation" in line for line in gone)
    assert sum("affiliation" in line for line in gained) == 1
