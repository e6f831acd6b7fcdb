from __future__ import annotations

import graph_toy as toy
import pyoxigraph as ox
import pytest
from quads import identity_quads, source_quads

from graph_builder.graph.sources import SourceInfo


@pytest.fixture(scope="session")
def mira() -> list[ox.Quad]:
    info = SourceInfo("Mira Holt: CV", "text/markdown", "0" * 64, "https://mira.example/cv", "2024-05")
    return list(source_quads(toy.MIRA_FACTS, toy.links(toy.MIRA), info=info))


@pytest.fixture(scope="session")
def world(mira: list[ox.Quad]) -> list[ox.Quad]:
    tove = source_quads(toy.TOVE_FACTS, toy.links(toy.TOVE))
    return [*mira, *tove, *identity_quads(toy.IDENTITIES.entities)]
