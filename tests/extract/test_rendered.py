"""Pages written from the corpus' gold facts, in every layout that there is a writer for."""

from __future__ import annotations

import json

import pytest
from corpus_rows import CORPUS
from rendering.kinds import KINDS
from rendering.page import WRITERS, Gold, pages
from rendering.scoring import Figures, score_page

pytestmark = pytest.mark.nightly

# F1 over whole facts that must not be lost again.
FLOORS = {"html": 0.9, "md": 0.9, "tex": 0.95, "txt": 0.92}
GOLDS: list[Gold] = [json.loads(path.read_text("utf-8")) for path in sorted((CORPUS / "gold").glob("*.json"))]


def test_every_kind_has_a_floor() -> None:
    assert sorted(FLOORS) == sorted(KINDS)


@pytest.mark.parametrize("kind", FLOORS)
def test_facts_are_found_in_any_layout(kind: str) -> None:
    names = {f"{part}:{name}" for (one, part), writers in WRITERS.items() if one == kind for name in writers}
    count = max(len(writers) for (one, _), writers in WRITERS.items() if one == kind)
    found, used = Figures(), set[str]()
    for name, text, gold, writers in pages(kind, GOLDS, max(30, count)):
        found += score_page(name, text, gold)
        used |= set(writers)
    for writer in sorted(names - used):  # whose parts were left out, or had nothing to tell
        for name, text, gold, writers in pages(kind, GOLDS, len(GOLDS), only=writer):
            if writer in writers:
                found += score_page(name, text, gold)
                used.add(writer)
                break
    assert not names - used, "no page was written by these"
    assert found.f1 >= FLOORS[kind], [e for errors in found.errors().values() for e in errors][:10]
