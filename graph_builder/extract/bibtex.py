"""The works that a page lists in BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.page import Page
from graph_builder.extract.references import Name, Reference, short_venue
from graph_builder.extract.references.identifiers import find_identifiers
from graph_builder.extract.references.rules import YEAR
from graph_builder.model import Span
from graph_builder.model.bibtex import BibEntry, bib_entries

_BIB_KINDS = {
    "article": "article", "inproceedings": "paper", "conference": "paper", "phdthesis": "thesis", "thesis": "thesis",
    "mastersthesis": "thesis", "book": "book", "incollection": "chapter", "inbook": "chapter", "techreport": "report",
}  # fmt: skip
_BIB_VENUES = ("booktitle", "journal", "journaltitle", "school", "institution", "publisher", "howpublished")


def bibliography(page: Page) -> Iterator[tuple[Span, Reference]]:
    """Yield the BibTeX entries of a page that name the subject among their authors."""
    families = {n.split()[-1].casefold() for n in page.subject_names if n.split()}
    text = page.document.text
    for block in page.document.blocks:
        inside = block.span.of(text)
        if "@" not in inside or "{" not in inside:
            continue
        for entry in bib_entries(inside):
            reference = _of_bibtex(entry, inside) if entry.is_closed else None
            if reference is None:
                continue
            printed = {w.casefold().strip(".,") for a in reference.authors for w in a.name.split()}
            if not families or families & printed:
                yield Span(block.span.start + entry.span.start, block.span.start + entry.span.end), reference


def _of_bibtex(entry: BibEntry, text: str) -> Reference | None:
    at = entry.span.start
    fields = {k: Span(v[0].span.start - at, v[-1].span.end - at) for k, v in entry.fields.items() if v}
    body = entry.span.of(text)
    if "title" not in fields or not body[fields["title"].start : fields["title"].end].strip("{} \n"):
        return None
    names: tuple[Name, ...] = ()
    partial = False
    if "author" in fields:
        names, partial = _bib_authors(fields["author"].of(body), fields["author"].start)
    venue = next((fields[k] for k in _BIB_VENUES if k in fields and short_venue(fields[k].of(body))), None)
    year = YEAR.search(body[fields["year"].start : fields["year"].end]) if "year" in fields else None
    return Reference(
        body, names, partial, fields["title"], venue, year.group()[:4] if year else "",
        identifiers=find_identifiers(body), kind=_BIB_KINDS.get(entry.kind, "other"), confidence=0.93,
    )  # fmt: skip


def _bib_authors(text: str, start: int) -> tuple[tuple[Name, ...], bool]:
    """Return the names of an author field, which "and" divides, and tell whether "others" ends it."""
    names = []
    partial = False
    for piece in re.finditer(r"(?:(?!\sand\s)[\s\S])+", text):
        printed = re.sub(r"^and\s+", "", piece.group().strip())
        begin = start + piece.start() + piece.group().index(printed) if printed else 0
        if printed.strip("{} ").casefold() in {"others", "et al.", "et al"}:
            partial = True
        elif printed:
            names.append(Name(printed, begin, begin + len(printed)))
    return tuple(names), partial
