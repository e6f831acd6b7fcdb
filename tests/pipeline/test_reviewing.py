"""Doubts are kept beside the snapshot, told a page at a time, and decisions need no second resolution."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from toy_stages import resolve, stages

from graph_builder.model import EntityKind, Identities, LinkStatus, SourceFacts, StoreError
from graph_builder.pipeline import Signature, Stages, build, confirm, rename, resolution, review, review_page, undo
from graph_builder.store import REVIEW, Store, edit

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
    assert not (Store.open(tmp_path / "large").folder / REVIEW).exists()
    assert review(tmp_path / "large", stages=doubtful()) == review(kg)


def test_who_asked_for_doubts_gets_them_with_each_build(
    tmp_path: Path, kg: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolution, "LARGE", 0)
    large, cvs = tmp_path / "large", tmp_path / "cvs"
    build([cvs], large, stages=doubtful(), workers=0)
    assert not (Store.open(large).folder / REVIEW).exists()
    assert review(large, stages=doubtful()) == review(kg)
    for other in (replace(doubtful(), resolving="other"), doubtful()):
        build([cvs], large, stages=other, workers=0)
        assert (Store.open(large).folder / REVIEW).exists()
    assert review(large, stages=doubtful()) == review(kg)


def test_a_store_without_doubts_gets_them(kg: Path) -> None:
    whole = review(kg)
    path = Store.open(kg).folder / REVIEW
    path.unlink()
    assert review(kg, stages=doubtful()) == whole
    assert path.exists()


def test_reading_waits_for_no_build(kg: Path) -> None:
    with edit(kg):
        assert review(kg)


def test_a_damaged_file_is_an_error(kg: Path) -> None:
    path = Store.open(kg).folder / REVIEW
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
    undo(kg, BY, stages=doubtful())
    undo(kg, BY, stages=doubtful())
    assert review(kg) == before
    kg.with_name("kg.decisions").unlink()
    build([kg.with_name("cvs")], kg, stages=doubtful(), workers=0)
    assert review(kg) == before


def test_half_characters_are_no_hindrance(kg: Path) -> None:
    from graph_builder.model import Question, Side
    from graph_builder.store import read_review, write_review

    person = EntityKind.PERSON
    sides = {key: Side((person, key), f"A\ud800 {key}", (("s\udfff.md", f"m{key}", "A\ud800"),)) for key in ("a", "b")}
    asked = [Question(False, person, 0.5, "a", "b", ("same\ud800 name",))]
    path = kg.with_name(REVIEW)
    write_review(path, asked, lambda entity: sides[entity[1]])
    total, (doubt,) = read_review(path, [person])
    assert (total, doubt.one.name, doubt.other.mentions) == (1, "A? a", (("s?.md", "mb", "A?"),))
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
