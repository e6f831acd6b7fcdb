"""Research interests and areas that a document states as such."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page, Section, SectionKind
from graph_builder.extract.sentences import GLUED
from graph_builder.extract.topic_heads import COUNTED, LISTS
from graph_builder.extract.topic_leads import as_listed, find_leads
from graph_builder.extract.topic_leisure import is_leisure
from graph_builder.extract.topic_lists import topic_items
from graph_builder.extract.topic_rows import (
    ITEM_HEAD,
    bold_leads,
    first_cells,
    paragraphs,
)
from graph_builder.model import BlockKind, EntityKind, Node, Relation, Span

_LABEL_ONLY = re.compile(
    r"^\W{0,3}(?:(?:[Pp]rimary|[Ss]econdary|[Rr]esearch|[Mm]ain|[Cc]urrent"
    r"|[Tt]eaching\s+and\s+[Rr]esearch)\s+)*(?:[Ff]ields?|[Ii]nterests?|[Tt]opics?|[Aa]reas?(?:\s+of\s+\w+)?)"
    r"(?:\s+(?:of\s+(?:interest|research|specialization)))?\s*:\s*(?=\S)"
)
_RESEARCH_LABEL = re.compile(r"^\W{0,3}(?:[Mm]y\s+)?[Rr]e[a-z]{3,5}ch(?:\s+(?:[Ff]ocus|[Ww]ork))?\s?:\s+(?=\S)")
_SENTENCE_END = re.compile(rf"(?<=[\w)\]])[.!?](?=\s+[A-Z(“\"]|\s*$)|\.\s*\n|{GLUED}")
_PROSE = re.compile(
    r"\b(?:I|I['’]m|[Mm]y|[Ww]e|[Oo]ur|[Hh]e|[Ss]he|[Hh]is|[Hh]er|is|are|am|was|were|has|have|will|please|can)\b"
)
_RESEARCH = re.compile(
    r"^(?:(?:current|my|main)\s+)*research(?:\s+(?:themes?|directions?|objectives?|topics?|lines?|activit(?:y"
    r"|ies)))?\s*:?$",
    re.IGNORECASE,
)


_SELDOM = frozenset(
    {
        SectionKind.EDUCATION,
        SectionKind.EMPLOYMENT,
        SectionKind.PUBLICATIONS,
        SectionKind.PROJECTS,
        SectionKind.STUDENTS,
    }
)
_OWN = re.compile(
    r"\b[Mm]y\s+(?:\w+\s+){0,2}(?:research|interests?|work)\b|\b[Rr]esearch\s+interests?\b"
    r"|\b[Ww]hose\s+(?:\w+\s+){0,2}research\b|\bI\s+(?:\w+\s+)?(?:work\s+(?:on|in|at\s+the\s+inter)|am\s+(?:\w+\s+)?interested)|\bI['’]m\s+(?:\w+\s)?interested\b"
)


def topics(page: Page, draft: Draft, person: str) -> None:
    """Add the interests listed in sections on them, and those that the running text introduces as interests."""
    _data(page, draft, person)
    for section in page.sections:
        if section.kind is SectionKind.TOPICS and not is_leisure(section):
            _section(section, page, draft, person)
        elif section.kind in {SectionKind.ABOUT, SectionKind.OTHER} and not _is_note(section):
            _prose(section, page, draft, person)
            if section.path[-2:-1] and _RESEARCH.match(section.path[-2]):
                _short_items(section, draft, person)
        elif section.kind in _SELDOM:
            _labels(section, page, draft, person)


def _is_note(section: Section) -> bool:
    """Tell whether a section is what structured data says below a job or a degree."""
    return section.heading is None and bool(section.lines) and section.lines[0].block <= -2


_OTHER_KEYS = frozenset({"abstract", "citation", "venue", "bibtex", "highlights", "responsibilities", "excerpt"})


def _data(page: Page, draft: Draft, person: str) -> None:
    """Add the interests that running text in structured data states: a biography, an introduction, a tagline."""
    for root in page.document.data:
        for node in _of_mappings(root, 3):
            text = node.span.of(page.document.text)
            if node.key.casefold() not in _OTHER_KEYS and len(text) > 20:
                _sentences(text, node.span.start, draft, person, "topics/prose", 0.75)


def _of_mappings(node: Node, depth: int) -> Iterator[Node]:
    """Yield the scalars below a mapping, those of lists left out: these are entries on jobs and papers.

    The parts that a landing page is made of are read.
    """
    if node.kind == "scalar":
        yield node
    elif node.kind == "mapping" and depth > 0:
        for child in node.children:
            yield from _of_mappings(child, depth - 1)


_MOST = 20
"""Interests that a list states at most: the longest of 80 known ones has 13. A longer list is one of other things."""

_STUDIED = 5
"""Fields that a degree states at most: more of them are a curriculum."""


_SHORT = 6
"""Words of an interest, at most, that stands below another."""

_HEADED = re.compile(r"^([^:.]{3,70}):\s.{30,}$", re.DOTALL)
"""An item whose head says what the rest of it describes: "Looms: building models of ..."."""


def _section(section: Section, page: Page, draft: Draft, person: str) -> None:
    rows = ((text, kind) for text, _, kind, _ in paragraphs(section.lines, page) if not _sentence_like(text))
    texts = (_HEADED.sub(r"\1", text) if kind is BlockKind.LIST_ITEM else text for text, kind in rows)
    if sum(1 for text in texts for _ in topic_items(text[:4000])) > _MOST:
        return
    items = [x for x in section.lines if x.kind is BlockKind.LIST_ITEM]
    depth = min((x.level for x in items), default=0)
    below = [x.text for x in items if x.level > depth]
    if all(len(text.split()) <= _SHORT for text in below):
        depth = max((x.level for x in items), default=0)  # parts of the interests above them, and no notes on them
    if first_cells(section.lines, page.document.text):
        return
    leads = bold_leads(section.lines, page)
    for text, span, kind, level in paragraphs(section.lines, page):
        if leads.get(span.start) is not None:
            continue
        if kind is BlockKind.LIST_ITEM and level > depth:
            continue
        headed = ITEM_HEAD.match(text) if kind is BlockKind.LIST_ITEM else None
        if headed:
            _list_item(text, span, draft, person)
        elif _sentence_like(text):
            _sentences(text, span.start, draft, person, "topics/prose", 0.8)
        elif kind is BlockKind.LIST_ITEM:
            _list_item(text, span, draft, person)
        elif len(text) < 1200:
            _emit(text, span.start, draft, person, "topics/list", 0.9)


def _sentence_like(text: str) -> bool:
    told = _PROSE.search(text)
    return bool(told) and len(text) > 60


_PARTS = re.compile(r",|\s[·•|∙]\s")


def _list_item(text: str, span: Span, draft: Draft, person: str) -> None:
    """Add the topic of a list item: all of it, its head before a colon, or the short list that it is."""
    head = re.match(r"^([^:.]{3,70})(?::|\.\s|\s(?:[–—-]|--)\s)\s*(?=\S)", text)
    if head and (len(text) > len(head.group(1)) + 30):
        text = head.group(1)
    text = text.rstrip(" ;")  # "- Looms;" in a list whose items end so
    pieces = list(topic_items(text))
    short = all(e - b <= 45 for b, e, _ in pieces) and len(pieces) > 1 and _PARTS.search(text) is not None
    if short or len(pieces) == 1:
        for begin, end, name in pieces:
            _topic(name, Span(span.start + begin, span.start + end), draft, person, "topics/list", 0.88)
    elif len(text) < 160:
        body = re.sub(r"(?:\s*\[[^\]]*\])+\s*$", "", text).rstrip(" .;,")
        if body and len(body.split()) <= 14:
            _topic(" ".join(body.split()), Span(span.start, span.start + len(body)), draft, person, "topics/list", 0.75)


def _prose(section: Section, page: Page, draft: Draft, person: str) -> None:
    rows = list(paragraphs(section.lines[:80], page))
    for index, (text, span, _, _) in enumerate(rows):
        _sentences(text, span.start, draft, person, "topics/prose", 0.75)
        _items_below(text, rows[index + 1 :], draft, person)


def _items_below(text: str, rows: list[tuple[str, Span, BlockKind, int]], draft: Draft, person: str) -> None:
    """Add the items of the list below a paragraph that ends in a lead: "My work focuses on looms, including:"."""
    leads = list(find_leads(text[-400:]))
    listed = bool(leads) and LISTS.search(text) is not None
    if listed or any(COUNTED.fullmatch(text[-400:][x.begin :]) for x in leads):
        for item, at, kind, level in rows:
            if kind is not BlockKind.LIST_ITEM:
                break
            if level <= rows[0][3]:
                _list_item(item, at, draft, person)


def _labels(section: Section, page: Page, draft: Draft, person: str) -> None:
    """Add what an entry on a degree gives behind "Fields:", and what a degree or post calls the subject's research."""
    if section.kind is SectionKind.EDUCATION:
        for line in section.lines:
            label = _LABEL_ONLY.match(line.text)
            if label and len(line.text) < 600:
                stop = re.search(r"\s(?=[A-Z][a-z]+:\s)|\.\s", line.text[label.end() :])
                end = label.end() + stop.start() if stop else len(line.text)
                if sum(1 for _ in topic_items(line.text[label.end() : end])) > _STUDIED:
                    continue
                _emit(line.text[label.end() : end], line.span.start + label.end(), draft, person, "topics/label", 0.75)
                continue
            label = _RESEARCH_LABEL.match(line.text)
            if label:
                _emit(line.text[label.end() :], line.span.start + label.end(), draft, person, "topics/label", 0.75)
    for text, span, _, _ in paragraphs(section.lines, page):
        if _OWN.search(text) and not (section.kind is SectionKind.EMPLOYMENT and _AT_POST.search(text)):
            _sentences(text, span.start, draft, person, "topics/prose", 0.7)


_AT_POST = re.compile(
    r"\b[Mm]y\s(?:work|role|tasks|duties|responsibilities)\s(?:\w+ly\s)?(?:focused|cent(?:er|re)d|involved|included)\b"
)


def _short_items(section: Section, draft: Draft, person: str) -> None:
    """Add the items of a list below a heading such as "Research", if all of them are short phrases."""
    items = [x for x in section.lines if x.kind is BlockKind.LIST_ITEM]
    plain = [x for x in items if len(x.text) <= 60 and not re.search(r"\d{4}|https?:|[.:@]", x.text)]
    if len(items) >= 3 and len(plain) == len(items):
        for line in items:
            _list_item(line.text, line.span, draft, person)


def _sentences(text: str, start: int, draft: Draft, person: str, rule: str, confidence: float) -> None:
    at = 0
    for end in [*(m.start() for m in _SENTENCE_END.finditer(text)), len(text)]:
        sentence = text[at:end]
        for lead in find_leads(sentence):
            said = as_listed(sentence, lead.begin, lead.end)
            if _BUT.match(sentence, lead.end) and _ADJECTIVE_LAST.search(said):
                continue  # "simple, unconventional, but effective models"
            _emit(said, start + at + lead.begin, draft, person, rule, confidence, prose=True)
        at = _next(text, end)


_BUT = re.compile(r"[,\s]{0,3}but\s(?!also\b|not\b|I\b)")
_ADJECTIVE_LAST = re.compile(r"(?:al|ive|ic|ous|ent|ant|[ai]ble|ful|ed|simple)$")


def _next(text: str, at: int) -> int:
    """Return where the sentence behind the one that ends at *at* begins."""
    while at < len(text) and text[at] in ".!? \n":
        at += 1
    return at


_THAT_IS = re.compile(r"[,(]\s?i\.e\b")  # "3D reconstruction, i.e. to build a model from images"


def _emit(
    text: str, start: int, draft: Draft, person: str, rule: str, confidence: float, *, prose: bool = False
) -> None:
    said = _THAT_IS.split(text[:4000], maxsplit=1)[0] if prose else text[:4000]
    for begin, end, name in topic_items(said, prose=prose):
        _topic(name, Span(start + begin, start + end), draft, person, rule, confidence)


_INSTITUTION = re.compile(  # "My postdoctoral work spans Ghent University and the Loom Research Center"
    r"(?:the\s)?(?:(?:University|Institute|Department|Faculty|School)\s(?:of|for)\s[A-Z].*"
    r"|(?:[A-Z][\w.&’'-]*\s){1,6}(?:University|Institute|Cent(?:er|re)|College|Laboratory|Academy|Hospital))"
)


def _topic(name: str, span: Span, draft: Draft, person: str, rule: str, confidence: float) -> None:
    if rule == "topics/prose" and _INSTITUTION.fullmatch(name):
        return
    known = {_key(draft.name_of(c.roles["topic"])) for c in draft.of(Relation.INTEREST)}
    if _key(name) in known:
        return
    topic = draft.mention(EntityKind.TOPIC, name, span)
    draft.claim(Relation.INTEREST, {"person": person, "topic": topic}, span, rule, confidence)


_NO_LETTERS = re.compile(r"[\W_]+")


def _key(name: str) -> str:
    return _NO_LETTERS.sub(" ", name.casefold()).strip()
