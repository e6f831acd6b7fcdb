"""Lines that list more than one award."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from graph_builder.extract.award_names import clean_award
from graph_builder.extract.award_phrases import CUE, PRIZES
from graph_builder.extract.dates import find_dates
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.page import Line
from graph_builder.model import BlockKind

# "External", "Washington University": who gave the awards in the list below
_GIVERS = re.compile(
    r"\W{0,3}(?:(?:external|internal|international|national|regional|local|departmental|institutional|academic|athletic|industry|government"
    r"|(?:post)?graduate|undergraduate|doctoral|university|college|school|department|faculty|other|others|honou?rs|research|teaching|service|travel"
    r"|and|&|level|studies)[\s/,:]*){1,4}\W{0,3}",
    re.IGNORECASE,
)


def under_givers(lines: Sequence[Line]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the blocks of items that say who gave the awards in the lists inside them, and those of these awards."""
    inside: dict[int, list[Line]] = {}
    for line in lines:
        if line.kind is BlockKind.LIST_ITEM and line.row == 0 and line.parent >= 0:
            inside.setdefault(line.parent, []).append(line)
    heads: set[int] = set()
    given: set[int] = set()
    for line in lines:
        below = inside.get(line.block, []) if line.kind is BlockKind.LIST_ITEM and line.row == 0 else []
        if not below or len(line.text) > 90 or find_dates(line.text) or CUE.search(line.text):
            continue
        named = _GIVERS.fullmatch(line.text) or line.bold
        telling = sum(len(x.text) < 120 for x in below)
        if named and 2 * telling > len(below):
            heads.add(line.block)
            given.update(x.block for x in below)
    return frozenset(heads), frozenset(given)


def several(text: str, start: int) -> list[tuple[str, int]]:
    """Return the awards of a line that lists more than one, each with its place.

    >>> several("Loom Prize 2019; Thread Award 2020", 5)
    [('Loom Prize 2019', 5), ('Thread Award 2020', 22)]
    """
    pieces: list[tuple[str, int]] = []
    at = 0
    dated = len(re.findall(r"(?:19|20)\d\d\)?\s*,\s+(?=[A-Z])", text)) and not re.match(r"\W{0,9}(?:19|20)\d\d", text)
    parting = r"(?<!\s)\s{0,9}[;•]\s+|(?<=\d\))\s*,\s+(?=[A-Z])" if dated else r"(?<!\s)\s{0,9}[;•]\s+"
    for match in re.finditer(parting, text):
        if text.count("(", at, match.start()) > text.count(")", at, match.start()):
            continue  # "Loom Awards (gold in 2019; silver in 2022)"
        pieces.append((text[at : match.start()], start + at))
        at = match.end()
    pieces.append((text[at:], start + at))
    if len(pieces) > 1 and all((CUE.search(p) or find_dates(p)) and len(p) > 8 for p, _ in pieces):
        return pieces
    return [(text, start)]


def given_by_several(texts: Sequence[str]) -> frozenset[str]:
    """Return the names that stand in a list more than once, with different givers: "Best Paper Award, ICEX"."""
    names = [clean_award(text)[0] for text in texts]
    full = {(clean_award(text, giver=True)[0], name) for text, name in zip(texts, names, strict=True)}
    counts = Counter(name for _, name in full)
    return frozenset(name for name, count in counts.items() if count > 1)


def names_one(title: str) -> bool:
    """Tell whether a heading below "Awards" names an award, and not a kind of them: "Loom Fellowship"."""
    if PRIZES.search(title) is None:
        return False
    return classify_heading(title)[2] < 0.99
