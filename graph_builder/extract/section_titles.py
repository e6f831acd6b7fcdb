"""Titles of sections: what a sub-heading is by the heading above it, and titles that tell nothing of a section."""

from __future__ import annotations

import re

from graph_builder.extract.page import SectionKind

NO_WORKS = re.compile(
    r"\W{0,9}(?:(?:open[\s-]source|research|scientific|public|science|popular|selected|my|academic)\s)?(?:software|codes?|data|data\s?sets?|tools|packages"
    r"|outreach|videos?|media|press|slides|cv|podcasts?|interviews?)(?:\W{1,3}(?:and\s)?(?:software|codes?|data|data\s?sets?|tools|packages|outreach"
    r"|media|press|models|talks|releases?|coverage))?\W*",
    re.IGNORECASE,
)
"""Headings below a list of publications of what is none."""


VITA = re.compile(r"\W{0,9}(?:(?:short|academic|full)\s)?(?:vita|vitae|curriculum\s+vitae)\W*", re.IGNORECASE)
"""What a whole page is called; it tells nothing of its sections."""

POSTS = {SectionKind.EMPLOYMENT, SectionKind.EDUCATION}
SAY_NOTHING = {SectionKind.ABOUT, SectionKind.OTHER}

_ONE_GRANT = re.compile(r"\b(?:grant|fellowship|award|scholarship|prize|fund)$", re.IGNORECASE)


def names_award(text: str) -> bool:
    """Tell whether a text that could be a heading is one award: "Faculty Research Award", "Scholarship for Weavers".

    >>> names_award("Weaving Prize"), names_award("Prizes and grants"), names_award("Grant")
    (True, False, False)
    """
    text = text.strip(" \t:.*_–—-")
    return " " in text and (_ONE_GRANT.search(text)) is not None


def years_only(title: str) -> bool:
    """Tell whether a title is one or two years and what stands between them."""
    return bool(re.fullmatch(r"[\W\d]*(?:present|now|and|before|earlier|to)?[\W\d]*", title.strip(), re.IGNORECASE))
