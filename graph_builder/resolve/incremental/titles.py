"""Titles that are but for a misprint the same: found among neighbours in their order, also when some come or go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from graph_builder.model import EntityKind
from graph_builder.resolve.entities import number
from graph_builder.resolve.incremental.rows import paper_of
from graph_builder.resolve.incremental.tables import Tables, dump, load
from graph_builder.resolve.works import NEIGHBOURS, SHARED, TURNS, alike, may_be_misprinted

Pair = tuple[str, str]


def title_tie(key: str) -> int:
    """Return the number of the tie between papers of one title."""
    return number(EntityKind.WORK.value, f"t{key}")


class Titles:
    """The titles of all papers in order, of equal ones the first, and pairs of them that are almost alike."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def change(self, keys: Collection[str]) -> set[int]:
        """Bring titles up to date whose papers came or went; return the ties of those that gain or lose pairs."""
        touched: set[int] = set()
        if self._tables.new:
            self._put_all({key: title for key in keys if (title := self._first(key))})
            return touched
        for key in sorted({*keys} - {""}):
            was, now = self._title(key), self._first(key)
            if was != now:
                for turn in TURNS:
                    if was:
                        touched |= self._moved(key, turn, was, gone=True)
                    if now:
                        touched |= self._moved(key, turn, now, gone=False)
        return touched

    def among(self, ties: Iterable[int]) -> tuple[dict[int, list[Pair]], list[tuple[int, int]]]:
        """Return the pairs of each of these titles with others, by its tie, and the ties of both."""
        found: dict[int, list[Pair]] = defaultdict(list)
        edges: list[tuple[int, int]] = []
        query = "SELECT DISTINCT tie, other, data FROM almost WHERE tie IN {}"
        for tie, other, data in self._tables.among(query, ties):
            found[tie].append(tuple(load(data)))
            edges.append((tie, other))
        return found, edges

    def _title(self, key: str) -> str:
        query = "SELECT title FROM title WHERE turn = 1 AND words = ?"
        row = self._tables.db.execute(query, (_bytes(key),)).fetchone()
        return _text(row[0]) if row else ""

    def _first(self, key: str) -> str:
        """Return the title of the first paper with a key, if it can be distinguished from a misprint of another."""
        query = (
            "SELECT s.id, n.data FROM tie t JOIN mention n USING (no) JOIN source s ON s.no = n.source WHERE tie = ?"
        )
        rows = self._tables.db.execute(query, (title_tie(key),))
        papers = [paper_of(source, load(data)[0]) for source, data in rows]
        first = min(papers, key=lambda paper: paper.ref, default=None)
        return first.title if first is not None and may_be_misprinted(first) else ""

    def _put_all(self, titles: Mapping[str, str]) -> None:
        """Put titles, by key, into tables that have none."""
        for turn in TURNS:
            ordered = sorted((key[::turn], title) for key, title in titles.items())
            self._tables.put("title", [(turn, _bytes(words), _bytes(title)) for words, title in ordered])
            for place, (words, title) in enumerate(ordered, 1):
                for other, near in ordered[place : place + NEIGHBOURS]:
                    if other[:SHARED] != words[:SHARED]:
                        break
                    if alike(title, near):
                        self._put(_pair(title, near), turn)

    def _moved(self, key: str, turn: int, title: str, gone: bool) -> set[int]:
        """Put a title into the order, or take it out; return the ties of titles that gain or lose pairs by that."""
        words = key[::turn]
        row = (turn, _bytes(words))
        if gone:
            self._tables.db.execute("DELETE FROM title WHERE turn = ? AND words = ?", row)
        before, after = list(self._beside(words, turn, "<", "DESC")), list(self._beside(words, turn, ">", "ASC"))
        # Those as far apart that this one, between them, makes the difference.
        across = [
            (one, other)
            for place, one in enumerate(before, 1)
            for other in after[NEIGHBOURS - place : NEIGHBOURS - place + 1]
            if alike(one, other)
        ]
        own = [(other, title) for other in (*before, *after) if alike(other, title)]
        if not gone:
            self._tables.put("title", [(*row, _bytes(title))])
        new, old = (across, own) if gone else (own, across)
        for one, other in old:
            self._drop(_pair(one, other), turn)
        for one, other in new:
            self._put(_pair(one, other), turn)
        return {title_tie(each) for pair in (*old, *new) for each in _pair(*pair)}

    def _beside(self, words: str, turn: int, side: str, order: str) -> Iterator[str]:
        """Yield the titles before or after one that begin alike, the nearest first."""
        query = f"SELECT words, title FROM title WHERE turn = ? AND words {side} ? ORDER BY words {order} LIMIT ?"  # noqa: S608
        for other, title in self._tables.db.execute(query, (turn, _bytes(words), NEIGHBOURS)):
            if _text(other)[:SHARED] != words[:SHARED]:
                return
            yield _text(title)

    def _put(self, pair: Pair, turn: int) -> None:
        one, other = title_tie(pair[0]), title_tie(pair[1])
        self._tables.put("almost", [(a, b, turn, dump(pair)) for a, b in ((one, other), (other, one))])

    def _drop(self, pair: Pair, turn: int) -> None:
        one, other = title_tie(pair[0]), title_tie(pair[1])
        query = "DELETE FROM almost WHERE tie = ? AND other = ? AND turn = ?"
        self._tables.db.executemany(query, [(a, b, turn) for a, b in ((one, other), (other, one))])


def _pair(one: str, other: str) -> Pair:
    keys = one.replace(" ", ""), other.replace(" ", "")
    return min(keys), max(keys)


def _bytes(text: str) -> bytes:
    # As bytes, texts have the same order as in Python, also with halves of characters.
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
