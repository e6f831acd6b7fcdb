"""Opening files: packed ones are unpacked as they are read, within limits; what breaks off is read up to there."""

from __future__ import annotations

import gzip
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import BinaryIO, cast

import zstandard

from graph_builder.model import Problem, ReadError

PACKED = (".gz", ".zst", ".zip")
"""The suffixes of packed files. Which of them a file is, its first bytes tell."""

MAX_RATIO = 250
"""How many times its own size a packed file may unpack to; JSON and XML of catalogues have 3 to 25."""

_FREE = 64_000_000  # bytes for which the ratio is not asked: short files of one repeated record are no attack
_ZSTD_CHUNK = 512  # a byte of Zstandard may stand for 32 KB: what one read unpacks to has to be bounded
_MAX_MEMBERS = 100_000
_OFFICE = ("[Content_Types].xml", "mimetype")


_DAMAGED = (  # what the standard library and zstandard raise for bytes that are damaged, or of a kind unknown to them
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    zstandard.ZstdError,
)


class Budget:
    """How many bytes a packed file may still unpack to, all of its members together."""

    def __init__(self, packed_size: int) -> None:
        self.left = _FREE + MAX_RATIO * packed_size


class Unpacked(io.RawIOBase):
    """Bytes that some function unpacks, counted; where they break off, *broken* says why, and the stream ends."""

    def __init__(self, pull: Callable[[int], bytes], budget: Budget) -> None:
        super().__init__()
        self._pull = pull
        self._budget = budget
        self._rest = b""
        self._at = 0
        self.broken = ""

    def readable(self) -> bool:
        """Return True: it can be read."""
        return True

    def peek(self, size: int) -> bytes:
        """Return the first *size* bytes, fewer only of a shorter stream, and leave them to be read."""
        pieces = [self._rest[self._at :]]
        have = len(pieces[0])
        while have < size and (piece := self._next(size - have)):
            pieces.append(piece)
            have += len(piece)
        self._rest, self._at = b"".join(pieces), 0
        return self._rest[:size]

    def readinto(self, target: object) -> int:
        """Fill *target* as far as one piece goes."""
        view = memoryview(target)  # type: ignore[arg-type]
        if self._at >= len(self._rest):
            self._rest, self._at = self._next(len(view)), 0
        taken = self._rest[self._at : self._at + len(view)]
        self._at += len(taken)
        view[: len(taken)] = taken
        return len(taken)

    def _next(self, size: int) -> bytes:
        if self.broken:
            return b""
        try:
            data = self._pull(size)
        except _DAMAGED as error:
            self.broken = f"the packed file is damaged or breaks off ({error or type(error).__name__})"
            return b""
        if len(data) > self._budget.left:
            self.broken = f"unpacks to more than {MAX_RATIO} times its size"
            data = data[: self._budget.left]
        self._budget.left -= len(data)
        return data


def packing_of(head: bytes) -> str:
    """Return the suffix of the packing that the first bytes show, or nothing.

    >>> packing_of(b"\\x1f\\x8b\\x08"), packing_of(b"{")
    ('.gz', '')
    """
    if head.startswith(b"\x1f\x8b"):
        return ".gz"
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        return ".zst"
    return ".zip" if head.startswith(b"PK\x03\x04") else ""


def unpacked_name(name: str) -> str:
    """Return a file's name without the suffix of its packing.

    >>> unpacked_name("iclr2017.json.gz"), unpacked_name("a.bib")
    ('iclr2017.json', 'a.bib')
    """
    return name[: -len(PurePath(name).suffix)] if PurePath(name).suffix.lower() in PACKED else name


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Give the file at *path*.

    Raises:
        ReadError: it cannot be opened.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise ReadError(f"cannot be opened ({error.strerror}); check the path and its permissions") from error
    with file:
        yield file


def streams(file: BinaryIO, name: str, problems: list[Problem], source: str) -> Iterator[tuple[str, Unpacked]]:
    """Yield the name and the stream of each file that *file* holds: itself, unpacked, or the members of an archive.

    What breaks off is a problem, reported after the stream was read.
    """
    head = file.read(4)
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    packing = packing_of(head)
    if packing == ".zip":
        yield from _members(file, size, problems, source)
        return
    raw = Unpacked(_pull(file, packing), Budget(size if packing else 1 << 62))
    yield unpacked_name(name), raw
    if raw.broken:
        problems.append(Problem(source, raw.broken, "fetch it again; the records up to there are in the graph"))


def _pull(file: BinaryIO, packing: str) -> Callable[[int], bytes]:
    if packing == ".gz":
        return gzip.GzipFile(fileobj=file).read1
    return _zstd(file) if packing == ".zst" else file.read


def _zstd(file: BinaryIO) -> Callable[[int], bytes]:
    def pieces() -> Iterator[bytes]:
        unpacker = zstandard.ZstdDecompressor(max_window_size=1 << 27).decompressobj()
        begun = False
        while data := file.read(_ZSTD_CHUNK):
            while data:
                piece = unpacker.decompress(data)
                begun, data = True, b""
                if piece:
                    yield piece
                if unpacker.eof:
                    data = unpacker.unused_data
                    unpacker = zstandard.ZstdDecompressor(max_window_size=1 << 27).decompressobj()
                    begun = False
        if begun:
            raise EOFError("it ends inside a frame")

    pulled = pieces()
    return lambda size: next(pulled, b"")


def _members(file: BinaryIO, size: int, problems: list[Problem], source: str) -> Iterator[tuple[str, Unpacked]]:
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGED as error:
        raise ReadError(f"no archive that can be read ({error}); fetch it again") from error
    budget = Budget(size)
    with archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
        if len(infos) > _MAX_MEMBERS:
            raise ReadError(f"holds {len(infos):,} files, more than {_MAX_MEMBERS:,}; unpack it into a folder")
        for info in sorted(infos, key=lambda info: info.filename):
            if PurePath(info.filename).name.startswith(".") or info.filename.startswith("__MACOSX/"):
                continue
            try:
                member = archive.open(info)
            except _DAMAGED as error:
                problems.append(Problem(source, f"{info.filename}: cannot be unpacked ({error})", "unpack it yourself"))
                continue
            with member:
                raw = Unpacked(cast(zipfile.ZipExtFile, member).read1, budget)
                yield info.filename, raw
                if raw.broken:
                    advice = "fetch it again; the records up to there are in the graph"
                    problems.append(Problem(source, f"{info.filename}: {raw.broken}", advice))


def is_office(path: Path) -> bool:
    """Return whether a file is an archive that an office program wrote: a document, not a file of records."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name in _OFFICE for name in archive.namelist())
    except _DAMAGED:
        return False
