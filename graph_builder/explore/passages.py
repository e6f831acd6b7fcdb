"""Full text of the documents of a store: an index of their blocks, in one file that belongs to a snapshot."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from graph_builder.explore.search import words
from graph_builder.model import Document
from graph_builder.query.index.build import written
from graph_builder.query.index.read import read_only

_TABLES = """
CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE passage (id INTEGER PRIMARY KEY, source INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize="unicode61 remove_diacritics 2");
"""
_FOUND = """SELECT source.name, passage.start, passage.end FROM words JOIN passage ON passage.id = words.rowid
JOIN source ON source.id = passage.source WHERE words MATCH ? ORDER BY rank, passage.id"""


class Passage(NamedTuple):
    """A block of a document in which all words of a search stand: its source and its characters."""

    source: str
    start: int
    end: int


def build_passages(documents: Iterable[Document], path: Path) -> None:
    """Write the index of the blocks of some documents to a file."""
    with written(path) as connection:
        connection.executescript(_TABLES)
        number = 0
        for place, document in enumerate(documents):
            connection.execute("INSERT INTO source VALUES (?, ?)", (place, document.source))
            for start, end in [(b.span.start, b.span.end) for b in document.blocks] or [(0, len(document.text))]:
                number += 1
                connection.execute("INSERT INTO passage VALUES (?, ?, ?, ?)", (number, place, start, end))
                text = " ".join(words(document.text[start:end]))
                connection.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, text))


def find_passages(path: Path, text: str) -> list[Passage]:
    """Return the best passage of each document that has one with all words of *text*, the best first (BM25).

    The last word may be the beginning of one.
    """
    asked = words(text)
    if not asked:
        return []
    match = " AND ".join(f'"{word}"' for word in asked) + "*"
    found: dict[str, Passage] = {}
    with closing(sqlite3.connect(read_only(path), uri=True)) as connection:
        for row in connection.execute(_FOUND, (match,)):
            found.setdefault(row[0], Passage(*row))
    return list(found.values())


def excerpt(text: str, asked: str, room: int = 160) -> tuple[str, str, str]:
    """Return the part of a text about the first word of a search: what stands before, the word, what stands behind.

    >>> excerpt("She works on the mathematics of weaving.", "weaving")
    ('She works on the mathematics of ', 'weaving', '.')
    """
    wanted = words(asked)
    at = 0
    for piece in text.split():
        start = text.index(piece, at)
        at = start + len(piece)
        for word in words(piece):
            place = piece.casefold().find(word)
            if any(word.startswith(each) for each in wanted) and place >= 0:
                start, at = start + place, start + place + len(word)
                return text[max(0, start - room) : start], text[start:at], text[at : at + room]
    return text[:room], "", ""
