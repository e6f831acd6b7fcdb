"""What is put aside on disk while tables are first made: rows of bytes by place, and rows of numbers to be sorted."""

from __future__ import annotations

import os
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from graph_builder.resolve.incremental.tables import Tables

Numbers = NDArray[np.integer[Any]]

_BUFFER = 1 << 18
# Numbers made from content are spread evenly: by their first digits they fall into so many parts of equal size.
_PARTS, _SHIFT = 16, 59
_MANY = 100_000


class RowFile:
    """Rows of bytes in a file that has no name and is gone with this.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     spool = RowFile(Path(folder))
    ...     places = [spool.add(row) for row in (b"Ada", b"", b"Grace")]
    ...     [spool.get(place) for place in places]
    [b'Ada', b'', b'Grace']
    """

    def __init__(self, folder: Path) -> None:
        self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115 - open as long as this is
        self._waiting = bytearray()
        self._written = 0
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, row: bytes) -> int:
        """Put a row aside and return its place."""
        self._waiting += row
        self._ends.append(self._ends[-1] + len(row))
        if len(self._waiting) > _BUFFER:
            self._write()
        return len(self._ends) - 2

    def get(self, place: int) -> bytes:
        """Return the row at a place."""
        start, end = self._ends[place], self._ends[place + 1]
        if end > self._written:
            self._write()
        return os.pread(self._file.fileno(), end - start, start)

    def _write(self) -> None:
        # By place, for processes that part from this one share where it stands in the file: whoever first needs what
        # waits writes it, each to the same place.
        view = memoryview(self._waiting)
        while view:
            done = os.pwrite(self._file.fileno(), view, self._written)
            self._written += done
            view = view[done:]
        del view
        self._waiting = bytearray()


class ExternalSort:
    """Rows of numbers that are put into a table in order, a part at a time; the first column was made from content.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sorter = ExternalSort(Path(folder), 2)
    ...     sorter.add(np.array([2 << 60, 7, 5]), np.array([1, 2, 3]))
    ...     [rows.T.tolist() for rows in sorter.parts()]
    [[[5, 3], [7, 2]], [[2305843009213693952, 1]]]
    """

    def __init__(self, folder: Path, columns: int) -> None:
        self._files = [tempfile.TemporaryFile(dir=folder) for _ in range(_PARTS)]  # noqa: SIM115
        self._columns = columns
        self._waiting: list[Numbers] = []
        self._size = 0

    def add(self, *columns: Any) -> None:
        """Take rows, column by column."""
        rows = np.stack([np.asarray(column, dtype=np.int64) for column in columns])
        self._waiting.append(rows)
        self._size += rows.shape[1]
        if self._size > _MANY:
            self._write()

    def _write(self) -> None:
        rows = np.concatenate(self._waiting, axis=1)
        self._waiting, self._size = [], 0
        parts = rows[0] >> _SHIFT
        for part in np.unique(parts).tolist():
            self._files[part].write(np.ascontiguousarray(rows[:, parts == part].T))

    def parts(self) -> Iterator[Numbers]:
        """Yield the columns of the rows, part by part, all of them in order; they are given up with that."""
        if self._waiting:
            self._write()
        for file in self._files:
            file.seek(0)
            rows = np.frombuffer(file.read(), dtype=np.int64).reshape(-1, self._columns).T
            file.close()
            if rows.size:
                yield rows[:, np.lexsort(rows[::-1])]

    def put(self, tables: Tables, table: str) -> None:
        """Put all rows into a table."""
        for rows in self.parts():
            tables.put_ordered(table, *rows)


class Ragged:
    """Rows of numbers, one after the other.

    >>> rows = Ragged("i")
    >>> rows.add([3, 1]), rows.add([]), rows.add([2])
    (0, 1, 2)
    >>> rows.get(0).tolist(), rows.get(1).tolist(), len(rows)
    ([3, 1], [], 3)
    """

    def __init__(self, kind: Literal["i", "q"]) -> None:
        self._data: array[int] = array(kind)
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, row: Sequence[int]) -> int:
        """Add a row and return its place."""
        self._data.extend(row)
        self._ends.append(len(self._data))
        return len(self._ends) - 2

    def get(self, place: int) -> array[int]:
        """Return the row at a place."""
        return self._data[self._ends[place] : self._ends[place + 1]]

    def flat(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all numbers, and how many are in each row."""
        ends = np.array(self._ends, dtype=np.int64)
        return np.array(self._data, dtype=np.int64), ends[1:] - ends[:-1]
