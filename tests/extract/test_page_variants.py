"""Ways in which people write the same thing on their pages: each case is a page and the facts that it states."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

from graph_builder.extract import extract
from graph_builder.model import Relation, SourceFacts
from graph_builder.read import read_bytes

_FILES = sorted(Path(__file__).parent.glob("page_variants*.yaml"))
_SELDOM = {"type", "status", "position"}


def _said(facts: SourceFacts, relation: str) -> Counter[str]:
    """Return the claims of a relation, each as its names and values in one line."""
    names = {mention.id: mention.name for mention in facts.mentions}
    said: Counter[str] = Counter()
    for claim in facts.claims:
        if claim.relation.value != relation:
            continue
        roles = dict(claim.roles)
        if claim.relation not in {Relation.PROFILE, Relation.ADVISING}:
            roles.pop("person", None)
        values = [value for key, value in sorted(claim.values.items()) if key not in _SELDOM and value]
        said[" | ".join([*(names[role] for role in roles.values()), *values])] += 1
    return said


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_f1_of_the_facts_of_many_pages(path: Path) -> None:
    right = said = stated = 0
    wrong = []
    for case in yaml.safe_load(path.read_text(encoding="utf-8")):
        name = case.get("file", "page.html")
        facts = extract(read_bytes(case["page"].encode(), name, f"docs/{name}"))
        assert not facts.problems
        for relation, wanted in case["facts"].items():
            found, gold = _said(facts, relation), Counter(wanted)
            right += (found & gold).total()
            said += found.total()
            stated += gold.total()
            if found != gold:
                wrong.append((case["name"], found - gold, gold - found))
    assert 2 * right >= 0.97 * (said + stated), wrong
