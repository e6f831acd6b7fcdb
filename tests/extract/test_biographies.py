"""Biographies in prose: who they are about, and the degrees, posts, advisors, interests and honours that they tell."""

from __future__ import annotations

import pytest

from tests.told import facts_told, subject_of


def _told(text: str) -> set[str]:
    return facts_told(f"# Ada K. Weaver\n\n{text}\n", "page.md")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada Weaver graduated from Rice University in 2010. She likes looms.\n", "Ada Weaver"),
        ("Here is **Ada Weaver**.\n\nI weave at Initech.\n", "Ada Weaver"),
        ("Ada Weaver grew up in Ohio, and spins.\n", "Ada Weaver"),
        ("> Hi! I'm Frederica but everyone calls me Freddie.\n\nI weave at Initech.\n", "Frederica"),
        (
            "I am a weaver at Initech, and I like wool.\n\nBefore Rice University, I was an intern at Globex.\n",
            "(unnamed person of page.md)",
        ),
        (
            "We weave at Initech.\n\n## News\n\n- Bo Spinner defended his thesis!\n- Bo Spinner started at Globex.\n",
            "(unnamed person of page.md)",
        ),
    ],
)
def test_whom_a_biography_is_about(text: str, name: str) -> None:
    assert subject_of(text) == name


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("My current projects focus on soil wool, forest yarn, and felt.", {"soil wool", "forest yarn", "felt"}),
    ],
)
def test_interests(text: str, topics: set[str]) -> None:
    assert _told(text) == {f"interest | {topic}" for topic in topics}
