"""Interests of spare time, which are none of research: "Piano, hiking, travel"."""

from __future__ import annotations

import re

from graph_builder.extract.page import Section
from graph_builder.extract.topic_heads import HOBBIES

_RESEARCH_WORD = re.compile(r"research|academic|scien|field|topic", re.IGNORECASE)


def is_leisure(section: Section) -> bool:
    """Tell whether "Interests" are those of spare time: "Piano, hiking, travel"."""
    if _RESEARCH_WORD.search(" ".join((*section.path, section.title))):
        return False
    words = [w for line in section.lines for w in re.findall(r"[a-z]+", line.text.casefold())]
    hobbies = HOBBIES.intersection(words)
    return len(hobbies) > 1 and 4 * len(hobbies) >= len(words)
