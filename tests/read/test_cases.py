"""Documents as blocks: ``cases/<suffix>.yaml`` holds the source of each case, and the outline that it has."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from outline import check_places, outline

from graph_builder.read import read_bytes

CASES = {
    f"{path.stem}: {name}": (path.stem, case)
    for path in sorted((Path(__file__).parent / "cases").glob("*.yaml"))
    for name, case in yaml.safe_load(path.read_text("utf-8")).items()
}


@pytest.mark.parametrize("name", CASES)
def test_blocks(name: str) -> None:
    suffix, case = CASES[name]
    document = read_bytes(case["text"].encode(), f"a.{suffix}", "a")
    assert outline(document) == case["blocks"]
    check_places(document, case["text"])
