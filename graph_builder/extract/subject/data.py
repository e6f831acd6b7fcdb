"""The person whom structured data is about: names by their keys, and by what stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.normalise.person_names import NAME_WORD, clean_name, first_last
from graph_builder.model import Node, Span

Candidate = tuple[str, Span | None, int, str]
"""A text that may be the name of a document's person, its place, its weight and the rule that found it."""

_PERSON_KEYS = (
    "sidebar",
    "owner",
    "params",
    "data",
    "personal",
    "personal_info",
    "personal_information",
    "personalinfo",
    "profile",
    "person",
    "header",
    "meta",
    "me",
    "about",
    "about_me",
    "info",
    "contact",
    "identity",
    "personal_details",
    "general",
    "general_information",
)
_NAME_KEYS = ("name", "author", "full_name", "fullname", "display_name")
_FIRST_KEYS = (
    "first_name",
    "firstname",
    "given",
    "first",
    "given_name",
    "given_names",
    "given-names",
    "givenname",
    "forename",
    "forenames",
)
_LAST_KEYS = (
    "last_name",
    "lastname",
    "family",
    "last",
    "family_name",
    "family_names",
    "family-names",
    "familyname",
    "surname",
    "surnames",
)


_INVERTED = re.compile(rf"{NAME_WORD}(?:\s{NAME_WORD}){{0,3}},\s{NAME_WORD}(?:[\s-]{NAME_WORD}){{0,2}}")


def in_order(text: str) -> str:
    """Return a name in the order in which it is spoken, where a comma says that its family name comes first.

    >>> in_order("von Lovelace, Ada"), in_order("ADA LOVELACE, PhD"), in_order("de la Roza, Ada Maria")
    ('Ada von Lovelace', 'ADA LOVELACE, PhD', 'Ada Maria de la Roza')
    """
    bare = clean_name(text)
    return first_last(text.strip()) if "," in bare and _INVERTED.fullmatch(text.strip(" .")) else text


def _names(node: Node) -> bool:
    return node.get(*_NAME_KEYS, *_LAST_KEYS) is not None


def _reached(node: Node) -> bool:
    """Return whether a mapping names someone and says how to reach them, whatever it is called: "bio", "cv_owner"."""
    return node.kind == "mapping" and _names(node) and any(_REACHED.search(child.key) for child in node.children)


_CALLED = re.compile(
    r"(?:primary|main|navbar|header|cv|my|your|person|owner|student|real|legal|preferred|english|latin)[_-]?name",
    re.IGNORECASE,
)
_REACHED = re.compile(r"e_?-?mail|phone|orcid|birth", re.IGNORECASE)


def from_data(node: Node) -> Iterator[Candidate]:
    """Yield the names that structured data gives to its person, by keys or by what stands beside them."""
    basics = node.get("basics", "cv", *_PERSON_KEYS)
    if basics is None or (not _names(basics) and _names(node)):
        basics = next((c for c in node.children if _reached(c)), node) if not _names(node) else node
    if basics is not node and not _names(basics) and basics.get(*_PERSON_KEYS) is not None:
        yield from from_data(basics)
    for key in _NAME_KEYS:
        found = basics.get(key)
        if found is not None and found.kind == "scalar":
            # A person of one name is named so where the data keep a place for it, and no site is.
            yield in_order(found.value), found.span, 10, "own name" if basics is node.get("basics", "cv") else "data"
        elif found is not None and found.kind == "mapping":
            yield from from_data(found)
    if not _names(basics):  # "primary_name", "navbar_name"
        called = next((c for c in basics.children if c.kind == "scalar" and _CALLED.fullmatch(c.key)), None)
        if called is not None:
            yield called.value, called.span, 8, "data"
    beside = basics.get("more_info", "address")  # of the portrait: "Ada Lovelace", "Weaver"
    for line in beside.value.splitlines()[:1] if beside is not None and beside.kind == "scalar" else ():
        yield line.strip(), None, 5, "data"
    title = basics.get("title")
    if title is not None and title.kind == "scalar":
        yield title.value, title.span, 4, "data"
    first, last = basics.get(*_FIRST_KEYS), basics.get(*_LAST_KEYS)
    if first is not None and last is not None and first.kind == last.kind == "scalar":
        yield f"{first.value} {last.value}", last.span, 10, "data"
    for item in node.walk():  # "- name: Full Name" / "  value: ..."
        label, value = item.get("name", "label"), item.get("value", "details")
        if label is not None and value is not None and label.value.casefold().strip() in {"full name", "name"}:
            yield value.value, value.span, 10, "data"
