"""Reviewing, programme committees, chairing, editing and organising."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page, Section, SectionKind
from graph_builder.extract.service_duty import MANY, SCHOOL, Context, Duty
from graph_builder.extract.service_lines import LEADING, duties_in
from graph_builder.extract.service_names import is_venue, printed_venue
from graph_builder.extract.service_pieces import Marks
from graph_builder.extract.service_roles import roles_in, title_role
from graph_builder.extract.service_rows import joined
from graph_builder.extract.service_sentences import SENTENCE
from graph_builder.extract.service_venues import may_be_several, venue_list
from graph_builder.extract.service_walk import (
    Item,
    lists_under_roles,
    walk,
)
from graph_builder.extract.service_years import YEARS_ONLY, years_in
from graph_builder.model import EntityKind, Mark, MarkKind, Relation, Span

"""Roles whose name in a heading makes a section one on service."""

_ELSEWHERE = frozenset({
    SectionKind.ABOUT, SectionKind.NEWS, SectionKind.OTHER, SectionKind.EMPLOYMENT, SectionKind.AWARDS,
    SectionKind.PROJECTS,
    SectionKind.TOPICS, SectionKind.TALKS, SectionKind.SKILLS, SectionKind.GRANTS, SectionKind.TEACHING,
})  # fmt: skip
_EVENT = re.compile(
    r"\b(?:conference|workshop|meeting|congress|symposium|summit|school|colloquium)\b|^[A-Z][\w-]*[A-Z]\w*$",
    re.IGNORECASE,
)


def service(page: Page, draft: Draft, person: str) -> None:
    """Add one claim for each role, venue and year: from sections on service, and what others say as clearly."""
    marks = _names_set_off(page)
    for section in page.sections:
        if section.kind is SectionKind.SERVICE:
            _section(section, page, draft, person, marks)
        elif section.kind in _ELSEWHERE:
            for under in lists_under_roles(section):
                _section(under, page, draft, person, marks)
            _elsewhere(section, page, draft, person, marks)


_FEW, _LONG = 2, 250
_NOT_ONE = re.compile(r"[;|\n]|\b(?:19|20)\d\d")


def _names_set_off(page: Page) -> Marks:
    """Return the places in italics or linked that can be the name of one venue each."""
    text = page.document.text
    found = set()
    for mark in page.document.marks:
        name = mark.span.of(text).strip(" ,.;:")
        if (
            mark.kind in {MarkKind.ITALIC, MarkKind.LINK, MarkKind.CODE}
            and 2 <= len(name) <= 100
            and name[:1].isupper()
            and not _NOT_ONE.search(name)
            and not roles_in(name)
            and (
                _is_linked(mark, name)
                or not may_be_several(name)
                or len(parts := venue_list(name)) <= 1
                or not all(is_venue(p.name) for p in parts)
            )
            and (name.count(",") <= 1 or mark.kind is MarkKind.LINK)
        ):
            found.add((mark.span.start, mark.span.end))
    for quoted in _QUOTED.finditer(text):
        found.add(quoted.span(quoted.lastindex or 0))
    return tuple(sorted(found))


# “Looms”, «Ткани», „Garn“, 《织物》
_QUOTED = re.compile(
    r"“([A-Z][^“”\n]{2,120})”|(?<!\w)\"([A-Z][^\"\n]{2,120})\"(?!\w)|[«»]\s?([^\W\d_][^«»\n]{1,120}?)\s?[«»]"
    r"|„([^\W\d_][^„“”\n]{1,120})[“”]|《([^《》\n]{2,40})》|『([^『』\n]{2,40})』"
)


def _is_linked(mark: Mark, name: str) -> bool:
    """Tell whether a mark is a link of one name, an "and" within it: "Looms and Yarn"."""
    return mark.kind is MarkKind.LINK and "," not in name and name.count(" and ") == 1


_TOWN = re.compile(r"^[^,]{3,60},\s[A-Z][\w-]+(?:,\s[A-Z][\w-]+)?(?:\s\([^()]*\))?$")


def _section(section: Section, page: Page, draft: Draft, person: str, marks: Marks) -> None:
    held = title_role(section.title) not in {None, *MANY}
    given = False
    above = ""
    for item in walk(section, page, marks):
        hosts, above = _hosts(above, item), item.text
        if hosts:
            continue
        below = held and given and not item.listed and not years_in(item.text) and not roles_in(item.text)
        if below and _TOWN.search(item.text) is not None:
            continue  # notes below the one venue of an office: its town, its page
        given = given or not item.listed
        add_duties(duties_in(item.text, item.span.start, item.context), item.span, draft, person)


def _hosts(above: str, item: Item) -> bool:
    """Tell whether a paragraph names where the dated post above is held: "DAMTP, University of Cambridge"."""
    plain = not item.listed and not years_in(item.text) and not roles_in(item.text) and len(item.text) < 100
    return plain and "\t" in above and bool(SCHOOL.search(item.text))


def _elsewhere(section: Section, page: Page, draft: Draft, person: str, marks: Marks) -> None:
    """Add what sections on other things state without doubt: "Area Chair, Conference on Examples", "I organize X"."""
    years: tuple[str, ...] = years_in(section.title)
    heading = roles_in(section.title)
    if heading and section.heading and len(section.title) < 120:
        context = Context(years=years, listed=False)
        add_duties(
            [d for d in duties_in(section.title, section.heading.start, context) if _clear(d)],
            section.heading,
            draft,
            person,
        )
    for _, text, span in joined(section.lines, page):
        if YEARS_ONLY.match(text):
            years = years_in(text) if not text.rstrip().endswith("+") else ()
            continue
        roles = roles_in(text)
        if not roles:
            continue
        dated = re.match(r"[\s(\[]*(?:\d{1,2}[/.-])?((?:19|20)\d\d)", text)
        context = Context(
            years=(dated.group(1),) if dated else years,
            listed=False,
            marks=marks,
        )
        if SENTENCE.search(text):
            found = duties_in(text, span.start, replace(context, years=()) if not dated else context)
        elif section.kind is SectionKind.TEACHING:
            continue
        elif LEADING.match(re.sub(r"^[\d\W]*", "", text[: roles[0].start])) and len(text) < 400:
            found = duties_in(text, span.start, context)
        else:
            continue
        if section.kind is SectionKind.AWARDS and not _MIXED.search(section.title):
            # "Outstanding Reviewer, ICEX 2020" is an award
            found = [d for d in found if d.role not in {"reviewer", "program committee"}]
        believed = section.kind not in {SectionKind.ABOUT, SectionKind.EMPLOYMENT, SectionKind.SKILLS}
        add_duties([d for d in found if _clear(d, unknown=believed and len(text) < 200)], span, draft, person)


# Headings of lists that hold duties among other things: "Honours and service", "Qualifications, honours and grants".
_MIXED = re.compile(
    r"(?i)\A(?=.*(?:,|&|/|\band\b|\bet\b|\by\b|\bund\b)).*\b(?:services?|activit|responsa?b|editorial|duties|memberships?|other"
    r"|further|hono(?:u?rs?|res)\b|outreach|community|leadership|engagement)"
)


def _clear(duty: Duty, *, unknown: bool = False) -> bool:
    """Tell whether a duty that stands outside sections on service is one without doubt."""
    name = duty.venue
    told = name.known or (unknown and bool(duty.years) and name.named and " " in name.name)
    return duty.role != "other" and told


def _is_term(years: tuple[str, ...]) -> bool:
    return len(years) > 1


def add_duties(duties: list[Duty], span: Span, draft: Draft, person: str, shift: int = 0) -> None:
    """Add one claim for each role, venue and year of *duties*; *shift* is added to the places of the venues."""
    for duty in duties:
        venue = printed_venue(duty.venue.name)
        if len(venue) < 2:
            continue
        at = Span(duty.venue.start + shift, duty.venue.end + shift)
        mention = draft.mention(EntityKind.VENUE, venue, at)
        confidence = 0.6 if duty.role == "other" else 0.92 if duty.sure and duty.venue.known else 0.78
        years = duty.years
        each = duty.role in {"chair", "organizer"} and _EVENT.search(venue) and len(years) <= 4
        if duty.role not in MANY and not each and duty.venue.begun and set(duty.venue.begun) <= set(years):
            years = duty.venue.begun  # a term of office is one duty
        elif duty.role == "editor" and not duty.venue.years and _is_term(years):
            years = years[:1]  # and so are the years in the margin
        for year in years or ("",):
            draft.claim(
                Relation.SERVICE, {"person": person, "venue": mention}, span, "sections/service", confidence,
                {"role": duty.role, "year": year},
            )  # fmt: skip
