"""What resolution found: entities and links in its tables, and what a change made of them."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from graph_builder.model import Entity, EntityKind, Identities, Link, LinkStatus, Mention
from graph_builder.resolve.entities import number
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.mention_cache import MentionCache, Nodes
from graph_builder.resolve.incremental.rows import (
    KINDS,
    NUMBER_OF,
    decode_entity,
    decode_link,
    encode_entity,
    mention_of,
)
from graph_builder.resolve.incremental.tables import ROUNDS, STATE, Tables, among, dump, load, meta_of


@dataclass(frozen=True, slots=True)
class ResolutionChange:
    """What a change made of links and entities.

    *links* has, by source, the links that differ, by mention, None for those that are gone; *entities* those that
    differ, as they were and as they are.
    """

    links: Mapping[str, Mapping[str, Link | None]]
    entities: tuple[tuple[Entity | None, Entity | None], ...]


_BEST = "SELECT data FROM entity WHERE kind = {0}.kind AND key = {0}.key ORDER BY rank DESC, data DESC LIMIT 1"
_WATCH = (
    "CREATE TEMP TABLE was_link (no INTEGER PRIMARY KEY, source INTEGER, link BLOB)",
    "CREATE TEMP TABLE was_entity (kind INTEGER, key TEXT, data BLOB, PRIMARY KEY (kind, key))",
    *(
        f"CREATE TEMP TRIGGER {table}_{when[:6]} AFTER {when} ON {table} BEGIN "  # noqa: S608
        "INSERT OR IGNORE INTO was_link VALUES (OLD.no, OLD.source, OLD.link); END"
        for table in ("mention", "person")
        for when in ("DELETE", "UPDATE OF link")
    ),
    *(
        # "OR IGNORE" would be of no avail: what fires the trigger says what happens to rows that are there already.
        f"CREATE TEMP TRIGGER entity_{when} BEFORE {when} ON entity "  # noqa: S608
        f"WHEN NOT EXISTS (SELECT 1 FROM was_entity WHERE kind = {row}.kind AND key = {row}.key) BEGIN "
        f"INSERT INTO was_entity VALUES ({row}.kind, {row}.key, ({_BEST.format(row)})); END"
        for when, row in (("DELETE", "OLD"), ("INSERT", "NEW"))
    ),
)


def watch(tables: Tables) -> None:
    """Have the database note links and entities as they were before they change."""
    for statement in _WATCH:
        tables.db.execute(statement)


def watched(tables: Tables, names: Mapping[int, str]) -> ResolutionChange:
    """Return what changed since ``watch``; *names* are the ids of sources, by number."""
    links: dict[str, dict[str, Link | None]] = defaultdict(dict)
    query = "SELECT w.source, w.link, (SELECT link FROM linked WHERE no = w.no) FROM was_link w"
    for no, was, now in tables.db.execute(query):
        if was != now:
            source = names[no]
            links[source][load(now or was)[0]] = decode_link(source, now) if now else None
    entities: list[tuple[Entity | None, Entity | None]] = []
    for kind, key, was in tables.db.execute("SELECT kind, key, data FROM was_entity ORDER BY kind, key").fetchall():
        now = best_row(tables.db, kind, key)
        if now != was:
            entities.append((decode_entity(was) if was else None, decode_entity(now) if now else None))
    return ResolutionChange(links, tuple(entities))


class FoundIdentities:
    """The entities and links that resolution found, all of them or looked up one by one in its tables."""

    def __init__(self, db: sqlite3.Connection | Path) -> None:
        self._db = sqlite3.connect(db) if isinstance(db, Path) else db

    def state(self) -> str:
        """Return what the tables are noted to be tables of."""
        return meta_of(self._db, STATE)

    def entities(self, kinds: Iterable[EntityKind] = KINDS) -> Iterator[Entity]:
        """Yield all entities of kinds, each once, in order of kind and key."""
        for kind in sorted(kinds):
            query = "SELECT key, data FROM entity WHERE kind = ? ORDER BY key, rank DESC, data DESC"
            before = None
            for key, data in self._db.execute(query, (NUMBER_OF[kind],)):
                if key != before:
                    yield decode_entity(data)
                before = key

    def counts(self) -> Counter[EntityKind]:
        """Return how many entities there are of each kind."""
        query = "SELECT kind, COUNT(DISTINCT key) FROM entity GROUP BY kind"
        return Counter({KINDS[kind]: count for kind, count in self._db.execute(query)})

    def links(self, source: str) -> list[Link]:
        """Return the links of a source, in order of kind and mention."""
        rows = self._db.execute("SELECT link FROM linked WHERE source = ?", (number(source),))
        return sorted((decode_link(source, row) for (row,) in rows), key=lambda x: (x.kind, x.mention))

    def linked(self) -> Counter[tuple[EntityKind, str]]:
        """Return how many mentions lead to each entity that some lead to."""
        counts = Counter(tuple(load(row)[1:3]) for (row,) in self._db.execute("SELECT link FROM linked"))
        return Counter({(KINDS[kind], key): count for (kind, key), count in counts.items()})

    def inferred(self) -> Iterator[Link]:
        """Yield the links that were inferred."""
        query = "SELECT s.id, l.link FROM linked l JOIN source s ON s.no = l.source WHERE instr(l.link, ?)"
        status = LinkStatus.INFERRED
        links = (decode_link(*row) for row in self._db.execute(query, (dump(status.value),)))
        return (link for link in links if link.status is status)

    def link(self, source: str, mention: str) -> Link | None:
        """Return the link of a mention."""
        data = self._stored("link", source, mention)
        return decode_link(source, data) if data is not None else None

    def mention(self, source: str, mention: str) -> Mention | None:
        """Return a mention, without its evidence."""
        data = self._stored("data", source, mention)
        return mention_of(source, load(data)[0]) if data is not None else None

    def _stored(self, column: str, source: str, mention: str) -> bytes | None:
        query = f"SELECT {column} FROM linked WHERE no = ?"  # noqa: S608
        row = self._db.execute(query, (number(source, mention),)).fetchone()
        return row[0] if row is not None else None

    def links_to(self, entity: tuple[EntityKind, str]) -> list[Link]:
        """Return the links that lead to an entity, or to it as a unit."""
        where = (
            f"head{len(ROUNDS)}" if entity[0] is EntityKind.PERSON else f"kind = {NUMBER_OF[entity[0]]} AND component"
        )
        table = "person" if entity[0] is EntityKind.PERSON else "mention"
        query = f"SELECT source.id, link FROM {table} JOIN source ON source.no = {table}.source WHERE {where} IN ("  # noqa: S608
        query += "SELECT component FROM entity WHERE kind = ? AND key = ?)"
        found = (decode_link(source, row) for source, row in self._db.execute(query, (NUMBER_OF[entity[0]], entity[1])))
        return [link for link in found if entity[1] in (link.entity, link.unit)]

    def entity(self, entity: tuple[EntityKind, str]) -> Entity | None:
        """Return an entity by kind and key."""
        row = best_row(self._db, NUMBER_OF[entity[0]], entity[1])
        return decode_entity(row) if row is not None else None

    def below(self, entities: Collection[tuple[EntityKind, str]]) -> Iterator[Entity]:
        """Yield the entities that stand right below any of some."""
        # Nothing stands above people and works.
        for kind in {kind for kind, _ in entities} - {EntityKind.PERSON, EntityKind.WORK}:
            keys = {key for own, key in entities if own is kind}
            yield from (one for one in self.entities([kind]) if one.parent in keys)

    def compared(self) -> Iterator[tuple[str, str, float, MentionEvidence, MentionEvidence]]:
        """Yield pairs of people who were compared in the last round and are two.

        Of each, their keys, the best score of a pair of their mentions, and the evidence of both.
        """
        last = len(ROUNDS)
        query = (
            f"SELECT min(a.head{last}, b.head{last}), max(a.head{last}, b.head{last}), max(p.score) FROM pair p "  # noqa: S608
            f"JOIN person a ON a.no = p.one JOIN person b ON b.no = p.other WHERE p.round = {last - 1} "
            f"AND p.one < p.other AND a.head{last} != b.head{last} GROUP BY 1, 2"
        )
        pairs = self._db.execute(query).fetchall()
        person = NUMBER_OF[EntityKind.PERSON]
        keys = dict(self._db.execute("SELECT component, key FROM entity WHERE kind = ?", (person,)))
        names = dict(self._db.execute("SELECT no, id FROM source"))
        nodes = Nodes(MentionCache(partial(among, self._db), names), last)
        for some in (pairs[start : start + _PAIRS] for start in range(0, len(pairs), _PAIRS)):
            nodes.read({head for one, other, _ in some for head in (one, other)})
            for one, other, score in some:
                yield keys[one], keys[other], score, nodes[one].evidence, nodes[other].evidence

    def everything(self) -> Identities:
        """Return all there is."""
        sources = sorted(row[0] for row in self._db.execute("SELECT id FROM source"))
        return Identities(tuple(self.entities()), tuple(link for source in sources for link in self.links(source)))

    def close(self) -> None:
        """Give up the file."""
        self._db.close()


_PAIRS = 5_000
"""Pairs of people that are read at a time."""


def best_row(db: sqlite3.Connection, kind: int, key: str) -> bytes | None:
    """Return the row of an entity, the one with the highest rank if several components make it."""
    query = "SELECT data FROM entity WHERE kind = ? AND key = ? ORDER BY rank DESC, data DESC LIMIT 1"
    row = db.execute(query, (kind, key)).fetchone()
    return row[0] if row else None


def entity_row(kind: EntityKind, component: int, one: Entity, place: int) -> tuple[Any, ...]:
    """Return the row of an entity of a kind that a component makes."""
    return NUMBER_OF[kind], one.key, component, place, encode_entity(one)


def drop_entities(tables: Tables, kind: EntityKind, components: Collection[int]) -> None:
    """Take out the entities that components make."""
    # The sign has SQLite seek components: by kind it would go through all entities of one. New tables have none.
    tables.drop("entity", "component", () if tables.new else components, f"AND +kind = {NUMBER_OF[kind]}")


def rank(entity: Entity, linked: Collection[str]) -> int:
    """Return how much is known of an entity: one that stands only above others may be made by several components."""
    return (entity.key in linked) * 1_000_000 + len(entity.names) + len(entity.identifiers)
