"""Values of records: text without markup, identifiers that are checked, dates as ISO 8601."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from graph_builder.model import Identifier, Named, Stay, digest
from graph_builder.model.tex import plain_tex
from graph_builder.read.records.source import Source

# Only what catalogues put into titles: "x<y and y>z" is no tag.
_TAG = re.compile(
    r"(?i)</?(?:i|b|u|em|strong|su[bp]|sc|scp|inf|tt|tex-math|fixed-case|p|br|span|div|font|a|q|title|italic|bold|roman"
    r"|monospace|xref|(?:jats|mml|m|xhtml|html):[\w-]{1,30}|math|m(?:i|o|n|row|text|sup|sub|frac|style|semantics))"
    r"(?:\s[^<>]{0,500})?/?>"
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ufeff\u200b]")
_PLAIN = re.compile(r"[ !-%'-;=?-\[\]-z|~]*")  # ASCII without & < > \ { }
# What the bytes of UTF-8 beyond ASCII look like when they are read as Windows-1252 or Latin-1.
_MOJIBAKE = re.compile(
    r"[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
    r"\u2013-\u203a\u20ac\u2122]"
)
_ORCID = re.compile(r"(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])")
_LONGEST = 300  # characters of an identifier; longer ones are none
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(
    r"(?i)(?:arxiv[:./ ]|abs/|pdf/|^)\s*((?:\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/\d{7}))(?:v\d{1,3})?\b"
)
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")


def clean(value: object) -> str:
    """Return a text as one line: without tags, entities, LaTeX, controls and double encoding, in NFC.

    >>> clean("On <i>E. coli</i> &amp; friends"), clean("G{\\\\\\"o}del"), clean("GÃ¶del\\n")
    ('On E. coli & friends', 'Gödel', 'Gödel')
    """
    if not isinstance(value, str):
        return ""
    if _PLAIN.fullmatch(value):
        value = value.strip()
        return value if "  " not in value else " ".join(value.split())
    return _clean(value)


def is_plain(value: str) -> bool:
    """Return whether a text is ASCII on one line without anything to clean, but for blanks at its ends."""
    return "  " not in value and _PLAIN.fullmatch(value) is not None


def _clean(value: str) -> str:
    if "<" in value:
        value = _TAG.sub("", value)
    if "&" in value:
        value = html.unescape(value)
        if "<" in value:  # markup that was escaped
            value = _TAG.sub("", value)
    if "\\" in value or "{" in value:
        value = plain_tex(value)
    if not value.isascii():
        value = unicodedata.normalize("NFC", _repaired(value))
        value = value.encode("utf-8", "replace").decode("utf-8")
    return " ".join(_CONTROL.sub("", value).split())


def _repaired(value: str) -> str:
    """Return text whose UTF-8 was once read as Windows-1252, or Latin-1, as it was meant; other text unchanged."""
    if not _MOJIBAKE.search(value):
        return value
    try:
        data = b"".join(c.encode("cp1252") if ord(c) > 255 else c.encode("latin-1") for c in value)
        return data.decode("utf-8")
    except UnicodeError:
        return value


def get(record: object, *paths: str) -> Any:
    """Return the value at the first of some paths (keys with dots between them) in JSON that has one, or None.

    >>> get({"a": {"b": 1}, "c": ""}, "c", "a.b")
    1
    """
    for path in paths:
        value = record
        for key in path.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        if value or value == 0:
            return value
    return None


def text(record: object, *paths: str) -> str:
    """Return the text at the first of some paths that has one, or of a list there the first, clean."""
    for path in paths:
        value = get(record, path)
        if found := next(texts(value), "") if isinstance(value, list) else clean(value):
            return found
    return ""


def texts(value: object) -> Iterator[str]:
    """Yield the texts of a list, or a text alone, clean; what is no text or empty is passed over."""
    for item in value if isinstance(value, list) else [value]:
        if text := clean(item):
            yield text


def objects(record: object, *paths: str) -> Iterator[dict[str, Any]]:
    """Yield the objects of the arrays at some paths of JSON; what is none is passed over."""
    for path in paths:
        found = get(record, path)
        if isinstance(found, list):
            yield from (item for item in found if isinstance(item, dict))


def mapping(value: object) -> dict[str, Any]:
    """Return a JSON object, or an empty one if it is none."""
    return value if isinstance(value, dict) else {}


def listed(value: object) -> list[Any]:
    """Return a JSON array, or an empty one if it is none."""
    return value if isinstance(value, list) else []


def others(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names beside *name*, each once."""
    return tuple(other for other in dict.fromkeys(names) if other and other != name)


def stays(places: Iterable[str]) -> tuple[Stay, ...]:
    """Return the affiliations that are printed, each once."""
    return tuple(Stay(Named(place)) for place in dict.fromkeys(places) if place)


def affiliations(author: Mapping[str, Any], ids: Callable[[object], Iterable[Identifier]]) -> tuple[Stay, ...]:
    """Return an author's affiliations, each a text or an object with a name, with the identifiers of each."""
    places = author.get("affiliation")
    return tuple(
        Stay(Named(printed, distinct(ids(place))))
        for place in (places if isinstance(places, list) else [places])
        if (printed := text(place, "name") if isinstance(place, dict) else clean(place))
    )


def year_of(value: object) -> str:
    """Return the year in a date, a number or a text, or nothing: ``0000`` is no year.

    >>> year_of("0000-00-00"), year_of(2017), year_of("June 2019"), year_of("2021-05-01T00:00:00Z")
    ('', '2017', '2019', '2021')
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    match = _YEAR.search(str(value)[:200])
    return match[1] if match else ""


def date_of(year: object, month: object = None, day: object = None) -> str:
    """Return year, month and day as ISO 8601, up to the first part that is none."""
    parts = []
    for value, low, high in ((year, 1500, 2100), (month, 1, 12), (day, 1, 31)):
        text = str(value).strip() if isinstance(value, str | int) else ""
        number = int(text) if text.isdecimal() and len(text) < 5 else 0
        if not low <= number <= high:
            break
        parts.append(number)
    if len(parts) == 3 and parts[2] > _days(parts[0], parts[1]):
        parts.pop()
    return "-".join(f"{part:02}" for part in parts)


def _days(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def orcid(value: object, source: Source | None = None, where: str = "") -> tuple[Identifier, ...]:
    """Return an ORCID iD in its canonical form; one whose checksum is wrong is noted and left out.

    Checksum: ISO 7064 MOD 11-2, as ORCID's "Structure of the ORCID Identifier" has it.

    >>> orcid("https://orcid.org/0000-0002-1825-0097")
    (Identifier(scheme='orcid', value='0000-0002-1825-0097'),)
    >>> orcid("0000-0002-1825-0098")
    ()
    """
    if not isinstance(value, str) or not value.strip():
        return ()
    match = _ORCID.search(value.upper())
    if match and _checksum(match[1] + match[2] + match[3] + match[4]):
        return (Identifier("orcid", "-".join(match.groups())),)
    if source is not None:
        shown = value.strip()[:60]
        source.note(where, f"ORCID {shown} {'has a wrong checksum' if match else 'is none'}; it is left out")
    return ()


def _checksum(digits: str) -> bool:
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    return digits[15] == ("X" if rest == 10 else str(rest)) and digits != "0" * 16


def doi(value: object) -> tuple[Identifier, ...]:
    """Return a DOI in lower case without address; of several in a text the first.

    >>> doi("https://doi.org/10.1000/ABC")
    (Identifier(scheme='doi', value='10.1000/abc'),)
    """
    match = _DOI.search(value) if isinstance(value, str) and "10." in value else None
    found = match[0].rstrip(".,;\"'>").lower() if match else ""
    return (Identifier("doi", found),) if 0 < len(found) < _LONGEST and found.isprintable() else ()


def arxiv(value: object) -> tuple[Identifier, ...]:
    """Return an arXiv identifier without version.

    >>> arxiv("https://arxiv.org/abs/1706.03762v5"), arxiv("math/0306266")
    ((Identifier(scheme='arxiv', value='1706.03762'),), (Identifier(scheme='arxiv', value='math/0306266'),))
    """
    match = _ARXIV.search(value.strip()) if isinstance(value, str) else None
    return (Identifier("arxiv", match[1]),) if match else ()


def plain_id(scheme: str, value: object, prefix: str = "") -> tuple[Identifier, ...]:
    """Return an identifier whose form needs no check, without an address before it.

    >>> plain_id("openalex", "https://openalex.org/W2741809807", "https://openalex.org/")
    (Identifier(scheme='openalex', value='W2741809807'),)
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ()
    text = str(value).strip()
    if prefix and text.lower().startswith(prefix):
        text = text[len(prefix) :]
    return (Identifier(scheme, text),) if 0 < len(text) < _LONGEST and text.isprintable() and " " not in text else ()


def ror(value: object) -> tuple[Identifier, ...]:
    """Return a ROR identifier: the nine characters after the address.

    >>> ror("https://ror.org/03vek6s52")
    (Identifier(scheme='ror', value='03vek6s52'),)
    """
    match = re.search(r"(?:^|ror\.org/)(0[a-z0-9]{6}\d\d)$", value.strip().lower()) if isinstance(value, str) else None
    return (Identifier("ror", match[1]),) if match else ()


def email(value: object) -> tuple[Identifier, ...]:
    """Return the digest of an e-mail address, never the address.

    >>> email("Ada@Example.org") == email("ada@example.org") != ()
    True
    """
    match = re.fullmatch(r"[^@\s]{1,64}@[\w.-]{1,200}\.[A-Za-z]{2,}", value.strip()) if isinstance(value, str) else None
    return (Identifier("email", digest(match[0].casefold())),) if match else ()


def web(scheme: str, value: object) -> tuple[Identifier, ...]:
    """Return an address of the web as an identifier of that scheme."""
    text = value.strip() if isinstance(value, str) else ""
    sound = text.isprintable() and re.fullmatch(r"https?://[^\s<>\"{}|\\^`]{3,1000}", text)
    return (Identifier(scheme, text),) if sound else ()


def distinct(*groups: Iterable[Identifier]) -> tuple[Identifier, ...]:
    """Return the identifiers of some groups without repetition, in their order."""
    return tuple(dict.fromkeys(chain.from_iterable(groups)))


def natural_order(name: str) -> str:
    """Return a name that is written family name first as it is said.

    >>> natural_order("Lovelace, Ada"), natural_order("King, Jr., Martin Luther"), natural_order("Ada Lovelace")
    ('Ada Lovelace', 'Martin Luther King Jr.', 'Ada Lovelace')
    """
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 2 and all(parts):
        return f"{parts[0]} {parts[1]}" if _SUFFIX.fullmatch(parts[1]) else f"{parts[1]} {parts[0]}"
    if len(parts) == 3 and all(parts):
        return f"{parts[2]} {parts[0]} {parts[1]}"
    return name


_SUFFIX = re.compile(r"(?i)jr\.?|sr\.?|i{2,3}|iv|ph\.?d\.?|m\.?d\.?")


@lru_cache(maxsize=4096)
def slug_of(name: str) -> str:
    """Return a name as catalogues write it in addresses: ASCII letters, digits and hyphens.

    >>> slug_of("Zoë O'Neil")
    'zoe-oneil'
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", bare.casefold().replace("'", "").replace("’", "")).strip("-")


_TYPES = {
    "article": "article article-journal article-magazine article-newspaper journal-article journalarticle jour ejour"
    " mgzn news review editorial letter short-survey erratum research-article review-article data-paper journal",
    "paper": "inproceedings conference conference-paper paper-conference proceedings-article conf cpaper"
    " conferencepaper conference-abstract conference-poster paper",
    "preprint": "preprint posted-content working-paper unpb unpublished informal",
    "thesis": "thesis phdthesis mastersthesis thes dissertation doctoralthesis dissertation-thesis",
    "book": "book monograph edited-book reference-book booklet",
    "chapter": "chapter incollection inbook book-chapter bookchapter book-section chap reference-entry entry"
    " entry-encyclopedia entry-dictionary book-part booksection",
    "report": "report techreport rprt report-component standard tech-report",
    "patent": "patent pat",
    "dataset": "dataset data data-set",
    "software": "software comp computer-program",
    "proceedings": "proceedings collection",
}
_TYPE_OF = {word: kind for kind, words in _TYPES.items() for word in words.split()}


def work_type(*values: object) -> str:
    """Return what a work is, in the words that documents' references have too; what is not known, ``other``.

    >>> work_type("proceedings-article"), work_type(None, "JOUR"), work_type("audiovisual"), work_type("")
    ('paper', 'article', 'other', '')
    """
    found = [value.strip().casefold().replace(" ", "-") for value in values if isinstance(value, str) and value.strip()]
    return next((_TYPE_OF[value] for value in found if value in _TYPE_OF), "other" if found else "")


def named(values: Iterable[object], longest: int = 120) -> tuple[Named, ...]:
    """Return topics, each once; a text that is longer than a topic's name is none."""
    names = dict.fromkeys(text for value in values if (text := clean(value)) and len(text) <= longest)
    return tuple(Named(name) for name in names)


def full_name(given: object, family: object, suffix: object = "") -> str:
    """Return a name as it is said, of its parts."""
    return " ".join(part for part in (clean(given), clean(family), clean(suffix)) if part)
