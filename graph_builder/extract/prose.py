"""Degrees and positions stated in running text: "I am a researcher at X", "I received my PhD from Y in 2014"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from graph_builder.extract.dates import PRESENT, DateRange, find_dates
from graph_builder.extract.draft import Draft
from graph_builder.extract.fields import Field, FieldKind, analyze
from graph_builder.extract.house_links import with_same
from graph_builder.extract.houses import houses
from graph_builder.extract.lexicon import ORGANIZATION
from graph_builder.extract.lines_of_the_east import facts_of_the_east, unread_lines
from graph_builder.extract.page import Line, Page, SectionKind
from graph_builder.extract.prose_apart import dated_apart, ended_in_news
from graph_builder.extract.prose_beside import house_beside, lists_posts
from graph_builder.extract.prose_dates import (
    RESPECTIVELY,
    begun_there,
    clause_of,
    date_of,
    education_dates,
    job_dates,
    just_begun,
    own_date,
    respective,
)
from graph_builder.extract.prose_facts import Fact, claim_fact, completed, field_of, listed_already, merged
from graph_builder.extract.prose_han import facts_in_chinese
from graph_builder.extract.prose_places import (
    FURTHEST,
    clause_end,
    clause_start,
    is_bracketed,
    places_of,
    real_verb,
    role_behind,
    until_house,
)
from graph_builder.extract.prose_subtitle import CONTACT, subtitle
from graph_builder.extract.prose_twofold import twofold
from graph_builder.extract.section_repairs import is_date_alone
from graph_builder.extract.sentences import flat, paragraphs, sentences
from graph_builder.extract.titles import Piece, titles
from graph_builder.model import BlockKind, Relation, Span

_SKIP = frozenset({
    SectionKind.PUBLICATIONS, SectionKind.NEWS, SectionKind.AWARDS, SectionKind.SERVICE, SectionKind.TALKS,
    SectionKind.TEACHING, SectionKind.STUDENTS, SectionKind.GRANTS, SectionKind.REFEREES, SectionKind.PATENTS,
})  # fmt: skip
_PERSONAL = re.compile(
    r"\b(?:I|I['’]m|[Mm]y|[Hh]e|[Ss]he|[Hh]is|[Hh]er|They|Currently|Previously|Prior\s+to|Before\s+that|"
    r"[Jj]e|[Mm]es|[Ii]ch|[Mm]eine?|[Ss]oy|[Ss]ou|[Ss]ono|[Oo]btuve|[Rr]ecib[íi]|[Mm]is?|[Cc]uento\s+con|[Tt]rabaj[éo]|[Oo]btive|"
    r"[Mm]eu|[Mm]inha|[Hh]o\s+(?:conseguito|ottenuto|lavorato|svolto)|[Mm]io|[Mm]ia)\b|\b[Jj]['’](?:ai|étais|enseigne)\b"
)
_FIRST = re.compile(
    r"\b(?:I|I['’]m|[Mm]y|[Hh]e|[Ss]he|[Ss]oy|[Oo]btuve|[Oo]btive|[Ss]ono|[Hh]o\s+(?:conseguito|ottenuto)|[Jj]e|[Ii]ch)\b|\b[Jj]['’]ai\b"
)
_PAST = re.compile(
    r"\b(?:was|were|worked|interned|spent|stints?|previously|before|prior|earlier|former(?:ly)?|until|held|did|past|visited|taught|used\s+to|"
    r"served|completed|finished|began|led|managed|performed|conducted|carried|stayed|undertook|after\s+\w{1,12}\s+(?:years?|months?)\s+(?:at|in|with)|ex|experience\s+(?:as|at|with)|effectué|étais|travaillé|auparavant|précédemment|zuvor|früher"
    r"|arbeitete|anteriormente|trabajé|fui|precedentemente)\b",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:currently|now|presently|am|is|['’]m)\b", re.IGNORECASE)
_EARNED = re.compile(
    r"\b(?:received|obtained|earned|completed|got|hold|holds|finished|graduated|did|defended|awarded|studied|have|has|with)\b",
    re.IGNORECASE,
)
_STUDENT = re.compile(
    r"\b(?:student|candidate|pursuing|studying|working\s+towards?|(?:ph\.?\s?d\.?|d\.?phil\.?|doctoral)\s(?:research\s)?(?:fellow|researcher))\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"(?:(?<=[:.!\])–—|-]\s)|(?<=\d\s)|^|\bI(?:['’](?:m|ve|ll))?\s+(?:(?:have|will|am|be|officially|just|recently|also)\s+){0,3})(?:joined|joining|join|"
    r"(?:now\s+)?work(?:ing)?(?=\s+as\b)|start(?:ed|ing)?|began|complet(?:ed|ing)|finish(?:ed|ing)|(?:will\s+be\s+)?(?:joining|interning|starting)|intern(?:ed)?|am\s+now(?=\s+(?:an?|the)\b)|became|appointed|promoted\s+to)\b",
    re.IGNORECASE,
)
_STILL = re.compile(r"\bnow\b", re.IGNORECASE)
_AS_INTERN = re.compile(r"\bas\s(?:an?\s)?((?:[A-Z][\w-]{1,20}\s){1,4}Intern)\b")
_COMING = re.compile(
    r"^\W{0,5}(?:[\w’']{1,20}\s){0,8}I\s(?:will\s(?:be\s)?join|(?:have\s)?joined|am\sjoining)", re.IGNORECASE
)
_BEGUN = re.compile(r"(?:I\s+)?(?:have\s+)?(?:joined|started|began|joining|starting)\b", re.IGNORECASE)
# Sentences on others: "My wife graduated from X".
_KIN = re.compile(
    r"\W{0,9}My\s+(?:\w+\s)?(?:wife|husband|spouse|father|mother|parents|brother|sister|son|daughter|children|family|grand\w+|uncle|aunt)\b",
    re.IGNORECASE,
)
# "I am looking for motivated PhD students to join me at X": what others may become.
_SOUGHT = re.compile(
    r"\b(?:look(?:ing)?\s+for|seek(?:ing)?|recruit(?:ing|s)?|hiring|welcom(?:e|ing)|inviting|openings?\s+for|positions?\s+for)\s(?:[\w,/-]+\s){0,6}?"
    r"(?:students|interns|postdocs|candidates|applicants|applications|researchers|collaborators|inquiries|enquiries)\b",
    re.IGNORECASE,
)
_CHINESE = re.compile(r"[一-鿿]{6}")
_MOST_LINES = 80
_LONGEST = 1500
_HEADER, _SHORT = 12, 90


def prose(page: Page, draft: Draft, person: str) -> None:
    """Add degrees and positions that the running text states and no list has."""
    facts: list[Fact] = []
    for text, start in _statements(page):
        facts.extend(twofold(text, list(_facts(text, start, page, [f.house.text for f in facts]))))
    facts.extend((*_in_chinese(page), *unread_lines(facts_of_the_east(page), draft)))
    facts.extend(_news(page))
    facts.extend(_header(page))
    told = ended_in_news(merged(facts), (x.text for s in page.of_kind(SectionKind.NEWS) for x in s.lines[:_MOST_LINES]))
    for found in dated_apart(told, (text for text, _ in _statements(page)), page.document.text):
        fact = completed(found, draft)
        if not listed_already(fact, draft):
            claim_fact(fact, draft, person)


def _in_chinese(page: Page) -> Iterator[Fact]:
    """Yield what sentences in Chinese tell, outside the lists of degrees and jobs."""
    text = page.document.text
    for section in page.sections:
        if section.kind in {SectionKind.ABOUT, SectionKind.OTHER, SectionKind.TOPICS} and not section.inline:
            for line in section.lines[:_MOST_LINES]:
                if _CHINESE.search(line.text):
                    yield from facts_in_chinese(line.span.of(text), line.span.start)


def _statements(page: Page) -> Iterator[tuple[str, int]]:
    """Yield the sentences that speak of the subject, with their places."""
    text = flat(page.document.text)
    top = {line.span.start for line in _top(page.lines)} | {span.start for span in page.told}
    for section in page.sections:
        if section.kind in _SKIP or (section.inline and section.span not in page.told):
            continue
        listed = section.kind in {SectionKind.EDUCATION, SectionKind.EMPLOYMENT}
        for line, span in paragraphs(section.lines[:_MOST_LINES], page.wrapped):
            body = span.of(text)
            if len(body) < 20 or not (_personal(body, page, listed=listed) or (not listed and line.span.start in top)):
                continue
            for begin, end in sentences(body):
                if end - begin > _LONGEST or _KIN.match(body, begin) or _SOUGHT.search(body, begin, end):
                    continue
                later = _EARLIER.search(body, begin, end)
                for first, last in ((begin, later.start()), (later.start(), end)) if later else ((begin, end),):
                    yield body[first:last], span.start + first


def _top(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the first lines of a page, and the other items of the list that they end in."""
    for at, line in enumerate(lines[:20]):
        last = lines[at - 1]
        if at >= 6 and not (line.kind is last.kind is BlockKind.LIST_ITEM and line.level == last.level):
            break
        yield line


# "She joined the department in 2011 | after a postdoc at X": the year is that of the post named first.
_EARLIER = re.compile(
    r"(?<=[^\d]\d{4})(?=,?\s{1,2}(?:after|following)\s(?:(?:an?|his|her|my|the|several|two|three|working|serving|holding|completing|finishing|doing)\s)?"
    r"(?:as\s)?(?:an?\s)?(?:[\w-]{3,20}\s){0,2}(?:post-?doc\w*|positions?|posts|appointments?|[a-z]{4,20}ships?"
    r"|lecturer|researcher|scientist|professor)\b)"
)


def _personal(text: str, page: Page, *, listed: bool) -> bool:
    if listed:
        return bool(_FIRST.search(text))
    return bool(_PERSONAL.search(text)) or any(n and n in text for n in page.subject_names) or _by_part(text, page)


def _by_part(text: str, page: Page) -> bool:
    """Tell whether a text speaks of the subject by the given name, or by the family name behind a title."""
    words = page.subject_names[0].split() if page.subject_names else []
    if len(words) < 2:
        return False
    given, family = re.escape(words[0]), re.escape(words[-1])
    called = rf"(?<!\w)(?:{given}|(?:Dr|Prof|Professor|Mr|Ms|Mrs)\.?\s+{family})(?=\s+[a-z]|['’]s\s)"
    return len(words[0]) > 2 and re.search(called, text) is not None


def _facts(text: str, start: int, page: Page, before: Sequence[str] = ()) -> Iterator[Fact]:
    if not (named := titles(text)):
        return
    whole = [s for s in page.wrapped if start <= s.start and s.end <= start + len(text)]
    known = [s for s in page.organizations if not any(s.start < w.end and w.start < s.end for w in whole)]
    begin = bisect_left(page.links, Span(start, start))
    inside = page.links[begin : bisect_left(page.links, Span(start + len(text), 0))]
    there = houses(text, start, sorted([*known, *whole]), inside)
    there = [p for p in there if not _BOUGHT.search(text, 0, p.start)]
    places = with_same(text, [_of_one_line(p, start, whole, page) for p in there], before)
    named = [until_house(text, title, places) for title in named]
    dates = find_dates(text)
    late = bool(dates) and dates[0].span.start > named[0].start
    span = Span(start, start + len(text))
    shares = respective(text, named, places, dates)
    for index, title in enumerate(named):
        if index in shares:
            fact = _fact(text, clause_start(index, named, places), title, *shares[index])
            yield replace(fact, span=span, at=start)
            continue
        held = [p for p in places if not title.verb and is_bracketed(text, p, title)]
        found = held or places_of(text, index, named, places, dates)
        if not found:
            continue
        begin = clause_start(index, named, places)
        stop = clause_end(text, index, named, places)
        if title.verb and not title.value and not real_verb(text, title, found[0], dates):
            continue
        date = date_of(text, dates, title, found[-1], (begin, stop), late=late)
        each = dates if len(found) == len(dates) > 1 and RESPECTIVELY.search(text, found[-1].end) else ()
        for at, place in enumerate(found):
            own = each[at] if each else own_date(text, dates, place, listed=len(found) > 1)
            fact = _fact(text, begin, title, place, own or date)
            since = begun_there(text, dates, place) if fact.end == PRESENT and not fact.start else None
            yield replace(fact, span=span, at=start, start=since.start or None if since else fact.start)


# "until its acquisition by X", "a startup backed by Y": no employers of the subject
_BOUGHT = re.compile(r"\b(?:acqui(?:red|sition)|bought|purchased|backed|merged)\s(?:by|with|into)\s(?:the\s)?$")


def _of_one_line(place: Piece, start: int, wrapped: list[Span], page: Page) -> Piece:
    """Return an organisation without what stands in the line above it, which its author broke."""
    printed = page.document.text[start + place.start : start + place.end]
    cut = printed.rfind("\n") + 1
    below = printed[cut:]
    if not cut or any(w.start <= start + place.start and start + place.end <= w.end for w in wrapped):
        return place
    return Piece(place.start + cut, place.end, below) if ORGANIZATION.search(below) else place


_MOST_NAMED = 50  # sections under the subject's name


def _header(page: Page) -> Iterator[Fact]:
    """Yield the positions below the name, at the top of the page or in its sidebar: a title, then its organisation."""
    # What stands in headings below the name is of the kind of what is below, and yet no part of it.
    apart = [s.span for s in page.sections if s.kind in _SKIP and (s.lines or not s.content)]
    apart += [s.heading for s in page.sections if s.kind is SectionKind.EDUCATION and s.heading is not None and s.lines]
    yield from _below_name(page, page.lines[:_HEADER], list(subtitle(page)), apart)
    named = [s for s in page.sections[1:] if s.title in page.subject_names and s.lines[:1]]
    for section in named[:_MOST_NAMED]:
        if section.lines[0] not in page.lines[:_HEADER]:
            yield from _below_name(page, section.lines[:_HEADER], [], apart)


def _below_name(page: Page, lines: Iterable[Line], pieces: list[Field], apart: Sequence[Span]) -> Iterator[Fact]:
    for line in lines:
        if any(span.covers(line.span) for span in apart):
            break
        if len(line.text) < _SHORT and (CONTACT.search(line.text) or _WELCOME.search(line.text)):
            continue
        if line.kind is BlockKind.HEADING and find_dates(line.text) and not is_date_alone(line.text):
            continue  # "PhD, University X, 2019" as a subtitle
        if "=" in line.text and len(line.text) < _SHORT:
            continue  # "H(I, x) = h(I)", of a picture
        long = len(line.text) > _SHORT and (
            len(line.text) > 2 * _SHORT or line.text.count(",") < 2 or _SAYS.search(line.text) is not None
        )
        if long or _PERSONAL.search(line.text) or _by_part(line.text, page) or find_dates(line.text):
            break
        known = [s for s in page.organizations if line.span.covers(s)]
        pieces.extend(analyze(line.text, line.span.start, known=known))
    kinds = {FieldKind.ROLE, FieldKind.ORGANIZATION, FieldKind.UNIT, FieldKind.DEGREE}
    pieces = [f for f in pieces if f.kind in kinds and not _STUDENT.fullmatch(f.text)]
    pieces = [replace(f, kind=FieldKind.UNIT) if _FACULTY.fullmatch(f.text) else f for f in pieces]
    posts = lists_posts(page, pieces)
    careers = [s.span for s in page.sections if s.kind is SectionKind.EMPLOYMENT and s.heading is not None]
    for index, role in enumerate(pieces):
        after = page.document.text[role.span.end : role.span.end + 30].lstrip(") ")  # "Postgraduate (PhD) Student"
        studying = role.kind is FieldKind.DEGREE and _STUDENT.match(after) is not None
        if not studying and (role.kind is not FieldKind.ROLE or len(role.text.split()) > 7):
            continue
        behind: list[Field] = []
        for item in pieces[index + 1 :]:
            if item.kind is FieldKind.ROLE and all(f.kind is FieldKind.ROLE for f in behind):
                # "Professor of Toys" above "Endowed Chair" above "Director, Toy Lab": of what stands below them all.
                if "\n" not in page.document.text[role.span.end : item.span.start]:
                    behind.append(item)
                continue
            if item.kind is FieldKind.ROLE or item.kind is FieldKind.DEGREE:
                break
            behind.append(item)
        if not behind and all(f.kind in {FieldKind.ORGANIZATION, FieldKind.UNIT} for f in pieces[:index]):
            behind = pieces[:index]  # "University of X" above "Department of Looms" above "Lecturer"
        named = [f for f in behind if f.kind is FieldKind.ORGANIZATION]
        named = [f for f in named if page.document.text[f.span.start - 1] != "("] or named  # an acronym
        sure = next((f for f in named if f.score >= 0.95), None)  # the university rather than its laboratory
        house = sure or next(iter(named), None)
        if house is None and not any(span.covers(role.span) for span in careers):  # entries there are read as such
            house = house_beside(page, role, behind, posts)
        if house is not None:
            place = Piece(0, len(house.text), house.text)
            span = Span(min(role.span.start, house.span.start), max(role.span.end, house.span.end))
            kind, title = (Relation.EDUCATION, role.value) if studying else (Relation.EMPLOYMENT, role.text)
            if _GRADUATE.search(role.text):  # "Graduate student"
                kind, title = Relation.EDUCATION, ""
            former = _FORMER.match(title or "")
            if former is not None:  # "Former Curator at X"
                title = role.text[former.end() :]
            over = former or _FORMERLY.search(page.document.text[max(0, role.span.start - 20) : role.span.start])
            yield Fact(kind, place, span, house.span.start, title, end=None if over else PRESENT, confidence=0.75)


_FORMER = re.compile(r"(?:former(?:ly)?|previous(?:ly)?|past|ex)[\s-]{1,3}(?=\w)", re.IGNORECASE)
_FORMERLY = re.compile(r"\b(?:formerly|previously|before|past)\s?[:,]?\s$", re.IGNORECASE)


_FACULTY = re.compile(
    r"(?!(?:visiting|adjunct|teaching|affiliated?|core|research|clinical|guest|tenured?|joint|associated?|former)\b)"
    r"(?:[A-Z]\w+(?:,|\s(?:and|&))?\s){1,4}Faculty",
    re.IGNORECASE,
)  # "Engineering Faculty", where one works
# What a sentence has, and the line of a post with its department and university has not.
_SAYS = re.compile(
    r"[.!?]\W{0,3}$|\b(?:is|are|was|were|has|have|will|est|ist|that|which|who)\b|^[^,]{0,180}(?:,[^,]{0,180})?$"
)
_GRADUATE = re.compile(r"\b(?:post)?grad(?:uate)?\s+student$|^(?:under|post)?graduate$", re.IGNORECASE)
_WELCOME = re.compile(r"\b(?:welcome|home\s?page|web\s?(?:page|site))\b", re.IGNORECASE)


def _news(page: Page) -> Iterator[Fact]:
    """Yield the positions that dated news announce: "06/2025: Joined X", "May 2022: started my internship at Y"."""
    text = flat(page.document.text)
    for section in page.of_kind(SectionKind.NEWS):
        above: tuple[DateRange, ...] = ()  # the date in a line of its own
        for line, span in paragraphs(section.lines[:_MOST_LINES], page.wrapped):
            body = span.of(text)[:_LONGEST]
            change = _CHANGE.search(body[:160])
            told = find_dates(body)
            dates = [d for d in told if change is None or d.span.end <= change.start()] or list(above)
            above = told[:1] if told and len(body) - len(told[0].span) < 4 else ()
            if change is None or line.span.start != span.start or not (dates or _COMING.match(body)):
                continue
            for fact in _facts(body[change.start() :], span.start + change.start(), page):
                if fact.title == "will intern":  # "I will intern at X as Research Intern for summer"
                    named = _AS_INTERN.search(body)
                    fact = replace(fact, title=named[1] if named else "intern")
                if fact.relation is Relation.EMPLOYMENT and fact.house.start < FURTHEST:
                    goes_on = _STILL.search(body[max(0, change.start() - 6) : change.end()]) is not None
                    end = fact.end if goes_on else _closed(fact.end) if fact.end != fact.start else None
                    start, stop = (dates[0].start, dates[0].end) if dates else (fact.start or _closed(fact.end), None)
                    yield replace(fact, start=start or None, end=stop or end, confidence=0.7)
                elif dates and fact.title and _BEGUN.match(body[change.start() :]):
                    yield replace(fact, start=dates[0].start or None, end=None, confidence=0.7)


def _closed(end: str | None) -> str | None:
    return None if end == PRESENT else end


def _fact(text: str, begin: int, title: Piece, place: Piece, date: DateRange | None) -> Fact:
    begin = 0 if begin == place.end else begin  # "joined X as a Y in 2020"
    clause = text[begin : title.start]
    whole = text[: title.start] if not _NOW.search(clause) else clause
    word = text[title.start : title.end]
    past = bool(_PAST.search(whole + " " + word)) and not re.search(r"\bcurrently\b|\bnow\b", clause)
    past = past or _AFTER.search(clause) is not None
    if date is not None and date.single and _HAVE_BEEN.search(clause) and text[date.span.start - 1] == "(":
        past = True  # "I have been a visiting scholar at X (spring 2018)"
    base = Fact(Relation.EMPLOYMENT, place, Span(0, 0), 0)
    if title.value:
        student = bool(_STUDENT.search(text[begin : place.end])) and not _EARNED.search(clause) or just_begun(clause)
        earned = [begin + m.start() for m in _EARNED.finditer(clause)] if not student else []
        told = clause_of(text, title, date, earned)
        start, end = education_dates(date, running=student and not past, text=told)
        level = "" if title.value == "unknown" else title.value
        field = field_of(text, title.end)
        if field is not None and (field in place.text or place.text in field or _TEAM.search(field)):
            field = None  # "PhD student in Some Team"
        return replace(
            base, relation=Relation.EDUCATION, title=level, field=field, start=start, end=end,
            confidence=0.85 if level else 0.6,
        )  # fmt: skip
    opened = date is not None and date.single and _FROM.match(text, date.span.start)
    start, end = job_dates(date, clause + word + " since" * bool(opened), past=past)
    if date is not None and date.single and end == PRESENT and not start and text[: date.span.start].endswith("("):
        start = date.start or None  # "I am also a visiting researcher at X (Fall 2023)"
    role = title.text if not title.verb else role_behind(text, place)
    role = text[place.end : title.end].strip() if title.start == place.start and place.end < title.end else role
    return replace(base, title=role, start=start, end=end, confidence=0.8 if role else 0.6)


_FROM = re.compile(r"(?:from|as\sof)\b", re.IGNORECASE)
_HAVE_BEEN = re.compile(r"\b(?:have|has)\s+(?:also\s+)?been\b")
_AFTER = re.compile(
    r"\b(?:[Aa]fter|[Ff]ollowing)\s+(?:(?:working|serving|holding)\s+)?(?:as\s+)?(?:(?:an?|my|his|her|the)\s+)?(?:[\w-]+\s+){0,2}$"
)  # "After a postdoc at X"
_TEAM = re.compile(r"\b(?:Team|Group|Labs?|Laboratory)$")
