"""Named queries answered from an index: those for which ``queries/sql`` has the same question in SQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import pyoxigraph as ox

from graph_builder.query.catalogue import NamedQuery, catalogued, queries_folder
from graph_builder.query.index.read import Index

Term = ox.NamedNode | ox.Literal

_GIVES_TRIPLES = re.compile(r"(?m)^CONSTRUCT\b")
_TRIPLE = ("iri", "iri", "iri", "")
_XSD = "http://www.w3.org/2001/XMLSchema#"
_PAIRS = ("coauthor", "collaboration")


@lru_cache
def sql_of(name: str) -> str:
    """Return a named query in SQL, or nothing if it is there in SPARQL alone.

    A column is called as in SPARQL; with ``iri``, ``integer`` or ``decimal`` after its name it holds such, else text.
    Triples have four columns: addresses of subject, predicate and object, and a text where the object is one.
    Parameters that are not given are NULL.

    >>> "FROM coauthor" in sql_of("coauthor_edges"), sql_of("evidence")
    (True, '')
    """
    path = queries_folder() / "sql" / f"{name}.sql"
    return path.read_text("utf-8") if path.is_file() else ""


def answers(index: Index, query: NamedQuery) -> bool:
    """Return whether an index can answer a query: one of the catalogue, and not a file or text of the same name."""
    text = sql_of(query.name)
    if not text or catalogued(query) != query:
        return False
    return index.has_pairs or not any(f"FROM {name}" in text for name in _PAIRS)


def ask(
    index: Index, query: NamedQuery, given: Mapping[str, ox.NamedNode | ox.Literal]
) -> tuple[tuple[str, ...], Iterator[tuple[Term | None, ...]]]:
    """Return the columns of a named query and its rows, in the order that the query in SPARQL gives them.

    Args:
        index: an index that ``answers`` the query.
        query: a query of the catalogue.
        given: terms by parameter.
    """
    cursor = index.ask(sql_of(query.name), {p.name: _plain(given.get(p.name)) for p in query.parameters})
    headings = [heading[0].partition(" ") for heading in cursor.description]
    kinds = _TRIPLE if gives_triples(query) else [kind for _, _, kind in headings]
    makers = [_MAKERS[kind] for kind in kinds]
    rows = (
        tuple(None if value is None else make(value) for make, value in zip(makers, row, strict=True)) for row in cursor
    )
    return tuple(name for name, _, _ in headings), rows


def gives_triples(query: NamedQuery) -> bool:
    """Return whether a named query gives triples, and not rows."""
    return bool(_GIVES_TRIPLES.search(query.text))


def _plain(term: ox.NamedNode | ox.Literal | None) -> str | float | None:
    if isinstance(term, ox.Literal) and term.datatype.value.endswith(("#integer", "#decimal")):
        return float(term.value)
    return term.value if term is not None else None


def _decimal(value: str | float) -> ox.Literal:
    """Return a number as the engine writes decimals.

    >>> [_decimal(number).value for number in (0.5, 1.0, 0.00001, "0.123456789012345678")]
    ['0.5', '1', '0.00001', '0.123456789012345678']
    """
    text = value if isinstance(value, str) else f"{value:.12f}"
    return ox.Literal(text.rstrip("0").rstrip(".") if "." in text else text, datatype=ox.NamedNode(_XSD + "decimal"))


def _integer(value: str | float) -> ox.Literal:
    return ox.Literal(str(value), datatype=ox.NamedNode(_XSD + "integer"))


_MAKERS: Mapping[str, Callable[[Any], Term]] = {
    "": lambda value: ox.Literal(str(value)),
    "iri": ox.NamedNode,
    "integer": _integer,
    "decimal": _decimal,
}
