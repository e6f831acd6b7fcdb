"""Papers that stand twice in a list: a title as a heading, and below it the whole citation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from graph_builder.extract.references import Reference


def without_bare(references: Sequence[Reference], accepted: Sequence[bool]) -> list[bool]:
    """Tell which entries are kept: a title gives way to the entry behind it that cites the same work with its authors.

    Args:
        references: the entries in their order.
        accepted: whether each of them is a publication.

    >>> from graph_builder.model import Span
    >>> title, whole = "On looms and mills", "A. Li. On looms and mills."
    >>> from graph_builder.extract.references import Name
    >>> cited = Reference(whole, (Name("A. Li", 0, 5),), title=Span(7, 25))
    """
    kept = list(accepted)
    for place, (bare, whole) in enumerate(pairwise(references)):
        if not (kept[place] and kept[place + 1]) or bare.authors or not whole.authors:
            continue
    return kept
