"""Names of subjects in titles, descriptions and sentences about their pages: "Ada Lovelace, Weaver at X"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Line, Page, SectionKind
from graph_builder.extract.normalise.lexicon import ORGANIZATION, UNIT
from graph_builder.extract.normalise.person_names import NAME_WORD, TITLES, is_name
from graph_builder.extract.subject.name_labels import TITLE_LINE
from graph_builder.model import BlockKind, Span

_TEXT_WORD = (
    r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž]\.(?:-?[A-Z]\.)?|[A-ZÀ-ÖØ-ÞĀ-Ž][\w’'`-]{1,30}"
    r"|d[aeiou]s?|del|della|van|von|der|den|ter|la|le|el|al|bin|ibn|y|zu)"
)
_NAME = rf"{_TEXT_WORD}(?:[ -]{_TEXT_WORD}){{1,3}}"
_TITLED = r"(?:(?:Prof(?:essor)?|Dr|Mr|Mrs|Ms|PD)\.?\s{1,3}){0,3}"
# What may stand behind a name in a title: a mark, a place, another script.
_ENDS = re.compile(r"\s{0,3}(?:[,(/•·»>:;]|$)|\s{1,3}(?:at|of|from)\s|\s{1,3}[^\x00-\u024f\u1e00-\u1eff‐-―]")


def in_title(text: str) -> str:
    """Return the name with which a title begins, before a place or a mark; else nothing.

    >>> [in_title(t) for t in ("Ada Lovelace at Ghent", "Ada K. Lovelace, Ghent University")]
    ['Ada Lovelace', 'Ada K. Lovelace']
    >>> [in_title(t) for t in ("Ada Lovelace >> Home", "Looms and Wool", "Ada Lovelace")]
    ['Ada Lovelace', '', '']
    """
    bare = TITLES.sub("", text.strip())
    words = list(re.finditer(r"\S+", bare[:80]))
    for size in (2, 3, 4):
        if len(words) < size:
            break
        name = bare[: words[size - 1].end()].rstrip(",;:/(")
        behind = bare[len(name) :]
        if not behind.strip(" .,;:/") or not is_name(name) or len(name.split()[-1].rstrip(".")) < 2:
            continue
        if _ENDS.match(behind):
            return name
    return ""


_SITE = (
    r"(?:web\s?sites?|web\s?pages?|home\s?pages?|sites?|pages?|portfolio|profile|cv|curriculum\svitae"
    r"|r[ée]sum[ée]|home)"
)
_DESCRIBED = re.compile(
    rf"\b{_SITE}\s(?:of|by|for)\s{_TITLED}((?-i:{NAME_WORD}(?:\s{NAME_WORD}){{1,3}}))(?=\s?(?:$|[.,;(|–—]|\s-\s))",
    re.IGNORECASE,
)


def in_description(text: str) -> str:
    """Return whose page a description says that it describes: "Personal website of Ada Lovelace, BSc, PhD".

    >>> in_description("Academic homepage of Dr. Ada Lovelace (Ghent)"), in_description("Looms and wool")
    ('Ada Lovelace', '')
    """
    found = _DESCRIBED.search(text[:300])
    if found is not None and is_name(found[1].rstrip(".")):
        return found[1].rstrip(".")
    return in_title(text[:80]) if len(text) < 80 else ""


# "This website contains information for Dr. Ada Lovelace.", "You have reached the pages of Ada Lovelace."
_SPOKEN = re.compile(
    r"\W{0,3}(?:This|These|You|Welcome|Here|Hello|Hi)\b"
    r"(?![^.!?]{0,120}\b(?:design|made|built|creat|develop|power|host|templ|theme|adapt|inspir|photo|picture|image|talk|joint|course)\w*\b)"
    rf"[^.!?]{{0,120}}?\b(?:{_SITE}|information|you\s(?:can|will)\sfind)\b[^.!?]{{0,120}}?\b(?:of|by|for|about)\s"
    rf"{_TITLED}(?P<name>{_NAME})(?=[.,!;(]|\s*$)"
)
_MYSELF = re.compile(rf"(?:^|\s)I,\s{_TITLED}(?P<name>{_NAME}),\s(?:am|was|have|hereby)\b")
_CONTACT = re.compile(
    rf"\W{{0,3}}(?:Contact|Author|Owner|E-?mail)\s?:\s{{0,3}}{_TITLED}(?P<name>{_NAME})(?=\s?(?:[,<(]|$))"
)
_VIEWED = re.compile(rf"(?:View|See|Visit|Follow)\s(?P<name>{_NAME})['’]s\s(?:\w+\s)?(?:profile|page)\b")


def in_sentences(page: Page) -> Iterator[tuple[str, Span, int]]:
    """Yield the names in sentences that say whose page it is, with how much each counts."""
    apart = page.of_kind(
        SectionKind.PUBLICATIONS, SectionKind.TALKS, SectionKind.REFEREES, SectionKind.STUDENTS, SectionKind.NEWS
    )
    others = {line.span for section in apart for line in section.lines}
    lines = [line for line in page.lines[:60] if line.span not in others]
    for line in lines:
        for pattern, weight in ((_SPOKEN, 5), (_CONTACT, 4), (_VIEWED, 4)):
            found = pattern.match(line.text[:400])
            if found is not None:
                yield found["name"], _span(line, found), weight
        found = _MYSELF.search(line.text[:400])
        if found is not None:
            yield found["name"], _span(line, found), 8
    for line, below in pairwise(lines):
        if line.block == below.block and len(line.text) < 40 and _is_address(below.text) and is_name(line.text):
            yield line.text, line.span, 4


def _span(line: Line, found: re.Match[str]) -> Span:
    return Span(line.span.start + found.start("name"), line.span.start + found.end("name"))


_REACHED = re.compile(r"(?:Room|Office|Tel|Phone|Fax|E-?mail)\b", re.IGNORECASE)


def _is_address(text: str) -> bool:
    """Return whether a line can stand below the name at the head of an address."""
    return any(pattern.search(text[:80]) for pattern in (ORGANIZATION, UNIT)) or _REACHED.match(text) is not None


def below_details(page: Page) -> Iterator[tuple[str, Span, int]]:
    """Yield lines set apart that may be the name below an address, a telephone number and links, with their weight.

    They stand before the first section of which the words are known.
    """
    for index, line in enumerate(page.lines[:_DETAILS]):
        titled = line.kind is BlockKind.HEADING
        if not line.alone or not (titled or line.bold) or TITLE_LINE.fullmatch(line.text):
            continue
        if classify_heading(line.text)[2] >= 0.99:
            return
        if index > _FIRST and is_name(line.text) and not ORGANIZATION.search(line.text):
            yield line.text, line.span, 5 if titled else 4


_FIRST = 3
_DETAILS = 30
"""So many lines of an address and the like may stand above a name."""
