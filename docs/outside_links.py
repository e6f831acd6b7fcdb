"""A hook of mkdocs: links to files outside the documentation, which the site does not have, become plain text."""

from __future__ import annotations

import re
from typing import Any


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page whose links to ``../`` are their text alone."""
    return re.sub(r"\[([^\]]+)\]\((?:\.\./)+[^)]*\)", r"\1", markdown)
