"""The graph of identities."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from quads import identity_quads

from graph_builder.graph.identities import identifier_iri, web_iri
from graph_builder.graph.iris import DEFAULT_BASE
from graph_builder.graph.vocabulary import ALT_LABEL, HOMEPAGE, IDENTIFIER, LABEL, PARENT, SAME_AS
from graph_builder.model import Entity, EntityKind, Identifier

P, O, W, V, T = EntityKind  # noqa: E741

IRIS = [
    ("orcid", P, "0000-0001-0000-0009", "https://orcid.org/0000-0001-0000-0009"),
    ("doi", W, "10.1000/a b(1)<2>", "https://doi.org/10.1000/a%20b(1)%3C2%3E"),
    ("arxiv", W, "2101.00001", "https://arxiv.org/abs/2101.00001"),
    ("openalex", O, "I1", "https://openalex.org/I1"),
    ("dblp", P, "00/1", "https://dblp.org/pid/00/1"),
    ("dblp", W, "conf/toy/A21", "https://dblp.org/rec/conf/toy/A21"),
    ("dblp", W, "rec/conf/toy/A21", "https://dblp.org/rec/conf/toy/A21"),
    ("dblp", O, "x", None),
    ("openreview", P, "~Mira_Holt1", "https://openreview.net/profile?id=~Mira_Holt1"),
    ("wikidata", O, "Q1", "http://www.wikidata.org/entity/Q1"),
    ("ror", O, "00toy0000", "https://ror.org/00toy0000"),
    ("acl", W, "2021.toy-1.1", "https://aclanthology.org/2021.toy-1.1"),
    ("s2", P, "7", "https://www.semanticscholar.org/author/7"),
    ("scholar", P, "a&b=c", "https://scholar.google.com/citations?user=a%26b%3Dc"),
    ("github", P, "mira", "https://github.com/mira"),
    ("email", P, "ab" * 32, None),
    ("url", W, "https://example.org/?q=<x>", "https://example.org/?q=%3Cx%3E"),
    ("homepage", P, "javascript:alert(1)", None),
    ("unheard", P, "x", None),
    ("orcid", P, "  ", None),
]


@pytest.mark.parametrize(("scheme", "kind", "value", "expected"), IRIS)
def test_identifiers_as_iris(scheme: str, kind: EntityKind, value: str, expected: str | None) -> None:
    iri = identifier_iri(Identifier(scheme, value), kind)
    assert (iri.value if iri else None) == expected


ADDRESSES = [
    ("https://example.org", "https://example.org"),
    (" mira.example/~mh ", "https://mira.example/~mh"),
    ("HTTP://example.org/%7Emh", "HTTP://example.org/%7Emh"),
    ("https://bücher.example/ü", "https://b%C3%BCcher.example/%C3%BC"),
    ("http://[::1", None),
    ("data:text/html,<script>", None),
    ("file:///etc/passwd", None),
    ("https://", None),
    ("mira", None),
    ("", None),
]


@pytest.mark.parametrize(("address", "expected"), ADDRESSES)
def test_web_addresses(address: str, expected: str | None) -> None:
    iri = web_iri(address)
    assert (iri.value if iri else None) == expected


def values(entity: Entity, term: ox.NamedNode) -> list[str]:
    return [q.object.value for q in identity_quads([entity]) if q.predicate == term]  # type: ignore[union-attr]


def test_names_identifiers_and_homepage() -> None:
    ids = (Identifier("email", "ab" * 32), Identifier("orcid", "1"))
    ann = Entity(P, "ann", "Ann", ("A.", "Ann"), ids, homepage="ann.example")
    assert values(ann, LABEL) == ["Ann"]
    assert values(ann, ALT_LABEL) == ["A."]
    assert values(ann, IDENTIFIER) == ["email:" + "ab" * 32, "orcid:1"]
    assert values(ann, SAME_AS) == ["https://orcid.org/1"]
    assert values(ann, HOMEPAGE) == ["https://ann.example"]


@pytest.mark.parametrize("kind", EntityKind)
def test_parents(kind: EntityKind) -> None:
    quads = list(identity_quads([Entity(kind, "a", "A", parent="b"), Entity(kind, "c", "C", parent="c")]))
    found = [(q.subject.value, q.object.value) for q in quads if q.predicate in PARENT.values()]  # type: ignore[union-attr]
    base = DEFAULT_BASE + kind.value
    assert found == ([(f"{base}/a", f"{base}/b")] if kind in PARENT else [])


def test_all_stand_in_the_graph_of_identities() -> None:
    quads = list(identity_quads([Entity(T, "x y", "X")], "https://example.org/"))
    assert {q.graph_name.value for q in quads} == {"https://example.org/identity"}  # type: ignore[union-attr]
    assert {q.subject.value for q in quads} == {"https://example.org/topic/x%20y"}  # type: ignore[union-attr]
