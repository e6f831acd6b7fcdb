"""Degrees and positions in sentences in Chinese: where one studies, graduated, works and has worked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph_builder.extract.dates import PRESENT, DateRange, find_dates
from graph_builder.extract.prose_facts import Fact
from graph_builder.extract.titles import Piece
from graph_builder.gazetteer import load
from graph_builder.model import Relation, Span

_HAN = "一-鿿"
_HOUSE = re.compile(rf"[{_HAN}A-Za-z]{{2,20}}?(?:大学|研究院|研究所|科学院|公司|集团|实验室|医院|银行|学校|学院)")
_AT = re.compile(
    rf"(?P<lead>^[{_HAN}]{{2,4}}(?:[（(][^（）()]{{1,20}}[）)])?[，,](?=[{_HAN}]{{2,8}}(?:大学|学院|研究))|(?P<level>博士|硕士|本科|学士)?(?:毕业于|就读于)|攻读于|现就读于|任职于|供职于|就职于|加入|来自|考入|现任|现为|现是|目前是|目前为|现在是|曾任|曾是|担任|我是|是|于|在|从)\s{{0,2}}"
)
_DEGREE = re.compile(
    r"(?P<running>博士(?:研究)?生|直博生|博士在读|博士候选人|硕士(?:研究)?生|硕士在读|研究生|本科生)(?!导师)"
    r"|(?:获|取得|攻读|完成|修读|读)[^，。；]{0,16}?(?P<degree>博士|硕士|学士)(?:学位)?(?!后|生导师|导师)|(?P<done>博士|硕士|本科)毕业"
)
_ROLE = re.compile(
    r"(?:助理|特聘|副|青年|讲席|客座|访问)?教授|(?:高级)?讲师|(?:副|助理|特聘|高级|特别|青年)*研究员|博士后|(?:高级|资深|算法|软件|研发|机器学习|数据)*工程师"
    r"|(?:研究|算法|科研|工程|软件)?实习生|(?:研究|科研)助理|访问学者|(?:高级|首席|应用|研究)*科学家|主任|院长|总监|创始人|实习"
)
_BEFORE = re.compile(r"曾|此前|之前|毕业|获|完成|过(?:研究|工作|实习)")
_LEVELS = {"博": "doctorate", "直": "doctorate", "硕": "master", "研": "master", "学": "bachelor", "本": "bachelor"}
_REACH = 40
"""Characters between a house and what one is there: its unit, one's subject."""


def facts_in_chinese(text: str, start: int) -> Iterator[Fact]:
    """Yield the degrees and positions that a paragraph which stands at *start* tells.

    >>> text = "我是清华大学数学系的博士生，2019年本科毕业于武汉大学。"
    >>> [(f.house.text, f.title, f.end) for f in facts_in_chinese(text, 0)]
    [('清华大学', 'doctorate', 'present'), ('武汉大学', 'bachelor', '2019')]
    """
    for sentence in re.finditer(r"[^。；;！!\n]{6,400}", text):
        said = sentence.group()
        if not re.search(rf"[{_HAN}]{{6}}", said):
            continue
        dates = find_dates(said)
        at = 0
        while (lead := _AT.search(said, at)) is not None:
            at = lead.end()
            house = _house(said, at)
            if house is None:
                continue
            at = house.end
            fact = _fact(said, lead, house, dates)
            if fact is not None:
                where = start + sentence.start()
                yield replace(fact, span=Span(where, where + len(said)), at=where)


def _house(text: str, at: int) -> Piece | None:
    """Return the organisation that a text names at a place, by its last word or because it is known."""
    found = _HOUSE.match(text, at)
    if found is not None and not re.search(r"[的在从是获任]", found.group()):
        return Piece(at, found.end(), found.group())
    for size in range(min(8, len(text) - at), 1, -1):
        name = text[at : at + size]
        if load().organization(name) is not None:
            return Piece(at, at + size, name)
    return None


def _fact(text: str, lead: re.Match[str], house: Piece, dates: tuple[DateRange, ...]) -> Fact | None:
    follows = _AT.search(text, house.end)
    while follows is not None and _house(text, follows.end()) is None:
        follows = _AT.search(text, follows.end())
    stop = min(follows.start() if follows is not None else len(text), house.end + _REACH)
    level = _LEVELS.get((lead["level"] or "")[:1], "")
    degree, role = _DEGREE.search(text, house.end, stop), _ROLE.search(text, house.end, stop)
    begin = text.rfind("，", 0, lead.start()) + 1
    ahead = [d.span.start for d in dates if 0 < begin - d.span.end <= 2]  # "2023年6月，我从武汉大学毕业"
    begin = ahead[-1] if ahead else begin
    date = next((d for d in dates if begin <= d.span.start < stop), None)
    past = _BEFORE.search(text, begin, stop) is not None
    if degree is not None and (role is None or degree.start() <= role.start()):
        word = degree[degree.lastgroup or 0]
        return _study(house, _LEVELS[word[0]], date, running=degree["running"] is not None and not past)
    if level or lead["lead"].endswith(("毕业于", "就读于")):
        return _study(house, level, date, running="现就读" in lead["lead"])
    if role is not None and lead["lead"] != "来自":
        title = "实习生" if role.group() == "实习" else role.group()
        single = date is not None and date.single
        end = (date.end or None) if date is not None and not single else None if past or date is not None else PRESENT
        first = (date.start or None) if date is not None else None
        return Fact(Relation.EMPLOYMENT, house, Span(0, 0), 0, title, None, first, end, 0.7)
    return None


def _study(house: Piece, level: str, date: DateRange | None, *, running: bool) -> Fact:
    start, end = None, PRESENT if running else None
    if date is not None and not date.single:
        start, end = date.start or None, date.end or None
    elif date is not None and running:
        start = date.start or None
    elif date is not None:
        end = date.start or date.end or None
    return Fact(Relation.EDUCATION, house, Span(0, 0), 0, level, None, start, end, 0.75)
