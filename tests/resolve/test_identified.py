"""Identifiers of organizations and venues decide over their names; stated parents never lead in a circle."""

from __future__ import annotations

import pytest

from graph_builder.model import Entity, EntityKind, Identifier, LinkStatus, Mention, SourceFacts
from graph_builder.resolve import resolve

O, V = EntityKind.ORGANIZATION, EntityKind.VENUE  # noqa: E741


def mention(id_: str, name: str, *ids: str, kind: EntityKind = O, **context: str) -> Mention:
    identifiers = tuple(Identifier(*i.split(":", 1)) for i in ids)
    return Mention("s", id_, kind, name, identifiers=identifiers, context=tuple(context.items()))


def resolved(*mentions: Mention) -> tuple[dict[str, str], dict[str, Entity]]:
    """Return which entity each mention leads to, and the entities by name."""
    found = resolve([SourceFacts("s", mentions)])
    return {link.mention: link.entity for link in found.links}, {e.name: e for e in found.entities}


def test_one_identifier_is_one_organisation_however_it_is_printed() -> None:
    links, _ = resolved(
        mention("a", "Nordhaven Toy Works", "ror:0aaaaaa11"),
        mention("b", "NTW Ltd, Pier 7, Nordhaven", "ror:0aaaaaa11", "grid:g.1"),
        mention("c", "Toyworks of the North", "grid:g.1"),
        mention("d", "Nordhaven Toy Works"),
        mention("e", "Somebody Else"),
    )
    assert len({links[m] for m in "abcd"}) == 1
    assert links["e"] != links["a"]


def test_one_name_with_two_identifiers_is_two_organisations() -> None:
    links, _ = resolved(
        mention("a", "Ministry of Toys", "ror:0aaaaaa11"),
        mention("b", "Ministry of Toys", "ror:0bbbbbb22"),
        mention("c", "Ministry of Toys"),
    )
    assert len(set(links.values())) == 3


def test_an_identifier_does_not_join_what_the_gazetteer_knows_as_two() -> None:
    links, _ = resolved(mention("a", "Stanford University", "ror:0aaaaaa11"), mention("b", "MIT", "ror:0aaaaaa11"))
    assert links["a"] != links["b"]


def test_the_reason_is_said() -> None:
    ids = ("issn:1234-5679",)
    found = resolve(
        [
            SourceFacts(
                "s", (mention("a", "Annals of Toys", *ids, kind=V), mention("b", "Zeitschrift der Toys", *ids, kind=V))
            )
        ]
    )
    assert len({link.entity for link in found.links}) == 1
    rules = {(link.rule, link.status, link.reasons) for link in found.links}
    assert ("identifier", LinkStatus.STATED, ("same issn",)) in rules


def test_countries_and_parents_are_those_that_records_state() -> None:
    _, entities = resolved(
        mention("a", "Pier Lab of Toys", "ror:0aaaaaa11", country="NO", parent="ror:0bbbbbb22"),
        mention("b", "Toy Holding of Nordhaven", "ror:0bbbbbb22"),
        mention("c", "Orphan Toys", "ror:0cccccc33", parent="ror:0ffffff99"),
    )
    assert entities["Pier Lab of Toys"].country == "NO"
    assert entities["Pier Lab of Toys"].parent == entities["Toy Holding of Nordhaven"].key
    assert entities["Orphan Toys"].parent == ""


@pytest.mark.parametrize("size", [1, 2, 5])
def test_parents_in_a_circle_are_left_out(size: int) -> None:
    names = [f"Circle Toys {'ABCDE'[i]}" for i in range(size)]
    ring = [
        mention(name, name, f"ror:0aaaaa{i}11", parent=f"ror:0aaaaa{(i + 1) % size}11") for i, name in enumerate(names)
    ]
    below = mention("x", "Below the Circle", "ror:0xxxxxx99", parent="ror:0aaaaa011")
    _, entities = resolved(*ring, below)
    assert [entities[name].parent for name in names] == [""] * size
    assert entities["Below the Circle"].parent == entities[names[0]].key


def test_the_order_does_not_matter() -> None:
    mentions = [
        mention("a", "Alpha Toys", "ror:0aaaaaa11"),
        mention("b", "Beta Toys", "ror:0aaaaaa11", "grid:g.2"),
        mention("c", "Gamma Toys", "grid:g.2"),
        mention("d", "Alpha Toys", "ror:0dddddd44"),
    ]
    assert resolved(*mentions) == resolved(*reversed(mentions))
