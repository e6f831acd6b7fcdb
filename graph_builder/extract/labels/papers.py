"""Papers that the rules did not read: titles that the trained model sees in the lines of lists of publications.

Rules know layouts. Where they read nothing of several lines of such a list, the model tells which of these hold titles;
the model of references takes each line apart, with what stands below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from graph_builder.extract.draft import Draft
from graph_builder.extract.labels.features import Featurizer
from graph_builder.extract.labels.lines import Laid, laid
from graph_builder.extract.labels.model import INDEX, Floats, load
from graph_builder.extract.page import Page, SectionKind
from graph_builder.extract.paper_rows import MarkIndex
from graph_builder.extract.references import Reference, segment_many
from graph_builder.model import Relation, Span

_FEW = 3  # lines that a list has at least
_WORDS = 3  # words of a title that is told by the model alone
_WORD, _LEAST = 0.5, 0.9  # probability of a word of a title, and mean probability of all of it
_SAME = 0.6  # part of a title that both models see
_BELOW = 2  # lines below a title that may belong to its entry
_MOST = 8_000  # words that are read
_USUAL = 0.8  # all of 22 on 418 pages were right, on few of which there are any


def labelled_papers(page: Page, draft: Draft, marks: MarkIndex) -> Iterator[tuple[Span, Reference]]:
    """Yield the papers in unread lines of lists of publications, each with its place."""
    if not any(s.kind is SectionKind.PUBLICATIONS for s in page.sections):
        return
    lines = laid(page)
    known = sorted((c.evidence.span.start, c.evidence.span.end) for c in draft.of(Relation.PUBLICATION))
    asked = [
        i
        for i, item in enumerate(lines)
        if item.section.kind is SectionKind.PUBLICATIONS
        and not item.heading
        and len(item.words) > _WORDS
        and not any(start < item.span.end and item.span.start < end for start, end in known)
    ]
    asked = [
        at for at, words in zip(asked, accumulate(len(lines[i].words) for i in asked), strict=True) if words < _MOST
    ]
    if len(asked) < _FEW:
        return
    model = load()
    features = Featurizer(page, lines, model.vocabulary)
    found = {}
    for at, labels in zip(asked, model.label([features.rows(i) for i in asked]), strict=True):
        title = title_in(lines[at], labels)
        if title is not None:
            found[at] = title
    if len(found) < _FEW:
        return
    spans = [_entry(lines, at, found, set(asked)) for at in found]
    entries = [(span.of(page.document.text), marks.inside(span)) for span in spans]
    read = segment_many(entries, page.subject_names)
    for span, title, reference in zip(spans, found.values(), read, strict=True):
        inside = Span(title.start - span.start, title.end - span.start)
        yield span, replace(_titled(reference, inside), confidence=_USUAL)


def title_in(item: Laid, probabilities: Floats) -> Span | None:
    """Return the place of the longest title that the model is sure of in a line."""
    column = probabilities[:, INDEX["title"]].tolist()
    best: tuple[int, int] = (0, 0)
    at = 0
    while at < len(column):
        first = at
        while at < len(column) and column[at] >= _WORD:
            at += 1
        if at - first > best[1] - best[0] and sum(column[first:at]) >= _LEAST * (at - first):
            best = first, at
        at = max(at, first + 1)
    first, end = best
    while end > first and not (item.words[end - 1][:1].isalnum() or item.words[end - 1] in {"?", "!", ")"}):
        end -= 1
    while first < end and not item.words[first][:1].isalnum():
        first += 1
    if sum(word[:1].isalnum() for word in item.words[first:end]) < _WORDS:
        return None
    return Span(item.places[first][0], item.places[end - 1][1])


def _entry(lines: Sequence[Laid], at: int, titles: dict[int, Span], unread: set[int]) -> Span:
    """Return the place of an entry: the line of its title and unread ones below, up to the next title."""
    last = at
    while last < at + _BELOW and last + 1 in unread and last + 1 not in titles:
        if lines[last + 1].section is not lines[at].section:
            break
        last += 1
    return Span(lines[at].span.start, lines[last].span.end)


def _titled(reference: Reference, title: Span) -> Reference:
    """Return a reference with a title that was told, unless its own is that or more of it."""
    own = reference.title
    shared = min(own.end, title.end) - max(own.start, title.start) if own is not None else 0
    if own is not None and shared >= _SAME * max(len(own), len(title)):
        return reference
    beside = [a for a in reference.authors if a.end <= title.start or a.start >= title.end]
    venue = reference.venue
    if venue is not None and venue.start < title.end and title.start < venue.end:
        venue = None
    return replace(reference, title=title, authors=tuple(beside), venue=venue)
