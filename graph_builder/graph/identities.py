"""The quads of entities: what belongs to no single source, in the graph of identities."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote

import pyoxigraph as ox
from pyoxigraph import NamedNode

from graph_builder.graph import literals
from graph_builder.graph import vocabulary as v
from graph_builder.graph.iris import DEFAULT_BASE, Minter
from graph_builder.graph.ntriples import PREDICATES as _P
from graph_builder.graph.ntriples import iri, text
from graph_builder.model import Entity, EntityKind, Identifier

_WEB = re.compile(r"https?://[^/?#]", re.IGNORECASE)
_HOST = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?:[/:?#]|$)")

_PERSON, _WORK, _VENUE, _ORGANIZATION = EntityKind.PERSON, EntityKind.WORK, EntityKind.VENUE, EntityKind.ORGANIZATION

PATTERNS: dict[str, str | dict[EntityKind, str]] = {
    "orcid": "https://orcid.org/{}",
    "doi": "https://doi.org/{}",
    "arxiv": "https://arxiv.org/abs/{}",
    "openalex": "https://openalex.org/{}",
    "wikidata": "http://www.wikidata.org/entity/{}",
    "ror": "https://ror.org/{}",
    "github": "https://github.com/{}",
    "dblp": {
        _PERSON: "https://dblp.org/pid/{}",
        _WORK: "https://dblp.org/rec/{}",
        _VENUE: "https://dblp.org/streams/{}",
    },
    "openreview": {_PERSON: "https://openreview.net/profile?id={}", _WORK: "https://openreview.net/forum?id={}"},
    "acl": {
        _PERSON: "https://aclanthology.org/people/{}",
        _WORK: "https://aclanthology.org/{}",
        _VENUE: "https://aclanthology.org/venues/{}",
    },
    "s2": {_PERSON: "https://www.semanticscholar.org/author/{}", _WORK: "https://www.semanticscholar.org/paper/{}"},
    "scholar": {_PERSON: "https://scholar.google.com/citations?user={}"},
}
"""The IRI of an identifier by its scheme, and by the entity's kind where that matters."""


def identity_lines(entities: Iterable[Entity], base: str = DEFAULT_BASE) -> Iterator[str]:
    """Yield N-Quads of entities in the graph ``<base>identity``: class, names, identifiers, parent and homepage.

    Every identifier is kept as text (``dcterms:identifier "doi:10.1000/xyz"``); those that have an address in the web
    are also a ``schema:sameAs``.

    Raises GraphBuilderError if *base* is not an absolute IRI that ends in ``/`` or ``#``.

    >>> ada = Entity(EntityKind.PERSON, "ada", "Ada", identifiers=(Identifier("orcid", "0000-0001"),))
    >>> "<https://orcid.org/0000-0001>" in next(identity_lines([ada]))
    True
    """
    minter = Minter(base)
    end = f" {minter.identity} .\n"
    for entity in entities:
        yield "".join(dict.fromkeys(_entity(entity, minter, end)))


def _entity(entity: Entity, minter: Minter, end: str) -> Iterator[str]:
    node = iri(minter.entity(entity.kind, entity.key))
    yield f"{node}{_P.TYPE}{v.ENTITY_CLASS[entity.kind]}{end}"
    yield f"{node}{_P.LABEL}{text(entity.name)}{end}"
    for name in entity.names:
        if name != entity.name:
            yield f"{node}{_P.ALT_LABEL}{text(name)}{end}"
    for identifier in entity.identifiers:
        yield f"{node}{_P.IDENTIFIER}{text(f'{identifier.scheme}:{identifier.value}')}{end}"
        if address := identifier_iri(identifier, entity.kind):
            yield f"{node}{_P.SAME_AS}{address}{end}"
    if entity.parent and entity.parent != entity.key and entity.kind in v.PARENT:
        yield f"{node} {v.PARENT[entity.kind]} {iri(minter.entity(entity.kind, entity.parent))}{end}"
    for successor in entity.successors:
        yield f"{node}{_P.REPLACED_BY}{iri(minter.entity(entity.kind, successor))}{end}"
    if entity.kind is _ORGANIZATION and (year := literals.year(entity.year)):
        yield f"{node}{_P.DISSOLVED}{year}{end}"
    if entity.kind is _VENUE and entity.type:
        yield f"{node}{_P.VENUE_TYPE}{text(entity.type)}{end}"
    if entity.kind is _VENUE and (year := literals.year(entity.year)):
        yield f"{node}{_P.EDITION_YEAR}{year}{end}"
    if entity.country:
        yield f"{node}{_P.COUNTRY}{text(entity.country)}{end}"
    if entity.place:
        for predicate, degrees in zip((_P.LATITUDE, _P.LONGITUDE), entity.place.split(","), strict=True):
            yield f"{node}{predicate}{ox.Literal(degrees, datatype=v.XSD_DECIMAL)}{end}"
    for former in entity.former:
        yield f"{iri(minter.entity(entity.kind, former))}{_P.NOW}{node}{end}"
    if entity.homepage and (page := web_iri(entity.homepage)):
        yield f"{node}{_P.HOMEPAGE}{page}{end}"


def identifier_iri(identifier: Identifier, kind: EntityKind) -> NamedNode | None:
    """Return the IRI of an identifier of an entity of *kind*, or None if its scheme has none.

    >>> identifier_iri(Identifier("doi", "10.1000/a<b>"), EntityKind.WORK).value
    'https://doi.org/10.1000/a%3Cb%3E'
    """
    if identifier.scheme in ("homepage", "url"):
        return web_iri(identifier.value)
    pattern = PATTERNS.get(identifier.scheme)
    if isinstance(pattern, dict):
        pattern = pattern.get(kind)
    value = identifier.value.strip()
    if pattern is None or not value:
        return None
    if identifier.scheme == "dblp":  # its keys come with their folder or without it: rec/conf/x/1 or conf/x/1
        value = value.removeprefix(pattern.split("/")[-2] + "/")
    return NamedNode(pattern.format(quote(value, safe="/:;()~", errors="surrogatepass")))


def web_iri(address: str) -> NamedNode | None:
    """Return a web address as an IRI, or None if it is none. Only http and https are: no script may hide in a link.

    >>> web_iri("example.org/~ada b").value, web_iri("javascript:alert(1)")
    ('https://example.org/~ada%20b', None)
    """
    address = address.strip()
    if not _WEB.match(address):
        if not _HOST.match(address):
            return None
        address = "https://" + address
    try:
        return NamedNode(quote(address, safe="/:?#@!$&'()*+,;=~%", errors="surrogatepass"))
    except ValueError:
        return None
