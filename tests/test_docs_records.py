"""The formats that the README and the documentation list are those of the code.

``python tests/test_docs_records.py`` writes the tables anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graph_builder.read.records import FORMATS, PACKED
from graph_builder.read.records.csv_table import COLUMNS

ROOT = Path(__file__).resolve().parent.parent
FILES = [ROOT / "docs" / "records.md", ROOT / "README.md"]
TABLE = re.compile(r"(<!-- formats: [^>]*-->\n)(.*?)(<!-- end of formats -->)", re.S)


def table() -> str:
    rows = [f"| {f.name} | {f.holds} | {' '.join(f'`{suffix}`' for suffix in f.suffixes)} |" for f in FORMATS]
    return "\n".join(["| format | records | usual suffixes |", "|---|---|---|", *rows]) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_formats_are_those_of_the_code(path: Path) -> None:
    found = TABLE.search(path.read_text("utf-8"))
    assert found is not None
    assert found[2] == table(), "run: python tests/test_docs_records.py"


def test_packings_and_columns_are_those_of_the_code() -> None:
    text = FILES[0].read_text("utf-8")
    assert all(f"`{word}`" in text for word in (*PACKED, *COLUMNS))


if __name__ == "__main__":
    for file in FILES:
        written = file.read_text("utf-8")
        file.write_text(TABLE.sub(lambda m: m[1] + table() + m[3], written), "utf-8")
