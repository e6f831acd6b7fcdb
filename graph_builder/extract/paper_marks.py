"""Fields that the markup of an entry tells: a link or bold words in front are the title, italics behind the venue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.lexicon import ORGANIZATION
from graph_builder.extract.paper_links import bare_links
from graph_builder.extract.paper_shapes import is_title
from graph_builder.extract.paper_venues import known_venue
from graph_builder.extract.references import Reference
from graph_builder.extract.references.rules import name_like
from graph_builder.model import MarkKind, Span

InnerMark = tuple[str, int, int]
"""A mark inside an entry: its kind, start and end."""

_LABEL = re.compile(r"\W{0,6}(?:\d{1,3}[.)\]])?\W{0,6}")
_BEFORE_TAB = re.compile(r"([A-Z][^\t\n]{10,240}[.?!])\t\s*(?=\S)")
_YEAR_DASH = re.compile(r"(?<!\d)((?:19|20)\d\d)\s{0,2}[–—-]\s{0,2}$")
_REMARK = re.compile(
    r"(?i)\W{0,6}(?:oral|spotlight|poster|best\b|award|honou?rable|forthcoming|accepted|to\sappear|under\b|submitted|revis|r\s?&\s?r|in\s(?:press|prep|review|progress)"
    r"|equal|(?:[\w.'’]{1,20}\s){0,2}(?:thesis|dissertation|th[èe]se|tesis?|tese|arbeit)\b|joint|with\b|by\b|invited|selected|featured|winner|note|see\b|the\s|a\s|an\s|eds?\b|editors?|et\sal|new!?|\d)"
)


def marked(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Return the reference with the title that a link or bold words set off, and the venue that italics do.

    Args:
        reference: an entry that was taken apart.
        marks: the marks inside the entry, with places counted from its start.
    """
    return _italic_venue(_linked_title(_leading_title(reference, marks), marks), marks)


def _linked_title(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Take the link that follows the year for the title: "Loom Institute (lead author) 2014 - [On Ponds](...)"."""
    text = reference.text
    for kind, start, end in marks:
        inside = text[start:end].strip(" .,;:")
        year = _YEAR_DASH.search(text, max(0, start - 14), start)
        if kind != MarkKind.LINK or year is None:
            continue
        if text[:start].count(inside):
            return reference
        authors = tuple(a for a in reference.authors if a.end <= start)
        venue = None
        when = Span(year.start(1), year.end(1))
        return replace(
            reference, title=Span(start, start + len(inside)), authors=authors, venue=venue,
            year=year.group(1), year_span=when, confidence=max(0.7, reference.confidence),
        )  # fmt: skip
    return reference


def _leading_title(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Take the link or the bold words that begin an entry for its title, where the trained model ran past their end."""
    run = _leading(reference.text, marks)
    if run is None:
        return reference
    text, title = reference.text, reference.title
    body = run.of(text).rstrip(" .,;:|")
    kept = Span(run.start, run.start + len(body))
    split = _is_split(reference, kept)
    if not split:
        return reference
    authors = tuple(a for a in reference.authors if a.start >= kept.end)
    partial = reference.partial
    if title is not None and not authors:
        return reference
    venue = reference.venue if reference.venue is None or reference.venue.start >= kept.end else None
    sure = max(0.75, reference.confidence)
    return replace(reference, title=kept, authors=authors, partial=partial, venue=venue, confidence=sure)


def _leading(text: str, marks: Sequence[InnerMark]) -> Span | None:
    """Return the run of words in front of an entry that a link or bold sets off, if it has the shape of a title."""
    lead = _LABEL.match(text)
    begin = lead.end() if lead else 0
    for kind, start, end in marks:
        if kind not in {MarkKind.LINK, MarkKind.BOLD} or (abs(start - begin) > 2 and start > begin):
            continue
        start = max(start, min(begin, end))
        inside = text[start:end].strip()
        least = 3 if kind == MarkKind.LINK else 4
        if len(inside.split()) < least or "\n" in inside or not is_title(inside) or known_venue(inside):
            continue
        if name_like(inside) >= 0.8:
            continue
        start += len(text[start:end]) - len(text[start:end].lstrip(' "“”‘'))
        return Span(start, end)
    label = _BEFORE_TAB.match(text, begin)  # "\\item[Title.] A. Smith, B. Doe"
    return Span(*label.span(1)) if label is not None else None


def _is_split(reference: Reference, run: Span) -> bool:
    """Tell whether the trained model took the beginning of the marked run for a venue, and the rest for the title."""
    title, venue = reference.title, reference.venue
    if title is None or venue is None or not run.start <= venue.start < title.start <= run.end:
        return False
    return venue.start <= run.start + 2 and run.end - 2 <= title.end <= run.end + 2


def _italic_venue(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Take the words in italics behind the title for the venue, where there is none, or what follows is a place."""
    title, venue, text = reference.title, reference.venue, reference.text
    for kind, start, end in marks if title is not None and venue is None else ():
        # "On ponds. *Water* (Special Issue)": what the trained model took for a long title
        if kind == MarkKind.ITALIC and title is not None and title.start + 12 < start < end <= title.end:
            inside, rest = text[start:end].strip(" .,"), text[end : title.end].lstrip()
            ends = text[:start].rstrip()[-1:] in {".", "?", "!"} and rest[:1] in {"", "(", ","}
            if ends:
                begin = start + text[start:end].index(inside[0])
                head = text[title.start : start].rstrip(" .,")
                kept = Span(title.start, title.start + len(head))
                return replace(reference, title=kept, venue=Span(begin, begin + len(inside)))
    if title is None or (venue is not None and venue.start < title.end):
        return reference
    for kind, start, end in marks:
        inside = text[start:end].strip()
        if kind != MarkKind.ITALIC or start < title.end or not _names_venue(inside, named=bool(reference.authors)):
            continue
        if any(a.start < end and start < a.end for a in reference.authors):
            continue
        start += text[start:end].index(inside[0])
        found = Span(start, start + len(inside.rstrip(" ,.;:(")))
        if venue is None:
            placed = reference.status not in {"submitted", "in preparation"}
            return replace(reference, venue=found) if placed else reference
        follows = re.fullmatch(r"[\s,.]{1,3}", text[end : venue.start]) if venue.start >= end else None
        runs_on = start <= venue.start < end < venue.end and text[end : end + 1] in {",", "."}
        if follows is not None and not known_venue(venue.of(text)):
            return replace(reference, venue=found)
        rest = text[end : venue.end]
        housed = inside.endswith(".") and venue.start <= start + 2 and ORGANIZATION.search(rest)
        if housed:  # "*Loom Review.* University of Example, vol. 3": who publishes it
            return replace(reference, venue=Span(venue.start, found.end))
        if runs_on and (rest.count(",") == 1 or not re.search(r"[\d,]", rest)):
            return replace(reference, venue=Span(venue.start, found.end))
        return reference
    return reference


def _names_venue(text: str, *, named: bool) -> bool:
    """Tell whether words in italics may be a venue: they begin with a capital and are no remark.

    Where the authors are not *named* elsewhere, they must not look like names.
    """
    if known_venue(text):
        return True
    words = text.split()
    capital = text[:1].isupper() and 2 <= len(words) <= 24 and not _REMARK.match(text)
    return capital and not bare_links(text) and (named or name_like(text) < 0.5)
