"""The nearest neighbours of sets of mentions before the first round, kept so that a change looks at few of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from graph_builder.resolve.candidates import LATEST, in_time, nearest, rarest
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.name_forms import Forms, mark
from graph_builder.resolve.incremental.parallel import parallel_parts
from graph_builder.resolve.incremental.tables import Tables, dump, load_lists
from graph_builder.resolve.name_frequency import NameFrequency

Sought = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""By what neighbours are sought: for each block numbers of the co-authors, and of the words of affiliation."""

_MIX, _MASK = 0x9E3779B97F4A7C15, (1 << 63) - 1


def sought_by(node: MentionEvidence, frequency: NameFrequency) -> Sought:
    """Return by what the neighbours of a node are sought."""
    peers, words = [mark(peer) for peer in node.peers], [mark(word) for word in rarest(node, frequency)]
    return sought_in([mark(block) for block in node.blocks], peers, words)


def sought_in(blocks: Iterable[int], peers: Sequence[int], words: Sequence[int]) -> Sought:
    """Return by what the neighbours of a node are sought, from the numbers of blocks, co-authors and words."""
    found = []
    for block in blocks:
        base = block * _MIX
        found.append((tuple((base ^ peer) & _MASK for peer in peers), tuple((base ^ word) & _MASK for word in words)))
    return tuple(found)


def entries(sought: Sought, year: int, no: int) -> Iterator[tuple[int, int, int]]:
    """Yield the rows of ``near`` for a node."""
    return ((each, year, no) for peers, words in sought for each in (*peers, *words))


@dataclass(slots=True)
class Neighbours:
    """Neighbours in tables."""

    tables: Tables
    forms: Forms

    def after(self, rows: Iterable[tuple[int, int, int]]) -> set[int]:
        """Return the nodes for which any of these rows is among the latest that they look at."""
        query = "SELECT no FROM near WHERE sought = ? AND (year, no) > (?, ?) ORDER BY year, no LIMIT ?"
        run = self.tables.db.execute
        return {row[0] for each in rows for row in run(query, (*each, LATEST))}

    def remove(self, rows: Iterable[tuple[int, int, int]]) -> None:
        """Take rows out."""
        self.tables.db.executemany("DELETE FROM near WHERE sought = ? AND year = ? AND no = ?", rows)

    def partners(self, nodes: Collection[int]) -> dict[int, set[int]]:
        """Return with which earlier ones each of some nodes is to be compared."""
        query = "SELECT no, form, year, sought FROM node WHERE round = 0 AND no IN {}"
        known = {
            no: (form, year, load_lists(sought)) for no, form, year, sought in self.tables.among(query, sorted(nodes))
        }
        before = {no: [self._before(block, year, no) for block in sought] for no, (_, year, sought) in known.items()}
        others = {row[1] for blocks in before.values() for seen in blocks for rows in seen.values() for row in rows}
        forms = {no: form for no, (form, _, _) in known.items()}
        forms |= dict(self.tables.among("SELECT no, form FROM node WHERE round = 0 AND no IN {}", sorted(others)))
        self.forms.read(forms.values())
        agree = _Agree(self.forms)

        def compared(nos: Collection[int]) -> dict[int, set[int]]:
            found: dict[int, set[int]] = {no: set() for no in nos}
            for no in nos:
                for (peers, words), lists in zip(known[no][2], before[no], strict=True):
                    order = sorted({row for rows in lists.values() for row in rows})
                    places = {other: place for place, (_, other) in enumerate(order)}
                    seen = {each: [other for _, other in rows] for each, rows in lists.items()}
                    found[no].update(nearest(no, peers, words, forms, agree, seen, places))
            return found

        # Of those of one form whoever asks first whether it agrees with another remembers that for all.
        alike: dict[int, list[int]] = defaultdict(list)
        for no, (form, _, _) in known.items():
            if any(map(len, before[no])):
                alike[form].append(no)
        found: dict[int, set[int]] = {no: set() for no in known}
        for some in parallel_parts(compared, alike.values()):
            found |= some
        return found

    def _before(
        self, block: tuple[Sequence[int], Sequence[int]], year: int, no: int
    ) -> dict[int, list[tuple[int, int]]]:
        query = "SELECT year, no FROM near WHERE sought = ? AND (year, no) < (?, ?) ORDER BY year DESC, no DESC LIMIT ?"
        run = self.tables.db.execute
        looked = ((each, run(query, (each, year, no, LATEST)).fetchall()) for each in (*block[0], *block[1]))
        return {each: rows[::-1] for each, rows in looked if rows}


@dataclass(frozen=True, slots=True)
class _Agree:
    """Whether forms agree, as ``nearest`` asks."""

    forms: Forms

    def agree(self, one: int, other: int) -> bool:
        return self.forms.agree(one, other)


def near_row(node: MentionEvidence, frequency: NameFrequency) -> tuple[int, bytes, Sought]:
    """Return the year of a node, and by what its neighbours are sought, also as bytes."""
    sought = sought_by(node, frequency)
    return in_time(node)[0], dump(sought), sought
