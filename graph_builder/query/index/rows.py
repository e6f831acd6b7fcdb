"""Rows of things and of mentions, as they are written when an index is made and when one is kept right."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import unquote

from graph_builder.query.index.reading import GraphNodes
from graph_builder.query.index.schema import ALT_LABEL, CLASSES, DIRECT, GB, LABEL, MENTION, SCHEMA_ORG

Numbers = Callable[[str], int | None]
"""Gives the number of a thing by its IRI, if it has one."""

Described = dict[str, tuple[str, str, str | None]]
"""Kind, name and year of things, by IRI; only works have a year."""


def things_of(reading: GraphNodes) -> Described:
    """Return the things of what is read."""
    kinds: dict[str, str] = {}
    for class_ in sorted(CLASSES, reverse=True):  # of a thing with several the first counts
        kinds.update(dict.fromkeys(reading.typed(class_), CLASSES[class_].value))
    names, years = least(reading.pairs(LABEL)), least(_years(reading))
    return {
        iri: (kind, names.get(iri) or unquote(iri.rsplit("/", 1)[-1]), years.get(iri)) for iri, kind in kinds.items()
    }


def _years(reading: GraphNodes) -> Iterator[tuple[str, str]]:
    return ((work, year) for work, year in reading.pairs(f"{SCHEMA_ORG}datePublished") if year[:4].isdigit())


def least(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the first value, by the order of their characters, of each thing."""
    found: dict[str, str] = {}
    for iri, value in pairs:
        found[iri] = min(value, found.get(iri, value))
    return found


def write_things(connection: sqlite3.Connection, found: Described, own: Mapping[str, int]) -> None:
    """Write things with their numbers."""
    rows = ((own[iri], iri, *found[iri]) for iri in sorted(found))
    connection.executemany("INSERT INTO thing VALUES (?, ?, ?, ?, ?)", rows)


def write_about(connection: sqlite3.Connection, reading: GraphNodes, own: Mapping[str, int], things: Numbers) -> None:
    """Write what is said of things: years, other names, addresses outside, and edges to others of all *things*."""
    for table, term in (
        ("dated", f"{SCHEMA_ORG}datePublished"),
        ("other_name", ALT_LABEL),
        ("outside", f"{SCHEMA_ORG}sameAs"),
    ):
        _insert(connection, f"{table} VALUES (?, ?)", _of(own, reading.pairs(term)))
    for table, term in DIRECT.items():
        ends = ((start, things(end)) for start, end in _of(own, reading.pairs(term)))
        _insert(connection, f"{table} VALUES (?, ?)", (edge for edge in ends if edge[1] is not None))


def _of(own: Mapping[str, int], pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    for iri, value in pairs:
        if (number := own.get(iri)) is not None:
            yield number, value


def _insert(connection: sqlite3.Connection, what: str, rows: Iterable[tuple[object, ...]]) -> None:
    # In order, since rows that come at the end of a table are written fastest; each once.
    connection.executemany(f"INSERT INTO {what}", sorted(set(rows)))


def mentioned(reading: GraphNodes, things: Numbers) -> dict[str, int]:
    """Return the mentions of what is read, each with the number of the thing that it refers to."""
    found: dict[str, int] = {}
    for iri, thing in reading.pairs(f"{GB}refersTo"):
        if (number := things(thing)) is not None:
            found[iri] = min(number, found.get(iri, number))
    return found


def write_mentions(
    connection: sqlite3.Connection, reading: GraphNodes, found: Mapping[str, int], own: Mapping[str, int]
) -> None:
    """Write mentions, what is printed of them, and why they refer to what they do."""
    places = {iri: place for place, iri in enumerate(found)}
    columns = [Texts(len(found)) for _ in MENTION]
    for column, value in zip(columns, MENTION, strict=True):
        column.fill(places, reading.pairs(GB + value))
    rows = zip(map(own.get, found), found, found.values(), *(column.values() for column in columns), strict=True)
    connection.executemany("INSERT INTO mention VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    del columns, places
    for table, value in (("reason", "linkReason"), ("identifier", "printedIdentifier")):
        wanted = ((number, text) for number, text in _of(own, reading.pairs(GB + value)))
        _insert(connection, f"{table} VALUES (?, ?)", wanted)


class Texts:
    """A column of texts, of which there are fewer than rows; without one at first.

    >>> column = Texts(2)
    >>> column.fill({"a": 0, "b": 1}, [("b", "y"), ("b", "x"), ("c", "z")])
    >>> list(column.values())
    [None, 'x']
    """

    def __init__(self, size: int) -> None:
        self.codes = array("i", bytes(4 * size))
        self.texts: list[str | None] = [None]
        self._known: dict[str, int] = {}

    def fill(self, places: Mapping[str, int], pairs: Iterable[tuple[str, str]]) -> None:
        """Take the first value, by the order of characters, of each row, which is named by its place."""
        codes, known, texts = self.codes, self._known, self.texts
        for iri, text in pairs:
            place = places.get(iri)
            if place is None:
                continue
            before = texts[codes[place]]
            if before is None or text < before:
                code = known.get(text)
                if code is None:
                    code = known[text] = len(texts)
                    texts.append(text)
                codes[place] = code

    def values(self) -> Iterator[str | None]:
        """Return the texts of all rows."""
        return map(self.texts.__getitem__, self.codes)
