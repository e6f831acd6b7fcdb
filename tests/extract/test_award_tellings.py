# ruff: noqa: E501
"""Honours in sentences by what leads to their names, and news of them behind a badge."""

from __future__ import annotations

import pytest

from tests.told import facts_told

_SENTENCES = {
    "She was awarded with the Loom Medal in 2019.": {"Loom Medal | 2019"},
    "In 2015 he was presented with the Silver Shuttle Award.": {"Silver Shuttle Award | 2015"},
    "I am supported by a Loom Foundation postgraduate fellowship.": {"Loom Foundation postgraduate fellowship"},
    "I hold a Vanier Canada Graduate Scholarship.": {"Vanier Canada Graduate Scholarship"},
    "She received ‘On Looms’ by mail.": set(),
    "My research is funded by a grant from the Loom Foundation.": set(),
    "We presented with great joy the Loom of Lund.": set(),
}


@pytest.mark.parametrize("sentence", _SENTENCES)
def test_sentences(sentence: str) -> None:
    told = facts_told(f"<h1>Ada Lovelace</h1><p>Ada Lovelace weaves. {sentence}</p>", "page.html", ("award", "year"))
    assert {fact.removeprefix("award | ") for fact in told if fact.startswith("award")} == _SENTENCES[sentence]


def test_news_behind_a_badge() -> None:
    item = "<li><div>2025</div><div><span class='badge'>Award</span>Received the Loom Teaching Award, Lund University.</div></li>"
    news = f"<h1>Ada Lovelace</h1><h2>News</h2><ul>{item}<li><div>2019</div><div>I moved to Oslo.</div></li></ul>"
    assert "award | Loom Teaching Award" in facts_told(news, "page.html", ("award",))
