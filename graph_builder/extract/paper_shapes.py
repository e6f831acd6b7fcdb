"""Shapes of texts in publication lists: titles, running text, and marks that cover all of a citation."""

from __future__ import annotations

import re
from collections.abc import Callable

from graph_builder.extract.references.rules import YEAR
from graph_builder.model import Mark, MarkKind, Span

_SAYS = re.compile(
    r"\b(?:we|I|my|our|is|are|was|were|has|have|had|can|may|must|they|their|it|its|find|show|propose|examine|argue|which|that)\b"
)


# What an item below a title says that the work does: "Combines looms with threads to study how ..."
_DOES = re.compile(
    r"(?:Combines|Uses|Develops|Examines|Investigates|Proposes|Shows|Provides|Introduces|Explores|Analy[sz]es|Estimates"
    r"|Documents|Tests|Compares|Presents|Demonstrates|Applies|Builds|Addresses|Finds|Argues|Asks|Evaluates|Describes"
    r"|Quantifies|Identifies|Extends|Models|Designs|Derives|Proves|Establishes)"
    r"\s(?!(?:of|in|on|for|and|to|by|with|at|as|under|from|that)\b)[a-z\d].{40}",
    re.DOTALL,
)


def tells_deed(text: str) -> bool:
    """Tell whether a text says what a work does, as an item below its title may.

    >>> tells_deed("Combines records of looms with those of threads to study how towns grow.")
    True
    >>> tells_deed("Models of growth in ponds and what they say about towns, Journal of Ponds")
    False
    """
    return _DOES.match(text) is not None


# What authors say of their work in a sentence below its title: "With nine looms, I study how threads grow."
_OWN_DEED = re.compile(
    r"(?:^|[,.:;]\s)(?:I|[Ww]e|[Tt]his\s(?:paper|article|chapter|study|project)|[Oo]ur\s(?:paper|study|project))\s(?:also\s)?"
    r"(?:stud(?:y|ies)|shows?|examines?|investigates?|analy[sz]es?|finds?|develops?|proposes?|estimates?|asks?|explores?"
    r"|documents?|argues?|presents?|introduces?|proves?|derives?|provides?|combines?|compares?|quantif(?:y|ies))\b"
)


def tells_own(text: str) -> bool:
    """Tell whether a text is a sentence in which authors say what they do in a work.

    >>> tells_own("With the records of nine towns, I study how looms change the price of threads.")
    True
    >>> tells_own("What we find when looms break")
    False
    """
    return len(text.split()) >= 8 and text.rstrip().endswith(".") and _OWN_DEED.search(text[:400]) is not None


_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def is_prose(text: str) -> bool:
    """Tell whether a text is running text, as abstracts are: sentences with verbs, and few words with a capital.

    >>> is_prose("How do towns grow? We study what the records of nine towns have in common. " * 3)
    True
    >>> is_prose("In recent years the looms of towns have grown beyond what one weaver can mend. This …")
    True
    """
    words = _WORD.findall(text[:1500])
    if len(words) >= 12 and re.search(r"[a-z.,]\s?(?:…|\.{3})$", text) and not re.search(r"[a-z]…$", text):
        # The head of an abstract, as themes show it: "In recent years, looms have grown. This …"
        return bool(sum(word[0].islower() for word in words) >= 0.75 * len(words))
    if len(words) < 30 or not re.search(r"[a-z][.?!]\s+[A-Z]|[a-z)][.?!]$", text) or re.match(r"\W{0,3}[“\"]", text):
        return False
    small = sum(word[0].islower() for word in words)
    return small >= 0.8 * len(words) and len(_SAYS.findall(text[:1500])) >= max(3, 0.06 * len(words))


def is_whole(mark: tuple[str, int, int], text: str) -> bool:
    """Tell whether a mark inside an entry says nothing, since all of a citation is a link: names, year and title."""
    kind, start, end = mark
    if kind != MarkKind.LINK or end - start < 0.6 * len(text):
        return False
    inside = text[start:end]
    year = YEAR.search(inside)
    return year is not None and len(inside.split()) >= 10 and ". " in inside


_ADDRESS = re.compile(r"https?:")


def is_title(text: str) -> bool:
    """Tell whether a text has the shape of a title: three to forty words that begin with a capital or a digit."""
    words = text.split()
    return 2 <= len(words) <= 40 and len(text) >= 12 and not text[:1].islower() and not _ADDRESS.match(text)


# "Journal of Looms (to appear) (with A. Lovelace)"
_PLACED_WITH = re.compile(
    r"[A-Z][^()\n]{2,80}\s(?:\([^()\n]{3,20}\)\s)?\((?:joint(?:ly)?\s(?:work\s)?)?with\s[A-Z][^()\n]{3,200}\)\W*"
)


def below_title(words: str, span: Span, text: str, within: Callable[[Span], list[Mark]]) -> bool:
    """Tell whether a row is the venue with the co-authors, below a line that italics or a link set as the title.

    Args:
        words: the row.
        span: where it stands in *text*.
        text: the text of the document.
        within: gives the marks that overlap a stretch of it.
    """
    if _PLACED_WITH.fullmatch(words) is None:
        return False
    start = text.rfind("\n", 0, span.start - 1) + 1
    above = text[start : span.start].strip()
    looks = {MarkKind.ITALIC, MarkKind.LINK, MarkKind.BOLD}
    set_off = (m for m in within(Span(start, span.start)) if m.kind in looks)
    return "(with" not in above and any(len(m.span) >= 0.8 * len(above.split("\t")[-1]) for m in set_off)


_IN_QUOTES = re.compile(r"[“\"][A-Z][^“”\"]{15,250}[”\"]\W{0,3}")


def in_quotes(text: str) -> bool:
    """Tell whether a text is one title in quotes and nothing else.

    >>> in_quotes("“On Looms and the Wool of Ponds”"), in_quotes("“On Looms and the Wool of Ponds”, with A. Li")
    (True, False)
    """
    return _IN_QUOTES.fullmatch(text) is not None
