"""Author lists and venues in many styles, from tables of invented publications; degrees in many languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.extract.normalise.authors import split_authors
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.extract.normalise.venues import clean_venue

HERE = Path(__file__).parent


def rows(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize(("printed", "names", "partial"), rows("authors.tsv"))
def test_author_list_is_split(printed: str, names: str, partial: str) -> None:
    found, shortened = split_authors(printed)
    assert [n.name for n in found] == names.split("|")
    assert shortened == (partial == "yes")
    for name in found:
        assert printed[name.start : name.end].split()[0].startswith(name.name.split()[0])


@pytest.mark.parametrize(("printed", "short"), rows("venues.tsv"))
def test_venue_is_shortened(printed: str, short: str) -> None:
    assert clean_venue(printed) == short


def test_offset_shifts_names() -> None:
    names, _ = split_authors("Ada Doe, Bo Li", start=10)
    assert [(n.start, n.end) for n in names] == [(10, 17), (19, 24)]


@pytest.mark.parametrize(("printed", "words", "level"), rows("degrees.tsv"))
def test_degree_is_found(printed: str, words: str, level: str) -> None:
    start, end, found = degree_in(printed) or (0, 0, "")
    assert (printed[start:end], found) == (words, level)


def test_a_magistrate_is_no_degree() -> None:
    assert degree_in("Magistrate of the Court of Weavers") is None
