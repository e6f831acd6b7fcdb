"""Decisions replayed on identities: what they do, and that they do nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from identity_tables import in_tables

from graph_builder.model import (
    Anchor,
    Claim,
    Correction,
    Decision,
    DecisionKind,
    DecisionState,
    Entity,
    EntityKind,
    Evidence,
    Identifier,
    Identities,
    Link,
    LinkStatus,
    Mention,
    Relation,
    SourceFacts,
    Span,
)
from graph_builder.resolve.decide import apply_decisions
from graph_builder.resolve.replay import Block, Key
from graph_builder.resolve.revisions import claim_keys, revised, revised_claims

PERSON, ORGANIZATION = EntityKind.PERSON, EntityKind.ORGANIZATION
CONFIRM = DecisionKind.CONFIRM
MERGE, SPLIT, UNDO = DecisionKind.MERGE, DecisionKind.SPLIT, DecisionKind.UNDO
HOLDS, DORMANT, OVERRULED = DecisionState.HOLDS, DecisionState.DORMANT, DecisionState.OVERRULED

NAMES = ("Ada Holt", "Ben Holt", "Cleo Marsh", "Dov Marsh")
World = Mapping[str, SourceFacts]


def world(groups: Sequence[tuple[str, str, int]]) -> tuple[World, Identities]:
    """Return sources and identities from triples of source, printed name and number of the entity."""
    mentions: dict[str, list[Mention]] = defaultdict(list)
    members: dict[str, list[Mention]] = defaultdict(list)
    for source, name, entity in dict.fromkeys(groups):
        number = len(mentions[source])
        mention = Mention(source, f"m{number}", PERSON, name, identifiers=(Identifier("github", f"{source}{number}"),))
        mentions[source].append(mention)
        members[f"k{entity}"].append(mention)
    entities, links = [], []
    for key, own in sorted(members.items()):
        first, *others = sorted({m.name for m in own})
        ids = tuple(sorted(i for m in own for i in m.identifiers))
        entities.append(Entity(PERSON, key, first, tuple(others), ids))
        links += [Link(m.source, m.id, PERSON, key, LinkStatus.INFERRED, "toy", 0.7) for m in own]
    links.sort(key=lambda x: (x.source, x.kind, x.mention))
    return {s: SourceFacts(s, tuple(m)) for s, m in mentions.items()}, Identities(tuple(entities), tuple(links))


WORLDS = st.lists(
    st.tuples(st.sampled_from(["a.md", "b.md", "c.md"]), st.sampled_from(NAMES), st.integers(0, 4)),
    min_size=2,
    max_size=10,
    unique_by=lambda triple: triple[:2],
).map(world)


class Replayed(NamedTuple):
    """All identities with decisions, and all blocks of mentions."""

    identities: Identities
    states: Mapping[str, DecisionState]
    blocks: Mapping[Key, Block]
    anchors: Callable[..., tuple[Anchor, ...]]


def after(facts: World, identities: Identities, *decisions: Decision) -> Replayed:
    tables = in_tables(lambda _: identities, None, facts, facts.__getitem__, "")
    found = apply_decisions(tables, decisions, lambda source, _: facts.get(source))
    links = tuple(found.links.get((x.source, x.mention), x) for x in identities.links)
    entities = {(e.kind, e.key): e for e in identities.entities} | found.entities
    whole = Identities(tuple(own for _, own in sorted(entities.items()) if own is not None), links)
    blocks = {key: block for e in whole.entities if (block := found.block(key := (e.kind, e.key)))}
    return Replayed(whole, found.states, blocks, found.anchors)


def decision_on(kind: DecisionKind, replayed: Replayed, one: str, other: str, number: int) -> Decision:
    """Return the decision that two entities are one, or that what *other* names leaves *one*."""
    sides = (replayed.anchors(replayed.blocks[PERSON, key].members, 99) for key in (one, other))
    return Decision(kind, "Mo", "2026-01-31", "seen", f"{kind}{number}", PERSON, next(sides), next(sides))


def keys(replayed: Replayed) -> list[str]:
    return sorted(key for _, key in replayed.blocks)


def decided(data: st.DataObject, facts: World, identities: Identities, steps: int) -> list[Decision]:
    """Return some decisions, each made on what those before it left."""
    decisions: list[Decision] = []
    for number in range(steps):
        replayed = after(facts, identities, *decisions)
        here = keys(replayed)
        if data.draw(st.booleans()) and len(here) > 1:
            one, other = data.draw(st.permutations(here))[:2]
            decisions.append(decision_on(MERGE, replayed, one, other, number))
            continue
        block = replayed.blocks[PERSON, data.draw(st.sampled_from(here))]
        members = sorted(block.members)
        leaving = data.draw(st.lists(st.sampled_from(members), unique=True, max_size=len(members) - 1))
        if leaving:
            stay = replayed.anchors(block.members - set(leaving), 99)
            go = replayed.anchors(leaving, 99)
            others = [replayed.blocks[PERSON, key] for key in here if replayed.blocks[PERSON, key] is not block]
            into = data.draw(st.sampled_from([None, *others]))
            joined = replayed.anchors(into.members, 3) if into else ()
            decisions.append(Decision(SPLIT, "Mo", "2026-01-31", "", f"s{number}", PERSON, stay, go, into=joined))
            # What stays in the block is confirmed now and then, so that later splits overrule that.
            if len(stay) > 1 and data.draw(st.booleans()):
                said = Decision(CONFIRM, "Mo", "2026-01-31", "", f"c{number}", PERSON, stay[:1], stay[1:])
                decisions.append(said)
        elif decisions:
            gone = data.draw(st.sampled_from(decisions))
            decisions.append(Decision(UNDO, "Mo", "2026-01-31", "", f"u{number}", undoes=gone.id))
    return decisions


@given(WORLDS, st.data())
def test_a_split_undoes_a_merge_exactly(found: tuple[World, Identities], data: st.DataObject) -> None:
    facts, identities = found
    earlier = decided(data, facts, identities, 2)
    before = after(facts, identities, *earlier)
    if len(keys(before)) < 2:
        return
    one, other = data.draw(st.permutations(keys(before)))[:2]
    merge = decision_on(MERGE, before, one, other, 90)
    joined = after(facts, identities, *earlier, merge)
    assert joined.states[merge.id] is HOLDS
    assert len(joined.blocks) == len(before.blocks) - 1
    split = decision_on(SPLIT, before, one, other, 91)
    parted = after(facts, identities, *earlier, merge, split)
    assert parted.states[merge.id] is OVERRULED
    assert set(parted.identities.entities) == set(before.identities.entities)
    whole = [x for x in before.identities.links if x.status is not LinkStatus.DECIDED]
    assert [x for x in parted.identities.links if x.status is not LinkStatus.DECIDED] == whole


@given(WORLDS, st.data())
def test_with_every_decision_undone_all_is_as_resolution_left_it(
    found: tuple[World, Identities], data: st.DataObject
) -> None:
    facts, identities = found
    decisions = [d for d in decided(data, facts, identities, 4) if d.kind is not UNDO]
    undos = [Decision(UNDO, "Mo", "2026-01-31", "", f"x{d.id}", undoes=d.id) for d in decisions]
    assert after(facts, identities, *decisions, *undos).identities == identities


@given(WORLDS, st.data())
def test_identities_stay_whole(found: tuple[World, Identities], data: st.DataObject) -> None:
    facts, identities = found
    decisions = decided(data, facts, identities, 5)
    replayed = after(facts, identities, *decisions)
    entities = {(e.kind, e.key): e for e in replayed.identities.entities}
    assert len(entities) == len(replayed.identities.entities) == len(replayed.blocks)
    assert [(x.source, x.mention) for x in replayed.identities.links] == [
        (x.source, x.mention) for x in identities.links
    ]
    printed = {(m.source, m.id): m for f in facts.values() for m in f.mentions}
    for link in replayed.identities.links:
        entity, mention = entities[link.kind, link.entity], printed[link.source, link.mention]
        assert mention.name in (entity.name, *entity.names)
        assert set(mention.identifiers) <= set(entity.identifiers)
        assert bool(link.reasons) == (link.status is LinkStatus.DECIDED)
    shown = [i for e in replayed.identities.entities for i in e.identifiers]
    assert len(shown) == len(set(shown)), "an identifier stayed behind when its mention left"
    if decisions and decisions[-1].kind is not UNDO:
        assert replayed.states[decisions[-1].id] is HOLDS, "the latest wins"


@given(WORLDS, st.data())
def test_the_order_of_sources_and_mentions_does_not_matter(
    found: tuple[World, Identities], data: st.DataObject
) -> None:
    facts, identities = found
    decisions = decided(data, facts, identities, 3)
    mixed = {s: replace(f, mentions=tuple(data.draw(st.permutations(f.mentions)))) for s, f in facts.items()}
    shuffled = Identities(
        tuple(data.draw(st.permutations(identities.entities))), tuple(data.draw(st.permutations(identities.links)))
    )
    one, other = after(facts, identities, *decisions), after(mixed, shuffled, *decisions)
    assert set(one.identities.entities) == set(other.identities.entities)
    assert set(one.identities.links) == set(other.identities.links)
    assert one.states == other.states


@given(WORLDS, st.data())
def test_merges_alone_make_connected_components(found: tuple[World, Identities], data: st.DataObject) -> None:
    facts, identities = found
    base = after(facts, identities)
    pairs = data.draw(st.lists(st.tuples(*[st.sampled_from(keys(base))] * 2), max_size=6))
    merges = [decision_on(MERGE, base, one, other, n) for n, (one, other) in enumerate(pairs)]
    replayed = after(facts, identities, *merges)
    graph: networkx.Graph[str] = networkx.Graph(pairs)
    graph.add_nodes_from(keys(base))
    wanted = {frozenset(group) for group in networkx.connected_components(graph)}
    assert {frozenset(key for _, key in block.homes) for block in replayed.blocks.values()} == wanted


TWO = world([("a.md", "Ada Holt", 0), ("b.md", "Ada Holt", 0), ("b.md", "Cleo Marsh", 1), ("c.md", "A. Holt", 1)])


def decision(kind: DecisionKind, id_: str, one: Anchor, *other: Anchor, name: str = "") -> Decision:
    return Decision(kind, "Mo", "2026-01-31", "seen", id_, PERSON, (one,), other, name)


def test_a_merge_keeps_key_and_name_of_the_first_and_says_why() -> None:
    facts, identities = TWO
    merge = decision(MERGE, "1", Anchor("c.md", "a. holt"), Anchor("a.md", "Ada Holt"))
    replayed = after(facts, identities, merge)
    (entity,) = replayed.identities.entities
    assert (entity.key, entity.name, entity.names) == ("k1", "A. Holt", ("Ada Holt", "Cleo Marsh"))
    links = {(x.source, x.mention): x for x in replayed.identities.links}
    assert links["c.md", "m0"] == identities.links[-1]
    moved = links["a.md", "m0"]
    assert (moved.status, moved.rule, moved.score) == (LinkStatus.DECIDED, "merge", 1.0)
    assert moved.reasons == ("decided by Mo on 2026-01-31: seen",)


def test_a_confirmation_changes_nothing_now_and_holds_together_what_resolution_parts_later() -> None:
    facts, _ = world([("a.md", "Ada Holt", 0), ("b.md", "A. Holt", 0), ("c.md", "Holt", 0)])
    _, one = world([("a.md", "Ada Holt", 0), ("b.md", "A. Holt", 0), ("c.md", "Holt", 0)])
    _, three = world([("a.md", "Ada Holt", 0), ("b.md", "A. Holt", 1), ("c.md", "Holt", 2)])
    confirm = decision(CONFIRM, "1", Anchor("a.md", "Ada Holt"), Anchor("b.md", "A. Holt"), Anchor("c.md", "Holt"))
    assert after(facts, one, confirm).identities == one
    later = after(facts, three, confirm)
    assert [(e.key, e.name) for e in later.identities.entities] == [("k0", "Ada Holt")]
    assert later.states == {"1": HOLDS}
    split = decision(SPLIT, "2", Anchor("a.md", "Ada Holt"), Anchor("c.md", "Holt"))
    parted = after(facts, three, confirm, split)
    assert (len(parted.identities.entities), parted.states) == (2, {"1": OVERRULED, "2": HOLDS})
    assert after(facts, three, confirm, Decision(UNDO, "Mo", "2026-01-31", id="3", undoes="1")).identities == three


def test_a_split_takes_names_and_identifiers_along() -> None:
    facts, identities = TWO
    split = decision(SPLIT, "1", Anchor("c.md", "A. Holt"), Anchor("b.md", "Cleo Marsh"))
    entities = {e.name: e for e in after(facts, identities, split).identities.entities}
    assert entities["A. Holt"].key == "k1"
    assert entities["A. Holt"].names == ()
    assert entities["Cleo Marsh"].identifiers == (Identifier("github", "b.md1"),)
    assert set(entities) == {"Ada Holt", "A. Holt", "Cleo Marsh"}


def test_a_new_document_follows_what_resolution_joins_it_with() -> None:
    merge = decision(MERGE, "1", Anchor("a.md", "Ada Holt"), Anchor("c.md", "A. Holt"))
    split = decision(SPLIT, "2", Anchor("a.md", "Ada Holt"), Anchor("c.md", "A. Holt"), Anchor("b.md", "Cleo Marsh"))
    facts, identities = world(
        [
            ("a.md", "Ada Holt", 0),
            ("b.md", "Ada Holt", 0),
            ("b.md", "Cleo Marsh", 1),
            ("c.md", "A. Holt", 1),
            ("d.md", "A. Holt", 1),
        ]
    )
    assert after(facts, identities, merge, split).identities == identities


def test_what_is_not_there_is_dormant_and_what_is_contradicted_overruled() -> None:
    facts, identities = TWO
    lost = decision(MERGE, "1", Anchor("a.md", "Ada Holt"), Anchor("gone.md", "Ada Holt"))
    merge = decision(MERGE, "2", Anchor("a.md", "Ada Holt"), Anchor("c.md", "A. Holt"))
    split = decision(SPLIT, "3", Anchor("a.md", "Ada Holt"), Anchor("c.md", "A. Holt"))
    assert after(facts, identities, lost, merge, split).states == {"1": DORMANT, "2": OVERRULED, "3": HOLDS}
    assert after(facts, identities, lost).identities == identities


def test_names_and_keys_are_decided_and_the_later_wins() -> None:
    facts, identities = TWO
    first = decision(DecisionKind.RENAME, "1", Anchor("a.md", "Ada Holt"), name="Ada H.")
    second = decision(DecisionKind.RENAME, "2", Anchor("b.md", "Ada Holt"), name="Dame Ada Holt")
    pin = decision(DecisionKind.PIN, "3", Anchor("a.md", "Ada Holt"), name="k1")
    replayed = after(facts, identities, first, second, pin)
    assert replayed.states == {"1": OVERRULED, "2": HOLDS, "3": HOLDS}
    entities = {e.key: e for e in replayed.identities.entities}
    assert (entities["k1"].name, entities["k1"].names) == ("Dame Ada Holt", ("Ada Holt",))
    (displaced,) = set(entities) - {"k1"}
    assert {x.entity for x in replayed.identities.links if x.source == "c.md"} == {displaced}
    assert all(x.status is LinkStatus.INFERRED for x in replayed.identities.links), "a key is no identity"


def test_the_first_anchor_that_is_there_stands_for_the_entity() -> None:
    facts, identities = TWO
    merge = Decision(
        MERGE, "Mo", "2026-01-31", "", "1", PERSON,
        (Anchor("gone.md", "Ada Holt"), Anchor("a.md", "Ada Holt")), (Anchor("c.md", "A. Holt"),),
    )  # fmt: skip
    assert len(after(facts, identities, merge).identities.entities) == 1


def organizations() -> tuple[World, Identities]:
    mentions = (
        Mention("a.md", "m0", ORGANIZATION, "Acme Lab", unit=("Lab",)),
        Mention("a.md", "m1", ORGANIZATION, "Acme"),
        Mention("b.md", "m0", ORGANIZATION, "Laboratory of Acme"),
    )
    facts = {"a.md": SourceFacts("a.md", mentions[:2]), "b.md": SourceFacts("b.md", mentions[2:])}
    entities = (
        Entity(ORGANIZATION, "acme", "Acme", parent="group"),
        Entity(ORGANIZATION, "group", "Acme Group"),
        Entity(ORGANIZATION, "lab", "Lab", parent="acme"),
        Entity(ORGANIZATION, "other", "Laboratory of Acme"),
    )
    links = (
        Link("a.md", "m0", ORGANIZATION, "acme", LinkStatus.INFERRED, "toy", unit="lab"),
        Link("a.md", "m1", ORGANIZATION, "acme", LinkStatus.INFERRED, "toy"),
        Link("b.md", "m0", ORGANIZATION, "other", LinkStatus.INFERRED, "toy"),
    )
    return facts, Identities(entities, links)


@pytest.mark.parametrize(
    ("one", "other", "parents"),
    [
        (Anchor("a.md", "Acme Lab", unit=True), Anchor("b.md", "Laboratory of Acme"), {"lab": "acme", "acme": "group"}),
        (Anchor(key="group"), Anchor("a.md", "Acme"), {"lab": "group", "group": ""}),
        (Anchor("a.md", "Acme"), Anchor(key="group"), {"lab": "acme", "acme": ""}),
        (Anchor("a.md", "Acme Lab", unit=True), Anchor("a.md", "Acme"), {"lab": "group"}),
    ],
    ids=["unit and organization", "parent and child", "child and parent", "unit and its employer"],
)
def test_organisations_keep_what_is_above_them(one: Anchor, other: Anchor, parents: dict[str, str]) -> None:
    facts, identities = organizations()
    merge = Decision(MERGE, "Mo", "2026-01-31", "", "1", ORGANIZATION, (one,), (other,))
    replayed = after(facts, identities, merge)
    assert replayed.states == {"1": HOLDS}
    found = {e.key: e.parent for e in replayed.identities.entities}
    assert {key: found[key] for key in parents} == parents
    assert len(found) == 3
    assert {k for x in replayed.identities.links for k in (x.entity, x.unit) if k} <= set(found)


def works(*titles: str) -> SourceFacts:
    """Return records with an author of the same name each."""
    mentions, claims = [], []
    for number, title in enumerate(titles):
        work = Mention("w.jsonl", f"w{number}", EntityKind.WORK, title)
        author = Mention("w.jsonl", f"p{number}", PERSON, "Ada Holt", context=(("record", str(number)),))
        mentions += [work, author]
        roles = {"work": work.id, "author": author.id}
        claims.append(Claim("w.jsonl", Relation.AUTHORSHIP, roles, Evidence("w.jsonl", Span(0, 1), title)))
    return SourceFacts("w.jsonl", tuple(mentions), tuple(claims))


def test_an_anchor_in_a_file_of_records_survives_other_ids_and_small_changes_of_the_title() -> None:
    from graph_builder.resolve.anchors import Places

    facts = works("Lanterns in the Fog", "Clocks that Lie")
    anchor = Places(facts).anchor(facts.mentions[3])
    assert anchor == Anchor("w.jsonl", "Ada Holt", "Clocks that Lie")
    later = Places(works("A New One", "Lanterns in the Fog", "Clocks That Lie."))
    assert [m.id for m in later.find(PERSON, anchor)] == ["p2"]
    assert later.find(PERSON, Anchor("w.jsonl", "Ada Holt", "Tides")) == []


def test_a_rejected_claim_is_left_out_with_the_mentions_that_only_it_spoke_of() -> None:
    facts = works("Lanterns in the Fog", "Clocks that Lie")
    reject = Decision(DecisionKind.REJECT, "Mo", "2026-01-31", id="1", claims=claim_keys(facts, facts.claims[:1]))
    rejected, states = revised_claims([reject], lambda *_: facts)
    assert states == {"1": HOLDS}
    left = revised(facts, rejected)
    assert [m.id for m in left.mentions] == ["w1", "p1"]
    assert left.claims == facts.claims[1:]
    assert revised_claims([reject], lambda *_: None) == ({}, {"1": DORMANT})
    undo = Decision(UNDO, "Mo", "2026-01-31", id="2", undoes="1")
    assert revised_claims([reject, undo], lambda *_: facts)[0] == {}


def test_a_corrected_claim_says_what_is_right_and_can_be_judged_again() -> None:
    from graph_builder.resolve.revisions import as_found

    facts = works("Lanterns in the Fog", "Clocks that Lie")
    wrong = claim_keys(facts, facts.claims[:1])
    right = Correction({"work": "Lanterns in the Fog", "author": "Ada B. Holt"}, {"position": "2"}, (3, 9), "Ada B.")
    correct = Decision(DecisionKind.CORRECT, "Mo", "2026-01-31", id="1", claims=wrong, right=right)
    said, states = revised_claims([correct], lambda *_: facts)
    assert states == {"1": HOLDS}
    now = revised(facts, said)
    claim, other = now.claims
    names = {mention.id: mention.name for mention in now.mentions}
    assert {role: names[mention] for role, mention in claim.roles.items()} == right.roles
    assert (dict(claim.values), claim.evidence.span, claim.evidence.quote) == ({"position": "2"}, Span(3, 9), "Ada B.")
    assert "p0" not in names  # nothing else speaks of the name that was wrong
    assert other == facts.claims[1]
    # The fact as it is now is judged by what the source was read to say; the last word holds.
    assert claim_keys(facts, as_found(facts, said, [claim])) == wrong
    reject = Decision(DecisionKind.REJECT, "Mo", "2026-02-01", id="2", claims=wrong)
    assert revised(facts, revised_claims([correct, reject], lambda *_: facts)[0]).claims == facts.claims[1:]
    assert revised_claims([correct, Decision(UNDO, "Mo", "2026-02-01", id="3", undoes="1")], lambda *_: facts)[0] == {}
