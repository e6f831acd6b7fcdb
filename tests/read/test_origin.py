from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.read.origin import origin_of


@pytest.mark.parametrize(
    ("text", "source", "found"),
    [
        ("", "# Vita", []),
        ("Vita", "", []),
        ("Vita", "Loom", []),
        ("Ada (Dean)", "- **Ada** (Dean)", ["Ada", " (Dean)"]),
        ("Ada R&D Ada", "<nav>Ada Loom</nav><h1 title='Ada'>Ada</h1> R&amp;D Ada", ["Ada", " R&", "D Ada"]),
        ("Looms, doi", r"\textit{Looms}, \href{https://doi.example/1}{doi}", ["Looms", "doi"]),
        ("織機と糸", "<b>織機</b>と糸", ["織機", "と糸"]),
    ],
)
def test_words_are_found(text: str, source: str, found: list[str]) -> None:
    runs = origin_of(text, source)
    assert [source[place : place + length] for _, place, length in runs] == found


@given(st.text(alphabet="ab .<>\n", max_size=30), st.text(alphabet="ab .<>\n", max_size=30))
def test_runs_are_the_same_characters_in_order(text: str, source: str) -> None:
    end = place = 0
    for offset, at, length in origin_of(text, source):
        assert offset >= end
        assert at >= place
        assert text[offset : offset + length] == source[at : at + length] != ""
        end, place = offset + length, at + length


def test_very_large_files_have_no_places() -> None:
    assert origin_of("a" * 1_000_000, "b" * 1_000_000) == ()
