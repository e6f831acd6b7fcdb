"""Sorting more lines than memory should hold: in parts, which lie in temporary files and are merged."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import groupby, islice
from typing import IO

MOST = 100_000
"""Lines that are sorted at once; about 50 MB of quads."""

_FILES = 64
"""Files that are merged at once; more are merged in turns, for a process may hold few open."""


def sorted_lines(lines: Iterable[str], most: int = MOST) -> Iterator[str]:
    """Yield lines in order, each once; more than *most* go through temporary files.

    Args:
        lines: texts without line ends.
        most: how many are held in memory.

    >>> list(sorted_lines(["b", "a", "b", "c"], most=2))
    ['a', 'b', 'c']
    """
    source = iter(lines)
    part = sorted(set(islice(source, most)))
    following = next(source, None)
    if following is None:
        yield from part
        return
    with ExitStack() as files:
        parts = [_kept(files, part), *_parts(files, following, source, most)]
        while len(parts) > _FILES:
            parts = [*parts[_FILES:], _kept(files, _merged(parts[:_FILES]))]
        yield from _merged(parts)


def _parts(files: ExitStack, following: str | None, source: Iterator[str], most: int) -> Iterator[IO[str]]:
    while following is not None:
        yield _kept(files, sorted({following, *islice(source, most - 1)}))
        following = next(source, None)


def _kept(files: ExitStack, lines: Iterable[str]) -> IO[str]:
    """Write lines to a temporary file, and return it at its beginning."""
    # A carriage return ends no line of ours.
    file = files.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n"))  # noqa: SIM115
    file.writelines(f"{line}\n" for line in lines)
    file.seek(0)
    return file


def _merged(parts: list[IO[str]]) -> Iterator[str]:
    """Yield the lines of sorted files in order, each once; a file that was read is closed."""
    for line, _ in groupby(heapq.merge(*((line[:-1] for line in part) for part in parts))):
        yield line
    for part in parts:
        part.close()
