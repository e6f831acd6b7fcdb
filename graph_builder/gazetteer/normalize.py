"""Normal forms of names, so that spellings which mean the same compare equal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

# Letters that Unicode does not decompose, in the spelling that ASCII keyboards give them.
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
_APOSTROPHES = re.compile(r"['’‘`´ʼ]")
_NOT_WORD = re.compile(r"[\W_]+")
_ASCII_NOT_WORD = {code: " " for code in range(128) if not chr(code).isalnum()}

_ORGANIZATION_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("the", "of", "at", "and", "in", "on", "for"), ""),
    "univ": "university", "uni": "university", "inst": "institute", "labs": "lab", "laboratory": "lab",
    "laboratories": "lab", "dept": "department", "saint": "st", "centre": "center", "natl": "national",
    "sci": "science", "sciences": "science", "technol": "technology", "tech.": "technology", "intl": "international",
    "hosp": "hospital", "acad": "academy",
}  # fmt: skip
_LEGAL_FORMS = frozenset(
    "inc incorporated ltd limited llc llp corp corporation co company gmbh ag plc sa sas bv nv oy ab pty kg se srl "
    "spa".split()
)
_ABBREVIATED = re.compile(r"\btech\.", re.IGNORECASE)

_VENUE_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("the", "of", "and", "in", "on", "for", "at", "annual", "proceedings", "proc", "a"), ""),
    "conf": "conference", "symp": "symposium", "trans": "transactions", "int": "international",
    "intl": "international", "j": "journal", "workshops": "workshop", "ws": "workshop",
}  # fmt: skip
_SPELLINGS = (
    ("isation", "ization"), ("elling", "eling"), ("elled", "eled"), ("aviour", "avior"), ("colour", "color"),
    ("centred", "centered"), ("defence", "defense"), ("neighbour", "neighbor"),
)  # fmt: skip
_ORDINAL = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth"
).split()
_TENS = "twenty thirty forty fifty sixty".split()
_EDITION = re.compile(
    r"(?<![\w-])(?:"
    r"\d{1,3}\s?(?:st|nd|rd|th)"
    r"|(?:" + "|".join(_TENS) + r")[\s-](?:" + "|".join(_ORDINAL[:9]) + r")"
    r"|(?:" + "|".join(_ORDINAL) + r")"
    r"|(?-i:[XVI]{1,6}(?:th|st|nd|rd))"
    r")(?![\w-])",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|['’‘]\s?\d\d(?!\d)|(?<=[A-Za-z]{2})-?\d\d(?!\d)(?=\s*(?:$|[),;:\s]))")
_VOLUME = re.compile(
    r"[\s,;]+(?:vol(?:ume)?\.?\s*)?\d{1,4}(?:\s*\(\d{1,4}\))?(?:\s*[:,]\s*[\w–-]{1,20})?\s*$", re.IGNORECASE
)
_MARKS = re.compile(r"\((?:oral|spotlight|poster|to appear|accepted|short|long|demo|best [^)]{0,30})\)", re.IGNORECASE)


def normalize(text: str) -> str:
    """Return *text* in lower case, without diacritics and punctuation, its words parted by single spaces.

    >>> normalize("  École Centrale & Co. ")
    'ecole centrale and co'
    >>> normalize("Queen’s University")
    'queens university'
    """
    if not text.isascii():
        text = _APOSTROPHES.sub("", text)
        decomposed = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
        text = "".join(c for c in decomposed if not unicodedata.combining(c))
        # Scripts whose marks are letters (Hangul, kana) are put together again.
        text = unicodedata.normalize("NFC", text)
        return _NOT_WORD.sub(" ", text.replace("&", " and ")).strip()
    text = text.casefold()
    if text.isalnum():
        return text
    text = text.replace("'", "").replace("`", "").replace("&", " and ")
    return " ".join(text.translate(_ASCII_NOT_WORD).split())


@lru_cache(maxsize=4096)
def normalize_organization(name: str) -> str:
    """Return the key under which an organization is looked up: small words, legal forms and spellings made alike.

    >>> normalize_organization("The Univ. of California, Berkeley") == normalize_organization(
    ...     "University of California at Berkeley")
    True
    >>> normalize_organization("Naver Corp.")
    'naver'
    """
    text = _ABBREVIATED.sub("technology", name) if "." in name else name
    words = [w for w in (_ORGANIZATION_WORDS.get(w, w) for w in normalize(text).split()) if w]
    while len(words) > 1 and words[-1] in _LEGAL_FORMS:
        words.pop()
    return " ".join(words)


@lru_cache(maxsize=4096)
def without_edition(name: str) -> str:
    """Return a venue's name without years, ordinals and remarks on the kind of talk.

    >>> without_edition("35th AAAI Conference on Artificial Intelligence (AAAI-21)")
    'AAAI Conference on Artificial Intelligence (AAAI)'
    """
    if name.isalpha():
        return name
    text = _MARKS.sub(" ", name) if "(" in name else name
    if _DIGIT.search(text):
        text = _VOLUME.sub("", _YEAR.sub(" ", text).strip(" ,;:.-"))
    else:
        text = text.strip(" ,;:.-")
    text = " ".join(_EDITION.sub(" ", text).split()).replace(" )", ")").replace("()", "")
    return text.strip(" ,;:.-")


def edition_year(name: str) -> str:
    """Return the year that a venue's name states, or nothing if it states none or several.

    >>> edition_year("NIPS 2017"), edition_year("ICML '19"), edition_year("AAAI-21"), edition_year("Nature 521")
    ('2017', '2019', '2021', '')
    """
    found = {_full_year(year[0]) for year in _YEAR.finditer(name)} - {""}
    return found.pop() if len(found) == 1 else ""


def _full_year(text: str) -> str:
    digits = "".join(c for c in text if c.isdecimal())
    if len(digits) == 4:
        return digits
    return f"19{digits}" if digits >= "60" else f"20{digits}" if digits <= "40" else ""


@lru_cache(maxsize=4096)
def normalize_venue(name: str) -> str:
    """Return the key under which a venue is looked up: no year, ordinal, ``Proceedings of`` or small words.

    >>> normalize_venue("Proceedings of the 35th AAAI Conference on Artificial Intelligence")
    'aaai conference artificial intelligence'
    >>> normalize_venue("NIPS '17") == normalize_venue("nips 2017") == "nips"
    True
    """
    plain = normalize(without_edition(name)) or normalize(name)
    words = [w for w in (_VENUE_WORDS.get(w, w) for w in plain.split()) if w]
    return " ".join(words) or plain


def normalize_topic(label: str) -> str:
    """Return the key under which a topic is looked up: words in the singular and in American spelling.

    >>> normalize_topic("Large Language Models") == normalize_topic("large-language model")
    True
    >>> normalize_topic("Data Visualisation"), normalize_topic("modelling of behaviour")
    ('data visualization', 'modeling of behavior')
    """
    return " ".join(_american(_singular(w)) for w in normalize(label).split() if w != "the")


def _american(word: str) -> str:
    for british, american in _SPELLINGS:
        if british in word:
            return word.replace(british, american)
    return word


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "ics")):
        return word[:-1]
    return word


def normalize_degree(text: str) -> str:
    """Return the key under which a degree is looked up: letters alone.

    >>> normalize_degree("Dr. rer. nat.")
    'drrernat'
    """
    return normalize(text).replace(" ", "")


def slug(name: str) -> str:
    """Return a name as lower-case words parted by hyphens, safe in an IRI.

    >>> slug("Texas A&M University")
    'texas-a-and-m-university'
    """
    return normalize(name).replace(" ", "-")
