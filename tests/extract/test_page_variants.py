"""Ways in which people write the same thing on their pages: each case is a page and what is to be found on it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from graph_builder.extract import extract
from graph_builder.model import Relation, SourceFacts
from graph_builder.read import read_bytes

_FILES = sorted(Path(__file__).parent.glob("page_variants*.yaml"))
_CASES = [case for path in _FILES for case in yaml.safe_load(path.read_text(encoding="utf-8"))]
_SELDOM = {"type", "status", "position"}


def _said(facts: SourceFacts, relations: set[str]) -> list[str]:
    """Return the claims of some relations, each as its names and values in one line."""
    names = {mention.id: mention.name for mention in facts.mentions}
    said = []
    for claim in facts.claims:
        if claim.relation.value not in relations:
            continue
        roles = dict(claim.roles)
        if claim.relation not in {Relation.PROFILE, Relation.ADVISING}:
            roles.pop("person", None)
        values = [value for key, value in sorted(claim.values.items()) if key not in _SELDOM and value]
        said.append(" | ".join([*(names[role] for role in roles.values()), *values]))
    return sorted(said)


@pytest.mark.parametrize("case", _CASES, ids=[f"{case['name']} {case.get('file', '')}".strip() for case in _CASES])
def test_page_says(case: dict[str, object]) -> None:
    name = str(case.get("file", "page.html"))
    told = case["told"]
    assert isinstance(told, dict)
    facts = extract(read_bytes(str(case["page"]).encode(), name, f"docs/{name}"))
    assert {relation: _said(facts, {relation}) for relation in told} == told
