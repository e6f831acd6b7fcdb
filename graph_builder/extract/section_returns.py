"""Where a section goes on behind a label in one of its entries: "Activities:" below a degree, and the next degree."""

from __future__ import annotations

from collections.abc import Sequence

from graph_builder.extract.dates import find_dates
from graph_builder.extract.page import Line, SectionKind
from graph_builder.extract.section_titles import POSTS
from graph_builder.model import BlockKind

_OF_ENTRIES = {SectionKind.OTHER, SectionKind.SKILLS, SectionKind.PROJECTS, SectionKind.TEACHING}


def entry_around(kind: SectionKind, lines: Sequence[Line], label: Line | None, named: SectionKind) -> Line | None:
    """Return the first line of the entry that a label is the last line of, or None if it heads a section of its own.

    *kind* and *lines* are those of the section that is open, and *named* is the kind that the label alone would have.
    """
    if label is None or kind not in POSTS or not label.row or label.kind is BlockKind.HEADING:
        return None
    if not (named in _OF_ENTRIES or (label.text.rstrip().endswith(":") and named is not SectionKind.PUBLICATIONS)):
        return None
    opening = next((line for line in lines if line.block == label.block and line.starts_block), None)
    return opening if opening is not None and _is_marked(opening) else None


def begins_next(opening: Line, line: Line) -> bool:
    """Tell whether a line opens an entry as *opening* does, in a later block: in its type, and dated if that is."""
    alike = line.kind is opening.kind and line.bold == opening.bold and line.parent == opening.parent
    later = line.starts_block and line.block > opening.block
    return alike and later and _is_marked(line) and bool(find_dates(line.text)) == bool(find_dates(opening.text))


def _is_marked(line: Line) -> bool:
    return line.kind is not BlockKind.LIST_ITEM and (line.bold or bool(find_dates(line.text)))
