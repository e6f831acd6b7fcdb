"""ORCID records 3.0 in JSON."""

from __future__ import annotations

from collections.abc import Iterator

from graph_builder.model import Record
from graph_builder.read.records.json_stream import json_objects
from graph_builder.read.records.orcid_tree import profile_of
from graph_builder.read.records.source import Source


def orcid_json(source: Source) -> Iterator[Record]:
    """Yield the people of a file of ORCID records."""
    for where, record in json_objects(source):
        found = profile_of(record, source, where)
        if found is not None:
            yield found
