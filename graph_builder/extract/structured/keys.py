"""Keys that structured data give to the parts of jobs, degrees, awards and papers, and their values as lines."""

from __future__ import annotations

import re

from graph_builder.extract.layout.page import Line
from graph_builder.model import BlockKind, Node, Span

ORGANIZATION = (
    "institution",
    "school",
    "university",
    "company",
    "organization",
    "organisation",
    "employer",
    "entity",
    "org",
    "place",
    "affiliation",
)
TITLE = (
    "position",
    "role",
    "title",
    "jobtitle",
    "job_title",
    "studytype",
    "degree",
    "course",
    "name",
    "label",
    "bullet",
    "job",
    "post",
    "program",
    "programme",
    "qualification",
    "designation",
    "occupation",
    "rank",
    "what",
)
SUBJECT = ("area", "field", "major", "subject", "discipline")
START, END = (
    (
        "start_date",
        "startdate",
        "start",
        "from",
        "date_start",
        "begin",
        "year_start",
        "start_year",
        "startyear",
        "yearstart",
        "from_year",
        "since",
    ),
    (
        "end_date",
        "enddate",
        "end",
        "to",
        "date_end",
        "year_end",
        "end_year",
        "endyear",
        "yearend",
        "to_year",
        "until",
        "completion",
    ),
)
WHEN = (
    "date",
    "year",
    "years",
    "dates",
    "time",
    "period",
    "duration",
    "releasedate",
    "when",
    "timeframe",
    "daterange",
    "date_range",
    "range",
)
TEXT = (
    "highlights",
    "description",
    "items",
    "details",
    "summary",
    "contents",
    "bullets",
    "responsibilities",
    "keywords",
    "value",
    "info",
    "inline_detail",
    "detail",
    "note",
    "notes",
    "comment",
    "comments",
)


def line_of(node: Node, block: int) -> Line:
    """Return a value as an item of a list."""
    return Line(node.span, -2 - block, BlockKind.LIST_ITEM, node.value, alone=True)


def lines_below(node: Node, block: int) -> list[Line]:
    """Return the values below a node as items of a list, a value of several lines as one for each."""
    found = (n for n in node.walk() if n.kind == "scalar" and n.value.strip() and len(n.span))
    return [line for n in found for line in _printed_lines(n, block)]


_PRINTED = re.compile(r"(?:[-*•]\s+)?(\S[^\n]*)")
_ADDRESS = re.compile(r"\s+https?://\S+$")


def _printed_lines(node: Node, block: int) -> list[Line]:
    said = node.value.rstrip()
    if "\n" not in said.strip() or len(node.span) != len(said):
        return [line_of(node, block)]
    at = node.span.start
    parts = ((m.start(1), _ADDRESS.sub("", m[1].rstrip())) for m in _PRINTED.finditer(said))
    return [line_of(Node("scalar", Span(at + i, at + i + len(text)), node.key, text), block) for i, text in parts]


def texts_of(item: Node) -> list[Node]:
    """Return what an item says under its name: highlights, a description, a summary."""
    return [c for c in item.children if c.key.casefold() in TEXT and (c.children or c.value)]
