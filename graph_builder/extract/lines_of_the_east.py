"""Degrees and posts in lines of vitae in Japanese and Korean: a date, a house, and what one did there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graph_builder.extract.dates import PRESENT, DateRange, find_dates
from graph_builder.extract.degrees import degree_in
from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page, SectionKind
from graph_builder.extract.prose_facts import Fact
from graph_builder.extract.titles import Piece
from graph_builder.model import Relation, Span

_KINDS = frozenset({SectionKind.ABOUT, SectionKind.OTHER, SectionKind.EDUCATION, SectionKind.EMPLOYMENT})
_MOST_LINES = 80
_LONGEST = 160
# What lines in Japanese or Korean have, and those in Chinese have not.
_OF_THE_EAST = re.compile(
    r"[\u3040-\u30ff\uac00-\ud7af]|修了|卒業|退学|入学|博士[前後]期|准教授|助教(?!授)|株式会社|専攻|研究科|現職|在学|平成|令和|昭和|学科|学部"
)
_EAST = r"\u30a0-\u30ff\u3400-\u9fff\uac00-\ud7af"
_NAME = rf"[{_EAST}A-Za-z0-9&・.-]"
_HOUSE = re.compile(
    rf"株式会社\s?{_NAME}{{1,20}}"
    rf"|{_NAME}{{1,20}}?(?:大学院大学|大学|高等専門学校|高専|高等学校|高校|中学校|研究所|研究院|研究機構|開発機構|産業機構|研究センター|病院"
    r"|学術振興会|株式会社|財団|銀行|製作所|大学校|대학교|과학기술원|연구원(?=\s)|연구소|병원|의료원|의원|고등학교|재단|공사|청)"
)
_FIRM = re.compile(
    rf"[A-Z][\w&.-]*(?:\s[A-Z][\w&.-]*){{0,5}}|{_NAME}{{2,20}}"
)  # "NEC Asia Pte Ltd", "ソニー", "네이버"
_ROLE = re.compile(
    r"(?:特任|特命|特別|客員|招聘|主任|上席|主幹|名誉|非常勤|学術|博士|リサーチ){0,3}(?:准教授|助教授|教授|講師|助教|助手|研究員|研究者|技師|技術職員|教諭)"
    r"|(?:ソフトウェア|データ|研究|機械学習){0,2}エンジニア|(?:研究|リサーチ)?インターン(?:シップ)?|リサーチャー|ポスドク|データサイエンティスト|代表取締役|アルバイト"
    r"|(?:책임|선임|수석|전임|박사후|초빙|객원|임상|겸임|연구|부|조|정){0,3}(?:교수|연구원|강사|엔지니어)|(?:연구|하계)?\s?인턴|전공의|전임의|대표이사|조교"
    r"|[Rr]esearcher|[Ee]ngineer|[Pp]rofessor|[Ll]ecturer|[Ii]ntern"
)
_ENDED = re.compile(r"修了|卒業?|取得|退学|졸업|수료|취득")
_BEGUN = re.compile(r"入学|進学|編入|입학|진학")
_BELOW = re.compile(r"高等学校|高校|中学|고등학교")
_STUDENT = re.compile(r"(?:博士|修士|大学院)[^、。]{0,8}(?:学)?生|在学|在籍|재학|과정\s?중")
_STILL = re.compile(r"現職|現在|在学中|在籍|현재|재직|재학")
_SUBJECT = re.compile(
    rf"(?P<field>[{_EAST}]{{2,14}}?)専攻|(?P<taught>[{_EAST}]{{1,14}}?学)科|(?P<other>[가-힣]{{2,12}}?(?:학(?=[과부])|(?=전공)))"
)
_CUT = re.compile(r"^.*(?:研究科|学部|学府|学環|大学院|대학원|대학)\s?")
_BRACKETS = re.compile(r"[（(][^（()）]{0,40}[)）]")
_ERA = re.compile(r"(?P<era>昭和|平成|令和)(?P<year>元|\d{1,2})年")
_WHOLE = re.compile(rf".{{1,{_LONGEST}}}$")
_CLAUSE = re.compile(r"[^。、，]{4,80}")
# "東京大学助教を経て", "株式会社Aでインターンをして", "東京大学の博士課程学生です": told without a date
_HELD = re.compile(r"\s?(?:大学院)?(?:[^、。\s]{1,16}(?:研究科|学部|学府|研究所|専攻|センター))?(?:の|で|にて)?\s?$")
_SINCE = re.compile(r"(?:より|から|以降|부터)")
_FIRST = {"昭和": 1925, "平成": 1988, "令和": 2018}


def facts_of_the_east(page: Page) -> Iterator[Fact]:
    """Yield the degrees and posts that lines in Japanese or Korean tell."""
    text = page.document.text
    for section in page.sections:
        if section.kind not in _KINDS or section.inline:
            continue
        for line in section.lines[:_MOST_LINES]:
            said = line.span.of(text)
            if _OF_THE_EAST.search(said) and len(said) <= 10 * _LONGEST:
                for clause in _CLAUSE.finditer(said) if "。" in said else (_WHOLE.match(said),):
                    fact = _fact(clause.group(), section.kind) if clause is not None else None
                    if fact is not None and clause is not None:
                        begin = line.span.start + clause.start()
                        yield _at(fact, Span(begin, begin + len(clause.group())))


def unread_lines(facts: Iterable[Fact], draft: Draft) -> Iterator[Fact]:
    """Yield the facts of lines of which no list says as much; a degree that one could not name gives way."""
    for fact in facts:
        told = [
            c for c in draft.of(fact.relation) if fact.span.covers(c.evidence.span) or c.evidence.span.covers(fact.span)
        ]
        vague = [c for c in told if fact.relation is Relation.EDUCATION and c.values.get("degree") in {None, "other"}]
        if fact.relation is Relation.EMPLOYMENT:
            vague = [c for c in told if fact.title and not c.values.get("role")]
        if told and (len(vague) < len(told) or not fact.title):
            continue
        for claim in vague:
            draft.drop(claim)
        yield fact


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _at(fact: Fact, span: Span) -> Fact:
    return Fact(
        fact.relation, fact.house, span, span.start, fact.title, fact.field, fact.start, fact.end, fact.confidence
    )


def year_of_era(text: str) -> str:
    """Return the year of the first date of a Japanese era, or nothing.

    >>> year_of_era("平成26年4月"), year_of_era("令和元年"), year_of_era("2014年")
    ('2014', '2019', '')
    """
    found = _ERA.search(text)
    if found is None:
        return ""
    return str(_FIRST[found["era"]] + (1 if found["year"] == "元" else int(found["year"])))


def _fact(said: str, kind: SectionKind) -> Fact | None:
    """Return the degree or the post of a line, which stands in a section of a *kind*."""
    dates = find_dates(said)
    years = year_of_era(said)
    date = dates[0] if dates else DateRange(Span(0, 0), years, "", single=True)
    bare = said
    for found in dates:
        bare = bare[: found.span.start] + " " * len(found.span) + bare[found.span.end :]
    bare = _STILL.sub(_blanks, _ERA.sub(_blanks, bare))
    outside = _BRACKETS.sub(_blanks, bare)
    house = _house(outside)
    if house is None:
        return None
    rest = outside[: house.start] + " " * len(house.text) + outside[house.end :]
    level, role = degree_in(said), _ROLE.search(rest)
    ended = _ENDED.search(rest)
    school = re.search(r"大学|高|学校|대학|학교|과학기술원", house.text) is not None
    studied = school and (
        (level is not None and (role is None or ended is not None)) or ended is not None or _BEGUN.search(rest)
        or _STUDENT.search(rest) or (kind is SectionKind.EDUCATION and role is None)
    )  # fmt: skip
    if not date.start:
        begin = role.start() if role else level[0] if level else None
        if begin is None or not _HELD.fullmatch(said, house.end, begin):
            return None
        if role is None:
            return _studied(said, house, level[2], date, ended=False) if level and _STUDENT.search(said) else None
        return Fact(Relation.EMPLOYMENT, house, Span(0, 0), 0, role.group(), None, None, None, 0.7)
    if studied:
        if _BEGUN.search(rest) and date.single and ended is None:
            return None  # the line on its end tells more
        return _studied(rest, house, level[2] if level else "", date, ended=ended is not None)
    if role is None or kind is SectionKind.EDUCATION:
        return None
    start, end = date.start or None, date.end or None
    if date.single:
        end = PRESENT if _STILL.search(said) or _SINCE.match(said, date.span.end) else None
    return Fact(Relation.EMPLOYMENT, house, Span(0, 0), 0, role.group(), None, start, end, 0.75)


def _studied(rest: str, house: Piece, level: str, date: DateRange, *, ended: bool) -> Fact:
    below = _BELOW.search(house.text) is not None
    if not level:
        level = "other" if below else "bachelor" if re.search(r"卒業?|졸업|学部|학부|학과", rest) else ""
    start, end = date.start or None, date.end or None
    if date.single:
        running = not ended and _STUDENT.search(rest) is not None
        start, end = (start, PRESENT) if running else (None, start)
    found = _SUBJECT.search(_CUT.sub("", rest, count=1)) or _SUBJECT.search(rest)
    field = found[found.lastgroup or 0] if found is not None else None
    return Fact(Relation.EDUCATION, house, Span(0, 0), 0, level, field, start, end, 0.8)


def _house(text: str) -> Piece | None:
    """Return the first house that a line names by the last word of its name, or else what it begins with."""
    found = _HOUSE.search(text)
    if found is not None and found.group().strip(" .-・"):
        lead = len(found.group()) - len(found.group().lstrip(" .-・"))
        return Piece(found.start() + lead, found.end(), found.group()[lead:])
    role = _ROLE.search(text)
    first = _FIRM.search(text, 0, role.start()) if role is not None else None
    if first is None or _ROLE.search(first.group()):
        return None
    return Piece(first.start(), first.end(), first.group().rstrip(" ."))
