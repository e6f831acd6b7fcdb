"""Blocks of an answer: many rows at once as columns of text, of which a file is written without a look at each row.

A term of RDF is an object of its own: to make one for each cell of a million rows takes longer than to find them. What
files and data frames need is the text of a cell and what kind of term its column has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeVar

import numpy as np
import pyoxigraph as ox
from numpy.typing import NDArray

Term = ox.NamedNode | ox.Literal
Made = TypeVar("Made")

MOST = 1 << 14
"""Rows in a block at most: enough that one row costs little, few enough to be held in memory."""

_XSD = "http://www.w3.org/2001/XMLSchema#"


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a column in some rows: each text once, and for each row the place of its text.

    Without places the texts are those of the rows themselves.

    >>> Cells(["a", None], np.array([0, 1, 0], np.uint16)).values()
    ['a', None, 'a']
    """

    texts: Sequence[str | None]
    places: NDArray[np.uint16] | None = None

    def __len__(self) -> int:
        return len(self.texts) if self.places is None else len(self.places)

    def values(self) -> list[str | None]:
        """Return the text of each row; None where nothing is bound."""
        return self.each(lambda texts: texts)

    def each(self, make: Callable[[Sequence[str | None]], Iterable[Made]]) -> list[Made]:
        """Return for each row what is made of its text: *make* is given each text once, and gives one thing for each.

        >>> Cells(["a", "b"], np.array([1, 1], np.uint16)).each(lambda texts: map(str.upper, texts))
        ['B', 'B']
        """
        if self.places is None:
            return list(make(self.texts))
        return self.array(make).tolist()  # type: ignore[no-any-return]

    def array(self, make: Callable[[Sequence[str | None]], Iterable[Any]]) -> NDArray[Any]:
        """Return the same as an array."""
        made = list(make(self.texts))
        column = np.empty(len(made), object)
        column[:] = made
        return column if self.places is None else column[self.places]

    @property
    def first(self) -> str | None:
        """The text of the first row."""
        return self.texts[0 if self.places is None else self.places[0]]

    @property
    def last(self) -> str | None:
        """The text of the last row."""
        return self.texts[-1 if self.places is None else self.places[-1]]


Block = tuple[Cells, ...]


def cells_of(values: Sequence[Any], text: Callable[[Any], str | None] = lambda value: value) -> Cells:
    """Return values as a column, each once where some come again; *text* says what is written for one.

    >>> cells_of(["a", "b", "a"]).values()
    ['a', 'b', 'a']
    """
    numbers: dict[Any, int] = {}
    places = np.array([numbers.setdefault(value, len(numbers)) for value in values], np.uint16)
    texts = [text(value) for value in numbers]
    return Cells(texts, places) if len(numbers) < len(values) else Cells(texts)


@dataclass(frozen=True, slots=True)
class Blocks:
    """An answer block by block: what kind of term each column has, and blocks that are made as they are read, once.

    Kinds are ``iri``, ``integer`` and ``decimal``; without one a column has texts.
    """

    kinds: tuple[str, ...]
    found: Iterator[Block]

    def rows(self) -> Iterator[tuple[Term | None, ...]]:
        """Return the rows as terms.

        >>> next(Blocks(("integer",), iter([(cells_of(["7"]),)])).rows())[0].value
        '7'
        """
        makers = [maker(kind) for kind in self.kinds]
        return chain.from_iterable(
            zip(*(column.each(make) for make, column in zip(makers, block, strict=True)), strict=True)
            for block in self.found
        )


def maker(kind: str) -> Callable[[Sequence[str | None]], Iterator[Term | None]]:
    """Return what makes terms of texts in a column of a kind.

    >>> list(maker("iri")(["http://example.org/a", None]))
    [<NamedNode value=http://example.org/a>, None]
    """
    make = _MAKERS[kind]

    def made(texts: Sequence[str | None]) -> Iterator[Term | None]:
        if None in texts:
            return (None if text is None else make(text) for text in texts)
        return map(make, texts)  # type: ignore[arg-type]

    return made


_MAKERS: Mapping[str, Callable[[str], Term]] = {
    "": ox.Literal,
    "iri": ox.NamedNode,
    "integer": partial(ox.Literal, datatype=ox.NamedNode(_XSD + "integer")),
    "decimal": partial(ox.Literal, datatype=ox.NamedNode(_XSD + "decimal")),
}
