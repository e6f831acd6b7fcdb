"""Find and run a question: the catalogue of named queries, parameters bound as terms, answers row by row."""

from graph_builder.query.blocks import Block, Blocks, Cells, cells_of
from graph_builder.query.blocks import maker as term_maker
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
from graph_builder.query.paths import CONNECTIONS, shortest_path

__all__ = [
    "CONNECTIONS",
    "Block",
    "Blocks",
    "Cells",
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
    "cells_of",
    "confident",
    "find",
    "plain",
    "queries_folder",
    "rows",
    "run",
    "shortest_path",
    "term_maker",
]
