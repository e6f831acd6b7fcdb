"""Candidates: what an outside catalogue knows under the names of a graph, from a dump or a SPARQL endpoint."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from graph_builder.model import EntityKind, Identifier, Named, Profile, ReadError, Record, Work
from graph_builder.read.records import records_in
from graph_builder.read.records.dblp import without_number
from graph_builder.read.records.opening import streams
from graph_builder.read.services.client import ServiceClient
from graph_builder.read.services.wanted import title_key

#: What a catalogue's identifiers are called in ours, and where they lead.
TARGETS: Mapping[str, tuple[str, str]] = {
    "wikidata": ("http://www.wikidata.org/entity/", "https://query.wikidata.org/sparql"),
    "dblp": ("https://dblp.org/", "https://sparql.dblp.org/sparql"),
    "openalex": ("https://openalex.org/", ""),
    "semopenalex": ("https://semopenalex.org/", "https://semopenalex.org/sparql"),
}
_NAMES = (
    "http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://www.w3.org/2004/02/skos/core#altLabel", "http://xmlns.com/foaf/0.1/name", "http://purl.org/dc/terms/title",
    "http://schema.org/name", "https://schema.org/name", "https://dblp.org/rdf/schema#title",
    "https://dblp.org/rdf/schema#primaryCreatorName", "https://dblp.org/rdf/schema#creatorName",
    "https://dbpedia.org/ontology/alternativeName",
)  # fmt: skip
"""Properties that name a thing in the RDF of the catalogues; in dumps and endpoints alike."""
_FORMATS = {".nt": "N_TRIPLES", ".nq": "N_QUADS", ".ttl": "TURTLE", ".trig": "TRIG", ".rdf": "RDF_XML"}
Statement = tuple[str, str, object]
_BATCH = 40
"""Names in one query: a request of some kilobytes."""
_ROWS = 10_000
"""Rows that are asked for at once: as many as Virtuoso gives by its usual settings before it cuts off unasked."""
_MOST = 200
"""Statements on one candidate that are looked at: some nodes have a million."""
_LONG = 6
"""Letters and digits from which a name may stand for somebody; too many people share shorter ones."""


@dataclass(slots=True)
class Candidate:
    """A thing of an outside catalogue: its IRI, names, identifiers, years, what it leads to, and the names of that."""

    iri: str
    kind: EntityKind | None = None
    names: set[str] = field(default_factory=set)
    identifiers: set[Identifier] = field(default_factory=set)
    years: set[str] = field(default_factory=set)
    near: set[str] = field(default_factory=set)
    leads: set[str] = field(default_factory=set)


def from_dump(path: Path, target: str, names: Collection[str]) -> Iterator[Candidate]:
    """Yield the candidates of a dump whose names are among *names*: RDF, or records of a known format; packed or not.

    Args:
        path: the file; its suffix says whether it is RDF (``.nt``, ``.ttl``, ``.nq``, ``.trig``, ``.rdf``, also
            ``.gz``). Of Wikidata anything else is its JSON, an entity a line.
        target: the catalogue's name in ``TARGETS``.
        names: the names that are wanted.

    Raises:
        ReadError: the file cannot be read, or is of no known format.
    """
    wanted = _keys(names)
    suffix = next((s for s in reversed(path.suffixes) if s in _FORMATS), "")
    try:
        if suffix:
            form = getattr(ox.RdfFormat, _FORMATS[suffix])
            yield from _of_statements(lambda: _statements(path, form), target, wanted)
            return
        if target == "wikidata":
            yield from _of_statements(lambda: wikidata_statements(path), target, wanted)
            return
        with path.open("rb") as file:
            for record in records_in(file, path.name, path.name):
                if isinstance(record, Record):
                    yield from _of_record(record, target, wanted)
    except (OSError, SyntaxError) as error:
        raise ReadError(f"{path}: cannot be read as a dump ({error}); give RDF or records of a catalogue") from error


def _keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(key for name in names if len(key := title_key(name)) >= _LONG or not name.isascii())


def _of_record(record: Record, target: str, wanted: Collection[str]) -> Iterator[Candidate]:
    about = record.about
    if isinstance(about, Work):
        near = {author.name for author in about.authors}
        years = {about.year[:4]} - {""}
        names = {about.title, *about.aliases}
        candidate = Candidate("", EntityKind.WORK, names, set(about.identifiers), years, near)
    elif isinstance(about, Profile):
        person = about.person
        near = {stay.organization.name for stay in person.stays} | {work.title for work in about.works}
        names = {person.name, *person.aliases}
        candidate = Candidate("", EntityKind.PERSON, names, set(person.identifiers), near=near)
    else:
        assert isinstance(about, Named)
        candidate = Candidate("", record.kind, {about.name, *about.aliases}, set(about.identifiers))
    own = sorted(i.value for i in candidate.identifiers if i.scheme == target.removeprefix("sem"))
    if own and _keys(candidate.names) & set(wanted):
        candidate.iri = own[0] if own[0].startswith("http") else TARGETS[target][0] + own[0]
        yield candidate


def _of_statements(
    read: Callable[[], Iterator[Statement]], target: str, wanted: Collection[str]
) -> Iterator[Candidate]:
    """Read a dump three times: the things with a wanted name, their statements, and the names of what they lead to."""
    found: dict[str, Candidate] = {}
    for subject, term, value in read():
        if term in _NAMES and isinstance(value, ox.Literal) and title_key(without_number(value.value)) in wanted:
            found.setdefault(subject, Candidate(subject))
    leads: dict[str, set[str]] = defaultdict(set)
    seen: dict[str, int] = defaultdict(int)
    for subject, term, value in read():
        if subject in found and seen[subject] < _MOST:
            seen[subject] += 1
            if isinstance(value, ox.NamedNode):
                leads[value.value].add(subject)
            add_statement(found[subject], term, value)
    for subject, term, value in read():
        if subject in leads and term in _NAMES and isinstance(value, ox.Literal):
            for one in leads[subject]:
                found[one].near.add(without_number(value.value))
    base = TARGETS[target][0]
    yield from (found[iri] for iri in sorted(found) if iri.startswith(base))


def _statements(path: Path, form: ox.RdfFormat) -> Iterator[Statement]:
    with path.open("rb") as file:
        for _, raw in streams(file, path.name, [], path.name):
            for quad in ox.parse(io.BufferedReader(raw), format=form, lenient=True):
                if isinstance(quad.subject, ox.NamedNode):
                    yield quad.subject.value, quad.predicate.value, quad.object


_KINDS = {
    "http://www.wikidata.org/entity/Q5": EntityKind.PERSON,
    "https://dblp.org/rdf/schema#Person": EntityKind.PERSON,
    "https://dblp.org/rdf/schema#Publication": EntityKind.WORK,
    "https://semopenalex.org/ontology/Author": EntityKind.PERSON,
    "https://semopenalex.org/ontology/Work": EntityKind.WORK,
    "https://semopenalex.org/ontology/Institution": EntityKind.ORGANIZATION,
    "http://schema.org/Person": EntityKind.PERSON,
    "https://schema.org/Person": EntityKind.PERSON,
    "http://xmlns.com/foaf/0.1/Person": EntityKind.PERSON,
}
_SCHEMES = (
    ("orcid", "orcid.org/"), ("doi", "doi.org/"), ("ror", "ror.org/"), ("wikidata", "wikidata.org/entity/"),
    ("openalex", "//openalex.org/"),
)  # fmt: skip
_PROPERTIES = {"P496": "orcid", "P356": "doi", "P6782": "ror", "P10283": "openalex"}


def add_statement(one: Candidate, term: str, value: object) -> None:
    """Put what a statement says of a candidate into it: a name, a kind, a year or an identifier."""
    text = value.value if isinstance(value, ox.NamedNode | ox.Literal) else ""
    if isinstance(value, ox.NamedNode):
        one.leads.add(text)
    if term in _NAMES:
        one.names.update((text, without_number(text)))
    elif text in _KINDS:
        one.kind = _KINDS[text]
    elif term.rsplit("/", 1)[-1] in _PROPERTIES:
        one.identifiers.add(_identifier(_PROPERTIES[term.rsplit("/", 1)[-1]], text))
    elif any(word in term.casefold() for word in ("year", "date", "p577")) and text[:4].isdigit():
        one.years.add(text[:4])
    elif "affiliation" in term.casefold() and isinstance(value, ox.Literal):
        one.near.add(text)
    else:
        one.identifiers.update(_identifier(s, text.partition(mark)[2]) for s, mark in _SCHEMES if mark in text)


def _identifier(scheme: str, value: str) -> Identifier:
    return Identifier(scheme, value.lower() if scheme == "doi" else value)


def from_endpoint(client: ServiceClient, target: str, names: Iterable[str]) -> Iterator[Candidate]:
    """Yield the candidates of a SPARQL endpoint with one of *names*, a batch of names a query.

    Raises:
        ReadError: the endpoint gives no answer.
    """
    waiting = iter(sorted({name for name in names if _keys([name])}))
    while batch := list(islice(waiting, _BATCH)):
        yield from _asked(client, target, batch)


def _asked(client: ServiceClient, target: str, names: list[str]) -> Iterator[Candidate]:
    """Yield the candidates of a batch of names, asked in halves where the endpoint has more than it may answer.

    Of a single name with so many statements nothing is taken: others with that name could be missing.
    """
    rows = list(_rows(client, _query(names)))
    if len(rows) >= _ROWS:
        middle = len(names) // 2
        for half in (names[:middle], names[middle:]) if middle else ():
            yield from _asked(client, target, half)
        return
    found: dict[str, Candidate] = {}
    for row in rows:
        if not row["item"].value.startswith(TARGETS[target][0]):
            continue
        one = found.setdefault(row["item"].value, Candidate(row["item"].value))
        add_statement(one, row["p"].value, row["o"])
        if "near" in row:
            one.near.add(without_number(row["near"].value))
    yield from (found[iri] for iri in sorted(found))


def _query(names: list[str]) -> str:
    """Return the query for a batch of names; they are written by the RDF library, which escapes them."""
    # An endpoint compares letter by letter; catalogues print titles with capitals, or only with the first.
    written = sorted({form for name in names for form in (name, name.capitalize())})
    forms = " ".join(f"{ox.Literal(name)} {ox.Literal(name, language='en')}" for name in written)
    terms = " ".join(f"<{term}>" for term in _NAMES)
    return (
        f"SELECT DISTINCT ?item ?p ?o ?near WHERE {{ VALUES ?form {{ {forms} }} VALUES ?naming {{ {terms} }} "
        f"?item ?naming ?form ; ?p ?o . OPTIONAL {{ VALUES ?named {{ {terms} }} ?o ?named ?near }} }} LIMIT {_ROWS}"
    )


def _rows(client: ServiceClient, query: str) -> Iterator[dict[str, ox.NamedNode | ox.Literal]]:
    content = client.get("", "application/sparql-results+json", json.loads, query=query)
    try:
        bindings = json.loads(content or b"{}").get("results", {}).get("bindings", [])
        for row in bindings:
            yield {
                name: ox.NamedNode(cell["value"]) if cell["type"] == "uri" else ox.Literal(cell["value"])
                for name, cell in row.items()
                if cell["type"] != "bnode"
            }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ReadError(f"{client.name}: gave an answer of an unknown form ({error}); is it an endpoint?") from error


# -- Wikidata's JSON dump, an entity a line, as statements: labels, other names, and the values of its claims

_ENTITY = "http://www.wikidata.org/entity/"
_DIRECT = "http://www.wikidata.org/prop/direct/"
_WIKIDATA_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
_ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"


def wikidata_statements(path: Path) -> Iterator[Statement]:
    """Yield what a dump says, entity by entity; lines that are no entity are passed over.

    Args:
        path: the file, packed or not.
    """
    with path.open("rb") as file:
        for _, raw in streams(file, path.name, [], path.name):
            for line in io.BufferedReader(raw):
                yield from of_line(line)


def of_line(line: bytes) -> Iterator[Statement]:
    """Yield the statements of one line, terms as in Wikidata's own RDF.

    >>> found = list(of_line(b'{"id": "Q1", "labels": {"en": {"value": "Ada"}}},'))
    >>> [(subject, value.value) for subject, _, value in found]
    [('http://www.wikidata.org/entity/Q1', 'Ada')]
    """
    try:
        entity = json.loads(line.strip().rstrip(b","))
        yield from list(_of_entity(entity))
    except (ValueError, KeyError, TypeError, AttributeError):
        return


def _of_entity(entity: Mapping[str, Any]) -> Iterator[Statement]:
    subject = _ENTITY + entity["id"]
    for name in (entity.get("labels") or {}).values():
        yield subject, _WIKIDATA_LABEL, ox.Literal(name["value"])
    for names in (entity.get("aliases") or {}).values():
        yield from ((subject, _ALIAS, ox.Literal(name["value"])) for name in names)
    for term, claims in (entity.get("claims") or {}).items():
        for claim in claims:
            snak = claim["mainsnak"]
            if claim.get("rank") != "deprecated" and snak["snaktype"] == "value":
                value = _value(snak["datavalue"]["value"])
                if value is not None:
                    yield subject, _DIRECT + term, value


def _value(value: object) -> ox.NamedNode | ox.Literal | None:
    if isinstance(value, str):
        return ox.Literal(value)
    if isinstance(value, Mapping):
        if "id" in value:
            return ox.NamedNode(_ENTITY + value["id"])
        text = value.get("time") or value.get("text")
        return ox.Literal(text.lstrip("+")) if isinstance(text, str) else None
    return None
