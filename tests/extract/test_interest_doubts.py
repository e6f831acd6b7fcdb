"""The model that doubts interests of running text: what it takes back, and what is none of its business."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from graph_builder.extract import extract
from graph_builder.extract.labels import interests
from graph_builder.extract.labels.interests import SIZE, Phrase, announced, signs_of
from graph_builder.extract.page import Page, lines_of
from graph_builder.extract.sections import find_sections
from graph_builder.model import Relation, Span
from graph_builder.read import read_bytes

TEXT = "I am a weaver in Ghent. My research focuses on medieval looms, wool trade, and the history of dyes."


def _topics(text: str) -> set[str]:
    facts = extract(read_bytes(f"# Ada Lovelace\n\n{text}".encode(), "ada.md", "x/ada.md"))
    names = {m.id: m.name for m in facts.mentions}
    return {names[c.roles["topic"]] for c in facts.claims if c.relation is Relation.INTEREST}


def _page(text: str) -> Page:
    document = read_bytes(text.encode(), "ada.md", "x/ada.md")
    page = Page(document, lines_of(document))
    page.sections = find_sections(page.lines)
    return page


def _phrase(page: Page, name: str) -> Phrase:
    at = page.document.text.index(name)
    return Phrase(name, Span(at, at + len(name)))


def test_what_research_is_about_stays() -> None:
    assert _topics(TEXT) == {"medieval looms", "wool trade", "history of dyes"}


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        # A sentence that says "interest" is believed, whatever the model thinks of the words.
        ("I am interested in xyzzy and looms.", {"xyzzy", "looms"}),
        ("I work at the intersection of xyzzy and plugh.", {"xyzzy", "plugh"}),
        # So is what a heading announces, and other languages, of which the model has read too little.
        ("## Research Interests\n\n- Xyzzy\n- Plugh of wool", {"Xyzzy", "Plugh of wool"}),
    ],
)
def test_what_is_announced_is_not_doubted(text: str, topics: set[str]) -> None:
    with patch.object(interests, "probability", lambda _: 0.0):
        assert _topics(text) == topics


def test_a_model_that_doubts_all_leaves_nothing_of_running_text() -> None:
    with patch.object(interests, "probability", lambda _: 0.0):
        assert _topics(TEXT) == set()


def test_phrases_that_stand_nowhere_are_not_judged() -> None:
    page = _page(TEXT)
    known, lost = _phrase(page, "wool trade"), Phrase("felt", Span(len(page.document.text) + 5, 10_000))
    signs = signs_of(page, [known, lost], [True, True])
    assert signs[0] is not None
    assert signs[1] is None
    assert all(0 <= number < SIZE for number, _ in signs[0])
    assert signs_of(page, [known], [False]) == [None]


def test_an_announcement_ends_with_its_sentence() -> None:
    page = _page("I am interested in looms. I also weave cloth for kings.")
    assert announced(page, _phrase(page, "looms").span)
    assert not announced(page, _phrase(page, "cloth").span)
