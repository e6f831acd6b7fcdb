"""Making an index: the graph is read once, property by property, and written as tables."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pyoxigraph import Literal, NamedNode, Store

from graph_builder.query.index.pairs import counted, house_pairs, team_pairs
from graph_builder.query.index.read import Mean
from graph_builder.query.index.schema import (
    ALT_LABEL,
    CLASSES,
    COUNTED,
    DIRECT,
    EDITION,
    GB,
    INDEXES,
    LABEL,
    MENTION,
    RELATIONS,
    ROLES,
    SCHEMA_ORG,
    TABLES,
    VALUES,
    span_of,
)

_LEADING = 7
"""Columns of a fact before its roles: number, IRI, relation, source, confidence, first and last year."""


def build_index(graph: Store, path: Path) -> None:
    """Write the index of a graph to a file, which is there whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    draft.unlink(missing_ok=True)
    connection = sqlite3.connect(draft)
    try:
        connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + TABLES)
        connection.create_aggregate("mean", 1, Mean)  # type: ignore[arg-type]
        things = _things(graph, connection)
        _mentions(graph, connection, things, _facts(graph, connection, things))
        _outside(graph, connection, things)
        authors, affiliations = _edges(graph, connection, things)
        _pairs(connection, authors, affiliations, len(things))
        connection.commit()
        connection.executescript(INDEXES + COUNTED + "ANALYZE;")
    finally:
        connection.close()
    draft.replace(path)


def _things(graph: Store, connection: sqlite3.Connection) -> dict[str, int]:
    """Write the things of a graph; return their numbers, which are in the order of their IRIs."""
    kinds: dict[str, str] = {}
    for class_ in sorted(CLASSES, reverse=True):  # of a thing with several the first counts
        kinds.update(dict.fromkeys((iri for (iri,) in _rows(graph, f"?s a <{class_}>", "?s")), CLASSES[class_].value))
    names = _least(graph, LABEL)
    years: dict[str, str] = {}
    dated = set(_rows(graph, f"?s <{SCHEMA_ORG}datePublished> ?o"))
    connection.executemany("INSERT INTO published VALUES (?, ?)", Counter(year for _, year in dated).items())
    for work, year in dated:
        if year[:4].isdigit():
            years[work] = min(year, years.get(work, year))
    numbers = {iri: number for number, iri in enumerate(sorted(kinds))}
    rows = (
        (number, iri, kinds[iri], names.get(iri) or unquote(iri.rsplit("/", 1)[-1]), years.get(iri))
        for iri, number in numbers.items()
    )
    connection.executemany("INSERT INTO thing VALUES (?, ?, ?, ?, ?)", rows)
    held = {(numbers[iri], year) for iri, year in _rows(graph, f"?s <{GB}editionYear> ?o") if iri in numbers}
    connection.executemany("INSERT INTO edition VALUES (?, ?, 0, 0)", sorted(held))
    return numbers


def _facts(graph: Store, connection: sqlite3.Connection, things: dict[str, int]) -> dict[str, int]:
    """Write the facts of a graph; return their numbers, which are in the order of their IRIs."""
    found: dict[str, tuple[str, str]] = {}
    for class_, relation in RELATIONS.items():
        pattern = f"GRAPH ?g {{ ?s a <{class_}> }}"
        found.update((iri, (relation.value, source)) for iri, source in _rows(graph, pattern, "?s ?g"))
    ordered = sorted(found)
    numbers = {iri: number for number, iri in enumerate(ordered)}
    sources = {iri: number for number, iri in enumerate(sorted({source for _, source in found.values()}))}
    connection.executemany("INSERT INTO source VALUES (?, ?)", ((number, iri) for iri, number in sources.items()))
    width = _LEADING + len(ROLES) + 1 + len(VALUES)
    rows: list[list[Any]] = []
    for number, iri in enumerate(ordered):
        name, source = found[iri]
        rows.append([number, iri, name, sources[source], 1.0, *(None,) * (width - 5)])
    del found, ordered
    for iri, confidence in _rows(graph, f"?s <{GB}confidence> ?o"):
        if iri in numbers:
            rows[numbers[iri]][4] = float(confidence)
    for column, role in enumerate((*ROLES, EDITION), _LEADING):
        for iri, thing in _rows(graph, f"?s <{GB}{role}> ?o"):
            place, number_of = numbers.get(iri), things.get(thing)
            if place is not None and number_of is not None:
                before = rows[place][column]
                rows[place][column] = number_of if before is None else min(before, number_of)
    for column, value in enumerate(VALUES, _LEADING + len(ROLES) + 1):
        for iri, text in _rows(graph, f"?s <{GB}{value}> ?o"):
            if (place := numbers.get(iri)) is not None:
                before = rows[place][column]
                rows[place][column] = text if before is None else min(before, text)
    for row in rows:
        row[5:7] = (
            span_of({name: text for name, text in zip(VALUES, row[-len(VALUES) :], strict=True) if text}) or (None,) * 2
        )
    connection.executemany(f"INSERT INTO fact VALUES ({', '.join('?' * width)})", rows)  # noqa: S608 only marks
    made = ((numbers[iri], name) for iri, name in _rows(graph, f"?s <{GB}extractor> ?o") if iri in numbers)
    connection.execute("CREATE TEMPORARY TABLE extracted (fact INTEGER, name TEXT)")
    connection.executemany("INSERT INTO extracted VALUES (?, ?)", made)
    return numbers


def _mentions(graph: Store, connection: sqlite3.Connection, things: dict[str, int], facts: dict[str, int]) -> None:
    """Write the mentions that refer to things, what is printed of them, what facts they stand behind, and quotes."""
    found = {iri: things[thing] for iri, thing in _rows(graph, f"?s <{GB}refersTo> ?o") if thing in things}
    numbers = {iri: number for number, iri in enumerate(sorted(found))}
    rows: list[list[Any]] = [[number, iri, found[iri], None, None, None, None] for iri, number in numbers.items()]
    del found
    for column, value in enumerate(MENTION, 3):
        for iri, text in _rows(graph, f"?s <{GB}{value}> ?o"):
            if (place := numbers.get(iri)) is not None:
                before = rows[place][column]
                rows[place][column] = text if before is None else min(before, text)
    connection.executemany("INSERT INTO mention VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    del rows
    for table, value in (("reason", "linkReason"), ("identifier", "printedIdentifier")):
        said = ((numbers[iri], text) for iri, text in _rows(graph, f"?s <{GB}{value}> ?o") if iri in numbers)
        connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?, ?)", said)  # noqa: S608 a name of ours
    pairs = _rows(graph, f"?s <{GB}mention> ?o")
    stated = ((facts[fact], numbers[mention]) for fact, mention in pairs if fact in facts and mention in numbers)
    connection.executemany("INSERT OR IGNORE INTO stated VALUES (?, ?)", sorted(stated))
    quotes = ((facts[iri], text) for iri, text in _rows(graph, f"?s <{GB}quote> ?o") if iri in facts)
    connection.executemany("INSERT OR REPLACE INTO quote (fact, text) VALUES (?, ?)", sorted(quotes))
    for end, value in (("from", "evidenceStart"), ("to", "evidenceEnd")):
        spans = ((int(at), facts[iri]) for iri, at in _rows(graph, f"?s <{GB}{value}> ?o") if iri in facts)
        connection.executemany(f'UPDATE quote SET "{end}" = ? WHERE fact = ?', spans)  # noqa: S608 a name of ours


def _outside(graph: Store, connection: sqlite3.Connection, things: dict[str, int]) -> None:
    """Write the other names of things, and their addresses outside."""
    for table, term in (("other_name", ALT_LABEL), ("outside", SCHEMA_ORG + "sameAs")):
        found = ((things[iri], text) for iri, text in _rows(graph, f"?s <{term}> ?o") if iri in things)
        connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?, ?)", found)  # noqa: S608 a name of ours


Edges = list[tuple[int, int]]


def _edges(graph: Store, connection: sqlite3.Connection, things: dict[str, int]) -> tuple[Edges, Edges]:
    """Write the direct edges; return those from works to authors, and from people to employers, in order."""
    found: dict[str, Edges] = {}
    for name, term in DIRECT.items():
        rows = _rows(graph, f"?s <{term}> ?o")
        found[name] = sorted({(things[s], things[o]) for s, o in rows if s in things and o in things})
        connection.executemany(f"INSERT INTO {name} VALUES (?, ?)", found[name])  # noqa: S608 a name of ours
    return found["author"], found["affiliation"]


def _pairs(connection: sqlite3.Connection, authors: Edges, affiliations: Edges, size: int) -> None:
    """Write who wrote with whom, and which organisations' people did, with numbers of papers."""
    employers: dict[int, list[int]] = {p: [o for _, o in same] for p, same in groupby(affiliations, itemgetter(0))}
    teams = [[author for _, author in same] for _, same in groupby(authors, itemgetter(0))]
    people = counted((team_pairs(team, size) for team in teams), size)
    houses = None if people is None else counted((house_pairs(team, employers, size) for team in teams), size)
    whole = people is not None and houses is not None
    connection.execute("INSERT INTO made VALUES (?)", (int(whole),))
    if whole:
        connection.executemany("INSERT INTO coauthor VALUES (?, ?, ?)", people or ())
        connection.executemany("INSERT INTO collaboration VALUES (?, ?, ?)", houses or ())


def _least(graph: Store, term: str) -> dict[str, str]:
    """Return the first value of a property, by the order of their characters, of each thing."""
    found: dict[str, str] = {}
    for iri, value in _rows(graph, f"?s <{term}> ?o"):
        found[iri] = min(value, found.get(iri, value))
    return found


def _rows(graph: Store, pattern: str, wanted: str = "?s ?o") -> Iterator[tuple[str, ...]]:
    """Yield what a pattern finds in the union of all graphs, where it begins with the name of a thing.

    A query and no walk over quads: the engine then decodes the terms that are asked for, and no others.
    """
    found: Any = graph.query(f"SELECT {wanted} {{ {pattern} }}", use_default_graph_as_union=True)
    for row in found:
        if all(isinstance(term, NamedNode | Literal) for term in row):
            yield tuple(term.value for term in row)
