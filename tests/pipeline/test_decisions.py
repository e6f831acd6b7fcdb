"""Decisions on a store: replayed on every build, in whatever order documents come and go, and always undoable."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule
from test_any_order import Sources
from toy_stages import resolve, stages

from graph_builder.model import DecisionError, DecisionKind, Doubt, EntityKind, Identities, LinkStatus, SourceFacts
from graph_builder.pipeline import (
    Answer,
    Signature,
    accept,
    add,
    answer,
    build,
    confirm,
    correct,
    forget,
    history,
    keep_apart,
    merge,
    pin,
    reject,
    rename,
    review,
    split,
    undo,
)
from graph_builder.pipeline.curation import judged
from graph_builder.store.decisions import decisions_path
from graph_builder.store.store import Store

BY = Signature("Mo", "2026-01-31", "seen")
BASE = "https://w3id.org/graph-builder/data/"
GB = "https://w3id.org/graph-builder/ontology#"


def person(key: str) -> str:
    return f"{BASE}person/{key}"


def thing(key: str) -> str:
    return f"{BASE}organization/{quote(key)}"


@pytest.fixture
def kg(tmp_path: Path) -> Path:
    folder = tmp_path / "cvs"
    folder.mkdir()
    (folder / "ada.md").write_text("Ada works at Royal Society\n")
    (folder / "bob.md").write_text("Bob works at Works\nada works at Works\n")
    build([folder], tmp_path / "kg", stages=stages(), workers=0)
    return tmp_path / "kg"


def quads(kg: Path) -> list[str]:
    return sorted(map(str, Store.open(kg).snapshot()))


def states(kg: Path) -> list[str]:
    return [state for _, state in history(kg)[0]]


def rebuilt(kg: Path) -> list[str]:
    """Return the graph of a clean build with the same decisions."""
    clean = kg.parent / "clean"
    shutil.rmtree(clean, ignore_errors=True)
    clean.mkdir()
    shutil.copy(decisions_path(kg), clean)
    build([kg.parent / "cvs"], clean / "kg", stages=stages(), workers=0)
    return quads(clean / "kg")


def test_a_merge_shows_at_once_and_on_each_build(kg: Path) -> None:
    before = quads(kg)
    made = merge(kg, person("ada"), person("bob"), BY, stages=stages())
    assert made.report.people == 1
    after = quads(kg)
    assert after == rebuilt(kg) != before
    assert any("decided by Mo on 2026-01-31: seen" in quad for quad in after)
    report = build([kg.parent / "cvs"], kg, stages=stages(), workers=0)
    assert (report.decisions, report.unchanged) == (1, 2)
    assert quads(kg) == after
    undo(kg, BY, stages=stages())
    assert quads(kg) == before
    assert states(kg) == ["undone", ""]


def test_a_split_undoes_a_merge_exactly(kg: Path) -> None:
    before = quads(kg)
    merge(kg, person("ada"), person("bob"), BY, stages=stages())
    made = split(kg, person("ada"), BY, mentions=["Bob"], stages=stages())
    assert quads(kg) == before
    assert [d.kind for d in made.overruled] == [DecisionKind.MERGE]
    assert states(kg) == ["overruled", "holds"]


def test_a_mention_is_somebody_that_the_store_knows(kg: Path) -> None:
    before = quads(kg)
    moved = split(kg, person("ada"), BY, source="bob.md", into=person("bob"), stages=stages())
    after = quads(kg)
    assert after == rebuilt(kg)
    assert moved.report.people == 2
    graph = Store.open(kg).snapshot()
    works = {q.object.value for q in graph if q.predicate.value == GB + "person" and "bob.md" in str(q.graph_name)}
    assert works == {person("bob")}
    with pytest.raises(DecisionError, match="give another person"):
        split(kg, person("ada"), BY, source="ada.md", into=person("ada"), stages=stages())
    undo(kg, BY, stages=stages())
    assert quads(kg) == before
    alone = split(kg, person("bob"), BY, mentions=["Bob"], into=person("ada"), stages=stages())
    assert alone.decision.kind is DecisionKind.MERGE
    assert alone.report.people == 1


def test_a_split_by_source_makes_another_person(kg: Path) -> None:
    split(kg, person("ada"), BY, source="bob.md", mentions=["ADA"], stages=stages())
    assert quads(kg) == rebuilt(kg)
    links = {quad.object.value for quad in Store.open(kg).snapshot() if quad.predicate.value == GB + "linkStatus"}
    assert LinkStatus.DECIDED.value in links


def test_decisions_sleep_while_their_source_is_forgotten(kg: Path) -> None:
    merge(kg, person("ada"), person("bob"), BY, stages=stages())
    after = quads(kg)
    assert forget(kg, "bob.md", stages=stages()).dormant == 1
    assert states(kg) == ["dormant"]
    build([kg.parent / "cvs"], kg, stages=stages(), workers=0)
    assert states(kg) == ["holds"]
    assert quads(kg) == after


def test_a_rejected_fact_is_gone_until_it_is_undone(kg: Path) -> None:
    before = quads(kg)
    fact = next(
        quad.subject.value
        for quad in Store.open(kg).snapshot()
        if quad.predicate.value == GB + "quote" and "Royal" in quad.object.value and "fact/" in quad.subject.value
    )
    made = reject(kg, fact, BY, stages=stages())
    assert made.report.facts == 2
    assert quads(kg) == rebuilt(kg)
    assert not any("Royal Society" in quad for quad in quads(kg))
    undo(kg, BY, made.decision.id[:6], stages=stages())
    assert quads(kg) == before


def test_an_accepted_fact_stays_and_says_who_accepted_it(kg: Path) -> None:
    before = quads(kg)
    fact = next(
        quad.subject.value
        for quad in Store.open(kg).snapshot()
        if quad.predicate.value == GB + "quote" and "Royal" in quad.object.value and "fact/" in quad.subject.value
    )
    made = accept(kg, fact, BY, stages=stages())
    assert quads(kg) == before == rebuilt(kg)
    source = made.decision.claims[0].source
    facts = Store.open(kg).facts(source)
    ((decision, claim),) = judged((made.decision,), facts)
    assert decision == made.decision
    assert "Royal" in claim.evidence.quote
    assert states(kg) == ["holds"]
    taken_back = undo(kg, BY, made.decision.id, stages=stages())
    assert judged((made.decision, taken_back.decision), facts) == []


def test_an_added_fact_is_built_again_and_can_be_judged_corrected_and_taken_back(kg: Path) -> None:
    before = quads(kg)
    with (kg.parent / "cvs" / "bob.md").open("a") as file:
        file.write("Bob was at the Royal\nSociety (May 2015 - present).\n")
    build([kg.parent / "cvs"], kg, stages=stages(), workers=0)
    read = quads(kg)
    employed = {"person": "Bob", "organization": "Royal Society"}
    made = add(kg, "bob.md", "employment", BY, roles=employed, values={"start": "May 2015 - present"}, stages=stages())
    added = quads(kg)
    assert added == rebuilt(kg)
    right = made.decision.right
    assert right
    assert (right.quote, dict(right.values)) == ("Royal\nSociety", {"start": "2015-05", "end": "present"})
    (fact,) = (quad.split()[0].strip("<>") for quad in added if '"addition"' in quad)
    with pytest.raises(DecisionError, match="is read to say so already"):
        add(kg, "bob.md", "employment", BY, roles=employed, values=right.values, stages=stages())
    corrected = correct(kg, fact, BY, values={"end": "2019"}, stages=stages())
    assert '"2019"' in " ".join(quads(kg))
    assert quads(kg) == rebuilt(kg)
    undo(kg, BY, stages=stages())
    assert quads(kg) == added
    rejected = reject(kg, fact, BY, stages=stages())
    assert corrected.decision.claims == rejected.decision.claims
    assert quads(kg) == read
    again = add(kg, "bob.md", "employment", BY, roles=employed, values={"start": "May 2015 - present"}, stages=stages())
    assert quads(kg) == added  # whoever adds it again has the last word
    assert states(kg)[3] == "overruled"
    assert judged(tuple(d for d, _ in history(kg)[0]), Store.open(kg).facts("bob.md")) == []
    undo(kg, BY, again.decision.id, stages=stages())
    assert quads(kg) == read
    undo(kg, BY, made.decision.id, stages=stages())
    assert states(kg) == ["undone", "undone", "", "dormant", "undone", "", ""]
    assert quads(kg) == read != before


def test_several_doubts_are_decided_at_once_and_taken_back_at_once(kg: Path) -> None:
    before = quads(kg)
    answers = [Answer(False, person("ada"), person("bob")), Answer(True, thing("royal society"), thing("works"))]
    with pytest.raises(DecisionError, match="is no entity"):
        answer(kg, [*answers, Answer(True, person("nobody"), person("bob"))], BY, stages=stages())
    assert quads(kg) == before
    made = answer(kg, answers, BY, stages=stages())
    batch = made.decision.batch
    assert [d.batch for d, _ in history(kg)[0]] == [batch, batch]
    assert states(kg) == ["holds", "holds"]
    assert quads(kg) == rebuilt(kg) != before
    taken_back = undo(kg, BY, stages=stages())
    assert taken_back.decision.undoes == batch
    assert (quads(kg), states(kg)) == (before, ["undone", "undone", ""])
    with pytest.raises(DecisionError, match=f"undo {taken_back.decision.id}"):
        undo(kg, BY, batch, stages=stages())
    undo(kg, BY, taken_back.decision.id, stages=stages())
    undo(kg, BY, made.others[0].id, stages=stages())  # one of them alone
    assert states(kg) == ["holds", "undone", "undone", "", ""]


@pytest.mark.parametrize(
    ("relation", "roles", "values", "what"),
    [
        ("friendship", {}, {}, "is no relation; take one of"),
        ("employment", {"person": "Bob", "school": "X"}, {}, "has no school; it has person, organization, role"),
        ("employment", {"organization": "Works"}, {}, "needs a name for person"),
        ("employment", {"person": "Bob", "organization": "Works"}, {"start": "autumn"}, "is no date"),
        ("employment", {"person": "Bob", "organization": "Works"}, {}, "is read to say so already"),
        ("interest", {"person": "Zoe", "topic": "Looms"}, {}, "select the words"),
    ],
)
def test_facts_that_cannot_be_added_are_refused(
    kg: Path, relation: str, roles: dict[str, str], values: dict[str, str], what: str
) -> None:
    with pytest.raises(DecisionError, match=what):
        add(kg, "bob.md", relation, BY, roles=roles, values=values, stages=stages())
    assert not decisions_path(kg).exists()


@pytest.mark.parametrize("nonsense", ["", "no iri", "x y", "<b>"])
def test_what_is_no_fact_is_refused(kg: Path, nonsense: str) -> None:
    for decide in (accept, reject):
        with pytest.raises(DecisionError, match=r"is no (?:fact|IRI)"):
            decide(kg, nonsense, BY, stages=stages())


def test_a_name_with_control_characters_is_refused(kg: Path) -> None:
    with pytest.raises(DecisionError, match="control characters"):
        rename(kg, person("ada"), "Ada\x1b[31m", BY, stages=stages())


def test_names_and_keys_hold_and_can_be_taken_back(kg: Path) -> None:
    before = quads(kg)
    rename(kg, person("ada"), " Ada  Holt ", BY, stages=stages())
    pin(kg, person("ada"), BY, "countess", stages=stages())
    found = quads(kg)
    assert any(f"<{person('countess')}>" in quad and '"Ada Holt"' in quad for quad in found)
    (left,) = [quad for quad in found if f"<{person('ada')}>" in quad]
    assert left.startswith(f"<{person('ada')}> <http://www.w3.org/2002/07/owl#sameAs> <{person('countess')}>")
    assert found == rebuilt(kg)
    undo(kg, BY, stages=stages())
    undo(kg, BY, stages=stages())
    assert quads(kg) == before
    last = history(kg)[0][-1][0]
    undo(kg, BY, last.id, stages=stages())
    assert any('"Ada Holt"' in quad for quad in quads(kg)), "an undo can be undone"


def test_two_that_are_kept_apart_are_no_doubt_any_more(kg: Path) -> None:
    keep_apart(kg, person("ada"), person("bob"), BY, stages=stages())
    assert states(kg) == ["holds"]
    with pytest.raises(DecisionError, match="not two of one kind"):
        keep_apart(kg, person("ada"), person("ada"), BY, stages=stages())


def doubts_of(found: list[Doubt]) -> list[str]:
    return [printed for doubt in found if doubt.merged for _, _, printed in doubt.one.mentions]


def test_a_merge_that_was_confirmed_is_no_doubt_any_more(kg: Path) -> None:
    def uncertain(facts: Mapping[str, SourceFacts]) -> Identities:
        found = resolve(facts)
        links = (replace(x, status=LinkStatus.INFERRED, score=0.6, rule="compared") for x in found.links)
        return Identities(found.entities, tuple(links))

    doubtful = stages(resolve=uncertain)
    (kg.parent / "cvs" / "cy.md").write_text("ADA works at Works\n")
    build([kg.parent / "cvs"], kg, stages=doubtful, workers=0)
    before = quads(kg)
    assert sorted(doubts_of(review(kg, [EntityKind.PERSON], stages=doubtful))) == ["ADA", "Ada", "ada"]
    confirm(kg, person("ada"), BY, mentions=["Ada"], source="cvs/cy.md", stages=doubtful)
    assert quads(kg) == before
    assert sorted(doubts_of(review(kg, [EntityKind.PERSON], stages=doubtful))) == ["Ada", "ada"]
    confirm(kg, person("ada"), BY, source="cvs/bob.md", stages=doubtful)
    assert doubts_of(review(kg, [EntityKind.PERSON], stages=doubtful)) == []
    undo(kg, BY, stages=doubtful)
    assert sorted(doubts_of(review(kg, [EntityKind.PERSON], stages=doubtful))) == ["Ada", "ada"]
    confirm(kg, person("ada"), BY, stages=doubtful)
    assert doubts_of(review(kg, [EntityKind.PERSON], stages=doubtful)) == []
    with pytest.raises(DecisionError, match="one mention only"):
        confirm(kg, person("bob"), BY, stages=doubtful)
    with pytest.raises(DecisionError, match="no such mention"):
        confirm(kg, person("ada"), BY, mentions=["Zoe"], stages=doubtful)


def test_decisions_that_cannot_be_are_refused_and_leave_no_trace(kg: Path) -> None:
    work = f"{BASE}organization/works"
    for refused, what in (
        (lambda: merge(kg, person("ada"), person("ada"), BY, stages=stages()), "are one person already"),
        (lambda: merge(kg, person("ada"), work, BY, stages=stages()), "cannot be one"),
        (lambda: merge(kg, person("ada"), person("eve"), BY, stages=stages()), "no entity"),
        (lambda: split(kg, person("ada"), BY, stages=stages()), "choose among these:\n  [0-9a-f]{16}  Ada  cvs/ada.md"),
        (lambda: split(kg, person("bob"), BY, mentions=["Bob"], stages=stages()), "all mentions"),
        (lambda: pin(kg, person("ada"), BY, "bob", stages=stages()), "is another person"),
        (lambda: rename(kg, person("ada"), "Ada", BY, stages=stages()), "already"),
        (lambda: reject(kg, f"{BASE}fact/0", BY, stages=stages()), "is no fact"),
        (lambda: undo(kg, BY, stages=stages()), "no decision"),
        (lambda: undo(kg, BY, "12", stages=stages()), "names no decision"),
    ):
        with pytest.raises(DecisionError, match=what):
            refused()
    assert not decisions_path(kg).exists()
    with pytest.raises(DecisionError, match="is no date"):
        Signature("Mo", "yesterday")


def test_a_file_changed_by_hand_is_heeded_by_the_next_build(kg: Path) -> None:
    merge(kg, person("ada"), person("bob"), BY, stages=stages())
    after = quads(kg)
    line = decisions_path(kg).read_text()
    decisions_path(kg).write_text("oops\n")
    report = build([kg.parent / "cvs"], kg, stages=stages(), workers=0)
    assert (report.people, [p.source for p in report.problems]) == (2, ["kg.decisions:1"])
    decisions_path(kg).write_text("oops\n" + line)
    assert states(kg) == ["new"]
    assert build([kg.parent / "cvs"], kg, stages=stages(), workers=0).decisions == 1
    assert quads(kg) == after


class ResolutionResult(Sources):
    """The machine of builds, with people who decide between them: a clean build with the same file gives the same."""

    def _decide(self, number: int, other: int, what: str) -> None:
        if not self.kg.exists():
            return
        graph = Store.open(self.kg).snapshot()
        kind = EntityKind.PERSON.value
        people = sorted({q.subject.value for q in graph if f"/{kind}/" in q.subject.value})  # type: ignore[union-attr]
        if not people:
            return
        one, two = people[number % len(people)], people[other % len(people)]
        do = {
            "merge": lambda: merge(self.kg, one, two, BY, stages=self.stages()),
            "split": lambda: split(self.kg, one, BY, mentions=["Ada", "BOB"], stages=self.stages()),
            "rename": lambda: rename(self.kg, one, "Eve", BY, stages=self.stages()),
            "pin": lambda: pin(self.kg, one, BY, f"p{other}", stages=self.stages()),
            "undo": lambda: undo(self.kg, BY, stages=self.stages()),
        }[what]
        before = quads(self.kg)
        try:
            made = do()
        except DecisionError:
            assert quads(self.kg) == before
            return
        if what != "undo":
            undo(self.kg, BY, made.decision.id, stages=self.stages())
            assert quads(self.kg) == before, "an undo restores the graph"
            undo(self.kg, BY, history(self.kg)[0][-1][0].id, stages=self.stages())

    @rule(number=st.integers(0, 3), other=st.integers(0, 3), what=st.sampled_from(["merge", "split", "rename", "pin"]))
    def decide(self, number: int, other: int, what: str) -> None:
        self._decide(number, other, what)

    @rule()
    def undo(self) -> None:
        self._decide(0, 0, "undo")

    def beside(self, clean: Path) -> None:
        if decisions_path(self.kg).exists():
            shutil.copy(decisions_path(self.kg), clean)


ResolutionResult.TestCase.settings = settings(max_examples=10, stateful_step_count=12)
TestDecided = ResolutionResult.TestCase
