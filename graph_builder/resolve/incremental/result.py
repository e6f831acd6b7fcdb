"""What a change makes of links and entities: those that differ, as they were and as they are."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from graph_builder.model import Entity, Identities, Link
from graph_builder.resolve.entities import number
from graph_builder.resolve.incremental.rows import KINDS, NUMBER_OF, entity_of, entity_row, link_of
from graph_builder.resolve.incremental.tables import Tables, dump, load


@dataclass(slots=True)
class ChangeLog:
    """Collects what differs; the *first* time nothing, since all does.

    *names* are the ids of sources, by number.
    """

    tables: Tables
    names: dict[int, str]
    first: bool = False
    _links: dict[int, dict[str, bytes | None]] = field(default_factory=lambda: defaultdict(dict))
    _before: dict[tuple[int, str], bytes | None] = field(default_factory=dict)

    def link(self, source: int, mention: str, row: bytes) -> None:
        """Take notice of the link of a mention that is new, or another."""
        if not self.first:
            self._links[source][mention] = row

    def unlink(self, source: int, mention: str) -> None:
        """Take notice of a mention that is gone."""
        self._links[source][mention] = None

    def put_entities(self, kind: int, components: Collection[int], made: Iterable[tuple[int, Entity, int]]) -> None:
        """Replace the entities of *components* by others, each with its component and rank."""
        rows = rows_of_entities(kind, made)
        if self.first:
            self.tables.put("entity", rows)
        else:
            new = list(rows)
            # The sign has SQLite seek components: by kind it would go through all entities of one.
            query = "SELECT key FROM entity WHERE component IN {} AND +kind = ?"
            keys = {row[0] for row in self.tables.among(query, components, kind)} | {row[1] for row in new}
            for key in keys:
                if (kind, key) not in self._before:
                    self._before[kind, key] = self._best(kind, key)
            self.tables.drop("entity", "component", components, f"AND +kind = {kind}")
            self.tables.put("entity", new)

    def _best(self, kind: int, key: str) -> bytes | None:
        query = "SELECT data FROM entity WHERE kind = ? AND key = ? ORDER BY rank DESC, data DESC LIMIT 1"
        row = self.tables.db.execute(query, (kind, key)).fetchone()
        return row[0] if row else None

    def entities(self) -> Iterator[tuple[Entity | None, Entity | None]]:
        """Yield each entity that differs, as it was and as it is, in order of kind and key."""
        for (kind, key), was in sorted(self._before.items(), key=lambda item: item[0]):
            now = self._best(kind, key)
            if now != was:
                yield (entity_of(load(was)) if was else None), (entity_of(load(now)) if now else None)

    def links(self) -> dict[str, Mapping[str, Link | None]]:
        """Return, by source, the links that differ, by mention: None if it is gone."""
        return {
            self.names[source]: {m: link_of(self.names[source], load(row)) if row else None for m, row in rows.items()}
            for source, rows in self._links.items()
        }


class ResolutionResult:
    """All entities and links that are in tables."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def entities(self) -> Iterator[Entity]:
        """Yield all entities, each once, in order of kind and key."""
        for kind in sorted(KINDS):
            query = "SELECT key, data FROM entity WHERE kind = ? ORDER BY key, rank DESC, data DESC"
            before = None
            for key, data in self._db.execute(query, (NUMBER_OF[kind],)):
                if key != before:
                    yield entity_of(load(data))
                before = key

    def links(self, source: str) -> list[Link]:
        """Return the links of a source, in order of kind and mention."""
        no = (number(source),)
        rows = [row[0] for table in ("mention", "person") for row in self._db.execute(_LINKS.format(table), no)]
        return sorted((link_of(source, load(row)) for row in rows), key=lambda x: (x.kind, x.mention))

    def everything(self) -> Identities:
        """Return all there is."""
        sources = sorted(row[0] for row in self._db.execute("SELECT id FROM source"))
        return Identities(tuple(self.entities()), tuple(link for source in sources for link in self.links(source)))

    def close(self) -> None:
        """Give up the file."""
        self._db.close()


_LINKS = "SELECT link FROM {} WHERE source = ?"


def rows_of_entities(kind: int, made: Iterable[tuple[int, Entity, int]]) -> Iterator[tuple[int, str, int, int, bytes]]:
    """Yield the rows of entities of a kind, each given with its component and rank."""
    return ((kind, one.key, component, place, dump(entity_row(one))) for component, one, place in made)


def rank(entity: Entity, linked: Collection[str]) -> int:
    """Return how much is known of an entity: one that stands only above others may be made by several components."""
    return (entity.key in linked) * 1_000_000 + len(entity.names) + len(entity.identifiers)
