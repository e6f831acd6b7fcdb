"""What is in doubt: links that were inferred, and things of much the same name."""

from __future__ import annotations

import pytest
from identity_tables import in_tables

from graph_builder.model import Entity, EntityKind, Identities, Link, LinkStatus, Mention, SourceFacts
from graph_builder.resolve.review import questions

ORGANIZATION = EntityKind.ORGANIZATION


def asked(*entities: Entity, status: LinkStatus = LinkStatus.STATED, mentions: int = 1) -> set[tuple[bool, str, str]]:
    """Return what is in doubt of entities that some mentions each lead to."""
    links = tuple(
        Link("a.md", f"{one.key}-{number}", one.kind, one.key, status, "a rule", 0.9)
        for one in entities
        for number in range(mentions)
    )
    facts = SourceFacts("a.md", tuple(Mention("a.md", link.mention, link.kind, link.entity, None) for link in links))
    identities = Identities(entities, links)
    found = in_tables(lambda _: identities, None, ["a.md"], {"a.md": facts}.__getitem__, "")
    return {(q.merged, q.one, q.other) for q in questions(found)}


@pytest.mark.parametrize(
    ("one", "other", "doubted"),
    [
        ("University of Salerno", "University of Salemo", False),  # no word that both have is rare
        ("Brandvold Institute of Physics", "Brandvold Institut of Physics", True),
        ("Physics, Institute of Brandvold", "Institute of Brandvold, Physics", True),
        ("Brandvold Institute of Physics", "Brandvold Hospital", False),
    ],
)
def test_things_of_much_the_same_name(one: str, other: str, doubted: bool) -> None:
    many = (Entity(ORGANIZATION, f"u{n}", f"University of {'x' * n}") for n in range(3, 130))
    found = asked(Entity(ORGANIZATION, "a", one), Entity(ORGANIZATION, "b", other), *many)
    assert ((False, "a", "b") in found) is doubted


def test_any_name_of_a_thing_counts_and_what_stands_above_it_does_not() -> None:
    one, other = (Entity(ORGANIZATION, key, key, ("Brandvold Laboratory",)) for key in "ab")
    assert asked(one, other) == {(False, "a", "b")}
    assert not asked(one, Entity(ORGANIZATION, "b", "b", ("Brandvold Laboratory",), parent="a"))
    assert not asked(one, Entity(EntityKind.VENUE, "b", "b", ("Brandvold Laboratory",)))


def test_merges_are_inferred_links_to_what_others_lead_to_too() -> None:
    one = Entity(ORGANIZATION, "a", "A")
    assert asked(one, status=LinkStatus.INFERRED, mentions=2) == {(True, "a", "a")}
    assert not asked(one, status=LinkStatus.INFERRED)
    assert not asked(one, mentions=2)
