"""What stands behind a title or a name in an entry, where the trained model leaves it or reads past it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.lexicon import is_place
from graph_builder.extract.paper_headed import UNPLACED
from graph_builder.extract.paper_links import bare_links
from graph_builder.extract.paper_marks import InnerMark
from graph_builder.extract.paper_venues import known_venue
from graph_builder.extract.references import Name, Reference, short_venue, split_authors
from graph_builder.extract.references.rules import name_like
from graph_builder.model import MarkKind, Span

# "), Pond Letters 12 (2020)", "(CEX 2020)", ", CEX, 2020." right behind title and names
_PLACE = re.compile(
    r"[\s,.;:)\]”\"’–—-]{0,5}\(?(?P<venue>[^\W\d_a-z][^\n;()\[\]]{1,90}?)(?:\s\d{1,4})?[\s,]{0,2}[\s(]"
    r"(?P<year>(?:19|20)\d\d)\)?(?=[\s,.;)\]]|$)"
)
_SERVER = re.compile(r"(?i)\W{0,3}(?:(?:ar|bior|medr|chemr|psyar|socar)xiv|ssrn|hal)(?:\spreprint)?\W{0,3}")
_NONE = re.compile(
    r"(?i)(?:(?:re-?)?submitted|under|in\s(?:review|revision|press|prep\w*|progress)|revis\w+|r\s?&\s?r|accepted"
    r"|forthcoming|to\sappear|working|preprint|manuscript|draft|version|last|updated|unpublished|mimeo|poster|talk|slides"
    r"|presented|presentation|oral|(?:ph\.?\s?d|master|bachelor|doctoral|m\.?sc|thesis|dissertation)\b"
    r"|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\b|spring|summer|fall|autumn|winter"
    r"|joint|with\s|by\s|and\s|job\smarket|won|winner|award|best|honou?rable|supplement|code|data|software|preliminary)"
)
_ACRONYM = re.compile(r"[A-Z][\w&/’'-]{0,15}[A-Z][\w&/-]{0,10}(?:\s[A-Z][\w&/-]{1,20}){0,3}")
_MOST_WORDS = 9
_STATED = 40  # characters behind a year in which it is said that this is not yet where it appears


def behind(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Return the reference with the venue and the year that stand right behind its title and authors.

    Args:
        reference: the entry as it was taken apart.
        marks: the marks inside the entry, with places counted from its start.
    """
    return _dated(_printed(_until_server(_unplaced(_undated(_begun(_signed(reference)), marks)))))


_BY = re.compile(r"[\s,.”\"’]{0,4}\sby\s{1,3}(?=[A-Z])(?P<names>[^\n\[(]{4,200})")


def _signed(reference: Reference) -> Reference:
    """Read "*Title* by A. Lovelace and Zoe Quist" in its line."""
    title, text = reference.title, reference.text
    found = _BY.match(text, title.end) if title is not None and not reference.authors else None
    if found is None:
        return reference
    said = found["names"].rstrip(" .,;")
    names, partial = split_authors(said, found.start("names"))
    if not names or any(name_like(n.name) < _SURELY for n in names):
        return reference
    if sum(len(n.name) for n in names) < _MOST_OF * len(said):
        return reference
    return replace(reference, authors=tuple(Name(n.name, n.start, n.end) for n in names), partial=partial)


_SURELY, _MOST_OF = 0.8, 0.6


_WITHIN = re.compile(r"\s\((?P<venue>[A-Z][^()]{1,60}?)[\s,]{1,2}(?P<year>(?:19|20)\d\d)\)?$")


def _unplaced(reference: Reference) -> Reference:
    """Let a title end before the venue in brackets: "On looms (CEX 2020)"."""
    title = reference.title
    found = _WITHIN.search(reference.text, title.start + 4, title.end) if title is not None else None
    if title is None or found is None or reference.venue is not None or _NONE.match(found["venue"]):
        return reference
    if not (known_venue(found["venue"]) or _ACRONYM.fullmatch(found["venue"])):
        return reference
    place = Span(*found.span("venue"))
    return replace(reference, title=Span(title.start, found.start()), venue=place, year=found["year"])


_WITH_SERVER = re.compile(
    r"(?P<venue>[^\W\d_a-z][^\n;()\[\]]{1,90}?)(?:\s\d{1,4})?[\s,]{0,2}[\s(](?P<year>(?:19|20)\d\d)\)?[.,;]?\s"
    r"[(\[]?(?i:(?:ar|bior|medr|chemr|psyar|socar)xiv|ssrn)\b\W{0,3}"
)


def _until_server(reference: Reference) -> Reference:
    """Let a venue end before the link to its preprint: "CEX (2020). arXiv"."""
    venue = reference.venue
    found = _WITH_SERVER.fullmatch(venue.of(reference.text)) if venue is not None else None
    if venue is None or found is None or _NONE.match(found["venue"]):
        return reference
    end = venue.start + len(found["venue"].rstrip(" ,."))
    return replace(reference, venue=Span(venue.start, end), year=reference.year or found["year"])


def _printed(reference: Reference) -> Reference:
    """Read "*Title* (with A. Li), CEX (2020). arXiv": the server is a link, and the meeting is the venue."""
    title, venue, text = reference.title, reference.venue, reference.text
    if title is None or (venue is not None and not _SERVER.fullmatch(venue.of(text))):
        return reference
    if venue is not None and venue.start < title.end:
        return reference
    ends = [a.end for a in reference.authors if venue is None or a.end <= venue.start]
    found = _PLACE.match(text, title.end) or _PLACE.match(text, max([title.end, *ends]))
    if found is None or (venue is not None and found.end() > venue.start):
        return reference
    name = found["venue"].rstrip(" ,.")
    apart = found["year"] == reference.year or not reference.year
    if not apart or len(name.split()) > _MOST_WORDS or _NONE.match(name) or not short_venue(name):
        return reference
    if UNPLACED.search(text, found.end(), found.end() + _STATED):
        return reference  # "CEX 2020 version under revision"
    if not (known_venue(name) or _ACRONYM.fullmatch(name)) and (venue is None and "(" not in found.group()):
        return reference
    if name_like(name) > 0.8 and not known_venue(name):
        return reference
    begin = found.start("venue")
    return replace(reference, venue=Span(begin, begin + len(name)), year=found["year"])


_DATED = re.compile(
    r"[\s.,;:)\]”\"’]{0,5}\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?[.,:;]?\s{1,3}(?P<venue>[^\W\d_a-z][^\n;:()\[\]]{2,90}?)"
    r"(?=[.,;:]?\s{0,3}(?:\Z|\n|\d|[Vv]ol|pp|https?:|doi\b|DOI\b|[\[(]))"
)
_SHORT_WORD = 3


def _dated(reference: Reference) -> Reference:
    """Take what ends an entry behind title and year for its venue: "On looms. 2020, Pond Letters"."""
    title, text = reference.title, reference.text
    if title is None or reference.venue is not None or not reference.authors or reference.status:
        return reference
    found = _DATED.match(text, max([title.end, *(a.end for a in reference.authors)]))
    if found is None or found["year"] != (reference.year or found["year"]):
        return reference
    name = found["venue"].rstrip(" ,.")
    long = [w for w in re.findall(r"[^\W\d_][\w-]*", name) if len(w) > _SHORT_WORD]
    if len(name.split()) > _MOST_WORDS or _NONE.match(name) or bare_links(name) or not short_venue(name):
        return reference
    people = [n.name for n in split_authors(name)[0] if " " in n.name]
    if not all(w[:1].isupper() for w in long) or len(people) > 1 or is_place(name.partition(",")[0]):
        return reference
    begin = found.start("venue")
    return replace(reference, venue=Span(begin, begin + len(name)), year=found["year"])


_YEAR_END = re.compile(r"\s{1,9}\(?((?:19|20)\d\d)\)?\W{0,2}$")


def _undated(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Let a title end where bold or a link does, and the year stands behind: "**On looms** 2020"."""
    title = reference.title
    found = _YEAR_END.search(title.of(reference.text)) if title is not None else None
    if title is None or found is None:
        return reference
    end = title.start + found.start()
    kinds = {MarkKind.BOLD, MarkKind.LINK, MarkKind.ITALIC}
    if not any(k in kinds and s <= title.start + 2 and end - 2 <= e <= end + 1 for k, s, e in marks):
        return reference
    return replace(reference, title=Span(title.start, end), year=reference.year or found[1])


# "Lovelace A. Looms" in front of ": how they learn": the first word of the title among the authors
_WORD_BEHIND = re.compile(r"(?P<name>[^\W\d_][\w'’ -]{1,40}\s[A-Z]{1,3})\.\s(?P<word>[^\W\d_a-z][^\s.,]{2,40})")


_INITIALS_LAST = re.compile(r"[^\W\d_][\w'’ -]{1,40}\s[A-Z]{1,3}")


def _begun(reference: Reference) -> Reference:
    title, last = reference.title, reference.authors[-1] if reference.authors else None
    if title is None or last is None or not 0 < title.start - last.end <= 3:
        return reference
    found = _WORD_BEHIND.fullmatch(last.name)
    alike = len(reference.authors) > 1 and all(_INITIALS_LAST.fullmatch(a.name) for a in reference.authors[:-1])
    if found is None or not alike or reference.text[last.end : title.start].strip() != ":":
        return reference
    name = last._replace(name=found["name"], end=last.start + found.end("name"))
    return replace(
        reference,
        title=Span(last.start + found.start("word"), title.end),
        authors=(*reference.authors[:-1], name),
    )
