"""Registries of organizations beside the built-in list: one entry for what both know, and what stands above it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from graph_builder.gazetteer.entry import Entry
from graph_builder.gazetteer.registry import Match, NameKind, Organization, Registry

PREFIX = "ror-"
"""What ids of entries that come from a registry begin with; the rest is the ROR identifier."""
_KINDS = (("education", "university"), ("company", "company"), ("nonprofit", "society"))
_COUNTRY_BEHIND = re.compile(r"\s*\([^()]*\)$")
_NAMES = frozenset((NameKind.LABEL, NameKind.ALIAS, NameKind.ACRONYM))


@dataclass(frozen=True, slots=True)
class Registered:
    """An organization of a registry that a text names: its entry, the match, and the matches beside it."""

    entry: Entry
    match: Match


class OwnOrganizations(Protocol):
    """The organizations of the gazetteer itself."""

    def organization(self, name: str) -> Entry | None:
        """Return the organization that a text names."""

    def organization_by_id(self, key: str) -> Entry:
        """Return the organization with an id."""


class Registries:
    """The registries that were added, in order: of one identifier the first record counts.

    What is known to the gazetteer's own list keeps its entry there, so that one organization is one node.
    """

    def __init__(self, registries: Sequence[Registry], own: OwnOrganizations) -> None:
        self._registries = tuple(registries)
        self._own = own
        self._entry_of = lru_cache(maxsize=50_000)(lambda ror: self._own_of(ror) or self._entry_of_record(ror))
        self._record_of = lru_cache(maxsize=10_000)(self._find_record)
        self._own_of = lru_cache(maxsize=50_000)(self._find_own)

    def __reduce__(self) -> tuple[Any, ...]:
        return Registries, (self._registries, self._own)

    def find(self, text: str) -> tuple[Registered, ...]:
        """Return the organizations that *text* names, the most specific of the most probable first."""
        best: dict[str, Match] = {}
        for registry in self._registries:
            for match in registry.match(text):
                best.setdefault(match.organization.id, match)
        above = {a for m in best.values() for a in self._above(m.organization.id)}
        ranked = sorted(best.values(), key=lambda m: (m.organization.id in above, *_worth(m)))
        return tuple(Registered(self._entry_of(m.organization.id), m) for m in ranked)

    def record_of(self, entry: Entry) -> Organization | None:
        """Return the record that an entry stands for: its own, or the one that agrees with it in name and country."""
        if entry.id.startswith(PREFIX):
            return self.record(entry.id.removeprefix(PREFIX))
        return self._record_of(entry)

    def entry(self, key: str) -> Entry:
        """Return the entry with this id, which begins with ``ror-``.

        Raises KeyError if there is none.
        """
        if not key.startswith(PREFIX):
            raise KeyError(key)
        return self._entry_of_record(key.removeprefix(PREFIX))

    def record(self, ror: str) -> Organization | None:
        """Return the record with this bare ROR identifier, or None."""
        return next((found for r in self._registries if (found := r.index.by_id(ror)) is not None), None)

    def parent_of(self, entry: Entry) -> str:
        """Return the id of the entry above *entry*: its own, or that of its record. Never in a circle."""
        if entry.parent or entry.id.startswith(PREFIX):
            return entry.parent
        record = self._record_of(entry)
        above = self._parent(record.id) if record is not None else ""
        seen = {entry.id}
        key = above
        while key:
            if key in seen:
                return ""
            seen.add(key)
            key = self._parent(key.removeprefix(PREFIX)) if key.startswith(PREFIX) else self._own_parent(key)
        return above

    def successors_of(self, entry: Entry) -> tuple[str, ...]:
        """Return the ids of the organizations that followed *entry*: its own, or those of its record."""
        if entry.successors or entry.id.startswith(PREFIX):
            return entry.successors
        record = self._record_of(entry)
        return self._successors(record.id, entry.id) if record is not None else ()

    def succeeded(self, record: Organization) -> str:
        """Return the year in which the first successor of a record was founded, if that was after the record was."""
        after = (self.record(key) for key in record.successors)
        years = [r.established for r in after if r is not None and r.established > record.established]
        return min(years, default="")

    def _successors(self, ror: str, own: str) -> tuple[str, ...]:
        record = self.record(ror)
        after = (r for r in (record.successors if record is not None else ()) if self.record(r) is not None)
        return tuple(key for r in after if (key := self._id_of(r)) != own)

    def _own_parent(self, key: str) -> str:
        entry = self._own.organization_by_id(key)
        record = None if entry.parent else self._record_of(entry)
        return entry.parent or (self._parent(record.id) if record is not None else "")

    def _find_own(self, ror: str) -> Entry | None:
        record = self.record(ror)
        for name, kind in record.names if record is not None else ():
            own = self._own.organization(name) if kind is not NameKind.ACRONYM else None
            found = self._record_of(own) if own is not None else None
            if found is not None and found.id == ror:
                return own
        return None

    def _find_record(self, own: Entry) -> Organization | None:
        """The record that bears the entry's name in its country, or bears one of its names and one of its domains."""
        for name in own.names:
            if len(name.split()) < 2 and name != own.name:
                continue
            found = [
                r for each in self._registries for r in each.named(name) if not own.country or r.country == own.country
            ]
            same = [r for r in found if set(r.domains) & set(own.domains)] or (found if name == own.name else [])
            same = [r for r in same if r.status == "active"] or same
            if len({r.id for r in same}) == 1:
                return same[0]
        return None

    def _entry_of_record(self, ror: str) -> Entry:
        record = self.record(ror)
        if record is None:
            raise KeyError(ror)
        kind = next((kind for kind_of, kind in _KINDS if kind_of in record.types), "institute")
        name = _COUNTRY_BEHIND.sub("", record.name) if "company" in record.types else record.name
        others = tuple(dict.fromkeys(n for n, k in record.names if k in _NAMES and n != name))
        after = self._successors(ror, PREFIX + ror)
        until = self.succeeded(record) if after else ""
        return Entry(
            PREFIX + ror, name, kind, others, self._parent(ror), record.country, record.domains, successors=after,
            until=until,
        )  # fmt: skip

    def _parent(self, ror: str) -> str:
        """The id of the entry above a record, or nothing; records in a circle have nothing above them."""
        record = self.record(ror)
        for parent in record.parents if record is not None else ():
            if parent != ror and self.record(parent) is not None and ror not in self._above(parent):
                key = self._id_of(parent)
                own = self._own_of(ror)
                if own is None or key != own.id:
                    return key
        return ""

    def _id_of(self, ror: str) -> str:
        own = self._own_of(ror)
        return own.id if own is not None else PREFIX + ror

    def _above(self, ror: str) -> set[str]:
        """All records above one."""
        found: set[str] = set()
        waiting = [ror]
        while waiting:
            record = self.record(waiting.pop())
            new = [p for p in (record.parents if record is not None else ()) if p not in found]
            found.update(new)
            waiting.extend(new)
        return found


def _worth(match: Match) -> tuple[float, ...]:
    """Schools before others, as the employer of who names several; then the more probable, then the earlier."""
    return ("education" not in match.organization.types, -match.score, match.start)
