"""Lines that list more than one award."""

from __future__ import annotations

import re

from graph_builder.extract.award_phrases import CUE
from graph_builder.extract.dates import find_dates


def parts_of(text: str, start: int) -> list[tuple[str, int]]:
    """Return what commas and semicolons part outside brackets, each with its place; a year goes with what it follows.

    >>> [part.strip() for part, _ in parts_of("Loom Prize, 2019, Thread Award (Example Hall, 2020)", 0)]
    ['Loom Prize, 2019', 'Thread Award (Example Hall, 2020)']
    """
    out: list[tuple[str, int]] = []
    at = depth = 0
    for i, char in enumerate(text + ","):
        depth += (char == "(") - (char == ")" and depth > 0)
        if char in ",;" and depth == 0:
            part = text[at:i]
            if out and re.fullmatch(r"\s*(?:19|20)\d\d\s*", part) and start + at == out[-1][1] + len(out[-1][0]) + 1:
                out[-1] = (text[out[-1][1] - start : i], out[-1][1])
            elif part.strip() and not (out and not CUE.search(part) and not any(c.isupper() for c in part)):
                out.append((part, start + at))
            at = i + 1
    return out


def several(text: str, start: int) -> list[tuple[str, int]]:
    """Return the awards of a line that lists more than one, each with its place.

    >>> several("Loom Prize 2019; Thread Award 2020", 5)
    [('Loom Prize 2019', 5), ('Thread Award 2020', 22)]
    """
    pieces: list[tuple[str, int]] = []
    at = 0
    dated = len(re.findall(r"(?:19|20)\d\d\)?\s*,\s+(?=[A-Z])", text)) and not re.match(r"\W*(?:19|20)\d\d", text)
    for match in re.finditer(
        r"(?<!\s)\s{0,9}[;•]\s+|(?<=\d\))\s*,\s+(?=[A-Z])" if dated else r"(?<!\s)\s{0,9}[;•]\s+", text
    ):
        pieces.append((text[at : match.start()], start + at))
        at = match.end()
    pieces.append((text[at:], start + at))
    if len(pieces) > 1 and all((CUE.search(p) or find_dates(p)) and len(p) > 8 for p, _ in pieces):
        return pieces
    return [(text, start)]
