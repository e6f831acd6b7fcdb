"""What a line on service inherits, and the duty that it states."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graph_builder.extract.service_pieces import Marks
from graph_builder.extract.service_venues import VenueEntry

MANY = frozenset({"reviewer", "program committee", "area chair"})
"""Roles whose venues come in lists; the others name one venue with its parts: "Session Chair, Track, Conference"."""


SCHOOL = re.compile(r"\b(?:Universit\w+\b(?!\s+Press\b)|Department|Dept\.?|College)\b")


@dataclass(frozen=True, slots=True)
class Context:
    """What a line inherits: roles and years of the heading above it, and the society that a line before it named."""

    roles: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    society: VenueEntry | None = None
    listed: bool = True  # the section is on service
    titled: bool = False
    marks: Marks = ()
    host: VenueEntry | None = None  # the venue that the section is titled by
    itemised: bool = False  # each line of the section names one venue


@dataclass(frozen=True, slots=True)
class Duty:
    """A role at a venue in one line or sentence."""

    role: str
    venue: VenueEntry
    years: tuple[str, ...]
    sure: bool
