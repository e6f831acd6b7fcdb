"""The source of records that a connector reads: a stream, its name and lines, and what was left out of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from graph_builder.model import Problem

MAX_RECORD = 16_000_000
"""The most bytes that one record may have; the largest real ones (papers with 5,000 authors) have about two million."""

MAPPING_SUFFIX = ".mapping.toml"
"""What is added to the name of a file of columns to name the mapping beside it."""

ADVICE = "correct it there; all other records are in the graph"


class Source:
    """A stream of records with the name of its source, and the problems met in it so far.

    *name* is the source's id; *file_name* the name of the file without a suffix for packing, for the formats in which
    only it gives venue and year; *mapping* the text of a mapping that lies beside the file.

    >>> import io
    >>> source = Source("lists/a.bib", "a.bib", io.BytesIO(b""))
    >>> source.note("line 7", "no closing brace")
    >>> str(source.problems[0])
    'lists/a.bib: line 7: no closing brace; correct it there; all other records are in the graph'
    """

    __slots__ = ("file_name", "mapping", "name", "problems", "stream")

    def __init__(self, name: str, file_name: str, stream: BinaryIO, mapping: str = "") -> None:
        self.name = name
        self.file_name = file_name
        self.stream = stream
        self.mapping = mapping
        self.problems: list[Problem] = []

    def note(self, where: str, what: str, advice: str = ADVICE) -> None:
        """Note what is wrong with the record at *where*: its line or key."""
        problem = f"{where[:200]}: {what}".encode("utf-8", "replace").decode()
        self.problems.append(Problem(self.name, problem, advice))


# -- lines: UTF-8, or Windows-1252 where a line is none

_LONGEST = 1_000_000


def lines(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers, without their ends.

    >>> import io
    >>> list(lines(Source("a", "a", io.BytesIO("Zo\\u00eb\\nB\\u00f6hm".encode("cp1252")))))
    [(1, 'Zoë'), (2, 'Böhm')]
    """
    number = 0
    while line := source.stream.readline(_LONGEST):
        number += 1
        if len(line) == _LONGEST:
            source.note(f"line {number}", "longer than 1 MB; the rest of it is left out")
            while (rest := source.stream.readline(_LONGEST)) and not rest.endswith(b"\n"):
                pass
        yield number, _decoded(line)


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace").rstrip("\r\n")
