"""Named queries answered from an index: those for which ``queries/sql`` has the same question in SQL."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain, repeat
from typing import Any

import pyoxigraph as ox

from graph_builder.query.blocks import MOST, Block, Blocks, Cells, cells_of, maker
from graph_builder.query.catalogue import NamedQuery, catalogued, queries_folder
from graph_builder.query.index import listing
from graph_builder.query.index.read import Index

Value = str | float | None

_GIVES_TRIPLES = re.compile(r"(?m)^CONSTRUCT\b")
_TRIPLE = ("iri", "iri", "iri", "")
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
    index: Index, query: NamedQuery, given: Mapping[str, ox.NamedNode | ox.Literal], keep: bool = False
) -> tuple[tuple[str, ...], Blocks]:
    """Return the columns of a named query and its rows, in the order that the query in SPARQL gives them.

    Args:
        index: an index that ``answers`` the query.
        query: a query of the catalogue.
        given: terms by parameter.
        keep: whether a long answer is kept for who asks the same again.
    """
    values = {parameter.name: _plain(given.get(parameter.name)) for parameter in query.parameters}
    path = listing.place_of(index.path, query.name, sql_of(query.name))
    if keep and (known := listing.try_read(path)):
        return known[0].names, known[1]
    cursor = index.ask(sql_of(query.name), values)
    headings = [heading[0].partition(" ") for heading in cursor.description]
    kinds = tuple(_TRIPLE if gives_triples(query) else (kind for _, _, kind in headings))
    heading = listing.Heading(tuple(name for name, _, _ in headings), kinds)
    found = _blocks(cursor, kinds)
    return heading.names, Blocks(kinds, listing.kept(heading, found, path) if keep else found)


def gives_triples(query: NamedQuery) -> bool:
    """Return whether a named query gives triples, and not rows."""
    return bool(_GIVES_TRIPLES.search(query.text))


def triples(blocks: Blocks) -> Iterator[ox.Triple]:
    """Return the triples of blocks with four columns: subject, predicate, object, a text where that is one."""
    makers = [maker(kind) for kind in blocks.kinds]
    return chain.from_iterable(
        _triples(*(column.each(make) for make, column in zip(makers, block, strict=True))) for block in blocks.found
    )


def _triples(subjects: Any, predicates: Any, objects: Any, texts: Any) -> Iterator[ox.Triple]:
    values = [value or text for value, text in zip(objects, texts, strict=True)]
    return map(ox.Triple, subjects, predicates, values)


def _blocks(cursor: sqlite3.Cursor, kinds: tuple[str, ...]) -> Iterator[Block]:
    """Yield the rows of an answer, few at first: who looks at the first ones need not wait for others."""
    for size in chain((100, 1000), repeat(MOST)):
        if not (rows := cursor.fetchmany(size)):
            return
        yield tuple(map(_cells, zip(*rows, strict=True), kinds))


def _cells(values: tuple[Value, ...], kind: str) -> Cells:
    return cells_of(values, lambda value: _text(value, kind))


def _plain(term: ox.NamedNode | ox.Literal | None) -> str | float | None:
    if isinstance(term, ox.Literal) and term.datatype.value.endswith(("#integer", "#decimal")):
        return float(term.value)
    return term.value if term is not None else None


def _text(value: Value, kind: str) -> str | None:
    if value is None:
        return None
    return _decimal(value) if kind == "decimal" else str(value)


def _decimal(value: str | float) -> str:
    """Return a number as the engine writes decimals.

    >>> _decimal(0.5), _decimal(1.0), _decimal(0.00001), _decimal("0.123456789012345678")
    ('0.5', '1', '0.00001', '0.123456789012345678')
    """
    text = value if isinstance(value, str) else f"{value:.12f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
