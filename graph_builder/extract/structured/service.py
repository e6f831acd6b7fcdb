"""Duties in scholarly service that structured data give: "Reviewer, ICEX 2020"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from graph_builder.extract.draft import Draft
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.lexicon import words
from graph_builder.extract.normalise.venues import clean_venue
from graph_builder.extract.structured.keys import END, PARTS, START, TIME, WHEN, part_of, texts_of
from graph_builder.model import EntityKind, Node, Relation

_MANY = frozenset({"reviewer", "program committee", "area chair"})
"""Duties that are listed with several venues, and for each year."""
_YEAR = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)(?:[/-]\d\d){0,2}(?!\d)"
    r"(?:(?P<range>\s*(?:[–—-]+|to)\s*(?=\d))|\s*[–—-]+\s*(?:present|now|today|heute)?)?",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*[;•·|\t\n]\s*|,\s+(?:(?:and|et|und|y|e)\s+|&\s+)?")
_LINK = re.compile(
    r"[\s:,;|()–—-]*(?:(?:for|of|at|on|in|the|to|with|including|such\s+as|like|journals?|conferences?|pour|para|für|de|del|della)\b[\s:]*)*"
)
_VOLUNTARY = re.compile(r"volunt|outreach|communit", re.IGNORECASE)
_LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class _Duty:
    """A duty that words name, and where: with the words around it that say of what kind it is."""

    role: str
    start: int
    end: int


@cache
def _words() -> re.Pattern[str]:
    """Return what finds the words for duties: a group for each duty, the words of two before those of one."""
    by_role: dict[str, list[str]] = {}
    for role, word in (line.split("\t") for line in words("duties.tsv")):
        by_role.setdefault(role, []).append(re.escape(word) + (r"\b" if word in {"pc", "tpc", "spc"} else r"\w*"))
    groups = (f"(?P<{role.replace(' ', '_')}>{'|'.join(words)})" for role, words in by_role.items())
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(groups)})", re.IGNORECASE)


def duty_in(text: str) -> _Duty | None:
    """Return the duty that a text names, or None; of several the most special.

    >>> [duty_in(text).role for text in ("Program Committee Chair", "PC member", "Associate Editor")]
    ['chair', 'program committee', 'editor']
    """
    found = [(m.lastgroup or "", m) for m in _words().finditer(text)]
    if not found:
        return None
    order = list(_words().groupindex)
    role, _ = min(found, key=lambda each: order.index(each[0]))
    return _Duty(role.replace("_", " "), found[0][1].start(), found[-1][1].end())


def add_duties(item: Node, title: str, draft: Draft, person: str) -> None:
    """Add the duties of an item of a list on service; *title* is what the list is called, which may name the duty."""
    above = duty_in(title)
    role = above.role if above is not None and above.role != "other" else ""
    if item.kind == "scalar":
        _add_text(item, role, "", draft, person)
        return
    years = _years(item)
    values = [c for c in item.children if c.kind == "scalar" and c.value.strip() and c.key.casefold() not in TIME]
    places = [
        n
        for key in PARTS["venue of a duty"]
        for n in values
        if n.key.casefold() == key and not _begins_with_duty(n.value)
    ]
    ordered = [n for key in PARTS["duty"] for n in values if n.key.casefold() == key and n not in places]
    said = next((n for n in (*ordered, *values) if n not in places and duty_in(n.value)), None)
    found = duty_in(said.value) if said is not None else None
    if found is not None and (found.role != "other" or not role):
        role = found.role
    if role == "other" and _VOLUNTARY.search(title):
        return
    if places:
        _add_venues(places[0], role, years, draft, person, whole=role not in _MANY)
    elif said is not None and found is not None and not _is_alone(said.value, found):
        _add_text(said, role, years, draft, person)
    else:
        named = [n for n in ordered if n is not said][:1]
        below = [n for text in texts_of(item) for n in text.walk() if n.kind == "scalar" and n is not said]
        for node in named:
            _add_venues(node, role, years, draft, person)
        for node in below if not (role and named) else ():
            _add_text(node, role, "" if role else years, draft, person)


def _years(item: Node) -> str:
    """Return the dates of an item as text: two that are a beginning and an end as a range."""
    sides = [
        n for keys in (START, END) if (n := item.get(*keys)) is not None and n.kind == "scalar" and n.value.strip()
    ]
    when = item.get(*WHEN)
    listed = [n.value for n in when.walk() if n.kind == "scalar"] if when is not None else []
    return " - ".join(n.value for n in sides) if sides else ", ".join(listed)


def _begins_with_duty(text: str) -> bool:
    found = duty_in(text[:60])
    return found is not None and found.role != "other" and len(text[: found.start].split()) <= 1


def _is_alone(text: str, found: _Duty) -> bool:
    """Return whether a text names a duty and little else: "Senior reviewer", "Reviewer for the main track"."""
    before, behind = text[: found.start].split(), text[found.end :]
    return not any(map(str.isupper, behind)) and not any(sum(map(str.isupper, word)) > 1 for word in before)


def _add_text(node: Node, role: str, years: str, draft: Draft, person: str) -> None:
    """Add the duty that a value names with its venues: "Reviewer for ICEX 2020, LOOM 2021", "ICEX Area Chair"."""
    text = node.value[:_LONGEST]
    found = duty_in(text)
    if found is not None and (found.role != "other" or not role):
        role = found.role
    start, end = 0, len(text)
    if found is not None and found.role == role:
        behind = text[found.end :]
        if any(map(str.isalpha, _YEAR.sub("", behind).removeprefix("s"))):
            start = found.end + (link.end() if (link := _LINK.match(behind)) else 0)
        else:
            end, years = found.start, years or behind
    _add_venues(node, role, years, draft, person, start, end, whole=role not in _MANY)


def _add_venues(
    node: Node,
    role: str,
    years: str,
    draft: Draft,
    person: str,
    start: int = 0,
    end: int = _LONGEST,
    *,
    whole: bool = False,
) -> None:
    """Add a duty at each venue of a part of a value; of a *whole* value what commas part is one."""
    if not role:
        return
    entries: list[tuple[int, int, str]] = []
    for first, last in _pieces(node.value[:end], start):
        piece = node.value[first:last]
        name = _undated(piece)
        if not any(map(str.isalpha, name)):  # "ICEX 2020, 2021"
            entries[-1:] = [(a, b, f"{dates}, {piece}") for a, b, dates in entries[-1:]]
        elif any(c.isupper() or c > "\u2e80" for c in name):
            at = node.value.find(name, first)
            entries.append((at, at + len(name), piece) if at >= 0 else (first, last, piece))
    for at, stop, dates in entries[:1] if whole else entries:
        name = _undated(node.value[at:stop])
        venue = draft.mention(EntityKind.VENUE, clean_venue(name) or name, part_of(node, at, stop).span)
        for year in _each_year(years or dates, role) or ("",):
            values = {"role": role, "year": year}
            draft.claim(Relation.SERVICE, {"person": person, "venue": venue}, node.span, "data/service", 0.85, values)


def _undated(text: str) -> str:
    """Return a name of a venue without dates, and without a duty in brackets."""
    for date in reversed(find_dates(text)):
        text = text[: date.span.start] + text[date.span.end :]
    text = _BRACKETS.sub(lambda found: "" if duty_in(found.group()) else found.group(), _YEAR.sub("", text))
    return text.strip(" ,.;:[]'\"“”‘’`*–—-(").removesuffix("()").strip()


_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")


def _pieces(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield what stands between commas, semicolons and "and", outside brackets."""
    for cut in _SEPARATOR.finditer(text, start):
        if text.count("(", start, cut.start()) <= text.count(")", start, cut.start()):
            yield start, cut.start()
            start = cut.end()
    yield start, len(text)


def _each_year(text: str, role: str) -> tuple[str, ...]:
    """Return the years of a text; of a closed range all for a duty that recurs, and the first of a term of office.

    >>> _each_year("2019 - 2021", "reviewer"), _each_year("2019 - 2021", "editor"), _each_year("2020-09-24", "reviewer")
    (('2019', '2020', '2021'), ('2019',), ('2020',))
    """
    found = list(_YEAR.finditer(text))
    years: list[int] = []
    for before, match in zip([None, *found], found, strict=False):
        year = int(match["year"])
        if before is not None and before["range"]:
            years.extend(range(int(before["year"]) + 1, year + 1) if role in _MANY else ())
        else:
            years.append(year)
    return tuple(dict.fromkeys(map(str, years)))
