"""dblp: publications and people of the dump and of people's pages in XML, and of the RDF in N-Triples and Turtle."""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

import pyoxigraph as ox

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
        yield from (_xml_person if tag in ("www", "person") else _xml_work)(element, key, source)


def _xml_work(element: Element, key: str, source: Source) -> Iterator[Record]:
    where = key or f"line {element.sourceline}"
    pages = [v.clean(e.text) for e in (*children(element, "ee"), *children(element, "url"))]
    volume = child_text(element, "volume")  # of CoRR: abs/1706.03762
    people = [_person(e.text, e.get("pid", ""), (e.get("orcid"),), source, where) for e in children(element, "author")]
    is_preprint = child_text(element, "journal") in _PREPRINTS
    kind = v.work_type(element.get("publtype") if is_preprint else "", local(element))
    pages.append(f"arxiv.org/{volume}" if volume.startswith("abs/") else "")
    title, year = child_text(element, "title"), child_text(element, "year")
    yield from _work(where, key, title, people, pages, _venue(element, key), year, kind, source)


def _work(
    where: str,
    key: str,
    title: str,
    people: Iterable[Person | None],
    pages: Sequence[str],
    venue: Named | None,
    year: str,
    kind: str,
    source: Source,
) -> Iterator[Record]:
    """Yield a publication, or note that it has no title."""
    title = v.clean(title).removesuffix(".")
    if not title:
        source.note(where, "a publication without title")
        return
    identifiers = v.distinct(
        (Identifier("dblp", key),) if key else (),
        (i for page in pages for i in v.doi(page)),
        (i for page in pages if "arxiv" in page.lower() for i in v.arxiv(page)),
    )
    work = Work(title, tuple(filter(None, people)), identifiers, venue, v.year_of(year), kind)
    yield Record(EntityKind.WORK, where, work)


def without_number(name: str) -> str:
    """Return a name without the number that dblp gives to namesakes.

    >>> without_number("Wei Wang 0001"), without_number("Orwell's 1984")
    ('Wei Wang', "Orwell's 1984")
    """
    return _NUMBER.sub("", name)


def _numbered(names: Iterable[str]) -> Iterator[Identifier]:
    return (Identifier("dblp-name", name) for name in names if name != without_number(name))


def _person(printed: str, pid: str, numbers: Iterable[str], source: Source, where: str) -> Person | None:
    printed = v.clean(printed)
    name = without_number(printed)
    orcids = (i for number in numbers for i in v.orcid(number, source, where))
    identifiers = (*((Identifier("dblp", pid),) if pid else ()), *orcids, *_numbered((printed,)))
    return Person(name, identifiers) if name else None


def _profile(
    key: str, pid: str, names: Sequence[str], pages: Iterable[Identifier], stays: Iterable[Stay]
) -> Iterator[Record]:
    """Yield a person; web pages of things that are no people stand under the same name in the dump."""
    if names and pid:
        own = without_number(names[0])
        identifiers = v.distinct((Identifier("dblp", pid),), _numbered(names), pages)
        person = Person(own, identifiers, v.others(own, map(without_number, names)), tuple(stays))
        yield Record(EntityKind.PERSON, key, Profile(person))


def _venue(element: Element, key: str) -> Named | None:
    school = v.clean(child_text(element, "school"))
    name = v.clean(child_text(element, "journal")) or v.clean(child_text(element, "booktitle")) or school
    if name in _PREPRINTS:
        return Named("arXiv", aliases=(name,))
    stream = _STREAM.match(key)
    return Named(name, (Identifier("dblp", stream[0]),) if stream and name != school else ()) if name else None


def _xml_person(element: Element, key: str, source: Source) -> Iterator[Record]:
    names = [text for e in children(element, "author") if (text := v.clean(e.text))]
    pid = _PID.match(key)
    yield from _profile(key, pid[1] if pid else "", names, _addresses(element, source, key), _stays(element))


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


# -- RDF

_SCHEMA = ("https://dblp.org/rdf/schema#", "https://dblp.uni-trier.de/rdf/schema#")
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_SAME = "http://www.w3.org/2002/07/owl#sameAs"
_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
_MOST = 200_000  # statements of one subject: beyond, a file is no list of records

Values = dict[str, list[str]]
Node = ox.NamedNode | ox.BlankNode


def dblp_rdf(source: Source) -> Iterator[Record]:
    """Yield the publications and people of a file whose statements stand together by subject, as dblp writes them."""
    for subject, nodes in _subjects(source):
        values = nodes[subject]
        types = {_short(t) for t in values.get(_TYPE, ())}
        if "Person" in types or "Creator" in types:
            yield from _rdf_person(subject, values, source)
        elif "Publication" in types:
            yield from _rdf_work(subject, values, nodes, source)


def _subjects(source: Source) -> Iterator[tuple[str, dict[str, Values]]]:
    """Yield each named subject with its statements, and those of the nameless nodes that stand with it."""
    format_ = ox.RdfFormat.N_TRIPLES if source.file_name.endswith(".nt") else ox.RdfFormat.TURTLE
    current, count = "", 0
    nodes: dict[str, Values] = defaultdict(lambda: defaultdict(list))
    try:
        for triple in ox.parse(cast(io.BufferedReader, source.stream), format=format_):
            node = cast(Node, triple.subject)
            if isinstance(node, ox.NamedNode) and node.value != current:
                if current in nodes:
                    yield current, nodes
                current, count = node.value, 0
                nodes.clear()
            count += 1
            if count < _MOST:
                value = cast(Node | ox.Literal, triple.object).value
                name = node.value if isinstance(node, ox.NamedNode) else f"_:{node.value}"
                nodes[name][triple.predicate.value].append(
                    f"_:{value}" if isinstance(triple.object, ox.BlankNode) else value
                )
    except (SyntaxError, ValueError, OSError) as error:
        source.note(f"after {current or 'the beginning'}", f"no valid RDF ({' '.join(str(error).split())[:150]})")
    if current in nodes:
        yield current, nodes


def _short(term: str) -> str:
    for schema in _SCHEMA:
        if term.startswith(schema):
            return term[len(schema) :]
    return term


def _get(values: Values, *names: str) -> list[str]:
    return [value for name in names for schema in _SCHEMA for value in values.get(schema + name, ())]


def _first(values: Values, *names: str) -> str:
    return next(map(v.clean, _get(values, *names)), "")


def _tail(address: str, mark: str) -> str:
    return address.partition(mark)[2] if mark in address else ""


def _rdf_work(subject: str, values: Values, nodes: dict[str, Values], source: Source) -> Iterator[Record]:
    key = _tail(subject, "/rec/") or subject
    pages = _get(values, "doi", "primaryDocumentPage", "documentPage")
    kind = v.work_type(*(k.rpartition("#")[2] for k in _get(values, "bibtexType")))
    name = _first(values, "publishedIn", "publishedInJournal", "publishedInBook", "publishedInSeries")
    stream = next((_tail(s, "/streams/") for s in _get(values, "publishedInStream")), "")
    venue = Named(name, (Identifier("dblp", stream),) if stream else ()) if name else None
    year = _first(values, "yearOfPublication", "yearOfEvent")
    people = _rdf_authors(values, nodes, source, key)
    yield from _work(key, key, _first(values, "title"), people, pages, venue, year, kind, source)


def _rdf_authors(values: Values, nodes: dict[str, Values], source: Source, key: str) -> Iterator[Person | None]:
    signatures = [nodes[s] for s in _get(values, "hasSignature") if s in nodes]
    signed = [s for s in signatures if any(_short(t) == "AuthorSignature" for t in s.get(_TYPE, ()))]
    for signature in sorted(signed, key=lambda s: int(_first(s, "signatureOrdinal") or 0)):
        pid = next((_tail(c, "/pid/") for c in _get(signature, "signatureCreator")), "")
        yield _person(_first(signature, "signatureDblpName"), pid, _get(signature, "signatureOrcid"), source, key)


def _rdf_person(subject: str, values: Values, source: Source) -> Iterator[Record]:
    pid, same = _tail(subject, "/pid/"), values.get(_SAME, [])
    names = _get(values, "primaryCreatorName", "primaryFullCreatorName", "creatorName", "fullCreatorName",
                 "otherCreatorName")  # fmt: skip
    wikidata = (s.rpartition("/")[2] for s in (*same, *_get(values, "wikidata")) if "wikidata.org/" in s)
    numbers = [*_get(values, "orcid"), *(s for s in same if "orcid.org/" in s)]
    identifiers = v.distinct(
        (i for number in numbers for i in v.orcid(number, source, pid)),
        (Identifier("wikidata", q) for q in wikidata if q.startswith("Q")),
        (i for page in _get(values, "primaryHomepage")[:1] for i in v.web("homepage", page)),
    )
    places = map(v.clean, _get(values, "primaryAffiliation", "affiliation"))
    yield from _profile(pid, pid, [*map(v.clean, names or values.get(_LABEL, []))], identifiers, v.stays(places))
