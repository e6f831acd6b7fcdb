"""The style of the notebooks' plots, and labels that keep clear of each other and of the points they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

STYLE = {
    "figure.dpi": 110, "font.size": 9, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.titlesize": 12,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True, "legend.frameon": False,
}
ABOVE, BELOW, RIGHT, LEFT = (0, 1), (0, -1), (1, 0), (-1, 0)
AROUND = (ABOVE, BELOW, RIGHT, LEFT, (1, 1), (-1, 1), (1, -1), (-1, -1))
_SIDES = {-1: "right", 0: "center", 1: "left"}
_HEIGHTS = {-1: "top", 0: "center", 1: "bottom"}


def place_labels(
    axes: Any,
    labels: Iterable[tuple[str, tuple[float, float], dict[str, Any]]],
    points: Sequence[tuple[float, float]] = (),
    around: Sequence[tuple[int, int]] = AROUND,
    gap: float = 7,
) -> None:
    """Write each label on that side of its point where it covers least; the first in order choose first.

    Args:
        axes: matplotlib's axes, with everything else drawn and their limits set.
        labels: text, point, and what ``annotate`` takes; also *around* of one's own.
        points: all points that should stay visible.
        around: the sides that are tried, in order of preference, near and then farther away.
        gap: points of type between label and point.
    """
    figure = axes.figure
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    radius = 0.07 * figure.dpi
    taken = [(x - radius, y - radius, x + radius, y + radius) for x, y in map(axes.transData.transform, points)]
    for text, point, style in labels:
        sides = style.pop("around", around)
        tried = []
        for far in (1.0, 1.9):
            for right, up in sides:
                note = axes.annotate(
                    text, point, xytext=(gap * far * right, gap * far * up), textcoords="offset points",
                    ha=_SIDES[right], va=_HEIGHTS[up], **style,
                )  # fmt: skip
                box = note.get_window_extent(renderer).extents
                tried.append((sum(_shared(box, other) for other in taken), len(tried), note, tuple(box)))
        least = min(tried, key=lambda one: one[:2])
        for _, _, note, _ in tried:
            if note is not least[2]:
                note.remove()
        taken.append(least[3])


def _shared(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the area that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0
