"""Honours below a degree, in lines that name nothing else: "Loom Civil Liberties Fellow", "Order of the Shuttle"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.award_phrases import AwardPhrase
from graph_builder.extract.award_societies import SOCIETY
from graph_builder.extract.dates import find_dates
from graph_builder.extract.page import Line
from graph_builder.model import BlockKind

_WORD = r"[A-ZÀ-ÖØ-Þ][\w.&’'-]*"
_LINK = r"(?:of|for|in|the|and|de|&|des?|der|für)"
_NAME = rf"{_WORD}(?:\s(?:{_LINK}\s){{0,2}}{_WORD}){{0,7}}"
_HONOUR = re.compile(
    rf"(?P<name>(?:{_WORD}\s(?:{_LINK}\s)?){{1,6}}(?:Fellow|Scholar|Laureate|Medalist|Medallist|Valedictorian)|Order\sof\sthe\s{_WORD}(?:\s{_WORD}){{0,3}}"
    rf"|(?:Golden|National)\sKey(?:\s{_WORD}){{0,3}}|Salutatorian|Valedictorian|(?i:{SOCIETY})(?:\s(?:National\s)?(?:Honor\s)?Society)?)[\s.,;]*"
)
_POST = re.compile(
    r"\b(?:Research|Teaching|Postdoc\w*|Visiting|Graduate|Doctoral|PhD|Ph\.D\.|Clinical|Junior|Senior|Exchange|Assistant|Associate)\s(?:Fellow|Scholar)$"
)
# "Scholarship of the Loom Foundation between 2018 and 2021, additional financing by ..."
_STIPEND = re.compile(
    rf"(?P<name>(?:[A-Z][\w-]{{2,14}}\s){{0,2}}(?:[Ss]cholarship|[Ff]ellowship|[Ss]tudentship|[Ss]tipend(?:ium)?|[Bb]ursary|[Gg]rant)\s(?:of|from|by|der|des)\s(?:the\s)?{_NAME})"
    r"(?=\s*(?:$|[,.;(]|\s(?:between|from|since|during|in|for)\s))"
)


def honours_of_degrees(line: Line) -> Iterator[AwardPhrase]:
    """Yield the honour that a line below a degree names: an item of a list, or a row of the entry.

    >>> from graph_builder.model import Span
    >>> def told(text): return [a.name for a in honours_of_degrees(
    ...     Line(Span(0, len(text)), 0, 1, BlockKind.LIST_ITEM, 1, text))]
    >>> told("Ada Loom Fellow, 2012"), told("Research Fellow"), told("Scholarship of the Loom Fund in 2018")
    (['Ada Loom Fellow'], [], ['Scholarship of the Loom Fund'])
    """
    text = line.text
    if len(text) > 240 or (line.kind is not BlockKind.LIST_ITEM and line.starts_block):
        return
    dates = find_dates(text)
    year = dates[0].year if dates else ""
    bare = text[: dates[0].span.start].rstrip(" ,(") if dates and dates[0].span.start > 8 else text
    found = _HONOUR.fullmatch(bare) or _STIPEND.match(text)
    if found is not None and not _POST.search(found["name"]):
        name = found["name"].rstrip(" .,;")
        yield AwardPhrase(name, 0, len(name), year)
