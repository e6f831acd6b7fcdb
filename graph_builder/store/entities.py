"""A file of entities with some that differ: parts of it in which nothing changes are taken over as they are."""

from __future__ import annotations

import os
import zlib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from graph_builder.model import Entity, EntityKind, StoreError
from graph_builder.store.gzips import compress
from graph_builder.store.links import entity_row, key_of

Key = tuple[str, str]
Changes = Iterable[tuple[Entity | None, Entity | None]]


class MergedEntities(NamedTuple):
    """Where each part of a file of entities begins and how many are in it, and how many there are by kind."""

    parts: list[tuple[int, int]]
    counts: Counter[EntityKind]


def merge_entities(old: Path, new: Path, changes: Changes, size: int) -> MergedEntities:
    """Write the entities of a file into another, with some that differ, given as they were and as they are.

    Args:
        old: the file as it was, see ``write_entities``.
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
