"""The kinds of pages that can be written: importing this registers all writers."""

from __future__ import annotations

from rendering import markdown, markdown_papers
from rendering.page import FRAMES

MODULES = (markdown, markdown_papers)
KINDS = tuple(sorted(FRAMES))
