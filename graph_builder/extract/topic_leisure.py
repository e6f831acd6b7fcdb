"""Interests of spare time, which are none of research: "Piano, hiking, travel"."""

from __future__ import annotations

import re

from graph_builder.extract.page import Section
from graph_builder.extract.topic_heads import HOBBIES, SPENT, TAKES_PART

LEISURE = re.compile(
    r"(?i)\W{0,9}(?:hobbies|outside\s+(?:of\s+)?(?:work|research)|personal|in\s+my\s+(?:free|spare)\s+time)\b"
)
# "Outside of academia, my interests include music."
SPARE = re.compile(
    r"\b(?:outside\s+(?:of\s+)?(?:(?:my|the|his|her|their|\w{1,30}['’]s?)\s+)?(?:immediate\s+|academic\s+|main\s+)?(?:work|research|academi[ac]|lab|office|school|science|studies)|in\s+my\s+(?:free|spare|leisure)\s+time"
    r"|(?:when|while)\s+(?:I['’]?\s?a?m\s+)?not\s+(?:working|doing|researching)|personal\s+interests|hobbies|aside\s+from\s+(?:work|research)"
    r"|besides\s+(?:work|research|academia))\b",
    re.IGNORECASE,
)
_RESEARCH_WORD = re.compile(r"research|academic|scien|field|topic", re.IGNORECASE)


def is_leisure(section: Section) -> bool:
    """Tell whether "Interests" are those of spare time: "Piano, hiking, travel"."""
    if _RESEARCH_WORD.search(" ".join((*section.path, section.title))):
        return False
    words = [w for line in section.lines for w in re.findall(r"[a-z]+", line.text.casefold())]
    hobbies, joins = HOBBIES.intersection(words), [TAKES_PART.match(line.text) for line in section.lines] or [None]
    return bool(SPENT.search(section.title) or all(joins)) or (len(hobbies) > 1 and 4 * len(hobbies) >= len(words))
