"""The search index of a snapshot is made by that of the one before, and equals one made anew."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from test_search import rows

from graph_builder import build
from graph_builder.explore.search import build_index, search
from graph_builder.pipeline import Signature, merge, rename
from graph_builder.serve import api
from graph_builder.store.store import Store

BY = Signature("Ada", datetime.date(2026, 1, 31).isoformat())
CV = "---\neducation:\n- {{degree: PhD, institution: University of Oslo, year: 2014}}\n---\n\n# {}\n"


def test_a_decision_and_a_document_write_only_what_they_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before: list[bool] = []

    def make(graph: object, path: Path, earlier: Path | None = None, nodes: frozenset[str] = frozenset()) -> None:
        before.append(earlier is not None)
        build_index(graph, path, earlier, nodes)  # type: ignore[arg-type]

    monkeypatch.setattr(api, "build_index", make)
    folder, kg = tmp_path / "cvs", tmp_path / "kg"
    folder.mkdir()
    for name in ("Mira Tolvanen", "Otto Brandt", "Ines Haverkamp"):
        (folder / f"{name.split()[0]}.md").write_text(CV.format(name))
    build([folder], kg, workers=0)
    people = {
        hit.form: hit.thing.iri for text in ("mira", "otto") for hit in search(api.index_of(Store.open(kg)), text)
    }
    rename(kg, people["Mira Tolvanen"], "Mira T. Tolvanen", BY)
    merge(kg, people["Mira Tolvanen"], people["Otto Brandt"], BY)  # of the snapshot before nobody has asked
    (folder / "Edda.md").write_text(CV.format("Edda Brandvold"))
    for step in (lambda: None, lambda: build([folder], kg, workers=0)):
        step()
        store = Store.open(kg)
        found = api.index_of(store)
        build_index(store.snapshot(), tmp_path / "anew.sqlite")
        assert rows(found) == rows(tmp_path / "anew.sqlite")
    assert before == [False, True, True]
