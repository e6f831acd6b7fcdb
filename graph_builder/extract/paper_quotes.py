"""Titles in quotation marks, and venues that volume and pages tell: both speak louder than the trained model."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.references import Reference
from graph_builder.extract.references.rules import YEAR, name_like
from graph_builder.model import Span

_QUOTED = re.compile(
    r"“(?P<curly>[^\n“”]{8,300}?)”(?=[\s.,;:()\[\]]|$)|(?<![\w\"])\"(?P<straight>[^\n\"]{8,300}?)\"(?!\w)"
)
_SINGLE = re.compile(r"\s{0,4}[‘`'](?P<title>[^\n‘]{8,300}?)[’'](?=\s*(?:[,.(]|in\b|$))")
_QUOTED_FIRST = re.compile(
    r"\W{0,4}(?:\d{1,3}[.)]\s{0,3})?(?:“(?P<curly>[^\n“”]{4,300}?)[,.]?”"
    r"|\"(?P<straight>[^\n\"]{4,300}?)[,.]?\")(?=[\s,.(]|$)"
)
_VENUE_AFTER = re.compile(
    r"[\s.,:;)\]”\"’'»–—-]{0,8}(?:[Ii]n:?\s|(?:[Bb]ook\s)?[Cc]hapter\s(?:in|of):?\s|(?:(?:[A-Z][\w.'’]{1,20}\s){1,3}|PhD\s)"
    r"[Tt]hesis,?\s(?:at\s)?)?[«“\"]?(?P<venue>[A-Z][^\d,;()\n«»“”\"]{2,100}?)(?=[»”\"]|\s?\d|,|;|\(|\n|\s[–—-]\s"
    r"|(?<=[^\W\d_]{6})\.\s|\.?$)"
)
_ENDS = " \t\n.,;:"


def quoted(reference: Reference) -> Reference:
    """Return the reference with the words in quotation marks behind the authors as its title.

    >>> found = quoted(Reference('Doe, Jane. 2019. "Ponds and Mills." Water 4 (1): 2-9.', title=Span(0, 33)))
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
    if re.search(r"[^\W_]\s*$", text[: found.start()]):
        return reference  # 'From "Ponds" to "Mills"'
    head = YEAR.sub(" ", text[: found.start()]).strip(" \t\n.,;:()[]*0123456789")
    if head and name_like(head) < 0.5:
        return reference
    return reference


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
    """
    title = reference.title
    if title is None or reference.venue is not None:
        return reference
    return reference


def single_quoted(reference: Reference) -> Reference:
    """Read "‘Title’, Journal 66 (2015)"."""
    found = _SINGLE.match(reference.text)
    if found is None:
        return reference
    span = Span(*found.span("title"))
    venue = reference.venue
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
    found = _VENUE_AFTER.match(text, at)
    if found is None or re.match(r"(?i)(?:submitted|forthcoming|draft|to appear|under|r&r|revis)", found["venue"]):
        return None
    return Span(found.start("venue"), found.start("venue") + len(found["venue"].rstrip()))
