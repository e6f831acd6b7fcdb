"""Nouns come back as they went in."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_builder.model import (
    Block,
    Claim,
    Document,
    Entity,
    Identities,
    Link,
    Mention,
    Node,
    SourceFacts,
    Span,
    StoreError,
)
from graph_builder.store.codec import decode, encode
from graph_builder.store.facts import decode_facts, encode_facts
from graph_builder.store.layout import Manifest, SourceRecord

NOUNS = [Span, Block, Node, Document, Mention, Claim, SourceFacts, Link, Entity, Identities, SourceRecord, Manifest]

# Any character, halves of surrogate pairs too: broken files have them.
st.register_type_strategy(str, st.text(st.characters(), max_size=8))
st.register_type_strategy(float, st.floats(0, 1))


@pytest.mark.parametrize("kind", NOUNS, ids=lambda kind: kind.__name__)
# A tree of nodes is drawn with many tries: hypothesis bounds its size by throwing large ones away.
@settings(max_examples=20, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(data=st.data())
def test_round_trip(kind: type[object], data: st.DataObject) -> None:
    noun = data.draw(st.from_type(kind))
    assert decode(kind, encode(noun)) == noun


@given(st.from_type(SourceFacts), st.booleans())
def test_facts_come_back(facts: SourceFacts, own: bool) -> None:
    if own:  # as extractors make them: all is of the one source
        evidence = [replace(c.evidence, source=facts.source) for c in facts.claims]
        claims = [replace(c, source=facts.source, evidence=e) for c, e in zip(facts.claims, evidence, strict=True)]
        mentions = [replace(m, source=facts.source, evidence=None) for m in facts.mentions]
        facts = SourceFacts(facts.source, tuple(mentions), tuple(claims))
    assert decode_facts(encode_facts(facts)) == facts
    assert decode_facts(encode(facts)) == facts  # as they were kept before
    bare = decode_facts(encode_facts(facts), evidence=False)
    assert [c.id for c in bare.claims] == [c.id for c in facts.claims]
    assert [m.id for m in bare.mentions] == [m.id for m in facts.mentions]


@pytest.mark.parametrize("data", [b"[", b"[]\n[]", b'["s",[],[[]]]\n[]', b'["s",[[1]],[]]\n[]', b"[1,[],[]]\n[]", b""])
def test_what_are_no_facts_is_an_error(data: bytes) -> None:
    with pytest.raises(StoreError, match=r"facts|SourceFacts"):
        decode_facts(data)


@pytest.mark.parametrize("text", ["\ud83d\ude00", "\ud800", "\x00\x1f", "\u2028", "é", "𝔸"])
def test_every_character_survives(text: str) -> None:
    document = Document("s", "text/plain", text, metadata={"title": text})
    assert decode(Document, encode(document)) == document


def test_deep_data_survive() -> None:
    node = Node("scalar", Span(0, 1), value="x")
    for _ in range(60):
        node = Node("sequence", Span(0, 1), children=(node,))
    assert decode(Node, encode(node)) == node


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b'{"start":"x","end":1}',
        b'{"start":1}',
        b'{"other":1}',
        b"\xff",
        b"null",
        b"[" * 100_000,
    ],
)
def test_what_is_no_span_is_an_error(data: bytes) -> None:
    with pytest.raises(StoreError, match="Span"):
        decode(Span, data)
