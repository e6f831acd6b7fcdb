"""Forms: the names of sets of mentions, which of them share a block and agree, and how common they are."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from graph_builder.resolve.candidates import Compatibility
from graph_builder.resolve.entities import number
from graph_builder.resolve.evidence import MentionEvidence, Words, keys_of
from graph_builder.resolve.features import Commonness, in_steps
from graph_builder.resolve.incremental.rows import names_in, names_row
from graph_builder.resolve.incremental.tables import ROUNDS, Tables, dump, load
from graph_builder.resolve.names import NameFrequency, PersonName

Names = tuple[PersonName, ...]
mark = lru_cache(maxsize=60_000)(number)
"""The number of a block, a key or a word."""


@lru_cache(maxsize=500_000)
def form_of(names: Names) -> int:
    """Return the number of names."""
    return number(repr(names_row(names)))


@lru_cache(maxsize=10_000)
def stepped(count: int) -> float:
    """Return what features see of a count."""
    return float(in_steps(np.log(max(1.0, float(count)))))


@dataclass(slots=True)
class Forms:
    """The names in tables, each read when it is first asked for."""

    tables: Tables
    frequency: NameFrequency
    _names: dict[int, Names] = field(default_factory=dict)
    _shares: dict[int, float | None] = field(default_factory=dict)
    """The shares of names that were asked for, which stay after the counts of the first round."""

    def read(self, forms: Iterable[int]) -> None:
        """Have the names of forms at hand."""
        wanted = {form for form in forms if form not in self._names}
        for form, names in self.tables.among("SELECT no, names FROM form WHERE no IN {}", sorted(wanted)):
            self._names[form] = names_in(load(names))

    def full_keys(self, form: int) -> Words:
        """Return the full names of a form, as keys."""
        self.read([form])
        return keys_of(self._names[form])[0]

    def blocks(self, form: int) -> tuple[int, ...]:
        """Return the numbers of the blocks of a form that was read."""
        return _numbers(keys_of(self._names[form])[1])

    def __reduce__(self) -> tuple[Any, ...]:
        return Forms, (self.tables, self.frequency)

    def put(self, wanted: Mapping[int, Names]) -> set[int]:
        """Take forms with their names; return those that are new, which ``connect`` is to be given."""
        self.read(wanted)
        new = {form: names for form, names in wanted.items() if form not in self._names}
        self._names |= new
        self.tables.put("form", [(form, dump(names_row(names))) for form, names in new.items()])
        self.tables.put("block", [(block, form) for form in new for block in self.blocks(form)])
        self.tables.put("spelt", [(key, form) for form in new for key in _spelled(self._names[form])])
        return set(new)

    def connect(self, new: Collection[int]) -> None:
        """Find the forms with which new ones agree."""
        names = Compatibility()
        beside = self._beside({block for form in new for block in self.blocks(form)})
        found: set[tuple[int, int]] = set()
        for forms in beside.values():
            number_of = {names.form(self._names[form]): form for form in forms}
            own = [number for number, form in number_of.items() if form in new]
            for one, other in names.agreeing(list(number_of), own):
                found.add((number_of[one], number_of[other]))
        self.tables.put("agree", sorted({pair for a, b in found for pair in ((a, b), (b, a))}))

    def _beside(self, blocks: Collection[int]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for block, form in self.tables.among("SELECT block, form FROM block WHERE block IN {}", sorted(blocks)):
            found[block].append(form)
        several = {block: forms for block, forms in found.items() if len(forms) > 1}
        self.read(form for forms in several.values() for form in forms)
        return several

    def forget(self, forms: Collection[int]) -> None:
        """Remove those forms that no node has any more."""
        query = f"SELECT DISTINCT form FROM node WHERE form IN {{}} AND round IN {ROUNDS}"  # noqa: S608
        used = {row[0] for row in self.tables.among(query, sorted(forms))}
        gone = sorted(set(forms) - used)
        self.read(gone)
        run = self.tables.db.executemany
        run("DELETE FROM block WHERE block = ? AND form = ?", [(b, f) for f in gone for b in self.blocks(f)])
        spelt = [(key, form) for form in gone for key in _spelled(self._names[form])]
        run("DELETE FROM spelt WHERE key = ? AND form = ?", spelt)
        pairs = list(self.tables.among("SELECT form, other FROM agree WHERE form IN {}", gone))
        run("DELETE FROM agree WHERE form = ? AND other = ?", pairs + [(other, form) for form, other in pairs])
        self.tables.drop("form", "no", gone)

    def agreeing(self, forms: Iterable[int]) -> dict[int, list[int]]:
        """Return the forms that each of some agrees with."""
        found: dict[int, list[int]] = defaultdict(list)
        for form, other in self.tables.among("SELECT form, other FROM agree WHERE form IN {}", sorted(forms)):
            found[form].append(other)
        return found

    def counts(self, round_: int, forms: Iterable[int]) -> Counter[int]:
        """Return how many nodes of a round have each of some forms."""
        query = "SELECT form, COUNT(*) FROM node WHERE form IN {} AND round = ? GROUP BY form"
        return Counter(dict(self.tables.among(query, sorted(forms), round_)))

    def crowds(self, round_: int, changed: Collection[int]) -> set[int]:
        """Count anew the full names of blocks to which forms belong that come or go; return the blocks that differ."""
        self.read(changed)
        blocks = {block for form in changed for block in self.blocks(form)}
        rows = list(self.tables.among("SELECT block, form FROM block WHERE block IN {}", sorted(blocks)))
        counts = self.counts(round_, {form for _, form in rows})
        self.read(counts)
        now: dict[int, set[str]] = defaultdict(set)
        for block, form in rows:
            if counts[form]:
                now[block].update(self.full_keys(form))
        query = "SELECT block, names FROM crowd WHERE block IN {} AND round = ?"
        before = dict(self.tables.among(query, sorted(blocks), round_))
        self.tables.drop("crowd", "block", sorted(blocks), f"AND round = {round_}")
        self.tables.put("crowd", [(round_, block, len(names)) for block, names in now.items()])
        # In a block that is new all pairs are new, and are scored anyway.
        return {b for b, names in before.items() if stepped(1 + names) != stepped(1 + len(now[b]))}

    def in_blocks(self, round_: int, blocks: Collection[int]) -> set[int]:
        """Return the forms of a round in some blocks."""
        query = (
            "SELECT DISTINCT b.form FROM block b WHERE b.block IN {} "
            "AND EXISTS (SELECT 1 FROM node n WHERE n.round = ? AND n.form = b.form)"
        )
        return {row[0] for row in self.tables.among(query, sorted(blocks), round_)}

    def shares(self, changed: Collection[int]) -> set[int]:
        """Take notice of names that come or go before all rounds; return keys that are commoner or rarer."""
        self.read(changed)
        keys = {key for form in changed for key in _spelled(self._names[form])}
        query = (
            "SELECT s.key, s.form FROM spelt s WHERE s.key IN {} "
            "AND EXISTS (SELECT 1 FROM node n WHERE n.round = 0 AND n.form = s.form)"
        )
        rows = list(self.tables.among(query, sorted(keys)))
        self.read(form for _, form in rows)
        now: dict[int, float] = {}
        for key, form in rows:
            for name in self._names[form]:
                if mark(name.key) == key:
                    now[key] = max(self.frequency.name(name), now.get(key, -math.inf))
        before = dict(self.tables.among("SELECT key, share FROM share WHERE key IN {}", sorted(keys)))
        self._shares.clear()
        self.tables.drop("share", "key", sorted(keys))
        self.tables.put("share", list(now.items()))
        return {key for key in keys if key in before and key in now and before[key] != now[key]}

    def common(self, round_: int, nodes: Sequence[MentionEvidence]) -> Commonness:
        """Return how common the names of nodes are in a round, and those of their co-authors."""
        forms = {form_of(node.names): node.names for node in nodes}
        counts = self.counts(round_, forms)
        blocks = {mark(block): block for node in nodes for block in node.blocks}
        query = "SELECT block, names FROM crowd WHERE block IN {} AND round = ?"
        crowd = dict(self.tables.among(query, sorted(blocks), round_))
        keys = {mark(key): key for node in nodes for key in node.coauthors}
        wanted = keys.keys() - self._shares.keys()
        self._shares.update(dict.fromkeys(wanted))
        self._shares.update(self.tables.among("SELECT key, share FROM share WHERE key IN {}", sorted(wanted)))
        return Commonness(
            {names: counts[form] for form, names in forms.items()},
            {text: crowd[block] for block, text in blocks.items()},
            {text: share for key, text in keys.items() if (share := self._shares[key]) is not None},
        )


@lru_cache(maxsize=250_000)
def _numbers(words: Words) -> tuple[int, ...]:
    return tuple(mark(word) for word in words)


def _spelled(names: Names) -> Iterator[int]:
    return iter({mark(name.key) for name in names})
