"""dblp: publications and people of the dump and of people's pages in XML, and of the RDF in N-Triples and Turtle."""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import cast

import pyoxigraph as ox

from graph_builder.model import EntityKind, Identifier, Named, Person, Profile, Record, Stay, Work
from graph_builder.read.records import values as v
from graph_builder.read.records.source import Source
from graph_builder.read.records.xml_stream import Element, child_text, children, local, text_of, xml_elements

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
        record = (
            _person_record(element, key, source) if tag in ("www", "person") else _work_record(element, key, source)
        )
        if record is not None:
            yield record


def _work_record(element: Element, key: str, source: Source) -> Record | None:
    title = v.clean(child_text(element, "title")).removesuffix(".")
    where = key or f"line {element.sourceline}"
    if not title:
        source.note(where, "a publication without title")
        return None
    addresses = [v.clean(e.text) for e in (*children(element, "ee"), *children(element, "url"))]
    identifiers = v.distinct(
        (Identifier("dblp", key),) if key else (),
        (i for address in addresses for i in v.doi(address)),
        (i for address in addresses if "arxiv" in address.lower() for i in v.arxiv(address)),
        arxiv_volume(child_text(element, "volume")),
    )
    authors = tuple(p for e in children(element, "author") if (p := _author(e, source, where)))
    kind = element.get("publtype") if child_text(element, "journal") in _PREPRINTS else ""
    work = Work(
        title,
        authors,
        identifiers,
        _venue(element, key),
        v.year_of(child_text(element, "year")),
        v.work_type(kind, local(element)),
        "",
    )
    return Record(EntityKind.WORK, where, work)


def arxiv_volume(volume: str) -> tuple[Identifier, ...]:
    """Return the arXiv identifier that CoRR has for a volume: ``abs/1706.03762``."""
    return v.arxiv(volume) if volume.startswith("abs/") else ()


def without_number(name: str) -> str:
    """Return a name without the number that dblp gives to namesakes.

    >>> without_number("Wei Wang 0001"), without_number("Orwell's 1984")
    ('Wei Wang', "Orwell's 1984")
    """
    return _NUMBER.sub("", name)


def _author(element: Element, source: Source, where: str) -> Person | None:
    printed = v.clean(element.text)
    name = without_number(printed)
    if not name:
        return None
    pid = element.get("pid", "")
    identifiers = (
        *((Identifier("dblp", pid),) if pid else ()),
        *v.orcid(element.get("orcid"), source, where),
        *((Identifier("dblp-name", printed),) if printed != name else ()),
    )
    return Person(name, identifiers)


def _venue(element: Element, key: str) -> Named | None:
    school = v.clean(child_text(element, "school"))
    name = v.clean(child_text(element, "journal")) or v.clean(child_text(element, "booktitle")) or school
    if not name:
        return None
    if name in _PREPRINTS:
        return Named("arXiv", aliases=(name,))
    stream = _STREAM.match(key)
    return Named(name, (Identifier("dblp", stream[0]),) if stream and name != school else ())


def _person_record(element: Element, key: str, source: Source) -> Record | None:
    names = [text for e in children(element, "author") if (text := v.clean(e.text))]
    pid = _PID.match(key)
    if not names or pid is None:
        # Web pages of things that are no people stand under the same name.
        return None
    own = without_number(names[0])
    aliases = tuple(n for n in dict.fromkeys(without_number(name) for name in names) if n != own)
    numbered = tuple(Identifier("dblp-name", name) for name in names if name != without_number(name))
    person = Person(
        own,
        v.distinct((Identifier("dblp", pid[1]),), numbered, _addresses(element, source, key)),
        aliases,
        tuple(_stays(element)),
    )
    return Record(EntityKind.PERSON, key, Profile(person))


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
            record = _rdf_person(subject, values, source)
        elif "Publication" in types:
            record = _rdf_work(subject, values, nodes, source)
        else:
            continue
        if record is not None:
            yield record


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


def _get(values: Values, name: str) -> list[str]:
    return [value for schema in _SCHEMA for value in values.get(schema + name, ())]


def _first(values: Values, *names: str) -> str:
    return next((v.clean(value) for name in names for value in _get(values, name)), "")


def _tail(address: str, mark: str) -> str:
    return address.partition(mark)[2] if mark in address else ""


def _rdf_work(subject: str, values: Values, nodes: dict[str, Values], source: Source) -> Record | None:
    key = _tail(subject, "/rec/") or subject
    title = _first(values, "title").removesuffix(".")
    if not title:
        source.note(key, "a publication without title")
        return None
    pages = [*_get(values, "doi"), *_get(values, "primaryDocumentPage"), *_get(values, "documentPage")]
    identifiers = v.distinct(
        (Identifier("dblp", key),),
        (i for page in pages for i in v.doi(page)),
        (i for page in pages if "arxiv.org/" in page.lower() for i in v.arxiv(page)),
    )
    kinds = [k.rpartition("#")[2] for k in _get(values, "bibtexType")]
    venue = _first(values, "publishedIn", "publishedInJournal", "publishedInBook", "publishedInSeries")
    stream = next((_tail(s, "/streams/") for s in _get(values, "publishedInStream")), "")
    work = Work(
        title,
        tuple(_rdf_authors(values, nodes)),
        identifiers,
        Named(venue, (Identifier("dblp", stream),) if stream else ()) if venue else None,
        v.year_of(_first(values, "yearOfPublication", "yearOfEvent")),
        v.work_type(*kinds),
    )
    return Record(EntityKind.WORK, key, work)


def _rdf_authors(values: Values, nodes: dict[str, Values]) -> Iterator[Person]:
    signatures = [nodes[s] for s in _get(values, "hasSignature") if s in nodes]
    signed = [s for s in signatures if any(_short(t) == "AuthorSignature" for t in s.get(_TYPE, ()))]
    for signature in sorted(signed, key=lambda s: int(_first(s, "signatureOrdinal") or 0)):
        printed = _first(signature, "signatureDblpName")
        name = without_number(printed)
        pid = next((_tail(c, "/pid/") for c in _get(signature, "signatureCreator")), "")
        numbers = (i for value in _get(signature, "signatureOrcid") for i in v.orcid(value))
        if name:
            numbered = (Identifier("dblp-name", printed),) if printed != name else ()
            yield Person(name, (*((Identifier("dblp", pid),) if pid else ()), *numbers, *numbered))


def _rdf_person(subject: str, values: Values, source: Source) -> Record | None:
    pid = _tail(subject, "/pid/")
    names = [
        v.clean(name)
        for field in (
            "primaryCreatorName",
            "primaryFullCreatorName",
            "creatorName",
            "fullCreatorName",
            "otherCreatorName",
        )
        for name in _get(values, field)
    ]
    names = names or [v.clean(name) for name in values.get(_LABEL, ())]
    if not pid or not names:
        return None
    own = without_number(names[0])
    numbers = [*_get(values, "orcid"), *(s for s in values.get(_SAME, ()) if "orcid.org/" in s)]
    wikidata = (
        s.rpartition("/")[2] for s in (*values.get(_SAME, ()), *_get(values, "wikidata")) if "wikidata.org/" in s
    )
    identifiers = v.distinct(
        (Identifier("dblp", pid),),
        (i for number in numbers for i in v.orcid(number, source, pid)),
        (Identifier("wikidata", q) for q in wikidata if q.startswith("Q")),
        (i for page in _get(values, "primaryHomepage")[:1] for i in v.web("homepage", page)),
        (Identifier("dblp-name", n) for n in names if n != without_number(n)),
    )
    aliases = tuple(n for n in dict.fromkeys(without_number(name) for name in names) if n != own)
    places = [v.clean(p) for field in ("primaryAffiliation", "affiliation") for p in _get(values, field)]
    stays = tuple(Stay(Named(place)) for place in dict.fromkeys(places) if place)
    return Record(EntityKind.PERSON, pid, Profile(Person(own, identifiers, aliases, stays)))
