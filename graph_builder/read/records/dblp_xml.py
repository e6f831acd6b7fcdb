"""dblp XML: publications and people of the dump, of single records and of people's pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.model import EntityKind, Identifier, Named, Person, Profile, Record, Stay, Work
from graph_builder.read.records.source import Source
from graph_builder.read.records.values import arxiv, clean, distinct, doi, orcid, web, work_type, year_of
from graph_builder.read.records.xml_stream import Element, children, local, said, text_of, xml_elements

_TAGS = (
    "article",
    "inproceedings",
    "proceedings",
    "book",
    "incollection",
    "phdthesis",
    "mastersthesis",
    "www",
    "person",
)
_NUMBER = re.compile(r"\s\d{4}$")
_STREAM = re.compile(r"(conf|journals|series|books)/[^/\s]{1,40}(?=/)")
_PID = re.compile(r"homepages/(.{1,60})$")
_PREPRINTS = ("CoRR",)


def dblp_xml(source: Source) -> Iterator[Record]:
    """Yield the publications and people of a file; volumes of proceedings are no works."""
    for element in xml_elements(source, _TAGS):
        key, tag = element.get("key", ""), local(element)
        if tag == "proceedings" or element.get("publtype") in ("disambiguation", "group", "withdrawn"):
            continue
        record = (
            _person_record(element, key, source) if tag in ("www", "person") else _work_record(element, key, source)
        )
        if record is not None:
            yield record


def _work_record(element: Element, key: str, source: Source) -> Record | None:
    title = clean(said(element, "title")).removesuffix(".")
    where = key or f"line {element.sourceline}"
    if not title:
        source.note(where, "a publication without title")
        return None
    addresses = [clean(e.text) for e in (*children(element, "ee"), *children(element, "url"))]
    identifiers = distinct(
        (
            *((Identifier("dblp", key),) if key else ()),
            *(i for address in addresses for i in doi(address)),
            *(i for address in addresses if "arxiv" in address.lower() for i in arxiv(address)),
            *arxiv_volume(said(element, "volume")),
        )
    )
    authors = tuple(p for e in children(element, "author") if (p := _author(e, source, where)))
    kind = element.get("publtype") if said(element, "journal") in _PREPRINTS else ""
    work = Work(
        title,
        authors,
        identifiers,
        _venue(element, key),
        year_of(said(element, "year")),
        work_type(kind, local(element)),
        "",
    )
    return Record(EntityKind.WORK, where, work)


def arxiv_volume(volume: str) -> tuple[Identifier, ...]:
    """Return the arXiv identifier that CoRR has for a volume: ``abs/1706.03762``."""
    return arxiv(volume) if volume.startswith("abs/") else ()


def without_number(name: str) -> str:
    """Return a name without the number by which dblp tells namesakes apart.

    >>> without_number("Wei Wang 0001")
    'Wei Wang'
    """
    return _NUMBER.sub("", name)


def _author(element: Element, source: Source, where: str) -> Person | None:
    printed = clean(element.text)
    name = without_number(printed)
    if not name:
        return None
    pid = element.get("pid", "")
    identifiers = (
        *((Identifier("dblp", pid),) if pid else ()),
        *orcid(element.get("orcid"), source, where),
        *((Identifier("dblp-name", printed),) if printed != name else ()),
    )
    return Person(name, identifiers)


def _venue(element: Element, key: str) -> Named | None:
    school = clean(said(element, "school"))
    name = clean(said(element, "journal")) or clean(said(element, "booktitle")) or school
    if not name:
        return None
    if name in _PREPRINTS:
        return Named("arXiv", aliases=(name,))
    stream = _STREAM.match(key)
    return Named(name, (Identifier("dblp", stream[0]),) if stream and name != school else ())


def _person_record(element: Element, key: str, source: Source) -> Record | None:
    names = [text for e in children(element, "author") if (text := clean(e.text))]
    pid = _PID.match(key)
    if not names or pid is None:
        # Web pages of things that are no people stand under the same name.
        return None
    own = without_number(names[0])
    aliases = tuple(n for n in dict.fromkeys(without_number(name) for name in names) if n != own)
    numbered = tuple(Identifier("dblp-name", name) for name in names if name != without_number(name))
    person = Person(
        own,
        distinct((Identifier("dblp", pid[1]), *numbered, *_addresses(element, source, key))),
        aliases,
        tuple(_stays(element)),
    )
    return Record(EntityKind.PERSON, key, Profile(person))


def _addresses(element: Element, source: Source, key: str) -> Iterator[Identifier]:
    homes = []
    for url in children(element, "url"):
        address = clean(url.text)
        if "orcid.org/" in address:
            yield from orcid(address, source, key)
        elif match := re.search(r"scholar\.google\.[a-z.]{2,6}/citations\?(?:\S{0,80}&)?user=([\w-]{12})", address):
            yield Identifier("scholar", match[1])
        elif match := re.search(r"wikidata\.org/(?:wiki|entity)/(Q\d+)", address):
            yield Identifier("wikidata", match[1])
        elif url.get("type") in (None, "") and not re.search(
            r"://[^/]*(?:acm|wikipedia|zbmath|isni|genealogy)\.", address
        ):
            homes.append(address)
    for address in homes[:1]:
        yield from web("homepage", address)


def _stays(element: Element) -> Iterator[Stay]:
    for note in children(element, "note"):
        place = clean(text_of(note))
        if note.get("type") == "affiliation" and place:
            # "(former)" and the like stand in an attribute of the note.
            years = re.findall(r"\b(?:19|20)\d\d\b", note.get("label") or "")
            yield Stay(Named(place), start=years[0] if len(years) == 2 else "", end=years[1] if len(years) == 2 else "")
