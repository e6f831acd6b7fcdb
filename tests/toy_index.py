"""An index of the toy graph, as the tests of several folders ask it."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox
import pytest

from graph_builder.query.index import Index, build_index


@pytest.fixture(scope="module")
def index(toy: ox.Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    path = tmp_path_factory.mktemp("index") / "index.sqlite"
    build_index(toy, path)
    found = Index(path)
    yield found
    found.close()
