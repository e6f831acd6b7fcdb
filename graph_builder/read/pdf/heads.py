"""What a PDF sets above the two columns of a page: the name and the address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph_builder.read.pdf.lines import Segment


def above_columns(segments: Sequence[Segment], gutter: float) -> list[Segment]:
    """Return what stands above both columns though no line of it may reach over the gutter.

    That is a short name in the middle of the page, or a name with an address flush right beside it.
    """
    low, high = min(s.left for s in segments), max(s.right for s in segments)
    left = [s for s in segments if s.right <= gutter]
    top = max((s.base + s.size for s in left), default=0.0)
    above = [s for s in segments if s.base > top > 0]
    if above and all(abs((s.left - low) - (high - s.right)) < 0.1 * (high - low) for s in above):
        return above
    near = gutter + 0.1 * (high - low)
    top = max((s.base + 0.5 * s.size for s in segments if gutter - 2 < s.left < near), default=float("inf"))
    above = [s for s in segments if s.base > top]
    beside = [s for s in above if s.left >= near]
    return above if beside and all(high - s.right < 3 for s in beside) else []
