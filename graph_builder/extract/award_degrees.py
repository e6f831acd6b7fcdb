"""Awards among what an entry on a degree tells, and where a line begins behind its pictures."""

from __future__ import annotations

from graph_builder.extract.award_names import SCHOLAR, bare_award
from graph_builder.extract.award_phrases import PRIZES, is_award_line

_LONGEST = 250


def unmarked(text: str) -> int:
    """Return where the first letter or digit of a line stands.

    >>> unmarked("🥇 Gold medal")
    2
    """
    return next((at for at, char in enumerate(text) if char.isalnum()), 0)


def told_beside(text: str) -> list[tuple[str, int]]:
    """Return the awards of a line whose parts have semicolons between them, each with its place.

    >>> told_beside("Distinction; Loom Prize, 2019; thesis on wool")
    [('Loom Prize, 2019', 13)]
    """
    out, at = [], 0
    for part in text.split("; ") if len(text) < _LONGEST else ():
        if is_award_line(bare_award(part)) and (PRIZES.search(part) or SCHOLAR.search(part)):
            out.append((part, at))
        at += len(part) + 2
    return out
