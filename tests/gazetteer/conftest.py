"""The registry of invented organizations, added once."""

from __future__ import annotations

from pathlib import Path

import pytest
from registry_world import write_dump

from graph_builder.gazetteer import Gazetteer, load_with_added
from graph_builder.pipeline.lists.adding import add


@pytest.fixture(scope="session")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dump(tmp_path_factory.mktemp("dump") / "invented.jsonl")


@pytest.fixture(scope="session")
def folder(dump: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("gazetteer")
    add(dump, directory)
    return directory


@pytest.fixture(scope="session")
def known(folder: Path) -> Gazetteer:
    return load_with_added(folder)
