"""Rows of publication lists that say something of a paper and are no part of its reference."""

from __future__ import annotations

import re

from graph_builder.extract.references.rules import YEAR

_SAYS = re.compile(
    r"^(?:[^\w→⇒➜➔↳]{0,3})(?:\d{1,3}\+?\s(?:[\w-]+\s){0,3}(?:papers|publications|articles)\s(?:in|at|on|across)\b|tl;?\s?dr"
    r"|(?:abstract|summary|keywords?|relevance|notes?|contributions?|description|impact|highlights?|media(?:\scoverage)?|press|award)\s{0,2}(?:[:–—|.(]|-\s|$)"
    r"|(?:description|abstract|details|draft)\s(?:forthcoming|coming\ssoon|available|to\s(?:follow|come))\b"
    r"|[→⇒➜➔↳]\s|(?:links?\s|pdf\s|paper\s|code\s)?coming\ssoon\W*$|stay\stuned\b|awarded|best\s+(?:paper|student|poster)|oral\b|spotlight|★|🏆"
    r"|the\s+first\s+two|\*?\s?equal(?:ly)?\b)",
    re.IGNORECASE,
)
# Words of those who speak, and of the paper itself; titles begin so, too.
_SPEAKS = re.compile(
    r"^\W{0,3}(?:we\s|this\s+(?:[a-z]+\s){0,2}?(?:paper|work|article|chapter|study|essay|book|thesis|dissertation|survey|project|piece|report)\s(?!of\b|on\b|in\b)"
    r"|here|in\s+this|our\s|i\s)",
    re.IGNORECASE,
)
_HONOUR = re.compile(
    r"\W{0,4}(?:[A-Z0-9][\w&'’.-]{0,20}\s|(?:of|for|the|in|and|at|on)\s){0,9}?(?:Award|Prize|Medal|Mention|Finalist|Runner-[Uu]p|Nominee|Nomination)"
    r"(?:\s(?:at|in|of|for|from|by)\s[^.:]{2,40}?)?(?:[\s,(]{1,3}(?:19|20)\d\d\)?|  [^.:]{2,50})?\W{0,4}"
)
_RANKED = re.compile(r"(?i)\W{0,3}(?:ranked|rank(?:ing)?:?|placed)\s(?:#|top|no\.|\d|first|second|third|among|in\b)")
# How a venue is ranked, on a badge of its own: "CCF-A", "JCR Q1", "IF=18.6", "CORE A*", "acceptance rate: 20%"
_GRADE = (
    r"(?:CCF|CORE|THU|Tsinghua|ABDC|ABS|FT50?|UTD\s?24|QUALIS|CAAI|CAA)[\s-]{0,2}(?:[A-C]|\d)?\*?|(?:CAS|SCI|SSCI|SCIE|JCR|SJR|Scopus|中科院)[\s-]{0,2}"
    r"(?:Q|T|Zone\s|Tier\s)?[1-4]?区?|Q[1-4]|(?:IF|impact\sfactor|cite\s?score)\s?[=:]?\s?\d[\d.]{0,6}|top(?:\s(?:\d{1,2}%|tier|journal|conference))?"
    r"|(?:accept(?:ance)?|acc\.?)\s?(?:rate)?\s?[:=]?\s?\d[\d.]{0,5}\s?%|\d[\d.]{0,5}%\s?acceptance(?:\srate)?|tier[\s-][1-3]|rank\s?[AB]\*?"
)
_GRADED = re.compile(rf"(?i)[\W_]{{0,3}}(?:{_GRADE})(?:[\s,;/|·()]{{1,4}}(?:{_GRADE})){{0,4}}\W{{0,3}}")
_STARRED = re.compile(r"^★.*★\W*$")


def is_note(text: str, *, titled: bool = False, whole: bool = False) -> bool:
    """Tell whether a row is a note by its first words: "Abstract: ...", "We show ...", "Best Paper Award".

    Args:
        text: the row.
        titled: whether it is set as titles are, at the head of an entry.
        whole: whether it has authors and a year, as a whole reference does.

    >>> is_note("We show that looms stop"), is_note("We Need Looms", titled=True), is_note("Impact of looms on wages")
    (True, False, False)
    """
    if len(text) < 60 and _GRADED.fullmatch(text):
        return True
    if _RANKED.match(text) or _STARRED.match(text) or (len(text) <= 100 and _HONOUR.fullmatch(text)):
        return True
    if whole or YEAR.search(text[:60]):
        return False
    return bool(_SAYS.match(text) or (not titled and _SPEAKS.match(text)))
