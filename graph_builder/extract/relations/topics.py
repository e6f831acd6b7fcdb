"""Research interests: values of structured data, and lists in sections on interests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from graph_builder.extract.draft import Draft
from graph_builder.extract.layout.page import Line, Page, SectionKind
from graph_builder.model import EntityKind, Relation, Span

_BETWEEN = re.compile(r"\s*[;|•·∙、；，]\s*|\s*,\s+(?:(?:and|or|et|und|y|e)\s+)?")
_LAST = re.compile(r"\s+(?:and|et|und|y)\s+|\s+&\s+")
_SENTENCE = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur|is|are|am|was)\b|[.!?]\s")
_HEADED = re.compile(r"([^:.]{3,70}):\s.{30,}", re.DOTALL)
_STATED = re.compile(
    r"\b(?:(?:research|scientific|academic|main|current)\s+(?:and\s+teaching\s+)?(?:interests?|areas?|focus)\b[^.:;]{0,60}?(?:\b(?:are|is|include|includes|lies?|span|cover|focus)\b|:)"
    r"|\binterested\s+in|\b(?:I|[Hh]e|[Ss]he)\s+(?:\w+ly\s+)?works?\s+on|\bspeciali[sz](?:es?|ing)\s+in|\bfocus(?:es|ing)?\s+on)"
    r"\s+(?:(?:in|on|at|with|the|areas?|fields?|of|broadly|mainly|including|both)\s+){0,4}((?:[^.;\n]|\.(?=\w)){4,300})",
    re.IGNORECASE,
)
_LONGEST, _MOST_WORDS, _MOST = 100, 12, 20


def topics(page: Page, draft: Draft, person: str) -> None:
    """Add the interests that the lines of sections on them list: a list item, or the head that it describes."""
    for section in page.of_kind(SectionKind.TOPICS):
        add_interests(map(_head, section.lines), draft, person, rule="topics/list")
    stated = (
        replace(line, span=Span(line.span.start + said.start(1), line.span.start + said.end(1)), text=said[1])
        for section in page.of_kind(SectionKind.ABOUT, SectionKind.OTHER, SectionKind.TOPICS)
        for line in section.lines
        for said in _STATED.finditer(line.text)
    )
    add_interests(stated, draft, person, rule="topics/prose")


def _head(line: Line) -> Line:
    found = _HEADED.match(line.text)
    if found is None:
        return line
    span = Span(line.span.start, line.span.start + found.end(1))
    return replace(line, span=span, text=found[1])


def add_interests(lines: Iterable[Line], draft: Draft, person: str, *, rule: str = "data/topics") -> None:
    """Add the interests that the values of a list name; more than twenty are a list of other things."""
    found = [part for line in lines for part in _interests(line)]
    known: set[str] = set()
    for name, span in found if len(found) <= _MOST else ():
        if name.casefold() not in known:
            known.add(name.casefold())
            topic = draft.mention(EntityKind.TOPIC, name, span)
            draft.claim(Relation.INTEREST, {"person": person, "topic": topic}, span, rule, 0.9)


def _interests(line: Line) -> Iterator[tuple[str, Span]]:
    if _SENTENCE.search(line.text):
        return
    for start, end in _parts(line.text):
        name = line.text[start:end].strip(" .,;:*\"'“”‘’")
        if 2 <= len(name) <= _LONGEST and len(name.split()) <= _MOST_WORDS and any(map(str.isalpha, name)):
            at = line.span.start + line.text.index(name, start)
            yield name, Span(at, at + len(name)) if len(line.span) == len(line.text) else line.span


def _parts(text: str) -> list[tuple[int, int]]:
    """Return where the parts of a list stand: between commas and the like, and around the "and" behind commas.

    >>> [text[a:b] for text in ["looms (hand, power), felt and yarn", "design and use"] for a, b in _parts(text)]
    ['looms (hand, power)', 'felt', 'yarn', 'design and use']
    """
    cuts = [m.span() for m in _BETWEEN.finditer(text) if text.count("(", 0, m.start()) <= text.count(")", 0, m.start())]
    behind = cuts[-1][1] if cuts else len(text)
    last = _LAST.search(text, behind)
    if last is not None and "," in text[: last.start()]:
        cuts.append(last.span())
    return list(zip([0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)], strict=True))
