"""The quality report as text, as JSON, and as one HTML page that asks no network and runs no script."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from html import escape

from graph_builder.export.privacy import without_contacts
from graph_builder.query.quality import Report

_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3em .6em;border-bottom:1px solid #ddd;"
    "vertical-align:top}code{font-size:.85em;overflow-wrap:anywhere}.n{text-align:right}"
)


def as_text(report: Report) -> str:
    """Return the report as lines for a terminal.

    >>> print(as_text(Report((), ())), end="")
    relation          facts  documents  dated  confidence
    """
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield "relation          facts  documents  dated  confidence"
    for row in report.coverage:
        dated = f"{row.dated / row.facts:.0%}" if row.facts else ""
        yield f"{row.relation:13} {row.facts:>9,} {row.sources:>10,} {dated:>6} {row.confidence:>11}"
    for section in report.sections:
        yield f"\n{section.title}: {section.total:,}"
        for finding in section.findings:
            yield f"  {_printable(finding.name)}: {_printable(finding.what)} ({finding.facts:,} facts)"
            yield f"    {_printable(finding.command)}"
        if section.total > len(section.findings):
            yield f"  and {section.total - len(section.findings):,} more"


def as_json(report: Report) -> str:
    """Return the report as JSON: ``coverage``, and ``sections`` with their ``findings``."""
    return json.dumps(asdict(report), ensure_ascii=False, indent=1) + "\n"


def as_html(report: Report) -> str:
    """Return the report as one page."""
    body = [
        "<h1>Quality report</h1>",
        _table(
            ("relation", "facts", "documents", "dated", "mean confidence"),
            [
                (row.relation, f"{row.facts:,}", f"{row.sources:,}", f"{row.dated / row.facts:.0%}", row.confidence)
                for row in report.coverage
            ],
        ),
    ]
    for section in report.sections:
        body.append(f"<h2>{escape(section.title)}: {section.total:,}</h2>")
        rows = [(x.name, x.what, f"{x.facts:,}", x.command) for x in section.findings]
        body.append(_table(("what", "finding", "facts", "settled by"), rows) if rows else "<p>None.</p>")
        if section.total > len(section.findings):
            body.append(f"<p>And {section.total - len(section.findings):,} more.</p>")
    head = '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Quality report</title>'
    return f"{head}<style>{_STYLE}</style></head><body>\n" + "\n".join(body) + "\n</body></html>\n"


def _table(head: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    top = "".join(f"<th>{escape(title)}</th>" for title in head)
    lines = ("<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>" for row in rows)
    return f"<table><tr>{top}</tr>\n" + "\n".join(lines) + "\n</table>"


def _cell(value: object) -> str:
    text = escape(without_contacts(str(value)))
    return f"<code>{text}</code>" if text.startswith("graph-builder ") else text


def _printable(text: str) -> str:
    """Return text without control characters: a terminal would obey those that a document smuggles into a name."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


REPORT_FORMATS: Mapping[str, Callable[[Report], str]] = {"text": as_text, "json": as_json, "html": as_html}
"""What writes the report, by the name of a format."""
