"""Habits of reference lists that the trained model knows too few of: how each shows, and what it says of the fields.

"Title (with A and B)", chapters "in C (ed.), Book", "(Press, 2018). Reviewed in ...", titles in italics, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.paper_groups import with_groups
from graph_builder.extract.paper_marks import InnerMark
from graph_builder.extract.paper_quotes import (
    in_book,
    of_review,
    quoted_first,
    single_quoted,
    venue_from,
    with_meeting,
    with_volume,
)
from graph_builder.extract.references import Name, Reference, split_authors
from graph_builder.extract.references.rules import YEAR, name_like
from graph_builder.model import MarkKind, Span

_EDITORS = re.compile(
    r"(?i)(?:\bin[:\s]\s{0,4}(?P<before>[^()\n]{3,160}?)[\s,(]{1,3}(?:eds?|hrsg"
    r"|editors?)\b\.?\)?[\s,.:]{0,4}(?P<book>[^\n(,.]{4,160})?)"
    r"|(?:\bin[:\s]\s{0,4}(?P<first>[^\n(]{4,160}?),\s{0,4}(?:edited\sby|eds?\.)\s(?P<after>[^()\n]{3,160}?)(?:[.(]|$))"
)
_PRESS = re.compile(r"[\s”\"’.,]{0,4}\((?P<press>[^\W\d][^()\d]{3,80}?),\s{0,3}(?P<year>(?:19|20)\d\d)\)")
_COLLABORATION = re.compile(
    r"\W{0,4}(?P<name>(?:the\s)?[A-Z][\w&/-]{1,30}(?:\s[A-Z][\w&/-]{1,30}){0,3}\s(?:Collaboration|Consortium|Team"
    r"|Working\sGroup))\b"
    r"(?:\s\((?P<names>[^()]{3,60})\))?[,:.]\s"
)
_EDITED = re.compile(r"\s{0,3}\((?:a\scura\sdi|eds?\.?|hrsg\.?|editors?|dir\.|coord\.|orgs?\.|red\.)\)?", re.IGNORECASE)
_BARE_NAME = re.compile(r"(?:[A-Z][\w.'’-]{0,30}\s){1,3}[A-Z][\w'’-]{1,30}")
_TOGETHER = re.compile(
    r"\n\s{0,4}(?:together|joint(?:ly)?(?:\swork)?)\swith\s(?P<names>[^\n]{3,300}?)(?=\s?\.\s|\s?,?\s[Ii]n\s|[\n(]|\.?$)",
    re.IGNORECASE,
)
_LAST_ASIDE = re.compile(r"\n\s{0,8}\([^\n]{1,80}\)\s{0,4}$")
_VOLUME_YEAR = re.compile(r"(?<=[A-Za-z]\s)\d{2}\s\(((?:19|20)\d\d)\)\s\d")
_SERVER = re.compile(r"(?<![\w./])arxiv(?![\w./])", re.IGNORECASE)
_LABELLED = re.compile(r"[^:]{0,40}:\s*(?=[A-Z]\S*\s\S)|[A-Z]{1,3}[-.]?\d{1,3}[.:]?\s(?=[A-Z]\S*\s)")


_SURNAMES = re.compile(
    r"((?:[A-Z][\w'’-]{1,30}(?:\s[A-Z][\w'’-]{1,30})?,\s){0,12}[A-Z][\w'’-]{1,30},?\s(?:and"
    r"|&)\s[A-Z][\w'’-]{1,30}(?:\s[A-Z][\w'’-]{1,30})?)[,.:]\s(?=[A-Z“\"])"
)


def repair(reference: Reference, marks: Sequence[InnerMark], subject: Sequence[str]) -> Reference:
    """Return the reference with the fields that the habits of its list tell.

    Args:
        reference: an entry that was taken apart.
        marks: the marks inside the entry, with places counted from its start.
        subject: name forms of the person whose list this is.
    """
    reference = _set_off(_marked_title(quoted_first(single_quoted(reference)), marks), marks)
    reference = _together(reference)
    reference = _without_editors(_slanted_authors(reference, marks, subject))
    reference = _of_press(with_groups(_collaboration(reference)))
    reference = _one_side(_first_author(_unmarked(reference, marks), subject))
    return _pending(_year_before(_whole_venue(with_meeting(with_volume(in_book(of_review(reference)))))))


def _pending(reference: Reference) -> Reference:
    """Take away the venue that a paper is only under review at: "ICEX 2027 (Under Review)"."""
    venue = reference.venue
    if venue is None or not _REVIEWED.search(reference.text, venue.start) or _SERVER.search(venue.of(reference.text)):
        return reference
    found = _UNDER_REVIEW.search(reference.text, venue.start, venue.end + 30)
    if found is None:
        return reference
    year = (reference.year, reference.year_span)
    return replace(reference, venue=None, year=year[0], year_span=year[1], status="submitted")


_REVIEWED = re.compile(r"review|revision|submitted", re.IGNORECASE)
_UNDER_REVIEW = re.compile(
    r"[^\n()]{2,60}[(\[](?:currently\s)?(?:under\s(?:review|revision)|submitted|in\sreview)[)\]]"
    r"|[^\n]{2,140},\s(?:currently\s)?(?:under\s(?:review|revision)|submitted|in\sreview)\W{0,4}(?:\n|$)",
    re.IGNORECASE,
)


def _together(reference: Reference) -> Reference:
    """Read a title and, in the line below, "Together with A and B. In Proceedings ..."."""
    found = _TOGETHER.search(reference.text)
    if found is None:
        return reference
    names, partial = split_authors(found["names"], found.start("names"))
    title = _LAST_ASIDE.sub("", reference.text[: found.start()].rstrip(" .,;:\n")).rstrip(" .,;:\n")
    return replace(
        reference, title=Span(0, len(title.lstrip(" •*-\n"))), authors=tuple(names), partial=partial,
        venue=venue_from(reference.text, found.end()),
        confidence=max(0.7, reference.confidence),
    )  # fmt: skip


def _marked_title(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Take the last author out of a title that begins where italics do: "A. Smith, B. Doe *On growth*"."""
    title, text = reference.title, reference.text
    for kind, start, end in marks:
        if title is None or kind != MarkKind.ITALIC or not title.start < start < title.end - 8:
            continue
        end = min(end, title.end)
        name = text[title.start : start].strip(" ,.:;\n\t")
        inside = text[start:end].strip(" .,:;\n")
        if len(inside.split()) < 3 or _BARE_NAME.fullmatch(name) is None:
            continue
        begin = start + text[start:end].index(inside[0])
        author = Name(name, title.start, title.start + len(name))
        venue = reference.venue if reference.venue is not None and reference.venue.start >= end else None
        authors = (*(x for x in reference.authors if x.end <= title.start), author)
        return replace(
            reference, title=Span(begin, begin + len(inside)), authors=authors, venue=venue or venue_from(text, end)
        )
    return reference


def _set_off(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Let a title end where its italics do: "*Title*, Press" and "*Title*, in «Journal»"."""
    title = reference.title
    if title is None:
        return reference
    for kind, start, end in marks:
        many = len(reference.text[start:end].split()) >= 4
        set_off = kind == MarkKind.ITALIC or (kind in {MarkKind.LINK, MarkKind.BOLD} and many)
        if not set_off or not title.start - 2 <= start <= title.start + 2 or end >= title.end - 1:
            continue
        behind = re.match(r"[\s,.:;–—-]{0,3}(?=in\s|[«“A-Z(]|(?:19|20)\d\d,)", reference.text[end:])
        if len(reference.text[start:end].split()) < 2 or behind is None:
            continue
        kept = Span(start, start + len(reference.text[start:end].rstrip(" .,;:")))
        venue = reference.venue or venue_from(reference.text, end)
        if kind == MarkKind.LINK and len(reference.text[end : title.end].split()) >= 3:
            venue = venue_from(reference.text, end) or venue  # not the press that follows: "Theory of Ponds. Press"
        return replace(reference, title=kept, venue=venue)
    return reference


def _slanted_authors(reference: Reference, marks: Sequence[InnerMark], subject: Sequence[str]) -> Reference:
    """Read "Title. *A. Smith and B. Doe* 2006": the authors in italics, the subject's name among them."""
    title = reference.title
    families = {n.split()[-1].casefold() for n in subject}
    if title is None or reference.authors or not families:
        return reference
    for kind, start, end in marks:
        inside = reference.text[start:end]
        words = {w.casefold() for w in re.findall(r"[^\W\d_][\w'’-]+", inside)}
        if kind != MarkKind.ITALIC or start <= title.start or not families & words:
            continue
        names, partial = split_authors(YEAR.sub(" ", inside))
        found = tuple(Name(n.name, n.start + start, n.end + start) for n in names)
        venue = reference.venue
        return replace(reference, title=title, authors=found, partial=partial, venue=venue)
    return reference


def _without_editors(reference: Reference) -> Reference:
    """Leave out the people who edited the book that a chapter stands in; the book is its venue."""
    title = reference.title
    found = _EDITORS.search(reference.text, title.end) if title is not None else None
    if found is None:
        return reference
    place = "before" if found["before"] else "after"
    if name_like(found[place]) < 0.5:
        return reference
    begin, end = found.span(place)
    authors = tuple(a for a in reference.authors if a.end <= begin or a.start >= end)
    book = Span(*found.span("book" if place == "before" else "first"))
    placed = book if len(book.of(reference.text).split()) <= 14 else reference.venue
    if placed is not None:
        placed = Span(placed.start, placed.start + len(placed.of(reference.text).rstrip()))
    year = reference.year
    return replace(reference, authors=authors, venue=placed, year=year, kind="chapter")


def _collaboration(reference: Reference) -> Reference:
    """Take a collaboration in front of the title for the author that it is."""
    title = reference.title
    found = _COLLABORATION.match(reference.text)
    if found is None or title is None or found.end() > title.start + 2:
        return reference
    authors = [Name(found["name"], *found.span("name"))]
    if found["names"]:
        at = found.start("names")
        names, partial = split_authors(found["names"])
        authors += [Name(n.name, n.start + at, n.end + at) for n in names]
    else:
        partial = reference.partial
        authors += [a for a in reference.authors if found.end() <= a.start < title.start]
    venue = reference.venue
    if venue is None or venue.start < title.start:
        venue = venue_from(reference.text, title.end)
    return replace(reference, authors=tuple(authors), partial=partial, venue=venue)


def _of_press(reference: Reference) -> Reference:
    """Read "*Book* (Press, 2018)"."""
    title = reference.title
    found = _PRESS.match(reference.text, title.end) if title is not None else None
    if found is None:
        return reference
    return replace(reference, venue=Span(*found.span("press")), year=found["year"], year_span=Span(*found.span("year")))


def _one_side(reference: Reference) -> Reference:
    """Leave out names behind the title, where others stand in front of it: those of places and presses."""
    title = reference.title
    if title is None:
        return reference
    ahead = tuple(a for a in reference.authors if a.end <= title.start + 1)
    return replace(reference, authors=ahead) if ahead else reference


def _unmarked(reference: Reference, marks: Sequence[InnerMark]) -> Reference:
    """Leave out letters that are set high behind a name, and the word that says that its bearer is an editor."""
    high = [(s, e) for kind, s, e in marks if kind == MarkKind.SUPERSCRIPT]
    authors = []
    for author in reference.authors:
        name = author.name
        label = _LABELLED.match(name)
        if label:  # "Best paper award: A. Smith"
            name = name[label.end() :]
        for start, end in high:
            word = re.search(r"[^\W\d_]+$", reference.text[author.start : start]) if author.start < start else None
            if word is not None and end <= author.end + 1:
                name = name.replace(word.group() + reference.text[start:end], word.group(), 1)
        authors.append(author._replace(name=_EDITED.sub("", name).strip(" ,.") if "(" in name else name))
    return replace(reference, authors=tuple(authors))


def _first_author(reference: Reference, subject: Sequence[str]) -> Reference:
    """Take the names in front of a title for its authors, where there are none, and one that was left in the title."""
    title = reference.title
    if title is None:
        return reference
    families = {n.split()[-1].casefold() for n in subject if n.split()}
    left = re.match(
        r"([^\W\d_][\w'’-]{1,40}(?:\s[^\W\d_][\w'’-]{0,40}){0,3}):\s{1,4}(?=[A-Z])", title.of(reference.text)
    )
    if left and families & {w.casefold() for w in re.findall(r"[^\W\d_][\w'’-]+", left.group(1))}:
        begin = title.start
        name = Name(left.group(1), begin, begin + len(left.group(1)))
        return replace(reference, title=Span(begin + left.end(), title.end), authors=(*reference.authors, name))
    listed = _SURNAMES.match(title.of(reference.text)) if not reference.authors else None
    if listed and families & {w.casefold() for w in re.findall(r"[^\W\d_][\w'’-]+", listed.group(1))}:
        found = [Name(n.name, n.start + title.start, n.end + title.start) for n in split_authors(listed.group(1))[0]]
        return replace(reference, title=Span(title.start + listed.end(), title.end), authors=tuple(found))
    if reference.authors or title.start < 4:
        return reference
    before = reference.text[: title.start].rstrip(' .,:;("“‘«\n0123456789')
    words = {w.casefold() for w in re.findall(r"[^\W\d_][\w'’-]+", before)}
    if len(before) > 300 or not families & words or name_like(before) < 0.5:
        return reference
    names, partial = split_authors(before)
    return replace(reference, authors=tuple(names), partial=partial)


def _whole_venue(reference: Reference) -> Reference:
    """Return the reference with a venue that is no month, and all of its name: "World Bank Economic | Review"."""
    venue = reference.venue
    if venue is None:
        return reference
    text = reference.text
    more = re.compile(r"(?:\.\s?[A-Z][a-z]{1,12}){1,3}\.?(?=\s\d)").match(text, venue.end)
    end = more.end() if more else venue.end
    start = venue.start
    return replace(reference, venue=Span(start, end)) if (start, end) != (venue.start, venue.end) else reference


def _year_before(reference: Reference) -> Reference:
    """Prefer the year that stands between authors and title, or in brackets behind a volume: "JHEP 06 (2021) 026"."""
    title = reference.title
    numbered = _VOLUME_YEAR.search(reference.text, title.end) if title is not None else None
    if numbered is not None:
        reference = replace(reference, year=numbered.group(1))
    if title is None or not reference.authors or reference.authors[-1].end > title.start:
        return reference
    between = re.fullmatch(
        r"[\s.,*()]{0,5}\(?((?:19|20)\d\d)[a-f]?\)?[\s.,:“\"‘«]{1,5}",
        reference.text[reference.authors[-1].end : title.start],
    )
    return replace(reference, year=between.group(1)) if between else reference
