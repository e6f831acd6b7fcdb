"""Candidates: which names agree is found without comparing each with each."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from graph_builder.resolve.candidates import FEW, Compatibility
from graph_builder.resolve.names import PersonName

# Few words, so that names often share some: initials, syllables, particles, a name without blanks.
_WORDS = st.sampled_from("yan yue y d yd ya van de wang john a s smith 王 王艳 wa n bo b yanb".split())
_NAMES = st.builds(PersonName, st.lists(_WORDS, max_size=3).map(tuple), _WORDS)
_FORMS = st.lists(st.lists(_NAMES, min_size=1, max_size=2).map(tuple), min_size=FEW + 1, max_size=30)


@given(_FORMS)
def test_the_pairs_that_agree_are_those_found_by_asking_for_each(forms: list[tuple[PersonName, ...]]) -> None:
    names = Compatibility()
    numbers = sorted({names.form(form) for form in forms})
    expected = [pair for pair in combinations(numbers, 2) if names.agree(*pair)]

    assert names.agreeing(numbers) == expected
