"""Wikidata's JSON dump, an entity a line, as statements: labels, other names, and the values of its claims."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from graph_builder.read.records.opening import streams

ENTITY = "http://www.wikidata.org/entity/"
_DIRECT = "http://www.wikidata.org/prop/direct/"
_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
_ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"
Statement = tuple[str, str, object]


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
    subject = ENTITY + entity["id"]
    for name in (entity.get("labels") or {}).values():
        yield subject, _LABEL, ox.Literal(name["value"])
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
            return ox.NamedNode(ENTITY + value["id"])
        text = value.get("time") or value.get("text")
        return ox.Literal(text.lstrip("+")) if isinstance(text, str) else None
    return None
