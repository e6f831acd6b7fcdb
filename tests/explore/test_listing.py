"""Lists of things narrowed by words and facets, full text of documents, and what two sides have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.explore.listing import count_named, list_things
from graph_builder.explore.network.comparison import compare, years_of
from graph_builder.explore.passages import build_passages, excerpt, find_passages
from graph_builder.explore.search import build_index as build_names
from graph_builder.explore.things.find import find_thing
from graph_builder.explore.things.reader import Reader
from graph_builder.model import Document, EntityKind, QueryError
from graph_builder.query.index import build_index
from tests.explore.explore_world import TEXTS, build


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("listing")
    graph = build()
    build_index(graph, folder / "index.sqlite")
    build_names(graph, folder / "names.sqlite")
    return folder / "index.sqlite", folder / "names.sqlite"


def test_a_list_is_narrowed_by_words_and_facets(files: tuple[Path, Path]) -> None:
    people = list_things(*files, EntityKind.PERSON)
    assert people.total == len(people.items) >= 3
    assert [item.facts for item in people.items] == sorted((item.facts for item in people.items), reverse=True)
    (labs,) = (
        value for each in people.narrowings if each.facet.name == "organization" for value in each.values
        if value[1] == "Harbour Labs"
    )  # fmt: skip
    there = list_things(*files, EntityKind.PERSON, chosen={"organization": [labs[0]]})
    assert there.total == labs[2]
    assert "Mira Okafor" in [item.name for item in there.items]
    assert [item.name for item in list_things(*files, EntityKind.PERSON, "okaf").items] == ["Mira Okafor"]
    assert list_things(*files, EntityKind.PERSON, start=1, size=1).items == people.items[1:2]
    assert count_named(files[1], "okaf") == {EntityKind.PERSON: 1}
    papers = list_things(*files, EntityKind.WORK, chosen={"year": ["2021"]})
    assert [item.name for item in papers.items] == ["Slow Graphs for Fast People"]
    with pytest.raises(QueryError, match="person has no facet 'year'; take one of organization"):
        list_things(*files, EntityKind.PERSON, chosen={"year": ["2021"]})


def test_documents_are_found_by_all_words_of_a_passage(tmp_path: Path) -> None:
    documents = [Document(name, "text/markdown", text) for name, text in TEXTS.items()]
    build_passages(documents, tmp_path / "passages.sqlite")
    (found,) = find_passages(tmp_path / "passages.sqlite", "SCIENTIST, harb")
    text = TEXTS[found.source][found.start : found.end]
    assert "Research scientist at Harbour Labs" in text
    assert excerpt(text, "harb")[1] == "Harbour"
    assert find_passages(tmp_path / "passages.sqlite", '"; DROP') == []


def test_two_sides_have_some_things_in_common() -> None:
    graph = build()
    reader, (mira, jonas) = Reader(graph), (find_thing(graph, name) for name in ("Mira Okafor", "Jonas Lindqvist"))
    one, other = (reader.facts_of(iri) for iri in (mira, jonas))
    aspects = {aspect.title: aspect for aspect in compare(reader, one, other, (mira, jonas))}
    assert {"Slow Graphs for Fast People", "Fast Graphs for Slow People"} <= {
        each.thing.name for each in aspects["Papers"].both
    }
    assert "Harbour Labs" in {each.thing.name for each in aspects["Organizations"].one}
    assert not {mira, jonas} & {each.thing.iri for each in aspects["People"].both}
    assert years_of(reader, one) == (2015, 9999)
