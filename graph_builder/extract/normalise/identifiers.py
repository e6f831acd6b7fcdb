"""Identifiers, status and kind of a publication, read off its entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from graph_builder.model import Identifier

DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`]+")
ARXIV = re.compile(
    r"(?i)\barxiv(?:\.org/(?:abs|pdf)/|\s*[:.]?\s*(?:preprint\s*)?(?:arxiv\s*:?\s*)?)\s*(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})"
)
ADDRESS = re.compile(r"https?://[^\s\"<>{}|\\^`)\]]+")
OTHER = (
    ("acl", re.compile(r"aclanthology\.org/([\w.-]+?)(?:\.pdf)?/?(?=[\s)\]]|$)")),
    ("openreview", re.compile(r"openreview\.net/(?:forum|pdf)\?id=([\w-]+)")),
)


def _patterns(words: Mapping[str, str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in words.items())


STATUS = _patterns({
    "accepted": r"\b(?:to\s+appear|in\s+press|forthcoming|accepted\b(?!\s+papers?|\s+rate)|"
    r"conditionally\s+accepted)",
    "in preparation": r"\b(?:in\s+prep(?:aration)?\b|work\s+in\s+progress|working\s+draft|"
    r"preliminary\s+(?:and|&)\s+incomplete|manuscript$)",
    "submitted": r"\b(?:(?:re-?)?submitted(?!\s+papers?)\b|under\s+(?:review|revision|submission|consideration)|"
    r"in\s+review\b|in\s+revisions?\b|in\s+submission|(?:revise|reject)\s+(?:and|&)\s+resubmit|r(?:ej)?\s?&\s?r\b|"
    r"(?<!accepted with )(?:major|minor)\s+revision)",
})  # fmt: skip
KINDS = _patterns({
    "thesis": r"\b(?:(?:ph\.?\s?d\.?|doctoral|master'?s?|m\.?\s?sc?\.?|bachelor'?s?|undergraduate|honou?rs|diploma|"
    r"senior|habilitation)\s+(?:thesis|dissertation)|dissertation|doktorarbeit|habilitation\b|diplomarbeit|thèse|tesis)",
    "patent": r"\b(?:u\.?s\.?\s+patent|patent\s+(?:no|application|pending|number)|\bpatent\b)",
    "workshop": r"\bworkshops?\b|\bws\b",
    "preprint": r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|corr|ssrn|preprint|research\s+square)\b",
    "chapter": r"\bchapter\b|\bin[:\s].{0,120}\b(?:eds?\.|edited\s+by|editors?)",
    "report": r"\b(?:technical\s+report|tech\.?\s+rep(?:ort)?|working\s+paper|white\s+paper|discussion\s+paper)\b",
    "paper": r"\b(?:proc(?:eedings)?\b|conf(?:erence)?\b|symposium|in\s+proc|meeting\s+of)",
    "article": r"\b(?:journal|j\.|transactions|trans\.|letters|review|annals)\b|\d+\s?\(\d+\)|\bvol\b|\d+:\s?\d+",
    "book": r"\b(?:press|springer|elsevier|wiley|publishers?|verlag|édition|edition)\b",
})  # fmt: skip


def find_identifiers(text: str, links: tuple[str, ...] = ()) -> tuple[Identifier, ...]:
    """Return the identifiers that an entry's text and the addresses behind its links give, in canonical form.

    >>> find_identifiers("doi:10.1000/xyz.")
    (Identifier(scheme='doi', value='10.1000/xyz'),)
    """
    found: dict[Identifier, None] = {}
    for place in (text, *links):
        for doi in DOI.finditer(place):
            value = doi.group().rstrip(".,;)]").casefold()
            if "10.48550/arxiv." in value:
                found.setdefault(Identifier("arxiv", value.split("arxiv.", 1)[1]))
            else:
                found.setdefault(Identifier("doi", re.sub(r"(?:/full|/abstract|/pdf|\.pdf|/meta)$", "", value)))
        for paper in ARXIV.finditer(place):
            found.setdefault(Identifier("arxiv", paper.group(1)))
        for scheme, pattern in OTHER:
            for other in pattern.finditer(place):
                found.setdefault(Identifier(scheme, other.group(1)))
    if not found:
        for address in ADDRESS.finditer(text):
            found.setdefault(Identifier("url", address.group().rstrip(".,;")))
    return tuple(sorted(found))


def find_status(text: str) -> str:
    """Return "submitted", "in preparation", "accepted" or "" for what an entry says of its publication.

    >>> find_status("Under review"), find_status("To appear in Examples"), find_status("Examples, 2020")
    ('submitted', 'accepted', '')
    """
    return next((name for name, pattern in STATUS if pattern.search(text)), "")


def find_kind(venue: str, rest: str) -> str:
    """Return the kind of a publication from its venue and the rest of its entry without the title.

    >>> find_kind("Journal of Examples", "12(3), 2020"), find_kind("PhD thesis, Example University", "")
    ('article', 'thesis')
    """
    for place in (venue, rest):
        for name, pattern in KINDS:
            if place and pattern.search(place):
                return name
    return "paper" if sum(c.isupper() for c in venue) > len(venue) / 2 > 0 else ("article" if venue else "other")


_ANTHOLOGY = re.compile(
    r"(?:10\.\d{4,5}/v1/)?(?:([a-z])\d\d-\d{4}|(?:19|20)\d\d\.([a-z0-9]+)-[a-z0-9]+\.\d+)", re.IGNORECASE
)
_LETTERS = {
    "a": "anlp", "c": "coling", "d": "emnlp", "e": "eacl", "f": "jeptalnrecital", "h": "hlt", "i": "ijcnlp", "j": "cl",
    "k": "conll", "l": "lrec", "m": "muc", "n": "naacl", "p": "acl", "q": "tacl", "r": "ranlp", "s": "semeval",
    "t": "tinlap", "u": "alta", "x": "tipster", "y": "paclic",
}  # fmt: skip
"""The series by the letter with which the Anthology's identifiers began until 2019; ``W`` was any workshop."""
_NO_SERIES = frozenset({"findings", "ws"})


def series_identifiers(identifiers: Iterable[Identifier]) -> tuple[Identifier, ...]:
    """Return the identifiers of the series at which a work appeared, as far as its own identifiers say.

    Those of the ACL Anthology do, also within a DOI.

    >>> series_identifiers([Identifier("acl", "2021.acl-long.7")]), series_identifiers([Identifier("acl", "W18-2301")])
    ((Identifier(scheme='acl', value='acl'),), ())
    """
    found = (_ANTHOLOGY.fullmatch(i.value) for i in identifiers if i.scheme in ("acl", "doi"))
    names = (_LETTERS.get(m[1].casefold(), "") if m[1] else m[2].casefold() for m in found if m is not None)
    return tuple(Identifier("acl", name) for name in dict.fromkeys(names) if name and name not in _NO_SERIES)
