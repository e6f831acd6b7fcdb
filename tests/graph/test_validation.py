"""Validation: the toy world is right, and each of a table of broken graphs is found out by name."""

from __future__ import annotations

from pathlib import Path

import graph_toy as toy
import pyoxigraph as ox
import pytest
from rdflib import SH

from graph_builder.graph.validation import shacl_violations, shapes_graph, structure_violations, to_rdflib, validate
from graph_builder.graph.vocabulary import PREFIXES

HEAD = "".join(f"PREFIX {p}: <{n}>\n" for p, n in PREFIXES.items())


def _table() -> dict[str, tuple[str, str, bool]]:
    """Return the cases of broken.ru: name to update, property, and whether the shapes alone can tell."""
    cases = {}
    for section in (Path(__file__).parent / "broken.ru").read_text(encoding="utf-8").split("\n### ")[1:]:
        head, _, update = section.partition("\n")
        name, term, teller = head.split(" | ")
        cases[name] = (update, term, teller == "shapes")
    return cases


BROKEN = _table()


def breaking(world: list[ox.Quad], update: str) -> list[ox.Quad]:
    store = ox.Store()
    store.extend(world)
    store.update(HEAD + update)
    quads = list(store)
    assert set(quads) != set(world), "the update changes nothing"
    return quads


def test_the_toy_world_is_right(world: list[ox.Quad]) -> None:
    assert validate(world) == []
    assert validate(to_rdflib(world)) == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_graph_is_found_out(world: list[ox.Quad], name: str) -> None:
    """By the shapes alone where these suffice, else by what looks further."""
    update, term, shapes_tell = BROKEN[name]
    store = ox.Store()
    store.extend(breaking(world, update))
    found = list(shacl_violations(store) if shapes_tell else structure_violations(store))
    assert term in {v.property for v in found}
    for violation in found:
        assert violation.node in str(violation)
        assert violation.what


def test_a_line_says_which_source_which_fact_and_what_is_wrong(world: list[ox.Quad]) -> None:
    (line,) = (str(v) for v in validate(breaking(world, BROKEN["no quote"][0])))
    assert line.startswith(f"{toy.MIRA}: gb:Service <https://w3id.org/graph-builder/data/fact/")
    assert line.endswith(">: gb:quote: none found; expected exactly one text")


def test_every_property_rule_says_what_it_expects() -> None:
    graph = shapes_graph()
    assert not [p for p in graph.subjects(SH.path) if graph.value(p, SH.message) is None]


def test_an_empty_graph_is_right() -> None:
    assert validate([]) == []
