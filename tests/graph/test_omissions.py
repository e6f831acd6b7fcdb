"""What does not come into the graph is told."""

from __future__ import annotations

from dataclasses import replace

import graph_toy as toy
import pytest

from graph_builder.graph import omissions
from graph_builder.model import Claim, Relation

GOOD = toy.claim(toy.TOVE, Relation.EMPLOYMENT, PERSON="tove", ORGANIZATION="firm", start="2001", end="present")

CASES = [
    (GOOD, None),
    (replace(GOOD, roles={"person": "tove"}), "left out, for it has no organization"),
    (replace(GOOD, roles={**GOOD.roles, "person": "nobody"}), "left out: its person 'nobody' is no mention of kind"),
    (replace(GOOD, roles={**GOOD.roles, "person": "firm"}), "left out: its person 'firm' is no mention of kind person"),
    (replace(GOOD, roles={**GOOD.roles, "boss": "tove"}), "the role boss is left out"),
    (replace(GOOD, values={"salary": "1"}), "the value salary is left out"),
    (replace(GOOD, values={"start": "autumn"}), "the start 'autumn' is left out"),
    (replace(GOOD, values={"start": "present"}), "the start 'present' is left out"),
    (replace(GOOD, values={"start": " "}), None),
]


@pytest.mark.parametrize(("claim", "expected"), CASES)
def test_omissions(claim: Claim, expected: str | None) -> None:
    found = [str(p) for p in omissions(replace(toy.TOVE_FACTS, claims=(claim,)))]
    assert len(found) == (expected is not None)
    if expected:
        assert found[0].startswith(f"{toy.TOVE}: employment at 7-14 (said so): ")
        assert expected in found[0]


def test_the_toy_world_loses_nothing() -> None:
    assert omissions(toy.MIRA_FACTS) == omissions(toy.TOVE_FACTS) == []
