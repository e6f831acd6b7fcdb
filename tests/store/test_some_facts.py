"""Some of the facts of a source, read by themselves, are what all of them have in these places."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.model import SCHEMA, Claim, EntityKind, Evidence, Mention, SourceFacts, Span
from graph_builder.store.facts import Choose, decode_facts, decode_some, encode_facts, naming, some_of

TEXTS = st.text(st.sampled_from('aé,[]{}"\\\n\x1f\u2028𝔸'), max_size=8)
PLAIN = st.text(st.sampled_from("abcé,["), min_size=1, max_size=4)


@st.composite
def facts(draw: st.DrawFn) -> SourceFacts:
    """Draw facts of one source with characters that JSON has a use for; claims may name mentions that it has not."""
    source = draw(TEXTS)
    ids = draw(st.lists(draw(st.sampled_from([PLAIN, TEXTS])), max_size=6))
    said = [Evidence(source, Span(at, at + 1), draw(TEXTS), draw(TEXTS)) for at in range(3)]
    said_so = st.sampled_from(said)
    kinds = st.sampled_from(list(EntityKind))
    mentions = [Mention(source, ident, draw(kinds), draw(TEXTS), draw(st.none() | said_so)) for ident in ids]
    claims = []
    for relation in draw(st.lists(st.sampled_from(list(SCHEMA)), max_size=6)):
        named = st.sampled_from([*ids, "elsewhere"])
        roles = {role: draw(named) for role, _ in SCHEMA[relation].roles if draw(st.booleans())}
        claims.append(Claim(source, relation, roles, draw(said_so), {"note": draw(TEXTS)}, "rule", 0.5))
    return SourceFacts(source, tuple(mentions), tuple(claims))


@settings(max_examples=150)
@given(facts(), st.data())
def test_some_facts_are_those_of_all(all_facts: SourceFacts, data: st.DataObject) -> None:
    claims_chosen = st.sets(st.sampled_from(range(len(all_facts.claims)))) if all_facts.claims else st.just(set())
    places = sorted(data.draw(claims_chosen))
    besides = {m.id for m in all_facts.mentions if data.draw(st.booleans())}
    choose: Choose = lambda names, said: (places, besides)  # noqa: E731
    claims = tuple(all_facts.claims[place] for place in places)
    held = besides | {mention for claim in claims for mention in claim.roles.values()}
    wanted = replace(all_facts, mentions=tuple(m for m in all_facts.mentions if m.id in held), claims=claims)
    stored = encode_facts(all_facts)
    before = stored + b"\n[]\n\x01\x00"  # as facts were stored that had an index
    assert decode_facts(before) == decode_facts(stored) == all_facts
    assert decode_some(stored, choose) == decode_some(before, choose) == some_of(all_facts, choose) == wanted
    name = data.draw(TEXTS)
    assert decode_some(stored, naming(name.__eq__)) == some_of(all_facts, naming(name.__eq__))
