"""dblp: publications and people of the dump and of people's pages, in XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graph_builder.model import EntityKind, Identifier, Named, Person, Profile, Record, Stay, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.source import Source
from graph_builder.read.records.xml_stream import Element, child_text, children, local, text_of, xml_elements

_TAGS = tuple("article inproceedings proceedings book incollection phdthesis mastersthesis www person".split())
_NUMBER = re.compile(r"\s0\d{3}$")
_STREAM = re.compile(r"(conf|journals|series|books)/[^/\s]{1,40}(?=/)")
_PID = re.compile(r"homepages/(.{1,60})$")
_PREPRINTS = ("CoRR",)


def dblp_xml(source: Source) -> Iterator[Record]:
    """Yield the publications and people of a file; volumes of proceedings are no works."""
    for element in xml_elements(source, _TAGS):
        key, tag = element.get("key", ""), local(element)
        if tag == "proceedings" or element.get("publtype") in ("disambiguation", "group", "withdrawn"):
            continue
        yield from (_profile if tag in ("www", "person") else _publication)(element, key, source)


def _publication(element: Element, key: str, source: Source) -> Iterator[Record]:
    where = key or f"line {element.sourceline}"
    title = v.clean(child_text(element, "title")).removesuffix(".")
    if not title:
        source.note(where, "a publication without title")
        return
    volume = child_text(element, "volume")  # of CoRR: abs/1706.03762
    pages = [v.clean(e.text) for e in (*children(element, "ee"), *children(element, "url"))]
    pages.append(f"arxiv.org/{volume}" if volume.startswith("abs/") else "")
    is_preprint = child_text(element, "journal") in _PREPRINTS
    work = Work(
        title,
        tuple(person for author in children(element, "author") if (person := _author(author, source, where))),
        v.distinct(
            (Identifier("dblp", key),) if key else (),
            (i for page in pages for i in v.doi(page)),
            (i for page in pages if "arxiv" in page.lower() for i in v.arxiv(page)),
        ),
        _venue(element, key),
        v.year_of(child_text(element, "year")),
        v.work_type(element.get("publtype") if is_preprint else "", local(element)),
    )
    yield Record(EntityKind.WORK, where, work)


def without_number(name: str) -> str:
    """Return a name without the number that dblp gives to namesakes.

    >>> without_number("Wei Wang 0001"), without_number("Orwell's 1984")
    ('Wei Wang', "Orwell's 1984")
    """
    return _NUMBER.sub("", name)


def _numbered(names: Iterable[str]) -> Iterator[Identifier]:
    return (Identifier("dblp-name", name) for name in names if name != without_number(name))


def _author(author: Element, source: Source, where: str) -> Person | None:
    printed = v.clean(author.text)
    name = without_number(printed)
    pid = author.get("pid", "")
    identifiers = (Identifier("dblp", pid),) if pid else ()
    return (
        Person(name, (*identifiers, *v.orcid(author.get("orcid"), source, where), *_numbered((printed,))))
        if name
        else None
    )


def _venue(element: Element, key: str) -> Named | None:
    school = v.clean(child_text(element, "school"))
    name = v.clean(child_text(element, "journal")) or v.clean(child_text(element, "booktitle")) or school
    if name in _PREPRINTS:
        return Named("arXiv", aliases=(name,))
    stream = _STREAM.match(key)
    return Named(name, (Identifier("dblp", stream[0]),) if stream and name != school else ()) if name else None


def _profile(element: Element, key: str, source: Source) -> Iterator[Record]:
    """Yield a person; web pages of things that are no people stand under the same name in the dump."""
    names = [text for e in children(element, "author") if (text := v.clean(e.text))]
    pid = _PID.match(key)
    if names and pid:
        own = without_number(names[0])
        identifiers = v.distinct((Identifier("dblp", pid[1]),), _numbered(names), _addresses(element, source, key))
        person = Person(own, identifiers, v.others(own, map(without_number, names)), tuple(_stays(element)))
        yield Record(EntityKind.PERSON, key, Profile(person))


def _addresses(element: Element, source: Source, key: str) -> Iterator[Identifier]:
    homes = []
    for url in children(element, "url"):
        address = v.clean(url.text)
        if "orcid.org/" in address:
            yield from v.orcid(address, source, key)
        elif match := re.search(r"scholar\.google\.[a-z.]{2,6}/citations\?(?:\S{0,80}&)?user=([\w-]{12})", address):
            yield Identifier("scholar", match[1])
        elif match := re.search(r"wikidata\.org/(?:wiki|entity)/(Q\d+)", address):
            yield Identifier("wikidata", match[1])
        elif url.get("type") in (None, "") and not re.search(
            r"://[^/]*(?:acm|wikipedia|zbmath|isni|genealogy)\.", address
        ):
            homes.append(address)
    for address in homes[:1]:
        yield from v.web("homepage", address)


def _stays(element: Element) -> Iterator[Stay]:
    for note in children(element, "note"):
        place = v.clean(text_of(note))
        if note.get("type") == "affiliation" and place:
            # "(former)" and the like stand in an attribute of the note.
            years = re.findall(r"\b(?:19|20)\d\d\b", note.get("label") or "")
            yield Stay(Named(place), start=years[0] if len(years) == 2 else "", end=years[1] if len(years) == 2 else "")
