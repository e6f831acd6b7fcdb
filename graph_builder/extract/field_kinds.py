"""What a piece of an entry is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graph_builder.model import Span


class FieldKind(StrEnum):
    """What a piece of an entry says."""

    DEGREE = "degree"
    SUBJECT = "subject"
    ROLE = "role"
    ORGANIZATION = "organization"
    UNIT = "unit"
    PLACE = "place"
    DATE = "date"
    ADVISOR = "advisor"
    NOTE = "note"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Field:
    """A piece of an entry with its kind; *value* is the degree level of a degree, *score* how sure the kind is."""

    kind: FieldKind
    span: Span
    text: str
    score: float = 1.0
    value: str = ""
