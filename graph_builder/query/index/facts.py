"""Rows of facts, and of the mentions that they stand on."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from graph_builder.query.index.numbers import LIMIT
from graph_builder.query.index.reading import GraphNodes
from graph_builder.query.index.rows import Numbers, Texts
from graph_builder.query.index.schema import GB, POINTS, RELATIONS, VALUES, span_of

_DATES = ("start", "end", "ongoing", "year", "startYear", "endYear")

_NAMED = {role: f"?{8 + place}" for place, role in enumerate(POINTS)}
_INSERT = f"""INSERT INTO fact VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
  {", ".join(f"nullif({mark}, 0)" for mark in _NAMED.values())},
  {", ".join(f"?{8 + len(POINTS) + place}" for place in range(len(VALUES)))},
  ?{8 + len(POINTS) + len(VALUES)})"""  # noqa: S608 names of ours


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts in the order of their IRIs, each with its number, its relation and the number of its source."""

    iris: list[str]
    numbers: Sequence[int]
    relations: list[str]
    sources: Sequence[int]


def in_order(found: Mapping[str, tuple[str, str]], numbers: Sequence[int], sources: Mapping[str, int]) -> Facts:
    """Return facts by relation and source, as ``facts_of`` finds them; *numbers* are in the order of their IRIs."""
    ordered = sorted(found)
    relations = [found[iri][0] for iri in ordered]
    return Facts(ordered, numbers, relations, array("q", (sources[found[iri][1]] for iri in ordered)))


def facts_of(reading: GraphNodes) -> dict[str, tuple[str, str]]:
    """Return relation and source of the facts of what is read, by IRI."""
    found: dict[str, tuple[str, str]] = {}
    for class_, relation in RELATIONS.items():
        for iri, source in reading.placed(class_):
            placed_in = (relation.value, source)
            found[iri] = min(placed_in, found.get(iri, placed_in))
    return found


def write_facts(connection: sqlite3.Connection, reading: GraphNodes, facts: Facts, things: Numbers) -> None:
    """Write facts and who made them."""
    size = len(facts.iris)
    places = {iri: place for place, iri in enumerate(facts.iris)}
    columns: list[Iterable[object]] = [facts.numbers, facts.iris, facts.relations, facts.sources]
    columns.append(_least(reading, "confidence", places, array("d", [1.0]) * size))
    points = [_pointing(reading, role, places, things) for role in POINTS]
    texts = {value: Texts(size) for value in VALUES}
    for value, column in texts.items():
        column.fill(places, reading.pairs(GB + value))
    spans = list(_spans({name: texts[name] for name in _DATES}))
    columns += [(first for first, _ in spans), (last for _, last in spans), *points]
    columns += [column.values() for column in texts.values()]
    columns.append(_makers(connection, reading, places))
    connection.executemany(_INSERT, zip(*columns, strict=True))


def _least(reading: GraphNodes, name: str, places: Mapping[str, int], column: array[float]) -> array[float]:
    for iri, text in reading.pairs(GB + name):
        if (place := places.get(iri)) is not None:
            column[place] = min(column[place], float(text))
    return column


def _pointing(reading: GraphNodes, role: str, places: Mapping[str, int], things: Numbers) -> array[int]:
    """Return the number of the thing that each fact has in a role, or 0."""
    column = array("i", bytes(4 * len(places)))
    for iri, thing in reading.pairs(GB + role):
        place, number = places.get(iri), things(thing)
        if place is not None and number is not None:
            column[place] = min(number, column[place] or number)
    return column


def _spans(dates: Mapping[str, Texts]) -> Iterator[tuple[int | None, int | None]]:
    """Yield first and last year of each fact."""

    @lru_cache(maxsize=100_000)
    def span(*codes: int) -> tuple[int | None, int | None]:
        said = {
            name: text
            for (name, column), code in zip(dates.items(), codes, strict=True)
            if (text := column.texts[code])
        }
        return span_of(said) or (None, None)

    return map(span, *(column.codes for column in dates.values()))


def _makers(connection: sqlite3.Connection, reading: GraphNodes, places: Mapping[str, int]) -> Iterator[int | None]:
    """Return the number of what made each fact: of all extractors' names, which are mostly one."""
    names: list[str | None] = [None] * len(places)
    twice: dict[int, set[str]] = {}
    for iri, name in reading.pairs(f"{GB}extractor"):
        if (place := places.get(iri)) is None:
            continue
        if names[place] is None:
            names[place] = _written(name)[1]
        else:
            twice.setdefault(place, set()).add(name)
    known = dict(connection.execute("SELECT names, id FROM maker"))
    made: list[int | None] = []
    for place, first in enumerate(names):
        if first is None:
            made.append(None)
            continue
        key = _written(first)[0] if place not in twice else json.dumps(sorted({first, *twice[place]}))
        if key not in known:
            known[key] = len(known) + 1
            connection.execute("INSERT INTO maker VALUES (?, ?)", (known[key], key))
        made.append(known[key])
    return iter(made)


@lru_cache(maxsize=1000)
def _written(name: str) -> tuple[str, str]:
    """Return a name as that of all who made a fact, and itself, each the same object each time."""
    return json.dumps([name]), name


def write_stated(
    connection: sqlite3.Connection, reading: GraphNodes, facts: Mapping[str, int], mentions: Mapping[str, int]
) -> None:
    """Write on which mentions facts stand."""
    pairs = array("q")
    for iri, mention in reading.pairs(f"{GB}mention"):
        fact, number = facts.get(iri), mentions.get(mention)
        if fact is not None and number is not None:
            pairs.append(fact * LIMIT + number)
    connection.executemany("INSERT INTO stated VALUES (?, ?)", _sorted_pairs(pairs))


def _sorted_pairs(pairs: array[int]) -> Iterable[tuple[int, int]]:
    found = np.unique(np.frombuffer(pairs, np.int64)) if pairs else np.zeros(0, np.int64)
    first, second = np.divmod(found, LIMIT)
    return zip(first.tolist(), second.tolist(), strict=True)
