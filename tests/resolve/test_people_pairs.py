"""Which mentions of people are compared, and which identifiers make one person of them."""

import pytest
from test_people import LAB, evidence, people_of, record

from graph_builder.resolve.candidates import ALL_PAIRS, pairs_between
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
        return set(pairs_between(range(count), (), nodes))

    assert len(pairs(ALL_PAIRS)) == ALL_PAIRS * (ALL_PAIRS - 1) // 2
    small, large = len(pairs(200)), len(pairs(400))
    assert large < 2.2 * small
    assert {(3 * i, 3 * i + 1) for i in range(60)} <= pairs(200)
