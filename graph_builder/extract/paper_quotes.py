"""Titles in quotation marks, and venues that volume and pages tell: both speak louder than the trained model."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.references import Reference, split_authors
from graph_builder.extract.references.rules import YEAR, name_like
from graph_builder.model import Span

_QUOTED = re.compile(
    r"“(?P<curly>[^\n“”]{8,300}?)”(?=[\s.,;:()\[\]]|$)|(?<![\w\"])\"(?P<straight>[^\n\"]{8,300}?)\"(?!\w)"
)
_SINGLE = re.compile(r"\s{0,4}[‘`'](?P<title>[^\n‘]{8,300}?)[’'](?=\s*(?:[,.(]|in\b|$))")
_EDITORS_BEFORE = re.compile(r"\b[Ee]ds?\b|\b[Ee]ditors?\b|\b[Ee]dited\sby\b|\bHg\.|\bHrsg\.")
_QUOTED_FIRST = re.compile(
    r"\W{0,4}(?:\d{1,3}[.)]\s{0,3})?(?:“(?P<curly>[^\n“”]{4,300}?)[,.]?”"
    r"|\"(?P<straight>[^\n\"]{4,300}?)[,.]?\")(?=[\s,.(]|$)"
)
_VENUE_AFTER = re.compile(
    r"[\s.,:;)\]”\"’'»–—-]{0,8}(?:[Ii]n:?\s|(?:[Bb]ook\s)?[Cc]hapter\s(?:in|of):?\s|(?:(?:[A-Z][\w.'’]{1,20}\s){1,3}|PhD\s)"
    r"[Tt]hesis,?\s(?:at\s)?)?[«“\"]?(?P<venue>[A-Z][^\d,;()\n«»“”\"]{2,100}?)(?=[»”\"]|\s?\d|,|;|\(|\n|\s[–—-]\s"
    r"|(?<=[^\W\d_]{6})\.\s|\.?$)"
)
_QUOTED_BOOK = re.compile(
    r"[\s.,:;)]{1,4}(?:(?:[Bb]ook\s)?[Cc]hapter\s)?[Ii]n:?\s[\"“«](?P<venue>[A-Z0-9][^\"“”»\n]{3,160}?)[,.]?[\"”»]"
)
_ENDS = " \t\n.,;:"
# "Journal of Ponds 45 (1): 54-79", "Glossa 6(1): 80", "Vectors, 2:48", "Studies 12 (2019), 1-9"
_VOLUME = re.compile(
    r"(?P<venue>(?:the\s|The\s)?[A-ZÀ-Ž][^\n.,;:()\d“”\"?!]{1,80}?),?\s(?:vol(?:ume)?\.?\s)?\d{1,4}\s?"
    r"(?:\(\d{1,3}(?:[-–/]\d{1,3})?\)|:\s?[eE]?\d{1,6}\b|\((?:19|20)\d\d\)|,\s(?:no\.\s?\d|\d{1,4}\s?[-–]\s?\d))"
)
_OTHER = re.compile(
    r"(?i)\W{0,9}(?:chapter|chap|section|part|vol|volume|theorem|season|episode|version|grade|phase|pp|pages?)\W*"
)


def quoted(reference: Reference) -> Reference:
    """Return the reference with the words in quotation marks behind the authors as its title.

    >>> found = quoted(Reference('Doe, Jane. 2019. "Ponds and Mills." Water 4 (1): 2-9.', title=Span(0, 33)))
    >>> found.title_text, [a.name for a in found.authors], found.year
    ('Ponds and Mills', ['Doe, Jane'], '2019')
    """
    text, title = reference.text, reference.title
    found = _QUOTED.search(text[:900])
    if found is None:
        return reference
    inside = found[found.lastgroup or 0].rstrip(_ENDS)
    start = found.start(found.lastgroup or 0)
    mark = Span(start, start + len(inside))
    if len(inside.split()) < 3 or not (inside[:1].isupper() or inside[:1].isdigit()):
        return reference
    if title is not None and title.start >= mark.start - 1 and title.end <= mark.end + 2:
        return reference
    if re.search(r"[^\W_]\s*$", text[: found.start()]) and not YEAR.search(
        text[max(0, found.start() - 8) : found.start()]
    ):
        return reference  # 'From "Ponds" to "Mills"'
    head = YEAR.sub(" ", text[: found.start()]).strip(" \t\n.,;:()[]*0123456789")
    if head and name_like(head) < 0.5:
        return reference
    return _with_title(reference, mark, found.end(), len(text[: found.start()].rstrip()))


def _with_title(reference: Reference, title: Span, behind: int, head: int) -> Reference:
    """Return the reference with a title, the authors and the year in front of it, and no venue that lies in either."""
    text = reference.text
    authors = tuple(a for a in reference.authors if a.end <= title.start)
    partial = reference.partial
    before = text[:head]
    if not authors and name_like(YEAR.sub(" ", before)) >= 0.5:
        names, partial = split_authors(YEAR.sub(lambda m: " " * len(m.group()), before).rstrip(" .,;:("))
        authors = tuple(names)
    venue = reference.venue if reference.venue is not None and reference.venue.start >= behind else None
    year, when = reference.year, reference.year_span
    if not year and (dated := YEAR.search(before)) is not None:
        year, when = dated.group()[:4], Span(dated.start(), dated.start() + 4)
    sure = max(0.75, reference.confidence)
    return replace(
        reference, title=title, authors=authors, partial=partial, venue=venue, year=year, year_span=when,
        confidence=sure,
    )  # fmt: skip


_NAMED_YEAR = re.compile(
    r"(?:[,.]\s{1,3}(?:[Ii]n:?\s)?|[ \t]{1,3}(?=[A-Z]{2}|[A-Z][a-z][A-Z]))(?P<venue>"
    r"(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Spring"
    r"|Summer|Fall|Autumn|Winter)\w{0,7}\s)"
    r"[A-Z][\w&/-]{2,20}(?:\s[A-Z][\w&/-]{1,20})?),?\s(?:19|20)\d\d\W{0,3}$"
)


def with_meeting(reference: Reference) -> Reference:
    """Return the reference with the name in front of the year that ends it as venue, where there is none.

    >>> text = "Jane Doe, Ponds for mobile frogs, Mobipond 2014"
    >>> with_meeting(Reference(text, title=Span(10, 32), year="2014")).venue_text
    'Mobipond'
    """
    title = reference.title
    if title is None or reference.venue is not None or reference.status in {"submitted", "in preparation"}:
        return reference
    end = reference.text.find("\n", title.end)
    found = _NAMED_YEAR.match(reference.text, title.end, len(reference.text) if end < 0 else end)
    return reference if found is None else replace(reference, venue=Span(*found.span("venue")))


_ABBREVIATED = re.compile(
    r"[\s.,”\"]{1,4}(?P<venue>(?:[A-ZÀ-Ž][\w’'-]{0,16}\.?\s(?:of\s|and\s|&\s|for\s)?){1,7})(?:[Vv]ol\.?\s)?"
    r"(?:\d{1,4}\s?(?:\(\d{1,3}(?:[-–/]\d{1,3})?\)\s?)?[:,]\s?[eE]?\d|[IVXL]{1,6}\.\s\d)"
)


def _abbreviated(reference: Reference) -> Reference:
    """Return the reference with all of an abbreviated journal's name: "Indian J. Agric. Sci. 44: 233-234"."""
    title, venue = reference.title, reference.venue
    found = _ABBREVIATED.match(reference.text, title.end) if title is not None else None
    if found is None or "." not in found["venue"].strip()[:-1] + " ":
        return reference
    span = Span(found.start("venue"), found.start("venue") + len(found["venue"].rstrip()))
    if any(a.start < span.end and span.start < a.end for a in reference.authors):
        return reference
    inside = venue is None or (span.start <= venue.start and venue.end <= found.end() and venue != span)
    return replace(reference, venue=span) if inside else reference


_REVIEW = re.compile(r"(?i)(?:book\s)?review\s(?:of|:)\s")


def of_review(reference: Reference) -> Reference:
    """Leave the author of the book that a review is about in its title: "Review of *Ponds* by A. Author".

    >>> from graph_builder.extract.references import Name
    >>> text = "Review of Ponds by A. Doe. Water 5."
    >>> of_review(Reference(text, title=Span(0, 15), authors=(Name("A. Doe", 19, 25),))).title_text
    'Review of Ponds by A. Doe'
    """
    title, authors = reference.title, reference.authors
    if title is None or not authors or not _REVIEW.match(reference.title_text):
        return reference
    if not re.fullmatch(r"[\s,]{1,3}by\s{1,2}", reference.text[title.end : authors[0].start]):
        return reference
    return replace(reference, title=Span(title.start, authors[-1].end), authors=())


# "..., In Book of Looms (pp. 42-43). Press, Town": what follows the pages is the publisher.
_IN_BOOK = re.compile(
    r"[\s.,;:”\"’?!]{1,4}In:?\s(?P<venue>[A-Z][^()\n]{4,160}?)(?:[\s,]{1,2}\((?:pp?\.|pages?\s|vol\.)"
    r"|,?\s\d{1,4}(?:\.\d{1,3})?,\spp?\.\s)"
)


def in_book(reference: Reference) -> Reference:
    """Return the reference with the book that "In" and its pages in brackets name, and not its publisher, as venue.

    >>> text = "Doe, J. Ponds at rest, In Book of Ponds (pp. 42-43). Mill, Ghent, 2016."
    >>> in_book(Reference(text, title=Span(8, 21), venue=Span(53, 57))).venue_text
    'Book of Ponds'
    """
    title, venue = reference.title, reference.venue
    found = _IN_BOOK.match(reference.text, title.end) if title is not None else None
    if found is None or (venue is not None and venue.start < found.end()):
        return reference
    return replace(reference, venue=Span(*found.span("venue")))


def with_volume(reference: Reference) -> Reference:
    """Return the reference with the venue whose volume and pages follow the title, or were taken into it.

    >>> text = "Looms in daily use. Glossa 6(1): 80."
    >>> found = with_volume(Reference(text, title=Span(0, 35)))
    >>> found.title_text, found.venue_text
    ('Looms in daily use', 'Glossa')
    """
    reference = _abbreviated(reference)
    title, text = reference.title, reference.text
    if title is None or reference.venue is not None:
        return reference
    line = text.find("\n", title.end)
    end = len(text) if line < 0 else line
    for found in _VOLUME.finditer(text, title.start, min(end, title.end + 160)):
        begin = found.start("venue")
        inside = begin < title.end
        before = text[title.start : begin].rstrip() if inside else text[title.end : begin].strip()
        if inside and (len(before) < 12 or before[-1] not in '.?!,”"'):
            continue
        if not inside and before.strip(".,;:”\"')] ") and len(before) > 3:
            continue
        name = found["venue"].strip()
        if _OTHER.fullmatch(name) or name_like(name) >= 0.95 or len(name.split()) > 12:
            continue
        kept = Span(title.start, title.start + len(before.rstrip(_ENDS + '”"'))) if inside else title
        return replace(reference, title=kept, venue=Span(begin, begin + len(name)))
    return reference


def single_quoted(reference: Reference) -> Reference:
    """Read "‘Title’, Journal 66 (2015)"."""
    found = _SINGLE.match(reference.text)
    title = reference.title
    if found is not None and title is not None and title.start > found.end() and title.start - found.end() < 120:
        # What comes behind was taken for the title: the book, after its editors.
        edited = _EDITORS_BEFORE.search(reference.text, found.end(), title.start)
        behind = title if edited or reference.venue is None else reference.venue
        return replace(reference, title=Span(*found.span("title")), venue=behind)
    if found is None or title is None or not (title.start <= found.end("title") <= title.end):
        return reference
    span = Span(*found.span("title"))
    venue = reference.venue or venue_from(reference.text, found.end())
    return replace(reference, title=span, venue=venue, confidence=max(0.7, reference.confidence))


def quoted_first(reference: Reference) -> Reference:
    """Read an entry that begins with its title in quotes, and the venue behind the closing quotation mark."""
    found = _QUOTED_FIRST.match(reference.text)
    title = reference.title
    if (
        found is None
        or title is None
        or title.start < found.start(found.lastgroup or 0)
        or (found[found.lastgroup or 0].startswith(("http", "www")))
    ):
        return reference
    venue = reference.venue
    if title.start > found.end():  # what comes behind was taken for the title
        venue = venue or title
    elif title.end <= found.end() and (venue is not None or reference.status in {"submitted", "in preparation"}):
        return reference
    venue = venue if venue is not None and venue.start >= found.end() else venue_from(reference.text, found.end() - 1)
    return replace(reference, title=Span(*found.span(found.lastgroup or 0)), venue=venue)


def venue_from(text: str, at: int) -> Span | None:
    """Return what stands behind a title, up to the first figure or bracket, if it may be a venue."""
    found = _QUOTED_BOOK.match(text, at) or _VENUE_AFTER.match(text, at)
    if found is None or re.match(r"(?i)(?:submitted|forthcoming|draft|to appear|under|r&r|revis)", found["venue"]):
        return None
    return Span(found.start("venue"), found.start("venue") + len(found["venue"].rstrip()))
