"""ACL Anthology XML: volumes of papers, with the ids that the Anthology gives to namesakes."""

from __future__ import annotations

from collections.abc import Iterator

from graph_builder.model import EntityKind, Identifier, Named, Person, Record, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.source import Source
from graph_builder.read.records.xml_stream import Element, child_text, children, local, text_of, xml_elements


def acl(source: Source) -> Iterator[Record]:
    """Yield the papers of an Anthology file; venue and year are those of the volume."""
    volume, venue, year, kind = "", None, "", ""
    for element in xml_elements(source, ("volume", "meta", "paper"), flattened="volume"):
        name = local(element)
        if name == "volume":
            volume, venue, year = element.get("id", ""), None, ""
            kind = "article" if element.get("type") == "journal" else "paper"
        elif name == "meta":
            venue, year = _venue(element), v.year_of(child_text(element, "year"))
        elif element.get("type") not in ("backmatter", "frontmatter"):
            record = _paper(element, volume, venue, year, kind, source)
            if record is not None:
                yield record


def _venue(meta: Element) -> Named | None:
    journal, book = v.clean(child_text(meta, "journal-title")), v.clean(child_text(meta, "booktitle"))
    short = v.clean(child_text(meta, "shortbooktitle"))
    name = journal or book
    return Named(name, _series(meta), (short,) if short and short != name else ()) if name else None


def _series(meta: Element) -> tuple[Identifier, ...]:
    """Return the identifier of the series that the volume belongs to; ``ws`` stands for any workshop."""
    names = [text for venue in children(meta, "venue") if (text := v.clean(venue.text)) and text != "ws"]
    return (Identifier("acl", names[0]),) if len(names) == 1 else ()


def _paper(paper: Element, volume: str, venue: Named | None, year: str, kind: str, source: Source) -> Record | None:
    number = paper.get("id", "")
    title = v.clean(child_text(paper, "title"))
    anthology = child_text(paper, "url")
    key = anthology if anthology and "/" not in anthology else child_text(paper, "bibkey") or f"{volume}.{number}"
    if not title:
        source.note(f"line {paper.sourceline} ({key})" if key else f"line {paper.sourceline}", "a paper without title")
        return None
    identifiers = v.distinct(
        (Identifier("acl", anthology),) if anthology and "/" not in anthology else (), v.doi(child_text(paper, "doi"))
    )
    authors = tuple(p for author in children(paper, "author") if (p := _person(author, source, key)))
    journal = v.clean(child_text(paper, "journal"))
    stated = v.year_of(child_text(paper, "year")) or year
    return Record(
        EntityKind.WORK, key, Work(title, authors, identifiers, Named(journal) if journal else venue, stated, kind)
    )


def _person(author: Element, source: Source, key: str) -> Person | None:
    name = _name(author)
    if not name:
        return None
    variants = v.others(name, map(_name, children(author, "variant")))
    slug = author.get("id", "")
    identifiers = ((Identifier("acl", slug),) if slug else ()) + v.orcid(author.get("orcid"), source, key)
    places = (v.clean(text_of(place)) for place in children(author, "affiliation"))
    return Person(name, identifiers, variants, v.stays(places))


def _name(element: Element) -> str:
    return v.full_name(child_text(element, "first"), child_text(element, "last"))
