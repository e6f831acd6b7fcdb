"""The pipeline of extractors: one that fails costs what it alone would have found."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.extract import extract
from graph_builder.model import Document, Relation
from graph_builder.pipeline import build
from graph_builder.read import read_bytes

CV = b"""---
author: Ada Quillfeather
education:
- {institution: University of Vienna, degree: PhD in Mathematics, start: 2011, end: 2015, advisor: Ida Spindle}
---

I weave.
"""


def _relations(document: Document) -> set[Relation]:
    return {claim.relation for claim in extract(document).claims}


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make one component fail as a defect would make it fail."""

    def fail(node: object, path: object) -> None:
        raise KeyError("no such key")

    monkeypatch.setattr("graph_builder.extract.structured.read._groups", fail)


def test_whole() -> None:
    assert {Relation.ADVISING, Relation.EDUCATION, Relation.PROFILE} == _relations(read_bytes(CV, "a.md", "a.md"))
    assert extract(read_bytes(CV, "a.md", "a.md")).problems == ()


@pytest.mark.usefixtures("broken")
def test_a_failure_is_reported_and_costs_itself_alone(tmp_path: Path) -> None:
    facts = extract(read_bytes(CV, "a.md", "a.md"))
    assert {claim.relation for claim in facts.claims} == {Relation.PROFILE}
    assert facts.problems == ("structured could not be looked for (KeyError: 'no such key')",)
    (tmp_path / "a.md").write_bytes(CV)
    report = build([tmp_path / "a.md"], tmp_path / "kg", workers=0)
    assert report.people == 1
    (problem,) = report.problems
    assert problem.source.endswith("a.md")
    assert problem.what == facts.problems[0]
