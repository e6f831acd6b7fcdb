"""Named queries answered from an index: those for which ``queries/sql`` has the same question in SQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import pyoxigraph as ox

from graph_builder.query.catalogue import NamedQuery, catalogue, queries_folder
from graph_builder.query.index.read import Index

Term = ox.NamedNode | ox.Literal
Value = str | float | None

_INTEGER = ox.NamedNode("http://www.w3.org/2001/XMLSchema#integer")
_DECIMAL = ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal")
_GIVES_TRIPLES = re.compile(r"(?m)^CONSTRUCT\b")
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
    """Tell whether an index can answer a query: one of the catalogue, and not a file or text of the same name."""
    text = sql_of(query.name)
    if not text or query not in catalogue():
        return False
    return index.has_pairs or not any(f"FROM {name}" in text for name in _PAIRS)


def ask(
    index: Index, query: NamedQuery, given: Mapping[str, ox.NamedNode | ox.Literal]
) -> tuple[list[str], Iterator[tuple[Term | None, ...]]]:
    """Return the columns of a named query and its rows, in the order that the query in SPARQL gives them."""
    values = {parameter.name: _plain(given.get(parameter.name)) for parameter in query.parameters}
    found = index.ask(sql_of(query.name), values)
    headings = [heading[0].partition(" ") for heading in found.description]
    makers = [_MAKERS[kind] for _, _, kind in headings]
    made = (tuple([make(value) for make, value in zip(makers, row)]) for row in found)  # noqa: B905 rows are as long
    return [name for name, _, _ in headings], made


def triples(
    index: Index, query: NamedQuery, given: Mapping[str, ox.NamedNode | ox.Literal]
) -> Iterator[ox.Triple] | None:
    """Return the triples of a named query that gives triples, else None."""
    if not _GIVES_TRIPLES.search(query.text):
        return None
    found = index.ask(sql_of(query.name), {each.name: _plain(given.get(each.name)) for each in query.parameters})
    predicate = lru_cache(ox.NamedNode)
    return (
        ox.Triple(ox.NamedNode(s), predicate(p), ox.Literal(text) if o is None else ox.NamedNode(o))
        for s, p, o, text in found
    )


def _plain(term: ox.NamedNode | ox.Literal | None) -> str | float | None:
    if isinstance(term, ox.Literal) and term.datatype.value.endswith(("#integer", "#decimal")):
        return float(term.value)
    return term.value if term is not None else None


def _iri(value: Value) -> Term | None:
    return None if value is None else ox.NamedNode(value)  # type: ignore[arg-type]


def _text(value: Value) -> Term | None:
    return None if value is None else ox.Literal(str(value))


@lru_cache(maxsize=10_000)
def _integer(value: Value) -> Term | None:
    return None if value is None else ox.Literal(str(value), datatype=_INTEGER)


@lru_cache(maxsize=10_000)
def _number(value: Value) -> Term | None:
    return None if value is None else ox.Literal(_decimal(value), datatype=_DECIMAL)


def _decimal(value: str | float) -> str:
    """Return a number as the engine writes decimals.

    >>> _decimal(0.5), _decimal(1.0), _decimal(0.00001), _decimal("0.123456789012345678")
    ('0.5', '1', '0.00001', '0.123456789012345678')
    """
    text = value if isinstance(value, str) else f"{value:.12f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


_MAKERS: Mapping[str, Callable[[Value], Term | None]] = {
    "": _text,
    "iri": _iri,
    "integer": _integer,
    "decimal": _number,
}
"""What makes the terms of a column, by the kind that its heading names."""
