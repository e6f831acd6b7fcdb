"""A reader that takes things and facts from the index of a snapshot instead of looking up each in the graph."""

from __future__ import annotations

from functools import lru_cache

from pyoxigraph import Store

from graph_builder.explore.fact import Fact, Thing
from graph_builder.explore.reader import Reader
from graph_builder.model import EntityKind, Relation
from graph_builder.query.index import Index
from graph_builder.query.index.schema import EDITION, KINDS, ROLES, VALUES

_COLUMNS = [*(f"{role}_" for role in ROLES), *(f'"{value}"' for value in VALUES)]
_FACT = f"""SELECT fact.iri, relation, source.iri, confidence, {", ".join(_COLUMNS)}
    FROM fact JOIN source ON source.id = fact.source WHERE fact.id IN """  # noqa: S608 all names are ours
_END = 4 + len(ROLES)


class IndexedReader(Reader):
    """Reads things and facts of a store by its index.

    Facts come without quote, place, extractor and mentions: pages that open a fact read it from the graph.
    """

    limit = 50_000

    def __init__(self, store: Store, index: Index) -> None:
        super().__init__(store)
        self._index = index
        self._iri = lru_cache(maxsize=None)(index.iri)

    def _thing(self, iri: str) -> Thing | None:
        found = self._index.thing(iri)
        return Thing(iri, EntityKind(found[1]), found[2]) if found else None

    def published(self, work: str) -> str:
        """Return the first year in which a work appeared, or nothing."""
        found = self._index.thing(work)
        return (found[3] or "") if found else ""

    def linked(self, iri: str, edge: str) -> list[str]:
        """Return what a direct edge leads to, sorted and each once."""
        query = f"SELECT end FROM {edge} WHERE start = (SELECT id FROM thing WHERE iri = ?) ORDER BY end"  # noqa: S608
        return [self._iri(number) for (number,) in self._index.rows(query, (iri,))]

    def facts_of(self, iri: str, limit: int | None = None) -> list[Fact]:
        """Return the facts in which a thing has a role, sorted by address; at most *limit* for each role."""
        found = self._index.thing(iri)
        if found is None:
            return []
        number, most = found[0], -1 if limit is None else limit
        wanted = [
            f"SELECT * FROM (SELECT id FROM fact WHERE {role}_ = {number} ORDER BY id LIMIT {most})"  # noqa: S608
            for role in KINDS[EntityKind(found[1])]
        ]
        return self._facts(" UNION ".join(wanted))

    def listings(self, edition: str) -> list[Fact]:
        """Return the facts that place something at an edition, sorted by address."""
        number = self._index.number(edition)
        return [] if number is None else self._facts(f"SELECT id FROM fact WHERE {EDITION}_ = {number}")  # noqa: S608

    def _facts(self, wanted: str) -> list[Fact]:
        return [self._made(row) for row in self._index.ask(f"{_FACT}({wanted}) ORDER BY fact.id")]

    def _made(self, row: tuple[object, ...]) -> Fact:
        iri, relation, source, confidence = row[:4]
        roles = tuple(
            (role, self._iri(number))
            for role, number in zip(ROLES, row[4:_END], strict=True)
            if isinstance(number, int)
        )
        values = {name: text for name, text in zip(VALUES, row[_END:], strict=True) if isinstance(text, str)}
        return Fact(str(iri), Relation(str(relation)), roles, values, str(source), float(str(confidence)))
