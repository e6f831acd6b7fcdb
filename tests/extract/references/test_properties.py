"""What holds for any text: spans inside it, no crash, linear time, the same answer every time."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.extract.references import Reference, looks_like_reference, segment, short_venue, split_authors

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


def check_spans(found: Reference) -> None:
    size = len(found.text)
    spans = [(n.start, n.end) for n in found.authors] + [(n.start, n.end) for n in found.notes]
    spans += [(s.start, s.end) for s in (found.title, found.venue, found.year_span) if s is not None]
    assert all(0 <= a < b <= size for a, b in spans)
    assert [n.start for n in found.authors] == sorted(n.start for n in found.authors)
    assert 0 <= found.confidence <= 1


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_spans_lie_in_the_text(text: str) -> None:
    check_spans(segment(text, [("bold", 0, 5), ("nonsense", 3, 2)], ["Ada Doe", ""]))


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_names_lie_in_the_text(text: str) -> None:
    names, _ = split_authors(text)
    ends = [0, *(n.end for n in names)]
    assert all(before <= n.start < n.end <= len(text) for before, n in zip(ends, names, strict=False))
    short_venue(text)
    assert 0 <= looks_like_reference(text) <= 1


@pytest.mark.parametrize("text", LONG, ids=lambda t: repr(t[:12]))
def test_long_texts_take_no_more_than_linear_time(text: str) -> None:
    segment("warm up")
    for call in (segment, split_authors, short_venue, looks_like_reference):
        began = time.process_time()
        call(text)
        assert time.process_time() - began < 5


def test_same_answer_in_every_process() -> None:
    code = (
        "from graph_builder.extract.references import segment\n"
        "text = 'J. Marlow and A. Quist. The growth of rivers. Ecology 12:3-5, 2020.'\n"
        "print(segment(text, [('bold', 0, 9)], ['Jane Marlow']))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, text=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
