"""The corpus in layouts that its documents do not have: what is known of them holds in each."""

from __future__ import annotations

from statistics import mean

import pytest
from corpus_rows import DOCUMENTS, rows_of_facts
from relayout import LAYOUTS, relayout
from samples_score import Tally, compare, rows_of
from test_corpus import COMPARED, gold_of

from graph_builder.extract import extract
from graph_builder.read import read_bytes, read_file

# Mean F1 over the relations that must not be lost again. Plain text shows least of a layout.
FLOORS = {
    "markdown": 0.85,
    "bold": 0.85,
    "html": 0.85,
    "divisions": 0.83,
    "latex": 0.85,
    "text": 0.83,
    "underlined": 0.83,
    "unnamed": 0.78,
}
_RELATIONS = {name: each for name, each in COMPARED.items() if name in ("profile", "education", "employment")}
"""What the rules read in lists: the rest is the tagger's, which is off here."""

_DATA = frozenset((".yml", ".yaml", ".json"))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_facts_are_found_in_another_layout(layout: str) -> None:
    tallies = {relation: Tally() for relation in _RELATIONS}
    for path in DOCUMENTS:
        if path.suffix in _DATA:
            continue
        text = relayout(read_file(path, path.name), LAYOUTS[layout])
        name = f"{path.stem}{LAYOUTS[layout].suffix}"
        facts = extract(read_bytes(text.encode(), name, name))
        assert facts.problems == ()
        gold, rows = gold_of(path.stem), rows_of_facts(facts)
        subject = rows["profiles"][0]["person"] or "" if rows["profiles"] else ""
        for relation, (query, wanted, same) in _RELATIONS.items():
            compare(tallies[relation], path.stem, rows_of(relation, rows[query], subject), wanted(gold), same)
    found = {relation: round(tally.f1, 3) for relation, tally in tallies.items()}
    print(layout, round(mean(found.values()), 3), found)
    assert mean(found.values()) >= FLOORS[layout], found
