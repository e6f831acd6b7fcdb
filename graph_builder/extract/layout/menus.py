"""The menu of a site, printed as headings, lines or one line of links: it says where pages are, and heads nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from graph_builder.extract.layout.headings import classify_heading
from graph_builder.extract.layout.page import Line
from graph_builder.model import BlockKind, Span

# Entries of menus that head no part of a CV.
_PLACES = frozenset(
    """
    home homepage main index about me bio biography contact blog cv vita resume résumé lab group people team news links
    misc miscellaneous personal github gallery photos hobbies fun code software resources courses notes search en
    english research students mentoring music art writing press media curriculum vitae now more other info accueil
    inicio startseite kontakt start
    """.split()
)
# Links below a paper, which are no menu: "Talk | Slides | Award".
_OF_PAPER = re.compile(
    r"(?:pdf|paper|arxiv|preprint|slides?|video|talk|poster|bib(?:tex)?|cite|data(?:set)?|demo|project|page|award|press"
    r"|thesis|website|supp\w*|abstract|doi|link|code|appendix|journal|tech\w*)\W{0,3}",
    re.IGNORECASE,
)
# Links to profiles above a biography; "Email" is the heading of nothing where it is a link.
_BUTTON = re.compile(
    r"(?:e-?mail|mail|contact(?:\sme)?|github|gitlab|linkedin|(?:google\s)?scholar|orcid|twitter|bluesky|mastodon|researchgate"
    r"|dblp|(?:my\s|download\s|full\s)?(?:cv|r[ée]sum[ée]|curriculum\svitae|vita))(?:\s\(pdf\))?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*[|•·▪▫◦/»›~]\s*|\s+[-–—]+\s+|\s{2,}|\n|\s*\]\s*\[\s*")
_RULES = " \t\n[]|•·▪▫◦○/»›~:,;–—-"
_WORDS = re.compile(r"[^\W\d_]+")
_LONGEST = 40
_MOST_WORDS = 4
_LEAST_HEADINGS = 2


def without_menus(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines without those that are the menu of a site: several links in a row that name parts of it.

    >>> def line(text, linked): return Line(Span(0, len(text)), 0, 0, BlockKind.HEADING, 4, text, linked=linked)
    >>> from graph_builder.model import Span
    >>> lines = [line("Research", True), line("Teaching", True), line("I weave.", False), line("Teaching", True)]
    >>> [line.text for line in without_menus(lines)]
    ['I weave.', 'Teaching']
    """
    out: list[Line] = []
    run: list[Line] = []
    for line in _cut(lines):
        if _is_linked(line):
            if run and line.kind is BlockKind.HEADING and not line.anchors and run[-1].kind is not BlockKind.HEADING:
                out += _without_buttons(run)  # "CV GitHub", and below it "Publications" as a heading that is a link
                run = []
            run.append(line)
            continue
        out += _without_buttons(run)
        run = []
        out.append(line)
    return (*out, *_without_buttons(run))


def _cut(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines; of a heading that goes on as a menu only what stands ahead of it: "Ada Lovelace CV Papers"."""
    for line in lines:
        if line.kind is not BlockKind.HEADING or not line.anchors:
            yield line
            continue
        pieces = _pieces(line)
        named = [text for _, text in pieces]
        parts = [_is_part(text) for text in named]
        first = 0 if parts[0] or _is_entry(named[0]) else 1
        rest = named[first:]
        if (
            sum(parts) < _LEAST_HEADINGS
            or 2 * sum(parts[first:]) < len(rest)
            or not all(map(_is_short, rest))
            or any(_OF_PAPER.fullmatch(text) for text in rest)
        ):
            yield line
        elif first:
            span, text = pieces[0]
            yield replace(line, span=span, text=text, anchors=())


def _pieces(line: Line) -> list[tuple[Span, str]]:
    """Return the links of a line and the words between them, each with its place."""
    edges = [line.span.start, *(edge for a in line.anchors for edge in (a.start, a.end)), line.span.end]
    found = []
    for start, end in pairwise(edges):
        text = line.text[start - line.span.start : end - line.span.start]
        bare = text.strip(_RULES)
        if any(map(str.isalnum, bare)):
            at = start + text.index(bare)
            found.append((Span(at, at + len(bare)), bare))
    return found


def _is_linked(line: Line) -> bool:
    """Return whether a line is nothing but links with short names."""
    return line.linked and line.kind is not BlockKind.TABLE_ROW and all(map(_is_short, _entries(line)))


def _entries(line: Line) -> list[str]:
    if line.anchors:
        return [text for _, text in _pieces(line)]
    return [part for part in _BETWEEN.split(line.text.strip(_RULES)) if part]


def _is_short(entry: str) -> bool:
    return len(entry) <= _LONGEST and len(entry.split()) <= _MOST_WORDS


def _without_buttons(run: Sequence[Line]) -> Iterable[Line]:
    """Return the lines of a row of links that are no menu: all, or the first, where that is whose page it is."""
    named = [entry for line in run for entry in _entries(line)]
    headings = sum(1 for entry in named if _is_part(entry))
    if headings < _LEAST_HEADINGS or any(_OF_PAPER.fullmatch(entry) for entry in named):
        return [line for line in run if line.kind is BlockKind.HEADING or not all(map(_is_button, _entries(line)))]
    return [line for line in run if not any(map(_is_entry, _entries(line)))]


def _is_part(entry: str) -> bool:
    """Return whether an entry is called as a heading would be: "Publications"."""
    _, score, known = classify_heading(entry)
    return (score >= 2 and known >= 0.99) or _is_place(entry)


def _is_button(entry: str) -> bool:
    return _BUTTON.fullmatch(entry) is not None


def _is_place(entry: str) -> bool:
    words = _WORDS.findall(entry.casefold())
    return bool(words) and _PLACES.issuperset(words)


def _is_entry(entry: str) -> bool:
    return _is_part(entry) or classify_heading(entry)[2] >= 0.5
