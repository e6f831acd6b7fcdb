"""Organisations in a sentence by what stands around them: links, leaders, and what the text named before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graph_builder.extract.degrees import degree_in
from graph_builder.extract.lexicon import SCHOOL, is_place
from graph_builder.extract.long_names import name_end
from graph_builder.extract.person_names import is_name
from graph_builder.extract.titles import Piece
from graph_builder.gazetteer import load
from graph_builder.model import Span

_KINDS = r"(?:[Ll]ab|[Ll]aboratory|[Gg]roup|[Tt]eam|[Ii]nstitute|[Cc]ent(?:er|re)|[Dd]epartment|[Uu]nit)"
_TEAM = re.compile(rf"[A-Z][\w&/,’' -]{{2,80}}\s{_KINDS}")
_NAMES = r"[A-Z][\w-]*(?:\s[A-Z][\w-]*){0,3}"
_JOINED = re.compile(
    rf"\b(?:at|in)\sthe\s(?!Universi|College|School|Department)(?P<team>{_NAMES}\sand\s{_NAMES}"
    r"\s(?:Lab|Laboratory|Group|Team|Unit))(?!\w)"
)
_OWNER = re.compile(rf"(?P<name>[A-ZÀ-Þ][\w.’-]*(?:\s[A-ZÀ-Þ][\w.-]*){{1,3}})['’]s\s(?:[\w&-]+\s){{0,6}}{_KINDS}\b")


def with_linked_teams(text: str, start: int, linked: Sequence[Span], found: list[Piece]) -> list[Piece]:
    """Return the organisations, and the teams whose names have "and" in them: "at the Wool and Yarn Lab".

    A link tells where such a name begins and ends, be it capitalised or not.

    *text* stands at *start* of its document; *linked* are the places of its links, *found* the organisations so far.
    """
    teams = [(m.start("team"), m.end("team")) for m in _JOINED.finditer(text)]
    for begin, end in teams:
        if not any(f.start < end and begin < f.end and _UNIVERSITY.search(f.text) for f in found):
            found = [f for f in found if f.end <= begin or f.start >= end] + [Piece(begin, end, text[begin:end])]
    for span in linked:
        begin, end = span.start - start, span.end - start
        if 0 <= begin < end <= len(text) and _TEAM.fullmatch(text, begin, end) and " and " in text[begin:end]:
            found = [f for f in found if f.end <= begin or f.start >= end] + [Piece(begin, end, text[begin:end])]
    return found


def led_by_person(text: str, at: int) -> bool:
    """Tell whether at *at* stands a team with its leader's name in front of it, who is no organisation.

    >>> led_by_person("Ada Lovelace's Loom Lab at Ghent", 0), led_by_person("Google's Loom Lab", 0)
    (True, False)
    """
    owner = _OWNER.match(text, at)
    return owner is not None and is_name(owner["name"])


_WORD = r"(?:(?:[dl]['’])?[A-ZÀ-ÖØ-Þ][\w&’'-]*)"
_SUBJECT = rf"{_WORD}(?:\s{_WORD}){{0,3}}"
_FIELDS = re.compile(
    rf"(?:{_WORD}\s){{0,4}}?(?:School|Faculty|Institute|Cent(?:er|re)|College|Department|Division|Laboratory|Program(?:me)?|Ministry)"
    rf"\s(?:of|for|on)\s(?:the\s)?(?P<fields>{_SUBJECT}(?:,\s(?!and\s){_SUBJECT}){{1,4}},?\s(?:and|&)\s{_SUBJECT})"
)


def of_fields(text: str, at: int, end: int) -> int:
    """Return where the name at *at* ends that lists several fields, or *at* if none does.

    >>> text = "Centre for Looms, Wool and Water, Ghent University"
    >>> text[: of_fields(text, 0, len(text))]
    'Centre for Looms, Wool and Water'
    """
    found = _FIELDS.match(text, at, end)
    if found is None:
        return at
    parts = re.split(r",?\s(?:and|&)\s|,\s", found["fields"])
    mere = not any(is_place(p) or SCHOOL.search(p) or load().organization(p) is not None for p in parts)
    return found.end() if mere else at


def with_long_names(text: str, found: list[Piece]) -> list[Piece]:
    """Return the organisations, each to the end of its name, which may go on behind small words.

    >>> with_long_names("at the Institut de Recherche en Tissage", [Piece(7, 28, "Institut de Recherche")])[0].text
    'Institut de Recherche en Tissage'
    """
    for piece in found:
        end = name_end(text, piece.start)
        if end > piece.end and piece in found and load().organization(piece.text) is None:
            found = [f for f in found if f.end <= piece.start or f.start >= end]
            found.append(Piece(piece.start, end, text[piece.start : end]))
    return found


_FIRM_OR_FIELD = re.compile(r"\w\s(?:Technologies|Networks|Software|Systems|Society|Government|Library)$")
_DEGREE_IN = re.compile(
    r"(?:\b(?:Ph\.?\s?D\.?|[Dd]octorate|[Mm]aster['’]?s?|[Bb]achelor['’]?s?|[MB]\.?\s?(?:[AS]c?|Eng|Tech|Phil)\b\.?"
    r"|of\s(?:Science|Arts|Engineering|Philosophy)|[Dd]iploma)|\b[Dd]egree)\sin\s(?:[A-Z]\w+\s(?:and|&)\s)?$"
)


def is_studied(text: str, found: Piece) -> bool:
    """Tell whether what could be a firm is the field of a degree: "PhD in Loom Technologies from X"."""
    if _FIRM_OR_FIELD.search(found.text) is None:
        return False
    return _DEGREE_IN.search(text[max(0, found.start - 60) : found.start]) is not None


_QUOTED = re.compile(r"\s[\"“”«‘'][A-ZÀ-Þ][\w.’ -]{2,30}[\"”»’']")
_UNIVERSITY = re.compile(r"(?:Universi|Politecnic|Polytechnic|Academy|Institut|College|School|École)")


def with_byname(text: str, piece: Piece) -> Piece:
    """Return a university with the name in quotation marks that it bears: "University of Bari 'Aldo Moro'"."""
    byname = _QUOTED.match(text, piece.end) if _UNIVERSITY.match(piece.text) else None
    return Piece(piece.start, byname.end(), text[piece.start : byname.end()]) if byname is not None else piece


def is_short_form(text: str, piece: Piece) -> bool:
    """Tell whether a piece is the acronym in brackets of the name in front, and no house with letters like that.

    >>> text = "at Applied Loom Laboratories (ALL) in Lund"
    >>> is_short_form(text, Piece(30, 33, "ALL")), is_short_form("at IBM (ALL)", Piece(8, 11, "ALL"))
    (True, False)
    """
    if not piece.text.isupper() or not text.startswith(")", piece.end) or not text.endswith(" (", 0, piece.start):
        return False
    before = _CAPITALS.search(text, max(0, piece.start - 120), piece.start - 2)
    initials = "".join(word[0] for word in re.findall(r"[^\W\d_a-z][\w’'-]*", before.group())) if before else ""
    return initials.endswith(piece.text)


_CAPITALS = re.compile(r"[A-ZÀ-ÖØ-Þ][\w’'-]*(?:\s(?:of\s|for\s|the\s|and\s|in\s|&\s){0,2}[A-ZÀ-ÖØ-Þ][\w’'-]*){1,7}$")
_SAME = re.compile(
    r"\b(?:at|from|in|with)\s(?P<same>the\s(?:very\s)?same\s(?P<kind>university|institution|institute|school|college|company))\b",
    re.IGNORECASE,
)


def with_same(text: str, found: list[Piece], before: Sequence[str]) -> list[Piece]:
    """Return the organisations, and for "the same university" the one named last: here or in the text *before*."""
    for match in _SAME.finditer(text):
        named = [*before, *(f.text for f in found if f.end <= match.start())]
        if match["kind"] != "company":
            named = [name for name in named if _UNIVERSITY.search(name)]
        if named:
            found = sorted([*found, Piece(*match.span("same"), named[-1])], key=lambda f: f.start)
    return found


_CAPITAL = r"[A-ZÀ-ÖØ-Þ][\w’'-]*"
_SMALL = re.compile(
    rf"(?<![\w-])university\sof\s{_CAPITAL}(?:\s(?:(?:and|et|of|de)\s)?{_CAPITAL}){{0,4}}|(?<![\w-])(?:{_CAPITAL}\s){{1,3}}university(?![\w-])|"
    r"(?<![\w-])(?:université|lycée|école|institut|collège|universidad|instituto|università|liceo|istituto|universidade|hochschule)\s"
    r"(?:(?:nationale?|supérieure?|normale?|polytechnique|technique|catholique|nacional|politécnica|tecnológic[oa]|católica|nazionale|degli\sstudi)\s){0,3}"
    rf"(?:(?:de\sla|de\sl['’]|del|della|de|du|des|di|do|da)\s?|d['’])?{_CAPITAL}(?:\s(?:(?:de\sla|de|du|des|et|y|e|la|le)\s)?{_CAPITAL}){{0,4}}"
)


def in_small_letters(text: str, found: Sequence[Piece]) -> list[Piece]:
    """Return the schools whose kind is written small, as in French: "à l'université de Nantes", "au lycée Corot".

    *found* are the organisations so far: what overlaps with one of them is left out.

    >>> [p.text for p in in_small_letters("Je suis professeur au lycée Jean-Baptiste Corot.", [])]
    ['lycée Jean-Baptiste Corot']
    """
    named = (Piece(m.start(), m.end(), m.group()) for m in _SMALL.finditer(text))
    return [p for p in named if not any(f.start < p.end and p.start < f.end for f in found)]


_DEGREED = re.compile(
    r"(?<![\w.])(?P<name>[A-ZÀ-Þ][\w.’'-]*(?:\s(?:of\s|at\s)?[A-ZÀ-Þ][\w.’'-]*){0,4})\s\((?P<degree>[A-Z][^()]{1,60})\)"
)
_LEADS = re.compile(r"(?:\b(?:at|from|of|and|by)(?:\sthe)?|,|&|:)\s$")


def before_degrees(text: str, found: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the schools that nothing shows to be any but the degrees in brackets behind them.

    >>> [h.text for h in before_degrees("He earned degrees from Brown (BA, 1998) and Looms (wool, 2001).", ())]
    ['Brown']
    """
    for match in _DEGREED.finditer(text):
        degree = degree_in(match["degree"])
        begin, end = match.span("name")
        taken = any(f.start < end and begin < f.end for f in found)
        if degree is not None and degree[0] == 0 and not taken and _LEADS.search(text, 0, begin):
            yield Piece(begin, end, match["name"])
