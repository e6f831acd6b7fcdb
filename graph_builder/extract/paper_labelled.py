"""Works that an entry on something else cites behind a label: "Published: ...", "Resulting paper: ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graph_builder.extract.page import Line, Page, SectionKind
from graph_builder.extract.paper_links import as_read
from graph_builder.extract.paper_rows import MarkIndex
from graph_builder.extract.references import Reference, segment_many
from graph_builder.model import Span

_OTHERS = {SectionKind.TALKS, SectionKind.NEWS, SectionKind.PATENTS, SectionKind.REFEREES, SectionKind.SERVICE}
_LABEL = re.compile(
    r"\W{0,6}(?:(?:resulting|related|associated|selected|main|key|corresponding|joint|journal|conference|first|under|in|my)[\s-]){0,2}"
    r"(?:published(?:\s(?:as|in))?|publications?|papers?|articles?|preprints?|manuscripts?|outputs?|review|press)(?:\s\(s\))?\s?:\s{0,3}",
    re.IGNORECASE,
)
_LEAST, _LONGEST = 30, 600  # characters of a citation
_WORDS = 3  # of a title


def cited_below(page: Page, marks: MarkIndex) -> Iterator[tuple[Span, Reference]]:
    """Yield the works behind labels in entries on degrees, jobs and projects: authors, a title, and where or when."""
    spans = list(dict.fromkeys(_citations(page)))
    texts = [(as_read(s.of(page.document.text)), marks.inside(s)) for s in spans]
    for span, reference in zip(spans, segment_many(texts, page.subject_names), strict=True):
        if reference.authors and len(reference.title_text.split()) >= _WORDS and (reference.venue or reference.year):
            yield span, reference


def _citations(page: Page) -> Iterator[Span]:
    for section in page.sections:
        if section.kind in _OTHERS or (section.kind is SectionKind.PUBLICATIONS and not section.inline):
            continue
        for index, line in enumerate(section.lines):
            label = _LABEL.match(line.text)
            if label is not None:
                yield from _behind(section.lines, index, label.end())
            elif section.kind is SectionKind.PUBLICATIONS and _LEAST <= len(line.text) <= _LONGEST:
                yield line.span  # the label is that of the section


def _behind(lines: Sequence[Line], index: int, end: int) -> Iterator[Span]:
    """Yield what stands behind a label in its line, or in the lines below it that belong to it."""
    line = lines[index]
    if len(line.text) > end:
        if _LEAST <= len(line.text) - end <= _LONGEST:
            yield Span(line.span.start + end, line.span.end)
        return
    for below in lines[index + 1 :]:
        if below.parent != line.block and (below.block != line.block or _LABEL.match(below.text)):
            return
        if _LEAST <= len(below.text) <= _LONGEST:
            yield below.span
