"""Cards on service: a year, a role and a venue, each in a line of its own, in the same order in card after card.

"2023", "Session Chair", "Loom Conference", or the venue as a heading above "Reviewer" and "2021". Read line by line a
year would be that of the cards below it, and a role that of all that follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graph_builder.extract.page import Line, Section, SectionKind
from graph_builder.extract.service_duty import Context, Duty
from graph_builder.extract.service_lines import duties_in, roles_alone
from graph_builder.extract.service_roles import roles_in, title_role
from graph_builder.extract.service_rows import years_line
from graph_builder.extract.service_years import begun_in
from graph_builder.model import BlockKind, Span

_ORDERS = ("YRV", "YVR", "RVY", "VRY", "RYV", "VYR")
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
        cards = _alike(parts) or ([] if held else _dated(parts))
        for card in cards:
            duties += _duties(card)
        used = {part.span.start for card in cards for part in card}
        used |= _below(parts, used)
        if not used:
            continue
        told |= used
        for at in run:
            head = sections[at].heading
            headed = head is not None and head.start in used
            kept = tuple(line for line in sections[at].lines if line.span.start not in used)
            out[at] = replace(out[at], lines=kept, kind=SectionKind.SERVICE)
            if headed:  # the card's own heading says nothing more
                notes = tuple(x for x in kept if x.kind is not BlockKind.LIST_ITEM)
                out[at] = replace(out[at], title="", heading=None, lines=notes)
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
    if section.level > 6 and above.lines and years_line(above.lines[-1].text):
        return True  # a line that seemed a heading, below the year of its card
    own = [line for line in section.lines if line.kind is not BlockKind.LIST_ITEM or years_line(line.text)]
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


def _alike(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Return the cards that have a year, a role and a venue in one order."""
    letters = "".join(part.letter for part in parts)
    best: list[list[_Part]] = []
    for order in _ORDERS:
        found = [[parts[k] for k in range(m.start(), m.end())] for m in re.finditer(order, letters)]
        if len(found) > len(best):
            best = found
    years = letters.count("Y")
    return best if len(best) >= _FEWEST and 3 * len(best) >= 2 * years and not _grouped(letters) else []


def _grouped(letters: str) -> bool:
    """Tell whether years or roles stand above lists: several venues below one of them."""
    return re.search(r"(?:V|N){4,}", letters) is not None


def _below(parts: Sequence[_Part], used: set[int]) -> set[int]:
    """Return where the lines begin that stand below a card's own, as a place; below the last no more than elsewhere."""
    found: list[list[int]] = [[]]
    for part in parts:
        if part.span.start in used:
            found += [[]] if found[-1] else []
        elif used and part.span.start > min(used):
            found[-1].append(part.span.start if part.letter == "V" else -1)
    *inner, last = found if found[-1] or len(found) == 1 else [*found[:-1], []]
    most = max(map(len, inner), default=0)
    return {at for group in [*inner, last[:most]] for at in group if -1 not in group}


def _dated(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Return the cards that begin with a year each, one or two lines below it, if that is how all are laid out."""
    letters = "".join(part.letter for part in parts)
    first = letters.find("Y")
    cards = list(re.finditer(r"Y([RV]{1,2})N*(?=Y|$)", letters[first:])) if first >= 0 else []
    pairs = sum(len(m[1]) == 2 for m in cards)
    if len(cards) < 3 or pairs < _FEWEST or len(cards) < letters.count("Y") - 1 or first > 2:
        return []
    return [[parts[first + k] for k in range(m.start(), m.end(1))] for m in cards]


def _duties(card: Sequence[_Part]) -> Iterator[tuple[Duty, Span]]:
    """Yield the duties of a card: its role at its venue in the first year that it gives."""
    years = next((begun_in(part.text) for part in card if part.letter == "Y"), ())
    said = sorted((part for part in card if part.letter != "Y"), key=lambda p: p.letter != "R")
    venue = said[-1]
    text = ", ".join(part.text.strip(" .,:") for part in said)
    start = venue.span.start - (len(text) - len(venue.text.strip(" .,:")))
    span = Span(min(p.span.start for p in card), max(p.span.end for p in card))
    told = roles_alone(said[0].text, roles_in(said[0].text)) if len(said) > 1 else ()
    for duty in duties_in(text, start, Context(years=years)):
        if duty.role != "other" and (not told or duty.role in told) and duty.venue.start >= venue.span.start:
            yield replace(duty, years=years or duty.years), span
