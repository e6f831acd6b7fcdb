"""The kinds of pages that can be written: importing this registers all writers."""

from __future__ import annotations

from rendering import (
    markdown,
    markdown_news,
    markdown_papers,
    markdown_papers_cited,
    markdown_papers_html,
    markdown_papers_lists,
)
from rendering.page import FRAMES

MODULES = (
    markdown,
    markdown_news,
    markdown_papers,
    markdown_papers_cited,
    markdown_papers_html,
    markdown_papers_lists,
)
KINDS = tuple(sorted(FRAMES))
