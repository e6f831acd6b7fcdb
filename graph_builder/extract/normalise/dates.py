"""Dates as CVs print them: years, months, seasons, terms, ranges, open ends, in several languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from graph_builder.extract.normalise.lexicon import alternatives, words
from graph_builder.model import Span

MONTHS = {name: number for number, names in enumerate(words("months.txt"), 1) for name in names.split()}

# "mag 2012", in Italian; "Mag., 2012" is a degree.
_MONTH = alternatives([*sorted(MONTHS, key=lambda m: (-len(m), m)), r"mag(?=\.?\s(?:19|20)\d\d)"]) + r"\b\.?"
MONTHS["mag"] = 5
_SEASON = (
    r"(?:(?:spring|summer|fall|autumn|winter)s?|printemps|été|automne|hiver|(?-i:WiSe|SoSe|WS|SS)(?=\s(?:19|20)\d\d)|"
    r"(?:winter|sommer)semester|herbst|frühjahr|frühling|sommer|verano|otoño|primavera|invierno|verão|outono|inverno|autunno|"
    r"zomer|herfst|voorjaar|najaar|sommar|höst|høst|vår|kesä|syksy|kevät|"
    r"(?:michaelmas|hilary|trinity|easter|lent)(?:\s+term)?|early|late|mid|end\s+of)\b"
)
_PRESENT = (
    r"(?:present|now|current(?:ly)?|today|ongoing|on-going|to\s?date|till\s+date|(?<=to\s)date|(?<=till\s)date|(?<=[-–—])date|(?<=[-–—]\s)date|(?<=to\s)the\s+present|heute|aujourd['’]hui|auj|ajd|"
    r"(?:la\s+)?actualidad|actual(?:mente)?|(?:o\s+)?atual(?:mente)?|(?:o\s+)?presente|oggi|in\s+corso|(?:à\s+)?ce\s+jour|présent|en\s+cours|"
    r"hoje|o\s+momento|em\s+andamento|(?:la\s+)?fecha|heden|nåværende|i\s?dag|obecnie|настоящее\s+время|н\.\s?в\.|halen|d\.\s?d\.?|dags\s+dato|jelenleg|dzi[śs](?:iaj)?|dnes|prezent|ahora|сейчас|"
    r"hoy|nu|nuvarande|jetzt|dato|gegenwärtig|laufend|attuale|attualmente|actuel(?:lement)?|pres(?=\W|$)|günümüz|současnost|"
    r"至今|(?<=至)今|现在|現在|目前|…|\.\.\.)(?!\w)"
)

PRESENT = "present"

_YEAR = r"(?:19[4-9]\d|20[0-4]\d)"
_ERAS = {"昭和": 1925, "平成": 1988, "令和": 2018}  # of Japan, by the year before the first: 平成24年 is 2012
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_NUM = r"(?:0?[1-9]|1[0-2])"
_ATOM = (
    rf"(?P<{{0}}my>(?<!\w){_MONTH}\s*(?:{_DAY}\s*,?\s+)?(?:of\s+|de\s+|/|-|,)?\s*(?P<{{0}}y1>{_YEAR})(?!\d))"
    rf"|(?P<{{0}}dmy>(?<!\w){_DAY}\.?\s+(?:de\s+)?(?P<{{0}}m2>{_MONTH})\s*,?\s*(?:de\s+)?(?P<{{0}}y2>{_YEAR})(?!\d))"
    rf"|(?P<{{0}}mty>(?<!\w){_MONTH}\s*['’‘`]\s?(?P<{{0}}y9>\d\d)(?!\d))"
    rf"|(?P<{{0}}sy>(?<!\w){_SEASON}(?:\s+(?:semester|term|quarter))?[\s,]*(?:of\s+)?"
    rf"(?P<{{0}}y3>{_YEAR})(?:/(?:\d\d){{{{1,2}}}})?(?!\d))"
    rf"|(?P<{{0}}mdy>(?<![\d/.])\d{{{{1,2}}}}[/.]\d{{{{1,2}}}}[/.](?P<{{0}}y10>{_YEAR})(?!\d))"
    rf"|(?P<{{0}}ym>(?<!\d)(?P<{{0}}y4>{_YEAR})\s?[-/.](?P<{{0}}m4>0[1-9]|1[0-2]|(?<=/)[1-9](?=:\s))(?:[-/.](?:0[1-9]|[12]\d|3[01]))?(?!\d))"
    rf"|(?P<{{0}}yn>(?<![\d.,/])(?P<{{0}}y12>{_YEAR}){{1}}(?P<{{0}}m12>{_NUM})(?:[./](?:3[01]|[12]\d|0?[1-9]))?\.?(?!\d){{2}})"
    rf"|(?P<{{0}}cj>(?:(?P<{{0}}y5>{_YEAR})|(?P<{{0}}era>{'|'.join(_ERAS)})\s?(?P<{{0}}of>元|\d{{{{1,2}}}}))\s?[年년]"
    rf"(?:\s?(?P<{{0}}m5>1[0-2]|0?[1-9])\s?[月월])?)"
    rf"|(?P<{{0}}yM>(?<!\d)(?P<{{0}}y11>{_YEAR})[\s,.]+(?P<{{0}}m11>{_MONTH})(?!\w))"
    rf"|(?P<{{0}}mn>(?<![\d/.])(?P<{{0}}m6>{_NUM})\s?[/.-]\s?(?P<{{0}}y6>{_YEAR})(?!\d))"
    rf"|(?P<{{0}}ms>(?<![\d/.])(?P<{{0}}m7>{_NUM})/(?P<{{0}}y7>[0-25-9]\d|3[0-5]|4[6-9])(?![\d/]))"
    rf"|(?P<{{0}}yy>(?<![\d.,/$€£])(?<!\bH)(?<!\bHorizon\s)(?P<{{0}}y8>{_YEAR})(?![\d%]|\.\d))"
)

_DASH = r"[-–—‐‑‒―−~～〜]{1,3}"
_SEP = (
    rf"(?:\s*{_DASH}\s*|\s+(?:to|until|till|through|bis|à|au|al|hasta|a|até|по|tot|til|t/m|do)\s+|\s*→\s*|\s*至\s*"
    rf"|\s+:\s+(?=(?:(?:19|20)\d\d(?!\d)|{_PRESENT}))|\s?/\s?(?=(?:19|20)\d\d(?!\d)))"
)


# "2015.9", "2015/9" and "2015-9" are months where a range goes on behind them, or has begun with one; and where a
# line begins with them: "2015.9 Loom Prize".
_GOES_ON = (
    rf"(?:(?=\s*(?:{_DASH}|→|至|(?:to|until|till)\s)\s*(?:{_YEAR}|{_PRESENT}|[)\]]|$))"
    r"|(?<=\A\d{4}[./]\d)(?=\s*[:：|]|\s+(?:[-–—]\s+)?(?-i:[A-Z“\"*])))"
)


def _atom(prefix: str) -> str:
    if prefix == "a":
        return _ATOM.format(prefix, r"(?:[-./]|\.\s)", _GOES_ON)
    atom = _ATOM.format(prefix, r"(?(ayn)(?:[-./]|\.\s)|[./])", "")
    return atom.replace("(?<![\\d.,/$€£])", "(?<![\\d.,$€£])")  # "2010/2011"


# The first letters of months, of seasons, and of "between", "since" and their like.
_FIRST = "".join(sorted({month[0] for month in MONTHS} | set("abdefhiklmopstvwzàéEÉос昭平令")))

_FULL = re.compile(
    rf"(?:(?<!\w)|(?=\d))(?=[\d{_FIRST}])"  # all that follows begins so; elsewhere nothing else is tried
    rf"(?:(?<!\w)(?P<between>between|during(?=\s(?:19|20)\d\d\sand\s(?:19|20)\d\d))\s+)?(?P<since>(?<!\w)(?:since|from|starting(?:\s+(?:in|from))?|beginning|depuis|desde|seit|ab|dal|da(?=\s+(?:[^\W\d_]{{3,9}}\.?\s+)?(?:19|20)\d\d)|a\s+partire\s+da|a\s+partir\s+de|à\s+partir\s+de|vanaf|od|от|с(?=\s+(?:[^\W\d_]{{3,9}}\s+)?(?:19|20)\d\d)|fra|från|sinds|sedan|siden)\s+(?:the\s+)?(?:(?:beginning|start|end|middle)\s+of\s+|(?:early|late|mid)[\s-]+)?)?"
    rf"(?:(?P<lone>(?<!\w)(?:{_MONTH}|{_SEASON})|(?<![\d/.-]){_NUM}(?=[-–]{_NUM}/(?:\d\d(?!\d)|{_YEAR})(?![\d/-])))(?:\s+{_DAY})?(?:{_SEP}(?!\s*{_YEAR})|\s?/\s?|\s+(?:and|&)\s+(?={_MONTH})))?"
    rf"(?:(?:{_atom('a')})"
    rf"(?P<rest>(?:{_SEP}|(?(between)\s+and\s+|(?!)))(?:(?P<open>{_PRESENT})|(?:{_SEASON}\s+)?(?:{_atom('b')})|(?P<short>\d\d)(?![\d/]|\.\d)|(?P<digit>(?<=\d[-–])\d)(?![\d/.\w]))"
    rf"|\s*(?:{_DASH}|→)\s?(?=$|[\n\t,;:|)\]]|\.(?:\s|$))|\s*{_DASH}(?=\s))?)",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"(?:until|till|through|to|bis|expected|anticipated|exp\.|graduat\w+|due)[\s:(,]*(?:in\s+)?$", re.IGNORECASE
)
_EXPECTED = re.compile(r"^[\s,(]*(?:\(?expected|\(?anticipated|\(?exp\.)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DateRange:
    """A date or a range of dates in a text, ISO 8601 at the printed precision.

    *end* is ``present`` when open; a single date has *start* alone, unless the words around it say that it is an end
    (*until*). *single* says that one date was printed.
    """

    span: Span
    start: str = ""
    end: str = ""
    single: bool = False

    @property
    def year(self) -> str:
        """The first year of the range."""
        return (self.start or self.end)[:4]


def find_dates(text: str, offset: int = 0) -> tuple[DateRange, ...]:
    """Return the dates and date ranges of *text*, left to right.

    *offset* is added to all positions.

    >>> [(d.start, d.end) for d in find_dates("Sep 2023 – Now; 2019-20; May - Aug, 2015; Fall 2012")]
    [('2023-09', 'present'), ('2019', '2020'), ('2015-05', '2015-08'), ('2012', '')]
    >>> [(d.start, d.end) for d in find_dates("平成24年4月〜令和元年5月; 昭和60年3月")]
    [('2012-04', '2019-05'), ('1985-03', '')]
    """
    found = _found(text)
    if not offset or not found:
        return found
    return tuple(replace(d, span=Span(d.span.start + offset, d.span.end + offset)) for d in found)


_DIGITS = re.compile(r"\d\d|[成和][\d元]")  # of a year at least; most lines have none


@lru_cache(maxsize=1024)
def _found(text: str) -> tuple[DateRange, ...]:
    if not _DIGITS.search(text):
        return ()
    return tuple(_ranges(text))


_NOW = re.compile(rf"{_PRESENT}\.?", re.IGNORECASE)


def is_present(text: str) -> bool:
    """Return whether a text is a word for today."""
    return _NOW.fullmatch(text) is not None


def _ranges(text: str) -> Iterator[DateRange]:
    for match in _FULL.finditer(text):
        found = match.groupdict()
        first = _iso(found, "a")
        if not first:
            continue
        start, end, match_end = first, "", match.end()
        if found.get("lone"):
            start, end = _with_month(first[:4], found["lone"]), first
        elif found.get("rest"):
            end = _end_of(found, first)
        elif found.get("since"):
            end = PRESENT if not _is_from(found["since"]) else ""
        elif onwards := _ONWARDS.match(text, match.end()):
            end, match_end = PRESENT, onwards.end()
        span = Span(match.start(), match_end)
        before = text[max(0, match.start() - 24) : match.start()]
        single = not end
        if single and (_EXPECTED.match(text[match.end() :]) or _UNTIL.search(before)):
            start, end = "", start
        winter = re.search(r"\d{4}/(\d{2,4})$", match.group()) if found.get("asy") and single else None
        if winter:  # "Winter 2019/2020"
            end, single = first[:2] + winter.group(1)[-2:], False
        if end and end != PRESENT and start and end[:4] < start[:4]:
            end, single = "", True
        academic = _NEXT_YEAR.match(text, match.end()) if single and found.get("ayy") and start else None
        if academic and int(academic[1]) % 100 == (int(start[:4]) + 1) % 100:  # "2018/19"
            end, single, span = str(int(start[:4]) + 1), False, Span(match.start(), academic.end())
        yield DateRange(span, start, end, single)


_ONWARDS = re.compile(r"\s(?:on-?wards?|and\son|och\sframåt)(?!\w)|\+(?=\s|$)", re.IGNORECASE)
_NEXT_YEAR = re.compile(r"/((?:19|20)?\d\d)(?![\d/-])")


def _is_from(word: str) -> bool:
    return word.strip().casefold() in {"from", "ab", "desde", "da", "od", "fra", "från", "vanaf"}


def _end_of(found: dict[str, str | None], first: str) -> str:
    if found.get("open"):
        return PRESENT
    if found.get("short"):
        return first[:2] + str(found["short"])
    if found.get("digit"):  # "2006–7"
        return first[:3] + str(found["digit"]) if str(found["digit"]) > first[3] and len(first) == 4 else ""
    second = _iso(found, "b")
    return second or PRESENT


def _with_month(year: str, word: str) -> str:
    month = int(word) if word.isdigit() else MONTHS.get(word.casefold().rstrip("."))
    return f"{year}-{month:02}" if month else year


def _iso(found: dict[str, str | None], side: str) -> str:
    if era := found.get(f"{side}era"):
        found[f"{side}y5"] = str(_ERAS[era] + int((found[f"{side}of"] or "").replace("元", "1")))
    for key in ("y1", "y9", "y2", "y3", "y10", "y4", "y12", "y5", "y11", "y6", "y7", "y8"):
        year = found.get(side + key)
        if not year:
            continue
        if len(year) == 2:
            year = ("19" if int(year) > 45 else "20") + year
        month = _month_of(found, side, key)
        return f"{year}-{month:02}" if month else year
    return ""


def _numbered_month(printed: str) -> int:
    """Return the month of "10/31/2021", "31.10.2021" or "01/11/2021": posts begin on the first of a month."""
    first, second = (int(number) for number in re.findall(r"\d+", printed)[:2])
    if first > 12 or "." in printed or first == 1 < second <= 12:
        return second if second <= 12 else 0
    return first


def _month_of(found: dict[str, str | None], side: str, key: str) -> int:
    if key in {"y1", "y9"}:
        word = found[side + ("my" if key == "y1" else "mty")] or ""
        letters = re.match(r"[^\W\d]+", word)
        return MONTHS.get(letters.group().casefold(), 0) if letters else 0
    if key == "y10":
        return _numbered_month(found[side + "mdy"] or "")
    name = {"y2": "m2", "y11": "m11"}.get(key)
    if name:
        return MONTHS.get((found[side + name] or "").casefold().rstrip("."), 0)
    number = {"y4": "m4", "y12": "m12", "y5": "m5", "y6": "m6", "y7": "m7"}.get(key)
    return int(found.get(side + number) or 0) if number else 0


# Lines that hold nothing but the two ends of a range, as timelines print them one above the other.
_END = r"(?:[^\W\d_]{3,9}\.?\s)?(?:19|20)\d\d"
