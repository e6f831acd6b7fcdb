"""The formats that the documentation lists are those of the code.

``python tests/test_docs_records.py`` writes the table anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from graph_builder.read.records import FORMATS, PACKED
from graph_builder.read.records.csv_table import COLUMNS

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "records.md"
TABLE = re.compile(r"(<!-- formats: [^>]*-->\n)(.*?)(<!-- end of formats -->)", re.S)


def table() -> str:
    rows = [f"| {f.name} | {f.holds} | {' '.join(f'`{suffix}`' for suffix in f.suffixes)} |" for f in FORMATS]
    return "\n".join(["| format | records | usual suffixes |", "|---|---|---|", *rows]) + "\n"


def test_the_formats_are_those_of_the_code() -> None:
    found = TABLE.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[2] == table(), "run: python tests/test_docs_records.py"


def test_packings_and_columns_are_those_of_the_code() -> None:
    text = PAGE.read_text("utf-8")
    assert all(f"`{word}`" in text for word in (*PACKED, *COLUMNS))


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(lambda m: m[1] + table() + m[3], PAGE.read_text("utf-8")), "utf-8")
