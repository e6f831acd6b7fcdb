"""Who guided a degree, in its entry: neither its subject nor a post."""

from __future__ import annotations

from dataclasses import replace

from graph_builder.extract.advising_notes import noted
from graph_builder.extract.entries import Entry
from graph_builder.extract.fields import FieldKind
from graph_builder.extract.person_names import clean_name, is_name

_LOOSE = frozenset({FieldKind.OTHER, FieldKind.ROLE, FieldKind.SUBJECT})
_NEAR, _TITLE, _LABEL = 60, 12, 4  # characters


def mark_guides(entry: Entry) -> None:
    """Take the names behind "Director:" or "dir." in an entry of education as those of advisors, the word as a note."""
    for line in entry.lines:
        for at in noted(line.text):
            begin = line.span.start + at
            for index, item in enumerate(entry.fields):
                if item.kind not in _LOOSE or not line.span.covers(item.span):
                    continue
                if begin - _TITLE <= item.span.start < begin + _NEAR and is_name(clean_name(item.text)):
                    entry.fields[index] = replace(item, kind=FieldKind.ADVISOR)
                elif 0 <= begin - item.span.end <= _LABEL:
                    entry.fields[index] = replace(item, kind=FieldKind.NOTE)
