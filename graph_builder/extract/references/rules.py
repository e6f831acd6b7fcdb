"""A segmenter by rules alone: chunks of an entry, scored as author list, title and venue."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graph_builder.extract.references.authors import split_authors
from graph_builder.model import Span

LABEL = re.compile(r"\s*(?:[-•*–▪◦·]\s+)*(?:\[?[A-Z]{0,4}[-.]?\d{1,3}[\].):]\s*|\[[A-Z]{1,3}\d+\]\s*|[-•*–▪◦·]\s+)?")
LINKS = re.compile(
    r"(?i)[\[(|]?\s*\b(?:pdf|code|slides?|video|poster|bib(?:tex)?|link|doi|paper|project(?:\s+(?:page|website))?|website|webpage|demo|data(?:set)?|abstract|supp(?:lement(?:ary|al)?)?|talk|blog(?:\s*post)?|arxiv|github|press|cite|preprint|html|url|code\s*&\s*data|appendix)\s*[\])|]"
)
QUOTED = re.compile(r"[\"“”„«]([^\"“”„»«]{8,400})[\"“”»,]|(?<!\w)[‘'`]{1,2}([A-Z][^‘’`\n]{10,300}?)(?:''|[’'](?!\w))")
YEAR = re.compile(r"(?<![\d./:-])(?:19[4-9]\d|20[0-4]\d)(?!\d|[./]\d{3}|:\d)[a-h]?")
STOP = re.compile(
    r"(?<![\s(.][A-Z])(?<!^[A-Z])(?<!\bal)(?<!\b(?:vs|Jr|Sr|St|Dr|No|pp))(?<!\b(?:eds|Vol|Int))(?<!\b(?:Proc|Conf|Symp))(?<=[^\s.,])[.?!](?=\s)"
)
VENUE = re.compile(
    r"(?i)\b(?:proceedings|proc\.|conference|conf\.|symposium|workshop|journal|j\.|transactions|trans\.|letters|review|annals|advances|arxiv|biorxiv|medrxiv|press|springer|university|thesis|dissertation|vol\.|pp\.|under\s+review|submitted|preprint|magazine|meeting|bulletin|forthcoming|appear)"
)
ACRONYM = re.compile(r"\b[A-Z][A-Za-z]*[A-Z]{2,}[\w-]*\s*['’,]?\s*(?:19|20)?\d\d\b|\b[A-Z]{3,}\b")
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
    if not names or len(text) > 20000:
        return 0.0
    good = 0.0
    for name in names:
        words = name.name.replace(",", " ").split()
        fits = sum(NAME.fullmatch(w.strip(".'’")) is not None for w in words) / len(words)
        small = sum(w.casefold() in SMALL for w in words)
        good += fits * (1.0 if 2 <= len(words) <= 5 else 0.45 if len(words) == 1 else 0.2) * (0.2 if small else 1.0)
    several = 0.1 if len(names) > 1 or partial else -0.2
    return max(0.0, min(1.0, good / len(names) + several - (0.3 if ":" in text.strip(" :") else 0)))


def chunks(text: str) -> list[Span]:
    """Divide an entry where its layout or punctuation does: lines, columns, quotes and full stops."""
    cuts = {0, len(text)}
    for found in re.finditer(r"[\n\t]+", text):
        cuts.update(found.span())
    for found in QUOTED.finditer(text):
        cuts.update(found.span(1) if found.group(1) else found.span(2))
    for found in STOP.finditer(text):
        cuts.add(found.end())
    for found in re.finditer(r"\s*\(?(?:19|20)\d\d[a-d]?\)?[.,:]?\s+", text):
        cuts.update(found.span())
    edges = sorted(cuts)
    spans = [_strip(text, a, b) for a, b in zip(edges, edges[1:], strict=False)]
    return [s for s in spans if len(s)]


def _strip(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip(' \t\n.,;:|•·–—-*"“”„«»'))
    right = end - (len(piece) - len(piece.rstrip(' \t\n.,;:|•·–—-("“”„«»')))
    return Span(left, max(left, right))


def guess_fields(
    text: str, marks: Sequence[tuple[str, int, int]] = (), subject: Sequence[str] = ()
) -> tuple[Span | None, Span | None, Span | None]:
    """Return the spans of author list, title and venue as far as rules find them."""
    begin = LABEL.match(text)
    first = begin.end() if begin else 0
    parts = [s for s in chunks(text) if s.end > first and not LINKS.fullmatch(s.of(text).strip())]
    parts = [Span(max(s.start, first), s.end) for s in parts]
    quoted = next((Span(*q.span(1 if q.group(1) else 2)) for q in QUOTED.finditer(text)), None)
    scores = [name_like(s.of(text)) + (0.5 if any(n and n in s.of(text) for n in subject) else 0) for s in parts]
    authors = None
    for i, score in sorted(enumerate(scores), key=lambda p: -p[1]):
        if score >= 0.7 and not (quoted and quoted.covers(parts[i])) and not YEAR.search(parts[i].of(text)):
            authors = i
            break
    rest = [(i, s) for i, s in enumerate(parts) if i != authors]
    title = _title(text, rest, marks, quoted)
    venue = None
    for _, part in rest:
        words = part.of(text)
        if title is not None and part.start < title.end and title.start < part.end:
            continue
        if (
            VENUE.search(words)
            or ACRONYM.search(words)
            or (title and part.start >= title.end and re.search("[A-Z]", words))
        ):
            venue = part
            break
    return (parts[authors] if authors is not None else None), title, venue


def _title(
    text: str, rest: list[tuple[int, Span]], marks: Sequence[tuple[str, int, int]], quoted: Span | None
) -> Span | None:
    if quoted is not None:
        return _strip(text, quoted.start, quoted.end)
    marked = [Span(a, b) for k, a, b in marks if k in {"bold", "link", "italic"} and len(text[a:b].split()) >= 4]
    for span in marked:
        if not VENUE.search(span.of(text)) and name_like(span.of(text)) < 0.7:
            return _strip(text, span.start, span.end)
    for _, span in rest:
        words = span.of(text)
        if len(words.split()) >= 3 and not (VENUE.search(words) and ACRONYM.search(words)):
            return span
    return rest[0][1] if rest else None
