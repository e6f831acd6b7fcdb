"""Organizations that are no more: what a document prints is never replaced by what followed."""

from __future__ import annotations

from quads import identity_quads

from graph_builder.gazetteer import load
from graph_builder.graph import vocabulary as v
from graph_builder.model import EntityKind, Mention
from graph_builder.resolve.organizations import resolve_organizations


def test_a_school_of_before_is_a_node_of_its_own_that_the_later_one_follows() -> None:
    printed = ("Université Pierre et Marie Curie", "UPMC, Paris", "Sorbonne Université")
    mentions = [Mention("a.md", f"o{at}", EntityKind.ORGANIZATION, name) for at, name in enumerate(printed)]
    found = resolve_organizations(mentions, load())
    old, new = "pierre-and-marie-curie-university", "sorbonne-university"
    assert [link.entity for link in sorted(found.links, key=lambda link: link.mention)] == [old, old, new]
    said = {(q.subject.value[-len(old) :], q.predicate, q.object.value) for q in identity_quads(found.entities)}
    assert {(s, o[-len(new) :]) for s, p, o in said if p == v.REPLACED_BY} == {(old, new)}
    assert {(s, o) for s, p, o in said if p == v.DISSOLVED} == {(old, "2018")}


def test_what_followed_has_a_node_where_no_document_names_it() -> None:
    found = resolve_organizations([Mention("a.md", "o", EntityKind.ORGANIZATION, "UMIST")], load())
    assert {e.name for e in found.entities} == {
        "University of Manchester Institute of Science and Technology",
        "University of Manchester",
    }
