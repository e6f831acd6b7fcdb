"""Awards among what an entry on a degree, a post or a project tells: behind "Honors:", or "funded by a"."""

from __future__ import annotations

_LONGEST, _LONGEST_NAME = 600, 110


def unmarked(text: str) -> int:
    """Return where the first letter or digit of a line stands."""
    return next((at for at, char in enumerate(text)), 0)
