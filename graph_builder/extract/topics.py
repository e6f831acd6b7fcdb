"""Research interests and areas that a document states as such."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.extract.service_roles import title_role
from graph_builder.extract.topic_lists import topic_items
from graph_builder.model import BlockKind, EntityKind, Relation, Span

_ADVERBS = (
    r"(?:(?:also|broadly|currently|mainly|primarily|particularly|generally|especially|very|deeply|mostly|now"
    r"|interested|largely|always|"
    r"always\s+been|still|really|highly|long|more|specifically|keenly|presently|extremely|passionately"
    r"|centrally|these\s+days,?)\s+)*"
)
_INTO = (
    r"(?:\s*(?::|[-–—])\s*|\s+(?:(?:primarily|mainly|broadly|currently|generally|mostly|largely|focused"
    r"|centered|centred|centering|concentrated|based|"
    r"located|situated|are|is|in|on|of|at|around|to|within|lie|lies|both|but\s+(?:are\s+)?not\s+limited\s+to"
    r"|include|including|the\s+following|between|across|among|mainly|"
    r"the\s+(?:broad\s+|general\s+)?(?:areas?|fields?|topics?|intersection|interface|domains?|study)(?:\s+(?:of"
    r"|between))?|areas?\s+of|fields?\s+of|"
    r"topics?\s+(?:in|of|related\s+to|such\s+as|like)|problems\s+(?:in|related\s+to)|developing"
    r"|understanding\s+the)(?=[\s:,]))*\s*[:,]?\s*)"
)
_LEAD = re.compile(
    # "My research interests include ...", "His current research areas are in ..."
    rf"\b(?:(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Tt]he|[Oo]ur|[Mm]ain|[Pp]rimary|[Cc]urrent"
    rf"|[Gg]eneral"
    rf"|[Bb]road"
    rf"|[Pp]rincipal|[Kk]ey|[Pp]hD|[Dd]octoral|[A-Z][\w]+['’]s)\s+){{1,4}}"
    r"(?:(?:[Rr]esearch|main|primary|current|academic|scientific|scholarly"
    r"|technical|broad"
    r"|professional|general"
    r"|recent|PhD|doctoral|own|core)\s+){0,5}"
    rf"(?:interests?|fields?|areas?(?:\s+of\s+(?:interest|research|expertise))?"
    rf"|focus(?:es)?"
    rf"|[Rr]esearch"
    rf"|expertise|lab|laboratory|group|work|specialt(?:y|ies)|passions?)"
    rf"(?:\s+(?:in\s+research|at\s+\w+))?\s+{_ADVERBS}"
    rf"(?:is|are|lies?|lay|includes?|included|spans?|covers?|focus(?:es|s?ed)?"
    rf"|cent(?:er|re)s?"
    rf"|revolves?"
    rf"|concerns?|deals?\s+with|explores?|"
    rf"addresses|examines|investigates|stud(?:y|ies)|involves?"
    rf"|ranges?\s+(?:from|over)"
    rf"|encompass(?:es)?"
    rf"|sits?|stands?|is\s+situated|falls?|bridges|combines|draws\s+on|straddles|crosses|connects"
    rf"|touch(?:es)?\s+on|concentrates?){_INTO}"
    # "I am broadly interested in ..."
    rf"|(?:\b(?:I|[Hh]e|[Ss]he|[Tt]hey|and)(?:\s+(?:am|is|are|was|have|has)|['’]m|['’]ve)|\bbecame|^)\s+{_ADVERBS}"
    rf"(?:[Ii]nterested\s+in|[Pp]assionate\s+about|excited\s+about|fascinated\s+by"
    rf"|curious\s+about"
    rf"|working\s+on"
    rf"|focus(?:ed|ing)\s+on|specializ(?:ed|ing)\s+in){_INTO}"
    # "I work on ...", "I like working on ...", "I specialise in ..."
    rf"|\b(?:I|[Hh]e|[Ss]he)\s+{_ADVERBS}(?:(?:like|love|enjoy"
    rf"|tend)\s+(?:to\s+)?)?(?:(?:work"
    rf"|working|works"
    rf"|focus|focuses|concentrates?)\s+{_ADVERBS}(?:on|in"
    r"|at\s+the\s+(?:intersection|interface|nexus|crossroads|boundary)\s+(?:of|between))|"
    rf"speciali[sz]es?\s+in|stud(?:y|ies)|do\s+research\s+(?:in|on)|conducts?\s+research\s+(?:in|on)|research){_INTO}"
    # "... with a broad interest in A and a particular focus on B", "with expertise in"
    rf"|\b(?:with|has|have)\s+(?:an?\s+|my\s+|strong\s+|broad\s+"
    rf"|particular\s+"
    rf"|research\s+)*(?:interests?"
    rf"|expertise|focus|specialization)\s+(?:in|on){_INTO}"
    rf"|\b(?:researcher|scientist|professor|student|candidate|engineer|economist"
    rf"|statistician"
    rf"|mathematician"
    rf"|biologist)\s+"
    rf"(?:speciali[sz]ing\s+in|working\s+(?:on|in\s+the\s+(?:areas?|fields?)\s+of)"
    rf"|focus(?:ing"
    rf"|ed)\s+on"
    rf"|interested\s+in){_INTO}"
    # "Research interests: ..."
    r"|(?:^|(?<=[.\n]\s)|(?<=\n))\W{0,3}(?:[Rr]esearch\s+|[Mm]ain\s+"
    r"|[Cc]urrent\s+)*(?:[Ii]nterests?"
    r"|[Aa]reas?(?:\s+of\s+(?:interest"
    r"|expertise|specialization|research))?|"
    r"[Tt]opics?|[Ff]ields?(?:\s+of\s+(?:interest|study|research))?|[Kk]eywords"
    r"|[Ee]xpertise"
    r"|[Ss]pecialt(?:y"
    r"|ies)|[Ff]ocus|[Ss]pecialization)\s*:\s*",
)  # fmt: skip
_LABEL_ONLY = re.compile(
    r"^\W{0,3}(?:(?:[Pp]rimary|[Ss]econdary|[Rr]esearch|[Mm]ain|[Cc]urrent"
    r"|[Tt]eaching\s+and\s+[Rr]esearch)\s+)*(?:[Ff]ields?|[Ii]nterests?|[Tt]opics?|[Aa]reas?(?:\s+of\s+\w+)?)"
    r"(?:\s+(?:of\s+(?:interest|research|specialization)))?\s*:\s*(?=\S)"
)
_SENTENCE_END = re.compile(r"(?<=[\w)\]])[.!?](?=\s+[A-Z(“\"]|\s*$)|\.\s*\n")
_INVITES = re.compile(r"\b(?:you|please|students?\s+(?:who|interested)|anyone|those|if)\b", re.IGNORECASE)
_BREAK = re.compile(
    r"(?:,|;)?\s+(?:where|while|although|but|whereas|since|and\s+(?:I|my|we|he|she)\b|as\s+(?:part"
    r"|well\s+as\s+my)|during\s+my|under\s+the|advised\s+by|with\s+(?:[A-Z]\w+\s+[A-Z]|Prof))"
)
_PROSE = re.compile(
    r"\b(?:I|I['’]m|[Mm]y|[Ww]e|[Oo]ur|[Hh]e|[Ss]he|[Hh]is|[Hh]er|is|are|am|was|were|has|have|will|please|can)\b"
)
_LEISURE = re.compile(
    r"\W*(?:hobbies|outside\s+(?:of\s+)?(?:work|research)|personal|in\s+my\s+(?:free|spare)\s+time)\b", re.IGNORECASE
)
_RESEARCH = re.compile(
    r"^(?:(?:current|my|main)\s+)*research(?:\s+(?:themes?|directions?|objectives?|topics?|lines?|activit(?:y"
    r"|ies)))?\s*:?$",
    re.IGNORECASE,
)


def topics(page: Page, draft: Draft, person: str) -> None:
    """Add the interests listed in sections on them, and those that the running text introduces as interests."""
    _data(page, draft, person)
    for section in page.sections:
        if section.kind is SectionKind.TOPICS and not title_role(section.title):
            _section(section, page, draft, person)
        elif section.kind in {SectionKind.ABOUT, SectionKind.OTHER}:
            _prose(section, page, draft, person)
            if _RESEARCH.match(section.title) or (section.path[-2:-1] and _RESEARCH.match(section.path[-2])):
                _short_items(section, draft, person)
        elif section.kind in {SectionKind.EDUCATION, SectionKind.EMPLOYMENT}:
            _labels(section, page, draft, person)


_BIO = frozenset({"bio", "about", "summary", "biography", "short_bio", "description", "intro", "tagline", "interests"})


def _data(page: Page, draft: Draft, person: str) -> None:
    """Add the interests that a biography in structured data states."""
    for root in page.document.data:
        for node in root.walk():
            if node.kind == "scalar" and node.key.casefold() in _BIO and len(node.span) >= len(node.value) > 20:
                _sentences(node.value, node.span.start, draft, person, "topics/prose", 0.75)


def _section(section: Section, page: Page, draft: Draft, person: str) -> None:
    items = [x for x in section.lines if x.kind is BlockKind.LIST_ITEM]
    depth = min((x.level for x in items), default=0)
    for text, span, kind, level in _paragraphs(section.lines, page):
        if kind is BlockKind.LIST_ITEM and level > depth or _LEISURE.match(text):
            continue
        if kind is BlockKind.LIST_ITEM and re.match(r"[^:.]{3,60}:\s", text) and not _PROSE.search(text.split(":")[0]):
            _list_item(text, span, draft, person)
        elif _sentence_like(text):
            _sentences(text, span.start, draft, person, "topics/prose", 0.8)
        elif kind is BlockKind.LIST_ITEM:
            _list_item(text, span, draft, person)
        elif items and text.rstrip().endswith(":"):
            continue
        elif len(text) < 1200:
            _emit(text, span.start, draft, person, "topics/list", 0.9)


def _sentence_like(text: str) -> bool:
    return bool(_PROSE.search(text)) and (
        len(text) > 60 or text.rstrip().endswith((".", "!")) or bool(_LEAD.search(text))
    )


def _list_item(text: str, span: Span, draft: Draft, person: str) -> None:
    """Add the topic of a list item: all of it, its head before a colon, or the short list that it is."""
    head = re.match(r"^([^:.]{3,70})(?::|\.\s|\s[–—-]\s)\s*(?=\S)", text)
    if head and len(text) > len(head.group(1)) + 30:
        text = head.group(1)
    pieces = list(topic_items(text))
    short = bool(pieces) and all(e - b <= 45 for b, e, _ in pieces) and len(pieces) > 1 and "," in text
    if short or len(pieces) == 1 or ";" in text:
        for begin, end, name in pieces:
            _topic(name, Span(span.start + begin, span.start + end), draft, person, "topics/list", 0.88)
    elif len(text) < 160:
        body = re.sub(r"(?:\s*\[[^\]]*\])+\s*$", "", text).rstrip(" .;,")
        if body and len(body.split()) <= 14:
            _topic(" ".join(body.split()), Span(span.start, span.start + len(body)), draft, person, "topics/list", 0.75)


def _paragraphs(lines: tuple[Line, ...], page: Page) -> Iterator[tuple[str, Span, BlockKind, int]]:
    """Yield the rows of each block: as one text where they run on, else one by one."""
    groups: list[list[Line]] = []
    for line in lines:
        if groups and line.block == groups[-1][-1].block and line.block >= 0 and _runs_on(groups[-1][-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    for group in groups:
        span = Span(group[0].span.start, group[-1].span.end)
        text = re.sub(r"(?<![a-z]-)\n", " ", span.of(page.document.text))
        yield text, span, group[0].kind, group[0].level


def _runs_on(last: Line, line: Line) -> bool:
    text = last.text
    if line.row != last.row + 1 or line.kind is BlockKind.TABLE_ROW:
        return False
    if line.text[:1].islower() or re.search(r"(?:,|;|\band|\bof|\bon|\bin|\bthe|\bfor|\bto|\bwith|[a-z]-|\ba)$", text):
        return True
    return len(text) > 60 and not text.endswith((".", "!", "?", ":"))


def _prose(section: Section, page: Page, draft: Draft, person: str) -> None:
    lines = section.lines[:80]
    rows = list(_paragraphs(lines, page))
    for index, (text, span, _, _) in enumerate(rows):
        _sentences(text, span.start, draft, person, "topics/prose", 0.75)
        lead = next(iter(reversed(list(_LEAD.finditer(text)))), None)
        if lead is not None and not text[lead.end() :].strip(" .:") and not _INVITES.search(text[: lead.start()][-80:]):
            for item, at, kind, _ in rows[index + 1 :]:
                if kind is not BlockKind.LIST_ITEM:
                    break
                _list_item(item, at, draft, person)


def _labels(section: Section, page: Page, draft: Draft, person: str) -> None:
    """Add what an entry on a degree gives behind "Fields:", and what a degree or post calls the subject's research."""
    if section.kind is SectionKind.EDUCATION:
        for line in section.lines:
            label = _LABEL_ONLY.match(line.text)
            if label and len(line.text) < 600:
                stop = re.search(r"\s(?=[A-Z][a-z]+:\s)|\.\s", line.text[label.end() :])
                end = label.end() + stop.start() if stop else len(line.text)
                _emit(line.text[label.end() : end], line.span.start + label.end(), draft, person, "topics/label", 0.75)
    for text, span, _, _ in _paragraphs(section.lines, page):
        if re.search(r"\b[Mm]y\s+(?:\w+\s+)?(?:research|interests?)\b|\b[Rr]esearch\s+interests?\b", text):
            _sentences(text, span.start, draft, person, "topics/prose", 0.7)


def _short_items(section: Section, draft: Draft, person: str) -> None:
    """Add the items of a list below a heading such as "Research", if all of them are short phrases."""
    items = [x for x in section.lines if x.kind is BlockKind.LIST_ITEM]
    plain = [
        x
        for x in items
        if len(x.text) <= 60 and not re.search(r"\d{4}|https?:|[.:@]", x.text) and not _PROSE.search(x.text)
    ]
    if len(items) >= 3 and len(plain) == len(items):
        for line in items:
            _list_item(line.text, line.span, draft, person)


def _sentences(text: str, start: int, draft: Draft, person: str, rule: str, confidence: float) -> None:
    at = 0
    for end in [*(m.start() for m in _SENTENCE_END.finditer(text)), len(text)]:
        _sentence(text[at:end], start + at, draft, person, rule, confidence)
        at = end
        while at < len(text) and text[at] in ".!? \n":
            at += 1


def _sentence(text: str, start: int, draft: Draft, person: str, rule: str, confidence: float) -> None:
    leads = [m for m in _LEAD.finditer(text) if m.end() > m.start()]
    for index, lead in enumerate(leads):
        stop = leads[index + 1].start() if index + 1 < len(leads) else len(text)
        rest = text[lead.end() : stop]
        cut = _BREAK.search(rest)
        rest = rest[: cut.start()] if cut else rest
        if _INVITES.search(text[max(0, lead.start() - 60) : lead.end()]) or _INVITES.search(rest[:25]):
            continue
        if re.match(
            r"\s*(?:not|a|an|to|at|also|because|part|supported|funded|published|available|here|my|your|joining"
            r"|working\s+with)\b",
            rest,
        ):
            continue
        _emit(rest, start + lead.end(), draft, person, rule, confidence, prose=True)


def _emit(
    text: str, start: int, draft: Draft, person: str, rule: str, confidence: float, *, prose: bool = False
) -> None:
    for begin, end, name in topic_items(text[:4000], prose=prose):
        _topic(name, Span(start + begin, start + end), draft, person, rule, confidence)


def _topic(name: str, span: Span, draft: Draft, person: str, rule: str, confidence: float) -> None:
    known = {draft.name_of(c.roles["topic"]).casefold() for c in draft.of(Relation.INTEREST)}
    if name.casefold() in known:
        return
    topic = draft.mention(EntityKind.TOPIC, name, span)
    draft.claim(Relation.INTEREST, {"person": person, "topic": topic}, span, rule, confidence)
