"""BibTeX entries on a page become works with authors, venue and year."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.layout.page import Page
from graph_builder.extract.normalise.authors import Name
from graph_builder.extract.normalise.identifiers import find_identifiers
from graph_builder.extract.normalise.venues import clean_venue
from graph_builder.gazetteer import load
from graph_builder.model import EntityKind, Relation, Span
from graph_builder.model.bibtex import BibEntry, bib_entries
from graph_builder.model.tex import plain_tex

_KINDS = {
    "article": "article", "inproceedings": "paper", "conference": "paper", "phdthesis": "thesis", "thesis": "thesis",
    "mastersthesis": "thesis", "book": "book", "incollection": "chapter", "inbook": "chapter", "techreport": "report",
}  # fmt: skip
_VENUES = ("booktitle", "journal", "journaltitle", "school", "institution", "publisher", "howpublished")
_DEGREE_WORK = (
    r"(?:(?:(?:ph\.?\s?d\.?|doctoral|master['’]?s?|m\.?\s?sc?\.?|bachelor['’]?s?|b\.?\s?sc?\.?|honou?rs|senior"
    r"|undergraduate|diploma|licentiate|habilitation)\s+){0,3}(?:thesis|dissertation)"
    r"|th[èe]se\s(?:de\s|d['’])\w+|tes[ei]s?\s(?:de\s)?(?:doutorado|mestrado|doctora[dl]o?|maestría|m[áa]ster|grado)"
    r"|tesi\sdi\s\w+|(?:master|bachelor|diplom|doktor|magister)arbeit)"
)
# "Technical Report TR-CS-98-112", "US Patent 5,123,456": a kind of work and its number
_CODE = r"(?-i:[A-Z0-9#][\w#./-]{0,20}(?<![a-z])(?=[\s,.:]|$))"
_REPORT = rf"(?:tech(?:nical)?\.?\s(?:report|rep|memo(?:randum)?)\b\.?(?:\s(?:no\.?|number|{_CODE})){{0,3}})"
_PATENT = rf"(?:(?-i:[A-Z][\w.]{{1,9}}\s){{0,2}}patents?(?:\s(?:app(?:lication)?\.?|no\.?|number|{_CODE})){{0,3}})"
_THESIS = re.compile(rf"(?i)^(?:{_DEGREE_WORK}|{_REPORT})\b\s*(?:\([^()]*\))?\s*(?:[,.:]|\bat\b|$)\s*")
_REMARK = re.compile(r"(?i)(?:abstract|summary|keywords?|tl;?dr|note)\s?:")
_NO_VENUE = re.compile(
    r"(?i)(?:preprints?|manuscript|working papers?|work in progress|in progress|(?:early |preliminary )?drafts?"
    r"|mimeo|(?:new )?draft soon|(?:most )?recent version|job market paper|submitted|under review|in preparation"
    r"|forthcoming|unpublished|coming(?: soon)?"
    rf"|{_DEGREE_WORK}|{_REPORT}|{_PATENT})\W*"
)

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SURE = 0.93


_HYPHEN = re.compile(r"(?<=[a-z])-[ \t]*\n[ \t]*(?=[a-z])")


def clean(text: str) -> str:
    """Return a field as one line: words that the line's end broke made whole, braces gone.

    >>> clean("Reinforce-" + chr(10) + "ment {Learning}")
    'Reinforcement Learning'
    """
    text = _HYPHEN.sub("", text)
    return " ".join(plain_tex(text).split()) if "\\" in text or "{" in text else " ".join(text.split())


def bibtex(page: Page, draft: Draft, person: str) -> None:
    """Add the works of the BibTeX entries on a page that name the subject among their authors."""
    families = {name.split()[-1].casefold() for name in page.subject_names if name.split()}
    text = page.document.text
    known: dict[str, set[str]] = defaultdict(set)
    for claim in draft.of(Relation.PUBLICATION):
        known[_key(draft.name_of(claim.roles["work"]))].add(claim.values.get("year", ""))
    for block in page.document.blocks:
        inside = block.span.of(text)
        if "@" not in inside or "{" not in inside:
            continue
        for entry in bib_entries(inside):
            if not entry.is_closed:
                continue
            places = _places(entry, block.span.start)
            authors = list(_authors(places["author"], text)) if "author" in places else []
            printed = {word.casefold().strip(".,") for author in authors for word in author.name.split()}
            if not families or families & printed:
                whole = Span(block.span.start + entry.span.start, block.span.start + entry.span.end)
                _add(entry.kind, whole, places, authors, known, draft, person)


def _places(entry: BibEntry, start: int) -> dict[str, Span]:
    """Return where the fields of an entry stand in a text that has it from *start* on."""
    return {
        key: Span(start + value[0].span.start, start + value[-1].span.end)
        for key, value in entry.fields.items()
        if value
    }


def _add(
    kind: str,
    entry: Span,
    places: dict[str, Span],
    authors: list[Name],
    known: dict[str, set[str]],
    draft: Draft,
    person: str,
) -> None:
    """Add a work, unless the document has it already for the same year or without one."""
    text = draft.document.text
    place = places.get("title")
    title = clean(place.of(text)).strip("{} ") if place else ""
    if place is None or not title:
        return
    found = _YEAR.search(places["year"].of(text)) if "year" in places else None
    year = found[0] if found else ""
    years = known[_key(title)]
    if years and (not year or "" in years or year in years):
        return
    years.add(year)
    work = draft.mention(
        EntityKind.WORK,
        title,
        place,
        identifiers=find_identifiers(entry.of(text)),
        context=[("year", year)] if year else [],
    )
    roles = {"person": person, "work": work}
    at = next((places[k] for k in _VENUES if k in places and clean_venue(places[k].of(text))), None)
    venue = venue_name(at.of(text)) if at else ""
    if at and venue:
        roles["venue"] = draft.mention(EntityKind.VENUE, venue, at)
    values: dict[str, str | None] = {"year": year, "type": _KINDS.get(kind, "other")}
    draft.claim(Relation.PUBLICATION, roles, entry, "bibtex", _SURE, values)
    for position, author in enumerate(authors, 1):
        span = Span(author.start, author.end)
        mention = draft.mention(EntityKind.PERSON, clean(author.name), span, key=title.casefold())
        draft.claim(
            Relation.AUTHORSHIP, {"work": work, "author": mention}, span, "bibtex", _SURE, {"position": str(position)}
        )


def _authors(field: Span, text: str) -> Iterator[Name]:
    """Yield the names of an author field, which "and" divides."""
    for piece in re.finditer(r"(?:(?!\sand\s)[\s\S])+", field.of(text)):
        printed = re.sub(r"^and\s+", "", piece.group().strip())
        if printed and printed.strip("{} ").casefold() not in {"others", "et al.", "et al"}:
            begin = field.start + piece.start() + piece.group().index(printed)
            yield Name(printed, begin, begin + len(printed))


def venue_name(text: str) -> str:
    """Return the short name of a venue as printed; of a thesis or report, the institution; of a manuscript, nothing.

    >>> venue_name("Technical Report TR-98-112"), venue_name("Technical Report 12, Loom University")
    ('', 'Loom University')
    >>> venue_name("United States Patent 5,123,456"), venue_name("World Patent Information")
    ('', 'World Patent Information')
    """
    printed = clean(text)
    venue = clean_venue(_THESIS.sub("", printed, count=1) or printed)
    venue = re.sub(r"(?i)(?<=\w)\s+(?:preprint|abstract:?)$", "", venue)
    town = re.fullmatch(r"([^(),]+)\(([^(),]+)\)", venue)  # where the meeting or the school is: "Ghent (Belgium)"
    if town is not None and load().is_place(f"{town[1]}, {town[2]}"):
        return ""
    return "" if _NO_VENUE.fullmatch(venue) or _REMARK.match(venue) else venue


def _key(title: str) -> str:
    return "".join(filter(str.isalnum, title.casefold()))
