"""Lines that name one event, what it is called at length and where it was, and in brackets at their end one's role."""

from __future__ import annotations

import re

from graph_builder.extract.service_roles import roles_in

_ROLE = re.compile(r"\s*\(([^()\d]{3,40})\)[\s.;]*$")
_WORDS = re.compile(r"[a-z]{3}")


def one_event(text: str) -> str:
    """Return a line with the role in brackets at its end, and spaces for what stands between that and the event.

    >>> one_event("LOOM 2021, Symposium on Looms, Oslo (co-chair)").split()
    ['LOOM', '2021', '(co-chair)']
    >>> one_event("LOOM, WEFT, YARN (reviewer)")
    'LOOM, WEFT, YARN (reviewer)'
    """
    found = _ROLE.search(text)
    if found is None or not roles_in(found[1]) or roles_in(text[: found.start()]):
        return text
    begin = text.rfind("\t", 0, found.start()) + 1
    comma = text.find(", ", begin + 4, found.start())
    if comma < 0:
        return text
    behind = text[comma + 2 : found.start()].split(", ")
    if not all(_WORDS.search(part) for part in behind):
        return text
    return text[:comma] + " " * (found.start() - comma) + text[found.start() :]
