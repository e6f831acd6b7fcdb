"""Reviewing, programme committees, chairing, editing and organising."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.draft import Draft
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.labels.duties import labelled_duties
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.extract.service_cards import cards_on_service
from graph_builder.extract.service_duty import MANY, SCHOOL, Context, Duty
from graph_builder.extract.service_lines import LEADING, begins_with_role, duties_in, roles_alone
from graph_builder.extract.service_names import is_venue, printed_venue, reads_as_name
from graph_builder.extract.service_pieces import Marks
from graph_builder.extract.service_roles import roles_in, title_role
from graph_builder.extract.service_rows import Body, joined
from graph_builder.extract.service_sentences import SENTENCE
from graph_builder.extract.service_venues import may_be_several, venue_list
from graph_builder.extract.service_walk import (
    Item,
    is_people,
    lists_under_roles,
    told_roles,
    walk,
)
from graph_builder.extract.service_years import YEARS_ONLY, years_in
from graph_builder.model import EntityKind, Mark, MarkKind, Relation, Span

_TITLED = frozenset({"program committee", "editor", "reviewer", "area chair"})
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
    rests = _rests(page)
    served = False
    before: Section | None = None
    told: tuple[str, ...] = ()
    sections, carded, card_lines = cards_on_service(page.sections)
    for duty, span in carded:
        add_duties([duty], span, draft, person)
    for at, section in enumerate(sections):
        if section.inline and section.heading and section.heading.start in rests:
            section = replace(section, lines=(*section.lines, *rests[section.heading.start]))
        elif not section.inline:
            gone = {line.span.start for lines in rests.values() for line in lines}
            section = replace(section, lines=tuple(x for x in section.lines if x.span.start not in gone))
        titled = section.kind in {SectionKind.OTHER, SectionKind.TOPICS} and _is_titled(section.title)
        titled = titled or (section.kind is SectionKind.EMPLOYMENT and title_role(section.title) == "program committee")
        if _goes_on_with(section, before):
            titled, told = True, (title_role(before.title) or "",) if before else ()
        elif section.kind is SectionKind.PUBLICATIONS and served and told and _VENUES.fullmatch(section.title):
            titled = True
        before = section
        titled = titled or (section.kind is SectionKind.PUBLICATIONS and served and _of_venues(section))
        titled = titled or _of_roles(section)
        served = section.kind is SectionKind.SERVICE or titled
        if section.kind is SectionKind.SERVICE and not section.lines and section.content:
            _venue_in_heading(section, tuple(sections[at + 1 : at + 2]), draft, person)
        if section.kind is SectionKind.SERVICE or (titled and not section.inline):
            told = told_roles(section) or (told if _below(section) else ())
            _section(section, page, draft, person, marks, told)
        elif section.kind in _ELSEWHERE or (section.kind is SectionKind.EDUCATION and _MIXED.search(section.title)):
            for under in lists_under_roles(section):
                _section(under, page, draft, person, marks, ())
            _elsewhere(section, page, draft, person, marks)
    labelled_duties(page, draft, person, card_lines)


def _is_titled(title: str) -> bool:
    """Tell whether a heading of another kind names a role, and is no paper's title: "Loom Models in Use: A Review"."""
    return title_role(title) in _TITLED and (len(title.split()) <= 5 or classify_heading(title)[2] >= 0.4)


_VENUES = re.compile(r"(?:journals?|conferences?|workshops?|and|&|,|/|\s)+", re.IGNORECASE)


def _of_venues(section: Section) -> bool:
    """Tell whether a section titled "Journals" behind one on service goes on with it: its lines begin with roles."""
    if not _VENUES.fullmatch(section.title):
        return False
    return sum(bool(roles_in(line.text[:60])) for line in section.lines) * 2 > len(section.lines)


_UNDER_PAPERS = frozenset({SectionKind.PUBLICATIONS, SectionKind.TALKS, SectionKind.OTHER})


def _of_roles(section: Section) -> bool:
    """Tell whether a section titled "Conference activities" is on service: most of its lines begin with a role."""
    if section.kind not in _UNDER_PAPERS or section.inline or len(section.lines) < _FEW:
        return False
    begun = []
    for line in section.lines:
        if len(line.text) < _LONG and begins_with_role(line.text):
            first = roles_in(line.text[:80])[0]
            if _GOVERNS.match(line.text, first.end):
                begun.append(first.role)
    return 3 * len(begun) > 2 * len(section.lines) and bool({*MANY, "chair", "organizer"}.intersection(begun))


_FEW, _LONG = 2, 250
_GOVERNS = re.compile(r"(?:\s(?:member|chair))?(?:\s?[,:;(\t]|\s[–—-]\s|\s(?:of|for|at)\s|\s?$)")
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


def _rests(page: Page) -> dict[int, list[Line]]:
    """Return the rows that go on with a labelled line, by the place of its label."""
    at = {line.span.start: index for index, line in enumerate(page.lines)}
    by_row = {(line.block, line.row): line for line in page.lines}
    labels = {s.heading.start for s in page.sections if s.heading}
    rests: dict[int, list[Line]] = {}
    for section in page.of_kind(SectionKind.SERVICE):
        if not section.inline or section.heading is None or section.heading.start not in at:
            continue
        line = page.lines[at[section.heading.start]]
        while (following := by_row.get((line.block, line.row + 1))) is not None:
            if following.span.start in labels or not Body(line.text).goes_on(line, following):
                break
            rests.setdefault(section.heading.start, []).append(following)
            line = following
    return rests


def _goes_on_with(section: Section, before: Section | None) -> bool:
    """Tell whether "Journals" stands right below a heading such as "Ad hoc reviewer" that has no lines of its own."""
    if before is None or before.lines or before.kind is not SectionKind.SERVICE or not title_role(before.title):
        return False
    return section.kind is SectionKind.PUBLICATIONS and bool(_VENUES.fullmatch(section.title))


def _below(section: Section) -> bool:
    """Tell whether a section is a part of what a sentence above it speaks of: its title is a year or "Journals"."""
    return not re.search(r"[^\W\d]", section.title) or bool(_VENUES.fullmatch(section.title))


_TOWN = re.compile(r"^[^,]{3,60},\s[A-Z][\w-]+(?:,\s[A-Z][\w-]+)?(?:\s\([^()]*\))?$")


def _section(section: Section, page: Page, draft: Draft, person: str, marks: Marks, told: tuple[str, ...]) -> None:
    if _from_heading(section, page, draft, person):
        return
    held = title_role(section.title) not in {None, *MANY}
    given = False
    named: int = -1  # the block whose venue was read last
    above = ""
    for item in walk(section, page, marks, told):
        hosts, above = _hosts(above, item), item.text
        if hosts:
            continue
        if held and not years_in(item.text) and not roles_in(item.text):
            town = given and not item.listed and _TOWN.search(item.text) is not None
            if town or (item.listed and named == item.block):
                continue  # notes below the one venue of an office: its town, its page
        given, named = given or not item.listed, item.block
        add_duties(duties_in(item.text, item.span.start, item.context), item.span, draft, person)


def _hosts(above: str, item: Item) -> bool:
    """Tell whether a paragraph names where the dated post above is held: "DAMTP, University of Cambridge"."""
    plain = not item.listed and not years_in(item.text) and not roles_in(item.text) and len(item.text) < 100
    return plain and "\t" in above and bool(years_in(above) and SCHOOL.search(item.text))


def _from_heading(section: Section, page: Page, draft: Draft, person: str) -> bool:
    """Add the duty that a heading itself states: "Workshop Organizer — ICEX Workshop 2026"; tell whether it does."""
    roles = roles_in(section.title)
    if section.inline or not roles or roles_alone(section.title, roles):
        return False
    duties = [
        d
        for d in duties_in(section.title, 0, Context(years=years_in(section.title)))
        if d.venue.known
        and d.role != "other"
        and (d.years or is_venue(d.venue.name) or re.search(r"\s[–—]\s", section.title))
    ]
    span = section.heading or _place(section, page)
    if not duties or span is None:
        return False
    add_duties(duties, span, draft, person, shift=span.start)
    return not any(roles_in(line.text) and not is_people(line.text) for line in section.lines)


def _venue_in_heading(section: Section, below: tuple[Section, ...], draft: Draft, person: str) -> None:
    """Add the duty of a heading that names a venue and has its role below or above it: "Loom Letters", "Reviewer"."""
    title = section.title
    if section.heading is None or roles_in(title) or not (is_venue(title) or reads_as_name(title)):
        return
    told = below[0].title if below and not below[0].lines and below[0].path[:-1] == section.path else ""
    roles = roles_alone(told, roles_in(told))
    if not roles and len(section.path) > 1 and is_venue(title):
        above = section.path[-2]
        roles = roles_alone(above, roles_in(above))
    found = venue_list(title, section.heading.start, itemised=True)
    add_duties(
        [Duty(r, v, v.years, v.known) for r in roles for v in found[:1] if r != "other"], section.heading, draft, person
    )


def _place(section: Section, page: Page) -> Span | None:
    end = section.lines[0].span.start if section.lines else len(page.document.text)
    at = page.document.text.rfind(section.title, 0, end)
    return Span(at, at + len(section.title)) if at >= 0 else None


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
        if not roles or len(text) > 3000:
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
        if section.kind is SectionKind.AWARDS and not (_MIXED.search(section.title) and _begins(text, roles[0].start)):
            # "Outstanding Reviewer, ICEX 2020" is an award
            found = [d for d in found if d.role not in {"reviewer", "program committee"}]
        believed = section.kind not in {SectionKind.ABOUT, SectionKind.EMPLOYMENT, SectionKind.SKILLS}
        add_duties([d for d in found if _clear(d, unknown=believed and len(text) < 200)], span, draft, person)


# Headings of lists that hold duties among other things: "Honours and service", "Qualifications, honours and grants".
_MIXED = re.compile(
    r"(?i)\A(?=.*(?:,|&|/|\band\b|\bet\b|\by\b|\bund\b)).*\b(?:services?|activit|responsa?b|editorial|duties|memberships?|other"
    r"|further|hono(?:u?rs?|res)\b|outreach|community|leadership|engagement)"
)


def _begins(text: str, place: int) -> bool:
    """Tell whether what stands at *place* begins a text, behind its date at most."""
    return not re.search(r"[^\W\d]", text[:place])


def _clear(duty: Duty, *, unknown: bool = False) -> bool:
    """Tell whether a duty that stands outside sections on service is one without doubt."""
    name = duty.venue
    told = name.known or (unknown and bool(duty.years) and name.named and " " in name.name)
    return duty.role != "other" and told and not SCHOOL.search(name.name)


def _is_term(years: tuple[str, ...]) -> bool:
    return len(years) > 1 and all(int(later) == int(year) + 1 for year, later in pairwise(years))


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
