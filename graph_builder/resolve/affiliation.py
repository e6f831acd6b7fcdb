"""Printed affiliations taken apart: employer or school, its units, and the places behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graph_builder.gazetteer import Entry, Gazetteer, Registered, normalize

_CUT = re.compile(r"\s*(?:[,;·|•@()（）\[\]]|\s[-–—/]\s|\s+at\s+|(?<=\w)\s*:\s)\s*")
_UNIT = frozenset(
    "department dept school faculty college division lab labs laboratory laboratories group team center centre "
    "institute unit section chair program programme office research ai cloud science sciences engineering technology "
    "clinic hospital campus academy graduate studio r d rd nlp hq headquarters gmbh inc ltd".split()
)
_UNIT_HEAD = re.compile(
    r"^(?:the )?(?:department|dept|school|faculty|college|division|lab|laboratory|group|team|center|centre|unit|"
    r"section|chair|program|programme|office|graduate school|institut|fakultät|lehrstuhl|département|departamento|"
    r"dipartimento|ufr|laboratoire|laboratorio)\b|\b(?:department|dept|lab|labs|laboratory|group|team|division|unit|group)\.?$",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"universi|universität|universidad|hochschule|\bcollege\b|\binstitut|\bacademy|\bschool of\b|\bpolytech|politec|"
    r"\bhospital\b|\binc\b|\bcorp|\bltd\b|\bgmbh\b|大学|學院|学院|研究所|대학교|\bfoundation\b|\bministry\b|\bmuseum\b",
    re.IGNORECASE,
)
# Where names are written without commas, the whole comes first and the unit says what it is at its end.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_UNSPACED_UNIT = re.compile(
    r"(?:系|学院|學院|研究科|学部|學部|学科|學科|研究所|研究院|研究室|实验室|實驗室|专业|専攻|中心|医院|病院|학과|학부|대학원|대학|연구소|연구실)$"
)
_UNSPACED_WHOLE = re.compile(r"^(.{2,20}?(?:大学|大學|대학교))\s*(\S.{0,60})$")
# Beside an employer these are others, and no units of it.
_ANOTHER = re.compile(r"universi|\bhochschule\b|\bfoundation\b|\bministry\b|\b(?:inc|corp|ltd|gmbh)\b", re.IGNORECASE)
_MOST_PARTS = 8


@dataclass(frozen=True, slots=True)
class Affiliation:
    """An affiliation taken apart: the employer (known or as printed), and names of units, outermost first.

    *entry* is the employer's entry, *unit* that of a unit which the gazetteer knows, *score* the probability that the
    employer is right, and *reasons* what speaks for it.
    """

    name: str
    entry: Entry | None
    unit: Entry | None = None
    units: tuple[str, ...] = ()
    rule: str = "own name"
    score: float = 1.0
    reasons: tuple[str, ...] = ()


# Documents print the same few thousand organizations again and again.
@lru_cache(maxsize=50_000)
def take_apart(text: str, gazetteer: Gazetteer) -> Affiliation:
    """Return the employer or school that *text* names, with its units.

    >>> from graph_builder.gazetteer import load
    >>> found = take_apart("Alibaba · PAI", load())
    >>> found.name, found.unit.name
    ('Alibaba', 'PAI')
    >>> found = take_apart("Faculty of Law, Example University, Oslo", load())
    >>> found.name, found.units, found.rule
    ('Example University', ('Faculty of Law',), 'own name')
    >>> found = take_apart("清华大学计算机科学与技术系", load())
    >>> found.name, found.units
    ('Tsinghua University', ('计算机科学与技术系',))
    """
    known = gazetteer.organization(text)
    if known is not None:
        return _of_entry(known, gazetteer, (), "known name", 0.98)
    parts = _parts(text, gazetteer)
    return (
        _known_part(parts, gazetteer)
        or _known_words(parts, gazetteer)
        or _unspaced(text.strip(), gazetteer)
        or _registered(text, gazetteer)
        or _unknown([p for p in parts if not gazetteer.is_place(p)] or parts or [text])
    )


def _parts(text: str, gazetteer: Gazetteer) -> list[str]:
    """Return the parts of an affiliation; a legal form and the last of things listed go with what is before them.

    >>> from graph_builder.gazetteer import load
    >>> _parts("Initech, Inc., Oslo", load()), _parts("Centre for Looms, Yarns, & Threads", load())
    (['Initech, Inc', 'Oslo'], ['Centre for Looms, Yarns, & Threads'])
    >>> _parts("Exampleton Institute of Looms, Fine Yarns and Threads, Oslo", load())
    ['Exampleton Institute of Looms, Fine Yarns and Threads', 'Oslo']
    """
    parts: list[str] = []
    for part in (p.strip(" .") for p in _CUT.split(text)):
        if parts and _LEGAL.fullmatch(part):
            parts[-1] = f"{parts[-1]}, {part}"
        elif parts and f", {part}" in text and _LISTING.match(parts[0]) and _ends_list(parts, part, gazetteer):
            parts = [", ".join([*parts, part])]
        elif part:
            parts.append(part)
    return parts


_LEGAL = re.compile(r"(?:inc|llc|ltd|corp|gmbh|plc|s\.?a|s\.?l|llp|pte\.? ltd|pty\.? ltd|co\.?,? ltd)", re.IGNORECASE)
_LISTING = re.compile(
    r"(?:[A-Z][\w-]+ ){0,3}(?:Cent(?:er|re)|Institute|Agency|Council|Laboratory|School|Ministry|Commission|Academy"
    r"|Bureau|Office|Society|Association|Foundation) (?:for|of) (?:the )?"
)
_LAST_TWO = re.compile(r"(?:[A-Z][\w-]{1,30} ){1,3}(?:&|and) [A-Z][\w-]{1,30}(?: [A-Z][\w-]{1,30}){0,2}")
_LAST = re.compile(r"(?:&|and) (?!.{0,40}(?i:universi|institut|college|school|academy|hospital))")


def _ends_list(parts: list[str], part: str, gazetteer: Gazetteer) -> bool:
    """Return whether a part ends what a name lists: "and Threads" behind several parts, or "Yarns and Threads"."""
    if len(parts) > 1 and _LAST.match(part):
        return True
    return _LAST_TWO.fullmatch(part) is not None and not any(
        gazetteer.is_place(p) or _UNIT_HEAD.search(p) or _WHOLE.search(p) for p in (*parts[1:], part)
    )


def _registered(text: str, gazetteer: Gazetteer) -> Affiliation | None:
    """An affiliation in which a registry finds an organization that it knows."""
    found = gazetteer.registries.find(text) if gazetteer.registries is not None else ()
    if not found:
        return None
    best = found[0]
    whole = employer(best.entry, gazetteer)
    return Affiliation(
        whole.name,
        whole,
        best.entry if best.entry is not whole else None,
        _units_around(text, best, found, gazetteer),
        "name in a registry",
        best.match.score,
        best.match.reasons,
    )


def _units_around(text: str, best: Registered, found: tuple[Registered, ...], gazetteer: Gazetteer) -> tuple[str, ...]:
    """What a text names beside the organization and is neither a place nor another organization, outermost first."""
    before: list[str] = []
    behind: list[str] = []
    after: list[str] = []
    for start, end in _stretches(text, [(f.match.start, f.match.end) for f in found]):
        for at, part in enumerate(_CUT.split(text[start:end])):
            name = _unit_name(part.strip(" .;"))
            if _is_unit(name) and not gazetteer.is_place(name):
                # "Example University School of Law": what follows without a comma stands right below the whole.
                direct = at == 0 and start == best.match.end
                (behind if direct else before if end <= best.match.start else after).append(name)
    return (*behind, *reversed(before), *after)


def _stretches(text: str, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches of a text between those that are taken."""
    at = 0
    for start, end in sorted(taken):
        if at < start:
            yield at, start
        at = max(at, end)
    if at < len(text):
        yield at, len(text)


def employer(entry: Entry, gazetteer: Gazetteer) -> Entry:
    """Return the organization as a whole that *entry* belongs to: itself, or what stands above a unit."""
    while entry.kind == "unit" and entry.parent:
        entry = gazetteer.organization_by_id(entry.parent)
    return entry


def _of_entry(known: Entry, gazetteer: Gazetteer, units: tuple[str, ...], rule: str, score: float) -> Affiliation:
    whole = employer(known, gazetteer)
    return Affiliation(whole.name, whole, known if known is not whole else None, units, rule, score)


def _known_part(parts: list[str], gazetteer: Gazetteer) -> Affiliation | None:
    """An affiliation some part of which is a known name."""
    found: list[tuple[int, int, Entry]] = []
    count = min(len(parts), _MOST_PARTS)
    # Runs of neighbouring parts, longest first: a comma may stand inside a name.
    for start, end in ((at, at + size) for size in range(count, 0, -1) for at in range(count - size + 1)):
        overlaps = any(start < e and s < end for s, e, _ in found)
        known = None if overlaps else gazetteer.organization(", ".join(parts[start:end]))
        # Behind a comma "Cambridge" or "Princeton" is a town, unless what stands before it is a part of a school.
        town = start and gazetteer.is_place(parts[start]) and not _UNIT_HEAD.search(parts[start - 1])
        if known is not None and not town:
            found.append((start, end, known))
    if not found:
        return None
    found.sort(key=lambda f: f[0])
    wholes = [f for f in found if f[2].kind != "unit"]
    start, end, whole = wholes[0] if wholes else found[0]
    inner = [e for _, _, e in found if e.kind == "unit" and employer(e, gazetteer) is employer(whole, gazetteer)]
    taken = {i for s, e, _ in found for i in range(s, e)}
    rest = [p for i, p in enumerate(parts) if i not in taken and not gazetteer.is_place(p)]
    rest = [p for p in rest if not _another(p, whole, gazetteer)]
    before = [p for p in rest if parts.index(p) < start]
    units = tuple(reversed(before)) + tuple(p for p in rest if p not in before)
    return _of_entry(inner[-1] if inner else whole, gazetteer, units, "known name in the affiliation", 0.95)


_SMALL = frozenset({"of", "for"})


def _known_words(parts: list[str], gazetteer: Gazetteer) -> Affiliation | None:
    """A part that begins or ends with a known name, the rest of it being a unit or a place."""
    for part in parts:
        words = part.split()
        for size in range(len(words) - 1, 0, -1):
            for head, tail in ((words[:size], words[size:]), (words[-size:], words[:-size])):
                known = gazetteer.organization(" ".join(head))
                rest = " ".join(tail)
                if known is None or gazetteer.is_ambiguous(" ".join(head)) or head[-1] in _SMALL:
                    continue  # "Faculty of Science" is no part of a firm called Faculty
                if rest.startswith(("for ", "für ")) and head == words[:size]:
                    continue  # "Example Institute for Looms" is an institute of its own beside "Example Institute"
                if _another(rest, known, gazetteer):
                    return _of_entry(known, gazetteer, (), "known name beside another", 0.85)
                if gazetteer.is_place(rest):
                    return _of_entry(known, gazetteer, (), "known name with a place", 0.9)
                if _is_unit(rest) and (known.kind == "company" or not _WHOLE.search(rest) or known.kind == "unit"):
                    return _of_entry(known, gazetteer, (_unit_name(rest),), "known name with a unit", 0.85)
    return None


def _unspaced(text: str, gazetteer: Gazetteer) -> Affiliation | None:
    """An affiliation in a script without commas: a known name and what follows it, or a university and its unit."""
    if not _UNSPACED.search(text) or not _UNSPACED_UNIT.search(text):
        return None
    for end in range(len(text) - 1, 1, -1):
        known = gazetteer.organization(text[:end].strip())
        if known is not None and not gazetteer.is_ambiguous(text[:end].strip()):
            return _of_entry(known, gazetteer, (text[end:].strip(),), "known name with a unit", 0.85)
    found = _UNSPACED_WHOLE.match(text)
    return Affiliation(found[1], None, None, (found[2],)) if found and gazetteer.registries is None else None


def _another(part: str, whole: Entry, gazetteer: Gazetteer) -> bool:
    """Return whether a part beside an employer names another one, known or not."""
    name = re.sub(r"^(?:and|&)\s+", "", part, flags=re.IGNORECASE)
    known = gazetteer.organization(name)
    if known is not None and not gazetteer.is_ambiguous(name):
        return employer(known, gazetteer) is not employer(whole, gazetteer)
    return bool(_ANOTHER.search(name)) and not _UNIT_HEAD.search(name)


def _unit_name(text: str) -> str:
    return re.sub(r"^(?:of|at|in)\s+|\s+(?:of|at|in|the)$", "", text.strip(" -–'’"), flags=re.IGNORECASE)


def _is_unit(text: str) -> bool:
    return bool(_UNIT & set(normalize(text).split()))


def _unknown(parts: list[str]) -> Affiliation:
    """An employer that is not known: the first part that looks like a whole, units being what stands before it."""
    for at, part in enumerate(parts):
        if _WHOLE.search(part) and not _UNIT_HEAD.search(part):
            return Affiliation(part, None, None, tuple(reversed(parts[:at])) + tuple(parts[at + 1 :]))
    return Affiliation(", ".join(parts[:1]), None, None, tuple(parts[1:]))
