"""Co-authors, and theirs: who comes in, and how much each line weighs."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from graph_builder.explore.network.collaboration import coauthors
from graph_builder.explore.things.reader import Reader

PAPERS = {"p1": ("ada", "bob"), "p2": ("ada", "bob", "cem"), "p3": ("cem", "dan"), "p4": ("dan", "eve")}


@pytest.fixture(scope="module")
def reader() -> Reader:
    lines = []
    for paper, team in PAPERS.items():
        lines.append(f':{paper} a schema:ScholarlyArticle ; schema:datePublished "20{paper[1:]:0>2}" .')
        for person in team:
            lines.append(f":{person} a schema:Person . :{paper} schema:author :{person} .")
            lines.append(f":{paper}-{person} a gb:Authorship ; gb:author :{person} ; gb:work :{paper} .")
    prefixes = "@prefix : <http://e/> . @prefix schema: <https://schema.org/> . "
    prefixes += "@prefix gb: <https://w3id.org/graph-builder/ontology#> . "
    graph = ox.Store()
    graph.load((prefixes + "\n".join(lines)).encode(), format=ox.RdfFormat.TURTLE)
    return Reader(graph)


@pytest.mark.parametrize(
    ("depth", "most", "names"),
    [
        (1, 80, "ada bob cem"),
        (2, 80, "ada bob cem dan"),
        (3, 80, "ada bob cem dan eve"),
        (1, 2, "ada bob"),
        (0, 80, "ada"),
    ],
)
def test_who_comes_in(reader: Reader, depth: int, most: int, names: str) -> None:
    things, _ = coauthors(reader, ["http://e/ada", "http://e/nobody"], depth, most)
    assert {thing.iri.removeprefix("http://e/") for thing in things} == set(names.split())


def test_a_line_weighs_as_much_as_there_are_papers(reader: Reader) -> None:
    _, ties = coauthors(reader, ["http://e/ada"], depth=1)
    found = {(tie.start[9:], tie.end[9:]): (tie.weight, tie.years, len(tie.facts)) for tie in ties}
    assert found == {
        ("ada", "bob"): (2, (2001, 2002), 4),
        ("ada", "cem"): (1, (2002, 2002), 2),
        ("bob", "cem"): (1, (2002, 2002), 2),
    }
