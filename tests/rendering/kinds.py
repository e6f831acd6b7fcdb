"""The kinds of pages that can be written: importing this registers all writers."""

from __future__ import annotations

from rendering import (
    markdown,
    markdown_about,
    markdown_heads,
    markdown_papers,
    markdown_post_tables,
    markdown_posts,
    markdown_school_tables,
    markdown_schools,
)
from rendering.page import FRAMES

MODULES = (
    markdown,
    markdown_about,
    markdown_heads,
    markdown_papers,
    markdown_post_tables,
    markdown_posts,
    markdown_school_tables,
    markdown_schools,
)
KINDS = tuple(sorted(FRAMES))
