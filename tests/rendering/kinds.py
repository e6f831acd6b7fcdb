"""The kinds of pages that can be written: importing this registers all writers."""

from __future__ import annotations

from rendering import (
    latex,
    latex_entries,
    latex_frames,
    latex_lists,
    latex_papers,
    markdown,
    markdown_papers,
    text,
    text_parts,
)
from rendering.page import FRAMES

MODULES = (
    latex,
    latex_entries,
    latex_frames,
    latex_lists,
    latex_papers,
    markdown,
    markdown_papers,
    text,
    text_parts,
)
KINDS = tuple(sorted(FRAMES))
