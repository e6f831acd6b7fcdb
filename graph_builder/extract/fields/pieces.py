"""Where the pieces of a line part, and which belong together as one name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from graph_builder.extract.normalise.dates import DateRange
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.extract.normalise.lexicon import ORGANIZATION, SCHOOL, UNIT, is_place, is_role
from graph_builder.extract.normalise.long_names import name_end
from graph_builder.gazetteer import Gazetteer, normalize
from graph_builder.model import Span

# Pictures and the arrows among them: "🏫 University X ➜ Lecturer 🗓️ 2012"
_PICTURES = "\u2600-\u27bf\U0001f300-\U0001faff"
# Where pieces part: pictures, tabs, line ends, bars, dots, spaced dashes, commas, semicolons, "at", and brackets.
_SPLIT = re.compile(
    rf"(?=[\s|•·∙●◦▪‖;,:()\[\].。，+\-一-鿿{_PICTURES}])(?:"  # all that follows begins so
    rf"\s{{0,3}}[{_PICTURES}][{_PICTURES}\u200d\ufe0f]{{0,9}}\s{{0,3}}|"
    r"\t+|\n+|(?<![\w+])\s*\+\s+(?=[A-ZÀ-ÞİŞ])|\s*[|•·∙●◦▪‖]\s*|\s+[-–—]{1,3}\s+|(?<=\w)--\s|\s*[;,]\s+|,(?=[A-Z])|\s+@\s*|\s*:\s+|"
    r"(?<=[\w.)\]])\s+as\s+an?\s+(?=[A-Z])|"
    r"\s+(?:at|chez|bei|en|from)\s+(?=(?:the\s+)?[A-Z\d¡-￿])|(?<=[a-z])\s+via\s+(?=[A-Z])|"
    r"\s+for\s+(?:the\s+)?(?=[A-Z][\w’'-]{1,20}\s(?:[A-Z][\w’'-]{1,20}\s){0,2}Universit)|"
    # "Mitarbeiter an der X", "professeur à l'Université Y", "ricercatore presso Z", "Postdoc in the Department of A"
    r"\s+bei\s+(?=\w)|(?<!\bdu\sQuébec)\s+(?:(?:an|bei|in)\s+(?:der|dem)|am|im|beim|presso\s+(?:l['’]|la|il)|presso|aux?|à\s+(?:la|l['’])|à|all['’]|alla|na|vid|ved|på)"
    r"(?:\s+|(?<=['’]))(?=[A-ZÀ-Þ])|\s+(?:in|within|with)\s+(?:the\s+)?(?=(?:Dep|School\s|Faculty\s|Division\s|Institut|Cent(?:er|re)\s|College\s))|"
    # "MIT in Prof. A. Loom's group", "Loom College in the group of A. Weaver", "Loom College in the Thread Systems lab"
    r"\s+(?:in|within)\s+(?:the\s+)?(?=Prof(?:essor|\.)\s|Dr\.\s|(?:research\s)?(?:group|lab|team|laboratory)\sof\s"
    r"|(?:[A-Z][\w&-]{0,20}\s){1,4}(?:group|lab|team)\b)|"
    r"\s+(?=(?:under\s+(?:the\s+)?(?:joint\s+|co-?)?(?:supervision|guidance|direction|mentorship|advice)|"
    r"(?:co-?)?(?:advised|supervised|mentored|directed|guided)\s+by|sous\s+la\s+direction|betreut\s+von"
    r"|(?:funded|supported|sponsored|financed)\s+(?:in\s+part\s+|jointly\s+)?(?:by|through|via)|on\s+an?(?=\s(?:[A-Z][\w-]{1,20}\s){1,4}(?:[Ff]ellowship|[Gg]rant|[Ss]cholarship)))\s)|"
    r"\s*[(\[]\s*|\s*[)\]]\s*|\.[^\S\t\n]+(?=[A-Z])|。|，|"
    r"(?<=[一-鿿])\s+(?=[一-鿿])|(?<=大学)(?=[一-鿿]{1,12}(?:学院|研究院|研究所|中心|实验室|系)(?![一-鿿]))|\s{2,})"
)
_MOST_PIECES = 150  # of a line; no entry has as many, and text without end may
_INSIDE = re.compile(
    r"(?:\b(?:Ss?|SS|St|Dr|Prof|Asst|Assoc|Adj|Univ|Dept|Inst|Ph|M|B|D|Sc|Inc|Co|Corp|Pvt|Pty|Ltd|Mt|No|Sr|Jr|U\.S|U\.K|[A-Z]))\.$"
)
_FIRM = re.compile(
    r"^[^,]+,\s(?:Inc|Incorporated|LLC|L\.L\.C|Ltd|Limited|GmbH|AG|S\.?A|S\.?p\.?A|Corp|Co|PLC|plc|Pty|BV|B\.V|N\.V|Oy|A/S|KG|e\.V|LLP|L\.L\.P|LP|PLLC|P\.L\.L\.C|P\.C|S\.L|S\.r\.l|Sàrl|SAS"
    r"|(?:Pte|Pty|Pvt)\.?\s(?:Ltd|Limited))\.?$"
)
# "École Supérieure d'X, d'Y et de Z"
_LEAD = re.compile(r"(?:(?:at|from|to)\s+)?(?:the\s+)?(?=[A-Z])")
_LISTED = re.compile(r"^[^,]+(?:,\sd(?:['’]|es?\s|u\s)[^,]+)+$")
_ORGANIZATIONS = re.compile(
    r"(?:Observ|Osserv|Laborat|Instit|Museum|Muse|Hospital|Hôpital|Klinik|Zentrum|Cent(?:er|re)\s)\w*", re.IGNORECASE
)
_COUPLED = re.compile(
    r"(?:[A-ZÀ-Þ][\w’'-]{1,24}\s){0,4}"  # "Norwegian Institute of A, B and C"
    r"(?:Ministry|Depart?ment|Dept\.?|School|Faculty|Institute|Cent(?:er|re)|College|Division|Program(?:me)?|Office|Bureau)\s+"
    r"(?:of|for|in|on)\s"
)


def pieces_of(
    text: str, offset: int, dates: Sequence[DateRange], cells: Sequence[Span], gazetteer: Gazetteer
) -> list[tuple[int, int]]:
    """Return start and end of each piece of *text*, which stands at *offset*, between the *dates* and the *cells*.

    >>> from graph_builder.gazetteer import load
    >>> text = "Lecturer an der Universität Beispielstadt, Department of Law, Ethics and Society"
    >>> [text[a:b] for a, b in pieces_of(text, 0, (), (), load())]
    ['Lecturer', 'Universität Beispielstadt', 'Department of Law, Ethics and Society']
    """
    parts = list(islice(_pieces(text, offset, dates, cells), _MOST_PIECES))
    parts = _join_long(parts, text, offset)
    parts = _join_named(_join_lists(parts, text, offset, gazetteer), text, offset, gazetteer)
    parts = _join_known(parts, text, offset, gazetteer)
    return [organization for part in parts for organization in _two_organizations(part, text, offset, gazetteer)]


def _pieces(text: str, offset: int, dates: Iterable[DateRange], cells: Sequence[Span]) -> Iterable[tuple[int, int]]:
    cuts = [(d.span.start - offset, d.span.end - offset) for d in dates]
    cuts += [(m.start(), m.end()) for m in _SPLIT.finditer(text) if not _abbreviation(text, m)]
    cuts += [(c.end - offset, c.end - offset) for c in cells if offset <= c.end <= offset + len(text)]
    at = 0
    for start, end in [*sorted(cuts), (len(text), len(text))]:
        if start > at:
            piece = text[at:start]
            body = piece.strip(" \t\n/,;:|·•-–—*\"“”'()[]{}（）【】>@\ufe0f")
            if body.endswith(".") and not _INSIDE.search(body[-6:]):
                body = body[:-1]
            lead = _LEAD.match(body)
            if any(c.isalnum() for c in body):
                begin = at + piece.index(body)
                yield offset + begin + (lead.end() if lead else 0), offset + begin + len(body)
        at = max(at, end)


def _abbreviation(text: str, match: re.Match[str]) -> bool:
    """Return whether the full stop at which a split would fall ends an abbreviation."""
    return match.group().startswith(".") and bool(_INSIDE.search(text[max(0, match.start() - 6) : match.start() + 1]))


def _join_lists(pieces: list[tuple[int, int]], text: str, offset: int, gazetteer: Gazetteer) -> list[tuple[int, int]]:
    """Join the parts of a name that lists several fields: "Ministry of A, B and C"."""
    joined: list[tuple[int, int]] = []
    at = 0
    while at < len(pieces):
        start, end = pieces[at]
        at += 1
        if _COUPLED.match(text[start - offset : end - offset]):
            for ahead in range(at, min(at + 4, len(pieces))):
                begin, stop = pieces[ahead]
                part = text[begin - offset : stop - offset]
                if text[pieces[ahead - 1][1] - offset : begin - offset] != ", " or not _is_subject(part, gazetteer):
                    break
                if re.search(r"(?:^|\s)(?:and|&|und|et)\s", part):
                    end, at = stop, ahead + 1
                    break
        joined.append((start, end))
    return joined


def _join_long(pieces: list[tuple[int, int]], text: str, offset: int) -> list[tuple[int, int]]:
    """Join the parts of a name with words inside that elsewhere part two names: "Institut de Recherche en A et B"."""
    joined: list[tuple[int, int]] = []
    for start, end in pieces:
        if joined and end <= joined[-1][1]:
            continue
        whole = offset + name_end(text, start - offset)
        joined.append((start, whole if whole > end and any(whole == stop for _, stop in pieces) else end))
    return joined


# "Cognition, Action, and Perception Laboratory"
_LAST_OF_NAME = re.compile(
    r"(?:and|&)\s(?:[A-ZÀ-Þ][\w-]+\s){1,3}(?:Lab|Laboratory|Group|Cent(?:er|re)|Institute|Department|Program(?:me)?|Unit|Division|School|Clinic|Team)"
)
_WORDS_OF_NAME = re.compile(r"(?:[A-ZÀ-Þ][\w-]+)(?:\s[A-ZÀ-Þ][\w-]+)?")


def _join_named(pieces: list[tuple[int, int]], text: str, offset: int, gazetteer: Gazetteer) -> list[tuple[int, int]]:
    """Join the parts of a name that begins with a list: "Wool, Weft, and Thread Laboratory"."""
    joined: list[tuple[int, int]] = []
    for start, end in pieces:
        if joined and _LAST_OF_NAME.fullmatch(text[start - offset : end - offset]):
            first, at = len(joined), start
            while first and text[joined[first - 1][1] - offset : at - offset] == ", ":
                before = text[joined[first - 1][0] - offset : joined[first - 1][1] - offset]
                if not _WORDS_OF_NAME.fullmatch(before) or not _is_subject(before, gazetteer):
                    break
                first, at = first - 1, joined[first - 1][0]
            if first < len(joined):
                joined[first:] = [(at, end)]
                continue
        joined.append((start, end))
    return joined


def _is_subject(part: str, gazetteer: Gazetteer) -> bool:
    """Return whether a piece can be one of the fields in a name: it is no organization, place or position."""
    if len(part.split()) > 6 or any(c.isdigit() for c in part) or is_place(part) or is_role(part):
        return False
    return gazetteer.organization(part) is None and not ORGANIZATION.search(part) and not UNIT.search(part)


def _join_known(pieces: list[tuple[int, int]], text: str, offset: int, gazetteer: Gazetteer) -> list[tuple[int, int]]:
    """Join neighbours that are one known name together: "University of California" and "Berkeley"."""
    joined: list[tuple[int, int]] = []
    at = 0
    while at < len(pieces):
        for size in (3, 2):
            if at + size <= len(pieces):
                start, end = pieces[at][0], pieces[at + size - 1][1]
                whole = text[start - offset : end - offset]
                if size == 3 and _acronym_inside(
                    [text[a - offset : b - offset] for a, b in pieces[at : at + 3]], whole, gazetteer
                ):
                    joined.append((start, end))
                    at += size
                    break
                if size == 3 and _PRIVATE.fullmatch(whole):
                    joined.append((start, end))
                    at += size
                    break
                if size == 3 and _FIRM.match(whole):
                    continue  # "Intern at Looms Co., Ltd."
                campus = _PART_OF_CAMPUS.match(whole) if size == 2 else None
                if campus is not None and _join(campus["whole"], gazetteer):
                    joined.extend([(start, start + campus.end("whole")), (start + campus.start("part"), end)])
                    at += size
                    break
                if len(whole) < 120 and "\n" not in whole and "\t" not in whole and _join(whole, gazetteer):
                    joined.append((start, end))
                    at += size
                    break
        else:
            joined.append(pieces[at])
            at += 1
    return joined


# "Loom Active (Pvt) Ltd"
_PRIVATE = re.compile(
    r"[A-Z][^,()\n]{1,50}\s\((?:Pvt|Pty|Private|Proprietary|India|UK|China|Asia|Europe|Lanka)\.?\)\s(?:Ltd|Limited|LLC|Inc|GmbH)\.?"
)
# "University of California, Berkeley College of Engineering"
_PART_OF_CAMPUS = re.compile(
    r"(?P<whole>University\sof\s\w+,\s[A-Z]\w+(?:\s[A-Z]\w+)?)\s(?P<part>(?:[A-Z]\w+\s)?(?:College|School|Department|Faculty|Division|Institute)\s(?:of|for)\s)"
)


def _acronym_inside(parts: list[str], whole: str, gazetteer: Gazetteer) -> bool:
    """Return whether three pieces are one name or position with an acronym inside: "Institute of X (IX) Y"."""
    first, acronym, last = parts
    if not acronym.isupper() or whole != f"{first} ({acronym}) {last}":
        return False
    stands_for = "".join(word[0] for word in first.split() if word[0].isupper())
    if acronym == stands_for and is_role(last) and not (ORGANIZATION.search(first) or UNIT.search(first)):
        return gazetteer.organization(first) is None  # "Loom Design (LD) Engineer"
    return gazetteer.organization(f"{first} {last}") not in {None, gazetteer.organization(first)}


_BOTH = re.compile(r"\s+(?:and|&|/|et|und|y)\s+|(?<=\w)/(?=[A-ZÀ-Þ])")


def _two_organizations(piece: tuple[int, int], text: str, offset: int, gazetteer: Gazetteer) -> list[tuple[int, int]]:
    """Cut a piece that names two organizations at the "and" between them."""
    body = text[piece[0] - offset : piece[1] - offset]
    for match in _BOTH.finditer(body):
        first, second = body[: match.start()], body[match.end() :]
        both = all(gazetteer.organization(part) is not None or SCHOOL.search(part) for part in (first, second))
        both = both or bool(SCHOOL.match(first) and _ORGANIZATIONS.match(second))
        if both and gazetteer.organization(body) is None and len(first.split()) < 9:
            return [(piece[0], piece[0] + match.start()), (piece[0] + match.end(), piece[1])]
    return [piece]


_CAMPUS = re.compile(
    r"^(?:[Tt]he\s+)?(?:University\s+of\s+[\w'’ʻ‘]+(?:\s\w+)?|\w+(?:\s\w+)?\s+State\s+University|State\s+University\s+of\s+New\s+York|"
    r"Texas\s+A&M(?:\s+University)?|Indiana\s+University|Rutgers(?:\s+University)?|Purdue\s+University|UC|SUNY|CUNY)"
    r"\s*(?:,|-|–|—|--|@|at|\()\s*(?P<campus>[A-Z][\w.]+(?:\s[A-Z][\w.]+)?)\)?$"
    r"|^(?:THE\s+)?UNIVERSITY\s+OF\s+[A-Z]+\s*(?:,|-|–|—|@|AT|\()\s*(?P<capitals>[A-Z]+(?:\s[A-Z]+)?)\)?$"
)


# Each way to write a campus has one of these: most pieces have none, and are not looked through.
_CAMPUS_SIGNS = ("University", "UNIVERSITY", "Texas", "Rutgers", "UC", "SUNY", "CUNY")
_CAMPUS_AT = re.compile(r"[,(@–—-]|\bat\b")


def _join(whole: str, gazetteer: Gazetteer) -> bool:
    if _FIRM.search(whole) or (_LISTED.search(whole) and ORGANIZATION.match(whole)):
        return True
    if len(whole) > 90 or not any(sign in whole for sign in _CAMPUS_SIGNS):
        return False
    degree = degree_in(whole)
    if degree is not None and degree[0] == 0:  # "M.A. University of X, Y"
        whole = whole[degree[1] :].lstrip(" .,")
    first = _CAMPUS_AT.split(whole)[0].strip()
    if campus := _CAMPUS.match(whole):
        entry, alone = gazetteer.organization(whole), gazetteer.organization(first)
        has_campus = entry is not None and normalize(campus["campus"] or campus["capitals"]) in normalize(entry.name)
        return entry is not None and (entry != alone or " at " in whole or has_campus)
    return False


def school_behind(text: str, gazetteer: Gazetteer) -> int:
    """Return where in "Loom Studies MIT" the blank in front of a known university stands, or 0 if there is none."""
    words = text.split(" ")
    if gazetteer.organization(text) is None and not SCHOOL.search(text):
        for size in range(min(3, len(words) - 1), 0, -1):
            known = gazetteer.organization(" ".join(words[-size:]))
            if known is not None and known.kind == "university":
                return len(" ".join(words[:-size]))
    return 0
