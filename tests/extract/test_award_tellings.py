# ruff: noqa: E501
"""Honours in sentences by what leads to their names, and news of them behind a badge."""

from __future__ import annotations

import pytest

from tests.told import facts_told

_SENTENCES = {
    "She won the ‘Avvio alla Tessitura 2017’ and ‘Avvio alla Tessitura 2021’ awards from Lund University.": {
        "Avvio alla Tessitura | 2017",
        "Avvio alla Tessitura | 2021",
    },
    "She received the prize “Golden Shuttle” in 2016.": {"Golden Shuttle | 2016"},
    "In 2023, she was awarded by the European Commission with the Seal of Excellence.": {"Seal of Excellence | 2023"},
    "She was awarded with the Loom Medal in 2019.": {"Loom Medal | 2019"},
    "He was honoured with the Order of the Loom.": {"Order of the Loom"},
    "In 2015 he was presented with the Silver Shuttle Award.": {"Silver Shuttle Award | 2015"},
    "He was elected Fellow of the Loom Society in 2018.": {"Fellow of the Loom Society | 2018"},
    "She was elected as a Corresponding Member of the Academy of Looms in 2011.": {
        "Corresponding Member of the Academy of Looms | 2011"
    },
    "My studies are fully funded by a postgraduate fellowship from ”la Loom” Foundation.": {
        "postgraduate fellowship from ”la Loom” Foundation"
    },
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
