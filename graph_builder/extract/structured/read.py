"""Structured profiles: JSON Resume, RenderCV, al-folio's cv.yml, Hugo's author pages, and data of the same make.

A list under a key that names a section becomes that section, and its items are read by their keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph_builder.extract.draft import Draft
from graph_builder.extract.layout.headings import SectionKind, classify_heading
from graph_builder.extract.layout.page import Page
from graph_builder.extract.normalise.lexicon import is_role
from graph_builder.extract.structured.advising import add_advisors, add_students
from graph_builder.extract.structured.awards import AWARD, add_award
from graph_builder.extract.structured.careers import add_career, career_of, is_listed
from graph_builder.extract.structured.keys import KEYS, ORGANIZATION, PARTS, TITLE, texts_of, values_below
from graph_builder.extract.structured.kinds import shape_kind
from graph_builder.extract.structured.service import add_duties
from graph_builder.extract.structured.topics import add_interests
from graph_builder.extract.structured.works import add_paper
from graph_builder.model import Node, Span

_SECTIONS = {key: SectionKind(name) for name, keys in KEYS["section"].items() for key in keys}
_STUDENT = re.compile(r"\b(?:student|candidate)\b", re.IGNORECASE)
_FIELDS = ("field", "fields", "focus")


@dataclass(frozen=True, slots=True)
class _Group:
    """A section of structured data: what it is about, its title, its items."""

    kind: SectionKind
    title: str
    items: tuple[Node, ...]
    path: tuple[str, ...]


def structured(page: Page, draft: Draft, person: str) -> None:
    """Add what the structured data of the document states."""
    for root in page.document.data:
        for group in _groups(root, ()):
            _read(group, draft, person)


def _groups(node: Node, path: tuple[str, ...]) -> Iterator[_Group]:
    """Yield the sections below *node*, wherever they are nested."""
    if len(path) > 8:
        return
    if node.kind == "sequence":
        for called, listed in _titled_lists(node):
            kind = _kind(called)
            if kind is not None:
                yield _Group(kind, called, listed, path)
            else:  # "General Information", of which one label is "Focus"
                topics = [item for item in listed if _names_topics(item)]
                yield from (_Group(SectionKind.TOPICS, "", tuple(item.children[1:]), path) for item in topics)
        shown = shape_kind(node.children) if not path else None
        if shown is not None:
            yield _Group(shown, "", node.children, path)
        return
    for child in node.children:
        kind = _kind(child.key)
        titled = _titled_lists(child) if child.kind == "sequence" and kind not in _HOLDERS else []
        if parted := [g for g in titled if _kind(g[0]) in _HOLDERS]:
            yield from (_Group(_kind(title) or SectionKind.OTHER, title, items, path) for title, items in parted)
            continue
        if (
            child.kind == "scalar"
            and kind is SectionKind.TOPICS
            and _OWN.search(child.key)
            and 0 < len(child.value) < 300
        ):
            yield _Group(kind, child.key, (child,), path)
        if child.kind == "sequence" and kind not in _HOLDERS and (shown := shape_kind(child.children)):
            kind = shown if kind is None or shown is SectionKind.EMPLOYMENT else kind
        if child.kind == "sequence" and child.children and kind is not None:
            yield _Group(kind, child.key, child.children, path)
        elif kind in _HOLDERS and child.kind == "mapping" and any(c.kind != "scalar" for c in child.children):
            yield from _held(child, kind, path)
        elif child.kind == "mapping" or child.kind == "sequence":
            yield from _groups(child, (*path, child.key))
    yield from _single(node, path)


def _names_topics(item: Node) -> bool:
    """Return whether a label with its value says what somebody works on: ``name: Focus``, ``value: Looms, Felt``."""
    name, value = item.get("name", "label"), item.get("value", "details")
    if name is None or value is None or name.kind != "scalar":
        return False
    kind, _, share = classify_heading(name.value)
    return (kind is SectionKind.TOPICS and share >= 0.99) or name.value.strip().casefold() in _FIELDS


def _titled_lists(node: Node) -> list[tuple[str, tuple[Node, ...]]]:
    """Return the titles and lists of a sequence of sections: ``- title: Education``, ``  contents: [...]``."""
    found: list[tuple[str, tuple[Node, ...]]] = []
    for item in node.children:
        title, contents = item.get(*PARTS["section title"]), item.get(*PARTS["contents"]) or _only_list(item)
        if title is not None and title.kind == "scalar" and contents is not None and contents.kind == "sequence":
            found.append((title.value, contents.children))
    return found


def _only_list(item: Node) -> Node | None:
    """Return the one list of records below an item, whatever it is called: "subsections"."""
    lists = [c for c in item.children if c.kind == "sequence"]
    if len(lists) != 1 or not all(c.kind == "mapping" and len(c.children) > 1 for c in lists[0].children):
        return None
    return lists[0]


def _unfolded(item: Node) -> list[Node]:
    """Return one item for each of the degrees or posts that one holds: ``positions: [{title: X, start: 2019}]``."""
    held = item.get(*PARTS["posts held"]) if item.kind == "mapping" else None
    if held is None or held.kind != "sequence" or not all(c.kind == "mapping" for c in held.children):
        return [item]
    shared = tuple(c for c in item.children if c is not held and c.kind == "scalar")
    return [replace(c, children=(*c.children, *(x for x in shared if c.get(x.key) is None))) for c in held.children]


_OWN = re.compile(r"interest|research|^fields$|研究|兴趣", re.IGNORECASE)
"""Keys whose value holds the interests of a person; "keywords" may be those of a site."""


_HOLDERS = frozenset({
    SectionKind.EDUCATION, SectionKind.EMPLOYMENT, SectionKind.AWARDS, SectionKind.PUBLICATIONS, SectionKind.SERVICE,
    SectionKind.STUDENTS,
})  # fmt: skip


def _held(node: Node, kind: SectionKind, path: tuple[str, ...]) -> Iterator[_Group]:
    """Yield the lists below a key that names a section, and records under keys of their own.

    Such are ``education: {info: [...]}``, ``students: {phd: [...]}``, and ``education: {phd: {university: ...}}``.
    """
    below = (*path, node.key)
    for child in node.children:
        own = _kind(child.key)
        if child.kind == "mapping" and child.get(*ORGANIZATION) is not None:
            title = Node("scalar", Span(child.span.start, child.span.start), "title", child.key.replace("_", " "))
            named = child if child.get(*TITLE) is not None else replace(child, children=(title, *child.children))
            yield _Group(kind, node.key, (named,), below)
        elif child.kind == "mapping":
            yield from _groups(Node("mapping", child.span, children=(child,)), below)
        elif child.kind == "sequence" and child.children:
            stays = own is None or kind is SectionKind.STUDENTS
            yield _Group(
                kind if stays or own is None else own, node.key if own is None else child.key, child.children, below
            )


def _single(node: Node, path: tuple[str, ...]) -> Iterator[_Group]:
    """Yield the present position that an author's page gives as ``role`` beside ``organizations``."""
    role, employer = (
        node.get("role", "position"),
        node.get("organizations", "organization", "affiliation", "employer", "company"),
    )
    if role is None and employer is not None:  # "bio: Lecturer in Law", "employer: University X"
        named = (node.get(key) for key in ("bio", "title", "tagline", "label", "headline"))
        role = next((n for n in named if n is not None and len(n.value) < 70 and is_role(n.value)), None)
    if role is None or employer is None:
        return
    if _STUDENT.search(role.value) and node.get("education") is not None:
        return  # the degree is among those listed
    first = employer.children[0] if employer.kind == "sequence" and employer.children else employer
    name = first.get("name") or first
    if name.kind == "scalar" and name.value:
        both = (
            Node("scalar", role.span, "position", role.value),
            Node("scalar", name.span, "organization", name.value),
            Node("scalar", name.span, "end_date", "present"),
        )
        yield _Group(SectionKind.EMPLOYMENT, "role", (Node("mapping", node.span, children=both),), path)


def _kind(title: str) -> SectionKind | None:
    """Return the kind of section that a key or title names, or None."""
    plain = _worded(title)
    if title.casefold() in _SECTIONS:
        return _SECTIONS[title.casefold()]
    kind, score, known = classify_heading(plain)
    return kind if score >= 2.6 and known >= 0.5 else None


def _worded(key: str) -> str:
    """Return a key as words: "programCommittee", "program_committee".

    >>> _worded("programCommittee"), _worded("program_committee")
    ('program Committee', 'program committee')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]+", " ", key).strip()


def _read(group: _Group, draft: Draft, person: str) -> None:
    match group.kind:
        case SectionKind.EDUCATION | SectionKind.EMPLOYMENT:
            for item in (each for i in group.items for each in _unfolded(i)):
                _career(item, group, draft, person)
        case SectionKind.AWARDS:
            for item in group.items:
                add_award(item, draft, person)
        case SectionKind.GRANTS if AWARD.search(group.title):
            for item in group.items:  # "Grants and Awards": those that say that they are awards
                said = " ".join(n.value for n in item.walk() if n.kind == "scalar")
                if AWARD.search(_GRANT.sub("", said)) and not _INVESTIGATOR.search(said):
                    add_award(item, draft, person)
        case SectionKind.TOPICS:
            add_interests([node for item in group.items for node in _interest(item)], draft, person)
        case SectionKind.PUBLICATIONS:
            for item in group.items:
                add_paper(item, draft, person)
        case SectionKind.SERVICE:
            for item in group.items:
                add_duties(item, _worded(group.title), draft, person)
        case SectionKind.STUDENTS:
            for item in group.items:
                add_students(item, draft, person)


def _career(item: Node, group: _Group, draft: Draft, person: str) -> None:
    career = career_of(item, degrees=group.kind is SectionKind.EDUCATION)
    if career is None or (group.title == "role" and is_listed(career, draft)):
        return
    add_career(group.kind, career, draft, person)
    if group.kind is SectionKind.EDUCATION:
        add_advisors(item, draft, person)


def _interest(item: Node) -> list[Node]:
    """Return an interest with its name and what is listed below it, as far as that is short."""
    named = item.get("name", "title", "label") if item.kind == "mapping" else None
    found = [named] if named is not None and named.kind == "scalar" and named.value.strip() else []
    if found and texts_of(item):
        kind, score, known = classify_heading(found[0].value)
        if kind in {SectionKind.SKILLS, SectionKind.OTHER} and score >= 3:
            return []  # hobbies and languages, filed under interests
        if known >= 0.99 or found[0].value.casefold() == "research":
            found = []  # "Research": the name of the list, not an interest
    below = [x for each in ([item] if named is None else texts_of(item)) for x in values_below(each)]
    return found + [each for each in below if len(each.value) < 80 or item.kind == "scalar"]


_GRANT = re.compile(r"\b(?:grants?|selected)\b", re.IGNORECASE)
_INVESTIGATOR = re.compile(r"\b(?:co-?)?(?:PIs?|I)\b(?:,|\)|:|$)|investigator", re.IGNORECASE)
