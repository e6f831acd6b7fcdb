"""Search as one types: an index of all names of all things, in one file that belongs to a snapshot of the graph."""

from __future__ import annotations

import os
import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import Literal, NamedNode, Store

from graph_builder.explore.fact import Thing
from graph_builder.explore.reader import ALT_LABEL, CLASSES, GB, LABEL, RDF_TYPE, ROLES
from graph_builder.model import EntityKind

_CANDIDATES = 400
_WORD = re.compile(r"\w+")
# Chinese, Japanese and Korean words are not divided by spaces: each character counts as a word.
_IDEOGRAPH = re.compile(r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff])")

_TABLES = """
CREATE TABLE thing (
  id INTEGER PRIMARY KEY, iri TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, facts INTEGER NOT NULL
);
CREATE TABLE form (id INTEGER PRIMARY KEY, thing INTEGER NOT NULL, printed TEXT NOT NULL, rank INTEGER NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(text, content='', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
"""

_QUERY = """
SELECT thing.iri, thing.kind, thing.name, thing.facts, form.printed, form.rank FROM words
JOIN form ON form.id = words.rowid JOIN thing ON thing.id = form.thing
WHERE words MATCH ? AND instr(?, thing.kind)
ORDER BY (length(form.printed) = ?) DESC, thing.facts DESC LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A thing that a search found, the form of its name that fits, and how many facts speak of it."""

    thing: Thing
    form: str
    facts: int


def build_index(graph: Store, path: Path) -> None:
    """Write the index of a graph's names to a file: preferred names, others, and all printed forms."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    draft.unlink(missing_ok=True)
    weights = _weights(graph)
    connection = sqlite3.connect(draft)
    try:
        connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _TABLES)
        printed = _printed(graph)
        number = 0
        for place, (iri, kind, name, others) in enumerate(_things(graph), 1):
            connection.execute(
                "INSERT INTO thing VALUES (?, ?, ?, ?, ?)", (place, iri, kind.value, name, weights.get(iri, 0))
            )
            forms = dict.fromkeys([name, *others, *sorted(printed.get(iri, ()))])
            for rank, form in enumerate(forms):
                number += 1
                rank = 0 if not rank else 1 if form in others else 2
                connection.execute("INSERT INTO form VALUES (?, ?, ?, ?)", (number, place, form, rank))
                connection.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, " ".join(words(form))))
        connection.execute("CREATE INDEX form_thing ON form (thing)")
        connection.commit()
    finally:
        connection.close()
    draft.replace(path)


def search(path: Path, text: str, kinds: frozenset[EntityKind] = frozenset(EntityKind), limit: int = 12) -> list[Hit]:
    """Return the things with names whose words begin like those of *text*, the best first, each once.

    A name that is equal comes before one that begins so, this before one that has the words anywhere; among equals
    the thing of which more is known.

    Args:
        path: the index.
        text: what was typed so far.
        kinds: what is looked for.
        limit: how many things at most.
    """
    asked = words(text)
    if not asked or (len(asked) == 1 and len(asked[0]) == 1 and asked[0].isascii()):
        return []
    # Every word may be the beginning of one: "Y. Wang" means any Wang whose given name begins so.
    match = " AND ".join(f'"{word}"*' for word in asked)
    connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    try:
        found = connection.execute(_QUERY, (match, ",".join(kinds), len(text.strip()), _CANDIDATES))
        rows = found.fetchall()
    finally:
        connection.close()
    key = " ".join(asked)
    ranked = sorted(rows, key=lambda row: (_distance(key, row[4]), row[5], -row[3], row[2], row[0]))
    hits: dict[str, Hit] = {}
    for iri, kind, name, facts, printed, _ in ranked:
        if len(hits) == limit and iri not in hits:
            break
        hits.setdefault(iri, Hit(Thing(iri, EntityKind(kind), name), printed, facts))
    return list(hits.values())


def words(text: str) -> list[str]:
    """Return the words of a text as they are compared: without case and accents, ideographs one by one.

    >>> words("Zoë O'Brien, 北京大学")
    ['zoe', 'o', 'brien', '北', '京', '大', '学']
    """
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return _WORD.findall(_IDEOGRAPH.sub(r" \1 ", unicodedata.normalize("NFKC", plain)).casefold())


def _distance(key: str, printed: str) -> int:
    form = " ".join(words(printed))
    return 0 if form == key else 1 if form.startswith(key) else 2


def _things(graph: Store) -> Iterator[tuple[str, EntityKind, str, list[str]]]:
    for cls, kind in CLASSES.items():
        seen: set[str] = set()
        for quad in graph.quads_for_pattern(None, NamedNode(RDF_TYPE), NamedNode(cls), None):
            node = quad.subject
            if isinstance(node, NamedNode) and node.value not in seen:
                seen.add(node.value)
                names = _literals(graph, node, LABEL)
                if names:
                    yield node.value, kind, names[0], [*names[1:], *_literals(graph, node, ALT_LABEL)]


def _literals(graph: Store, node: NamedNode, term: str) -> list[str]:
    found = {quad.object for quad in graph.quads_for_pattern(node, NamedNode(term), None, None)}
    return sorted(value.value for value in found if isinstance(value, Literal))


def _printed(graph: Store) -> dict[str, set[str]]:
    """Return the forms in which sources print each thing's name."""
    things = {}
    for quad in graph.quads_for_pattern(None, NamedNode(GB + "refersTo"), None, None):
        if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode):
            things[quad.subject.value] = quad.object.value
    found: dict[str, set[str]] = {}
    for term in ("printedForm", "printedAlias"):
        for quad in graph.quads_for_pattern(None, NamedNode(GB + term), None, None):
            thing = things.get(quad.subject.value) if isinstance(quad.subject, NamedNode) else None
            if thing and isinstance(quad.object, Literal):
                found.setdefault(thing, set()).add(quad.object.value)
    return found


def _weights(graph: Store) -> Counter[str]:
    """Return how many facts each thing has a role in."""
    return Counter(
        quad.object.value
        for role in ROLES
        for quad in graph.quads_for_pattern(None, NamedNode(GB + role), None, None)
        if isinstance(quad.object, NamedNode)
    )
