"""The person whom structured data is about: names by their keys, and by what stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.model import Node, Span

_PERSON = frozenset(
    "cv sidebar owner params data personal personal_info personal_information personalinfo profile person header meta"
    " me about about_me info contact identity personal_details general general_information author basics".split()
)
_NAMES = frozenset("name author full_name fullname display_name".split())
_FIRST = frozenset("first_name firstname given first given_name given_names givenname forename forenames".split())
_LAST = frozenset("last_name lastname family last family_name family_names familyname surname surnames".split())
_CALLED = re.compile(
    r"(?:primary|main|navbar|header|cv|my|your|person|owner|student|real|legal|preferred|english|latin)[_-]?name"
)
_REACHED = re.compile(r"e_?-?mail|phone|orcid|birth", re.IGNORECASE)
_DEEPEST = 5


def from_data(node: Node, depth: int = 0, above: str = "") -> Iterator[tuple[str, Span, list[str]]]:
    """Yield the names in structured data, their places, and signs: the key, and of what the mapping around it is."""
    if depth > _DEEPEST:
        return
    where = ["data", f"at depth {min(depth, 3)}"]
    if above in ("basics", "cv"):
        where.append("in basics")
    elif above in _PERSON:
        where.append("in person")
    elif above == "[]":
        where.append("in sequence")
    elif depth:
        where.append("in other")
    if any(_REACHED.search(child.key) for child in node.children):
        where.append("reached")
    halves: dict[str, Node] = {}
    for child in node.children:
        key = child.key.casefold().replace("-", "_").replace(" ", "_")
        if child.kind == "scalar":
            if key in _NAMES:
                yield child.value, child.span, [*where, "key author" if key == "author" else "key name"]
            elif _CALLED.fullmatch(key):
                yield child.value, child.span, [*where, "key called"]
            elif key in ("title", "more_info", "address"):  # beside a portrait: "Ada Lovelace", "Weaver"
                yield (
                    child.value.partition("\n")[0],
                    child.span,
                    [*where, "key title" if key == "title" else "key beside"],
                )
            for kind, keys in (("first", _FIRST), ("last", _LAST)):
                if key in keys:
                    halves.setdefault(kind, child)
        elif node.kind == "sequence":
            yield from from_data(child, depth + 1, "[]")
        else:
            yield from from_data(child, depth + 1, key)
    if len(halves) == 2:
        yield f"{halves['first'].value} {halves['last'].value}", halves["last"].span, [*where, "key halves"]
    label, value = node.get("name", "label"), node.get("value", "details")  # "- name: Full Name", "  value: ..."
    if label is not None and value is not None and label.value.casefold().strip() in {"full name", "name"}:
        yield value.value, value.span, [*where, "key halves"]
