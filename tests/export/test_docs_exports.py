"""The tables of docs/exports.md are those of the code.

``python tests/export/test_docs_exports.py`` writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from graph_builder.export.formats import FIELD_FORMATS, GRAPH_FORMATS, NETWORK_FORMATS, PROPERTY_FORMATS
from graph_builder.export.property_graph import EDGES, NODES, Column, EdgeTable
from graph_builder.graph.vocabulary import PREFIXES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "exports.md"
FORMATS = re.compile(r"(<!-- exports: [^>]*-->\n)(.*?)(<!-- end of exports -->)", re.S)
MAPPING = re.compile(r"(<!-- mapping -->\n)(.*?)(<!-- end of mapping -->)", re.S)


def short(iri: str) -> str:
    for prefix, full in PREFIXES.items():
        if iri.startswith(full):
            return f"{prefix}:{iri.removeprefix(full)}"
    return iri


def formats() -> str:
    rows = ["| format | suffixes | what |", "|---|---|---|"]
    whole = (
        (f.name, f.suffixes, f.what)
        for group in (GRAPH_FORMATS, NETWORK_FORMATS, PROPERTY_FORMATS)
        for f in group.values()
    )
    one = (
        (f.name, f.suffixes, f"`--about` a {' or '.join(kind.value for kind in f.kinds)}")
        for f in FIELD_FORMATS.values()
    )
    for name, suffixes, what in (*whole, *one):
        rows.append(f"| `{name}` | {' '.join(f'`{suffix}`' for suffix in suffixes)} | {what} |")
    return "\n".join(rows) + "\n"


def columns(found: tuple[Column, ...]) -> str:
    return ", ".join(f"{column.name}{'*' if column.evidence else ''}" for column in found)


def origin(table: EdgeTable) -> str:
    if table.rdf_class is None:
        return f"`{short(table.end.value)}`"
    start = short(table.start.value) if table.start is not None else "the fact"
    return f"`{short(table.rdf_class.value)}`: {start} to {short(table.end.value)}"


def mapping() -> str:
    rows = ["| node | RDF class | properties |", "|---|---|---|"]
    rows += [f"| `{t.name}` | `{short(t.rdf_class.value)}` | {columns(t.columns)} |" for t in NODES]
    rows += ["", "| relationship | from, to | from RDF | properties |", "|---|---|---|---|"]
    for t in EDGES:
        kind = " (shortcut)" if t.shortcut else ""
        rows.append(f"| `{t.name}`{kind} | {t.start_label}, {t.end_label} | {origin(t)} | {columns(t.columns)} |")
    rows += ["", "`*` with evidence only. Each property and the RDF that it comes from:", ""]
    rows += ["| property | type | RDF | meaning |", "|---|---|---|---|"]
    seen = {(c.name, c.kind.value, short(c.source.value), c.meaning): None for t in (*NODES, *EDGES) for c in t.columns}
    rows += [f"| `{name}` | {kind} | `{source}` | {meaning} |" for name, kind, source, meaning in seen]
    return "\n".join(rows) + "\n"


def test_the_formats_are_those_of_the_code() -> None:
    found = FORMATS.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[2] == formats(), "run: python tests/export/test_docs_exports.py"


def test_the_mapping_is_that_of_the_code() -> None:
    found = MAPPING.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[2] == mapping(), "run: python tests/export/test_docs_exports.py"


if __name__ == "__main__":
    written = PAGE.read_text("utf-8")
    written = FORMATS.sub(lambda m: m[1] + formats() + m[3], written)
    PAGE.write_text(MAPPING.sub(lambda m: m[1] + mapping() + m[3], written), "utf-8")
