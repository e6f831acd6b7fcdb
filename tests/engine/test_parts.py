"""A source cut into parts: all claims are there once, and what is claimed of one person or work stays together."""

from __future__ import annotations

import pytest
from invented_sources import works

from graph_builder.engine.parts import cut
from graph_builder.extract.structured.records import records
from graph_builder.graph import SourceInfo, source_lines
from graph_builder.graph.parts import fact_lines, mention_lines, node_lines, part_facts
from graph_builder.model import EntityKind, SourceFacts


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> SourceFacts:
    import json

    from graph_builder.read.records import read_record_file

    path = tmp_path_factory.mktemp("parts") / "works.jsonl"
    path.write_text("\n".join(json.dumps(work) for work in works(60, 5)))
    return records(read_record_file(path, "works.jsonl"))


@pytest.mark.parametrize("claims", [1, 40, 10_000])
def test_parts_hold_all_once(facts: SourceFacts, claims: int) -> None:
    parts = list(cut(facts, SourceInfo(), {}, claims))
    assert (len(parts) == 1) == (claims == 10_000) == parts[0].alone
    assert sorted(c.id for p in parts for c in p.facts.claims) == sorted(c.id for c in facts.claims)
    assert sorted(m for p in parts for m in p.uses) == sorted(m.id for m in facts.mentions)
    for part in parts:
        here = {m.id for m in part.facts.mentions}
        assert {m for c in part.facts.claims for m in c.roles.values()} <= here
        assert all(part.number in places for places in part.uses.values())
    whole = {m.id for m in facts.mentions if m.kind in (EntityKind.PERSON, EntityKind.WORK)}
    assert all(len(places) == 1 for p in parts for m, places in p.uses.items() if m in whole)


def test_parts_write_the_lines_of_the_source(facts: SourceFacts) -> None:
    info = SourceInfo("Works", "application/json")
    wanted = "".join(source_lines(facts, {}, (), info=info)).splitlines()
    lines, edges, same = node_lines(facts.source, info).splitlines(), set(), {}
    for part in cut(facts, info, {}, 30):
        lines += "".join(mention_lines(part.facts, part.uses, {}, ())).splitlines()
        for fact in part_facts(part.facts, {}, ()):
            same.setdefault(fact.id, []).append(fact)
    for each in same.values():
        line, found = fact_lines(facts.source, each)
        lines += line.splitlines()
        edges.update("".join(found).splitlines())
    assert sorted([*lines, *edges]) == sorted(wanted)


def test_what_no_claim_uses_is_in_the_first_part(facts: SourceFacts) -> None:
    alone = SourceFacts(facts.source, facts.mentions, ())
    (part,) = cut(alone, SourceInfo(), {}, 10)
    assert len(part.facts.mentions) == len(facts.mentions) == len(part.uses)
