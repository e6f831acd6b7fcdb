"""The commands that correct identities, with the product's own stages on two invented documents."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from graph_builder.serve.api import answer
from graph_builder.serve.curation import decide
from graph_builder.store.store import Store
from tests.cli.test_commands import Typist, typed  # noqa: F401

BY = ("--author", "Mo", "--date", "2026-01-31", "--reason", "seen")


@pytest.fixture
def kg(typed: Typist, monkeypatch: pytest.MonkeyPatch) -> Typist:  # noqa: F811
    monkeypatch.setenv("GRAPH_BUILDER_STORE", "kg")
    assert typed("build", "cvs", "--workers", "0").status == 0
    return typed


def graph(kg: Typist, name: str) -> list[str]:
    assert kg("export", "--format", "nquads", "-o", name).status == 0
    return sorted(Path(name).read_text().splitlines())


def test_merge_why_decisions_undo(kg: Typist) -> None:
    before = graph(kg, "a.nq")
    done = kg("merge", "Mira Holt", "Otto Brandt", *BY)
    assert re.fullmatch(
        r"[0-9a-f]{8}  merge Mira Holt \(cvs/mira.md\) and Otto Brandt \(cvs/otto.md\), "
        r"decided by Mo on 2026-01-31: seen\n",
        done.out,
    )
    assert "decided 1.00 by merge: decided by Mo on 2026-01-31: seen" in " ".join(kg("why", "Mira Holt").out.split())
    assert "decisions" in kg("build", "cvs").out
    assert kg("validate").status == 0
    assert kg("undo", *BY).status == 0
    assert graph(kg, "b.nq") == before
    assert [line.split()[1] for line in kg("decisions").out.splitlines()] == ["undone", "undo"]


def test_addresses_of_what_was_merged_live_on(kg: Typist) -> None:
    (gone,) = re.findall(r"<(\S+/person/otto-brandt-\w+)> <\S+label>", "\n".join(graph(kg, "a.nq")))
    kg("merge", "Mira Holt", "Otto Brandt", *BY)
    (kept,) = re.findall(rf"<{gone}> <http://www.w3.org/2002/07/owl#sameAs> <(\S+)>", "\n".join(graph(kg, "b.nq")))
    for address in (gone, gone.rpartition("data/")[2]):
        assert kg("show", address).out == kg("show", kept).out
    store = Store.open("kg")
    answered = answer(store, "thing", {"iri": [gone]})
    assert (answered["iri"], answered["redirected"]) == (kept, {gone: kept})
    assert answer(store, "neighbours", {"iri": [gone]})["redirected"] == {gone: kept}


def test_split_rename_pin_and_reject(kg: Typist) -> None:
    kg("merge", "Mira Holt", "Otto Brandt", *BY)
    done = kg("split", "Mira Holt", "--source", "otto.md", *BY)
    assert "overrules" in done.out
    assert kg("rename", "Otto Brandt", "Otto B.", *BY).status == 0
    assert kg("pin", "Otto B.", "otto", *BY).status == 0
    shown = kg("show", "person/otto", "--facts").out
    assert "Otto B." in shown
    fact = re.search(r"Engineer.*?([0-9a-f]{8,16})", shown)
    assert fact
    assert kg("reject", fact[1], *BY).status == 0
    assert "Engineer" not in kg("show", "person/otto").out
    assert kg("validate").status == 0


def test_facts_are_added_and_corrected_and_mentions_moved(kg: Typist) -> None:
    before = graph(kg, "a.nq")
    done = kg("add-fact", "otto.md", "education", "organization=Acme  Robotics", "degree=Ph.D.", "end=May 2020", *BY)
    said = "add education: person Otto Brandt, organization Acme Robotics, degree doctorate, end 2020-05 (cvs/otto.md)"
    assert said in done.out
    fact = re.search(r"doctorate.*?([0-9a-f]{8,16})", kg("show", "Otto Brandt", "--facts").out, re.DOTALL)
    assert fact
    assert kg("correct", fact[1], "degree=master", "end=", *BY).status == 0
    assert "degree master" in kg("why", "Otto Brandt").out
    assert kg("split", "Otto Brandt", "Otto Brandt", "--into", "Mira Holt", *BY).status == 0
    assert "degree master" in kg("why", "Mira Holt").out
    for _ in range(3):
        assert kg("undo", *BY).status == 0
    assert graph(kg, "b.nq") == before


def test_keeping_apart_and_review(kg: Typist) -> None:
    assert kg("split", "Otto Brandt", "--apart-from", "Mira Holt", *BY).status == 0
    done = kg("review", "--kind", "person")
    assert done.status == 0
    assert "Otto Brandt" not in done.out
    assert kg("review", "--page", "99").err.startswith("none of ")


def test_review_names_the_command_that_confirms_and_asks_no_more(kg: Typist) -> None:
    Path("cvs/mira-2.md").write_text(Path("cvs/mira.md").read_text())
    assert kg("build", "cvs", "--workers", "0").status == 0
    asked = kg("review", "--merged", "--size", "99").out
    offered = re.findall(r"if one: +(confirm .*)", asked)
    assert offered
    for command in offered:
        assert kg(*shlex.split(command), *BY).status == 0
    assert "none of 0" in kg("review", "--merged").err
    assert "confirm" in kg("decisions").out
    for _ in offered:
        assert kg("undo", *BY).status == 0
    assert kg("review", "--merged", "--size", "99").out == asked


@pytest.mark.parametrize(
    ("words", "status", "what"),
    [
        (("merge", "Mira Holt", "Nobody Atall", *BY), 1, "Nobody Atall"),
        (("merge", "Mira Holt", "Mira Holt", *BY), 1, "are one person already"),
        (("merge", "Mira Holt", "Otto Brandt", "--date", "soon"), 1, "'soon' is no date"),
        (("split", "Mira Holt", *BY), 1, "choose among these"),
        (("split", "Mira Holt", "x", "--apart-from", "Otto Brandt", *BY), 2, "--apart-from"),
        (("split", "Mira Holt", "--source", "nosuch.md", *BY), 1, "no source nosuch.md"),
        (("confirm", "Mira Holt", *BY), 1, "one mention only"),
        (("confirm", "Mira Holt", "--source", "nosuch.md", *BY), 1, "no source nosuch.md"),
        (("reject", "0123456789abcdef", *BY), 1, "no fact"),
        (("reject", "Mira Holt", *BY), 1, "facts"),
        (("rename", "Nobody Atall", "X", *BY), 1, "Nobody Atall"),
        (("add-fact", "otto.md", "education", "Oslo", *BY), 2, "write it as NAME=TEXT"),
        (("add-fact", "otto.md", "education", "school=Oslo", *BY), 1, "has no school; it has person, organization"),
        (("undo", *BY), 1, "no decision that could be undone"),
        (("undo", "12ab", *BY), 1, "names no decision"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(kg: Typist, words: tuple[str, ...], status: int, what: str) -> None:
    done = kg(*words)
    assert (done.status, done.out) == (status, "")
    assert what in done.err
    assert not Path("kg.decisions").exists()


def test_a_broken_line_is_a_problem_and_the_others_hold(kg: Typist) -> None:
    kg("merge", "Mira Holt", "Otto Brandt", *BY)
    with Path("kg.decisions").open("a") as file:
        file.write("oops\n")
    done = kg("decisions")
    assert done.err.startswith("problem: kg.decisions:2: is no JSON")
    assert " holds " in done.out


PAPERS = """
@inproceedings{a, title={Weaving endless graphs by hand}, author={Ada Lovelace},
 booktitle={ICML, Vancouver}, year={2019}}
@inproceedings{b, title={Knots without ends in looms}, author={Ada Lovelace}, booktitle={ICML}, year={2019}}
@inproceedings{c, title={Yarn that never breaks at all}, author={Ada Lovelace},
 booktitle={Proceedings of the 3rd Loom Days}, year={2019}}
"""


def test_each_command_that_check_prints_runs(kg: Typist) -> None:
    Path("cvs/a.bib").write_text(PAPERS)
    Path("cvs/b.bib").write_text(PAPERS.replace("2019", "2020"))
    Path("cvs/mira2.md").write_text(Path("cvs/mira.md").read_text().replace("Oslo", "Bergen"))
    assert kg("build", "cvs", "--workers", "0").status == 0
    sections = {s["key"]: s["findings"] for s in json.loads(kg("check", "--format", "json").out)["sections"]}
    found = [key for key, findings in sections.items() if findings]
    assert found == ["conflicts", "identities", "namesakes", "venues", "employers"]
    commands = {finding["command"] for findings in sections.values() for finding in findings}
    for command in sorted(commands, reverse=True):  # what changes nothing comes first
        name, *words = shlex.split(command)
        assert name == "graph-builder"
        assert kg(*words).status == 0, command


def test_documents_are_accepted_and_teaching_says_what_it_lacks(kg: Typist) -> None:
    said = kg("accept-document", "mira.md", *BY).out
    assert "accept cvs/mira.md as right and complete, decided by Mo on 2026-01-31: seen" in said
    assert answer(Store.open("kg"), "document", {"id": ["cvs/mira.md"]})["accepted"] == said.split()[0]
    asked = {"what": "accept_document", "source": "cvs/otto.md", "author": "Mo"}
    assert decide(Path("kg"), asked)["said"].startswith("accept cvs/otto.md")
    assert [line.split()[1] for line in kg("decisions").out.splitlines()] == ["holds", "holds"]
    failed = kg("teach")
    assert (failed.status, "GRAPH_BUILDER_TAGGER is off" in failed.err) == (1, True)
    assert kg("teach", "--back").out == "the store was not taught\n"
