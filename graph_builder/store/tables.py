"""Properties of RocksDB's tables, which stand in each of these files: of which column family, how many removals.

Source: table/format.cc, table/block_based/block_builder.cc of RocksDB, and its wiki on the format of tables.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from graph_builder.model import StoreError

_FOOTER: Final = 53
_TRAILER: Final = 5
_MAGIC: Final = 0x88E241B785F4CFF7
_ENDS: Final = struct.Struct("<IQ")
"""The version and the mark that a file ends with."""


def properties(table: Path) -> dict[bytes, bytes]:
    """Return the properties of a table by name, without what all names begin with.

    Raises StoreError if the file is no table, or of a form that is not known.
    """
    try:
        with table.open("rb") as file:
            end = table.stat().st_size - _FOOTER
            file.seek(end)
            footer = file.read()
            version, magic = _ENDS.unpack_from(footer, _FOOTER - _ENDS.size)
            if magic != _MAGIC:
                raise ValueError("another mark at the end")
            if version < 6:  # place and size of the list of blocks; later it stands right before
                place, size, _ = _pair(footer, 1)
            else:
                size = int.from_bytes(footer[13:17], "little")
                place = end - _TRAILER - size
            file.seek(place)
            place, size, _ = _pair(dict(entries(file.read(size)))[b"rocksdb.properties"], 0)
            file.seek(place)
            return {key.removeprefix(b"rocksdb."): value for key, value in entries(file.read(size))}
    except (OSError, ValueError, LookupError, struct.error) as error:
        raise StoreError(f"{table} is no table as it is known ({error}); build into a new store") from error


def entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield keys and values of a block; of a key only what differs from the one before it is written.

    >>> list(entries(b"\\0\\3\\1abcX" + b"\\2\\1\\1dY" + bytes(4) + b"\\1\\0\\0\\0"))
    [(b'abc', b'X'), (b'abd', b'Y')]
    """
    place, end, key = 0, _end(block), b""
    while place < end:
        shared, own, place = _pair(block, place)
        size, place = varint(block, place)
        key = key[:shared] + block[place : place + own]
        place += own + size
        yield key, block[place - size : place]


def _end(block: bytes) -> int:
    """Return where the entries of a block end: after them stand places of some of them, and their number.

    Its highest bit says that hashes of keys stand before it, a byte each, and how many.
    """
    count = int.from_bytes(block[-4:], "little")
    end = len(block) - 4 - 4 * (count & 0x7FFFFFFF)
    return end - 2 - int.from_bytes(block[-6:-4], "little") if count >> 31 else end


def _pair(data: bytes, place: int) -> tuple[int, int, int]:
    first, place = varint(data, place)
    second, place = varint(data, place)
    return first, second, place


def varint(data: bytes, place: int = 0) -> tuple[int, int]:
    """Return a number that is written in as many bytes as it needs, and the place after it.

    >>> varint(b"\\xac\\2")
    (300, 2)
    """
    value = shift = 0
    while data[place] > 127:
        value |= (data[place] & 127) << shift
        place, shift = place + 1, shift + 7
    return value | data[place] << shift, place + 1
