"""What holds for any text: spans inside it, no crash, linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.extract.normalise.authors import split_authors
from graph_builder.extract.normalise.venues import clean_venue

PIECES = st.lists(
    st.sampled_from(
        [
            "Marlow, J.",
            " and ",
            "& ",
            "(2020)",
            ". ",
            ", ",
            "“",
            "”",
            "In ",
            "ICML 2024",
            "arXiv:2101.00001",
            "\n",
            "\t",
            "[PDF]",
            "et al.",
            "(",
            ")",
            "*",
            "the growth of rivers",
            "Journal of Rivers",
            "12(3), 4-5",
            "王小明",
            "\u0000",
            "https://doi.org/10.1000/x",
            "Workshop",
            "'23",
        ]
    )
    | st.text(max_size=6),
    max_size=30,
).map("".join)
LONG = [
    "a" * 100_000,
    "(" * 100_000,
    "A. " * 33_000,
    "Smith, J., " * 9_000,
    "et al " * 16_000,
    "1-" * 50_000,
    "\n" * 100_000,
    " " * 100_000,
    "arxiv" * 20_000,
    "workshop at " * 8_000,
    "“a" * 50_000,
    "{" * 100_000,
    "^{" * 50_000,
    "10.1000/" * 12_000,
    "in proceedings of the " * 4_500,
    "accepted " * 11_000,
    "A-" * 50_000,
    "A, " * 33_000,
    "(a" * 50_000,
    "$^*" * 33_000,
    "20" * 50_000,
    "\\" * 100_000,
    "x of " * 20_000,
]


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_names_lie_in_the_text(text: str) -> None:
    names, _ = split_authors(text)
    ends = [0, *(n.end for n in names)]
    assert all(before <= n.start < n.end <= len(text) for before, n in zip(ends, names, strict=False))
    clean_venue(text)


@pytest.mark.parametrize("text", LONG, ids=lambda t: repr(t[:12]))
def test_long_texts_take_no_more_than_linear_time(text: str) -> None:
    for call in (split_authors, clean_venue):
        began = time.process_time()
        call(text)
        assert time.process_time() - began < 5
