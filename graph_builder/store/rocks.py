"""RocksDB's files, as far as a database has to be told to remove what its engine never removes.

The engine (pyoxigraph) keeps each text once, under its hash, and takes no text out again. What it can be made to do is
to replay a log: on opening, RocksDB carries out what the log beside its files says and no table has yet. So removals
are written into a log of their own, in the form that has not changed since LevelDB, and the engine does the rest.

Sources: doc/log_format.md of LevelDB; db/log_format.h, db/write_batch.cc, db/version_edit.h of RocksDB.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from graph_builder.model import StoreError
from graph_builder.store.tables import properties

_BLOCK: Final = 32_768
_HEAD: Final = struct.Struct("<IHB")
_BATCH: Final = struct.Struct("<QI")
_WHOLE, _FIRST, _MIDDLE, _LAST = 1, 2, 3, 4
_REMOVAL = b"\x04"
"""What a removal begins with in a batch (kTypeColumnFamilyDeletion)."""

_FAMILY: Final = rb"\xc8\x01([\x00-\x7f])\xc9\x01%b"
"""Tag 200 with the number of a column family, tag 201 with its name (kColumnFamily, kColumnFamilyAdd)."""


def removal(family: int, key: bytes) -> bytes:
    """Return how a batch says that a key is taken out of a column family."""
    return _REMOVAL + _varint(family) + _varint(len(key)) + key


def log_of(steps: Sequence[bytes], sequence: int) -> bytes:
    """Return a log that says one thing after another, numbered from *sequence* on: all is carried out, or nothing.

    >>> batch, = records(log_of([removal(1, b"a"), removal(11, b"bc")], sequence=7))
    >>> batch.hex(" ")
    '07 00 00 00 00 00 00 00 02 00 00 00 04 01 01 61 04 0b 02 62 63'
    """
    return _log(_BATCH.pack(sequence, len(steps)) + b"".join(steps))


def records(log: bytes) -> Iterator[bytes]:
    """Yield the records of a log or manifest; what is no record, or one of another kind, is passed over."""
    place, found = 0, b""
    while place + _HEAD.size <= len(log):
        room = _BLOCK - place % _BLOCK
        if room < _HEAD.size:
            place += room
            continue
        _, size, kind = _HEAD.unpack_from(log, place)
        if kind == 0:  # the rest of a block, or of a file made in advance
            place += room
            continue
        # A log that may be written over again has its number in each head, and other kinds for the same four.
        head = _HEAD.size + (4 if 5 <= kind <= 8 else 0)
        kind = kind - 4 if 5 <= kind <= 8 else kind
        part = log[place + head : place + head + size]
        place += head + size
        if kind in (_WHOLE, _FIRST):
            found = part
        elif kind in (_MIDDLE, _LAST):
            found += part
        if kind in (_WHOLE, _LAST):
            yield found


def family_of(folder: Path, name: str) -> int:
    """Return the number of a column family. Raises ``StoreError`` if the manifest does not tell."""
    wanted = re.compile(_FAMILY % re.escape(_varint(len(name)) + name.encode()), re.DOTALL)
    manifest = folder / (folder / "CURRENT").read_text("ascii").strip()
    found = {match[1][0] for record in records(manifest.read_bytes()) for match in wanted.finditer(record)}
    if len(found) != 1:
        raise StoreError(f"{manifest} does not tell the number of {name}; build the sources into a new store")
    return found.pop()


def last_sequence(folder: Path) -> int:
    """Return the highest number of what the logs say. Raises ``StoreError`` if they say nothing."""
    batches = (_BATCH.unpack_from(record) for log in folder.glob("*.log") for record in records(log.read_bytes()))
    last = max((first + count - 1 for first, count in batches), default=0)
    if not last:
        raise StoreError(f"{folder} has no log that could be added to; build the sources into a new store")
    return last


def next_log(folder: Path) -> Path:
    """Return the path of a log that is read after all others."""
    numbers = (re.search(r"(?:^|-)(\d{6,})", path.name) for path in folder.iterdir())
    return folder / f"{max(int(number[1]) for number in numbers if number) + 1:06d}.log"


def holds_removed(folder: Path) -> bool:
    """Tell whether a closed database may still have what was removed: in a log, or in a table with marks of it."""
    if any(log.stat().st_size for log in folder.glob("*.log")) or len(list(folder.glob("MANIFEST-*"))) != 1:
        return True
    return has_marks(folder)


def has_marks(folder: Path) -> bool:
    """Tell whether any table of a database has marks of removals; an open one may take a table away meanwhile.

    A table that has no such mark holds nothing that was removed: the mark stays as long as anything it stands for.
    Tables of the names of graphs hold nothing but hashes, and are not looked at.

    Raises:
        StoreError: a table is of a form that is not known, or was taken away.
    """
    tables = map(properties, folder.glob("*.sst"))
    # A table that was loaded, and never merged, does not say where it belongs.
    return any(table[b"deleted.keys"] != b"\0" for table in tables if table.get(b"column.family.name") != b"graphs")


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _log(record: bytes) -> bytes:
    """Return a log of one record, in as many parts as blocks ask for."""
    out, place, kind = bytearray(), 0, _WHOLE
    while kind in (_WHOLE, _MIDDLE):
        room = _BLOCK - len(out) % _BLOCK
        if room < _HEAD.size:
            out += bytes(room)
            room = _BLOCK
        part = record[place : place + room - _HEAD.size]
        done = place + len(part) == len(record)
        begun = place > 0
        place += len(part)
        mark = (_LAST if begun else _WHOLE) if done else (_MIDDLE if begun else _FIRST)
        out += _HEAD.pack(_masked(bytes([mark]) + part), len(part), mark) + part
        kind = _LAST if done else _MIDDLE
    return bytes(out)


def _crc_table() -> tuple[int, ...]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return tuple(table)


_CRC: Final = _crc_table()


def _masked(data: bytes) -> int:
    """Return the checksum of a part: CRC-32C, turned so that a checksum of checksums says something."""
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def crc32c(data: bytes) -> int:
    """Return the CRC-32C (Castagnoli) of data.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _CRC[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xFFFFFFFF
