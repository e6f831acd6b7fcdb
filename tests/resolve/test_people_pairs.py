"""Which mentions of people are compared, and which identifiers make one person of them."""

import pytest
from test_people import LAB, evidence, people_of, record

from graph_builder.resolve.candidates import ALL_PAIRS, Compatibility, candidates, neighbours
from graph_builder.resolve.model import shipped
from graph_builder.resolve.people import may_be_one


def test_identifiers_decide_before_scores():
    one = record("a.jsonl", "1", ["Mira Holt", "Jun Wei"], LAB, orcid="0000-0002-1825-0097")
    other = record("b.jsonl", "2", ["Mira Holt", "Jun Wei"], LAB, orcid="0000-0001-5109-3700")
    same = record("c.jsonl", "3", ["M. Holt", "Otto Quast"], orcid="0000-0002-1825-0097")
    found = people_of([one, other, same])
    assert found["1", "Mira Holt"] != found["2", "Mira Holt"]
    assert found["1", "Mira Holt"] == found["3", "M. Holt"]


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        ("Mira Holt", "M. Holt", True),
        ("Mira Holt", "Mira Quast", True),  # married
        ("Mira Holt", "Mira Hollt-Wei", True),
        ("Mira Holt", "Otto Quast", False),
        ("Mira Holt", "M. Quast", False),
        ("Mira Holt", "王研", True),  # in another script
        ("Sang Rok Oh", "Oh Sangrok", True),
    ],
)
def test_names_that_may_share_an_identifier(one, other, may):
    assert may_be_one(evidence(one, "1"), evidence(other, "2")) is may
    assert may_be_one(evidence(other, "2"), evidence(one, "1")) is may


def test_an_identifier_given_to_the_wrong_person_joins_nobody():
    orcid = "0000-0002-1825-0097"
    wrong = record("a.jsonl", "1", ["Otto Quast", "Mira Holt"], orcid=orcid)
    right = [record(f"{place}.jsonl", key, ["Mira Holt", "Jun Wei"], orcid=orcid) for place, key in ("b2", "c3")]
    found = people_of([wrong, *right])
    assert found["2", "Mira Holt"] == found["3", "Mira Holt"] != found["1", "Otto Quast"]


def test_pairs_of_a_large_group_grow_with_its_members():
    def pairs(count):
        nodes = [
            evidence("Wei Wang", str(i), years=(1900 + i,), peers=frozenset({f"p{i // 3} x"})) for i in range(count)
        ]
        names = Compatibility()
        return candidates(nodes, [names.form(n.names) for n in nodes], names)

    assert len(pairs(ALL_PAIRS)) == ALL_PAIRS * (ALL_PAIRS - 1) // 2
    small, large = len(pairs(200)), len(pairs(400))
    assert large < 2.2 * small
    assert {(3 * i, 3 * i + 1) for i in range(60)} <= set(map(tuple, pairs(200).tolist()))


def near(*nodes):
    names = Compatibility()
    found = neighbours(nodes, [names.form(n.names) for n in nodes], names, shipped().frequency)
    return {tuple(pair) for pair in found.tolist()}


@pytest.mark.parametrize(
    ("one", "other", "compared"),
    [
        (("Mira Holt", {"peers": {"ek t"}}), ("M. Holt", {"peers": {"ek t", "wei j"}}), True),
        (("Mira Holt", {"affiliation": {"acme"}}), ("Mira Holt", {"affiliation": {"acme", "x"}}), True),
        (("Mira Holt", {"peers": {"ek t"}}), ("Mira Holt", {"peers": {"wei j"}}), False),
        (("Mira Holt", {"peers": {"ek t"}}), ("Maria Holt", {"peers": {"ek t"}}), False),
        (("Mira Holt", {"peers": {"ek t"}}), ("Mira Quast", {"peers": {"ek t"}}), False),
    ],
)
def test_neighbours(one, other, compared):
    nodes = [
        evidence(name, place, **{key: frozenset(words) for key, words in said.items()})
        for place, (name, said) in zip("12", (one, other), strict=True)
    ]
    assert near(*nodes) == ({(0, 1)} if compared else set())


def test_neighbours_of_one_who_wrote_much_are_as_many_as_the_papers():
    def count(papers):
        return len(near(*(evidence("Mira Holt", str(i), peers=frozenset({"ek t"})) for i in range(papers))))

    assert count(400) <= 2.1 * count(200) <= 2.1 * 2 * 200
