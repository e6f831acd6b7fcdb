"""Named queries answered from an index: those for which ``queries/sql`` has the same question in SQL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import pyoxigraph as ox

from graph_builder.query.catalogue import NamedQuery, catalogue, queries_folder
from graph_builder.query.index.read import Index

Term = ox.NamedNode | ox.Literal

_INTEGER = ox.NamedNode("http://www.w3.org/2001/XMLSchema#integer")
_DECIMAL = ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal")
_PAIRS = ("coauthor", "collaboration")


@lru_cache
def sql_of(name: str) -> str:
    """Return a named query in SQL, or nothing if it is there in SPARQL alone.

    A column is called as in SPARQL; with ``iri``, ``integer`` or ``decimal`` after its name it holds such, else text.
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
    kinds = [kind for _, _, kind in headings]
    return [name for name, _, _ in headings], (tuple(map(_term, row, kinds)) for row in found)


def _plain(term: ox.NamedNode | ox.Literal | None) -> str | float | None:
    if isinstance(term, ox.Literal) and term.datatype.value.endswith(("#integer", "#decimal")):
        return float(term.value)
    return term.value if term is not None else None


def _term(value: str | float | None, kind: str) -> Term | None:
    if value is None:
        return None
    if kind == "iri":
        return ox.NamedNode(str(value))
    if kind == "integer":
        return ox.Literal(str(value), datatype=_INTEGER)
    if kind == "decimal":
        return ox.Literal(_decimal(value), datatype=_DECIMAL)
    return ox.Literal(str(value))


@lru_cache(maxsize=10_000)
def _decimal(value: str | float) -> str:
    """Return a number as the engine writes decimals.

    >>> _decimal(0.5), _decimal(1.0), _decimal(0.00001), _decimal("0.123456789012345678")
    ('0.5', '1', '0.00001', '0.123456789012345678')
    """
    text = value if isinstance(value, str) else f"{value:.12f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
