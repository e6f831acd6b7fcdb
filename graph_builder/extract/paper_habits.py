"""What most entries of a list do with their titles, for those that the trained model read otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_links import bare_links
from graph_builder.extract.paper_marks import InnerMark
from graph_builder.extract.paper_parts import with_meeting_ahead
from graph_builder.extract.paper_rows import MarkIndex
from graph_builder.extract.paper_shapes import is_title
from graph_builder.extract.papers import Paper
from graph_builder.extract.references import Reference
from graph_builder.model import MarkKind, Span

_LEAST, _SHARE = 3, 0.6  # entries of a list that set their titles off in one way, and their share of all
_KINDS = (MarkKind.LINK, MarkKind.BOLD, MarkKind.ITALIC)
_EDGES = " \t\n.,;:\"“”'‘’"


def uniform(papers: Sequence[Paper], references: Sequence[Reference], marks: MarkIndex) -> list[Reference]:
    """Return the references; where most titles of a list are links, in bold or in italics, so are the others.

    "[When do looms stop? Yarns, wool and water](...)", which the trained model ends at the question mark.

    Args:
        papers: the entries of all lists.
        references: the entries as they were taken apart.
        marks: the marks of the document.
    """
    inner = [marks.inside(paper.core) for paper in papers]
    lists: dict[int, list[int]] = {}
    for at, paper in enumerate(papers):
        lists.setdefault(paper.section, []).append(at)
    out = list(references)
    for entries in lists.values():
        if len(entries) <= _LEAST:
            continue
        kinds = [_set_off(references[i], inner[i]) for i in entries]
        usual = next(
            (k for k in _KINDS if sum(k in found for found in kinds) >= max(_LEAST, _SHARE * len(entries))), None
        )
        for i, found in zip(entries, kinds, strict=True):
            if usual is not None and usual not in found:
                out[i] = _as_usual(references[i], [m for m in inner[i] if m[0] == usual])
    return out


def _set_off(reference: Reference, marks: Sequence[InnerMark]) -> set[str]:
    """Return the kinds of the marks that cover the title and nothing else."""
    title = reference.title_text.strip(_EDGES)
    return {kind for kind, start, end in marks if title and reference.text[start:end].strip(_EDGES) == title}


def _as_usual(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Return the reference with the only long mark for its title, where the title that was found overlaps it."""
    text, title = reference.text, reference.title
    long = [(start, end) for _, start, end in marks if _may_be_title(text[start:end])]
    if len(long) != 1:
        return reference
    start, end = long[0]
    apart = title is not None and end <= title.start
    if apart or (title is not None and any(start <= a.start < end for a in reference.authors)):
        return reference
    inside = text[start:end].strip(_EDGES)
    start += text[start:end].index(inside)
    end = start + len(inside)
    venue = reference.venue
    authors = tuple(a for a in reference.authors if a.end <= start or a.start >= end)
    sure = reference.confidence if title is not None else max(0.7, reference.confidence)
    kept = replace(reference, title=Span(start, end), venue=venue, authors=authors, confidence=sure)
    return with_meeting_ahead(kept)


def _may_be_title(text: str) -> bool:
    inside = text.strip(_EDGES)
    return len(inside.split()) >= 3 and is_title(inside) and not bare_links(inside)
