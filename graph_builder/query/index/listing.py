"""Listings: long answers that were read to their end, kept beside the index that they come from.

The rows of a snapshot never change, so who asks for all of them again gets them as they were found the first time:
packed blocks of texts, each text once in a block. A listing goes with its index.
"""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
import orjson
import zstandard

from graph_builder.model import StoreError, digest
from graph_builder.query.blocks import Block, Blocks, Cells

MANY = 10_000
"""Rows from which on an answer is kept: fewer are found soon."""

_SIZE = struct.Struct("<I")
_PLACE = np.dtype("<u2")


class Heading(NamedTuple):
    """The columns of an answer: their names, and what kind of term each has."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]


def place_of(index: Path, name: str, question: str) -> Path:
    """Return where the answer to a question is kept, beside an index; another question has another place.

    >>> place_of(Path("index-5.sqlite"), "mentions", "SELECT 1").name
    'index-5.mentions-e004ebd5b5532a4b.rows'
    """
    return index.with_name(f"{index.stem}.{name}-{digest(question)[:16]}.rows")


def try_read(path: Path) -> tuple[Heading, Blocks] | None:
    """Return the listing in a file, or None if there is none.

    Raises:
        StoreError: it is damaged; blocks raise it too.
    """
    try:
        file = path.open("rb")
    except OSError:
        return None
    frames = _frames(file, path)
    try:
        names, kinds = orjson.loads(next(frames))
        heading = Heading(tuple(names), tuple(kinds))
    except (StopIteration, ValueError, TypeError) as error:
        raise _damaged(path, error) from error
    return heading, Blocks(heading.kinds, (_unpacked(frame, path) for frame in frames))


def kept(heading: Heading, found: Iterator[Block], path: Path) -> Iterator[Block]:
    """Yield blocks, and keep them in a file if they have many rows and were all read."""
    first: list[Block] = []
    rows = 0
    for block in found:
        first.append(block)
        yield block
        rows += len(block[0])
        if rows >= MANY:
            break
    else:
        return
    draft = _Draft(path)
    try:
        draft.write(orjson.dumps([heading.names, heading.kinds]))
        for block in first:
            draft.write(_packed(block))
        first.clear()
        for block in found:
            draft.write(_packed(block))
            yield block
        draft.finish()
    finally:
        draft.drop()


class _Draft:
    """A file that takes its place once it is whole; where it cannot be written, there will be none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._own = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
        self._file: IO[bytes] | None = None
        self._packer = zstandard.ZstdCompressor(level=1, write_checksum=True)
        with suppress(OSError):
            self._file = self._own.open("wb")

    def write(self, frame: bytes) -> None:
        if self._file is None:
            return
        packed = self._packer.compress(frame)
        try:
            self._file.write(_SIZE.pack(len(packed)) + packed)
        except OSError:
            self.drop()

    def finish(self) -> None:
        if self._file is None:
            return
        with suppress(OSError):
            self._file.close()
            self._file = None
            self._own.replace(self._path)

    def drop(self) -> None:
        with suppress(OSError):
            if self._file is not None:
                self._file.close()
        self._file = None
        with suppress(OSError):
            self._own.unlink(missing_ok=True)


def _frames(file: IO[bytes], path: Path) -> Iterator[bytes]:
    """Yield what was packed; a frame that is not as it was written is noticed by its checksum."""
    unpacker = zstandard.ZstdDecompressor()
    with file:
        while head := file.read(_SIZE.size):
            try:
                yield unpacker.decompress(file.read(_SIZE.unpack(head)[0]))
            except (zstandard.ZstdError, struct.error) as error:
                raise _damaged(path, error) from error


def _packed(block: Block) -> bytes:
    texts: Sequence[Sequence[str | None]] = [column.texts for column in block]
    told = orjson.dumps([[column.places is not None for column in block], texts])
    places = [column.places.astype(_PLACE).tobytes() for column in block if column.places is not None]
    return b"".join((_SIZE.pack(len(told)), told, *places))


def _unpacked(frame: bytes, path: Path) -> Block:
    try:
        (length,) = _SIZE.unpack_from(frame)
        places = np.frombuffer(frame, _PLACE, offset=_SIZE.size + length)
        coded, texts = orjson.loads(memoryview(frame)[_SIZE.size : _SIZE.size + length])
        rows = iter(np.split(places, sum(coded)) if sum(coded) else ())
        return tuple(Cells(own, next(rows) if has else None) for own, has in zip(texts, coded, strict=True))
    except (struct.error, ValueError, TypeError, StopIteration) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> StoreError:
    return StoreError(f"{path} cannot be read ({error}); remove it, and it is made again")
