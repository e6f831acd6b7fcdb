"""What the tests of this room share: the invented world."""

from __future__ import annotations

import explore_world
import pyoxigraph as ox
import pytest


@pytest.fixture(scope="session")
def store() -> ox.Store:
    return explore_world.build()
