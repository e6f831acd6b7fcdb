"""The headlines of an Org file: a tree with the lines below each, without what is not exported."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

_HEADLINE = re.compile(r"(?P<stars>\*{1,20})[ \t]+(?P<title>(?:[^ \t\n]+(?:[ \t]+[^ \t\n]+)*)?)[ \t]*$")
_BEFORE_TITLE = re.compile(
    r"(?:(?:TODO|DONE|NEXT|WAITING|DRAFT|CANCELLED|HOLD)[ \t]+)?(?:\[#[A-Z]\][ \t]*)?"
    r"(?P<comment>COMMENT(?:[ \t]+|$))?"
)
_TAGS = re.compile(r"(?<![ \t])[ \t]+:(?P<tags>(?:[\w@#%-]{1,60}:){1,12})[ \t]*$")
_DRAWER = re.compile(r"[ \t]*:(?P<name>[A-Za-z][\w-]{0,40}):[ \t]*$")
_DRAWER_END = re.compile(r"(?i)[ \t]*:END:[ \t]*$")
_PROPERTY = re.compile(r"[ \t]*:(?P<name>[\w-]{1,60})\+?:(?:[ \t]+(?P<value>[^ \t\n]+(?:[ \t]+[^ \t\n]+)*))?[ \t]*$")
_PLANNING = re.compile(r"[ \t]*(?:CLOSED|SCHEDULED|DEADLINE):[ \t]*[<\[]")
_BLOCK_BEGIN = re.compile(r"(?i)[ \t]*#\+begin_(?P<name>\w+)")
BLOCK_END = re.compile(r"(?im)^[ \t]*#\+end_(?P<name>\w+)")
"""The end of a block, from the beginning of its line."""
_LONGEST_DRAWER = 400

_HIDDEN_TAGS = frozenset(("noexport", "no_export", "private", "archive"))
_ENTRY_WORDS = 6
_ENTRY_SIGN = re.compile(r"\d{4}|\[\[|[,:–—]|\d{2}\s*[-–]")

Line = tuple[int, int]


@dataclass(slots=True)
class Headline:
    """A headline: where its title stands, its properties, the lines below it, and the headlines inside it."""

    level: int = 0
    title: Line = (0, 0)
    hidden: bool = False
    untitled: bool = False  # what is below it is shown and it is not
    is_entry: bool = False  # an item of a list and no section
    properties: dict[str, Line] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    children: list[Headline] = field(default_factory=list)


def read_tree(text: str) -> Headline:
    """Return the headline that holds all of *text*: its own lines are those above the first headline.

    >>> root = read_tree("Me\\n* Vita :cv:\\n** COMMENT Later\\nMore\\n")
    >>> [(h.title, h.hidden) for h in (root.children[0], root.children[0].children[0])]
    [((5, 9), False), ((26, 31), True)]
    """
    root = Headline()
    path = [root]
    lines = _lines(text)
    ends, headlines = Ends(text, BLOCK_END), [number for number, line in enumerate(lines) if _begins(text, line)]
    drawers = [number for number, line in enumerate(lines) if _DRAWER_END.match(text[slice(*line)])]
    at = 0
    while at < len(lines):
        start, end = lines[at]
        line = text[start:end]
        found = _HEADLINE.match(line) if line.startswith("*") else None
        if found is not None:
            headline = _headline(found, start)
            while path[-1] is not root and path[-1].level >= headline.level:
                path.pop()
            path[-1].children.append(headline)
            path.append(headline)
        elif (block := _BLOCK_BEGIN.match(line)) is not None:
            last = ends.line(block["name"], lines, at)
            if not block["name"].casefold().startswith(("src", "example", "export")):
                after = bisect_right(headlines, at)
                last = 0 if after < len(headlines) and headlines[after] < last else last
            last = last or at
            path[-1].lines.extend(lines[at : last + 1])
            at = last
        elif (drawer := _DRAWER.match(line)) is not None and (last := _drawer_end(drawers, headlines, at)):
            if drawer["name"].upper() == "PROPERTIES":
                path[-1].properties.update(_properties(text, lines[at + 1 : last]))
            at = last
        elif not _PLANNING.match(line):
            path[-1].lines.append((start, end))
        at += 1
    _mark_entries(text, root)
    return root


def _lines(text: str) -> list[Line]:
    found = []
    start = 0
    for line in text.split("\n"):
        found.append((start, start + len(line)))
        start += len(line) + 1
    return found


def _headline(found: re.Match[str], start: int) -> Headline:
    first, last = found.span("title")
    head = _BEFORE_TITLE.match(found.string, first, last)
    commented = bool(head and head["comment"])
    first = head.end() if head else first
    tags: set[str] = set()
    if labels := _TAGS.search(f" {found.string[first:last]}"):
        tags = {tag.casefold() for tag in labels["tags"].split(":")}
        last = max(first, first + labels.start() - 1)
    return Headline(
        level=len(found["stars"]),
        title=(start + first, start + last),
        hidden=commented or bool(tags & _HIDDEN_TAGS),
        untitled="ignore" in tags or first >= last,
    )


def _begins(text: str, line: Line) -> bool:
    """Tell whether a line is a headline."""
    return text.startswith("*", line[0]) and _HEADLINE.match(text, *line) is not None


class Ends:
    """Where blocks end, by their names: each is looked for once, however many begin.

    Args:
        text: the file.
        pattern: what an end looks like, with a group *name*.
    """

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self._places: dict[str, list[int]] = {}
        for found in pattern.finditer(text):
            self._places.setdefault(found["name"].casefold(), []).append(found.start())

    def line(self, name: str, lines: Sequence[Line], at: int) -> int:
        """Return the number of the first of some lines behind line *at* with an end of that name, or 0."""
        places = self._places.get(name.casefold(), [])
        first = bisect_left(places, lines[at + 1][0]) if at + 1 < len(lines) else len(places)
        for place in places[first:]:
            number = bisect_right(lines, place, key=itemgetter(0)) - 1
            if lines[number][0] <= place <= lines[number][1]:
                return number
            if number + 1 == len(lines):  # lines in between may be left out, as drawers are
                break
        return 0


def _drawer_end(ends: Sequence[int], headlines: Sequence[int], at: int) -> int:
    """Return the number of the line that ends the drawer begun by a line: before the next headline, or 0."""
    place, after = bisect_right(ends, at), bisect_right(headlines, at)
    if place == len(ends) or ends[place] >= at + _LONGEST_DRAWER:
        return 0
    return 0 if after < len(headlines) and headlines[after] < ends[place] else ends[place]


def _properties(text: str, lines: Sequence[Line]) -> Iterator[tuple[str, Line]]:
    for start, end in lines:
        found = _PROPERTY.match(text[start:end])
        if found is not None and found["value"]:
            first, last = found.span("value")
            yield found["name"].upper(), (start + first, start + last)


def _mark_entries(text: str, root: Headline) -> None:
    """Mark the headlines that are items: below a section, most beside them bare too, and none a title of a section."""
    stack = [root]
    while stack:
        parent = stack.pop()
        shown = [child for child in parent.children if not child.hidden]
        stack.extend(shown)
        if parent is root or not shown:
            continue
        bare = [
            child for child in shown if not _has_text(text, child) and not child.properties.keys() - {"CUSTOM_ID", "ID"}
        ]
        told = [child for child in shown if _tells(text, child)]
        parted = any(child.children for child in bare) and 2 * len(told) <= len(shown)
        if parent.is_entry or (2 * len(bare) > len(shown) and not parted):
            for child in shown:
                child.is_entry = parent.is_entry or child in bare or child in told


def _has_text(text: str, headline: Headline) -> bool:
    return any(text[start:end].strip() for start, end in headline.lines)


def _tells(text: str, headline: Headline) -> bool:
    """Tell whether a title says something of its own, where a section's only names what is below."""
    title = text[slice(*headline.title)]
    return len(title.split()) > _ENTRY_WORDS or _ENTRY_SIGN.search(title) is not None
