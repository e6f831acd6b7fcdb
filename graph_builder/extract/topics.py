"""Research interests and areas that a document states as such."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page, SectionKind
from graph_builder.model import BlockKind, EntityKind, Relation, Span

_LEAD = re.compile(
    r"(?:\b(?:my|his|her|their|main|current|primary|general|broad|the)\s+)*(?:research|main|primary|current|academic|scientific)?\s*"
    r"(?:interests?|areas?|focus|research|work)\s+(?:(?:of\s+(?:interest|research|expertise)|primarily|mainly|broadly|currently|generally)\s+)*"
    r"(?:is|are|lies?|include[sd]?|span[s]?|cover[s]?|focus(?:es)?|center[s]?|revolves?)\s+"
    r"(?:(?:primarily|mainly|broadly|currently|generally|at\s+the\s+intersection\s+of|around|but\s+are\s+not\s+limited\s+to|"
    r"in\s+the\s+(?:areas?|fields?)\s+of|in|on|of|include|including|to|the\s+following|centered|focused)\s*)*[:,]?\s*"
    r"|\bI(?:\s+am|['’]m)\s+(?:(?:also|broadly|currently|mainly|primarily|particularly|generally|especially|very|deeply)\s+)*"
    r"interested\s+in\s+(?:the\s+(?:areas?|fields?)\s+of\s+)?"
    r"|\b(?:I|we)\s+(?:(?:currently|mainly|primarily|mostly)\s+)*(?:work|focus|specialize)\s+on\s+"
    r"|\bspeciali[sz]ing\s+in\s+|\b(?:research\s+)?interests?\s*:\s*",
    re.IGNORECASE,
)
_STOP = re.compile(r"(?<=[\w)])\.(?:\s+(?=[A-Z(])|$)|;\s+(?=I\b)|\s+(?:where|because|so that|in order to)\s")
_ITEM = re.compile(r"\s*(?:[;•·∙|\n\t]|,(?!\d)|\.\s+(?=[A-Z])|\s[-–—]\s)\s*")
_AND = re.compile(r"\s*,?\s+(?:and|as\s+well\s+as|with\s+(?:a\s+)?(?:focus|emphasis)\s+on)\s+")
_TRIM = re.compile(
    r"^(?:\(?\d+\)\s*|and\s+|in\s+|on\s+|the\s+|etc\.?|also\s+|including\s+|especially\s+|particularly\s+|such\s+as\s+|e\.g\.,?\s*|"
    r"areas?\s+of\s+|fields?\s+of\s+|topics?\s+(?:in|of)\s+|applications?\s+(?:of|to)\s+)+",
    re.IGNORECASE,
)


def topics(page: Page, draft: Draft, person: str) -> None:
    """Add the interests listed in sections on them, and those that the running text introduces as interests."""
    for section in page.of_kind(SectionKind.TOPICS):
        for line in section.lines:
            _from_line(line.text, line.span.start, line.kind is BlockKind.LIST_ITEM, draft, person)
    for section in page.of_kind(SectionKind.ABOUT):
        for line in section.lines[:40]:
            lead = _LEAD.search(line.text)
            if lead:
                _from_sentence(line.text, line.span.start, lead, draft, person)


def _from_line(text: str, start: int, item: bool, draft: Draft, person: str) -> None:
    lead = _LEAD.search(text)
    if lead:
        _from_sentence(text, start, lead, draft, person)
    elif len(text) < 60 or (text.count(",") + text.count(";") >= 1 and len(text) / (1 + len(_ITEM.findall(text))) < 60):
        _emit(text, start, draft, person, 0.85)
    elif item and len(text) < 140:
        _emit(text, start, draft, person, 0.7, split=False)


def _from_sentence(text: str, start: int, lead: re.Match[str], draft: Draft, person: str) -> None:
    rest = text[lead.end() :]
    stop = _STOP.search(rest)
    _emit(rest[: stop.start() if stop else len(rest)], start + lead.end(), draft, person, 0.75)


def _emit(text: str, start: int, draft: Draft, person: str, confidence: float, *, split: bool = True) -> None:
    for begin, end in _items(text) if split else iter([(0, len(text))]):
        body = text[begin:end].strip(" .,;:*\"'")
        cut = _TRIM.match(body)
        if cut:
            body = body[cut.end() :]
        if not 2 < len(body) <= 110 or len(body.split()) > 12 or not any(c.isalpha() for c in body):
            continue
        at = text.find(body, begin)
        span = Span(start + at, start + at + len(body))
        topic = draft.mention(EntityKind.TOPIC, body, span)
        draft.claim(Relation.INTEREST, {"person": person, "topic": topic}, span, "topics/list", confidence)


def _items(text: str) -> Iterator[tuple[int, int]]:
    """Yield the items of a list in running text; brackets hold together what is inside them."""
    pieces: list[tuple[int, int]] = []
    at = depth = 0
    separators = {m.start(): m.end() for m in _ITEM.finditer(text)}
    position = 0
    while position < len(text):
        char = text[position]
        depth += (char in "([") - (char in ")]" and depth > 0)
        if depth == 0 and position in separators and separators[position] > position:
            pieces.append((at, position))
            at = position = separators[position]
            continue
        position += 1
    pieces.append((at, len(text)))
    for index, (begin, end) in enumerate(pieces):
        # "A, B and C": the last item holds two; "design and analysis of X" alone stays whole.
        cut = _AND.search(text[begin:end]) if index == len(pieces) - 1 and len(pieces) != 2 else None
        if cut and cut.start() > 2:
            yield begin, begin + cut.start()
            yield begin + cut.end(), end
        else:
            yield begin, end
