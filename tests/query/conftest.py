"""The toy world as a store: invented people, every relation, and every fault that a query looks for."""

from pathlib import Path

import pyoxigraph as ox
import pytest

TOY = Path(__file__).parent / "toy.trig"


@pytest.fixture(scope="session")
def toy() -> ox.Store:
    store = ox.Store()
    store.load(path=str(TOY), format=ox.RdfFormat.TRIG)
    return store
