"""Rows below headings that are titles: the authors and, below these, where the paper appeared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_rows import Part, Row
from graph_builder.extract.references import Reference
from graph_builder.model import Span

_IN_BRACKETS = re.compile(r"\([^()\d]{6,200}\)\W{0,2}")


def untranslated(rows: Sequence[Row], start: int, reference: Reference) -> Reference:
    """Return the reference with its title, where the row in brackets below, which translates it, was taken for it.

    Args:
        rows: the rows of the entry.
        start: the place in the document of the entry's first character.
        reference: the entry as the trained model takes it apart.
    """
    title = reference.title
    if title is None or len(rows) < 2 or rows[0].part is not Part.TITLE:
        return reference
    second = rows[1].span
    within = second.start - start <= title.start and title.end <= second.end - start
    if not within or not _IN_BRACKETS.fullmatch(reference.text[second.start - start : second.end - start]):
        return reference
    first = rows[0].span
    return replace(reference, title=Span(first.start - start, first.end - start))
