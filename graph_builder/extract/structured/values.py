"""What a value of structured data says: the degree, post, organization, department and place that its parts name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.degrees import degree_in, joint_degree
from graph_builder.extract.normalise.lexicon import ORGANIZATION, ROLE, SCHOOL, UNIT, is_role
from graph_builder.extract.structured.keys import part_of
from graph_builder.gazetteer import load
from graph_builder.model import Node, Span


class PartKind(StrEnum):
    """What a part of a value names."""

    DEGREE = "degree"
    FIELD = "field"
    ROLE = "role"
    ORGANIZATION = "organization"
    UNIT = "unit"
    PLACE = "place"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a value with its kind; *level* is that of a degree."""

    kind: PartKind
    text: str
    span: Span
    level: str = ""


_BETWEEN = re.compile(
    r"\s*[;|•·\t\n]\s*|,\s+|,(?=[A-Z])|\s[–—-]{1,2}\s|[.*_]{1,3}\s+[*_]{0,2}(?=[A-Z])|\s+@\s*|\s*[()]\s*"
    r"|\s+(?:at|from)\s+(?:the\s+)?(?=[A-Z])"
)
_ABBREVIATED = re.compile(r"(?:\b(?:St|Dr|Prof|Univ|Dept|Inst|Ph|Sc|Inc|Co|Ltd|[A-Z]))$")
_LEGAL_FORM = re.compile(r"(?:Inc|LLC|Ltd|Corp|GmbH|AG|S\.?A|S\.?L|PLC|LLP|B\.?V|(?:Pte|Pty)\.? Ltd)\.?")
_EDGE = " \t\n.,;:*_–—-/\"'“”()[]"
_OF = re.compile(
    r"(?:\s?\d(?!\w))?(?:\s*(?:[(,:–—-]\s*)?(?:(?:degree|studies|student|candidate)\s+)?(?:in|of|en|em|di|de|i)\s+|[\s,.:;(–—-]+)",
    re.IGNORECASE,
)
_PART_OF_SCHOOL = re.compile(r"(?:depart|dept|school\sof|faculty|division|college\sof|graduate\sschool)", re.IGNORECASE)
_MOST = 40  # parts of a value
_SHORT = 5  # letters of a degree's abbreviation


def parts_of(node: Node) -> list[Part]:
    """Return what the parts of a value name, without dates.

    >>> value = "PhD in Physics, University of California, Berkeley, 2014-2019"
    >>> [(part.kind.value, part.text) for part in parts_of(Node("scalar", Span(0, len(value)), "", value))]
    [('degree', 'PhD'), ('field', 'Physics'), ('organization', 'University of California, Berkeley')]
    """
    found: list[Part] = []
    for start, end in _joined(node.value, list(_cut(node.value))[:_MOST]):
        for kind, a, b, level in _kinds(node.value[start:end]):
            part = part_of(node, start + a, start + b)
            found.append(Part(kind, part.value, part.span, level))
    return found


def organization_root(name: str) -> str:
    """Return the normalised name of the organization at the top of the one that *name* means."""
    gazetteer = load()
    entry = gazetteer.organization(name)
    seen = 0
    while entry is not None and entry.parent and seen < 4:
        entry, seen = gazetteer.organization_by_id(entry.parent), seen + 1
    return (entry.name if entry is not None else name).casefold()


def _cut(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the parts of a text stand between its dates and the marks and words that divide them."""
    cuts = [(date.span.start, date.span.end) for date in find_dates(text)]
    for found in _BETWEEN.finditer(text):
        if not (found.group().startswith(".") and _ABBREVIATED.search(text, max(0, found.start() - 6), found.start())):
            cuts.append(found.span())
    at = 0
    for start, end in [*sorted(cuts), (len(text), len(text))]:
        body = text[at:start].strip(_EDGE)
        if start > at and any(map(str.isalnum, body)):
            begin = text.index(body, at)
            stop = begin + len(body)
            yield begin, stop + (text.startswith(".", stop) and _ABBREVIATED.search(body[-6:]) is not None)
        at = max(at, end)


def _joined(text: str, parts: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield parts, those that are one known name together as one: "University of California" and "Berkeley"."""
    at = 0
    while at < len(parts):
        size = next((n for n in (3, 2) if at + n <= len(parts) and _is_one(text, parts[at : at + n])), 1)
        yield parts[at][0], parts[at + size - 1][1]
        at += size


def _is_one(text: str, parts: list[tuple[int, int]]) -> bool:
    first, whole = text[slice(*parts[0])], text[parts[0][0] : parts[-1][1]]
    if len(parts) == 2 and _LEGAL_FORM.fullmatch(text[slice(*parts[1])]):
        return True
    known = load().organization(whole) if len(whole) < 120 and "\n" not in whole else None
    return known is not None and known != load().organization(first)


def _kinds(text: str) -> Iterator[tuple[PartKind, int, int, str]]:
    """Yield what a part names with its place and level: of a degree what it was in as well."""
    degree = degree_in(text)
    rest = text[degree[1] :] if degree is not None else ""
    of = _OF.match(rest)
    if degree is not None and not degree[0] and (of is None or of.group().strip() or not ROLE.search(rest)):
        yield PartKind.DEGREE, 0, degree[1], degree[2]
        end = degree[1]
        if (joint := joint_degree(rest, short=end <= _SHORT)) is not None:
            yield PartKind.DEGREE, end + joint[0], end + joint[1], joint[2]
            end += joint[1]
            of = _OF.match(text[end:])
        start = end + (of.end() if of else 0)
        if any(map(str.isalpha, text[start:])):
            kind = _kind(text[start:])
            kind = kind if kind in {PartKind.ORGANIZATION, PartKind.PLACE} else PartKind.FIELD
            yield kind, start, len(text), ""
    else:
        yield _kind(text), 0, len(text), ""


def _kind(text: str) -> PartKind:
    known = load().organization(text)
    if load().is_place(text) and not SCHOOL.search(text) and (known is None or known.kind != "company"):
        return PartKind.PLACE
    if known is not None:
        return PartKind.ORGANIZATION
    if is_role(text):
        return PartKind.ROLE
    if _PART_OF_SCHOOL.match(text):
        return PartKind.UNIT
    if SCHOOL.search(text) or ORGANIZATION.search(text):
        return PartKind.ORGANIZATION
    return PartKind.UNIT if UNIT.search(text) else PartKind.OTHER
