"""All that stands in the files of a RocksDB database, decompressed, whether or not the database still knows of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graph_builder.store.tables import entries, properties, varint

TRAILER = 5


def everything(folder: Path) -> bytes:
    """Return the bytes of all files of a database, and before those of its tables each key and value in full."""
    while True:
        try:
            return _everything(folder)
        except FileNotFoundError:  # a database that is open merges its tables, and removes those that it merged
            continue


def _everything(folder: Path) -> bytes:
    parts = []
    for path in sorted(folder.iterdir()):
        if path.suffix == ".sst":
            parts += [part for entry in rows(path) for part in entry]
        parts.append(path.read_bytes())
    return b"\n".join(parts)


def rows(table: Path) -> Iterator[tuple[bytes, bytes]]:
    """Yield all keys and values of a table, marks of removals among them."""
    data = table.read_bytes()
    told = properties(table)
    count, found = _number(told[b"num.entries"]), 0
    for place, size in _handles(
        _block(data, *_index(data, told)), delta=told[b"index.value.is.delta.encoded"] == b"\1"
    ):
        for entry in entries(_block(data, place, size)):
            found += 1
            yield entry
    assert found == count, f"{table} has {count} entries, and {found} were found"


def _number(data: bytes) -> int:
    return varint(data)[0]


def _index(data: bytes, told: dict[bytes, bytes]) -> tuple[int, int]:
    """Return place and size of the index."""
    footer = data[-53:]
    if int.from_bytes(footer[41:45], "little") < 6:
        place = 1
        for _ in range(2):
            _, place = varint(footer, place)
        first, place = varint(footer, place)
        return first, varint(footer, place)[0]
    size = int.from_bytes(footer[13:17], "little")
    end = len(data) - 53 - TRAILER
    handle = dict(entries(data[end - size : end]))[b"rocksdb.index"]
    first, place = varint(handle)
    return first, varint(handle, place)[0]


def _handles(block: bytes, delta: bool) -> Iterator[tuple[int, int]]:
    """Yield place and size of each block; where they follow upon each other only sizes are told, as differences."""
    end = len(block) - 4 - 4 * int.from_bytes(block[-4:], "little")
    at = place = size = 0
    while at < end:
        shared, at = varint(block, at)
        own, at = varint(block, at)
        if not delta:
            _, at = varint(block, at)
        at += own
        if shared and delta:
            change, at = varint(block, at)
            place, size = place + size + TRAILER, size + (change >> 1 ^ -(change & 1))
        else:
            place, at = varint(block, at)
            size, at = varint(block, at)
        yield place, size


def _block(data: bytes, place: int, size: int) -> bytes:
    raw, kind = data[place : place + size], data[place + size]
    assert kind in (0, 4), f"compression {kind}"
    return _lz4(raw) if kind else raw


def _lz4(data: bytes) -> bytes:
    """Return what a block of LZ4 says, before which its length stands."""
    length, at = varint(data)
    out = bytearray()
    while at < len(data):
        token, at = data[at], at + 1
        count, at = _more(data, at, token >> 4)
        out += data[at : at + count]
        at += count
        if at >= len(data):
            break
        back, at = int.from_bytes(data[at : at + 2], "little"), at + 2
        count, at = _more(data, at, token & 15)
        for _ in range(count + 4):
            out.append(out[-back])
    assert len(out) == length
    return bytes(out)


def _more(data: bytes, at: int, count: int) -> tuple[int, int]:
    if count == 15:
        while data[at] == 255:
            count, at = count + 255, at + 1
        count, at = count + data[at], at + 1
    return count, at
