"""All names while tables are first made: their blocks and keys, which of them agree, and how common they are."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graph_builder.resolve.candidates import Compatibility
from graph_builder.resolve.entities import number
from graph_builder.resolve.evidence import keys_of
from graph_builder.resolve.features import Commonness
from graph_builder.resolve.incremental.external_sort import Ragged
from graph_builder.resolve.incremental.rows import names_row
from graph_builder.resolve.incremental.tables import Tables, dump
from graph_builder.resolve.name_frequency import NameFrequency

Numbers = NDArray[np.integer[Any]]


class Catalogue:
    """The forms that nodes have, by their numbers in *names*."""

    def __init__(self, names: Compatibility, frequency: NameFrequency) -> None:
        self.names = names
        self._rarity = frequency
        self._blocks, self._keys, self._numbers = Ragged("q"), Ragged("q"), array("q")
        self._used = np.zeros(0, dtype=bool)
        self._agreeing = np.zeros(0, dtype=np.int64)
        self._looked_at = np.zeros(0, dtype=bool)
        self._same = np.zeros(0, dtype=np.int64)
        self._crowd: tuple[Numbers, Numbers] = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        self._shares: dict[str, float] = {}

    def count(self, forms: Numbers) -> None:
        """Count anew how common names are among nodes that have these *forms*."""
        for form in range(len(self._blocks), len(self.names)):
            full, blocks = keys_of(self.names.names(form))
            self._blocks.add([number(block) for block in blocks])
            self._keys.add([number(key) for key in full])
            self._numbers.append(number(repr(names_row(self.names.names(form)))))
        self._same = np.bincount(forms, minlength=len(self.names))
        live = self._same > 0
        used, self._used = self._used, live.copy()
        self._used[: len(used)] |= used
        self._crowd = self._crowds(np.flatnonzero(live).tolist())
        if not self._shares:
            # Names of one key that are divided otherwise: that of which more people may be meant.
            for name in {name for form in np.flatnonzero(live).tolist() for name in self.names.names(form)}:
                self._shares[name.key] = max(self._rarity.name(name), self._shares.get(name.key, -math.inf))

    def _crowds(self, forms: Iterable[int]) -> tuple[Numbers, Numbers]:
        """Return the numbers of the blocks of forms, in order, and how many full names are in each."""
        blocks, keys = array("q"), array("q")
        for form in forms:
            full = self._keys.get(form)
            for block in self._blocks.get(form):
                # A block without any full name is there, too.
                blocks.extend([block] * (len(full) or 1))
                keys.extend(full or [-1])
        ones, others = np.array(blocks, dtype=np.int64), np.array(keys, dtype=np.int64)
        order = np.lexsort((others, ones))
        ones, others = ones[order], others[order]
        first = np.ones(len(ones), dtype=bool)
        first[1:] = (ones[1:] != ones[:-1]) | (others[1:] != others[:-1])
        found, at = np.unique(ones, return_inverse=True)
        return found, np.bincount(at[first & (others >= 0)], minlength=len(found))

    def common(self, forms: Iterable[int]) -> Commonness:
        """Return how common some forms are, and the names of all co-authors."""
        every = sorted(set(forms))
        texts = [keys_of(self.names.names(form))[1] for form in every]
        marks = np.array([mark for form in every for mark in self._blocks.get(form)], dtype=np.int64)
        counts = self._crowd[1][np.searchsorted(self._crowd[0], marks)].tolist() if len(marks) else []
        crowd = dict(zip((text for blocks in texts for text in blocks), counts, strict=True))
        return Commonness({self.names.names(form): int(self._same[form]) for form in every}, crowd, self._shares)

    def number(self, form: int) -> int:
        """Return the number, made from the names, of a form that was counted."""
        return self._numbers[form]

    def blocks(self, form: int) -> array[int]:
        """Return the numbers of the blocks of a form that was counted."""
        return self._blocks.get(form)

    def agreeing(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of forms that agree, of those that nodes have or had, in order."""
        known = np.zeros(len(self._used), dtype=bool)
        known[: len(self._looked_at)] = self._looked_at
        found = array("q", self._agreeing.tolist())
        for forms in self._in_blocks():
            if not known[forms].all():
                pairs = self.names.agreeing(forms.tolist())
                found.extend(a * _MOST + b for a, b in pairs if not (known[a] and known[b]))
        self._agreeing, self._looked_at = np.unique(np.array(found, dtype=np.int64)), self._used
        return ((code // _MOST, code % _MOST) for code in self._agreeing.tolist())

    def _in_blocks(self) -> Iterator[Numbers]:
        """Yield the forms of each block that has more than one, in order."""
        blocks, forms = self._blocks_of(np.flatnonzero(self._used))
        order = np.lexsort((forms, blocks))
        blocks, forms = blocks[order], forms[order]
        ends = np.flatnonzero(np.append(blocks[1:] != blocks[:-1], True)) + 1
        start = 0
        for end in ends.tolist():
            if end - start > 1:
                yield forms[start:end]
            start = end

    def _blocks_of(self, forms: Numbers) -> tuple[Numbers, Numbers]:
        blocks, of = array("q"), array("q")
        for form in forms.tolist():
            own = self._blocks.get(form)
            blocks.extend(own)
            of.extend([form] * len(own))
        return np.array(blocks, dtype=np.int64), np.array(of, dtype=np.int64)

    # Tables ---------------------------------------------------------------------------------------------------------

    def put_crowd(self, tables: Tables, round_: int) -> None:
        """Write how many full names blocks have in a round."""
        tables.put_ordered("crowd", np.full(len(self._crowd[0]), round_), *self._crowd)

    def put(self, tables: Tables) -> None:
        """Write all forms, by numbers made from their names, and which of them agree."""
        numbers = np.array(self._numbers, dtype=np.int64)
        keys, forms = array("q"), array("q")
        used = np.flatnonzero(self._used)
        for form in used.tolist():
            own = {number(name.key) for name in self.names.names(form)}
            keys.extend(own)
            forms.extend([self._numbers[form]] * len(own))
        tables.put("form", (self._row(form, numbers) for form in used[np.argsort(numbers[used])].tolist()))
        tables.put_sorted("spelt", keys, forms)
        blocks, of = self._blocks_of(used)
        tables.put_sorted("block", blocks, numbers[of])
        one, other = numbers[self._agreeing // _MOST], numbers[self._agreeing % _MOST]
        tables.put_sorted("agree", np.concatenate([one, other]), np.concatenate([other, one]))
        shares = sorted((number(key), share) for key, share in self._shares.items())
        tables.put("share", shares)

    def _row(self, form: int, numbers: Numbers) -> tuple[Any, ...]:
        blocks, keys = (dump(list(each.get(form))) for each in (self._blocks, self._keys))
        return int(numbers[form]), dump(names_row(self.names.names(form))), blocks, keys


_MOST = 1 << 31
