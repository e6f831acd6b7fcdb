"""The sentence behind a fact, its place, and how names were linked."""

from __future__ import annotations

import explore_world
import pyoxigraph as ox
import pytest

from graph_builder.explore import find_facts, why
from graph_builder.model import QueryError


def only(store: ox.Store, one: str, other: str):  # type: ignore[no-untyped-def]
    reasons = why(store, one, other, document=explore_world.document)
    assert len(reasons) == 1
    return reasons[0]


def test_quote_in_context_with_its_place(store: ox.Store) -> None:
    reason = only(store, "Mira Okafor", "Northwind")
    text = explore_world.TEXTS["cvs/mira.md"]
    assert reason.source == "cvs/mira.md"
    assert reason.quote == "Intern at Northwind, 2018."
    assert text[reason.fact.start : reason.fact.end] == reason.quote
    assert reason.before.endswith("2019-07 - present. ")
    assert reason.after.startswith("\nInterests")
    assert reason.found
    assert reason.in_file == (reason.fact.start + 2, reason.fact.end + 2)
    assert reason.statement == "employment: person Mira Okafor, organization Northwind, role Intern, 2018"


def test_mentions_say_how_they_were_linked(store: ox.Store) -> None:
    mentions = only(store, "Mira Okafor", "Harbour Labs").mentions
    harbour = next(mention for mention in mentions if mention.printed == "Harbour Labs")
    assert [thing and thing.name for thing in (harbour.thing, harbour.unit)] == ["Harbour Labs", "Vision Team"]
    assert (harbour.status, harbour.rule, harbour.score) == ("inferred", "same name", 0.97)
    assert harbour.reasons == ("the names agree",)


def test_every_fact_leads_to_its_characters(store: ox.Store) -> None:
    reasons = [
        r for name in ("Mira Okafor", "Jonas Lindqvist") for r in why(store, name, document=explore_world.document)
    ]
    assert len(reasons) > 15
    assert all(reason.found for reason in reasons)


@pytest.mark.parametrize("document", [None, lambda _: None])
def test_without_the_text_the_quote_is_still_there(store: ox.Store, document) -> None:  # type: ignore[no-untyped-def]
    reason = why(store, "Mira Okafor", "Northwind", document=document)[0]
    assert (reason.quote, reason.before, reason.found) == ("Intern at Northwind, 2018.", "", False)


def test_a_text_that_has_changed_is_not_quoted(store: ox.Store) -> None:
    def changed(source: str):  # type: ignore[no-untyped-def]
        from dataclasses import replace

        found = explore_world.document(source)
        return found and replace(found, text="x" + found.text)

    assert not why(store, "Mira Okafor", "Northwind", document=changed)[0].found


def test_by_address_id_and_beginning_of_id(store: ox.Store) -> None:
    fact = only(store, "Mira Okafor", "Northwind").fact
    for wanted in (fact.iri, f"<{fact.iri}>", f"fact/{fact.id}", fact.id, fact.id[:10]):
        assert [found.iri for found in find_facts(store, wanted)] == [fact.iri]


def test_papers_tie_their_authors(store: ox.Store) -> None:
    found = find_facts(store, "Mira Okafor", "Jonas Lindqvist")
    assert sorted(fact.relation.value for fact in found) == ["advising"] + ["authorship"] * 6


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (("Northwind", "Polder Institute"), "no fact between 'Northwind' and 'Polder Institute'"),
        (("Mira Okafer",), "nothing in this graph is called 'Mira Okafer'; nearest person: 'Mira Okafor'"),
        (("ffffffffffffffff",), "no fact has the id 'ffffffffffffffff'"),
        (("https://example.org/fact/x",), "no fact has the id"),
        (("deadbee",), "nothing in this graph is called 'deadbee'"),
    ],
)
def test_unknown(store: ox.Store, wanted: tuple[str, ...], message: str) -> None:
    with pytest.raises(QueryError, match=message):
        find_facts(store, *wanted)
