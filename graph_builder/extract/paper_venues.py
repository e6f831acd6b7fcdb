"""Which texts are names of venues: known ones, and those that look it."""

from __future__ import annotations

import re

from graph_builder.extract.references.venues import short_venue
from graph_builder.gazetteer import Gazetteer
from graph_builder.gazetteer import load as gazetteer

_MEETING = re.compile(
    r"(?:Workshops?|Conference|Symposium|Proceedings|Journal|Transactions|Colloquium|Congress|Meeting|Letters|Annals)\b"
)
_VOLUME = re.compile(r"\b\d+\s?\(\d+[\d\s/–-]*\)|\b(?:vol|no|pp|pages)\b\.?\s?\d|\b\d+\s?[:,]\s?[eE]?\d+\s?[-–]\s?\d+")
_ACRONYM_YEAR = re.compile(r"[(\s]([A-Z][\w&/-]*[A-Z][\w&/-]*)[\s,'’]*(?:19|20)\d\d\s?\)?\W*(?:\([^()]*\))?$")
PRESS_YEAR = re.compile(
    r"(?:\bPress|\bSpringer(?:-Verlag)?|Birkhäuser|Elsevier|\bWiley|Routledge|World\sScientific|\bCRC|Verlag|de\sGruyter)"
    r"(?:,\s[A-Z]\w+)?,?\s\(?(?:19|20)\d\d\)?\W*$"
)


def known_venue(text: str) -> bool:
    """Tell whether a text is the name of a known venue, a year and details of the volume aside.

    >>> known_venue("NeurIPS 2023"), known_venue("On the growth of trees")
    (True, False)
    """
    return len(text) <= 200 and _REMEMBERED.knows(text, gazetteer())


_LONG_WORD = re.compile(r"[a-z]{4,}")


def own_name(short: str, printed: str) -> str:
    """Return the short name of a venue, or its full one as printed, where the short one is known as another venue's.

    >>> own_name("TSP", "41st International Conference on Telecommunications and Signal Processing (TSP)")
    'International Conference on Telecommunications and Signal Processing'
    >>> own_name("ICML", "International Conference on Machine Learning (ICML 2020)")
    'ICML'
    """
    if not _ACRONYM.fullmatch(short) or f"({short}" not in printed:
        return short
    full = short_venue(printed[: printed.index(f"({short}")])
    known = gazetteer().venue(short)
    if known is None or len(full.split()) < 4:
        return short
    words = {w for w in _LONG_WORD.findall(full.casefold()) if w not in _COMMON}
    names = [set(_LONG_WORD.findall(n.casefold())) for n in (known.name, *known.aliases)]
    shared = max((len(words & name) for name in names if name), default=0)
    telling = [name - _COMMON for name in names if len(name - _COMMON) > 1]
    same = shared >= 0.75 * len(words) or any(name <= words for name in telling)
    return short if same or not telling else full


_ACRONYM = re.compile(r"[A-Z][\w&/-]{1,11}")
_COMMON = frozenset(
    {
        "international",
        "conference",
        "symposium",
        "workshop",
        "annual",
        "ieee",
        "proceedings",
        "meeting",
        "joint",
        "european",
    }
)


class _Remembered:
    """What one gazetteer knows: the names on a page are asked for again and again."""

    def __init__(self) -> None:
        self._of: Gazetteer | None = None
        self._known: dict[str, bool] = {}

    def knows(self, text: str, of: Gazetteer) -> bool:
        """Tell whether a gazetteer has a venue, by memory where it was asked before."""
        if of is not self._of:
            self._of, self._known = of, {}
        if text not in self._known:
            short = short_venue(text)
            self._known[text] = bool(short) and of.venue(short) is not None
        return self._known[text]


_REMEMBERED = _Remembered()


def names_meeting(text: str) -> bool:
    """Tell whether a text has a word that journals and meetings have, or is a known venue but for what ends it.

    >>> names_meeting("Conference on Looms (COL 2019)"), names_meeting("How looms learn (COL 2019)")
    (True, False)
    """
    return _MEETING.search(text) is not None or known_venue(re.split(r"\s\(|,\sin\s", text, maxsplit=1)[0])


_ENDS_WITH_YEAR = re.compile(r"[,\s(]\s?(?:19|20)\d\d\)?\W*(?:\([^()]*\)\W*)?$")
_DOI = re.compile(r"(?i)[\s,;.]{0,4}\bdoi\b\W{0,8}\S*|https?:\S+")


# "J. Loom. Stud. 368, p. 154-178": a journal by its abbreviations, volume and pages
ISSUE = re.compile(
    r"(?P<journal>(?:[A-Z][\w/&-]{0,20}\.?,?\s(?:(?:in|of|and|the|for|on)\s)?){1,8})(?!(?:19|20)\d\d\b)\d{1,4}(?:\s?\(\d{1,3}(?:[-–]\d{1,3})?\))?"
    r"\s?[,:]\s?(?:(?:pp?|art|no)\.?\s?)?[A-Z]?\d"
)


def names_issue(text: str) -> bool:
    """Tell whether a line below a title is where it appeared: one meeting, or pages of an abbreviated journal.

    >>> names_issue("J. Loom. Stud. 368, p. 154-178, DOI."), names_issue("J. Loom, A. Weaver, 2019")
    (True, False)
    """
    return "." in text and ISSUE.match(text) is not None


def is_venue(text: str) -> bool:
    """Tell whether a text is a venue alone: a known one, or one with an acronym and year or a volume at its end.

    >>> is_venue("The 30th Conference on Examples (CEX 2020)"), is_venue("Annals of Examples, 12(3), 1-9.")
    (True, True)
    """
    if len(text) > 180 or re.search(
        r"^\W{0,3}[‘`']|[“”\"?]|\bet al\b|,\s[A-Z]\.|\((?:joint(?:ly)?\s)?with\s[A-Z]", text
    ):
        return False
    bare = _DOI.sub(" ", text).strip()
    year = _ENDS_WITH_YEAR.search(bare)
    if year and _MEETING.search(bare[: year.start()]) and not re.search(r"[.?!]\s+[A-Z]\w|:", bare):
        return len(bare.split()) <= 16
    if _ACRONYM_YEAR.search(bare) and ":" not in bare.split("(")[0].replace("Robotics: Science", ""):
        return len(bare.split()) <= 16
    head = _VOLUME.split(bare, maxsplit=1)[0].strip(" ,.")
    if len(head) < len(bare) - 3 and not re.search(r"[.?!]\s+[A-Z]\w", head) and 1 <= len(head.split()) <= 12:
        return True
    return known_venue(bare) and len(bare.split()) <= 14


# "How looms learn patterns of ponds, 2019, R&R Journal of Looms"
_YEAR_BETWEEN = re.compile(r"(?P<title>[A-Z][^\n,]{25,200}),\s\(?(?:19|20)\d\d\)?,\s(?P<venue>[A-Z][^\n]{2,80})$")


def year_between(text: str) -> re.Match[str] | None:
    """Return the ``title`` and the ``venue`` of an item that has the year between them, or None."""
    found = _YEAR_BETWEEN.match(text)
    if found is None or not names_meeting(found["venue"]):
        return None
    return found if len(found["title"].split()) >= 5 else None
