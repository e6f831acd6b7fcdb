"""Prizes, scholarships, fellowships and honours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph_builder.extract.award_degrees import honours_of_degrees
from graph_builder.extract.award_entries import is_told, told_within, unmarked
from graph_builder.extract.award_lists import (
    dated_cards,
    dated_head,
    given_by_several,
    names_one,
    parts_of,
    several,
    stands_alone,
    under_givers,
    years_over,
)
from graph_builder.extract.award_names import SCHOLAR, abbreviates, bare_award, clean_award, without_verb, words_of
from graph_builder.extract.award_notes import DESCRIBED, is_badge, notes_below, of_members
from graph_builder.extract.award_phrases import (
    CUE,
    GIVEN,
    PERSONAL,
    PLACE,
    PRIZES,
    AwardPhrase,
    is_award_line,
    names_honour,
    paper_awards,
    stated_awards,
    won_awards,
)
from graph_builder.extract.award_praise import marked, praise
from graph_builder.extract.award_tables import WHAT_FOR, is_table, table_awards
from graph_builder.extract.award_years import (
    YEAR_LINE,
    bold_above,
    heading_year,
    shows_award,
    under_one_year,
    under_years,
    year_beside,
    year_over,
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
_CONSENT = re.compile(
    r"(?:Autorizzo|I hereby|Hiermit|J['’]autorise|Autorizo)\b|.*\b(?:consent|personal data|dati personali)\b"
)
_FIRST = re.compile(r"(.{8,140}?(?:19|20)\d\d\)?)\.\s+(?=[A-Z])")
_LONGEST_NAME = 140
_DATE_ALONE = re.compile(r"\W{0,5}(?:(?:spring|summer|fall|autumn|winter)\s{1,2})?(?:19|20)\d\d\W{0,5}", re.IGNORECASE)


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
                    when = years_over(section.lines).get(line.span.start, "")
                    _award(line.text, line.span.start, draft, person, year=when, wanted=CUE if both else PRIZES)
        elif section.kind is SectionKind.PUBLICATIONS:
            for line in section.lines:
                if len(line.text) < 100 and (is_badge(line) or find_dates(line.text)) and is_award_line(line.text):
                    _award(line.text, line.span.start, draft, person, whole=True)
                    continue
                if _RECEIVED.search(line.text):  # a sentence above the list
                    _told(line.text, line.span, draft, person)
                    continue
                for phrase in (*paper_awards(line.text), *won_awards(line.text)):
                    _phrase(phrase, line.span, draft, person, "awards/papers", 0.8)
        elif section.kind is SectionKind.SERVICE:
            for line in section.lines:
                for phrase in praise(line.text):
                    _phrase(phrase, line.span, draft, person, "awards/papers", 0.75)
        elif section.kind in _LISTED and not of_members(section.title):
            _elsewhere(section, page, draft, person)


def _section(section: Section, page: Page, draft: Draft, person: str) -> None:
    lines = section.lines
    if section.inline:
        for part, at in parts_of(lines[0].text, lines[0].span.start):
            _award(part, at, draft, person)
        return
    year = heading_year(section)
    card = any(map(SURE_TITLE.search, section.path[:-1])) and names_one(section.title) and is_award_line(section.title)
    if (
        section.heading
        and not year
        and ((section.content and (CUE.search(section.title) or find_dates(section.title))) or card)
    ):
        when = year_beside(section) or year_over(section)
        _award(section.title, section.heading.start, draft, person, year=when)
        if card and all(x.kind is not BlockKind.LIST_ITEM for x in lines):
            return
        if not any(is_award_line(line.text) for line in lines):
            return
    if is_table(lines):
        for text, span, year in table_awards(lines, page.document.text):
            _award(text, span.start, draft, person, year=year)
        return
    if cards := dated_cards(lines):
        for line, when in cards:
            if CUE.search(line.text):
                _award(line.text, line.span.start, draft, person, year=when)
        return
    named = bool(year) and bold_above(lines)
    if named:
        lines = tuple(line for line in lines if line.row == 0)
    behind, givers = years_below(lines)
    entries = list(_entries(replace(section, lines=tuple(x for x in lines if x.span.start not in givers)), page))
    dated = years_above(lines) | under_one_year(lines) | behind
    vague = not (named or SURE_TITLE.search(section.title))
    again = given_by_several([text for text, _ in entries])
    over = under_years(lines, dated, year) if any(map(SURE_TITLE.search, section.path)) else frozenset()
    telling = [s.start in behind or shows_award(text, dated=not vague, over=s.start in over) for text, s in entries]
    for (text, span), tells in zip(entries, telling, strict=True):
        if (not tells and (any(telling) or vague)) or _COUNT.match(text) or _CONSENT.match(text):
            continue
        if _OFFICE.match(text) and not PRIZES.search(text):
            continue
        said = _FIRST.match(text)
        if said and CUE.search(said[1]) and not PERSONAL.search(said[1]):
            text = said[1]  # "Award for X, 2020. Awarded by the Institute for her work on Y."
        if is_told(text := dated_head(text)):
            for phrase in stated_awards(text):
                when = phrase.year or _first_year(text)
                _phrase(replace(phrase, year=when), span, draft, person, "awards/prose", 0.75)
            continue
        for part, at in several(text, span.start):
            if _DATE_ALONE.fullmatch(part):
                continue  # the second time it was given
            _award(part, at, draft, person, year=year or dated.get(span.start, ""), giver=clean_award(part)[0] in again)


def _entries(section: Section, page: Page) -> Iterator[tuple[str, Span]]:
    """Yield one award an item: rows that go on are joined, notes below an item are left out."""
    givers, given = under_givers(section.lines)
    notes = {line.span.start for line in notes_below(section.lines) if line.block not in given}
    lines = [line for line in section.lines if line.span.start not in notes and line.block not in givers]
    items = [x for x in lines if x.kind is BlockKind.LIST_ITEM]
    plain = len(lines) - len(items)
    # A year above its prizes: "2021", and in a list inside it what was given then.
    depth = min((x.level for x in items if not YEAR_LINE.fullmatch(x.text)), default=0)
    dated = under_one_year(section.lines)
    chosen = lines
    if len(items) >= max(1, plain):
        behind = [*lines[1:], None]
        chosen = [
            x for x, after in zip(lines, behind, strict=True) if x.kind is BlockKind.LIST_ITEM or stands_alone(x, after)
        ]
    current: Span | None = None
    last: Line | None = None
    text = page.document.text
    for line in chosen:
        if line.kind is BlockKind.LIST_ITEM and line.level > depth and line.block not in given:
            continue
        if current is not None and last is not None and _goes_on(current.of(text), last, line):
            current = Span(current.start, line.span.end)
        elif line.kind is BlockKind.LIST_ITEM and not line.starts_block and line.span.start not in dated:
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
    if line.block != last.block or line.row != last.row + 1 or line.kind is BlockKind.TABLE_ROW:
        return False
    if CUE.search(line.text) and not CUE.search(body) and re.match(r"\W{0,3}(?:19|20)\d\d", body) and len(body) < 90:
        # "2009 The College of Ghent", and below it "Dean's List"
        return not find_dates(line.text) and re.search(r"[A-Za-z]$", body) is not None
    if (
        re.search(r"(?:[,;]|\band|\bof|\bfor|\bthe|\bin|&|-)$", body)
        or line.text[:1].islower()
        or body.count("(") > body.count(")")
    ):
        return True
    if line.kind is BlockKind.LIST_ITEM:
        return bool(find_dates(line.text)) and len(line.text) < 30 and not find_dates(body)
    # A title that runs over two rows has its date in the second: "... for Novel Methods / and Problems (2017)".
    return len(body) > 60 and not find_dates(body) and bool(find_dates(line.text)) and not CUE.search(line.text)


def _elsewhere(section: Section, page: Page, draft: Draft, person: str) -> None:
    year = ""
    above = " / ".join(section.path[:-1])
    if section.heading and SURE_TITLE.search(above) and is_award_line(section.title):
        # "Best Teaching Award" below "Awards"
        _award(section.title, section.heading.start, draft, person, year=year_beside(section))
    notes = {line.span.start for line in notes_below(section.lines)}
    for line in section.lines:
        text = line.text
        if line.span.start in notes and DESCRIBED.search(text):
            continue
        if section.kind in _ENTRIES and not PERSONAL.search(text) and (within := told_within(text)):
            for phrase in within:
                _phrase(phrase, line.span, draft, person, "awards/entries", 0.75)
            continue
        head = _HEADED.match(text)
        if head and PRIZES.search(head[1]) and is_award_line(head[1]):
            _award(head[1], line.span.start, draft, person, year=year, whole=True)  # "Loom Award: given for ..."
            continue
        only = YEAR_LINE.match(text)
        if only:
            year = only.group(1)
        elif _MARKED.match(text) and PRIZES.search(text) and len(text) < 120 and not GIVEN.match(text):
            for phrase in marked(text):
                _phrase(phrase, line.span, draft, person, "awards/papers", 0.75)
        elif is_award_line(text) and (
            PRIZES.search(text) or year or names_honour(text) or PLACE.match(text, unmarked(text))
        ):
            _award(text, line.span.start, draft, person, year=year, whole=True)
        elif section.kind is SectionKind.EDUCATION and (below := list(honours_of_degrees(line))):
            for phrase in below:
                _phrase(phrase, line.span, draft, person, "awards/degrees", 0.75)
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
                dated = AwardPhrase(phrase.name, phrase.start, phrase.end, phrase.year or _first_year(text))
                _phrase(dated, line.span, draft, person, "awards/prose", 0.75)
        elif section.kind in {SectionKind.ABOUT, SectionKind.OTHER, SectionKind.EDUCATION} and len(text) < 200:
            for phrase in paper_awards(text):
                _phrase(phrase, line.span, draft, person, "awards/papers", 0.75)


_ENTRIES = frozenset({SectionKind.EDUCATION, SectionKind.PROJECTS, SectionKind.OTHER})
_HEADED = re.compile(r"([^:]{8,100}):\s+(?=\S+\s\S)")
_RECEIVED = re.compile(r"\bI\s(?:(?:have|was|also|am)\s){0,3}(?:received|won|awarded|honou?red|named)\s")


def _told(text: str, span: Span, draft: Draft, person: str) -> None:
    """Add the awards that running text states, each with its sentence."""
    for start, end in _sentences(text):
        for phrase in stated_awards(text[start:end]):
            at = span.start + start
            shifted = AwardPhrase(phrase.name, phrase.start, phrase.end, phrase.year or _first_year(text))
            _phrase(shifted, Span(at, at + end - start), draft, person, "awards/prose", 0.75)


def _first_year(text: str) -> str:
    """Return the year that a news item begins with."""
    return next((d.year for d in find_dates(text[:24])), "")


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


_KIND = re.compile(
    r"(?:[A-Z]\w+\s){0,2}(?:Awards|Honou?rs|Scholarships|Prizes|Medals|Grants|Fellowships)(?:\s(?:and|&)\s[A-Z]\w+)?"
)
_TALK = re.compile(
    r"(?i)(?:(?:invited|oral|poster|keynote|plenary|conference)\s)*(?:talks?|presentations?|posters?|keynotes?|lectures?|orals?)"
)
_PATENT = re.compile(r"(?:[A-Za-z]{2,12}\s){0,2}[Pp]atents?\s(?:[Nn]o\b|[A-Z]{2}\s?\d|\d)")  # "CN Patent CN1147"


_BRACKETED = re.compile(r"\(([^()]{8,100})\)")


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
    if not any(c.isalpha() for c in text) or len(text) > 500 or (WHAT_FOR.match(text) and not find_dates(text)):
        return
    inner = _BRACKETED.search(text) if whole and not PRIZES.search(_BRACKETED.sub("", text)) else None
    if inner is not None and PRIZES.search(inner[1]):  # "PhD in Looms (Example Scholarship)"
        year = year or next((d.year for d in find_dates(text)), "")
        text, start = inner[1], start + inner.start(1)
    if whole:
        name, own = bare_award(text), next((d.year for d in find_dates(text)), "")
    else:
        name, own = clean_award(text, giver=giver)
    name = without_verb(name)
    if re.search(r"\s(?:the|an?|of|in|for|by)$", name) and len(name.split()) < 5:
        return  # "passed the 2026 review"
    if not (own or year) and _KIND.fullmatch(name):
        return  # a heading inside the list: "Competition Awards"
    if len(name) < 4 or _PATENT.match(name) or _TALK.fullmatch(name) or (wanted is not CUE and not wanted.search(name)):
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
