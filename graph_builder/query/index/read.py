"""An index, open for reading."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from graph_builder.model import StoreError


def _matches(text: str | None, pattern: str) -> bool:
    """Return whether an expression of ours is found in a text, as REGEX of SPARQL does with the flag "i"."""
    return text is not None and re.search(pattern, text, re.IGNORECASE) is not None


def read_only(path: Path) -> str:
    """Return the address of a file of SQLite that nobody changes any more."""
    return f"{path.absolute().as_uri()}?mode=ro&immutable=1"


class Mean:
    """The mean of decimals as the engine has it: of 18 digits, the rest cut off."""

    def __init__(self) -> None:
        self._sum, self._count = Decimal(0), 0

    def step(self, value: float, times: int = 1) -> None:
        """Take a number so many times."""
        self._sum += Decimal(repr(value)) * times
        self._count += times

    def finalize(self) -> str:
        """Return the mean as text."""
        scaled = int(self._sum * 10**18) // self._count
        return f"{scaled // 10**18}.{scaled % 10**18:018d}"


class Index:
    """The things and facts of a snapshot as tables: what it answers is what the graph holds, in far fewer look-ups.

    Raises:
        StoreError: the file is none of ours, or damaged.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._connection = sqlite3.connect(read_only(path), uri=True)
            found = self._connection.execute("SELECT pairs FROM made").fetchone()
        except sqlite3.Error as error:
            raise StoreError(f"{path} cannot be read ({error}); remove it, and it is made again") from error
        self._connection.create_function("lcase", 1, str.lower, deterministic=True)
        self._connection.create_function("matches", 2, _matches, deterministic=True)
        self._connection.create_aggregate("mean", 2, Mean)  # type: ignore[arg-type]
        self.has_pairs = bool(found and found[0])
        """Whether it has the pairs of co-authors and of organizations."""

    def ask(self, query: str, values: Sequence[int | str] | Mapping[str, str | float | None] = ()) -> sqlite3.Cursor:
        """Return the rows of a query in SQL as they are read."""
        return self._connection.execute(query, values)

    def thing(self, iri: str) -> tuple[int, str, str, str | None] | None:
        """Return number, kind, name and year of a thing; only works have a year."""
        query = "SELECT id, kind, name, year FROM thing WHERE iri = ?"
        found: tuple[int, str, str, str | None] | None = self._connection.execute(query, (iri,)).fetchone()
        return found

    def iri(self, number: int) -> str:
        """Return the IRI of a thing by its number."""
        found = self._connection.execute("SELECT iri FROM thing WHERE id = ?", (number,)).fetchone()
        return str(found[0])

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
