"""Search as one types: an index of all names of all things, in one file that belongs to a snapshot of the graph."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import Any

from pyoxigraph import NamedNode, Store
from rapidfuzz import process
from rapidfuzz.distance import OSA

from graph_builder.explore.things.fact import Thing
from graph_builder.explore.things.reader import text_of
from graph_builder.model import EntityKind
from graph_builder.query.index.build import written
from graph_builder.query.index.read import read_only
from graph_builder.query.index.schema import ALT_LABEL, CLASSES, GB, LABEL, ROLES

_CANDIDATES = 400
_SHORT, _LONG, _NEAR = 4, 8, 20
"""Letters from which on a word may have one typo, and two; and how many words near it are looked for."""
_PRINTED = 2
"""The rank of a form that is none of the names of its thing."""
_WORD = re.compile(r"\w+")
# Chinese, Japanese and Korean words are not divided by spaces: each character counts as a word.
_IDEOGRAPH = re.compile(r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff])")

_TABLES = """
CREATE TABLE thing (
  id INTEGER PRIMARY KEY, iri TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, facts INTEGER NOT NULL
);
CREATE TABLE form (
  id INTEGER PRIMARY KEY, thing INTEGER NOT NULL, printed TEXT NOT NULL, rank INTEGER NOT NULL,
  mentions INTEGER NOT NULL
);
CREATE VIRTUAL TABLE words USING fts5(text, content='', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE word (word TEXT NOT NULL);
"""
_SOME = 500
"""Things that are written anew at a time."""

_QUERY = """
SELECT thing.iri, thing.kind, thing.name, thing.facts, form.printed, form.rank FROM words
JOIN form ON form.id = words.rowid JOIN thing ON thing.id = form.thing
WHERE words MATCH ? AND instr(?, thing.kind)
ORDER BY (length(form.printed) = ?) DESC, form.rank = 2, thing.facts DESC, thing.iri LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A thing that a search found, the form of its name that fits, and how many facts speak of it."""

    thing: Thing
    form: str
    facts: int


def build_index(graph: Store, path: Path, before: Path | None = None, nodes: Collection[str] = ()) -> None:
    """Write the index of a graph's names to a file: preferred names, others, and all printed forms.

    Args:
        graph: the graph.
        path: where the index goes.
        before: the index of an earlier graph, if what is written anew is only what changed since.
        nodes: all IRIs of which something else is said since, or that are named there; others do no harm.
    """
    with written(path, before) as connection:
        if before is None:
            connection.executescript(_TABLES)
            _write(connection, graph)
            connection.executescript("CREATE INDEX form_thing ON form (thing); CREATE INDEX thing_iri ON thing (iri);")
        for some in _pieces(set(nodes).union(*(_named_by(graph, some) for some in _pieces(nodes)))) if before else ():
            _remove(connection, some)
            _write(connection, graph, f"VALUES ?thing {{ {' '.join(f'<{iri}>' for iri in some)} }}")
        connection.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, words, row)")
        connection.execute("DELETE FROM word")
        connection.execute("INSERT INTO word SELECT term FROM temp.vocabulary WHERE length(term) >= ?", (_SHORT - 1,))


def _write(connection: sqlite3.Connection, graph: Store, some: str = "") -> None:
    """Write the names of all things, or of *some*, a clause of a query."""
    weights, printed = _weights(graph, some), _printed(graph, some)
    last, number = connection.execute(
        "SELECT (SELECT ifnull(max(id), 0) FROM thing), (SELECT ifnull(max(id), 0) FROM form)"
    ).fetchone()
    for place, (iri, kind, name, others) in enumerate(_things(graph, some), last + 1):
        connection.execute(
            "INSERT INTO thing VALUES (?, ?, ?, ?, ?)", (place, iri, kind.value, name, weights.get(iri, 0))
        )
        forms = dict.fromkeys([name, *others, *sorted(printed.get(iri, ()))])
        times = printed.get(iri, {})
        for rank, form in enumerate(forms):
            number += 1
            rank = 0 if not rank else 1 if form in others else _PRINTED
            row = (number, place, form, rank, times.get(form, 0))
            connection.execute("INSERT INTO form VALUES (?, ?, ?, ?, ?)", row)
            connection.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, " ".join(words(form))))


def _pieces(nodes: Collection[str]) -> Iterator[list[str]]:
    ordered = sorted(nodes)
    return (ordered[start : start + _SOME] for start in range(0, len(ordered), _SOME))


def _named_by(graph: Store, mentions: Iterable[str]) -> set[str]:
    """Return the things that those of some nodes name which are mentions."""
    some = " ".join(f"<{iri}>" for iri in mentions)
    return {thing for (thing,) in _rows(graph, f"SELECT ?thing {{ VALUES ?m {{ {some} }} ?m <{GB}refersTo> ?thing }}")}


def _remove(connection: sqlite3.Connection, things: Iterable[str]) -> None:
    for iri in things:
        for (place,) in connection.execute("SELECT id FROM thing WHERE iri = ?", (iri,)).fetchall():
            rows = connection.execute("SELECT id, printed FROM form WHERE thing = ?", (place,)).fetchall()
            # What a table of words without its texts is to forget has to be given again.
            gone = (("delete", number, " ".join(words(form))) for number, form in rows)
            connection.executemany("INSERT INTO words (words, rowid, text) VALUES (?, ?, ?)", gone)
            connection.execute("DELETE FROM form WHERE thing = ?", (place,))
            connection.execute("DELETE FROM thing WHERE id = ?", (place,))


def search(
    path: Path,
    text: str,
    kinds: frozenset[EntityKind] = frozenset(EntityKind),
    limit: int = 12,
    *,
    with_typos: bool = False,
) -> list[Hit]:
    """Return the things with names whose words begin like those of *text*, the best first, each once.

    A name that is equal comes first. Then count how much is known of the thing, whether the words stand there whole or
    go on, whether the name begins so, and whether it is a name of the thing or but a form that some source prints.

    Args:
        path: the index.
        text: what was typed so far.
        kinds: what is looked for.
        limit: how many things at most.
        with_typos: whether words of four letters may have one letter wrong, missing, added or changed with the next,
            and those of eight two.
    """
    asked = words(text)
    if not asked or (len(asked) == 1 and len(asked[0]) == 1 and asked[0].isascii()):
        return []
    with closing(sqlite3.connect(read_only(path), uri=True)) as connection:
        # Every word may be the beginning of one: "Y. Wang" means any Wang whose given name begins so.
        match = beginning(asked)
        if with_typos:
            known = [word for (word,) in connection.execute("SELECT word FROM word")]
            match = " AND ".join(f"({beginning((word, *_near(word, known)), ' OR ')})" for word in asked)
        query = match, ",".join(kinds), len(text.strip()), _CANDIDATES
        rows = connection.execute(_QUERY, query).fetchall()
    ranked = sorted(rows, key=lambda row: (-_score(asked, row[4], row[5], row[3]), row[2], row[0]))
    hits: dict[str, Hit] = {}
    for iri, kind, name, facts, printed, _ in ranked:
        if len(hits) == limit and iri not in hits:
            break
        hits.setdefault(iri, Hit(Thing(iri, EntityKind(kind), name), printed, facts))
    return list(hits.values())


def beginning(asked: Iterable[str], join: str = " AND ") -> str:
    """Return what matches texts in which words begin like all of some, or like one of them.

    >>> beginning(["y", "wang"]), beginning(["y", "x"], " OR ")
    ('"y"* AND "wang"*', '"y"* OR "x"*')
    """
    return join.join(f'"{word}"*' for word in asked)


def _near(word: str, known: list[str]) -> list[str]:
    """Return the words that *word* would be, or would begin, with the fewest typos."""
    if len(word) < _SHORT:
        return []
    typos = 1 if len(word) < _LONG else 2
    found: dict[str, float] = {}
    for choices in (known, [each[: len(word)] for each in known]):
        for _, distance, place in process.extract(word, choices, scorer=OSA.distance, score_cutoff=typos, limit=_NEAR):
            found[known[place]] = min(distance, found.get(known[place], distance))
    least = min((distance for distance in found.values() if distance), default=0)
    return sorted(each for each, distance in found.items() if distance == least)


def forms(path: Path, iri: str, most: int) -> list[str]:
    """Return the forms in which sources print the name of a thing, other than its names, the most frequent first."""
    query = """SELECT printed FROM form JOIN thing ON thing.id = form.thing
        WHERE thing.iri = ? AND rank = ? AND mentions > 0 ORDER BY mentions DESC, printed LIMIT ?"""
    with closing(sqlite3.connect(read_only(path), uri=True)) as connection:
        return [form for (form,) in connection.execute(query, (iri, _PRINTED, most))]


def words(text: str) -> list[str]:
    """Return the words of a text as they are compared: without case and accents, ideographs one by one.

    >>> words("Zoë O'Brien, 北京大学")
    ['zoe', 'o', 'brien', '北', '京', '大', '学']
    """
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return _WORD.findall(_IDEOGRAPH.sub(r" \1 ", unicodedata.normalize("NFKC", plain)).casefold())


def _score(asked: list[str], printed: str, rank: int, facts: int) -> float:
    """Return how well a form fits: twice the facts weigh one; the other weights were set by looking at what comes."""
    form = words(printed)
    if form == asked:
        return 100.0 + log2(1 + facts)
    whole = len(set(asked) & set(form)) / len(set(asked))
    begins = " ".join(form).startswith(" ".join(asked))
    return log2(1 + facts) + 4 * whole + 2 * begins - 5 * (rank == _PRINTED)


def _things(graph: Store, some: str) -> Iterator[tuple[str, EntityKind, str, list[str]]]:
    labels, others = _names(graph, LABEL, some), _names(graph, ALT_LABEL, some)
    for cls, kind in CLASSES.items():
        for (iri,) in _rows(graph, f"SELECT DISTINCT ?thing {{ {some} ?thing a <{cls}> }}"):
            names = sorted(labels.get(iri, ()))
            if names:
                yield iri, kind, names[0], [*names[1:], *sorted(others.get(iri, ()))]


def _names(graph: Store, term: str, some: str) -> dict[str, set[str]]:
    """Return the names of all things by one property: in one scan, since a look-up of each costs far more."""
    found: dict[str, set[str]] = {}
    for iri, name in _rows(graph, f"SELECT DISTINCT ?thing ?name {{ {some} ?thing <{term}> ?name }}"):
        found.setdefault(iri, set()).add(name)
    return found


def _printed(graph: Store, some: str) -> dict[str, dict[str, int]]:
    """Return the forms in which sources print each thing's name, each with the number of mentions."""
    found: dict[str, dict[str, int]] = {}
    for term in ("printedForm", "printedAlias"):
        # A mention stands in one graph with all that is said of it, and a join within graphs costs less than half.
        within = f"GRAPH ?graph {{ ?m <{GB}{term}> ?form ; <{GB}refersTo> ?thing }}"
        query = f"SELECT ?thing ?form (COUNT(?m) AS ?n) {{ {some} {within} }} GROUP BY ?thing ?form"
        for iri, form, times in _rows(graph, query):
            found.setdefault(iri, {}).setdefault(form, int(times) if term == "printedForm" else 0)
    return found


def _weights(graph: Store, some: str) -> Counter[str]:
    """Return how many facts each thing has a role in."""
    counts: Counter[str] = Counter()
    for role in ROLES:
        query = f"SELECT ?thing (COUNT(?fact) AS ?n) {{ {some} ?fact <{GB}{role}> ?thing }} GROUP BY ?thing"
        counts.update({iri: int(n) for iri, n in _rows(graph, query)})
    return counts


def _rows(graph: Store, query: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a query. The engine joins and counts without reading the terms that are not asked for."""
    found: Any = graph.query(query, use_default_graph_as_union=True)
    for row in found:
        if isinstance(row[0], NamedNode):
            yield tuple(text_of(term) for term in row)
