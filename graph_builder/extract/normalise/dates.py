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

_NUMBERS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_ROMAN_MONTH = r"(?:XI{0,2}|IX|IV|VI{0,3}|I{1,3})"


def _date(name: str) -> str:
    return rf"(?:\d{{1,2}}\.\s?)?(?P<{name}m>{_ROMAN_MONTH})(?:\.\s?|/|\s)(?P<{name}y>(?:19|20)\d\d)"


_ROMAN_RANGE = re.compile(
    rf"(?<![\w.]){_date('a')}\s?(?:[-–—]|do|to)\s?(?:{_date('b')}|(?P<open>[^\W\d_]{{2,12}}(?:\s[^\W\d_]{{2,8}})?)?)(?!\w)"
)


_ROMAN_SINCE = re.compile(rf"(?i:(?<!\w)(?:od|since|from))\s{_date('a')}(?!\w|\s?[-–—])")


def roman_since(text: str) -> tuple[int, int, str] | None:
    """Return start and end of "since" and a month in Roman numerals, and the date: "od IX 2020"."""
    found = _ROMAN_SINCE.search(text)
    return None if found is None else (*found.span(), f"{found['ay']}-{_NUMBERS.index(found['am']) + 1:02}")


def roman_range(text: str) -> tuple[int, int, str, str, str] | None:
    """Return start and end of the first range of months in Roman numerals, its two dates, and a word for its end.

    >>> roman_range("X 2018 - IX 2021, Zakład"), roman_range("Scientist II 2018-2021")
    ((0, 16, '2018-10', '2021-09', ''), None)
    """
    found = _ROMAN_RANGE.search(text)
    if found is None:
        return None
    second = f"{found['by']}-{_NUMBERS.index(found['bm']) + 1:02}" if found["bm"] else ""
    if not second and not found["open"]:
        return None
    return *found.span(), f"{found['ay']}-{_NUMBERS.index(found['am']) + 1:02}", second, found["open"] or ""


PRESENT = "present"

_YEAR = r"(?:19[4-9]\d|20[0-4]\d)"
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
    rf"|(?P<{{0}}cj>(?P<{{0}}y5>{_YEAR})\s?年(?:\s?(?P<{{0}}m5>1[0-2]|0?[1-9])\s?月)?)"
    rf"|(?P<{{0}}yM>(?<!\d)(?P<{{0}}y11>{_YEAR})[\s,.]+(?P<{{0}}m11>{_MONTH})(?!\w))"
    rf"|(?P<{{0}}mn>(?<![\d/.])(?P<{{0}}m6>{_NUM})\s?[/.-]\s?(?P<{{0}}y6>{_YEAR})(?!\d))"
    rf"|(?P<{{0}}ms>(?<![\d/.])(?P<{{0}}m7>{_NUM})/(?P<{{0}}y7>[0-25-9]\d|3[0-5]|4[6-9])(?![\d/]))"
    rf"|(?P<{{0}}yy>(?<![\d.,/$€£])(?<!\bH)(?<!\bHorizon\s)(?P<{{0}}y8>{_YEAR})(?![\d%]|\.\d))"
)

_DASH = r"[-–—‐‑‒―−~～]{1,3}"
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
_FIRST = "".join(sorted({month[0] for month in MONTHS} | set("abdefhiklmopstvwzàéEÉос")))

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
    r"(?:until|till|through|to|bis|expected|anticipated|graduat\w+|due)[\s:(,]*(?:in\s+)?$", re.IGNORECASE
)
_EXPECTED = re.compile(r"^[\s,(]*(?:\(?expected|\(?anticipated|\(?exp\.)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DateRange:
    """A date or a range of dates in a text, ISO 8601 at the printed precision.

    *end* is ``present`` when open; a single date has *start* alone, unless the words around it say that it is an end
    (*until*). *single* says that one date was printed, *season* that it was a season or term of a year.
    """

    span: Span
    start: str = ""
    end: str = ""
    single: bool = False
    expected: bool = False
    season: bool = False

    @property
    def year(self) -> str:
        """The first year of the range."""
        return (self.start or self.end)[:4]


def find_dates(text: str, offset: int = 0) -> tuple[DateRange, ...]:
    """Return the dates and date ranges of *text*, left to right.

    *offset* is added to all positions.

    >>> [(d.start, d.end) for d in find_dates("Sep 2023 – Now; 2019-20; May - Aug, 2015; Fall 2012")]
    [('2023-09', 'present'), ('2019', '2020'), ('2015-05', '2015-08'), ('2012', '')]
    """
    found = _found(text)
    if not offset or not found:
        return found
    return tuple(replace(d, span=Span(d.span.start + offset, d.span.end + offset)) for d in found)


_DIGITS = re.compile(r"\d\d")  # of a year at least; most lines have none


@lru_cache(maxsize=1024)
def _found(text: str) -> tuple[DateRange, ...]:
    if not _DIGITS.search(text):
        return ()
    if (roman := roman_range(text)) is not None and (roman[3] or is_present(roman[4])):
        start, end, first, last, _ = roman
        rest = (d for d in _ranges(text[:start] + " " * (end - start) + text[end:]))
        whole = DateRange(Span(start, end), first, last or PRESENT)
        return tuple(sorted([whole, *rest], key=lambda d: d.span.start))
    if (begun := roman_since(text)) is not None:
        start, end, first = begun
        rest = (d for d in _ranges(text[:start] + " " * (end - start) + text[end:]))
        return tuple(sorted([DateRange(Span(start, end), first, PRESENT), *rest], key=lambda d: d.span.start))
    found = list(_ranges(text))
    return tuple(_paired(_closed(found, text), text)) if found else tuple(_short_months(text))


_TO_WORD = re.compile(r"\s+(?:to|until|till|bis|al|až)\s+[^\W\d_]{4,12}\.?,?\s+")
_ONE_WORD = re.compile(r"\s*[^\W\d_]{3,12}\.?,?\s+")


def _closed(dates: list[DateRange], text: str) -> list[DateRange]:
    """Return dates, those that a dash leaves open with the year behind an unknown word: "- Janyary 2022"."""
    out: list[DateRange] = []
    for date in dates:
        last = out[-1] if out else None
        dashed = last is not None and last.end == PRESENT and text[last.span.end - 1 : last.span.end] in _DASHES
        begun = last is not None and last.single and _TO_WORD.fullmatch(text, last.span.end, date.span.start)
        if last is not None and begun and date.single and date.start:
            out[-1] = replace(last, span=Span(last.span.start, date.span.end), end=date.start, single=False)
        elif last is not None and dashed and date.single and _ONE_WORD.fullmatch(text, last.span.end, date.span.start):
            end = date.start or date.end
            out[-1] = replace(last, span=Span(last.span.start, date.span.end), end=end, single=False)
        else:
            out.append(date)
    return out


_DASHES = ("-", "–", "—")


_SHORT_MONTHS = re.compile(
    rf"(?<!\w)(?P<m1>{_MONTH})\s?['’‘`]?(?P<y1>\d\d)\s*{_DASH}\s*(?:(?P<m2>{_MONTH})\s?['’‘`]?(?P<y2>\d\d)(?![\d/]|\w)|{_PRESENT})",
    re.IGNORECASE,
)


_SHORT_SINCE = re.compile(
    rf"(?<!\w)(?:since|from|seit|ab|depuis|desde|dal)\s+(?P<m>{_MONTH})\s?['’‘`]?(?P<y>\d\d)(?=\W{{0,3}}$)",
    re.IGNORECASE,
)


def _short_months(text: str) -> Iterator[DateRange]:
    """Yield a range of months with short years, in a line that prints no year in full: "Oct 11 - Jun 14: PhD"."""
    if len(text) > 400 or re.search(r"(?:19|20)\d\d", text):
        return
    match = _SHORT_MONTHS.search(text)
    if match is None:
        begun = _SHORT_SINCE.search(text)
        if begun is not None:
            yield DateRange(Span(*begun.span()), _short_month(begun["m"], begun["y"]), PRESENT)
        return
    start = _short_month(match.group("m1"), match.group("y1"))
    end = _short_month(match.group("m2"), match.group("y2")) if match.group("m2") else PRESENT
    if start < end:
        yield DateRange(Span(match.start(), match.end()), start, end)


def _short_month(month: str, year: str) -> str:
    number = MONTHS.get(month.casefold().rstrip("."), 0)
    return f"{'19' if int(year) > 45 else '20'}{year}-{number:02}"


def _paired(dates: list[DateRange], text: str) -> Iterator[DateRange]:
    """Yield dates with two months that stand side by side as a range: "Aug. 1975 Dec. 1979"."""
    at = 0
    while at < len(dates):
        first, second = dates[at], dates[at + 1] if at + 1 < len(dates) else None
        at += 1
        if second is not None and first.single and second.single and len(first.start) == len(second.start) == 7:
            between = text[first.span.end : second.span.start]
            if between.isspace() and "\n" not in between and first.start < second.start:
                yield replace(first, span=Span(first.span.start, second.span.end), end=second.start, single=False)
                at += 1
                continue
        yield first


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
        rest = found.get("rest")
        if found.get("lone"):
            start, end = _with_month(first[:4], found["lone"]), first
        elif rest:
            start, end = first, _end_of(found, first)
        elif found.get("since"):
            end = PRESENT if not _is_from(found["since"]) else ""
        elif onwards := _ONWARDS.match(text, match.end()):
            end, match_end = PRESENT, onwards.end()
        span = Span(match.start(), match_end)
        before = text[max(0, match.start() - 24) : match.start()]
        expected = bool(_EXPECTED.match(text[match.end() :])) or bool(
            re.search(r"(?:expected|anticipated|exp\.)[\s:(,]*$", before, re.IGNORECASE)
        )
        single = not end
        if single and (expected or _UNTIL.search(before)):
            start, end = "", start
        winter = re.search(r"\d{4}/(\d{2,4})$", match.group()) if found.get("asy") and single else None
        if winter:  # "Winter 2019/2020"
            end, single = first[:2] + winter.group(1)[-2:], False
        if end and end != PRESENT and start and end[:4] < start[:4]:
            end, single = "", True
        academic = _NEXT_YEAR.match(text, match.end()) if single and found.get("ayy") and start else None
        if academic and int(academic[1]) % 100 == (int(start[:4]) + 1) % 100:  # "2018/19"
            end, single, span = str(int(start[:4]) + 1), False, Span(match.start(), academic.end())
        yield DateRange(span, start, end, single, expected, bool(found.get("asy")))


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
