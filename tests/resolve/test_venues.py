"""Series, editions, workshops and preprint servers: which nodes a printed venue leads to."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.gazetteer import load
from graph_builder.gazetteer.normalize import edition_year
from graph_builder.model import EntityKind, Identifier, Mention
from graph_builder.resolve.venues import resolve_venues


def rows():
    lines = Path(__file__).with_name("editions.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def mention(name, number=0, *aliases):
    return Mention("a.md", f"v{number}", EntityKind.VENUE, name, aliases=aliases)


def nodes(*mentions, years=None):
    found = resolve_venues(mentions, load(), years)
    return {e.key: e for e in found.entities}, {x.mention: x for x in found.links}


@pytest.mark.parametrize(("printed", "said", "series", "type_", "year", "above"), rows())
def test_editions(printed, said, series, type_, year, above):
    entities, links = nodes(mention(printed), years={("a.md", "v0"): said} if said else None)
    link = links["v0"]
    found = entities[link.entity]
    edition = entities.get(link.unit)
    assert (found.name, found.type) == (series, type_)
    assert (entities[found.parent].name if found.parent else "") == above
    assert (edition.year if edition else "") == year
    if edition:
        assert (edition.parent, edition.type, edition.name) == (found.key, "edition", f"{series} {year}")


def test_names_of_one_edition_are_one_node():
    printed = ("NIPS 2017", "NeurIPS'17", "Advances in Neural Information Processing Systems 30", "NeurIPS")
    entities, links = nodes(*map(mention, printed, range(4)), years={("a.md", "v2"): "2017"})
    assert {x.entity for x in links.values()} == {"neurips"}
    assert [links[f"v{n}"].unit for n in range(4)] == ["neurips-2017"] * 3 + [""]
    assert set(entities["neurips-2017"].names) == set(printed[:3])


def test_editions_of_two_years_are_two():
    entities, _ = nodes(mention("ICML 2019"), mention("ICML 2020", 1))
    assert {"icml", "icml-2019", "icml-2020"} == entities.keys()


def test_a_workshop_has_editions_of_its_own_and_stands_below_its_host():
    printed = ("NeurIPS 2021 Workshop on Invented Looms", "Workshop on Invented Looms at NeurIPS 2022")
    entities, links = nodes(*map(mention, printed, range(2)))
    for number, year in ((0, "2021"), (1, "2022")):
        workshop = entities[links[f"v{number}"].entity]
        assert (workshop.type, workshop.parent) == ("workshop", "neurips")
        assert (entities[links[f"v{number}"].unit].year, entities[links[f"v{number}"].unit].parent) == (
            year,
            workshop.key,
        )


@pytest.mark.parametrize(
    ("short", "full", "same"),
    [
        ("J. Invent. Looms", "Journal of Invented Looms", True),
        ("Ann. Loom Sci.", "Annals of Loom Science", True),
        ("Ann. Loom Sci. 12, 3-9", "Annals of Loom Science", True),
        ("J. Invent. Looms", "Journal of Inventive Shuttles", False),
        ("J. Invent. Looms", "Journal of Looms", False),
    ],
)
def test_abbreviated_names_join_those_that_are_written_out(short, full, same):
    entities, links = nodes(mention(short), mention(full, 1))
    assert (links["v0"].entity == links["v1"].entity) is same
    assert not same or short in entities[links["v1"].entity].names


def test_an_abbreviation_of_two_names_joins_neither():
    _, links = nodes(mention("J. Inv. Looms"), mention("Journal of Invented Looms", 1), mention("J. Inverse Looms", 2))
    assert len({x.entity for x in links.values()}) == 2
    _, links = nodes(
        mention("J. Inv. Looms"), mention("Journal of Invented Looms", 1), mention("Journal of Inverse Looms", 2)
    )
    assert len({x.entity for x in links.values()}) == 3


@given(st.text(max_size=60))
def test_a_year_is_four_digits_or_none(name):
    assert edition_year(name) == "" or 1900 <= int(edition_year(name)) < 2100


@given(st.permutations(["NIPS 2017", "ICML", "ICML '19", "arXiv", "Journal of Looms", "NeurIPS Workshop on Looms"]))
def test_the_order_of_mentions_does_not_matter(printed):
    marked = [mention(p, sorted(printed).index(p)) for p in printed]
    key = lambda e: (e.kind, e.key)  # noqa: E731
    assert sorted(resolve_venues(marked, load()).entities, key=key) == sorted(
        resolve_venues(sorted(marked, key=lambda m: m.id), load()).entities, key=key
    )


VOLUME = "Proceedings of the 59th Annual Meeting of Loom Weavers and the 11th Joint Conference on Yarn (Volume 1)"


@pytest.mark.parametrize(
    ("names", "series", "found"),
    [
        ((VOLUME,), "acl", {"ACL"}),  # known to the gazetteer
        ((VOLUME, "Loom Weavers: Tutorials"), "looms", {"Loom Weavers: Tutorials"}),
        (
            ("International Conference on Machine Translation",),
            "looms",
            {"International Conference on Machine Translation"},
        ),
    ],
)
def test_volumes_are_at_the_series_that_their_identifiers_name(names, series, found):
    own = (Identifier("acl", series),)
    entities, links = nodes(*(replace(mention(name, at), identifiers=own) for at, name in enumerate(names)))
    assert {entities[x.entity].name for x in links.values()} == found
