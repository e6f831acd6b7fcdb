"""Names in an entry that are no employer's: what forms call their fields, and sentences on what was done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.entries import Entry
from graph_builder.extract.fields import Field, FieldKind

# What forms and the heads of tables call their fields
FORM_LABEL = re.compile(
    r"(?i)(?:occupation|position|title)(?:\sor\sposition)?\sheld|title\sof\squalification(?:\sawarded)?|employers?|dates?|periods?|years?"
    r"|compan(?:y|ies)|institutions?|organi[sz]ations?|(?:main\s)?activities\sand\sresponsibilities"
    r"|type\sof\sbusiness(?:\sor\ssector)?|name\sand\s(?:address|type)\sof\s(?:the\s)?(?:employer|organi[sz]ation).{0,40}"
)
_ABBREVIATED = re.compile(r"\b(?:Inc|Ltd|Co|Corp|LLC|Pvt|Pty|Univ|Inst|S\.A|e\.V|B\.V|[A-Z])\.$")


def is_sentence(item: Field, entry: Entry) -> bool:
    """Tell whether a field is a line of its own with a full stop: what was done, "Weft for the blind."."""
    line = next(line for line in entry.lines if line.span.covers(item.span))
    return line.text.rstrip(".") == item.text and line.text != item.text and not _ABBREVIATED.search(line.text)


def beside_role(loose: Sequence[Field], entry: Entry) -> bool:
    """Tell whether one of several unknown names stands in the line of the position."""
    role = entry.of(FieldKind.ROLE)[0]
    line = next((line for line in entry.lines if line.span.covers(role.span)), None)
    return line is not None and any(line.span.covers(f.span) for f in loose)
