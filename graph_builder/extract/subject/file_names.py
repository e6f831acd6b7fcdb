"""Names of people in what a document links to, what its pictures are called, and who owns it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from graph_builder.extract.normalise.dates import MONTHS
from graph_builder.extract.normalise.person_names import is_name
from graph_builder.gazetteer import normalize
from graph_builder.model import Document, Mark

_FILE = re.compile(r"([^/\\?#]+)\.(?:pdf|docx?|html?)(?:[?#]|$)", re.IGNORECASE)
_FILE_WORDS = frozenset(
    "cv resume résumé vita vitae curriculum faculty academic short long full extended latest current new en eng "
    "english french german spanish italian fr web website public final updated "
    "research teaching statement bio one two page pages version".split()
)
_CV_FILE = re.compile(
    r"(?:^|[^a-z])(?:cv|vitae?|resume|résumé)(?:[^a-z]|$)|(?<=[a-z])(?:CV|Resume)|CV(?=[A-Z][a-z])", re.IGNORECASE
)
_SOURCE_SUFFIX = re.compile(r"\.\w{2,8}$")


def linked_files(document: Document) -> Iterator[str]:
    """Yield the name in the file names of linked CVs: ``Ada_Lovelace_CV.pdf``, ``CV_AdaLovelace.pdf``.

    The document's own file name is one of them.
    """
    for stem in cv_files(document):
        parts = re.findall(r"[A-Z]+(?![a-z])|[A-ZÀ-Þ]?[a-zà-ÿ]+", unquote(stem))
        words_ = [w for w in parts if w.casefold() not in _FILE_WORDS and w.casefold() not in MONTHS]
        if 2 <= len(words_) <= 4 and all(w[:1].isupper() for w in words_) and len(words_[-1]) > 1:
            yield " ".join(words_)


def cv_files(document: Document) -> list[str]:
    """Return the names of the files of CVs that a document links to, and its own if it is one."""
    names = [found.group(1) for mark in document.marks if mark.href and (found := _FILE.search(mark.href))]
    names += [_SOURCE_SUFFIX.sub("", name) for name in document.metadata.get("files", "").split("\n") if name]
    own = document.source.rsplit("/", 1)[-1]
    return [stem for stem in [*dict.fromkeys(names), _SOURCE_SUFFIX.sub("", own)] if _CV_FILE.search(stem)]


_PORTRAIT = re.compile(
    r"^(?:(?:an?|the|my|me|this\s+is)\s+)?(?:(?:profile|head)\s?-?)?(?:photo(?:graph)?|picture|pic|portrait|image|shot|avatar|foto|selfie|profile)\b"
    r"\s*(?:of|:|-|–|von|de)?\s*|^(?:hear|listen\s+to|how\s+to\s+pronounce)\s+(?:my|the)\s+name\s*(?:of|:|-|–)?\s*",
    re.IGNORECASE,
)
_PORTRAYED = re.compile(
    r"(?:['’]s)?[\s,:–-]{1,9}(?:profile|head|photo(?:graph)?|picture|pic|portrait|image|shot|avatar|foto|\d{4}|\.(?:jpe?g|png))+\b.*$",
    re.IGNORECASE,
)


def labelled(document: Document) -> Iterator[tuple[str, int]]:
    """Yield what the document's pictures and recordings are called, with a weight: "Photo of Ada Lovelace".

    A bare label may be anything that was photographed, and needs more evidence than one that speaks of a portrait.
    """
    for label in document.metadata.get("labels", "").split("\n"):
        bare = _PORTRAYED.sub("", _PORTRAIT.sub("", label))
        if bare:
            yield bare, 3 + (bare != label)


_PROFILE = re.compile(r"linkedin\.com/in/([\w%-]+?)(?:-[0-9a-f]*\d[0-9a-f]*)?/?(?:[?#]|$)", re.IGNORECASE)
_MAILED = re.compile(
    r"(?<![\w.+-])([a-z]{2,20}(?:\.[a-z])?\.[a-z]{2,20})(?:@|\s?\(at\)\s?|\s?\[at\]\s?)[\w-]+\.", re.IGNORECASE
)


_HOSTED = re.compile(
    r"^https?://(?:github\.com/(?=[^/]+/)|(?=[^/]+\.github\.io/))([a-z]{3,15}-[a-z]{3,20})(?=/|\.github\.io/)"
)


def addressed(document: Document) -> Iterator[tuple[str, int]]:
    """Yield the names that profiles, pages and e-mail addresses spell out, with a weight: ``ada.lovelace@...``.

    They come without accents, so that any printed form is better.
    """
    links = [mark.href for mark in document.marks if mark.href]
    profiled = [(mark, m.group(1)) for mark in document.marks if mark.href and (m := _PROFILE.search(mark.href))]
    profiles = [found for mark, found in profiled if not _names_another(mark, document)]
    if len(set(profiles)) == 1 and "-" in profiles[0]:
        yield _spelt(unquote(profiles[0]).split("-")), 4
    pages = [(mark, m.group(1)) for mark in document.marks if mark.href and (m := _HOSTED.match(mark.href.casefold()))]
    hosted = [found for mark, found in pages if not _names_another(mark, document)]
    if len(hosted) > 1 and len(set(hosted)) == 1:  # one's own page, and one's own code
        yield _spelt(hosted[0].split("-")), 4
    mails = [link[7:] for link in links if link.casefold().startswith("mailto:")]
    spelt = _MAILED.findall(mails[0] if mails else document.text[:3000])
    if spelt:
        yield _spelt(spelt[0].split(".")), 3 + (len(set(mails or spelt)) == 1)


def _names_another(mark: Mark, document: Document) -> bool:
    """Return whether a link far below the head of a page is printed as a person's name, as those of students are."""
    return mark.span.start > _HEAD and is_name(mark.span.of(document.text).strip())


_HEAD = 400


def _spelt(parts: list[str]) -> str:
    return " ".join(f"{p}." if len(p) == 1 else p for p in (part.capitalize() for part in parts if part))


_WORD = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'-]{1,30}"
_NAME = rf"(?:[^\W\d_]\.|{_WORD})(?:[ -](?:[^\W\d_]\.|(?:de|del|van|von|der|la) |{_WORD})){{1,3}}"
_YEARS = r"(?:(?:19|20)\d\d(?:\s?[-–,]\s?(?:(?:19|20)\d\d|[Pp]resent))?[\s,]{1,3})?"
_OWNER = re.compile(
    rf"(?:©|\([cC]\)|@(?=\s?(?:19|20)\d\d)|\b(?:[Cc]opyright|[Mm]aintained\s+by|[Ww]ebmaster|(?:[Mm]odified|[Uu]pdated|[Ee]dited)\b[^\n.]{{0,30}}?\sby))[\s:,©]{{0,4}}(?:\([cC]\)\s{{0,3}})?{_YEARS}(?:by\s+)?"
    rf"(?P<name>{_NAME})(?=\s*(?:$|[.,|(@•·–-]|(?:19|20)\d\d|All\b|and\s[a-z]))"
    rf"|^\W{{0,3}}(?P<first>{_NAME})(?=,?\s{{1,3}}(?:©|\([cC]\)\s))"
)


def owners(line: str) -> Iterator[tuple[int, str]]:
    """Yield who owns or maintains a page by one of its last lines, with the place in it.

    >>> list(owners("© 2019-2024 Ada Lovelace. All rights reserved."))
    [(12, 'Ada Lovelace')]
    """
    found = _OWNER.search(line) if len(line) < 160 else None
    if found:
        yield found.start(found.lastgroup or 0), found[found.lastgroup or 0]


_OF_PAPER = re.compile(
    r"(?:doi|arxiv|biorxiv|medrxiv)\.org/|/doi/|sciencedirect\.com|springer\.com|openreview\.net", re.IGNORECASE
)


def addresses(document: Document) -> str:
    """Return the links and e-mail addresses of the document as one string in lower case."""
    links = [m.href for m in document.marks if m.href and not _OF_PAPER.search(m.href)][:60]
    return " ".join([*links, *re.findall(r"\S+@\S+", document.text[:3000])]).casefold()


def in_addresses(name: str, where: str) -> bool:
    """Return whether the family or given name is part of one of the document's *addresses*."""
    words = [normalize(w).replace(" ", "") for w in name.split()]
    return any(len(w) >= 4 and w in where for w in (words[-1], words[0]))
