"""The file of decisions: what is written is read again, and a bad line costs itself alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.model import Anchor, ClaimKey, Decision, DecisionKind, EntityKind, Relation, StoreError
from graph_builder.store.decisions import append_decisions, decisions_path, read_decisions, with_id

MERGE = Decision(
    DecisionKind.MERGE, "Mo", "2026-01-31", "same page", "1", EntityKind.PERSON,
    (Anchor("a.md", "Ada\u2028 \u00e4"),), (Anchor("b.md", "A.", "Tides"),),
)  # fmt: skip
REJECT = Decision(
    DecisionKind.REJECT, "Mo", "2026-02", id="2",
    claims=(ClaimKey("a.md", Relation.AWARD, {"person": "Ada"}, {"award": "Prize"}),),
)  # fmt: skip
UNDO = Decision(DecisionKind.UNDO, "Mo", "2026", id="3", undoes="1")


def test_what_is_written_is_read_a_line_each(tmp_path: Path) -> None:
    kg = tmp_path / "kg"
    assert read_decisions(kg).all == ()
    assert read_decisions(kg).fingerprint == ""
    for decision in (MERGE, REJECT, UNDO):
        append_decisions(kg, decision)
    assert read_decisions(kg).all == (MERGE, REJECT, UNDO)
    lines = decisions_path(kg).read_bytes().splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["1", "2", "3"]
    assert decisions_path(kg) == tmp_path / "kg.decisions"
    assert decisions_path(f"{kg}/") == tmp_path / "kg.decisions"


BAD = [
    (b"{", "is no JSON"),
    (b"\xff\xfe", "is no JSON"),
    (b"[]", "is no decision"),
    (b"[" * 100_000, "is no JSON"),
    (b'{"kind": "marry", "author": "Mo", "date": "2026"}', "is no decision ('marry'"),
    (b'{"kind": "undo", "author": "Mo", "date": "2026"}', "is a undo without 'undoes'"),
    (b'{"kind": "undo", "author": "Mo", "date": "2026", "undoes": "1", "colour": "red"}', "is no decision"),
    (b'{"kind": "undo", "author": "", "date": "2026", "undoes": "1"}', "without 'author'"),
    (b'{"id": "1", "kind": "undo", "author": "Mo", "date": "2026", "undoes": "1"}', "has the id of an earlier line"),
    (b"<<<<<<< HEAD", "is no JSON"),
]


@pytest.mark.parametrize(("line", "what"), BAD, ids=[what + line[:9].hex() for line, what in BAD])
def test_a_bad_line_is_one_problem_and_stays_where_it_is(tmp_path: Path, line: bytes, what: str) -> None:
    kg = tmp_path / "kg"
    append_decisions(kg, MERGE)
    with decisions_path(kg).open("ab") as file:
        file.write(line)  # and no end of line
    append_decisions(kg, REJECT)
    found = read_decisions(kg)
    assert found.all == (MERGE, REJECT)
    (problem,) = found.problems
    assert problem.source == "kg.decisions:2"
    assert what in problem.what
    assert line in decisions_path(kg).read_bytes()


def test_a_line_written_by_hand_needs_no_id(tmp_path: Path) -> None:
    kg = tmp_path / "kg"
    decisions_path(kg).write_bytes(
        b'\xef\xbb\xbf\r\n{"kind": "pin", "of": "person", "one": [{"source": "a.md", "name": "Ada"}],'
        b' "name": "ada", "author": "Mo", "date": "2026-01-31"}\r\n'
    )
    found = read_decisions(kg)
    assert found.problems == ()
    assert [(d.kind, d.name, len(d.id)) for d in found.all] == [(DecisionKind.PIN, "ada", 8)]


def test_the_same_decision_twice_has_two_ids() -> None:
    first = with_id(UNDO)
    second = with_id(UNDO, [first.id])
    assert first.id == with_id(first).id != second.id


def test_a_file_that_cannot_be_opened_stops_the_build(tmp_path: Path) -> None:
    decisions_path(tmp_path / "kg").mkdir()
    with pytest.raises(StoreError, match="cannot be opened"):
        read_decisions(tmp_path / "kg")


@given(st.binary(max_size=60))
def test_no_bytes_break_the_reading(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    kg = tmp_path_factory.mktemp("d") / "kg"
    decisions_path(kg).write_bytes(data)
    found = read_decisions(kg)
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    assert len(found.all) + len(found.problems) == sum(1 for line in lines if line.strip())
