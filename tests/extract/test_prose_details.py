# ruff: noqa: E501
"""What sentences on posts and degrees say beside them: former posts in brackets, certificates, programmes, two degrees."""

from __future__ import annotations

import pytest

from tests.told import facts_told

_CAREERS = {
    "I have two Bachelor's degrees, one in Mathematics and another one in Computer Science, from Lund University.": {
        "education | Lund University | bachelor | Mathematics",
        "education | Lund University | bachelor | Computer Science",
    },
    "I hold two Master's degrees from Lund University, one in Mathematics and one in Physics.": {
        "education | Lund University | master | Mathematics",
        "education | Lund University | master | Physics",
    },
    "I received two BSc degrees, in Mathematics and in Physics, from Lund University.": {
        "education | Lund University | bachelor | Mathematics",
        "education | Lund University | bachelor | Physics",
    },
    "She earned two bachelor's degrees (Mathematics and Physics) at Lund University in 2012.": {
        "education | Lund University | bachelor | Mathematics | 2012",
        "education | Lund University | bachelor | Physics | 2012",
    },
    "He has a BSc in Physics and another in Music from Lund University.": {
        "education | Lund University | bachelor | Physics",
        "education | Lund University | bachelor | Music",
    },
    "Ada has been employed with Applied Research Laboratories (ARL) since the summer of 1986.": {
        "employment | Applied Research Laboratories | 1986 | present"
    },
    "I am an assistant research faculty (former post-doctoral researcher and SNSF fellow) at Lund University.": {
        "employment | Lund University | assistant research faculty | present",
        "employment | Lund University | post-doctoral researcher and SNSF fellow",
    },
    "She was a visiting scholar at George Mason University in October and November 2023.": {
        "employment | George Mason University | visiting scholar | 2023-10 | 2023-11"
    },
    "In 2017 he obtained the Google Associate Android Developer certification.": set(),
    "I am working towards developing the new Master's degree in Weaving at Lund University.": set(),
    "I coordinate the Master's degree in Looms at Lund University.": set(),
    "I teach in the MSc in Looms at Lund University and direct the PhD programme in Wool at Yale University.": set(),
}


@pytest.mark.parametrize("sentence", _CAREERS)
def test_careers(sentence: str) -> None:
    told = facts_told(
        f"<h1>Ada Lovelace</h1><p>{sentence}</p>", "page.html", ("degree", "field", "role", "start", "end")
    )
    assert {fact for fact in told if fact.startswith(("education", "employment"))} == _CAREERS[sentence]


_INTERESTS = {
    "<p>Interested in learning more about astronomy? I regularly give talks.</p>": set(),
}


@pytest.mark.parametrize("page", _INTERESTS)
def test_interests(page: str) -> None:
    told = facts_told(f"<h1>Ada Lovelace</h1>{page}", "page.html", ())
    assert {fact.removeprefix("interest | ") for fact in told if fact.startswith("interest")} == _INTERESTS[page]
