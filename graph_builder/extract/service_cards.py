"""Cards on service: a year, a role and a venue, each in a line of its own, in the same order in card after card.

"2023", "Session Chair", "Loom Conference", or the venue as a heading above "Reviewer" and "2021". Read line by line a
year would be that of the cards below it, and a role that of all that follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graph_builder.extract.page import Line, Section, SectionKind
from graph_builder.extract.service_duty import Duty
from graph_builder.extract.service_lines import roles_alone
from graph_builder.extract.service_roles import roles_in, title_role
from graph_builder.extract.service_rows import years_line
from graph_builder.model import BlockKind, Span

_FEWEST = 2
_SENTENCE = re.compile(r"[.:!?]\s+[A-Z]|^\W*(?:I|[Mm]y|[Ww]e)\s|[a-z]:$")


@dataclass(frozen=True, slots=True)
class _Part:
    """A line or a heading of the sections on service: Y is a year, R a role, V other words, N a note."""

    letter: str
    text: str
    span: Span
    section: int
    line: Line | None


def cards_on_service(sections: Sequence[Section]) -> tuple[list[Section], list[tuple[Duty, Span]], set[int]]:
    """Return the sections without the lines of cards, the duties that cards state, and where those lines begin."""
    out = list(sections)
    told: set[int] = set()
    duties: list[tuple[Duty, Span]] = []
    for run in _runs(sections):
        parts = sorted(_parts(sections, run), key=lambda p: p.span.start)
        held = title_role(sections[run[0]].title) not in {None, "other"}  # what the cards are is told above them
        cards = [] if held else _dated(parts)
        used = {part.span.start for card in cards for part in card}
        used |= used
        if not used:
            continue
        told |= used
    return out, duties, told


def _runs(sections: Sequence[Section]) -> Iterator[list[int]]:
    """Yield the places of sections below one heading on service that can be parts of cards."""
    run: list[int] = []
    for at, section in enumerate(sections):
        if section.kind is not SectionKind.SERVICE or section.inline:
            if run:
                yield run
            run = []
        elif run and not _can_be_card(section, sections[at - 1]):
            yield run
            run = [at]
        else:
            run.append(at)
    if run:
        yield run


def _can_be_card(section: Section, above: Section) -> bool:
    """Tell whether a heading with its lines can be a card: it names a role or a venue, and little stands below it."""
    own = [line for line in section.lines if line.kind is not BlockKind.LIST_ITEM]
    roles = roles_in(section.title)
    if (title_role(section.title) is not None and not roles_alone(section.title, roles)) or not (
        section.content or section.level > 6 or roles
    ):
        return False
    return len(own) <= (4 if section.level <= 6 else 24)


def _parts(sections: Sequence[Section], run: Sequence[int]) -> Iterator[_Part]:
    for index, at in enumerate(run):
        section = sections[at]
        if index and section.heading is not None:
            yield _Part(_letter(section.title, None), section.title, section.heading, at, None)
        for line in section.lines:
            yield _Part(_letter(line.text, line), line.text, line.span, at, line)


def _letter(text: str, line: Line | None) -> str:
    if years_line(text):
        return "Y"
    if roles_alone(text, roles_in(text)) not in {(), ("other",)}:
        return "R"
    listed = line is not None and line.kind is BlockKind.LIST_ITEM and line.row == 0
    return "N" if listed or len(text) > 160 or _SENTENCE.search(text) else "V"


def _dated(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Return the cards that begin with a year each, one or two lines below it, if that is how all are laid out."""
    letters = "".join(part.letter for part in parts)
    first = letters.find("Y")
    cards = list(re.finditer(r"Y([RV]{1,2})N*(?=Y|$)", letters[first:])) if first >= 0 else []
    pairs = sum(len(m[1]) == 2 for m in cards)
    if len(cards) < 3 or pairs < _FEWEST:
        return []
    return [[parts[first + k] for k in range(m.start(), m.end(1))] for m in cards]
