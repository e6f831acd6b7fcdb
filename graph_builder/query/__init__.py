"""Find and run a question: the catalogue of named queries, parameters bound as terms, answers row by row."""

from graph_builder.query.catalogue import (
    Column,
    NamedQuery,
    Parameter,
    ParameterKind,
    catalogue,
    catalogued,
    find,
    queries_folder,
)
from graph_builder.query.confident import confident
from graph_builder.query.engine import Row, Table, Term, Triples, plain, rows, run

__all__ = [
    "Column",
    "NamedQuery",
    "Parameter",
    "ParameterKind",
    "Row",
    "Table",
    "Term",
    "Triples",
    "catalogue",
    "catalogued",
    "confident",
    "find",
    "plain",
    "queries_folder",
    "rows",
    "run",
]
