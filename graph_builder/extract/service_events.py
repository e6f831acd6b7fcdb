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


_QUOTED = r"[“\"„«‘][^“”\"„«»\n]{5,300}[”\"»“’]"
_SESSION = (
    r"(?:panels?|sessions?|symposi(?:um|a)|mini-?symposi(?:um|a)|round-?tables?|workshops?|conferences?|streams?"
    r"|tracks?)"
)
_PLACED = r"(?:for|at|in|within|during|as\spart\sof)\s(?:the\s)?(?!project\b)(?-i:(?=[A-ZÀ-Þ\d]))"
# “On Looms.” Panel organised with A. Lee for the Loom Conference, Oslo
_TOLD_AFTER = re.compile(
    rf"^(?P<title>[^“\"„«\n]{{0,20}}?{_QUOTED}[\s.,:;–—-]{{0,4}}{_SESSION}\s)"
    rf"(?P<role>(?:co-?)?(?:organi[sz]ed|chaired))"
    rf"(?P<rest>\s(?:(?:together\s)?with\s[^“”\"\n]{{2,120}}?\s)?{_PLACED})",
    re.IGNORECASE,
)
# Organised the panel "On Looms" at the Loom Conference
_TOLD_AHEAD = re.compile(
    rf"(?P<lead>\b(?:(?:co-?)?(?:organi[sz](?:ed|er|ing|ation)|chair(?:ed)?)))(?P<rest>\s?,?\s?(?:of\s)?(?:the\s|an?\s)?"
    rf"(?:panels?|sessions?|symposi(?:um|a)|round-?tables?)\s?[,:]?\s?(?:on\s|entitled\s|titled\s)?"
    rf"{_QUOTED}[\s.,:;–—-]{{0,4}}(?:{_PLACED})?)",
    re.IGNORECASE,
)
_DATED = re.compile(r"^\W{0,3}(?:19|20)\d\d\W{0,3}")


def without_session(text: str) -> str:
    """Return a line with spaces for the title of a panel that was organised at an event.

    >>> without_session("“On Looms.” Panel organised with Ada Lee for the Loom Conference, 2019").split()
    ['organised', 'Loom', 'Conference,', '2019']
    >>> without_session('Organizer of the panel "On Looms" at the Loom Conference').split()
    ['Organizer', 'Loom', 'Conference']
    """
    if after := _TOLD_AFTER.match(text):
        date = _DATED.match(text)
        kept = date.group() if date else ""
        title, rest = len(after["title"]) - len(kept), len(after["rest"])
        return kept + " " * title + after["role"] + " " * rest + text[after.end() :]
    return _TOLD_AHEAD.sub(lambda m: m["lead"] + " " * len(m["rest"]), text)
