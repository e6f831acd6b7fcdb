"""Real documents beside the project: every one can be read, and its places are right."""

from __future__ import annotations

from pathlib import Path

import pytest
from outline import check_places

from graph_builder.read import decode, is_readable, read_file

TEXTS = (".md", ".markdown", ".txt", ".html", ".yml", ".json")


@pytest.mark.shared
@pytest.mark.parametrize("folder", ["seeds", "eval/docs"])
def test_places(shared: Path, folder: str) -> None:
    paths = sorted(path for path in (shared / folder).iterdir() if path.suffix in TEXTS)
    assert paths
    for path in paths:
        assert is_readable(Path(path.name))
        document = read_file(path, path.name)
        check_places(document, decode(path.read_bytes())[0])
        copied = sum(length for _, _, length in document.origin)
        assert copied > 0.9 * len(document.text), path.name
