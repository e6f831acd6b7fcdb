"""The kinds of pages that can be written: importing this registers all writers."""

from __future__ import annotations

from rendering import (
    html,
    html_careers,
    html_frames,
    html_lists,
    html_noise,
    html_papers,
    html_papers_by_hand,
    markdown,
    markdown_papers,
)
from rendering.page import FRAMES

MODULES = (
    html,
    html_careers,
    html_frames,
    html_lists,
    html_noise,
    html_papers,
    html_papers_by_hand,
    markdown,
    markdown_papers,
)
KINDS = tuple(sorted(FRAMES))
