"""The lines of a section on service, each with the roles, years and society that lines and headings above it give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph_builder.extract.headings import classify_heading, without_aside
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.extract.service_duty import Context
from graph_builder.extract.service_grids import with_years_of_columns
from graph_builder.extract.service_lines import LEAD_YEARS, begins_with_role, roles_alone
from graph_builder.extract.service_names import is_venue
from graph_builder.extract.service_pieces import Marks
from graph_builder.extract.service_roles import roles_in, title_role
from graph_builder.extract.service_rows import joined, years_line
from graph_builder.extract.service_venues import venue_list
from graph_builder.extract.service_years import MONTH, YEARS_ONLY, undated, years_in
from graph_builder.gazetteer import load
from graph_builder.model import BlockKind, Span

PEOPLE = re.compile(
    r"^(?:(?:co-?\s?organi[sz]ers|organi[sz]ers|co-?chairs|speakers|panell?ists)\s*:"
    # notes below an event: "Co-organised with A. Moor", "Workshop affiliated with CEX 2020"
    r"|(?:(?:co-?\s?)?organi[sz]ed\s(?:jointly\s|together\s)?|jointly\s(?:organi[sz]ed\s)?|together\s)with\b"
    r"|(?:workshop|conference|event|session|symposium|school)\s(?:affiliated|associated|co-?located|held)\b)",
    re.IGNORECASE,
)
"""Lines that tell who else took part in an event, or where it was held."""
ORGANISING = re.compile(
    r"^\W*(?:(?:conferences?|workshops?|events?|seminars?|scientific|meetings?|sessions?|academic)\W+(?:and\s+)?){0,3}"
    r"organi[sz](?:ation(?:al|s)?|ing|ed)(?:\s+(?:experience|activities|work|roles?))?\s*(?::\s*|\t\s*|$)",
    re.IGNORECASE,
)
"""The label of what a person has organised, which means something else outside sections on service."""
# Lines that open a list of something that is no service at a venue.
_NO_SERVICE = re.compile(
    r"^(?:(?:professional|society|student|other|selected|invited)\s+)*(?:outreach|volunteer\w*|hobbies|interests"
    r"|memberships?|talks?|teaching|discussants?|moderators?|mentoring|affiliations?|certifications?|attendance"
    r"|participation)\W*$"
    r"|^(?:service\s+)?(?:to|within)\s+(?:the\s+|my\s+|our\s+)?[^.:;,]{3,60}$"
    r"|^(?:(?:university|college|school|faculty|departmental?|institutional|internal|campus|community|public|program(?:me)?)"
    r"(?:\s+(?:and|&)\s+|\s*[/,]\s*|\s+)){1,4}(?:(?:level|wide)\s+)?(?:service|committees?|administration|roles?)\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Item:
    """One or more rows that say one thing, and what they inherit."""

    text: str
    span: Span
    context: Context
    listed: bool = False  # an item of a list
    block: int = -1


@dataclass(slots=True)
class _Held:
    """What lines give to those below them, and the depth of the line that gave it; deeper lines inherit it."""

    value: tuple[str, ...] = ()
    depth: float = 0.0


# "2015-18 Hiring Committee": that one sits on it is not said.
_COMMITTEE = re.compile(
    r"[\W\d]*(?:(?:present|since)\W+)?(?:[A-Z][\w&/’'()-]+(?:,?\s+(?:and\s+|of\s+|on\s+|for\s+|the\s+|&\s+)*)){1,9}"
    r"(?:Committee|Task\s+Force)(?![^\W_])(?!\s+(?:[a-z]|[Cc]hair|[Mm]ember))"
)


def walk(section: Section, page: Page, marks: Marks) -> Iterator[Item]:
    """Yield what the lines of a section say, with what each inherits from headings, bold lines and parent items."""
    rows = with_years_of_columns(list(joined(section.lines, page)))
    lines = _with_years_below(rows)
    start = replace(_from_titles(section, marks), itemised=_itemised(lines))
    if len(lines) > 1 and start.roles and years_line(lines[-1][1]):
        start = replace(start, years=years_in(lines.pop()[1]))  # an entry with its date below
    yield from _Walk(section, start, lines).items()


def lists_under_roles(section: Section) -> Iterator[Section]:
    """Yield the lists that stand below a role inside a section on other things: "Journal Reviewer:", then journals."""
    lines = section.lines
    for index, line in enumerate(lines):
        roles = roles_alone(line.text, roles_in(line.text))
        if not roles or roles == ("other",):
            continue
        depth = _depth(line)
        stop = next((i for i in range(index + 1, len(lines)) if _depth(lines[i]) <= depth), len(lines))
        if below := lines[index + 1 : stop]:
            title = line.text.strip(" :") if len(line.text) < _LONGEST_TITLE else roles[0]
            yield Section(SectionKind.SERVICE, title, 8, below, line.span, section.path)


_LONGEST_TITLE = 50


def _itemised(lines: list[tuple[Line, str, Span]]) -> bool:
    """Tell whether most lines name one thing each: nothing in them is parted by commas before the first number."""
    said = [text for _, text, _ in lines if not years_line(text) and not roles_alone(text, roles_in(text))]
    bare = [LEAD_YEARS.sub("", text, count=1) for text in said]
    single = sum(not re.search(r"[,;]", re.split(r"\d{4}|\t", text)[0].rstrip(" ,;(")) for text in bare)
    return len(said) > 2 and single * 2 > len(said)


def _with_years_below(lines: list[tuple[Line, str, Span]]) -> list[tuple[Line, str, Span]]:
    """Put the years that stand in a list below a venue into its line: "Journal of Examples", then "2021 (2)"."""
    out: list[tuple[Line, str, Span]] = []
    for line, text, span in lines:
        out.append((line, text, span))
    return out


class _Walk:
    """Goes through the lines once; a line of less depth than the one that gave a role, year or society ends it."""

    def __init__(self, section: Section, start: Context, lines: list[tuple[Line, str, Span]]) -> None:
        self.start, self.lines, self.kind = start, lines, section.kind
        # The list below a bold line is what that line heads: text behind the list is no longer under it.
        listed = section.level >= 7 and bool(lines) and lines[0][0].kind is BlockKind.LIST_ITEM and not section.inline
        self.roles = _Held(start.roles, 3.0 if listed else 0.0)
        self.years = _Held(start.years, 0.0)
        self.society = start.society
        self.society_depth = 0.0
        self.bold_block = self.dated_block = -1
        self.aside = _NO_SERVICE.match(section.title) is not None  # below a line such as "University service"

    def items(self) -> Iterator[Item]:
        for index, (line, text, span) in enumerate(self.lines):
            if PEOPLE.match(text):
                continue
            follows = self.lines[index + 1] if index + 1 < len(self.lines) else None
            self._leave(line)
            if not self._heads(line, text, follows):
                context = self._context(text)
                yield Item(undated(text), span, context, line.kind is not BlockKind.PARAGRAPH, line.block)

    def _context(self, text: str) -> Context:
        years = self.years.value
        if "\t" in text:
            years = _cell_years(text) or years
        roles = self.roles.value
        if not (roles or self.aside) and _COMMITTEE.match(text) and (years or years_in(text)) and not roles_in(text):
            roles = ("other",)
        return replace(self.start, roles=roles, years=years, society=self.society)

    def _leave(self, line: Line) -> None:
        """Forget what deeper lines gave."""
        depth = _depth(line)
        if self.roles.depth > depth:
            self.roles = _Held()
        if self.years.depth > depth:  # the years that begin an entry are those of the bold name below them
            entry = line.block == self.dated_block
            self.years = _Held(self.years.value, depth - 0.5) if entry else _Held(self.start.years)
        if self.society_depth > depth:
            self.society, self.society_depth = None, 0.0

    def _heads(self, line: Line, text: str, follows: tuple[Line, str, Span] | None) -> bool:
        """Take in a line that says nothing by itself; tell whether it is one."""
        depth = _depth(line)
        if _NO_SERVICE.match(text):
            self.roles, self.years, self.aside = _Held(), _Held(), True
            return True
        if years_line(text):
            told = years_in(text)  # from day to day is one event
            self.years, self.dated_block = _Held(told or self.years.value, depth - 0.5), line.block
            return True
        heading = _subheading(line, text, follows)
        if heading is not None:
            self.roles, self.years = _Held(heading, depth - 0.5), _Held((), depth - 0.5)
            return True
        roles = roles_in(text)
        alone = roles_alone(text, roles)
        if alone:
            # With a list of its own below it, a role is not that of the items beside it.
            own = follows is not None and _depth(follows[0]) > depth and line.kind is BlockKind.LIST_ITEM
            until = depth + 0.5 if own else depth - 0.5
            self.roles, self.years = _Held(alone, until), _Held(years_in(text), until)
            self.society = None
            return True
        return not roles and self._names_society(line, text, follows)

    def _names_society(self, line: Line, text: str, follows: tuple[Line, str, Span] | None) -> bool:
        """Take in a line that names where the roles below it are held: "A Society", then "Treasurer, 2019"."""
        if _KIND_OF.search(text) and follows is not None and _depth(follows[0]) > _depth(line):
            self.society = None
            return True
        if _SPHERE.fullmatch(text):
            self.society = None
            return True
        below = (
            follows is not None
            and begins_with_role(follows[1])
            and not years_in(text)
            and line.kind is not BlockKind.LIST_ITEM
        )
        heading = line.bold and line.kind is not BlockKind.LIST_ITEM
        if not below and not text.endswith(":"):
            if heading and follows is not None and not follows[0].bold:
                if self._below(follows[0], line):
                    self.roles = _Held()
                self._society(line, text)
                self.bold_block = line.block
                return False
            return False
        if text.endswith(":") or not self.roles.value:
            self._society(line, text)
            return True
        return False

    @staticmethod
    def _below(line: Line, above: Line) -> bool:
        return line.kind is BlockKind.LIST_ITEM and above.kind is not BlockKind.LIST_ITEM

    def _society(self, line: Line, text: str) -> None:
        found = venue_list(text.rstrip(":"))
        inside = 0.5 if line.kind is BlockKind.LIST_ITEM else 0.0
        self.society, self.society_depth = (found[0] if found else None), _depth(line) + inside


# Whom one served, and no society: "Discipline", "To the profession"
_SPHERE = re.compile(
    r"(?:service\s)?(?:to\s)?(?:the\s)?(?:(?:academic|scientific|research|wider|broader|local|public)\s)?"
    r"(?:discipline|profession|field|community|communities|academia|department|institution|public|external|internal|national|international|professional|departmental)\W{0,3}",
    re.IGNORECASE,
)
_KIND_OF = re.compile(r"\b(?:service|activities|outreach|mentoring|committees)\s*:?$", re.IGNORECASE)


def _subheading(line: Line, text: str, follows: tuple[Line, str, Span] | None) -> tuple[str, ...] | None:
    """Return the roles that a plain line gives to the lines below it, where it is a heading within the section."""
    title = without_aside(text).strip(" :")
    if follows is None or line.kind is not BlockKind.PARAGRAPH or "\t" in text or len(title.split()) > 6:
        return None
    if re.search(r"[\d,;.]", title) or load().venue(title) is not None or not title[:1].isupper():
        return None
    kind, score, known = classify_heading(title)
    if kind is not SectionKind.SERVICE or score < 4 or known < 0.99:
        return None
    return ()


def _depth(line: Line) -> float:
    """Return how deep a line stands: bold lines, other lines, then items by their level."""
    if line.kind is BlockKind.LIST_ITEM:
        return 2.0 + line.level
    return 1.0 if line.bold and line.kind is not BlockKind.TABLE_ROW else 2.0


def _cell_years(text: str) -> tuple[str, ...]:
    """Return the years of the cells of a table row that hold nothing else."""
    return tuple(y for cell in text.split("\t") if YEARS_ONLY.match(MONTH.sub("", cell)) for y in years_in(cell))


_SINCE = re.compile(r"\b(?:since|seit|depuis)\s+(?:19|20)\d\d", re.IGNORECASE)
"""When a list begins is not when each of its items was: "Manuscript Reviews (since 2009)"."""


def _from_titles(section: Section, marks: Marks) -> Context:
    roles: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    titled = False
    for title in (section.title, *reversed(section.path)):
        found = "organizer" if ORGANISING.match(title) else title_role(title)
        if found and not roles:
            roles, titled = (found,), True
        years = years or years_in(_SINCE.sub("", title))
    named = is_venue(section.title) and not section.inline and not roles_in(section.title)
    host = venue_list(section.title) if named else None
    return Context(roles, years, titled=titled, marks=marks, host=host[0] if host else None)
