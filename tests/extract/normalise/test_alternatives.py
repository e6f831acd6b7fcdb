"""Alternatives set out by their first letters match what they match side by side."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from graph_builder.extract.normalise.lexicon import alternatives

PATTERNS = st.lists(
    st.one_of(st.text("abc", min_size=1, max_size=4), st.sampled_from(["ab?", r"a\.", "b[ac]", "ca+b", r"\w"])),
    min_size=1,
    max_size=8,
)


@given(PATTERNS, st.text("abc. ", max_size=12), st.sampled_from(["", "s?", r"(?!\w)"]))
def test_matches_are_those_of_the_alternatives_in_their_order(patterns: list[str], text: str, behind: str) -> None:
    plain = re.compile(f"(?:{'|'.join(patterns)}){behind}", re.IGNORECASE)
    grouped = re.compile(f"{alternatives(patterns)}{behind}", re.IGNORECASE)
    assert [m.span() for m in grouped.finditer(text)] == [m.span() for m in plain.finditer(text)]
