"""Some of the facts of a source, read by the index, are what all of them have in these places."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.model import SCHEMA, Claim, EntityKind, Evidence, Mention, SourceFacts, Span, StoreError
from graph_builder.store import decode_facts, decode_some, encode_facts
from graph_builder.store.fact_index import ClaimTable, Indexed

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
    tables: list[ClaimTable] = []

    def choose(table: ClaimTable) -> list[int]:
        tables.append(table)
        return places

    claims = tuple(all_facts.claims[place] for place in places)
    held = besides | {mention for claim in claims for mention in claim.roles.values()}
    wanted = replace(all_facts, mentions=tuple(m for m in all_facts.mentions if m.id in held), claims=claims)
    stored = encode_facts(all_facts)
    before = b"\n".join(stored.split(b"\n", 2)[:2])  # as facts were stored before they had an index
    assert decode_facts(before) == decode_facts(stored) == all_facts
    assert decode_some(stored, choose, besides) == wanted
    assert decode_some(before, choose, besides) == wanted
    one, other = tables
    assert [list(one.mentions), one.shapes] == [list(other.mentions), other.shapes]
    assert [one.shape.tolist(), one.roles.tolist()] == [other.shape.tolist(), other.roles.tolist()]


def test_single_rows_are_read_without_the_rest() -> None:
    said = [Evidence("a.md", Span(at, at + 1), f"quote {at}") for at in range(3)]
    mentions = [Mention("a.md", f"m{at}", EntityKind.PERSON, f"P{at}", said[at]) for at in range(3)]
    found = Indexed(encode_facts(SourceFacts("a.md", tuple(mentions), ())))
    assert (found.source, found.mentions([1])[0][:3]) == ("a.md", ["m1", "person", "P1"])
    assert found.evidence([2, 0]) == [[2, 3, "quote 2", ""], [0, 1, "quote 0", ""]]


@pytest.mark.parametrize("index", [b"[]\n\x01\x00\x00\x00", b"[]", b"[]\nx", b"no shapes\n" + bytes(28)])
def test_a_broken_index_is_an_error(index: bytes) -> None:
    with pytest.raises(StoreError, match="facts"):
        decode_some(b'["a.md",[],[]]\n[]\n' + index, lambda _: [], [])
