"""dblp RDF: publications with signatures, and people, in N-Triples and Turtle."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator
from typing import cast

import pyoxigraph as ox

from graph_builder.model import EntityKind, Identifier, Named, Person, Profile, Record, Stay, Work
from graph_builder.read.records.dblp_xml import without_number
from graph_builder.read.records.source import Source
from graph_builder.read.records.values import arxiv, clean, distinct, doi, orcid, web, work_type, year_of

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
            record = _person(subject, values, source)
        elif "Publication" in types:
            record = _work(subject, values, nodes, source)
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
    return next((clean(value) for name in names for value in _get(values, name)), "")


def _tail(address: str, mark: str) -> str:
    return address.partition(mark)[2] if mark in address else ""


def _work(subject: str, values: Values, nodes: dict[str, Values], source: Source) -> Record | None:
    key = _tail(subject, "/rec/") or subject
    title = _first(values, "title").removesuffix(".")
    if not title:
        source.note(key, "a publication without title")
        return None
    pages = [*_get(values, "doi"), *_get(values, "primaryDocumentPage"), *_get(values, "documentPage")]
    identifiers = distinct(
        (
            Identifier("dblp", key),
            *(i for page in pages for i in doi(page)),
            *(i for page in pages if "arxiv.org/" in page.lower() for i in arxiv(page)),
        )
    )
    kinds = [k.rpartition("#")[2] for k in _get(values, "bibtexType")]
    venue = _first(values, "publishedIn", "publishedInJournal", "publishedInBook", "publishedInSeries")
    stream = next((_tail(s, "/streams/") for s in _get(values, "publishedInStream")), "")
    work = Work(
        title,
        tuple(_authors(values, nodes)),
        identifiers,
        Named(venue, (Identifier("dblp", stream),) if stream else ()) if venue else None,
        year_of(_first(values, "yearOfPublication", "yearOfEvent")),
        work_type(*kinds),
    )
    return Record(EntityKind.WORK, key, work)


def _authors(values: Values, nodes: dict[str, Values]) -> Iterator[Person]:
    signatures = [nodes[s] for s in _get(values, "hasSignature") if s in nodes]
    signed = [s for s in signatures if any(_short(t) == "AuthorSignature" for t in s.get(_TYPE, ()))]
    for signature in sorted(signed, key=lambda s: int(_first(s, "signatureOrdinal") or 0)):
        printed = _first(signature, "signatureDblpName")
        name = without_number(printed)
        pid = next((_tail(c, "/pid/") for c in _get(signature, "signatureCreator")), "")
        numbers = (i for value in _get(signature, "signatureOrcid") for i in orcid(value))
        if name:
            numbered = (Identifier("dblp-name", printed),) if printed != name else ()
            yield Person(name, (*((Identifier("dblp", pid),) if pid else ()), *numbers, *numbered))


def _person(subject: str, values: Values, source: Source) -> Record | None:
    pid = _tail(subject, "/pid/")
    names = [
        clean(name)
        for field in (
            "primaryCreatorName",
            "primaryFullCreatorName",
            "creatorName",
            "fullCreatorName",
            "otherCreatorName",
        )
        for name in _get(values, field)
    ]
    names = names or [clean(name) for name in values.get(_LABEL, ())]
    if not pid or not names:
        return None
    own = without_number(names[0])
    numbers = [*_get(values, "orcid"), *(s for s in values.get(_SAME, ()) if "orcid.org/" in s)]
    wikidata = (
        s.rpartition("/")[2] for s in (*values.get(_SAME, ()), *_get(values, "wikidata")) if "wikidata.org/" in s
    )
    identifiers = distinct(
        (
            Identifier("dblp", pid),
            *(i for number in numbers for i in orcid(number, source, pid)),
            *(Identifier("wikidata", q) for q in wikidata if q.startswith("Q")),
            *(i for page in _get(values, "primaryHomepage")[:1] for i in web("homepage", page)),
            *(Identifier("dblp-name", n) for n in names if n != without_number(n)),
        )
    )
    aliases = tuple(n for n in dict.fromkeys(without_number(name) for name in names) if n != own)
    places = [clean(p) for field in ("primaryAffiliation", "affiliation") for p in _get(values, field)]
    stays = tuple(Stay(Named(place)) for place in dict.fromkeys(places) if place)
    return Record(EntityKind.PERSON, pid, Profile(Person(own, identifiers, aliases, stays)))
