"""Titles that cells or italics set off: in a cell before that of the authors, slanted between authors and press."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.dates import find_dates
from graph_builder.extract.paper_marks import InnerMark
from graph_builder.extract.paper_quotes import venue_from
from graph_builder.extract.paper_venues import is_venue, known_venue
from graph_builder.extract.papers import Paper
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.rules import YEAR, name_like
from graph_builder.model import MarkKind, Span

_BETWEEN = 6  # characters from the last author to the title: a comma, a year's brackets
_LONGEST = 40  # words of a title
_SURE_NAMES = 0.9
_LIKELY_NAME = 0.6
_LEAST = 3  # words of a title


def celled(paper: Paper, reference: Reference) -> Reference:
    """Return the reference of a table row with the cell before that of the authors as its title: "Magic Looms".

    Args:
        paper: the entry with its rows.
        reference: the entry as it was taken apart, with a title found behind the authors.
    """
    line = paper.rows[0].line
    if len(paper.rows) != 1 or not line.cells or not reference.authors:
        return reference
    at, text = paper.span.start, reference.text
    cells = [Span(c.start - at, c.end - at) for c in line.cells if c.start >= at]
    filled = [c for c in cells if c.of(text).strip() and not YEAR.fullmatch(c.of(text).strip(" .,()"))]
    if len(filled) < 2:
        return reference
    first, names = filled[0], reference.authors
    printed = first.of(text).strip(" .,;")
    late = reference.title is None or reference.title.start >= filled[1].start
    if (
        not late
        or names[0].start < filled[1].start
        or names[0].start > filled[1].start + _BETWEEN
        or not 1 < len(printed.split()) <= _LONGEST
        or not printed[:1].isupper()
        or any(len(d.span) > len(printed) / 2 for d in find_dates(printed))
        or known_venue(printed)
        or (len(names) < 2 and name_like(printed) > 0.5)
    ):
        return reference
    begin = first.start + first.of(text).index(printed)
    venue = reference.venue or venue_from(text, names[-1].end)
    sure = max(0.8, reference.confidence)
    return replace(reference, title=Span(begin, begin + len(printed)), venue=venue, confidence=sure)


def slanted(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Return the reference with the italics right behind the authors as its title, where what follows was taken for it.

    "A. Loom and B. Weft, <i>Looms in the Far North</i>. Weft House."

    Args:
        reference: the entry as it was taken apart.
        marks: the marks inside the entry, with places counted from its start.
    """
    title, text = reference.title, reference.text
    if not reference.authors:
        return _leading(reference, marks)
    if title is None:
        return reference
    last = max(a.end for a in reference.authors)
    for kind, start, end in marks:
        inside = text[start:end].strip(" .,;:")
        if (
            kind != MarkKind.ITALIC
            or not last < start <= last + _BETWEEN
            or title.start < end
            or not 3 < len(inside.split()) <= _LONGEST
            or is_venue(inside)
            or known_venue(inside)
            or '"' in text
            or "“" in text
        ):
            continue
        begin = start + text[start:end].index(inside[0])
        return replace(
            reference,
            title=Span(begin, begin + len(inside)),
            venue=reference.venue or title,
            confidence=max(0.8, reference.confidence),
        )
    return reference


# "Doctoral thesis: <i>Looms in the Far North</i> (2020). This thesis contains my first papers."
_OF_DEGREE = re.compile(
    r"\W{0,3}(?:(?:ph\.?\s?d\.?|doctoral|master['’]?s?|m\.?sc\.?|bachelor['’]?s?|diploma)\s(?:thesis|dissertation)\s?[:.]\s{0,3})?",
    re.IGNORECASE,
)
_THEN_DATED = re.compile(r"\W{0,2}\s?\((?:[^()]{1,30},\s)?(?:19|20)\d\d\)")


def _leading(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Return the reference of an entry without authors whose title is the italics in front of its year."""
    title, text = reference.title, reference.text
    lead = _OF_DEGREE.match(text)
    for kind, start, end in marks:
        begins = lead is not None and abs(start - lead.end()) <= 2 and _THEN_DATED.match(text, end) is not None
        if kind != MarkKind.ITALIC or not begins or not 3 <= len(text[start:end].split()) <= _LONGEST:
            continue
        if title is not None and title.start == start:
            return reference
        venue = reference.venue if reference.venue is None or reference.venue.start >= end else None
        kept = Span(start, start + len(text[start:end].rstrip(" .,;:")))
        return replace(reference, title=kept, venue=venue, confidence=max(0.8, reference.confidence))
    return reference


_UNPLACED = re.compile(  # "Pre-print (with A. Lovelace)"
    r"(?:unpublished\s)?(?:pre-?prints?|manuscripts?|drafts?)[^\w(]*+(?:\(+[^()]*+\)[^\w(]*+)*+\W*+"
    r"|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?|PMC?ID|DOI|ISBN|ISSN|(?:please\s)?click\s[^.\n]{2,80}",
    re.IGNORECASE,
)
# "Loom & Sons, Inc., Ghent" behind a title: who prints a book, and no authors of it.
_FIRM = re.compile(r"(?:& )?Sons|Inc|Ltd|LLC|GmbH|Verlag|Publish(?:ers|ing)")
_SOLE = re.compile(r"\s*\((?:sole|single|solo)[\s-]?(?:authored|author|authorship)?\)\W*$", re.IGNORECASE)


# "Do looms dream? Ada Lovelace and Zoe Quist": the end of a title that ran on over its authors.
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{3})[.?!][”\"]?\s+(?=[^\W\d_a-z])")

_FULL_NAME = re.compile(
    r"[^\W\d_a-z][\w.’'-]{0,30}(?:\s(?:(?:van|von|de|del|della|di|da|dos|du|der|den|la|le|el|al|ter|ten|zu)|[^\W\d_a-z][\w.’'-]{0,30})){1,5}"
)


def signed(reference: Reference) -> Reference:
    """Return the reference with the names that its title runs on over, or that it was taken for one with, as authors.

    Args:
        reference: the entry as it was taken apart.
    """
    title, text = reference.title, reference.text
    if title is None and reference.authors:
        return _led(_begun(reference))
    if title is None or reference.authors:
        return reference
    for found in _SENTENCE_END.finditer(text, title.start, title.end):
        names, partial = split_authors(text[found.end() : title.end])
        full = len(names) > 1 and all(_FULL_NAME.fullmatch(n.name) for n in names)
        if full and name_like(text[found.end() : title.end]) >= _SURE_NAMES:
            authors = tuple(Name(n.name, n.start + found.end(), n.end + found.end()) for n in names)
            end = found.start() + (text[found.start()] != ".")
            return replace(reference, title=Span(title.start, end), authors=authors, partial=partial)
    return reference


_ARTICLE = re.compile(r"(?:The|An?)\s(?=[A-Z])")
_STOP = re.compile(r"[,.:;(]\s|[,.]?\Z")


def _begun(reference: Reference) -> Reference:
    """Return the reference with the title that was taken for a name: "A. Loom and B. Weft, The Loom Handbook"."""
    text = reference.text
    for index, author in enumerate(reference.authors):
        stop = _STOP.search(text, author.start) if index and _ARTICLE.match(text, author.start) else None
        if stop is not None and len(text[author.start : stop.start()].split()) >= _LEAST:
            sure = max(0.7, reference.confidence)
            title, authors = Span(author.start, stop.start()), reference.authors[:index]
            return replace(reference, title=title, authors=authors, confidence=sure)
    return reference


def _led(reference: Reference) -> Reference:
    """Return the reference without a title whose title was taken for the beginning of its first author."""
    if reference.title is not None:
        return reference
    text, first = reference.text, reference.authors[0]
    head = _SENTENCE_END.search(text, first.start, first.end)
    if head is None or len(text[first.start : head.start()].split()) < _LEAST:
        return reference
    name = text[head.end() : first.end]
    if name_like(name) < _LIKELY_NAME:
        return reference
    end = head.start() + (text[head.start()] != ".")
    authors = (Name(name, head.end(), first.end), *reference.authors[1:])
    sure = max(0.75, reference.confidence)
    return replace(reference, title=Span(first.start, end), authors=authors, confidence=sure)


_LOST = re.compile(r"[\s.,:)*†]{1,4}((?:[A-ZÀ-Þ][\w’'-]{1,30}\s){1,3})")  # between the last author and the title
# The first words of a venue, between the title and what was found of it: "Class." of "Class. Toy Lett."
_SHORT = re.compile(
    r"[\s.,;:”\"]{1,4}((?:(?!Submit|Resubmit|Accept|Publish|Forthcom|Preprint|Online|Oral|Poster|Draft)[A-Z][a-z]{1,9}\.\s){1,4})"
)


def placed(reference: Reference) -> Reference:
    """Return the reference without a venue that is none, or venue or press among its authors, or authors in its title.

    A title and a venue begin with the words in front of them that are of no other field.

    Args:
        reference: the entry as it was taken apart.
    """
    title, venue, text = reference.title, reference.venue, reference.text
    if (
        title is not None
        and reference.authors
        and (lost := _LOST.fullmatch(text, reference.authors[-1].end, title.start))
    ):
        title = Span(lost.start(1), title.end)
        reference = replace(reference, title=title)
    if title is not None and venue is not None and (short := _SHORT.fullmatch(text, title.end, venue.start)):
        venue = Span(short.start(1), venue.end)
        reference = replace(reference, venue=venue)
    if title is not None and (sole := _SOLE.search(text, title.start, title.end)) is not None:
        reference = replace(reference, title=Span(title.start, sole.start()))
    firm = next((i for i, a in enumerate(reference.authors) if i and _FIRM.fullmatch(a.name.strip(" ."))), 0)
    if firm and title is not None and reference.authors[firm].start > title.end:
        press = Span(reference.authors[firm - 1].start, reference.authors[firm].end)
        reference = replace(reference, authors=reference.authors[: firm - 1], venue=venue or press)
        venue = reference.venue
    if title is not None and (inner := _WITHIN.search(text, title.start, title.end)) is not None:
        title, venue = Span(title.start, inner.start()), Span(*inner.span("venue"))
        reference = replace(reference, title=title, venue=venue)
    if venue is None:
        return reference
    if title is not None and (late := _late_venue(text, title, venue)) is not None:
        reference = replace(reference, title=Span(title.start, late.start), venue=Span(late.end, venue.end))
        venue = Span(late.end, venue.end)
    if _UNPLACED.fullmatch(venue.of(text).strip()):
        return replace(reference, venue=None)
    named = tuple(a for a in reference.authors if a.name != venue.of(text))
    return reference if len(named) == len(reference.authors) else replace(reference, authors=named)


# A journal that a title runs on over: "On Wool and Yarn. Journal of Looms (02), 93-97"
_WITHIN = re.compile(
    r"(?<=[^\W\d_]{4})\.\s(?P<venue>(?:[A-Z][\w-]{1,20}\s){0,2}(?:Journal|Annals|Transactions|Proceedings|Bulletin)"
    r"\s(?:of|on|for)\s(?:the\s)?[A-Z][\w& -]{2,60}?)(?=,?\s?\(?\d)"
)
_FULL_STOP = re.compile(r"(?<=[^\W\d_]{3})[)”\"’]?\.\s+(?=[A-Z])")


_MEETING = re.compile(
    r"(?:[A-Z][\w&-]{1,20}\s){1,4}(?:Conference|Symposium|Workshop|Congress|Colloquium)\s(?:of|on|for)\s[A-Z]"
)


def _late_venue(text: str, title: Span, venue: Span) -> Span | None:
    """Return the full stop inside a venue that a known one follows; before it the title ends: "Mud in Ghent, Belgium".

    Args:
        text: the entry.
        title: what was found of its title.
        venue: what was taken for its venue: "Belgium. Pond Letters".
    """
    if text[title.end : venue.start].strip(" \n,") or known_venue(venue.of(text)):
        return None
    for stop in _FULL_STOP.finditer(text, venue.start, venue.end):
        before, behind = text[venue.start : stop.start()], text[stop.end() : venue.end]
        if (known_venue(behind) or _MEETING.match(behind)) and not is_venue(before):
            return Span(stop.start(), stop.end())
    return None
