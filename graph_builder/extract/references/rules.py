"""Shapes by which rules tell the parts of entries: labels, links, quotes, years, lists of names."""

from __future__ import annotations

import re

from graph_builder.extract.references.authors import split_authors

LABEL = re.compile(r"\s*(?:[-•*–▪◦·]\s+)*(?:\[?[A-Z]{0,4}[-.]?\d{1,3}[\].):]\s*|\[[A-Z]{1,3}\d+\]\s*|[-•*–▪◦·]\s+)?")
LINKS = re.compile(
    r"(?i)[\[(|]?\s{0,4}\b(?:pdf|code|slides?|video|poster|bib(?:tex)?|link|doi|paper|project(?:\s+(?:page|website))?|website|webpage|demo|data(?:set)?|abstract|supp(?:lement(?:ary|al)?)?|talk|blog(?:\s*post)?|arxiv|github|press|cite|preprint|html|url|code\s*&\s*data|appendix)\s*[\])|]"
)
QUOTED = re.compile(r"[\"“”„«]([^\"“”„»«]{8,400})[\"“”»,]|(?<!\w)[‘'`]{1,2}([A-Z][^‘’`\n]{10,300}?)(?:''|[’'](?!\w))")
YEAR = re.compile(r"(?<![\d./:-])(?:19[4-9]\d|20[0-4]\d)(?!\d|[./]\d{3}|:\d|[a-z]{2})[a-h]?")
VENUE = re.compile(
    r"(?i)\b(?:proceedings|proc\.|conference|conf\.|symposium|workshop|journal|j\.|transactions|trans\.|letters|review|annals|advances|arxiv|biorxiv|medrxiv|press|springer|university|thesis|dissertation|vol\.|pp\.|under\s+review|submitted|preprint|magazine|meeting|bulletin|forthcoming|appear)"
)
NAME = re.compile(
    r"(?:[^\W\d_a-z][\w'’-]+|[A-Z]\.?(?:[\s-]?[A-Z]\.)*|[A-Z]{1,3}|v[ao]n|de[rl]?|d[aiou]|la|le|el|bin|ten?r?)"
)
SMALL = frozenset(
    [
        "the",
        "of",
        "for",
        "in",
        "on",
        "a",
        "an",
        "with",
        "to",
        "from",
        "and",
        "by",
        "via",
        "using",
        "is",
        "are",
        "at",
        "towards",
        "toward",
        "as",
        "under",
        "over",
        "into",
        "through",
    ]
)


def name_like(text: str) -> float:
    """Estimate, from 0 to 1, whether a chunk is an author list, by the shapes of its words alone.

    >>> name_like("J. Smith, A. Doe and C. Li") > 0.8 > 0.4 > name_like("A study of the growth of trees")
    True
    """
    names, partial = split_authors(text)
    if not names:
        return 0.0
    good = 0.0
    for name in names:
        words = name.name.replace(",", " ").split()
        fits = sum(NAME.fullmatch(w.strip(".'’")) is not None for w in words) / len(words)
        small = sum(w.casefold() in SMALL for w in words)
        good += fits * (1.0 if 2 <= len(words) <= 5 else 0.45 if len(words) == 1 else 0.2) * (0.2 if small else 1.0)
    several = 0.1 if len(names) > 1 or partial else -0.2
    return max(0.0, min(1.0, good / len(names) + several - (0.3 if ":" in text.strip(" :") else 0)))
