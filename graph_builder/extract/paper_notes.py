"""Rows of publication lists that say something of a paper and are no part of its reference."""

from __future__ import annotations

import re

from graph_builder.extract.references.rules import YEAR

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
    if _STARRED.match(text) or (len(text) <= 100 and _HONOUR.fullmatch(text)):
        return True
    if whole or YEAR.search(text[:60]):
        return False
    return bool(not titled and _SPEAKS.match(text))
