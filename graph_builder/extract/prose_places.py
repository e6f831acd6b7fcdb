"""Where a title is held: the organisation behind it or in front of it in its sentence."""

from __future__ import annotations

import re

from graph_builder.extract.dates import DateRange
from graph_builder.extract.lexicon import is_place, is_role
from graph_builder.extract.titles import Piece
from graph_builder.gazetteer import load

_OTHERS = re.compile(
    r"\b(?:advis(?:ed|or|er)|supervis(?:ed|or|ing)|collaborat\w+|co-?operat(?:ion|ing)\b|working\s+with|hosted|mentored|(?:my|our|by|with)\s+(?:\w+\s+)?mentors?|guidance|together\s+with|"
    r"led\s+by|my\s+(?:wife|husband|students?)|thanks|grateful|(?-i:organi[sz])\w+|review(?:er|ing)|committees?|award(?:s|ed)?|"
    r"(?:fellowships?|scholarships?|grants?|funding|support)\s+(?:from|by)|prize|medal|winners?|editors?|editorial|journals?|developed|tutorials?|keynote|talks?|co-authored|published|(?<!-)funded|supported\s+by|deployed|adopted|sponsored)\b",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"\b(?:who|whose|where|which)\b|;|,\s+(?:I|he|she|they)\b|\band\s+(?:then\s+)?(?:worked|joined|interned|moved|became|served)\b",
    re.IGNORECASE,
)
# Between a school and the degree taken there: "graduated from X with a BSc", "at X, where I finished my PhD".
_TAKEN = re.compile(
    r"(?:\s*\([^()]{1,40}\))?,?\s+(?:with|receiving|earning|obtaining|completing|getting|taking"
    r"|(?:where|and)\s+(?:(?:I|he|she|they)\s+)?(?:[^.;]{0,60}\sand\s+)?(?:also\s+)?(?:received|earned|completed|obtained|finished|did|got|took|hold|holds))"
    r"\s+(?:an?|my|the|his|her|both)?\s*(?:[\w-]+\s+){0,2}"
    r"|(?:\s+in\s+(?:[A-Z]\w+(?:,\s+[A-Z]\w+)?|(?:19|20)\d\d))?,?\s+(?:for|to\s+(?:do|pursue|start|begin))\s+(?:an?|my|the|his|her)\s+"
)
# "at X, where I am now the Y": a position in front of which its employer stands.
_HELD = re.compile(
    r"(?:\)|\s*\([^()]{1,40}\))?(?:\s+in\s+(?:19|20)\d\d)?,?\s+where\s+(?:I|he|she|they)(?:\s+(?:am|is|was|are|were|currently|now|also|previously|works?|worked|work|served?|serves|as|an?|the)"
    r"|['’]m){1,5}\s+(?:(?:[A-Z][\w’'-]*|[A-Z]\.)\s){0,5}"
)
# "moved to X for a postdoc"
_MOVED = re.compile(r"\b(?:moved|went|relocated|returned)\s(?:back\s)?to\s(?:the\s)?$")
_FOR = re.compile(
    r"(?:\s+in\s+(?:[A-Z]\w+(?:,\s+[A-Z]\w+)?|(?:19|20)\d\d))?,?\s+(?:for|to\s+(?:do|start|begin|pursue|take\s+up))\s+(?:an?|my|his|her)\s+"
)
_BEFORE_JOINING = re.compile(r"\b(?:prior\s+to|before|since|until|after|upon)\s+(?:my\s+)?$", re.IGNORECASE)
_HONOUR = re.compile(r"(?:fellow|scholar|associate|member)s?$", re.IGNORECASE)
# "Royal Society University Research Fellow": who pays for the post of one who works elsewhere
_CAREER = re.compile(
    r"(?:\b(?:research|early[\s-]career|career\sdevelopment|future\sleaders?)\s)fellow$", re.IGNORECASE
)
_POSTDOC = re.compile(r"\bpost-?doc", re.IGNORECASE)
_SPEAKER = re.compile(r"\bI\b|\b[Hh]e\b|\b[Ss]he\b|^(?:Previously|Currently)|(?:^|,\s)(?:[A-Z][\w’'.-]*\s){1,4}$")
_NEXT = re.compile(
    r"(?:\s*\([^()]*\))?\s*(?:,|,?\s+and|,?\s*&)\s*(?:and\s+)?(?:at\s+|from\s+|with\s+|in\s+)?(?:the\s+)?"
    r"(?:(?!(?:Reader|Professor|Lecturer|Fellow|Researcher|Director|Scholar|Scientist|Chair|Dean|Postdoc\w*)\b)[A-Z][\w&-]*\s+(?:of|at)\s+(?:the\s+)?)?"
)
_LED = re.compile(r"\b(?:director|head|chair|dean|leader|member|fellow)\s+of\s+(?:the\s+)?$", re.IGNORECASE)
_TOWARDS = re.compile(
    r"\b(?:at|from|in|with|of|for|by|to|joined|à|au|aux|chez|an|bei|beim|am|en|de|du|da|do|na|no|presso|all|alla|dell)\b|[@,(]|^\s*(?:the\s+)?$"
)
# Fellows and members of these are honoured by them, and work elsewhere.
_LEARNED = re.compile(
    r"\b(?:Society|Academy|Academia|Association|Royal|IEEE|ACM|AAAI|AAAS|IET|SIAM|Institution|Econometric|"
    r"Institute\s+of\s+(?:Physics|Mathematical|Electrical|Engineering|Biology))\b|\b(?:Academy|Society)$"
)
_INSIDE = re.compile(r"(?:\s*\([^()]{1,40}\))?,?\s+(?:at|of|in)\s+(?:the\s+)?")
FURTHEST = 130
"""The most characters between a title and its organisation."""


def clause_start(index: int, named: list[Piece], places: list[Piece]) -> int:
    """Return where the clause of a title begins: behind the organisation of the title before it."""
    if not index:
        return 0
    before = named[index].start
    return max([h.end for h in places if h.end <= before and h.start >= named[0].end] + [0])


def clause_end(text: str, index: int, named: list[Piece], places: list[Piece]) -> int:
    """Return where the clause of a title ends: before the next title that has an organisation between."""
    title = named[index]
    for later in named[index + 1 :]:
        if any(title.end <= h.start < later.start for h in places):
            return later.start
    return len(text)


def places_of(
    text: str, index: int, named: list[Piece], places: list[Piece], dates: tuple[DateRange, ...]
) -> list[Piece]:
    """Return the organisations that a title is at: behind it, or in front as in "At X, I was a Y"."""
    title = named[index]
    stop = clause_end(text, index, named, places)
    employer = _employer_as(text, title, places)
    if employer is not None:
        return [employer]
    honour = _HONOUR.search(title.text) and not _POSTDOC.search(title.text)  # "NIH Postdoctoral Fellow at X"
    if honour and any(h.start < title.end and title.start < h.end for h in places):
        places = [h for h in places if h.start >= title.end] if _CAREER.search(title.text) else []
    found = _behind(text, index, named, [h for h in places if title.end <= h.start < stop])
    if found:
        return found + _joined(text, found[0], places, dates)
    front = [h for h in places if h.end <= title.start]
    if front and not title.verb and title.start - front[-1].end < FURTHEST:
        pattern = _TAKEN if title.value else _HELD
        moved = (
            not title.value
            and _MOVED.search(text, 0, front[-1].start)
            and _FOR.fullmatch(text, front[-1].end, title.start)
        )
        if moved or pattern.fullmatch(text, front[-1].end, title.start):
            return front[-1:]
    if any(title.end <= h.start < stop for h in places):
        return []
    if (inner := _employer_within(title)) is not None:
        return [inner]
    if index or not front or title.verb:
        return []
    between = text[front[-1].end : title.start]
    if re.fullmatch(r"(?:['’]s)?\s*", between):  # "a Stanford postdoc", but "a Meta Fellow" is an honour
        return [] if _HONOUR.search(title.text) or title.value else front[-1:]
    if re.search(r"(?:^|\W)(?:at|with|@)\s+(?:the\s+)?$", text[: front[-1].start], re.IGNORECASE) and re.match(
        r"[^.;]{0,20},\s+(?:I|he|she|they|(?-i:[A-Z][a-z]+(?:\s[A-Z][a-z]+)?)(?=\s[a-z]))\b", between, re.IGNORECASE
    ):
        scholar = title.text.endswith(" Scholar") and not re.search(r"(?i)visiting|research|postdoc", title.text)
        return front[-1:] if len(between) < 60 and not scholar else []  # "At X, I was a Loom Scholar" is an honour
    return []


def _behind(text: str, index: int, named: list[Piece], behind: list[Piece]) -> list[Piece]:
    """Return the organisation behind a title, if what stands between says that the title is held there."""
    title = named[index]
    behind = [h for h in behind if not _FORMERLY.search(text, title.end, h.start)]
    if not behind:
        return []
    house = behind[0]
    between = _by_whom(text[title.end : house.start])
    if (
        len(behind) > 1
        and _LED.search(text[title.start : house.start])
        and _INSIDE.fullmatch(text, house.end, behind[1].start)
    ):
        house = behind[1]  # "director of the Centre for Y at the University of X"
    elif len(behind) > 1 and _OF_HOUSE.fullmatch(text, house.end, behind[1].start):
        house = behind[1]  # "at the LOOM research group at the University of X"
    # "advised by Jane Doe, a PhD student at X", which no advisor is
    listed = bool(title.value or _JUNIOR.search(title.text)) and bool(
        re.search(r",\s+(?:and\s+)?(?:an?|my|the)\s+$", text[: title.start])
    )
    before = "" if listed else _CONJUNCTION.split(text[clause_start(index, named, behind) : title.start])[-1]
    before = _AWARDED.sub("", before) if title.value else before
    if len(between) > FURTHEST or _OTHERS.search(between) or _OTHERS.search(before):
        return []
    if re.match(r"\s+of\s", between) and _HONOUR.search(title.text) and _LEARNED.search(house.text):
        return []
    if re.search(r",\s+an?\s+$", between):
        return []  # "a Kavli fellow, a Sony award winner"
    if _ELSEWHERE.match(between):
        return []  # "a consultant for Loomers and as an engineer for Initech"
    founded = title.text.split(" ")[0].casefold() in {"founder", "co-founder", "cofounder"}
    if _BREAK.search(between) or not (founded or _TOWARDS.search(between)):
        return []
    return [house]


# "She was awarded her" PhD by the University of X
_AWARDED = re.compile(
    r"\b(?:was|were|been|being)\s(?:[a-z]{3,12}\s)?awarded\s(?:(?:an?|his|her|my|the|their|both)\s)?(?:[a-z-]{3,14}\s){0,2}$"
)
# "PhD student (class of 2020) advised by Ada Lovelace at X": what tells nothing of the place.
_BRACKETS = re.compile(r"\s\([^()]{1,40}\)(?=\s)")
_ADVISED = re.compile(
    r",?\s(?:(?:who\sis|being|jointly|co-?)\s?){0,2}(?:advised|supervised|mentored|hosted|led|headed|directed|run)\s(?:(?:jointly|primarily|mainly)\s)?by\s"
    r"(?:(?:the\s)?(?:Prof(?:essor|\.)?|Dr\.?|Drs\.?|Mr\.?|Ms\.?)\s){0,3}[A-ZÀ-Þ][\w.’'-]{0,24}(?:\s[A-ZÀ-Þ][\w.’'-]{0,24}){0,3}"
    r"(?:(?:,\s|,?\s(?:and|&)\s)(?:(?:Prof(?:essor|\.)?|Dr\.?)\s){0,2}[A-ZÀ-Þ][\w.’'-]{0,24}(?:\s[A-ZÀ-Þ][\w.’'-]{0,24}){0,3}){0,3},?(?=\s(?:at|in)\s)"
)


def _by_whom(between: str) -> str:
    """Return what stands between a position and a place, without brackets and those who advise or lead there."""
    return _ADVISED.sub("", _BRACKETS.sub("", between), count=1)


_FOUNDER = re.compile(r"(?i)((?:co-?)?founder\b(?:\s(?:and|&)\s\w{1,20})?)\s+of\s+(?:the\s+)?$")


def until_house(text: str, title: Piece, places: list[Piece]) -> Piece:
    """Return a title without the house that it seems to run on into: "Founder and Director | of Loomly Design"."""
    inside = next((p for p in places if title.start < p.start and p.end == title.end), None)
    found = _FOUNDER.search(text, title.start, inside.start) if inside is not None else None
    return Piece(title.start, found.end(1), text[title.start : found.end(1)]) if found is not None else title


# "assistant professor (former Loom fellow) at X"
_FORMERLY = re.compile(r"\((?:former(?:ly)?|previously|earlier|ex-?|until)\b[^()]{0,120}$", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\s(?:at|for|with)\s(?:the\s)?[A-Z][\w.-]{1,30}(?:\s(?:&\s)?[A-Z][\w.-]{0,30}){0,3},?\sand\s(?:(?:then|later)\s)?(?:as\s)?an?\s"
)
"""A house that nothing shows to be one, and the next post behind it."""

_WORKER = re.compile(
    r"(?:\w+\s){0,3}(?:engineer|scientist|researcher|developer|analyst|intern|postdoc)$", re.IGNORECASE
)


def _employer_within(title: Piece) -> Piece | None:
    """Return the firm or institute that a position begins with: "a Loomify software engineer"."""
    words = title.text.split()
    for size in (3, 2, 1) if not (title.verb or title.value) else ():
        name, rest = " ".join(words[:size]), " ".join(words[size:])
        known = load().organization(name) if name[:1].isupper() and _WORKER.fullmatch(rest) else None
        if known is not None and known.kind in {"company", "unit", "university", "institute"}:
            return Piece(title.start, title.start + len(name), name)
    return None


_CONJUNCTION = re.compile(r",\s+and\s+|\s+and\s+(?=(?:also\s+)?an?\s+$)")
_JUNIOR = re.compile(r"\b(?:intern|postdoc|research\s+assistant|trainee)$", re.IGNORECASE)
_AS = re.compile(r"\b(?:as|in\s+the\s+(?:role|position|capacity)\s+of)\s+(?:an?\s+|the\s+|its\s+)?$")


def _employer_as(text: str, title: Piece, places: list[Piece]) -> Piece | None:
    """Return the employer in front of a position: "joined X as a Y", "worked at X as Y"."""
    front = [h for h in places if h.end <= title.start and title.start - h.end < 80]
    if title.verb or not front or not _AS.search(text[: title.start]):
        return None
    for house in reversed(front):
        between = text[house.end : title.start]
        if _BREAK.search(between) or (_EARLIER_THAN.search(text, 0, house.start) and _SERVED.search(between)):
            continue  # "Before joining X in 1999, I worked as a Y at Z"
        before = text[: house.start]
        if _WORKED_AT.search(before) or (_THEN_AT.search(before) and _WORKED.search(before)):
            return next(
                (h for h in front if h.start > house.end and _OF_HOUSE.fullmatch(text, house.end, h.start)), house
            )
    return None


_WORKED_AT = re.compile(
    r"\b(?:[Ww]ork(?:ed|s|ing)?\s+(?:[a-z]+ly\s+)?in(?=\s+the\s+(?:[A-Z][\w&-]*\s+){0,3}(?:Department|School|Faculty|Division|Institute|Cent(?:er|re)|Unit|Lab))"
    r"|[Jj]oin(?:ed|ing)?|[Ww]ork(?:ed|s|ing)?\s+(?:[a-z]+ly\s+)?(?:at|for|with)|(?:taught|teaching)\s+at"
    r"|employed\s+(?:by|at)|served|[Vv]isit(?:ed|ing)|(?:came|went|returned|moved|relocated)\s+(?:back\s+)?to"
    r"|(?:started|began|stayed|years?|months?|stint|stay|time|career)\s+(?:out\s+)?(?:at|in|with)"
    r"|(?:did|conducted|undertook|carried\s+out|completed)\s(?![^.;]*\b(?:Ph\.?D|doctora|[Mm]aster|[Bb]achelor|degree|internship"
    r"|stud(?:y|ies)\b))[^.;]{2,90}?\s(?:at|in|with))\s+(?:the\s+)?"
    r"(?:(?:[A-Z][\w&-]*\s+){0,3}(?:Department|School|Faculty|Division|Institute|Cent(?:er|re)|Lab\w*|Group|[Tt]eam|[Ff]aculty)\b"
    r"[^.;,]{0,60}?\s(?:at|of|in)\s+(?:the\s+)?)?$"
)
# "worked at X as a Y, | and then at" Z as a W
_THEN_AT = re.compile(r"\b(?:and|then|later|subsequently|afterwards),?\s+(?:at|for|with)\s+(?:the\s+)?$")
_WORKED = re.compile(r"\b[Ww]ork(?:ed|ing)?\s+(?:[a-z]+ly\s+)?(?:at|for|with)\b")
_EARLIER_THAN = re.compile(r"(?:before|prior\s+to)\s+(?:joining|moving\s+to|coming\s+to)\s+(?:the\s+)?$", re.IGNORECASE)
_SERVED = re.compile(r"\b(?:served|worked|was|were|been|held|acted|employed)\b")
_OF_HOUSE = re.compile(
    r"\s+(?i:(?:research\s)?(?:lab|laboratory|group|team))\s{1,3}(?:at|of|in)\s+(?:the\s+)?"
)  # "the X lab at Y"


def _joined(text: str, first: Piece, places: list[Piece], dates: tuple[DateRange, ...]) -> list[Piece]:
    """Return the organisations that a list goes on with: "at A, B and C", "at A from 2010 to 2012 and at B in 2013"."""
    found, last = [], first
    for house in places:
        if house.start <= last.end:
            continue
        between = _bare(text, last.end, house.start, dates)
        if _NEXT.fullmatch(between):
            # "X Lab, University Y" is one place; lists say "and" or go on
            found.append((house, between))
            last = house
    if not any("and" in b or "&" in b for _, b in found):
        return []
    return [h for h, _ in found]


_ALIAS = re.compile(r"^/[A-Z][\w&.-]*(?:\s[A-Z][\w&.-]*){0,2}(?=,|\s(?:and|&)\s)")  # "Loomify/Yarnify Research, and X"


def _bare(text: str, start: int, end: int, dates: tuple[DateRange, ...]) -> str:
    """Return what stands between two organisations without the town or country of the first, and without its date."""
    between = _ALIAS.sub("", text[start:end])
    for date in dates if len(between) == end - start else ():
        if start <= date.span.start and date.span.end <= end:
            before, behind = text[start : date.span.start], text[date.span.end : end]
            if re.search(r"\(\s*$", before):
                behind = re.sub(r"^[^)]{0,60}\)", "", behind)
            between = re.sub(r"(?:\s*\(|,?\s+(?:in|from|during|between)(?:\s+the)?)?\s*$", "", before) + behind
            break
    match = re.match(r"(?:,|\s+in)\s+(?P<place>[A-Z][\w.]*(?:\s[A-Z][\w.]*){0,2})(?=,)", between)
    return between[match.end() :] if match and is_place(match["place"]) else between


# "at the Department of Looms of the" University of Y
_PART_OF = (
    r"(?:(?:School|Department|Faculty|Institute|College|Lab\w*|Cent(?:er|re)|Division|Group)\b[^.;,]{0,60}?"
    r"(?:\s(?:at|of|in)|,)\s+(?:the\s+)?)?"
)


def real_verb(text: str, verb: Piece, place: Piece, dates: tuple[DateRange, ...]) -> bool:
    """Tell whether a verb without a position states a job at *place*."""
    word, between = verb.text or text[verb.start : verb.end], text[verb.end : place.start]
    if word.casefold().endswith(("join", "joined", "joining")):
        return not _BEFORE_JOINING.search(text[: verb.start]) and not _TO_STUDY.match(text, place.end)
    if re.match(r"(?:was|am|is|were|been|['’]m)$", word):
        return bool(
            re.fullmatch(
                r"\s+(?:(?:also|now|currently|previously|based|affiliated|employed|(?:a\s)?part\s+of\s+the\s+(?:[\w&-]+\s+){0,5}(?:team|group|lab)"
                r"|a\s+member\s+of\s+the\s+(?:[\w&-]+\s+){0,5}(?:team|group|lab))\s+)*(?:on\s+the\s+faculty\s+(?:of|at)|at|with|by)\s+(?:the\s+)?"
                + _PART_OF,
                between,
            )
        )
    if re.match(r"previously|formerly|earlier|before|prior|most", word, re.IGNORECASE):
        return bool(re.fullmatch(r",?\s+(?:at|with)\s+(?:the\s+)?", between))
    if verb.start > 0 and not (_SPEAKER.search(text[: verb.start]) or text[: verb.start].endswith(" and ")):
        return False
    if re.match(r"\s+(?:closely\s+)?with\b", between) and not dates:
        return False
    return bool(re.search(r"\b(?:at|for|with)\s+(?:the\s+)?" + _PART_OF + "$", between))


# "joined the University of X in Sampleton, for a PhD"
_TO_STUDY = re.compile(
    r"(?:\s+in\s+[A-Z]\w+(?:,\s+[A-Z]\w+)?)?,?\s+(?:for|to\s+(?:do|pursue|start|begin))\s+(?:an?|my|the|his|her)\s+"
    r"(?:Ph\.?\s?D|[Dd]octora|[Mm]aster|[Bb]achelor|[MB]\.?S)"
)
_BEHIND = re.compile(
    r"\*{0,2}(?:\]\([^)\s]{1,200}\))?\*{0,2}\s?(?:\(|,?\sas\s(?:an?\s|the\s)?)(?P<role>[^\W\d_][\w’'-]{0,24}(?:\s[^\W\d_][\w’'-]{0,24}){0,4}?)"
    r"(?=[).,;]|\s(?:in|at|from|with|on|under|for|where|and|between|during|working)\b|$)"
)


_CLOSES = re.compile(r"\s(?:in\s)?[\w&\s-]{2,40}(?:,[^(),]{2,30}){0,2}\)")  # "(BSc Physics, 2010)"
_OPENS = re.compile(r"\*{0,2}(?:\]\([^)\s]{1,200}\))?\*{0,2}\s?\(")


def is_bracketed(text: str, place: Piece, title: Piece) -> bool:
    """Tell whether a position stands in brackets behind a place: "at X (Lecturer) and Y (Reader)"."""
    near = 0 < title.start - place.end < 210 and (
        text[title.end : title.end + 1] in {")", ","}
        or (title.value != "" and _CLOSES.match(text, title.end) is not None)
    )
    return near and _OPENS.fullmatch(text, place.end, title.start) is not None


def role_behind(text: str, place: Piece) -> str:
    """Return what one was at a place, behind its name: "worked at X (Analyst)", "spent a year at X as an analyst"."""
    found = _BEHIND.match(text, place.end)
    return found["role"] if found is not None and is_role(found["role"]) else ""
