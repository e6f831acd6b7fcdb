"""Parts of an entry that dashes, bars and labels set apart: "Title — Venue, 2020", "Advisor: A. Smith"."""

from __future__ import annotations

import re
from dataclasses import replace

from graph_builder.extract.paper_links import bare_links
from graph_builder.extract.paper_shapes import is_title
from graph_builder.extract.paper_venues import is_venue, known_venue
from graph_builder.extract.references import Name, Reference, short_venue, split_authors
from graph_builder.extract.references.fields import whole_year
from graph_builder.extract.references.rules import YEAR
from graph_builder.model import Span

_GUIDED = re.compile(
    r"[\s(;,.–—-]{1,4}(?:advis[eo]rs?|supervisors?|(?:advised|supervised|directed)\sby|(?:thesis\s)?committee|promot[eo]rs?|mentors?)\b\s?:?\s",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s{1,3}(?:[—–|·•]|--?-?)\s{1,3}")
_PENDING = re.compile(
    r"(?i)\W{0,3}(?:(?:arxiv\s)?preprints?|manuscript|(?:currently\s)?(?:in|under)\s(?:peer[\s-])?re(?:view|vision)|in\s(?:press|preparation|progress)"
    r"|(?:re-?)?submitted|forthcoming|accepted|to\sappear|working\spaper|unpublished|draft|revis(?:e|ion)|r\s?&\s?r)\b"
)
_PLACE = re.compile(
    r"(?:University|College|Universit[àéä]t?|Institut[eo]?)\b|\bPress\b|\b(?:Springer|Elsevier|Wiley|Routledge|Birkhäuser|O['’]Reilly)\b"
    r"|[Ww]orkshops?\b|Conference|Symposium|Proceedings|Journal|Transactions|Letters|Review\b|Annals|Magazine|Bulletin"
)


_ASIDE = re.compile(r"\s{0,4}[(\[][^()\[\]]{0,80}[)\]]\W{0,4}$")
_HOUSE = re.compile(
    r"(?i)\b(?:universi\w+|college|school|instit\w+|bank|[ée]cole|academy|hochschule|faculty|department|center|centre|fed|board)\b"
    r"|^(?-i:[A-Z]{2,6})$"
)
_WITH = re.compile(r"(?i)\b(?:with|w/|coauthors?:?)(?=\s|$)")
_LINK_BEHIND = re.compile(r"\s{1,3}[—–|·•-]\s{1,3}\[?(?i:doi|pdf|link|paper|code|arxiv|slides|video)\]?\W{0,3}$")
_ACRONYM_YEAR = re.compile(
    r"\W{0,2}(?=[A-Z][\w&/]{0,20}[A-Z])[A-Z][\w&/]{1,30}(?:,?[\s-]|\s?['’]|,?\s?\()(?:(?:19|20)?\d\d)\W{0,3}"
)  # "CEX 2020", "CEX '20", "CEX (2020)"
_DEGREE_WORK = re.compile(
    r"(?i)(?:ph\.?\s?d\.?|doctoral|d\.?phil\.?|master['’]?s?|[mb]\.?\s?(?:sc?|a|phil|eng|tech)\.?|bachelor['’]?s?|diploma)\s(?:thesis|dissertation)\b"
)
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
_SERVER = re.compile(r"(?i)rxiv|ssrn")


def parted(reference: Reference) -> Reference:
    """Return the reference with a title that ends where a dash or bar sets off the venue, and without advisers."""
    return _unbracketed(_unnumbered(_undated(_unaffiliated(_unlabelled(_barred(_dashed(_unguided(reference))))))))


_INITIALS = re.compile(
    r"\W{0,4}(?:\d{1,3}[.)]\s)?((?:[A-Z]{1,3}|(?:van|von|de|del|della|di|da|dos|du|la|le|el|al|ter|ten|zu)(?:\s(?:der|den|de|la|het))?))\s"
)


def with_initials(reference: Reference) -> Reference:
    """Give the first author the initials or the particle that stand in front: "JM Doe, A Li", "van Doe, J., Li, A."."""
    names = reference.authors
    found = _INITIALS.fullmatch(reference.text, 0, names[0].start) if names else None
    if found is None:
        return reference
    start = found.start(1)
    first, _ = split_authors(reference.text[start : names[0].end], start)
    return replace(reference, authors=(*first, *names[1:])) if first else reference


_BRACKETED = re.compile(r"[^\w\[(“\"]{0,6}(?:\[[^\[\]]{2,60}\]\s{0,3}){1,4}(?=\w+\W+\w+\W+\w)")
_MEETING = re.compile(r"\[(?P<venue>[A-Z][\w&/-]*(?:\s[A-Z][\w&/-]*){0,2})(?:\s?['’]\s?|\s)(?P<year>(?:19|20)?\d\d)\]")


def with_meeting_ahead(reference: Reference) -> Reference:
    """Take the brackets in front of an entry without a venue for it: "[CEX 2020] X, A. Smith"."""
    title, ahead = reference.title, _MEETING.match(reference.text)
    if title is None or ahead is None or reference.venue is not None or ahead.end() > title.start:
        return reference
    return replace(reference, venue=Span(*ahead.span("venue")), year=reference.year or whole_year(ahead["year"]))


def _unbracketed(reference: Reference) -> Reference:
    """Let a title begin behind notes in brackets, one of which may say where it appeared: "[Oral] [CEX'2020] X"."""
    title = reference.title
    found = _BRACKETED.match(title.of(reference.text)) if title is not None else None
    if title is None or found is None:
        return with_meeting_ahead(reference)
    told = _MEETING.search(found.group())
    kept = replace(reference, title=Span(title.start + found.end(), title.end))
    if told is None or reference.venue is not None:
        return kept
    venue = Span(title.start + told.start("venue"), title.start + told.end("venue"))
    return replace(kept, venue=venue, year=reference.year or whole_year(told["year"]))


def _unnumbered(reference: Reference) -> Reference:
    """Leave out the number of a card in front of the venue: "02 CEX 2020"."""
    found = re.match(r"0\d\s+(?=[A-Z])", reference.venue.of(reference.text)) if reference.venue else None
    if reference.venue is None or found is None:
        return reference
    return replace(reference, venue=Span(reference.venue.start + found.end(), reference.venue.end))


_WHEN = re.compile(
    r"[\s,;.]{0,4}\b(?:(?:January|February|July|August|September|October|November|December)|(?:19|20)\d\d)\b.*$",
    re.DOTALL,
)


def _undated(reference: Reference) -> Reference:
    """Leave months and years out of the authors, where they stand behind the last: "A. Smith, B. Doe 2015"."""
    last = reference.authors[-1] if len(reference.authors) > 1 else None
    found = _WHEN.search(last.name) if last is not None else None
    if last is None or found is None:
        return reference
    name = last.name[: found.start()]
    kept = (Name(name, last.start, last.start + len(name)),) if len(name) > 2 else ()
    return replace(reference, authors=(*reference.authors[:-1], *kept))


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
        if (
            version is None
            and not awaited
            and not (square and bare_links(found.group(1)) and "bstract" not in found.group(1))
        ):
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
    text = reference.text[line.start : line.end]
    venue = reference.venue
    placed = venue is not None and venue.start >= line.end and _SERVER.search(venue.of(reference.text)) is None
    for dash in reversed(list(_DASH.finditer(text))):
        head, tail = text[: dash.start()], text[dash.end() :]
        cut = line.start + dash.end()
        # Names in front of it, and names right behind it: "Title | A. Smith | CEX 2020".
        named = any(line.start <= a.start <= cut + 2 for a in reference.authors)
        if named or not is_title(head.strip(' "“”')) or not _tells_where(tail, placed=placed):
            continue
        begin = line.start + len(head) - len(head.lstrip(' "“'))
        kept = head.strip(' "“”.,')
        sure = max(0.8, reference.confidence)
        found = replace(reference, title=Span(begin, begin + len(kept)), confidence=sure)
        return _with_place(found, line.start + dash.end(), tail)
    return reference


def _barred(reference: Reference) -> Reference:
    """Read "Title | Authors | Venue, Volume 4 |": the first piece behind title and authors is the venue."""
    title = reference.title
    if title is None or reference.venue is not None or reference.text.count(" | ") < 2:
        return reference
    end = max([title.end, *(a.end for a in reference.authors)])
    for piece in re.finditer(r"\|\s{1,4}([^|\n]{3,200})", reference.text[end - 1 :]):
        text = piece.group(1).strip()
        if text[:1].isupper() and short_venue(text) and not YEAR.fullmatch(text):
            begin = end - 1 + piece.start(1)
            return replace(reference, venue=Span(begin, begin + len(text)))
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


def _tells_where(tail: str, *, placed: bool) -> bool:
    """Tell whether what stands behind a dash is a venue or a state of publication.

    Where the entry is *placed* by another line, only names of known venues count.
    """
    printed, tail = tail, _LINK_BEHIND.sub("", _ASIDE.sub("", tail))
    bare = YEAR.sub(" ", tail).strip(" .,;()")
    if len(tail.split()) > 16 or not tail[:1].isupper() and not _PENDING.match(tail):
        return False
    if (
        _PENDING.match(tail)
        or _DEGREE_WORK.match(tail)
        or known_venue(bare)
        or _ACRONYM_YEAR.fullmatch(printed)
        or _ACRONYM_YEAR.fullmatch(tail)
        or (not placed and is_venue(tail.strip()))
    ):
        return True
    return not placed and bool(_PLACE.search(tail)) and bool(YEAR.search(tail))


_DATE_BEHIND = re.compile(
    r"[,(]?\s{0,3}(?:[(\[]|(?:Printed|Published)?\s{0,3}"
    r"(?:\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Spring|Summer|Fall|Autumn|Winter)[a-z]{0,6}\.?,?\s)?(?:19|20)\d\d)"
)  # what ends a venue: brackets, "July 2019"


def _with_place(reference: Reference, at: int, tail: str) -> Reference:
    """Return the reference with the venue and the year of what follows the dash."""
    year = YEAR.search(tail)
    when = year.group()[:4] if year else reference.year
    if pending := _PENDING.match(tail):
        status = "submitted" if re.search(r"(?i)review|submitted|revis", pending.group()) else reference.status
        rest = re.match(r"\s*(?:,|\b(?:in|at|by|to)\b:?)\s*", tail[pending.end() :])
        if status == "submitted" or rest is None:
            return replace(reference, venue=None, year=when, status=status)
        at, tail = at + pending.end() + rest.end(), tail[pending.end() + rest.end() :]
    if _DEGREE_WORK.match(tail):
        return replace(reference, venue=None, year=when)
    name = _DATE_BEHIND.split(tail, maxsplit=1)[0].rstrip(" ,.;:([")
    if not short_venue(name):
        return replace(
            reference, venue=None if reference.venue and reference.venue.start < at else reference.venue, year=when
        )
    return replace(reference, venue=Span(at, at + len(name)), year=when)
