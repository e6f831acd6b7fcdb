"""Lists of interests that stand before or behind sentences: "Looms, wool, felt. I am also interested in dyes."."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.topic_lists import topic_items
from graph_builder.extract.topic_tongues import speaks

_END = re.compile(r"(?<=[\w)\]])[.!](?=\s+[A-Z(“\"]|\s*$)")
_SAYS = re.compile(
    r"\b(?:I|I['’]m|[Mm]y|[Ww]e|[Oo]ur|[Hh]e|[Ss]he|[Hh]is|[Hh]er|[Yy]ou|[Yy]our|is|are|am|was|were|has|have|had|will|please|can"
    r"|does|do|did|may|might|should|includes?|focuses|focused|explores?|examines?|investigates?|uses?|seeks?|aims?|lies?|spans?|covers?)\b"
)
# Words with which a sentence begins and no interest does
_OPENS = re.compile(
    r"\W{0,3}(?:Please|For|In|At|On|With|See|Currently|Recently|Previously|Outside|Beyond|Before|After|During|While|When|If"
    r"|As|To|From|By|Also|Feel|Click|Check|Contact|Welcome|Hello|Hi|Thanks|Here|There|This|These|It|More|Other|Born|Based"
    r"|Interested|Looking|Received|Worked|Studied|Supervised|Advised|Member)\b"
)
_ASIDE = re.compile(r"\s*\((?:for|see|cf)\b[^()]{0,80}\)\s*$")
_LONGEST = 9
"""Words of an interest in such a list, at most."""
_SHORT = 5
"""Words of an only interest, at most, that stands before the sentences on it."""


def listed(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a text stand that say nothing but list names.

    >>> said = "Looms, wool trade. I also like dyes. Felt (see below)."
    >>> [said[a:b] for a, b in listed(said)]
    ['Looms, wool trade']
    """
    start = 0
    for end in [*(m.start() for m in _END.finditer(text)), len(text)]:
        piece = text[start:end]
        begin = start + len(piece) - len(piece.lstrip(" \n.!"))
        piece = _ASIDE.sub("", text[begin:end])
        if piece and _lists(piece, first=start == 0):
            yield begin, begin + len(piece)
        start = end + 1


def _lists(text: str, *, first: bool) -> bool:
    if _SAYS.search(text) or _OPENS.match(text) or speaks(text) or re.search(r"\d{3}|https?:|@|\?", text):
        return False
    names = [name for _, _, name in topic_items(text)]
    if not names or not text[:1].isupper():
        return False
    if len(names) == 1 or re.search(r"[,;|•·/]|\band\b", text) is None:
        return first and len(text.split()) <= _SHORT
    return all(len(name.split()) <= _LONGEST for name in names)
