"""Acronyms that a document defines."""

from __future__ import annotations

import pytest

from graph_builder.extract.normalise.acronyms import acronyms

CASES = [
    ("the National Taiwan University (NTU)", {"NTU": "National Taiwan University"}),
    ("at the Autonomous University of Barcelona (UAB).", {"UAB": "Autonomous University of Barcelona"}),
    ("Nowhere Institute of Tidal Energy (NITE)", {"NITE": "Nowhere Institute of Tidal Energy"}),
    ("University of Nowhere, Institute for Tidal Research (ITR)", {"ITR": "Institute for Tidal Research"}),
    ("Massachusetts Institute of Technology (MIT)", {}),  # a list says so too
    ("Masachusets Institute of Technology (MIT)", {}),  # and knows better how it is written
    ("my work on tides (WT) and Deep Learning (DL)", {}),  # no organization
    ("Nowhere Tidal Institute (NTI), Northern Textile Institute (NTI)", {}),  # two of them
    ("Nowhere Tidal Institute (2019)", {}),
    ("Portland State University, 2016. Tutor, PSU", {"PSU": "Portland State University"}),  # not Pennsylvania
    ("Penn State and Portland State University. Tutor, PSU", {}),
    ("Boston University and Bexample University. Tutor, BU", {}),  # two of them
    ("The University of Wexample. Tutor, UW", {"UW": "University of Wexample"}),
    ("University of Wexample Sciences. Tutor, UW", {}),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_names_stand_in_front_of_their_acronyms(text: str, expected: dict[str, str]) -> None:
    assert acronyms(text) == expected
