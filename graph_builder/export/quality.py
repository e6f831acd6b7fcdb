"""The quality report as text, as JSON, and as one HTML page that asks no network and runs no script."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from io import StringIO

from rich.console import Console
from rich.text import Text

from graph_builder.export.files import printable
from graph_builder.export.privacy import without_contacts
from graph_builder.query.quality import Report

_WIDTH = 160


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
            facts = f"{finding.facts:,} {'fact' if finding.facts == 1 else 'facts'}"
            yield f"  {printable(finding.name)}: {printable(finding.what)} ({facts})"
            yield f"    {printable(finding.command)}"
        if section.total > len(section.findings):
            yield f"  and {section.total - len(section.findings):,} more"


def as_json(report: Report) -> str:
    """Return the report as JSON: ``coverage``, and ``sections`` with their ``findings``."""
    return json.dumps(asdict(report), ensure_ascii=False, indent=1) + "\n"


def as_html(report: Report) -> str:
    """Return the report as one page."""
    console = Console(record=True, file=StringIO(), width=_WIDTH)
    console.print(Text(without_contacts(as_text(report))), soft_wrap=True)
    return console.export_html(inline_styles=True)


REPORT_FORMATS: Mapping[str, Callable[[Report], str]] = {"text": as_text, "json": as_json, "html": as_html}
"""What writes the report, by the name of a format."""
