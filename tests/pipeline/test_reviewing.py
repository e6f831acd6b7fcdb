"""Doubts are kept beside the snapshot, told a page at a time, and decisions need no second resolution."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from toy_stages import resolve, stages

from graph_builder.model import EntityKind, Identities, LinkStatus, Question, SourceFacts, StoreError
from graph_builder.pipeline import Signature, Stages, build, confirm, rename, resolution, review, review_page, undo
from graph_builder.pipeline.doubts import settled_of
from graph_builder.resolve.incremental.result import ResolutionChange
from graph_builder.store.draft import edit
from graph_builder.store.review import (
    QUESTIONS,
    SETTLED,
    SettledDoubts,
    read_questions,
    read_settled,
    write_questions,
    write_settled,
)
from graph_builder.store.store import Store

BY = Signature("Mo", "2026-01-31", "seen")


def uncertain(facts: Mapping[str, SourceFacts]) -> Identities:
    """Resolve with every link inferred, those of one source less sure than the others."""
    found = resolve(facts)
    links = (
        replace(x, status=LinkStatus.INFERRED, score=0.9 - 0.1 * (x.source == "cvs/cy.md"), rule="compared")
        for x in found.links
    )
    return Identities(found.entities, tuple(links))


def doubtful() -> Stages:
    return stages(resolve=uncertain)


@pytest.fixture
def kg(tmp_path: Path) -> Path:
    folder = tmp_path / "cvs"
    folder.mkdir()
    for name, text in {
        "ada.md": "Ada works at Works",
        "bob.md": "ada works at Works",
        "cy.md": "ADA works at X",
    }.items():
        (folder / name).write_text(text + "\n")
    build([folder], tmp_path / "kg", stages=doubtful(), workers=0)
    return tmp_path / "kg"


def test_pages_are_pieces_of_the_whole(kg: Path) -> None:
    whole = review(kg)
    assert [doubt.doubt for doubt in whole] == sorted((doubt.doubt for doubt in whole), reverse=True)
    assert whole[0].one.mentions[0][0] == "cvs/cy.md"
    assert len(whole[0].other.mentions) == 2
    paged = [review_page(kg, start=n, size=1) for n in range(len(whole) + 1)]
    assert [found for _, (found,) in paged[:-1]] == whole
    assert paged[-1] == (len(whole), [])
    people = [d for d in whole if d.kind is EntityKind.PERSON]
    assert review_page(kg, [EntityKind.PERSON]) == (len(people), people)
    assert review_page(kg, merged=False) == (0, [])
    assert review_page(kg, merged=True) == (len(whole), whole)


def test_of_a_large_graph_doubts_are_found_when_asked_for(
    kg: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolution, "REVIEWED", 0)
    build([tmp_path / "cvs"], tmp_path / "large", stages=doubtful(), workers=0)
    assert not (Store.open(tmp_path / "large").folder / SETTLED).exists()
    assert review(tmp_path / "large", stages=doubtful()) == review(kg)


def test_a_store_without_doubts_gets_them(kg: Path) -> None:
    whole = review(kg)
    path = Store.open(kg).folder / SETTLED
    path.unlink()
    assert review(kg, stages=doubtful()) == whole
    assert path.exists()


def test_a_store_of_another_version_is_resolved_once_for_its_first_decision(kg: Path) -> None:
    asked: list[str] = []

    def counting(facts: Mapping[str, SourceFacts]) -> Identities:
        asked.append("resolved")
        return uncertain(facts)

    (ada,) = {d.one.entity[1] for d in review(kg) if d.kind is EntityKind.PERSON}
    iri = f"https://w3id.org/graph-builder/data/person/{ada}"
    steps: list[str] = []
    change = lambda *_: ResolutionChange({}, ())  # noqa: E731
    other = replace(stages(resolve=counting), resolving="other", change=change)
    rename(kg, iri, "Ada Holt", BY, stages=other, progress=lambda step, *_: steps.append(step))
    assert Store.open(kg).manifest.settings == "other"
    assert len(asked) == 1
    assert steps[0].startswith("Bringing the store up to date")


def test_reading_waits_for_no_build(kg: Path) -> None:
    with edit(kg):
        assert review(kg)


def test_a_damaged_file_is_an_error(kg: Path) -> None:
    path = Store.open(kg).folder / SETTLED
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match="damaged"):
        review(kg)


def test_doubts_follow_decisions(kg: Path) -> None:
    ada = next(d.one.entity[1] for d in review(kg) if d.kind is EntityKind.PERSON)
    iri = f"https://w3id.org/graph-builder/data/person/{ada}"
    before = review(kg)
    rename(kg, iri, "Ada Holt", BY, stages=doubtful())
    confirm(kg, iri, BY, stages=doubtful())
    assert not review_page(kg, [EntityKind.PERSON])[0]
    assert iri in settled_of(Store.open(kg))
    undo(kg, BY, stages=doubtful())
    assert iri not in settled_of(Store.open(kg))
    undo(kg, BY, stages=doubtful())
    assert review(kg) == before
    kg.with_name("kg.decisions").unlink()
    build([kg.with_name("cvs")], kg, stages=doubtful(), workers=0)
    assert review(kg) == before


def test_half_characters_are_no_hindrance(tmp_path: Path) -> None:
    person = EntityKind.PERSON
    asked = [Question(False, person, 0.5, "a\ud800", "b", ("same\ud800 name",))]
    write_questions(tmp_path / QUESTIONS, asked)
    assert read_questions(tmp_path / QUESTIONS) == asked
    settled = SettledDoubts((((person, "a\ud800"), (person, "c")),), answered=(("s\udfff.md", "m"),))
    write_settled(tmp_path / SETTLED, settled)
    assert read_settled(tmp_path / SETTLED) == settled
    assert [q.one for q in settled.left(asked)] == ["c"]


def test_each_pair_is_asked_of_once_and_what_is_decided_no_more() -> None:
    person = EntityKind.PERSON

    def pair(one: str, other: str) -> Question:
        return Question(False, person, 0.5, one, other, ())

    merged = Question(True, person, 0.6, "a", "a", (), ("s.md", "m1"))
    asked = [merged, pair("a", "b"), pair("a", "c"), pair("c", "d"), pair("b", "d")]
    settled = SettledDoubts((((person, "c"), (person, "a")),), apart=(((person, "b"), (person, "d")),))
    assert settled.left(asked) == [merged, pair("a", "b"), pair("a", "d")]
    assert replace(settled, answered=(("s.md", "m1"),)).left([merged]) == []
    assert replace(settled, certain=((person, "a"),)).left([merged]) == []
