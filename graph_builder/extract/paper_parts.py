"""Parts of an entry that dashes, bars and labels set apart: "Title — Venue, 2020", "Advisor: A. Smith"."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.paper_links import bare_links
from graph_builder.extract.references import Reference
from graph_builder.extract.references.rules import YEAR
from graph_builder.model import Span

_GUIDED = re.compile(
    r"[\s(;,.–—-]{1,4}(?:advis[eo]rs?|supervisors?|(?:advised|supervised|directed)\sby|(?:thesis\s)?committee|promot[eo]rs?|mentors?)\b\s?:?\s",
    re.IGNORECASE,
)


_HOUSE = re.compile(
    r"(?i)\b(?:universi\w+|college|school|instit\w+|bank|[ée]cole|academy|hochschule|faculty|department|center|centre|fed|board)\b"
    r"|^(?-i:[A-Z]{2,6})$"
)
_WITH = re.compile(r"(?i)\b(?:with|w/|coauthors?:?)(?=\s|$)")
_BEHIND = re.compile(r"\s{0,4}(?:\[([^\[\]\n]{2,60})\]|\(([^()\n]{4,100})\)?)[\s.,;]{0,4}$")
_VERSION = re.compile(
    r"(?:an?\s|the\s)?(?:(?:much\s)?(?:extended|expanded|revised|journal|full|long(?:er)?|short(?:er)?|earlier|preliminary|conference|workshop|abridged)"
    r"\s){1,2}(?:version|extension)\s(?:of|in|at|from|to\sappear|appeared|published|presented|for)\s[^()]{2,80}",
    re.IGNORECASE,
)
# "On Looms (draft forthcoming soon)", "On Wool (in progress)"
_AWAITED = re.compile(
    r"(?:(?:new|first|full|preliminary|working)\s)?(?:(?:drafts?|manuscript|paper|preprint|version)\s)?(?:is\s)?"
    r"(?:forthcoming|coming|available|work\sin\sprogress|in\s(?:progress|preparation))(?:\s(?:soon|upon\srequest|on\srequest))?",
    re.IGNORECASE,
)


def parted(reference: Reference) -> Reference:
    """Return the reference with a title that ends where a dash or bar sets off the venue, and without advisers."""
    return _unbracketed(_unnumbered(_unaffiliated(_unlabelled(_barred(_dashed(_unguided(reference)))))))


_BRACKETED = re.compile(r"[^\w\[(“\"]{0,6}(?:\[[^\[\]]{2,60}\]\s{0,3}){1,4}(?=\w+\W+\w+\W+\w)")
_MEETING = re.compile(r"\[(?P<venue>[A-Z][\w&/-]*(?:\s[A-Z][\w&/-]*){0,2})(?:\s?['’]\s?|\s)(?P<year>(?:19|20)?\d\d)\]")


def with_meeting_ahead(reference: Reference) -> Reference:
    """Take the brackets in front of an entry without a venue for it: "[CEX 2020] X, A. Smith"."""
    title, ahead = reference.title, _MEETING.match(reference.text)
    if title is None or ahead is None or reference.venue is not None:
        return reference
    return replace(reference, venue=Span(*ahead.span("venue")), year=reference.year)


def _unbracketed(reference: Reference) -> Reference:
    """Let a title begin behind notes in brackets, one of which may say where it appeared: "[Oral] [CEX'2020] X"."""
    title = reference.title
    found = _BRACKETED.match(title.of(reference.text)) if title is not None else None
    if title is None or found is None:
        return with_meeting_ahead(reference)
    told = _MEETING.search(found.group())
    kept = replace(reference, title=Span(title.start + found.end(), title.end))
    if told is None:
        return kept
    venue = Span(title.start + told.start("venue"), title.start + told.end("venue"))
    return replace(kept, venue=venue, year=reference.year)


def _unnumbered(reference: Reference) -> Reference:
    """Leave out the number of a card in front of the venue: "02 CEX 2020"."""
    found = re.match(r"0\d\s+(?=[A-Z])", reference.venue.of(reference.text)) if reference.venue else None
    if reference.venue is None or found is None:
        return reference
    return replace(reference, venue=Span(reference.venue.start + found.end(), reference.venue.end))


def _unaffiliated(reference: Reference) -> Reference:
    """Leave out a venue that is where a co-author works: "with A. Smith (University of Ponds)"."""
    venue = reference.venue
    if venue is None or _HOUSE.search(venue.of(reference.text)) is None:
        return reference
    before = [a for a in reference.authors if a.end < venue.start]
    between = reference.text[before[-1].end : venue.start] if before else ""
    led = before and _WITH.search(reference.text[max(0, before[0].start - 40) : before[-1].end])
    return replace(reference, venue=None) if led and re.fullmatch(r"\s{0,3}\(\s?", between) else reference


def _unlabelled(reference: Reference) -> Reference:
    """Let a title end before the labels of its links and the note on an earlier version: "On ponds [pdf]".

    A year that only that note gives is not the paper's.
    """
    title = reference.title
    if title is None:
        return reference
    text, year, when = title.of(reference.text), reference.year, reference.year_span
    while (found := _BEHIND.search(text)) is not None and found.start() >= 8:
        square = found.group(1) is not None
        version = _VERSION.fullmatch(found.group(1) or found.group(2))
        awaited = _AWAITED.fullmatch(found.group(1) or found.group(2)) is not None
        if version is None and not awaited and not (square and bare_links(found.group(1))):
            break
        if version is not None and when is not None and title.start + found.start() <= when.start < title.end:
            placed = YEAR.search(reference.venue_text)
            year, when = placed.group()[:4] if placed else "", None
        text = text[: found.start()]
    if len(text) == len(title):
        return reference
    return replace(reference, title=Span(title.start, title.start + len(text)), year=year, year_span=when)


def _unguided(reference: Reference) -> Reference:
    """Leave out who advised a thesis: the names behind "Advisor:" are no authors, and no part of its venue."""
    title = reference.title
    found = _GUIDED.search(reference.text, title.end) if title is not None else None
    if found is None:
        return reference
    end = found.end() + len(reference.text[found.end() :].split("\n", 1)[0])
    authors = tuple(a for a in reference.authors if not found.start() <= a.start < end)
    venue = reference.venue
    if venue is not None and venue.start >= found.start():
        venue = None
    elif venue is not None and venue.end > found.start():
        venue = Span(venue.start, found.start())
    return replace(reference, authors=authors, venue=venue)


def _dashed(reference: Reference) -> Reference:
    """Read "Title — Venue, 2020" and "Title | under review": what follows the last dash says where and when."""
    title = reference.title
    line = _line(reference) if title is None or title.start < 400 else None
    if line is None:
        return reference
    return reference


def _barred(reference: Reference) -> Reference:
    """Read "Title | Authors | Venue, Volume 4 |": the first piece behind title and authors is the venue."""
    title = reference.title
    if title is None or reference.venue is not None or reference.text.count(" | ") < 2:
        return reference
    return reference


def _line(reference: Reference) -> Span | None:
    """Return the line that the title stands in, if that line begins with the title (or the venue, taken for one)."""
    first = reference.title or reference.venue
    if first is None:
        return None
    begin = reference.text.rfind("\n", 0, first.start) + 1
    end = reference.text.find("\n", first.start)
    end = len(reference.text) if end < 0 else end
    lead = re.compile(r"(?:\W|\d{1,3}[.)]){0,8}").match(reference.text, begin)
    begin = lead.end() if lead else begin
    return Span(begin, end) if first.start <= begin + 2 and end - begin <= 500 else None
