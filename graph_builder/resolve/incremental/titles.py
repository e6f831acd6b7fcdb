"""Titles that are but for a misprint the same: found among neighbours in their order, also when some come or go."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import permutations

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
        firsts = {key: self._first(key) for key in sorted({*keys} - {""})}
        touched: set[int] = set()
        for turn in TURNS:
            blocks: dict[str, list[str]] = defaultdict(list)
            for key in firsts:
                blocks[key[::turn][:SHARED]].append(key)
            for block, own in blocks.items():
                before = self._titles(turn, block)
                other = {key[::turn]: firsts[key] for key in own if before.get(key[::turn], "") != firsts[key]}
                now = {words: title for words, title in {**before, **other}.items() if title}
                near = {words for titles in (before, now) for words in _near(titles, other)}
                was, are = _pairs(before, near, turn), _pairs(now, near, turn)
                self._put(turn, other, was - are, are - was)
                touched.update(title_tie(each) for pair in was ^ are for each in pair)
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

    def _titles(self, turn: int, block: str) -> dict[str, str]:
        """Return the titles whose words begin alike, by these words."""
        query = "SELECT words, title FROM title WHERE turn = ? AND words BETWEEN ? AND ?"
        rows = self._tables.db.execute(query, (turn, _bytes(block), _bytes(block) + b"\xff"))
        return {_text(words): _text(title) for words, title in rows}

    def _first(self, key: str) -> str:
        """Return the title of the first paper with a key, if it can be distinguished from a misprint of another."""
        query = (
            "SELECT s.id, n.data FROM tie t JOIN mention n USING (no) JOIN source s ON s.no = n.source WHERE tie = ?"
        )
        rows = self._tables.db.execute(query, (title_tie(key),))
        papers = [paper_of(source, load(data)[0]) for source, data in rows]
        first = min(papers, key=lambda paper: paper.ref, default=None)
        return first.title if first is not None and may_be_misprinted(first) else ""

    def _put(self, turn: int, titles: Mapping[str, str], gone: Iterable[Pair], new: Iterable[Pair]) -> None:
        """Put in titles by their words, or take out those that are empty, and pairs of their keys."""
        run, put = self._tables.db.executemany, self._tables.put
        run("DELETE FROM title WHERE turn = ? AND words = ?", [(turn, _bytes(words)) for words in titles])
        put("title", [(turn, _bytes(words), _bytes(title)) for words, title in titles.items() if title])
        both = [(*ties, turn) for pair in gone for ties in permutations(map(title_tie, pair))]
        run("DELETE FROM almost WHERE tie = ? AND other = ? AND turn = ?", both)
        put("almost", [(*ties, turn, dump(pair)) for pair in new for ties in permutations(map(title_tie, pair))])


def _near(titles: Iterable[str], changed: Iterable[str]) -> Iterator[str]:
    """Yield the words of titles before each of those that changed, and these: no other pairs can come or go."""
    ordered = sorted(titles)
    for words in changed:
        place = bisect_left(ordered, words)
        yield from ordered[max(0, place - NEIGHBOURS) : bisect_right(ordered, words)]


def _pairs(titles: Mapping[str, str], near: Collection[str], turn: int) -> set[Pair]:
    """Return the keys of titles that are almost alike: some, and those that come next in the order of their words."""
    ordered = sorted(titles)
    return {
        (min(one, other), max(one, other))
        for place, words in enumerate(ordered, 1)
        if words in near
        for after in ordered[place : place + NEIGHBOURS]
        if alike(titles[words], titles[after])
        for one, other in [(words[::turn], after[::turn])]
    }


def _bytes(text: str) -> bytes:
    # As bytes, texts have the same order as in Python, also with halves of characters.
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
