"""The kinds of pages that can be written: importing this registers all writers."""

from __future__ import annotations

from rendering import (
    markdown,
    markdown_awards,
    markdown_frames,
    markdown_noise,
    markdown_papers,
    markdown_service,
    markdown_students,
    markdown_topics,
)
from rendering.page import FRAMES

MODULES = (
    markdown,
    markdown_awards,
    markdown_frames,
    markdown_noise,
    markdown_papers,
    markdown_service,
    markdown_students,
    markdown_topics,
)
KINDS = tuple(sorted(FRAMES))
