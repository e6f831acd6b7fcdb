"""Sorting through temporary files gives what sorting in memory gives."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_builder.export import rdf
from graph_builder.export.sorting import sorted_lines

LINES = st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=4), max_size=60)


@given(LINES, st.integers(1, 7))
def test_lines_come_in_order_each_once(lines: list[str], most: int) -> None:
    assert list(sorted_lines(lines, most)) == sorted(set(lines))


def test_a_large_graph_is_written_as_a_small_one_is(
    toy: ox.Store, awkward: ox.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores = (toy, awkward)
    small = [(list(rdf.quads_of(store)), list(rdf.triples_of(store))) for store in stores]
    monkeypatch.setattr(rdf, "sorted_lines", lambda lines: sorted_lines(lines, most=10))
    assert [(list(rdf.quads_of(store)), list(rdf.triples_of(store))) for store in stores] == small
    assert [set(quads) for quads, _ in small] == [set(store) for store in stores]
    assert [set(triples) for _, triples in small] == [{quad.triple for quad in store} for store in stores]
