"""The entity table: all entities as a file of rows in the order of kind and key, in parts that are compressed alone.

Of a table that changes a little, the parts in which nothing changes are taken over as they are.
"""

from __future__ import annotations

import gzip
import os
import zlib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from graph_builder.model import Entity, EntityKind, Identifier, StoreError
from graph_builder.store.objects import compress, dumps, loads

_KINDS = {kind.value: kind for kind in EntityKind}

Key = tuple[str, str]
Changes = Iterable[tuple[Entity | None, Entity | None]]


def entity_row(entity: Entity) -> bytes:
    """Return an entity as a line that ``entity_of`` reads; equal entities give equal lines.

    >>> ada = Entity(EntityKind.PERSON, "ada", "Ada", identifiers=(Identifier("orcid", "0000-0001"),))
    >>> entity_of(entity_row(ada)) == ada
    True
    """
    identifiers = [(i.scheme, i.value) for i in entity.identifiers]
    own = (entity.kind.value, entity.key, entity.name, entity.names, identifiers)
    more = (entity.parent, entity.country, entity.homepage, entity.type, entity.year)
    # Few have a place: the rows of all others stay as they were before there were places.
    place = (entity.place,) if entity.place else ()
    return dumps((*own, *more, entity.successors, entity.former, *place)) + b"\n"


def entity_of(row: bytes) -> Entity:
    """Return the entity of a line. Raises ``StoreError`` if it is none."""
    try:
        kind, key, name, names, identifiers, parent, country, homepage, type, year, after, former, *place = loads(row)
        known = tuple(Identifier(s, v) for s, v in identifiers)
        more = (parent, country, homepage, type, year)
        return Entity(_KINDS[kind], key, name, tuple(names), known, *more, tuple(after), tuple(former), *place)
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(f"a stored entity cannot be decoded ({error}); build into a new store") from error


def write_rows(path: Path, ordered: Iterable[bytes], size: int) -> list[tuple[int, int]]:
    """Write rows of entities, which are in order, into a file of compressed parts.

    Returns:
        where each part begins, and how many rows are in it.
    """
    parts: list[tuple[int, int]] = []
    every = iter(ordered)
    with path.open("wb") as file:
        while rows := list(islice(every, size)):
            parts.append((file.tell(), len(rows)))
            file.write(compress(b"".join(rows)))
        file.flush()
        os.fsync(file.fileno())
    return parts


def key_of(row: bytes) -> tuple[str, str]:
    """Return kind and key of a line of ``entity_row``."""
    if b"\\" in row:
        kind, key, *_ = loads(row)
        return kind, key
    _, kind, _, key, _ = row.split(b'"', 4)
    return kind.decode(), key.decode()


def read_entities(path: Path, place: int = 0) -> Iterator[bytes]:
    """Yield the rows of a file of entities from a place on, in the order of kind and key; none if there is no file."""
    if not path.exists():
        return
    with path.open("rb") as file:
        file.seek(place)
        try:
            with gzip.open(file) as rows:
                yield from rows
        except (OSError, EOFError) as error:
            raise StoreError(f"{path} is damaged ({error}); build into a new store") from error


def find_entities(path: Path, keys: Collection[tuple[EntityKind, str]]) -> dict[tuple[EntityKind, str], Entity]:
    """Return those of some entities that are in a file, by kind and key."""
    wanted = sorted((kind.value, key) for kind, key in keys)
    found: dict[tuple[EntityKind, str], Entity] = {}
    for _, content in _parts(path) if wanted else ():
        rows = content.splitlines(keepends=True)
        for kind, key in wanted:
            place = bisect_left(rows, (kind, key), key=key_of)
            if place < len(rows) and key_of(rows[place]) == (kind, key):
                found[_KINDS[kind], key] = entity_of(rows[place])
    return found


def changed_entities(old: Iterable[bytes], new: Iterable[bytes]) -> Iterator[tuple[Entity | None, Entity | None]]:
    """Yield each entity that differs between two files' rows, as it was and as it is; None where there was or is none.

    >>> rows = [entity_row(Entity(EntityKind.PERSON, key, key)) for key in "abc"]
    >>> [(a and a.key, b and b.key) for a, b in changed_entities(rows[:2], rows[1:])]
    [('a', None), (None, 'c')]
    """
    before, after = iter(old), iter(new)
    was, now = next(before, b""), next(after, b"")
    while was or now:
        if was == now:
            was, now = next(before, b""), next(after, b"")
            continue
        first, second = (entity_of(was) if was else None), (entity_of(now) if now else None)
        if first and second and (first.kind, first.key) == (second.kind, second.key):
            yield first, second
            was, now = next(before, b""), next(after, b"")
        elif second is None or (first and (first.kind, first.key) < (second.kind, second.key)):
            yield first, None
            was = next(before, b"")
        else:
            yield None, second
            now = next(after, b"")


class MergedEntities(NamedTuple):
    """Where each part of a file of entities begins and how many are in it, and how many there are by kind."""

    parts: list[tuple[int, int]]
    counts: Counter[EntityKind]


def merge_entities(old: Path, new: Path, changes: Changes, size: int) -> MergedEntities:
    """Write the entities of a file into another, with some that differ, given as they were and as they are.

    Args:
        old: the file as it was, see ``write_rows``.
        new: the file to write.
        changes: entities in pairs, None where there was or is none.
        size: how many entities are in a part when it is divided.

    Raises:
        StoreError: the old file is damaged.
    """
    pairs = list(changes)
    gone = {key: entity_row(was) for was, _ in pairs if was is not None for key in [(str(was.kind), was.key)]}
    come = sorted((str(now.kind), now.key, entity_row(now)) for _, now in pairs if now is not None)
    places: list[Key] = sorted({*gone, *((kind, key) for kind, key, _ in come)})
    merged = MergedEntities([], Counter())
    at = taken = 0
    with new.open("wb") as file:

        def put(packed: bytes, rows: bytes) -> None:
            merged.parts.append((file.tell(), rows.count(b"\n")))
            file.write(packed)
            for kind in EntityKind:
                merged.counts[kind] += (b"\n" + rows).count(b'\n["%b",' % kind.value.encode())

        for packed, content in _parts(old):
            last = key_of(content[content.rfind(b"\n", 0, -1) + 1 :])
            before, at = at, bisect_right(places, last)
            if at == before:
                put(packed, content)
                continue
            start, taken = taken, bisect_right(come, last, key=lambda row: row[:2])
            rows = _with(content, {gone[key] for key in places[before:at] if key in gone}, come[start:taken])
            for piece in _divided(rows, size):
                put(compress(piece), piece)
        for piece in _divided([row for _, _, row in come[taken:]], size):
            put(compress(piece), piece)
        file.flush()
        os.fsync(file.fileno())
    return merged


def _parts(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """Yield each part of a file of entities, as it is and decompressed."""
    data = path.read_bytes()
    try:
        while data:
            part = zlib.decompressobj(31)
            content = part.decompress(data)
            if not part.eof:
                raise StoreError(f"{path} is damaged (its end is missing); build into a new store")
            rest = part.unused_data
            if content:
                yield data[: len(data) - len(rest)], content
            data = rest
    except zlib.error as error:
        raise StoreError(f"{path} is damaged ({error}); build into a new store") from error


def _with(content: bytes, gone: set[bytes], come: list[tuple[str, str, bytes]]) -> list[bytes]:
    """Return rows without some and with others, in order."""
    rows = [row for row in content.splitlines(keepends=True) if row not in gone]
    found: list[bytes] = []
    start = 0
    for kind, key, row in come:
        place = bisect_left(rows, (kind, key), start, key=key_of)
        found += rows[start:place]
        found.append(row)
        start = place
    return found + rows[start:]


def _divided(rows: list[bytes], size: int) -> Iterator[bytes]:
    """Yield rows together, in pieces of *size*, the last up to twice as long."""
    start = 0
    while start < len(rows):
        end = start + size if len(rows) - start >= 2 * size else len(rows)
        yield b"".join(rows[start:end])
        start = end
