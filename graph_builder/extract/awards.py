"""Prizes, scholarships, fellowships and honours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph_builder.extract.award_lists import (
    given_by_several,
    names_one,
    several,
    under_givers,
)
from graph_builder.extract.award_names import SCHOLAR, abbreviates, bare_award, clean_award, without_verb, words_of
from graph_builder.extract.award_notes import notes_below, of_members
from graph_builder.extract.award_phrases import (
    CUE,
    GIVEN,
    PERSONAL,
    PLACE,
    PRIZES,
    AwardPhrase,
    is_award_line,
    paper_awards,
    stated_awards,
    won_awards,
)
from graph_builder.extract.award_tables import WHAT_FOR, is_table, table_awards
from graph_builder.extract.award_years import (
    YEAR_LINE,
    shows_award,
    under_years,
    years_above,
    years_below,
)
from graph_builder.extract.dates import find_dates
from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.model import BlockKind, Relation, Span

_LISTED = {
    SectionKind.ABOUT, SectionKind.OTHER, SectionKind.NEWS, SectionKind.EDUCATION, SectionKind.TEACHING,
    SectionKind.TOPICS,
    SectionKind.EMPLOYMENT, SectionKind.SKILLS, SectionKind.PROJECTS,
}  # fmt: skip
_MARKED = re.compile(r"^[^\w\s\"“'(\[]")
SURE_TITLE = re.compile(
    r"award|hono|prize|scholarship|fellowship|distinction|medal|奖|荣誉|賞|表彰|수상|prix|preis|premi|auszeich|beca|bourse|prêmio",
    re.IGNORECASE,
)
# "4 scientific prizes" counts awards and names none.
_COUNT = re.compile(
    r"^\W*(?:\d+|(?i:two|three|four|five|six|seven|several|many|multiple))\s+(?:[a-z/-]+\s+){0,3}[a-z/-]+s\b(?!\s+[A-Z])"
)
# Offices and duties that stand among "awards and activities" are none.
_OFFICE = re.compile(
    r"^\W*(?:(?:(?:19|20)\d\d[\d\s–—:,-]*)?(?:(?:lead|local|head|co|vice|deputy|student|graduate|founding|founder|board)[\s-]+(?:and\s+)?){0,3}"
    r"(?:organi[sz]ers?|presidents?|chair(?:person|man|woman)?|secretary|treasurer|representative|coordinator|volunteer|editor"
    r"|founder|captain|(?:pc|program(?:me)?\scommittee|editorial\sboard)\smember|member\sof\sthe\s(?:program|editorial))\b(?!['’])|[A-Z][\w&\s-]{1,60}\bCommittee(?:\s*,|\s*\(|\s+(?:19|20)\d\d|$))",
    re.IGNORECASE,
)
_LONGEST_NAME = 140


def awards(page: Page, draft: Draft, person: str) -> None:
    """Add the awards that sections on awards list, and those that other sections state."""
    for section in page.of_kind(SectionKind.AWARDS):
        _section(section, page, draft, person)
    for section in page.sections:
        if section.kind is SectionKind.GRANTS:
            below = any(SURE_TITLE.search(title) for title in section.path[:-1])  # "Grants", under "Awards"
            both = below or SURE_TITLE.search(section.title) is not None
            for line in section.lines:
                if (
                    len(line.text) < 250
                    and not PERSONAL.search(line.text)
                    and not _COUNT.match(line.text)
                    and (
                        PRIZES.search(line.text[:120])
                        or (both and SCHOLAR.search(line.text[:120]))
                        or (below and CUE.search(line.text[:120]))
                    )
                    and not re.search(r"\b(?:co-?)?PIs?\b|investigator", line.text)
                ):
                    _award(line.text, line.span.start, draft, person, wanted=CUE if both else PRIZES)
        elif section.kind is SectionKind.PUBLICATIONS:
            for line in section.lines:
                if len(line.text) < 100 and find_dates(line.text) and is_award_line(line.text):
                    _award(line.text, line.span.start, draft, person, whole=True)
                    continue
                for phrase in (*paper_awards(line.text), *won_awards(line.text)):
                    _phrase(phrase, line.span, draft, person, "awards/papers", 0.8)
        elif section.kind in _LISTED and not of_members(section.title):
            _elsewhere(section, page, draft, person)


def _section(section: Section, page: Page, draft: Draft, person: str) -> None:
    lines = section.lines
    if section.inline:
        return
    card = any(map(SURE_TITLE.search, section.path[:-1])) and names_one(section.title)
    if section.heading and ((section.content and CUE.search(section.title)) or card):
        _award(section.title, section.heading.start, draft, person)
        if card and all(x.kind is not BlockKind.LIST_ITEM for x in lines):
            return
        if not any(is_award_line(line.text) for line in lines):
            return
    if is_table(lines):
        for text, span, year in table_awards(lines, page.document.text):
            _award(text, span.start, draft, person, year=year)
        return
    behind, givers = years_below(lines)
    entries = list(_entries(replace(section, lines=tuple(x for x in lines if x.span.start not in givers)), page))
    dated = years_above(lines) | behind
    vague = not SURE_TITLE.search(section.title)
    again = given_by_several([text for text, _ in entries])
    over = under_years(lines, dated) if any(map(SURE_TITLE.search, section.path)) else frozenset()
    telling = [s.start in behind or shows_award(text, dated=not vague, over=s.start in over) for text, s in entries]
    for (text, span), tells in zip(entries, telling, strict=True):
        if (not tells and (any(telling) or vague)) or _COUNT.match(text) or _OFFICE.match(text):
            continue
        for part, at in several(text, span.start):
            _award(part, at, draft, person, year=dated.get(span.start, ""), giver=clean_award(part)[0] in again)


def _entries(section: Section, page: Page) -> Iterator[tuple[str, Span]]:
    """Yield one award an item: rows that go on are joined, notes below an item are left out."""
    givers, _given = under_givers(section.lines)
    notes = {line.span.start for line in notes_below(section.lines)}
    lines = [line for line in section.lines if line.span.start not in notes and line.block not in givers]
    items = [x for x in lines if x.kind is BlockKind.LIST_ITEM]
    plain = len(lines) - len(items)
    # A year above its prizes: "2021", and in a list inside it what was given then.
    depth = min((x.level for x in items), default=0)
    chosen = lines
    if len(items) >= max(1, plain):
        behind = [*lines[1:], None]
        chosen = [x for x, after in zip(lines, behind, strict=True) if x.kind is BlockKind.LIST_ITEM]
    current: Span | None = None
    last: Line | None = None
    text = page.document.text
    for line in chosen:
        if line.kind is BlockKind.LIST_ITEM and line.level > depth:
            continue
        if current is not None and last is not None and _goes_on(current.of(text), last, line):
            current = Span(current.start, line.span.end)
        elif line.kind is BlockKind.LIST_ITEM and not line.starts_block:
            continue
        else:
            if current is not None:
                yield current.of(text).replace("\n", " "), current
            current = line.span
        last = line
    if current is not None:
        yield current.of(text).replace("\n", " "), current


def _goes_on(body: str, last: Line, line: Line) -> bool:
    """Tell whether a row goes on with the award of the row before it."""
    if line.block != last.block or line.row != last.row + 1:
        return False
    if re.search(r"(?:[,;]|\band|\bof|\bfor|\bthe|\bin|&|-)$", body) or line.text[:1].islower():
        return True
    if line.kind is BlockKind.LIST_ITEM:
        return bool(find_dates(line.text)) and len(line.text) < 30
    # A title that runs over two rows has its date in the second: "... for Novel Methods / and Problems (2017)".
    return len(body) > 60 and not find_dates(body) and bool(find_dates(line.text))


def _elsewhere(section: Section, page: Page, draft: Draft, person: str) -> None:
    year = ""
    for line in section.lines:
        text = line.text
        only = YEAR_LINE.match(text)
        if only:
            year = only.group(1)
        elif _MARKED.match(text) and PRIZES.search(text) and len(text) < 120:
            continue
        elif is_award_line(text) and (PRIZES.search(text) or year or PLACE.match(text)):
            _award(text, line.span.start, draft, person, year=year, whole=True)
        elif (
            len(text) <= 4000
            and section.kind is not SectionKind.EMPLOYMENT
            and (PERSONAL.search(text) or _named(text, page))
        ):
            _told(text, line.span, draft, person)
        elif (
            (line.kind is BlockKind.LIST_ITEM or section.kind is SectionKind.NEWS)
            and len(text) < 200
            and (given := GIVEN.match(text))
        ):
            said = text[given.start("said") :]
            for phrase in list(won_awards(said)) or stated_awards(said):
                _phrase(phrase, line.span, draft, person, "awards/prose", 0.75)


def _told(text: str, span: Span, draft: Draft, person: str) -> None:
    """Add the awards that running text states, each with its sentence."""
    for start, end in _sentences(text):
        for phrase in stated_awards(text[start:end]):
            at = span.start + start
            shifted = AwardPhrase(phrase.name, phrase.start, phrase.end, phrase.year)
            _phrase(shifted, Span(at, at + end - start), draft, person, "awards/prose", 0.75)


def _named(text: str, page: Page) -> bool:
    return any(name and name.split()[0] in text for name in page.subject_names)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in re.finditer(r"(?<=[\w)’'\"”][\w)’'\"”])[.!?](?=\s+[A-Z(])|\n", text):
        yield at, match.end()
        at = match.end()
    yield at, len(text)


def _stated(name: str, year: str, draft: Draft) -> bool:
    """Tell whether another line of the document already names the award, in more words or in fewer."""
    words = words_of(name)
    for claim in draft.of(Relation.AWARD):
        other, when = words_of(claim.values.get("award", "")), claim.values.get("year", "")
        whole = claim.values.get("award", "").casefold()
        if {w for w in words if not abbreviates(w, whole)} <= other and (not year or not when or year == when):
            return True
        if other < words and (year == when or not year):
            return True
        if other < words and not when and len(other) > 2:
            draft.drop(claim)
    return False


def _phrase(phrase: AwardPhrase, span: Span, draft: Draft, person: str, rule: str, confidence: float) -> None:
    name = without_verb(phrase.name)
    if name and not _stated(name, phrase.year, draft):
        values = {"award": name, "year": phrase.year}
        draft.claim(Relation.AWARD, {"person": person}, span, rule, confidence, values)


def _award(
    text: str,
    start: int,
    draft: Draft,
    person: str,
    *,
    year: str = "",
    whole: bool = False,
    giver: bool = False,
    wanted: re.Pattern[str] = CUE,
) -> None:
    if not any(c.isalpha() for c in text) or WHAT_FOR.match(text):
        return
    if whole:
        name, own = bare_award(text), next((d.year for d in find_dates(text)), "")
    else:
        name, own = clean_award(text, giver=giver)
    name = without_verb(name)
    if len(name) < 4 or (wanted is not CUE and not wanted.search(name)):
        return
    if whole and _stated(name, own or year, draft):
        return
    if len(name) > _LONGEST_NAME:  # a sentence on what was awarded
        for phrase in stated_awards(text):
            _phrase(phrase, Span(start, start + len(text)), draft, person, "awards/prose", 0.75)
        return
    at = start + max(0, text.find(name[:20]))
    span = Span(start, start + len(text)) if len(text) < 300 else Span(at, at + len(name))
    confidence = 0.9 if CUE.search(name) else 0.6
    draft.claim(
        Relation.AWARD, {"person": person}, span, "sections/awards", confidence, {"award": name, "year": own or year}
    )
