"""Sections of CVs and homepages: headings are recognised in any markup and classified by their words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from graph_builder.extract.page import Line, Section, SectionKind
from graph_builder.model import BlockKind, Span

# Words and phrases of headings with the weight that each gives to a kind of section. A heading belongs to the kind
# with the highest sum; the share of its words that the vocabulary knows tells headings from other short lines.
_DATA = Path(__file__).parent / "data"


def _rows(name: str) -> list[list[str]]:
    text = (_DATA / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


_WEIGHTS: dict[str, list[tuple[SectionKind, float]]] = defaultdict(list)
for _kind, _phrase, _weight in _rows("headings.tsv"):
    _WEIGHTS[_phrase].append((SectionKind(_kind), float(_weight)))
_LONGEST = max(len(name.split()) for name in _WEIGHTS)
_FILLERS = frozenset(row[0] for row in _rows("heading_fillers.txt"))
_TOKEN = re.compile(r"[^\W_](?:[^\W_]|[-'’&.](?=\w))*|&", re.UNICODE)


# "A. Education", "IV. Awards", "2.1 Journals"; "Publications (out of 900)".
_ENUMERATOR = re.compile(r"^\s*(?:[A-Z]|[IVX]{1,5}|\d{1,2}(?:\.\d{1,2})*)[.)]\s+(?=\S)")
_ASIDE = re.compile(r"(?<=\w)\s+\([^()]*(?:\)|$)")


def classify_heading(title: str) -> tuple[SectionKind, float, float]:
    """Return the kind of section that a heading announces, its score, and the share of its words that are known.

    >>> classify_heading("Honors and Awards")[0].value
    'awards'
    >>> classify_heading("Peking University")[2]
    0.0
    """
    title = _ENUMERATOR.sub("", _ASIDE.sub("", title))
    words = [w.group().casefold().rstrip(".") for w in _TOKEN.finditer(title)][:16]
    scores: dict[SectionKind, float] = defaultdict(float)
    known, at = 0.0, 0
    total = sum(1 for w in words if w not in _FILLERS) or len(words)
    counted = 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + size])
            if phrase in _WEIGHTS:
                for kind, weight in _WEIGHTS[phrase]:
                    # The first words of a heading say most: "Honors, Service and Outreach".
                    scores[kind] += weight * (1.0 if at == 0 else 0.9)
                counted += sum(1 for w in words[at : at + size] if w not in _FILLERS) or size
                at += size
                break
        else:
            at += 1
    known = min(1.0, counted / total) if words else 0.0
    if not scores:
        return SectionKind.OTHER, 0.0, known
    kind = max(scores, key=lambda k: (scores[k], k.value))
    return kind, scores[kind], known


def find_sections(lines: Iterable[Line], title: str = "") -> tuple[Section, ...]:
    """Return the sections of a document's lines, in order.

    Lines before the first heading form a section of the kind that the page's *title* names or ABOUT.
    """
    finder = _Finder(title)
    for line in lines:
        finder.take(line)
    return finder.done()


class _Finder:
    """Goes through lines once and opens a section at each heading."""

    def __init__(self, page_title: str) -> None:
        self.sections: list[Section] = []
        self.stack: list[tuple[int, str, SectionKind]] = []
        self.kind, self.title, self.level = SectionKind.ABOUT, "", 0
        kind, score, known = classify_heading(page_title)
        if score >= 3 and known >= 0.99 and len(page_title.split()) <= 4:
            self.kind, self.title = kind, page_title
            self.stack.append((0, page_title, kind))
        self.heading: Span | None = None
        self.content = False
        self.path: tuple[str, ...] = ()
        self.lines: list[Line] = []
        self.labelled: list[Section] = []

    def take(self, line: Line) -> None:
        if line.kind is BlockKind.HEADING:
            self._open_heading(line)
            return
        if line.kind is BlockKind.TABLE_ROW and line.cells and self._open_row(line):
            return
        kind, score, known = classify_heading(line.text) if _short(line.text) else (SectionKind.OTHER, 0.0, 0.0)
        if _is_heading_line(line, score, known):
            self._open(line.span, line.text.strip(" :*#"), kind, 7)
            return
        label = _inline_label(line)
        if label is not None:
            self._inline(line, *label)
            return
        self.lines.append(line)

    def _open_heading(self, line: Line) -> None:
        kind, score, known = classify_heading(line.text)
        level = line.level or 1
        above = next((kind for depth, _, kind in reversed(self.stack) if depth < level), None)
        words = len(line.text.split())
        sure = score >= 3 and known >= (0.34 if words <= 4 else 0.5 if words <= 6 else 0.8)
        if not sure and words <= 10 and _SURE_WORD.search(line.text):
            sure, kind = True, classify_heading(_SURE_WORD.search(line.text).group())[0]  # type: ignore[union-attr]
        if not sure and (above is None or above in {SectionKind.ABOUT, SectionKind.OTHER}) and score < 2:
            kind = SectionKind.ABOUT if not self.sections and not self.stack else SectionKind.OTHER
            if _years_only(line.text):
                kind = self.kind
        elif not sure:
            kind = above if above is not None else kind
        elif above is not None:
            kind = _refine(above, kind, score)
        self._open(line.span, line.text, kind, level)
        self.content = not sure

    def _open_row(self, line: Line) -> bool:
        """Open a section at a table row whose first cell is a heading in the margin."""
        first = line.cells[0]
        title = line.text[first.start - line.span.start : first.end - line.span.start] if len(first) else ""
        kind, score, known = classify_heading(title)
        if not title or not _short(title) or score < 3 or known < 0.99:
            return False
        self._open(first, title, kind, 7)
        rest = [c for c in line.cells[1:] if len(c)]
        if rest:
            at = rest[0].start - line.span.start
            self.lines.append(
                replace(line, span=Span(rest[0].start, line.span.end), text=line.text[at:], cells=tuple(rest))
            )
        return True

    def _open(self, heading: Span, title: str, kind: SectionKind, level: int) -> None:
        self._close()
        while self.stack and self.stack[-1][0] >= level:
            self.stack.pop()
        self.stack.append((level, title, kind))
        self.kind, self.title, self.level, self.heading, self.content = kind, title, level, heading, False
        self.path = tuple(title for _, title, _ in self.stack)

    def _inline(self, line: Line, end: int, kind: SectionKind) -> None:
        """Put a line that begins with a label into a section of its own; the section around it goes on."""
        at = end + (len(line.text) - end - len(line.text[end:].lstrip(" :\t–—-")))
        rest = replace(line, span=Span(line.span.start + at, line.span.end), text=line.text[at:], cells=())
        label = Span(line.span.start, line.span.start + end)
        if rest.text:
            self.labelled.append(Section(kind, line.text[:end].strip(" :*"), 8, (rest,), label, self.path, inline=True))

    def _close(self) -> None:
        if self.lines or self.heading is not None:
            self.sections.append(
                Section(
                    self.kind,
                    self.title,
                    self.level,
                    tuple(self.lines),
                    self.heading,
                    self.path,
                    content=self.content and self.heading is not None,
                )
            )
        self.lines, self.heading = [], None

    def done(self) -> tuple[Section, ...]:
        self._close()
        return tuple(sorted([*self.sections, *self.labelled], key=lambda s: (s.heading or s.span).start))


def _refine(above: SectionKind, kind: SectionKind, score: float) -> SectionKind:
    """Settle a sub-heading's kind by the heading above it: "Journals" under "Reviewing" is service."""
    if above in {SectionKind.SERVICE, SectionKind.TALKS, SectionKind.TEACHING} and kind is SectionKind.PUBLICATIONS:
        return above
    if above is SectionKind.PUBLICATIONS and kind in {SectionKind.PROJECTS, SectionKind.TOPICS, SectionKind.ABOUT,
                                                      SectionKind.EMPLOYMENT, SectionKind.STUDENTS}:  # fmt: skip
        return above
    if above is SectionKind.NEWS and score < 5:
        return above
    return kind


def _short(text: str) -> bool:
    text = _ASIDE.sub("", text)
    return len(text) <= 70 and len(text.split()) <= 9 and not text.rstrip().endswith((".", ";", ",", "?"))


# Words that name a section whatever else a short heading says: "Fifty years of papers: my own top five".
_SURE_WORD = re.compile(
    r"(?<![\w-])(?:publications?|papers|preprints|bibliography|awards|hono[u]?rs|education|employment|teaching|talks)(?![\w-])",
    re.IGNORECASE,
)


def _is_heading_line(line: Line, score: float, known: float) -> bool:
    """Tell whether a line that is not marked as a heading serves as one."""
    if score < 2 or line.kind is BlockKind.TABLE_ROW:
        return False
    text = _ASIDE.sub("", line.text.strip()).strip()
    if text.startswith("[") and text.endswith("]"):  # "[arXiv] [blog]": the links of a publication
        return False
    marked = line.bold or (text.isupper() and len(text) > 3)
    if line.kind is BlockKind.LIST_ITEM:
        return score >= 3 and marked and known >= 0.99 and not text.endswith(")")
    if marked or text.endswith(":"):
        return known >= 0.6 and (score >= 3 or known >= 0.99)
    if score < 3 or not text[:1].isupper():
        return False
    # An unmarked line needs to be nothing but words of headings, or to stand alone and end in one.
    alone = line.starts_block and line.alone and known >= 0.6 and classify_heading(text.split()[-1])[1] >= 3
    return (known >= 0.99 and len(text.split()) <= 5) or (
        alone and len(text.split()) <= 6 and all(w[:1].isupper() or w in {"and", "of", "&", "in"} for w in text.split())
    )


_LABEL = re.compile(r"^[*_\s]{0,3}([A-Z][\w&/'’ -]{3,45}?)\s?(?::|\s[–—-]\s|\.\s(?=\w))")


def _inline_label(line: Line) -> tuple[int, SectionKind] | None:
    """Return the end of a label at the line's start, and the kind of section that it announces."""
    match = _LABEL.match(line.text)
    if match is None or len(match.group(1).split()) > 5:
        return None
    kind, score, known = classify_heading(match.group(1))
    if score < 4 or known < 0.99:
        return None
    return match.end(), kind


def _years_only(title: str) -> bool:
    return bool(re.fullmatch(r"[\W\d]*(?:present|now|and|before|earlier|to)?[\W\d]*", title.strip(), re.IGNORECASE))
