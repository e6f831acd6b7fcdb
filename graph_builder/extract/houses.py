"""Organisations named in a sentence: the known ones, those with telling words, and what stands behind "at"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graph_builder.extract.dates import find_dates
from graph_builder.extract.house_links import (
    before_degrees,
    in_small_letters,
    is_short_form,
    is_studied,
    led_by_person,
    of_fields,
    with_byname,
    with_linked_teams,
    with_long_names,
)
from graph_builder.extract.lexicon import ORGANIZATION, SCHOOL, is_place, is_role
from graph_builder.extract.long_names import name_end
from graph_builder.extract.person_names import is_name
from graph_builder.extract.titles import Piece
from graph_builder.gazetteer import load, normalize
from graph_builder.model import Span

_WORD = r"(?:(?:[dl]['’])?[A-ZÀ-ÖØ-Þ][\w.&’'-]*|[一-鿿]+)"
_RUN = re.compile(
    rf"{_WORD}(?:(?:\s+(?:of|the|for|and|de|la|di|du|des|dei|del|della|delle|dello|degli|da|das|do|dos|für|zu|zur|in|at|&|et\s+d(?:e|es|u)|et(?=\s[dl]['’]))\s+|\s+|,\s+)(?={_WORD}){_WORD}){{0,14}}"
)
_AT = re.compile(
    r"(?<!\w)(?:at|@|join(?:ed|ing)?|(?:[Cc]o-?)?[Ff]ound(?:ed|er(?:\s(?:and|&)\s\w{1,20})?\s+of|ing)|C[EOT]O\s+of|[Cc]hief\s+\w+(?:\s+\w+)?\s+of|[Aa]ffiliate\s+of|startup|company|worked\s+for|work\s+for|"
    r"interned\s+with|employed\s+by|(?:[Aa]s|am|is|was)\san?\s(?:[\w-]{2,20}\s){0,3}(?:engineer|scientist|developer|analyst|consultant|programmer|designer|intern)\sfor)\s+(?:the\s+|a\s+(?:startup|company)\s+called\s+|(?:the\s+)?(?:startup|company|spin-?off)\s+)?"
    r"(?:(?:(?:[A-Z][\w-]*|and|&)\s){1,7}(?:department|group|team|division|section)\s(?:of|at|in)\s(?:the\s)?(?:[a-z]+\s){0,3})?(?=[A-Z])"
)
_NAME = re.compile(rf"{_WORD}(?:\s+(?:&\s+|of\s+|di\s+|de\s+|für\s+)?{_WORD}){{0,4}}")
_GENERIC = re.compile(
    r"(?:Cent(?:er|re)|Institute|Council|Office|Bureau|Agency|Foundation|Alliance|Museum|School|Academy)\s(?:of|for)\s(?:the\s)?"
    rf"{_WORD}(?:\s(?:and\s|&\s|of\s|for\s)?(?={_WORD}){_WORD}){{0,5}}"
)
_LED_BY_NAME = re.compile(
    rf"(?:{_WORD}\s){{1,4}}(?:Cent(?:er|re)|Institute|Organi[sz]ation|Initiative|Consortium|Network|Council|Office|Bureau|Agency"
    rf"|Foundation|Alliance|Museum)\s(?:of|for)\s(?:the\s)?{_WORD}(?:\s(?:and\s|&\s|of\s|for\s)?(?={_WORD}){_WORD}){{0,5}}"
)  # "Sampleton Center for Wool Studies"
_SEVERAL = re.compile(
    r"(?P<of>Universities\sof\s)?(?P<names>[A-Z][\w.’'-]*(?:\s[A-Z][\w.’'-]*){0,2}"
    r"(?:,\s[A-Z][\w.’'-]*(?:\s[A-Z][\w.’'-]*){0,2}){0,4},?\s(?:and|&)\s[A-Z][\w.’'-]*(?:\s[A-Z][\w.’'-]*){0,2}?)(?(of)|\sUniversities)"
)
_GENERIC_PART = re.compile(
    r"(?:School|College|Institute|Faculty|Department|Academy|Cent(?:er|re))\s(?:of|for)\s(?:the\s)?[\w-]+(?:\s[A-Z][\w-]+)?$"
)
_PART = re.compile(
    r"(?:Department|Dept\.?|Division|Faculty|School|Institute?|Dipartimento|Departamento|D[ée]partement|Facultad|Facult[ée]|"
    r"Fakultät|Facoltà|Laboratoire|Escuela)\s"
)
_CAMPUS = re.compile(
    r"University\s+of\s+\w+(?:['’‘ʻ`]\w+)?(?:\s[A-Z]\w+)?(?:\s+at\s+|,\s+|\s*[-–—]{1,3}\s*|\s+in\s+|\s+)[A-Z][\w.]+(?:[\s-][A-Z][\w.]+)?"
)
_LISTED = r"[A-ZÀ-ÖØ-Þ][\w&/-]*(?:\s[A-ZÀ-ÖØ-Þ][\w&/-]*){0,2}"
_ASIDE = r"(?:\s\([^()]{1,30}\))?"
_LIST = re.compile(
    rf"(?:{_ASIDE}\s*,\s+{_LISTED}){{0,5}}{_ASIDE},?\s+(?:and|&)\s+{_LISTED}(?=\s*(?:[,.;(]|$|\bin\b|\bas\b|\bduring\b))"
)
_ITEM = re.compile(rf"(?:,|\band|&)\s+({_LISTED})")
_DEGREE_FROM = re.compile(
    r"\b(?:Ph\.?D\.?|[BM]\.?\s?(?:Sc?|A|Eng|Tech|E)\.?|Bachelor['’]?s?|Master['’]?s?|doctorate|[Dd]iploma|[Dd]egrees?)"
    r"(?:\s[Dd]egrees?)?(?:\s(?:in|of)\s[^.,;:()\d]{2,60}?)?\s$"
)  # "a BSc from UDESC": a school by what stands before it
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?(?P<name>[A-Z]{2,6})(?![\w-])")
# "an NSF Graduate Research Fellow", "on a Google PhD Fellowship": who pays, not where one works.
_GRANTED = re.compile(
    r"-(?:funded|sponsored|supported|backed|financed)\b|(?:\s+(?:[A-Z][\w.]*|graduate|research|doctoral|early|career|student|pre-?doctoral|and|&|on|of)){0,6}\s+"
    r"(?:[Ff]ellowships?|[Ss]cholarships?|Transactions|Trans\.|Journals?|Conferences?|Symposium|Workshops?|Magazine|Letters|Access|Proceedings|[Gg]rants?|[Aa]wards?|CAREER)\b|\s+(?:[A-Z0-9][\w.]*\s+){0,3}(?:Graduate|PhD|Ph\.D\.|Pre-?doctoral|Doctoral)\s+(?:Research\s+)?Fellow\b"
)
_CLINIC = re.compile(r"(?:\s[A-Z][\w&-]+){0,3}\s(?:Cancer\s(?:Center|Institute)|Medical\sCenter|Hospital|Clinic)(?!\w)")
_NO_NAME = re.compile(
    r"(?:(?:National|Polytechnic|Technical|Federal|State|Royal|Catholic|Applied|Higher)\s)+(?:Institute|University|School|Academy|College)"
)
_OF_TOWN = re.compile(rf"\sof\s{_WORD}(?:-\w+)*")
_AUTHORITY = re.compile(r"\w\s(?:Authority|Commission|Directorate|Secretariat)(?!\w)|^(?:Authority|Commission)\sof\s")
_DEPARTMENT = re.compile(
    r"(?:(?<=University)|(?<=Institute))\s+(?=(?:Department|School|Division|Faculty)\s(?:of|for)\s)"
)
_HELD = re.compile(
    r"(?:[A-Z]\w+\s){0,3}(?:Professor|Director|Dean|Chair|Head|President|Fellow|Rector|Lecturer|Member)\s+(?:of|at)\s+(?:the\s+)?(?=[A-Z])"
)
_AND_DEGREE = re.compile(r"\s(?:and|&)\s(?:Bachelor|Master['’]?s|Ph\.?D|Doctor|B\.?[AS]c?\b|M\.?[AS]c?\b)")
_AND_NAME = re.compile(rf"\s(?:and|&)\s(?P<name>{_WORD}(?:\s{_WORD}){{1,3}})$")
_BEGAN = re.compile(r"(?:Joined|Joining|Interned|Interning|Started|Worked|Working)\s+(?=[A-Z])")
_CALLED = re.compile(
    r"\b(?:(?:group|lab|laboratory|team|supervision|guidance|direction|mentorship|advice)\s+of|with|by|under|and|Dr\.?|Prof\.?|Professor)\s+$"
)
_UNIT = re.compile(r"(?:Department|Dept\.?|School|Faculty|Division|Section)\s+(?:of|for)\b")
_WITHIN = re.compile(r"(?:\s+(?:and|&)\s+[A-Z]\w+(?:\s[A-Z]\w+)?)?(?:,?\s+(?:at|of)|,)\s+(?:the\s+)?")
_PARTLIKE = re.compile(
    r"(?<!\w)(?:Institute?|Cent(?:er|re)|School|[Dd]epartment|Dept|[Ll]ab|Laborator(?:y|ies)|Hub|Thrust|Section|Group|Division|Faculty|"
    r"College|Academy|Program(?:me)?|Unit|Office|Team)(?!\w)"
)
_LINKED = re.compile(
    r"(?:,?\s+(?:at|of|in|within|de|del|de\s+la|della|dell['’]|da|do|der|des)|,|\s\()\s*(?:[Tt]he\s+)?$"
)
_LINKS = frozenset("of for and in at the within de la du des für und".split())
_CHAIN = 110
_BARE = frozenset(
    "Institute University College Academy School Department Center Centre Lab Laboratory Foundation Hospital Institut "
    "Instituto Istituto Dipartimento Departamento Universität Universidad Università".split()
)
_NOBODY = frozenset(
    "bachelor master masters bachelors undergraduate graduate i prof dr mr ms the phd research github twitter "
    "linkedin".split()
) | {"phd level"}


_AT_LINK = re.compile(
    r"(?<!\w)(?:at|@|join(?:ed|ing)?|(?:[Cc]o-?)?[Ff]ound(?:ed|er(?:\s(?:and|&)\s\w{1,20})?\s+of|ing)|C[ET]O\s+of)\s+(?:the\s+)?$"
)


def houses(text: str, start: int, known: Sequence[Span], linked: Sequence[Span] = ()) -> list[Piece]:
    """Return the organisations of a sentence that stands at *start*, left to right.

    *known* are the places of known organisations in the document, *linked* those of links: what is linked behind "at"
    is one, however it is written.

    >>> [h.text for h in houses("I worked at Initech and studied at the University of Springfield.", 0, ())]
    ['Initech', 'University of Springfield']
    """
    found = [
        Piece(s.start - start, s.end - start, text[s.start - start : s.end - start])
        for s in known
        if start <= s.start and s.end <= start + len(text)
    ]
    found = [f for f in found if not _GRANTED.match(text, f.end) and (" " in f.text or not _of_a_person(text, f))]
    found = [f for f in found if not is_short_form(text, f)]
    found = _with_campus(text, [with_byname(text, _with_centre(text, f)) for f in found])
    found = with_linked_teams(text, start, linked, found)
    for match in _RUN.finditer(text):
        for begin, end in _split_run(text, match.start(), match.end()):
            found = _telling(text, begin, end, found)
    for match in _AT.finditer(text):
        run = (
            _GENERIC.match(text, match.end())
            or _led_by_name(text, match.end(), found)
            or _NAME.match(text, match.end())
        )
        if run is not None and not _is_part(run.group(), text[run.end() :], run.end(), found):
            begin = match.end()
            if led_by_person(text, begin):
                continue
            long = max(name_end(text, begin), of_fields(text, begin, len(text)))
            name = text[begin:long] or re.sub(r"['’]s\b.*", "", run.group()).rstrip(".,")
            taken = any(f.start < begin + len(name) and begin < f.end for f in found)
            if not taken and _is_name(name, text[begin + len(name) :]):
                found.append(Piece(begin, begin + len(name), name))
    found = with_long_names(text, found)
    found.extend((*_from(text, found), *in_small_letters(text, found), *before_degrees(text, found)))
    found.extend(_linked(text, start, linked, found))
    found = [with_byname(text, f) for f in found]
    listed = sorted(_with_lists(text, sorted(found, key=lambda f: f.start)), key=lambda f: f.start)
    whole = _whole(text, [_owner(f) for f in listed if f.text not in _BARE and not is_studied(text, f)])
    return [part for piece in whole for part in _several(piece)]


def _led_by_name(text: str, at: int, found: list[Piece]) -> re.Match[str] | None:
    """Match a centre with a name in front of it and its subject behind, up to the next organisation."""
    run = _LED_BY_NAME.match(text, at)
    later = [f.start for f in found if run is not None and at < f.start < run.end()]
    if not later:
        return run
    joint = max(text.rfind(word, at, min(later)) for word in (" and ", " & "))
    return _LED_BY_NAME.match(text, at, joint) if joint > 0 else None


def _several(piece: Piece) -> Iterator[Piece]:
    """Yield the universities that share one word: "Rice and Brown Universities", "Universities of X and Y"."""
    shared = _SEVERAL.fullmatch(piece.text)
    if shared is None or load().organization(piece.text) is not None:
        yield piece
        return
    for name in re.finditer(r"(?:(?!,\s|\s(?:and|&)\s).)+", shared["names"]):
        bare = name.group().removeprefix(", ").strip(" ,").removeprefix("and ").removeprefix("& ")
        begin = piece.start + shared.start("names") + name.start() + name.group().index(bare)
        full = f"University of {bare}" if shared["of"] else f"{bare} University"
        yield Piece(begin, begin + len(bare), full)


def _owner(found: Piece) -> Piece:
    """Return the organisation that owns another by name: "Rice University's Wool Project"."""
    owned = re.match(r"(.{3,60}?)['’]s\s", found.text)
    if owned is None or load().organization(owned[1]) is None or load().organization(found.text) is not None:
        return found
    return replace(found, end=found.start + owned.end(1), text=owned[1])


def _linked(text: str, start: int, linked: Sequence[Span], found: list[Piece]) -> Iterator[Piece]:
    """Yield the links behind "at" that no organisation overlaps yet."""
    for span in linked:
        begin, end = span.start - start, span.end - start
        if (
            not (0 <= begin < end <= len(text))
            or led_by_person(text, begin)
            or not _AT_LINK.search(text[max(0, begin - 30) : begin])
        ):
            continue
        name = text[begin:end].strip(" ,.")
        taken = any(f.start < end and begin < f.end for f in found)
        if not taken and 1 <= len(name.split()) <= 7 and name[:1].isalnum() and _is_name(name, text[end:]):
            yield Piece(begin, begin + len(name), name)


def _whole(text: str, listed: list[Piece]) -> list[Piece]:
    """Return the organisations, what is part of the one behind it taken together with that, under its name."""
    kept: list[Piece] = []
    inner = 0  # where the name itself begins of the last one that is kept
    for piece in reversed(listed):
        later = kept[-1] if kept else None
        if later is not None and _unit_of(text, piece, later):
            continue
        if later is not None and _part_of(text, piece, replace(later, start=inner)):
            kept[-1] = replace(later, start=piece.start)
            continue
        kept.append(piece)
        inner = piece.start
    return kept[::-1]


def _part_of(text: str, part: Piece, house: Piece) -> bool:
    """Tell whether an institute, lab or section is one of the organisation behind it: "the X Section at Y"."""
    between = text[part.end : house.start]
    if len(between) > _CHAIN or not _LINKED.search(between) or not _names_only(between):
        return False
    entry, whole = load().organization(part.text), load().organization(house.text)
    if (entry is not None and entry.kind != "unit") or not (whole is not None or SCHOOL.search(house.text)):
        return False
    if entry is None and not ORGANIZATION.search(part.text) and re.search(r"\sat\s+(?:[Tt]he\s+)?$", between):
        return True  # "at the Electrical Engineering and Computer Science at X University"
    return bool(_PARTLIKE.search(part.text) or _PARTLIKE.search(between))


def _names_only(between: str) -> bool:
    """Tell whether nothing but names and small words stands between two organisations."""
    bare = re.sub(r"\([^()]*\)", " ", between)
    return all(not w[:1].islower() or w in _LINKS for w in re.findall(r"[^\W\d_]+", bare))


def _with_centre(text: str, found: Piece) -> Piece:
    """Return a known name with the centre that bears it: "Wellcome Trust Centre for Human Genetics"."""
    clinic = _CLINIC.match(text, found.end) if found.text.isupper() else None
    if clinic is not None:  # "UPMC Hillman Cancer Center" is no university in Paris
        return Piece(found.start, clinic.end(), text[found.start : clinic.end()])
    town = _OF_TOWN.match(text, found.end) if _NO_NAME.fullmatch(found.text) else None
    if town is not None:  # "National Polytechnic Institute of Toulouse" is not the one of Mexico
        return Piece(found.start, town.end(), text[found.start : town.end()])
    centre = _GENERIC.match(text, found.end + 1) if text[found.end : found.end + 1] == " " else None
    entry = load().organization(found.text) if centre is not None else None
    if centre is None or entry is None or entry.kind == "university":
        return found
    return Piece(found.start, centre.end(), text[found.start : centre.end()].rstrip("."))


def _of_a_person(text: str, found: Piece) -> bool:
    """Tell whether a name of one word is the given name of somebody: "in the group of Rafael Nadal"."""
    if not _CALLED.search(text[: found.start]):
        return False
    name = re.match(r"[^\W\d_]+(?:\s[A-Z]\.)?\s[A-ZÀ-ÖØ-Þ][\w’'-]+", text[found.start :])
    return name is not None and is_name(name.group())


def _from(text: str, found: list[Piece]) -> Iterator[Piece]:
    """Yield the known short names behind "from the": "a BSc from the LSE"."""
    for match in _FROM.finditer(text):
        begin, end = match.span("name")
        taken = any(f.start < end and begin < f.end for f in found)
        known = load().organization(match.group("name")) is not None or _DEGREE_FROM.search(text[: match.start()])
        if not taken and not is_place(match.group("name")) and known:
            yield Piece(begin, end, match.group("name"))


def _unit_of(text: str, unit: Piece, house: Piece) -> bool:
    """Tell whether a department is part of the organisation behind it: "Department of X and Y, University of Z"."""
    return bool(_UNIT.match(unit.text) and _WITHIN.fullmatch(text[unit.end : house.start]))


def _is_part(name: str, behind: str, end: int, found: list[Piece]) -> bool:
    """Tell whether a name is that of a department whose university follows: "Department of A and B, University C"."""
    whole = re.match(r"[^.;()]{0,60}?(?:,\s+(?:the\s+)?|\s\()", behind)
    return bool(_PART.match(name)) and whole is not None and any(0 <= f.start - end <= 66 for f in found)


def _with_lists(text: str, found: list[Piece]) -> list[Piece]:
    """Add the names that a list of organisations goes on with: "at Initech, Hooli and Globex"."""
    grown = list(found)
    for house in found:
        if not re.search(r"\b(?:at|with|for|@)\s+(?:the\s+)?$", text[: house.start]):
            continue
        tail = _LIST.match(text, house.end)
        for match in _ITEM.finditer(tail.group()) if tail else ():
            begin, name = house.end + match.start(1), match.group(1).rstrip(".")
            if _GENERIC_PART.search(house.text) and load().organization(name) is None and not ORGANIZATION.search(name):
                if re.fullmatch(r"\s+(?:and|&)\s+", text[house.end : begin]):  # "School of Economics and Management"
                    whole = text[house.start : begin + len(name)]
                    grown[grown.index(house)] = replace(house, end=begin + len(name), text=whole)
                continue
            taken = any(f.start < begin + len(name) and begin < f.end for f in grown)
            if not taken and _is_name(name, text[begin + len(name) :]):
                grown.append(Piece(begin, begin + len(name), name))
    return grown


_STATE = re.compile(
    r"University\s+of\s+(?:Alaska|Arkansas|California|Colorado|Hawai['’]?i|Houston|Illinois|Louisiana|Maine|Maryland|Massachusetts"
    r"|Michigan|Minnesota|Missouri|Nebraska|North\sCarolina|South\sCarolina|Tennessee|Texas|Wisconsin)\s+at\s+[A-Z][\w-]+(?:\s(?:Arbor|Antonio|Paso|Dallas|Rock|Springs|Bluff|Hilo|Bay|Champaign|Park|Hill)\b)?"
)
_PARTED = re.compile(r"\s+at\s+|,\s+|\s*[-–—]{1,3}\s*|\s+in\s+")


def _with_campus(text: str, found: list[Piece]) -> list[Piece]:
    """Join a university and its campus: "University of Illinois at Urbana-Champaign"."""
    gazetteer = load()
    for match in _CAMPUS.finditer(text):
        name = match.group().rstrip(".")
        campus = _STATE.match(name)
        if campus is not None and gazetteer.organization(campus.group()) is None:  # one that no list has
            begin, end = match.start(), match.start() + campus.end()
            found = [f for f in found if f.end <= begin or f.start >= end]
            found.append(Piece(begin, end, campus.group()))
            continue
        entry = gazetteer.organization(name)
        while entry is None and " " in name[10:]:
            name = name.rsplit(" ", 1)[0]
            entry = gazetteer.organization(name)
        first = re.split(r"\s+at\s|,|[-–—]", name)[0]
        place = _PARTED.split(name)[-1]
        told = entry is not None and place != name and place in entry.name  # "University of Wisconsin - Madison"
        if entry is not None and (" at " in name or told or entry != gazetteer.organization(first.strip())):
            begin, end = match.start(), match.start() + len(name)
            found = [f for f in found if f.end <= begin or f.start >= end]
            found.append(Piece(begin, end, name))
    return found


_POST_AT = re.compile(r",?\s+(?:at|with)\s")  # "Institute Research Scholar at X", a post, and no institute

_POST_IN = re.compile(
    r"(?:College|University|Institute|Academy)\s(?:Teaching\s|Research\s|Senior\s)?(?:Lecturer|Professor|Fellow|Scholar|Librarian)\b"
)


def _telling(text: str, begin: int, end: int, found: list[Piece]) -> list[Piece]:
    """Add the run of capitalised words from *begin* to *end* where its words tell that it is an organisation."""
    school = _DEPARTMENT.search(text, begin, end)  # "Cornell University Department of Physics"
    end = school.start() if school else end
    taken = _AND_DEGREE.search(text, begin, end)  # "University X and Bachelor's degree from Y"
    end = taken.start() if taken else end
    held = _BEGAN.match(text, begin, end) or _HELD.match(text, begin, end)
    begin = held.end() if held else begin
    joint = _AND_NAME.search(text, begin, end)
    if joint is not None and is_name(joint["name"]) and load().organization(text[begin : joint.start()]) is not None:
        end = joint.start()  # "with Ada Lovelace at the University of X and Charles Babbage at Y"
    name = text[begin:end].rstrip(".")
    end = begin + len(name)
    over = [f for f in found if begin < f.start < end < f.end]
    if over and SCHOOL.search(text[begin : over[0].start]):  # "X University Lyon 1"
        end = over[0].end
        name = text[begin:end]
    inside = [f for f in found if begin <= f.start and f.end <= end]
    if any(f.start < end and begin < f.end for f in found if f not in inside):
        return found
    if (
        not (ORGANIZATION.search(name) or _AUTHORITY.search(name))
        or is_place(name)
        or name in _BARE  # "Institute for the Study of X"
        or len(name.split()) > (12 if SCHOOL.match(name) else 9)
        or load().venue(name)
        or (_POST_AT.match(text, end) and (_POST_IN.match(name) or is_role(name.rsplit(" ", 1)[-1])))
    ):
        return found
    if any(len(f.text) >= 0.6 * len(name) or (f.end == end and f not in over) for f in inside):
        return found
    return [*(f for f in found if f not in inside), Piece(begin, end, name)]


def _is_name(name: str, behind: str) -> bool:
    if not name or is_place(name) or find_dates(name) or normalize(name) in _NOBODY or load().venue(name) is not None:
        return False
    # "at ICLR 2025", "at KDD'19": a conference
    return not re.match(r"\s*['’]?\s?(?:\d{4}|\d\d)\b", behind)


def _split_run(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a run of capitalised words at commas, and at "in" and "at", which part a school from what stands before."""
    at, whole = start, of_fields(text, start, end)
    for match in re.finditer(r",\s+|\s+(?:in|at)\s+", text[start:end]):
        if start + match.start() < whole:
            continue  # "Centre for Looms, Wool and Water"
        yield at, start + match.start()
        at = start + match.end()
        whole = of_fields(text, at, end)
    yield at, end
