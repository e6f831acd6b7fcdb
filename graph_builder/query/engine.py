"""Running queries: parameters become terms, the engine's answer becomes a table or triples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from graph_builder.model import QueryError
from graph_builder.query.catalogue import NamedQuery, catalogued, find
from graph_builder.query.guard import check, names_dataset, syntax_error
from graph_builder.query.index import named as by_index
from graph_builder.query.index.read import Index
from graph_builder.query.lookup import bind

# Where the pattern of a query begins, and a branch of a union; not one that begins with another pattern.
_BRANCH = re.compile(r"(?:\bWHERE\s*+\{(?:\s*+\{)?+|\bUNION\s*+\{)(?!\s*+(?:SELECT|\{))")

Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Row = tuple[Term | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The answer to a SELECT query: names of the columns, and rows of terms that are computed as they are read.

    An ASK query answers with one column ``answer`` and one row. *rows* can be read once.
    """

    columns: tuple[str, ...]
    rows: Iterator[Row]
    boolean: bool | None = None


@dataclass(frozen=True, slots=True)
class Triples:
    """The answer to a CONSTRUCT or DESCRIBE query: triples that are computed as they are read, once."""

    triples: Iterator[ox.Triple]


def run(
    store: ox.Store,
    query: NamedQuery | str | Path,
    params: Mapping[str, str | int | float] | None = None,
    index: Index | None = None,
) -> Table | Triples:
    """Return the answer of *store* to a query.

    Args:
        store: any pyoxigraph store; its default graph is taken as the union of all its graphs unless the query
            names others (FROM).
        query: a query of the catalogue, its name, a path, or SPARQL text.
        params: values by parameter; names of entities are looked up. Text without a header takes IRIs and literals
            for any variable that it projects.
        index: the index of this graph. Queries of the catalogue that are there in SQL too are asked of it: the rows
            are the same, in a fraction of the time.

    Returns:
        A Table for SELECT and ASK, Triples for CONSTRUCT and DESCRIBE.

    Raises:
        QueryError: the query or a parameter is unknown, missing or malformed, or the query is refused.

    >>> store = ox.Store()
    >>> thing = ox.NamedNode("http://example.org/a")
    >>> store.add(ox.Quad(thing, ox.NamedNode("http://example.org/p"), ox.Literal("x"), thing))
    >>> [row[0].value for row in run(store, "SELECT ?o { ?s ?p ?o }").rows]
    ['x']
    """
    named = query if isinstance(query, NamedQuery) else find(query)
    named = catalogued(named) or named
    check(named.text)
    given = bind(store, named, params or {})
    if index is not None and by_index.answers(index, named):
        columns, found = by_index.ask(index, named, given)
        if by_index.gives_triples(named):
            return Triples(ox.Triple(s, p, o or text) for s, p, o, text in found)  # type: ignore[arg-type]
        return Table(columns, found)
    # No name holds the answer here: rdflib's parser keeps frames alive, and what the engine gives may be dropped only
    # by the thread that asked.
    return _as_read(named, _ask_engine(store, named, given))


def rows(
    store: ox.Store,
    query: NamedQuery | str | Path,
    params: Mapping[str, str | int | float] | None = None,
    index: Index | None = None,
) -> list[dict[str, str | None]]:
    """Return the rows of a SELECT query as plain strings by column; an unbound column is None.

    Raises:
        QueryError: as for ``run``, or the query gives triples.

    >>> rows(ox.Store(), "employment")
    []
    """
    answer = run(store, query, params, index)
    if isinstance(answer, Triples):
        raise QueryError("this query gives triples, not rows; write it as RDF, or ask with SELECT")
    return [dict(zip(answer.columns, map(plain, row), strict=True)) for row in answer.rows]


def plain(term: Term | None) -> str | None:
    """Return a term as people read it: an IRI, the words of a literal, or None.

    >>> plain(ox.Literal("2023", datatype=ox.NamedNode("http://www.w3.org/2001/XMLSchema#gYear")))
    '2023'
    """
    if isinstance(term, ox.NamedNode | ox.Literal):
        return term.value
    return None if term is None else str(term)


def _ask_engine(
    store: ox.Store, query: NamedQuery, terms: Mapping[str, Term]
) -> ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples:
    substitutions = {ox.Variable(name): term for name, term in terms.items()}
    # The engine plans before it substitutes, as if nothing were bound; where it is told, it begins there.
    text = with_values(query.text, terms) if catalogued(query) else query.text
    try:
        union = not names_dataset(query.text)
        return store.query(text, use_default_graph_as_union=union, substitutions=substitutions)
    except SyntaxError as error:
        raise syntax_error(query.text, str(error)) from error
    except RuntimeError as error:
        raise QueryError(f"query {query.name}: {error}") from error


def with_values(text: str, terms: Mapping[str, Term]) -> str:
    """Return a query of the catalogue whose pattern, and each branch of a union, begins with terms for variables.

    >>> print(with_values("SELECT ?a WHERE { ?a ?b ?c }", {"a": ox.NamedNode("x:y")}))
    SELECT ?a WHERE { VALUES ?a { <x:y> } ?a ?b ?c }
    """
    values = "".join(f" VALUES ?{name} {{ {term} }}" for name, term in sorted(terms.items()))
    return _BRANCH.sub(lambda found: found[0] + values, text)


def _as_read(query: NamedQuery, answer: ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples) -> Table | Triples:
    """Keep the columns that the header names: a bound parameter has to be projected, and need not be shown."""
    if isinstance(answer, ox.QueryBoolean):
        return Table(("answer",), iter([(ox.Literal(bool(answer)),)]), bool(answer))
    if isinstance(answer, ox.QueryTriples):
        return Triples(iter(answer))
    present = [variable.value for variable in answer.variables]
    shown = tuple(column.name for column in query.columns if column.name in present) or tuple(present)
    places = [present.index(name) for name in shown]
    return Table(shown, _rows(query, answer, places))


def _rows(query: NamedQuery, answer: ox.QuerySolutions, places: list[int]) -> Iterator[Row]:
    try:
        for solution in answer:
            yield tuple(solution[place] for place in places)
    except (RuntimeError, OSError) as error:
        raise QueryError(f"query {query.name}: the store could not answer ({error})") from error
