"""Advisors and students that structured data name, by a key or behind a label such as "Advisor:"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.normalise.person_names import clean_name, is_chinese_name, is_name
from graph_builder.extract.structured.keys import part_of
from graph_builder.model import EntityKind, Node, Relation, Span

_ADVISOR = re.compile(
    r"(?:co-?|thesis[\s_]|doctoral[\s_]|phd[\s_])*(?:advis[eo]rs?|supervis(?:ors?|ed[\s_]by)|promot[oe]rs?|directors?|directeurs?|directrices?"
    r"|directora|orientador(?:a|es)?|tutor(?:a|es)?|relator[ei]|betreuer(?:in|innen)?|handledare|veileder|begeleider|导师|導師|指導教員|지도교수)",
    re.IGNORECASE,
)
_LABELLED = re.compile(rf"(?:^|[\n.;(])\W{{0,4}}(?:{_ADVISOR.pattern})\s?:\s+([^\n;]+)", re.IGNORECASE)
_PERSON = re.compile(r"[^,;/&\n|()\[\]·•—–]+")
_NOTE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\bhttps?:\S+|\s-+\s.*|:\s.*")
_AND = re.compile(r"\s(?:and|et|und|y|e|和)\s")
_LONGEST = 300


def add_students(item: Node, draft: Draft, person: str) -> None:
    """Add the people of an item of a list of students, who stand under the key for a name or in any value."""
    named = item.get("name", "student", "advisee", "full_name") if item.kind == "mapping" else None
    alone = named is not None and named.kind == "scalar" and any(people_in(named))
    for node in [named] if named is not None and alone else item.walk():
        for name, span in people_in(node) if node.kind == "scalar" else ():
            _add(name, span, item.span, draft, person, "data/students", student=True)


def add_advisors(item: Node, draft: Draft, person: str) -> None:
    """Add the people whom an item of a list of degrees gives as its advisors, by a key or behind a label."""
    for node in item.walk():
        if node.kind != "scalar":
            continue
        said = [node] if _ADVISOR.fullmatch(node.key) else list(_labelled(node))
        for name, span in (found for each in said for found in people_in(each)):
            _add(name, span, item.span, draft, person, "data/advisors")


def _add(name: str, at: Span, span: Span, draft: Draft, person: str, rule: str, *, student: bool = False) -> None:
    other = draft.mention(EntityKind.PERSON, name, at)
    if other != person:
        roles = {"student": other, "advisor": person} if student else {"student": person, "advisor": other}
        draft.claim(Relation.ADVISING, roles, span, rule, 0.9)


def _labelled(node: Node) -> Iterator[Node]:
    for found in _LABELLED.finditer(node.value[:_LONGEST]):
        yield part_of(node, *found.span(1))


def people_in(node: Node) -> Iterator[tuple[str, Span]]:
    """Yield the names of people in a value, without notes in brackets.

    >>> [name for name, _ in people_in(Node("scalar", Span(0, 36), "", "Dr. Ada Moor (2019-) and Bo Loom, PhD"))]
    ['Ada Moor', 'Bo Loom']
    """
    text = node.value[:_LONGEST]
    for blank in (_NOTE, _AND):
        text = blank.sub(lambda found: "," * len(found.group()), text)
    for found in _PERSON.finditer(text):
        name = clean_name(found.group().strip())
        if is_name(name) or is_chinese_name(name):
            yield name, part_of(node, found.start(), found.start() + len(found.group().rstrip())).span
