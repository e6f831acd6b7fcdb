"""The name of an award in a line of a list: without its giver, what it was worth, and its date."""

from __future__ import annotations

import re
from functools import lru_cache

from graph_builder.extract.award_phrases import CUE, RECEIVING
from graph_builder.extract.dates import find_dates

_LEAD = re.compile(
    rf"[^\w“\"'‘’«$€£]*(?:{RECEIVING}|[Gg]ot\s+(?=the\s|an?\s))?"
    r"(?:(?:(?:[Rr]ecipient|[Ww]inner|[Aa]wardee|[Rr]eceived|[Aa]warded)\s?:|(?:[Rr]ecipient|[Aa]wardee|[Gg]rantee|[Hh]onou?ree),)\s{1,3})?(?:(?:[Hh]onou?red\s+to\s+be\s+)?(?:(?:[Aa]warded|[Rr]ecipient\s+of|[Rr]eceived"
    r"|[Ww]on|[Ww]inner\s+of)\s+)?(?:(?:the|an?)\s+)?(?:recipient\s+of\s+)?"
    r"(?:the\s+)?)"
)
_CUT = re.compile(
    r",?\s+held\s+at\b|,\s+and\s+(?=[a-z])|\s*[\t\n|]|\s+[–—-]\s+|,\s+(?=[A-Z\d$€£])|(?<![\s.][A-Z])\.\s+(?=[A-Z])|\s*(?:\((?![A-Z\d]{2,6}\)\s+[A-Z][a-z])|:|<br)"
)
_RANKED = (
    r"(?:1st|2nd|3rd|\d+th|first|second|third|top|winner|finalist|awardee|gold|silver|bronze|honou?rable|elected|fellow|member"
    r"|foreign|corresponding|honorary|life|senior|médaille|medall?a|medaglia|runner-up|(?:co-)?recipient|inductee|inducted|prix|premier|mention|laureate|nominee|knight"
    r"|champions?|recipient)\b"
)
_GENERIC = re.compile(
    r"(?:(?:1st|2nd|3rd|first|second|third|grand|gold|silver|bronze|honou?rable|winner|finalist|runner-up"
    r"|top\s+\d+%?|best\s+\w+|award|prize|"
    r"place|medal|mention|team|fellow|nominee|member|scholar|elected|foreign|corresponding|honorary|life|senior"
    r"|médaille\s+(?:d['’]or|d['’]argent|de\s+bronze)|medall?a\s+de\s+(?:oro|plata|bronce)|medaglia\s+d[i'’]\s?\w+"
    r"|laureate|champion|prix|(?:co-)?recipient|inductee)s?\s*)+$",
    re.IGNORECASE,
)


SCHOLAR = re.compile(
    r"\b(?:[A-Z][\w’']+\s+(?:Scholar|Laureate|Fellow)|Dean['’]s\s+[Ll]ist|Stipend|(?:Best|Outstanding)\s(?i:talk|poster|paper))\b"
)
"""Honours that no general word names: "Loom Scholar", "Best paper"."""
_SYMBOLS = re.compile(r"^[^\w(“\"'‘’«$€£]+")


def bare_award(text: str) -> str:
    """Return a line that is nothing but an award without its date and what stands in brackets.

    >>> bare_award("Recipient of the Loom Prize (Sampleton), 2019")
    'Loom Prize (Sampleton)'
    """
    lead = _LEAD.match(text)
    name = text[lead.end() if lead else 0 :]
    name = re.sub(r"(?<=\w)\s*\([^()]{4,60}\)\s*$", "", name)
    name = name.rstrip("! ")
    dates = find_dates(name)
    if dates and dates[-1].span.end >= len(name.rstrip(" )].,")):
        name = name[: dates[-1].span.start].rstrip(" (,[\t|–—-")
        name = re.sub(r"(?<=\w)\s*\([^()]{2,120}$", "", name)  # "Loom Prize (Wool Conference, Sampleton, 2019)"
    return re.sub(r"\s*[(,]?\s*(?:19|20)\d\d\s*\)?$", "", name).strip(" ,.;:")


_VERB = re.compile(
    r"[^\w“\"'‘’«(]{0,9}(?:(?:awarded|honou?red|felicitated|presented|supported|funded|recogni[sz]ed|sponsored)\s(?:(?:with|by|through)\s)?"
    r"(?:(?:the|an?)\s)?|with\s(?:the|an?)\s|(?:awards?|prizes?|scholarships?|fellowships?|honou?rs?):\s)(?=\S+\s\S)",
    re.IGNORECASE,
)


def without_verb(name: str) -> str:
    """Return the name of an award without how it was given; what somebody was only nominated for is none."""
    return _SYMBOLS.sub("", name[verb.end() :] if (verb := _VERB.match(name)) is not None else name)


_INNER = re.compile(r"\b(?:for|of|at|to|[Tt]he)\s(?:the\s)?$")
_YEARS = re.compile(r"\W{0,9}(?:(?:19|20)\d\d\W{1,4}(?:and\s+)?){2,9}(?=[^\W\d])")

_WHY = re.compile(
    r"\b((?i:award|prize|medal|scholarship|fellowship|grant))\s"
    r"(?:(?i:recipient|winner)\s(?:at|of|for|from|in)\b.{0,300}|for\s(?!the\s[A-Z]|[A-Z])[^“”\"]{40,300})$"
)
"""Who had an award, or what for at some length: "Loom Award recipient at the 3rd Weavers' Day"."""
_BEST_AT = re.compile(
    r"^((?!(?:Best|Special|First|Second|Third|Annual|Departmental|Faculty|Student|Young)\s)(?:[A-Z][\w.’'-]{1,20}\s){1,5}(?:Award|Prize|Medal)(?:\sin\s[A-Z]\w{2,20}(?:\s[A-Z]\w{2,20}){0,2})?)"
    r"\sfor\s(?:the\s)?(?:best|outstanding|highest|top|most)\s[^“”\",]{25,200}(?:,[^“”\"]{0,200})?$"
)
"""A prize with a name of its own, and behind it what it is given for: "Ada Loom Prize for the best cloth in ..."."""
_FOR_PAPER = re.compile(
    r"^(.{6,120}?),?\s(?:with|for)\s(?:(?:the|our|my|his|her|their|an?)\s)?(?:[\w-]+\s){0,4}(?:paper|work|article|thesis|dissertation|talk|poster"
    r"|presentation|project|study)\s(?:(?:en)?titled\s|called\s|named\s|on\s)?[\"“«].*$"
)
"""The paper that an award was given for, by its title: "Best Paper Award at ICEX with the paper “On Looms”"."""
_FOR_TITLE = re.compile(
    r"^(.{6,120}?\b(?i:award|prize|medal|mention|paper|poster|finalist|winner|runner-?up)s?),?\s(?:for|with)\s[\"“«‘].*$"
)
"""And by its title alone: "Best Paper Award for “On Looms: A Tutorial”"."""
_AMOUNT = re.compile(r"\s?\((?:[A-Z]{2,3}\s?)?[$€£¥]\s?\d[\d.,]*\s?[kKmM]?\)(?=,)")
"""What a prize was worth, between its rank and what it was won at: "1st place ($500), Example Contest"."""

_LONGEST = 2_000  # characters of an entry in which its name and its date are looked for


@lru_cache(maxsize=4096)  # a list is asked for the names of its awards more than once
def clean_award(text: str, *, giver: bool = False) -> tuple[str, str]:
    """Return the name of the award in *text*, without its giver, amount and date, and its first year.

    With *giver* what stands behind the first comma belongs to the name, as where a list has one name several times.

    >>> clean_award("2019: Best Paper Award, Conference on Examples ($500)")
    ('Best Paper Award', '2019')
    >>> clean_award("2019, 2020 & 2021 Loom Scholarship")
    ('Loom Scholarship', '2019')
    >>> clean_award("Winner, Three Minute Thesis (3MT) Contest (online), 2020")
    ('Winner, Three Minute Thesis (3MT) Contest', '2020')
    >>> clean_award("2019: Best Paper Award, Conference on Examples ($500)", giver=True)
    ('Best Paper Award, Conference on Examples', '2019')
    >>> clean_award("LOOM2025 Student Award - 2/9 talks - 2025")
    ('LOOM2025 Student Award', '2025')
    >>> clean_award("Third Place, Example Programming Contest, Sampleton, 1989")
    ('Third Place, Example Programming Contest', '1989')
    """
    text = text[:_LONGEST]
    dates = list(find_dates(text))
    glued = [d for d in dates if text[d.span.start - 1 : d.span.start].isalpha()]  # "LOOM2025 Student Award"
    year = next((d.year for d in [*(d for d in dates if d not in glued), *glued]), "")
    dates = [d for d in dates if d not in glued]
    body = text
    years = _YEARS.match(text)
    if years and dates:  # "2020, 2021, 2022 Loom Scholarship"
        body = text[years.end() :]
    elif dates:
        first = dates[0]
        before, after = text[: first.span.start], text[first.span.end :]
        body = before if len(before.strip(" \t\n:,.()[]-–—*|")) >= 4 else after
        if _INNER.search(before):  # "Prize of the 2019 National Final of X, 2020"
            body = text
    body = _AMOUNT.sub("", body)
    lead = _LEAD.match(body)
    name = _BEST_AT.sub(r"\1", body[lead.end() if lead else 0 :].strip())
    full = name.strip(" ,.;:()-–—*|\t\n")
    chosen = full
    for cut in _CUT.finditer(name, _behind_first_comma(name) if giver else 0):
        short = name[: cut.start()].strip(" ,.;:-–—*|")
        if len(short) < 6 or (not CUE.search(short) and CUE.search(full)) or _only_place(short, full):
            continue
        chosen = short
        break
    chosen = re.sub(r"\s+\([^()]{0,40}$", "", chosen)  # "Loom Prize (awarded 2021"
    why = _WHY.search(chosen)
    chosen = _FOR_TITLE.sub(r"\1", chosen)
    chosen = _FOR_PAPER.sub(r"\1", _WHY.sub(r"\1", chosen) if why else chosen)
    named = _BY.sub("", chosen)
    chosen = named if " " in named else chosen  # "Grant awarded by the Yarn Fund" has no other name
    chosen = re.sub(r",?\s+(?:elected|awarded|declined|received|inducted|since|in|for)$", "", chosen)
    return chosen, year


_BY = re.compile(r",?\s+(?:awarded|given|granted|conferred|presented|bestowed)\s+by\s.{3,200}$")


def _behind_first_comma(name: str) -> int:
    comma = re.search(r",\s(?=[A-Z])|\s[–—-]\s", name)
    return comma.end() if comma else 0


def _only_place(short: str, full: str) -> bool:
    """Tell whether a name says only a rank, and what follows says of what: "Third Place, Example Contest"."""
    return bool(re.match(_RANKED, short, re.IGNORECASE)) and bool(
        _GENERIC.match(short)
    ) and len(full) > len(short) + 6  # fmt: skip


def words_of(name: str) -> frozenset[str]:
    """Return the words of a name that tell it from others."""
    return frozenset(re.findall(r"\w+", name.casefold())) - {"the", "of", "for", "in", "at", "a", "award", "awards"}


def abbreviates(word: str, name: str) -> bool:
    """Tell whether a short word can stand for what a name begins with: "rcu" for "rice university".

    >>> abbreviates("rcu", "rice university"), abbreviates("loom", "rice university")
    (True, False)
    """
    letters = iter(name)
    return 2 <= len(word) <= 5 and name[:1] == word[:1] and all(c in letters for c in word)
