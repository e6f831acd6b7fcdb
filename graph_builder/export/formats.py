"""The formats that exports know: one table for each kind of content, each row with name, suffixes and writer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Generic, TypeVar

from pyoxigraph import RdfFormat

from graph_builder.export import field_formats as field
from graph_builder.export import network, rdf, tables
from graph_builder.export.columnar import write_duckdb, write_ladybug, write_parquet_folder
from graph_builder.export.csv_formats import GREMLIN, NEO4J, OPENCYPHER, write_edge_lists
from graph_builder.export.cypher import write_script
from graph_builder.export.field_formats import Gatherer
from graph_builder.export.files import count_json_network, count_statements, count_xml_network
from graph_builder.export.property_graph import Progress, PropertyGraph
from graph_builder.export.rdf import Statements
from graph_builder.export.tables import write_parquet
from graph_builder.model import EntityKind, GraphBuilderError
from graph_builder.query.engine import Table

if TYPE_CHECKING:
    from graph_builder.export.network import Network

Counts = dict[str, int]
TableWriter = Callable[[Table, IO[bytes]], None]
RdfWriter = Callable[[Statements, IO[bytes]], None]
NetworkWriter = Callable[["Network", IO[bytes]], None]
PropertyWriter = Callable[[PropertyGraph, Path, Progress], Counts]
FieldWriter = Callable[[Gatherer, str], tuple[str, Counts]]

Writer = TypeVar("Writer")


@dataclass(frozen=True, slots=True)
class Format(Generic[Writer]):
    """A format: its name, the suffixes of its files, its media type, what it is, and its writer.

    *count* reads a written file back and counts what is in it. *named_graphs* tells whether a format of RDF keeps
    them, *kinds* are the kinds of things that a format for one thing can hold.
    """

    name: str
    suffixes: tuple[str, ...]
    media_type: str
    what: str
    write: Writer
    count: Callable[[IO[bytes]], Counts] | None = None
    named_graphs: bool = False
    kinds: tuple[EntityKind, ...] = ()


def _by_name(rows: Iterable[Format[Writer]]) -> Mapping[str, Format[Writer]]:
    return {row.name: row for row in rows}


def _rdf(
    name: str, suffixes: tuple[str, ...], form: RdfFormat, named_graphs: bool, write: RdfWriter | None = None
) -> Format[RdfWriter]:
    what = f"RDF, {'with' if named_graphs else 'without'} named graphs"
    writer = write or partial(rdf.serialize, form)
    return Format(name, suffixes, form.media_type, what, writer, count_statements(form), named_graphs)


TABLE_FORMATS: Mapping[str, Format[TableWriter]] = _by_name(
    Format(name, suffixes, media_type, "rows of an answer", write)
    for name, suffixes, media_type, write in (
        ("table", (".txt",), "text/plain", tables.text_writer(tables.text_table, "\n")),
        ("csv", (".csv",), "text/csv", tables.text_writer(tables.csv_lines)),
        ("tsv", (".tsv",), "text/tab-separated-values", tables.text_writer(tables.tsv_lines)),
        ("json", (".json", ".srj"), "application/sparql-results+json", tables.text_writer(tables.json_chunks)),
        ("xml", (".xml", ".srx"), "application/sparql-results+xml", tables.text_writer(tables.xml_chunks)),
        ("jsonl", (".jsonl", ".ndjson"), "application/jsonl", tables.text_writer(tables.json_lines)),
        ("parquet", (".parquet",), "application/vnd.apache.parquet", write_parquet),
    )
)
"""Formats of the rows of an answer."""

GRAPH_FORMATS: Mapping[str, Format[RdfWriter]] = _by_name(
    (
        _rdf("nquads", (".nq",), RdfFormat.N_QUADS, True),
        _rdf("trig", (".trig",), RdfFormat.TRIG, True),
        _rdf("turtle", (".ttl",), RdfFormat.TURTLE, False),
        _rdf("ntriples", (".nt",), RdfFormat.N_TRIPLES, False),
        _rdf("rdfxml", (".rdf", ".owl"), RdfFormat.RDF_XML, False, rdf.write_rdf_xml),
        _rdf("jsonld", (".jsonld",), RdfFormat.JSON_LD, True, rdf.write_json_ld),
    )
)
"""Formats of RDF: for the whole graph, and for the answers to CONSTRUCT and DESCRIBE."""

NETWORK_FORMATS: Mapping[str, Format[NetworkWriter]] = _by_name(
    Format(name, suffixes, media_type, "network of entities", write, count)
    for name, suffixes, media_type, write, count in (
        ("graphml", (".graphml",), "application/graphml+xml", network.write_graphml, count_xml_network),
        ("gexf", (".gexf",), "application/gexf+xml", network.write_gexf, count_xml_network),
        ("cytoscape", (".cyjs",), "application/json", network.write_cytoscape, count_json_network),
        ("graphology", (".json",), "application/json", network.write_graphology, count_json_network),
    )
)
"""Formats of the network of entities."""

PROPERTY_FORMATS: Mapping[str, Format[PropertyWriter]] = _by_name(
    Format(name, suffixes, "", what, write)
    for name, suffixes, what, write in (
        ("neo4j", (), "a folder of CSV for neo4j-admin database import", NEO4J.write),
        ("cypher", (".cypher", ".cql"), "a Cypher script that can be run twice", write_script),
        ("ladybug", (".lbug",), "a Ladybug (Kuzu) database", write_ladybug),
        ("parquet", (".parquet",), "a folder of Parquet files", write_parquet_folder),
        ("neptune-gremlin", (), "a folder of Gremlin CSV for Amazon Neptune", GREMLIN.write),
        ("neptune-opencypher", (), "a folder of openCypher CSV for Amazon Neptune", OPENCYPHER.write),
        ("edge-lists", (), "a folder of numpy edge lists with maps of ids", write_edge_lists),
        ("duckdb", (".duckdb",), "a DuckDB database", write_duckdb),
    )
)
"""Formats of the property graph: tables of nodes and relationships, in several files or a database."""

_PERSON = (EntityKind.PERSON,)
_BOTH = (EntityKind.PERSON, EntityKind.VENUE)

FIELD_FORMATS: Mapping[str, Format[FieldWriter]] = _by_name(
    Format(name, suffixes, media_type, "one thing", write, kinds=kinds)
    for name, suffixes, media_type, write, kinds in (
        ("bibtex", (".bib",), "application/x-bibtex", field.of_papers(field.bibtex), _BOTH),
        ("csl", (".json",), "application/vnd.citationstyles.csl+json", field.of_papers(field.csl), _BOTH),
        ("jsonresume", (".json",), "application/json", field.of_person(field.json_resume), _PERSON),
        (
            "schemaorg", (".jsonld",), "application/ld+json",
            field.of_person(field.schema_org, works=False), _PERSON,
        ),
    )
)  # fmt: skip
"""Formats of one person or venue."""


def choose(formats: Mapping[str, Format[Writer]], target: IO[bytes] | str | Path, name: str = "") -> Format[Writer]:
    """Return a format by its name or, without one, by the suffix of a path; ``.gz`` and ``.zst`` are ignored.

    Raises:
        GraphBuilderError: none fits, or several; the message lists them.

    >>> choose(GRAPH_FORMATS, "kg.nq.gz").name, choose(TABLE_FORMATS, "rows", "csv").name
    ('nquads', 'csv')
    """
    if name:
        if name.lower() in formats:
            return formats[name.lower()]
        raise GraphBuilderError(f"no format {name!r}; choose one of: {', '.join(formats)}")
    suffixes = (
        [s.lower() for s in Path(target).suffixes if s.lower() not in (".gz", ".zst")]
        if isinstance(target, str | Path)
        else []
    )
    fitting = [form for form in formats.values() if suffixes and suffixes[-1] in form.suffixes]
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join([form.name for form in fitting] or formats)
    raise GraphBuilderError(f"{target}: the format is unclear; name one of: {names}")
