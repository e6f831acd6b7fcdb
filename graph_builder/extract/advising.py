"""Advisors of the subject, and students whom the subject advises."""

from __future__ import annotations

import re

from graph_builder.extract.draft import Draft
from graph_builder.extract.page import Page, SectionKind
from graph_builder.extract.subject import clean_name, is_name
from graph_builder.model import EntityKind, Relation, Span

_CUE = re.compile(
    r"(?:\b(?:co-?)?(?:advis(?:ed|ors?|ers?)|supervis(?:ed|ors?)|mentored)\b(?:\s+(?:is|are|was|were))?(?:\s*\([^)]{0,30}\))?\s*(?:by\b|:|with\b)?"
    r"|\bunder\s+(?:the\s+)?(?:(?:joint|co-?)\s*)?(?:guidance|supervision|direction|mentorship)\s+of\b"
    r"|\badvisors?\s*[:–—-]|\bworking\s+with\s+(?=Prof)|\bstudent\s+of\b)\s*",
    re.IGNORECASE,
)
_NAME = (
    r"(?:(?:Prof(?:essor|s)?|Dr|Drs)\.?\s+)*"
    r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'`-]*\.?(?:[ -]+(?:(?:van|von|der|den|de|del|da|di|la|le|bin|al|el|dos|ten|ter)\s+)*[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'`-]*\.?){1,4}"
)
_NAMES = re.compile(
    rf"{_NAME}(?:\s*\([^)]{{1,60}}\))?(?:\s*(?:,\s*(?:and\s+|&\s*)?|\s+and\s+|\s*&\s*|/\s*)(?={_NAME})|(?=$|\W))"
)
_BREAK = re.compile(r"^\s*(?:,|and|&|/)*\s*")


def advising(page: Page, draft: Draft, person: str) -> None:
    """Add the people who are named behind words such as "advised by", and those in sections on students."""
    students = {id(line) for s in page.of_kind(SectionKind.STUDENTS) for line in s.lines}
    skipped = {SectionKind.NEWS, SectionKind.SERVICE, SectionKind.PUBLICATIONS, SectionKind.TALKS, SectionKind.TEACHING}
    for section in page.sections:
        for line in section.lines:
            if id(line) in students:
                _student(line.text, line.span, draft, person)
            elif section.kind not in skipped:
                for match in _CUE.finditer(line.text):
                    _advisors(line.text, match.end(), line.span, draft, person)


def _advisors(text: str, at: int, span: Span, draft: Draft, person: str) -> None:
    at += len(_BREAK.match(text[at:]).group())  # type: ignore[union-attr]
    while True:
        match = _NAMES.match(text, at)
        if match is None:
            return
        raw = re.sub(r"\([^)]*\)", " ", match.group()).strip(" ,&/")
        raw = re.sub(r"\s+and$", "", raw)
        name = clean_name(raw)
        if is_name(name):
            start = span.start + match.start()
            where = Span(start, start + len(match.group().rstrip(" ,&/")))
            advisor = draft.mention(EntityKind.PERSON, name, where)
            draft.claim(Relation.ADVISING, {"student": person, "advisor": advisor}, span, "advising/cue", 0.85)
        at = match.end()


def _student(text: str, span: Span, draft: Draft, person: str) -> None:
    head = re.split(r"[,(:;|\t\n]|\s[-–—]\s", text)[0]
    name = clean_name(head)
    if is_name(name):
        where = Span(span.start, span.start + len(head))
        student = draft.mention(EntityKind.PERSON, name, where)
        draft.claim(Relation.ADVISING, {"student": student, "advisor": person}, span, "sections/students", 0.75)
