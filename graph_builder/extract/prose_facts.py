"""Facts that running text tells, each kept once, and compared with what the lists of the document say."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from graph_builder.extract.dates import PRESENT
from graph_builder.extract.draft import Draft
from graph_builder.extract.entry_houses import organization_root
from graph_builder.extract.lexicon import ORGANIZATION
from graph_builder.extract.titles import Piece
from graph_builder.model import EntityKind, Relation, Span


@dataclass(frozen=True, slots=True)
class Fact:
    """A degree or position as one sentence states it."""

    relation: Relation
    house: Piece
    span: Span
    at: int
    title: str = ""
    field: str | None = None
    start: str | None = None
    end: str | None = None
    confidence: float = 0.75

    @property
    def root(self) -> str:
        """The organisation at the top of the one that is named."""
        return organization_root(self.house.text)

    @property
    def dated(self) -> int:
        """How many dates are known, an open end counting less."""
        return 2 * bool(self.start) + (2 if self.end and self.end != PRESENT else bool(self.end))


def merged(facts: list[Fact]) -> list[Fact]:
    """Return each fact once; of several statements of one fact, the most exact, with what the others add."""
    kept: list[Fact] = []
    for fact in facts:
        twin = next((i for i, old in enumerate(kept) if _same(old, fact)), None)
        if twin is None:
            kept.append(fact)
            continue
        old = kept[twin]
        better, other = (fact, old) if (fact.dated, bool(fact.title)) > (old.dated, bool(old.title)) else (old, fact)
        title = old.title or fact.title
        kept[twin] = replace(
            better,
            title=title,
            field=better.field or other.field,
            start=better.start or other.start,
            end=better.end or other.end,
            confidence=max(old.confidence, fact.confidence),
        )
    return kept


def _same(old: Fact, new: Fact) -> bool:
    if old.relation is not new.relation or not (old.root == new.root or _shortened(old.house.text, new.house.text)):
        return False
    over = PRESENT not in (old.end, new.end)
    if old.relation is Relation.EDUCATION and over and old.span == new.span and old.field and new.field:
        return old.field == new.field and (
            old.title == new.title or not old.title or not new.title
        )  # "a B.S. in A and a B.Eng. in B from X"
    if old.relation is Relation.EDUCATION and over and old.span == new.span and old.end and new.end:
        return old.end == new.end and (old.title == new.title or not old.title or not new.title)
    if old.relation is Relation.EDUCATION:
        return not old.title or not new.title or old.title == new.title
    if old.span == new.span and old.house == new.house and _within(old.title, new.title):
        return True  # "an internship student": an intern, and no second post
    if not _agree(old.title, new.title):
        return False
    if old.title.casefold() != new.title.casefold() and old.title and new.title:
        first, later = (old, new) if old.end != PRESENT else (new, old)
        if later.end == PRESENT and not later.start and first.start and not first.end:
            return False  # "I am a Senior Lecturer at X", where one "was a Lecturer from 2017"
    ends = {f.end for f in (old, new) if f.end and f.end != PRESENT}
    starts = {f.start[:4] for f in (old, new) if f.start}
    return len(ends) < 2 and len(starts) < 2


def _shortened(one: str, other: str) -> bool:
    """Tell whether one name is the beginning of the other: "Loom Institute", "Loom Institute for Wool & Yarn"."""
    short, long = sorted((one, other), key=len)
    return len(short.split()) > 1 and long.startswith((f"{short} for ", f"{short} of ", f"{short} and ", f"{short} & "))


def listed_already(fact: Fact, draft: Draft) -> bool:
    """Tell whether a list of the document already states the degree or the employer."""
    posts = [c for c in draft.of(fact.relation) if not c.extractor.startswith("prose")]
    for claim in posts:
        if fact.relation is Relation.EDUCATION and fact.title and claim.values.get("degree") == fact.title:
            return True
        same = organization_root(draft.name_of(claim.roles["organization"])) == fact.root
        if same and (fact.relation is Relation.EMPLOYMENT or not fact.title):
            role, end = claim.values.get("role"), claim.values.get("end")
            over = fact.end == PRESENT and end not in {None, PRESENT}
            if over and fact.title and role and not _agree(role, fact.title):
                continue  # the post held today is not the one at the same employer that is over
            if over is False and role and _OFFICE.search(role) and not _RANK.search(role) and _RANK.search(fact.title):
                continue  # "Scientific director of the campus", and what one is there all the time
            earlier = fact.start and fact.end not in {None, PRESENT} and end == PRESENT and len(posts) == 1
            if earlier and fact.title and role and role.casefold() != fact.title.casefold():
                continue  # nor is a post that ended the only one that is listed, which goes on
            return True
    return False


def completed(fact: Fact, draft: Draft) -> Fact:
    """Return the fact in place of the only listed degree of its level, where that is of its school and has no dates."""
    if fact.relation is not Relation.EDUCATION or not fact.title or {fact.start, fact.end} <= {None, "", PRESENT}:
        return fact
    listed = [c for c in draft.of(fact.relation) if c.values.get("degree") == fact.title]
    bare = len(listed) == 1 and not (listed[0].values.get("start") or listed[0].values.get("end"))
    if not bare or organization_root(draft.name_of(listed[0].roles["organization"])) != fact.root:
        return fact
    draft.drop(listed[0])  # "PhD, University X" in the sidebar: the sentence says when
    return replace(fact, field=listed[0].values.get("field") or fact.field)


_OFFICE = re.compile(r"(?i)\b(?:director|dean|head|chair|coordinator|president|provost|member)\b")
_RANK = re.compile(r"(?i)\b(?:professor|lecturer|researcher|scientist|reader|docent)\b")


def _agree(role: str, other: str) -> bool:
    """Tell whether one of two positions says what the other does: "Professor" and "Professor of Law"."""
    first, second = set(role.casefold().split()), set(other.casefold().split())
    return first <= second or second <= first


def _within(title: str, other: str) -> bool:
    """Tell whether one title is a piece of the other: "Intern", "internship student"."""
    short, long = sorted((title.casefold(), other.casefold()), key=len)
    return bool(short) and short in long


def claim_fact(fact: Fact, draft: Draft, person: str) -> None:
    """Add the claim that *fact* makes about *person*."""
    where = Span(fact.at + fact.house.start, fact.at + fact.house.end)
    organization = draft.mention(EntityKind.ORGANIZATION, fact.house.text, where)
    values = {"start": fact.start, "end": fact.end}
    if fact.relation is Relation.EDUCATION:
        values |= {"degree": fact.title or None, "field": fact.field}
    else:
        values |= {"role": fact.title or None}
    rule = f"prose/{fact.relation.value}"
    draft.claim(
        fact.relation, {"person": person, "organization": organization}, fact.span, rule, fact.confidence, values
    )


_BACHELOR_OF = re.compile(r"^\s+of\s+(?:Science|Arts|Philosophy|Technology)$")
_MAJORING = re.compile(r"\bmajor(?:ing|ed)\s+in\s+(?P<field>[A-Z][\w-]*(?:\s(?:and\s|&\s|of\s)?[A-Z][\w-]*){0,5})")


def field_of(text: str, after: int) -> str | None:
    """Return the subject that running text names behind a degree.

    >>> field_of("a PhD in loom studies from Rice", 5)
    'loom studies'
    """
    match = re.match(
        r"(?:\s+of\s+(?:Science|Arts|Engineering|Philosophy|Technology|Commerce|Laws?)(?=\s+(?:degrees?|in|at|from)\b|\s\(|,))?"
        r"(?:\s+\([\w. ]{2,12}\))?(?:\s+(?:degrees?|student|candidate|thesis))?(?:\s+with\s+(?:Hono\w+|Distinction))?"
        r"\s*,?\s+(?:in|of)\s+(?:the\s+)?(?:(?:Department|Dept\.?|School)\s+of\s+)?(?P<field>[A-Za-z][\w\s&/-]{2,60}?)"
        r"(?=\s+(?:at|from|with|in\s+\d+|under|and\s+(?:a|my)|where|while)\b|[,.(;]|$)",
        text[after:],
    )
    if match is None or _BACHELOR_OF.search(match.group()):  # "a Bachelor of Science from X, majoring in Looms"
        match = _MAJORING.search(text, after, min(len(text), after + 200))
    return match.group("field").strip() if match and not ORGANIZATION.search(match.group("field")) else None
