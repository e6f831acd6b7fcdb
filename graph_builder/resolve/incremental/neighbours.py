"""The nearest neighbours of sets of mentions before the first round: the blocks that a change touches are scanned."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from graph_builder.resolve.candidates import nearest, rarest
from graph_builder.resolve.cluster import batches
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.name_forms import Forms, mark
from graph_builder.resolve.incremental.tables import Tables, load_lists
from graph_builder.resolve.name_frequency import NameFrequency

Sought = tuple[tuple[int, ...], tuple[int, ...]]
"""By what neighbours are sought: numbers of the co-authors, and of the words of affiliation."""

# Forms whose nodes are held at a time, unless a block has more.
_SOME = 2_000


def sought_by(node: MentionEvidence, frequency: NameFrequency) -> Sought:
    """Return by what the neighbours of a node are sought."""
    return tuple(mark(peer) for peer in node.peers), tuple(mark(word) for word in rarest(node, frequency))


class _Member(NamedTuple):
    """A node in a block, as nodes are ordered there."""

    year: int
    no: int
    form: int
    sought: tuple[Sequence[int], Sequence[int]]


@dataclass(slots=True)
class Neighbours:
    """Finds with which earlier nodes each node is to be compared."""

    tables: Tables
    forms: Forms

    def partners(self, fresh: Mapping[int, int], gone: Collection[tuple[int, Sought]]) -> dict[int, set[int]]:
        """Return the earlier nodes to compare with, of nodes for which these may be others after a change.

        Args:
            fresh: the nodes that came, with their forms.
            gone: the form of each node that went, and by what its neighbours were sought.
        """
        self.forms.read([*fresh.values(), *(form for form, _ in gone)])
        changed: dict[int, set[int]] = defaultdict(set)
        for form, sought in gone:
            for block in self.forms.blocks(form):
                changed[block].update(*sought)
        blocks = {block for form in fresh.values() for block in self.forms.blocks(form)} | changed.keys()
        found: dict[int, set[int]] = {no: set() for no in fresh}
        beside: set[int] = set()
        for block, members, agree in self._members(blocks):
            for member in members:
                if member.no in fresh:
                    changed[block].update(*member.sought)
            by = changed[block]
            looking = {m.no for m in members if m.no in fresh or any(each in by for each in chain(*m.sought))}
            for no in looking:
                found.setdefault(no, set())
            for no, other in _scanned(members, looking, agree):
                found[no].add(other)
            forms = {member.form for member in members if member.no in looking and member.no not in fresh}
            beside.update(block for form in forms for block in self.forms.blocks(form))
        # Who looks otherwise in one block may be compared with the same node for what stands in another.
        others = found.keys() - fresh.keys()
        for _, members, agree in self._members(beside):
            for no, other in _scanned(members, others, agree):
                found[no].add(other)
        return found

    def _members(self, blocks: Iterable[int]) -> Iterator[tuple[int, list[_Member], _Agree]]:
        """Yield blocks with their nodes, in the order of time, and which of their forms agree."""
        query = "SELECT block, form FROM block WHERE block IN {}"
        forms: dict[int, list[int]] = defaultdict(list)
        for block, form in self.tables.among(query, sorted(blocks)):
            forms[block].append(form)
        query = "SELECT form, year, no, sought FROM node WHERE form IN {} AND round = 0"
        for some in batches([(block, *own) for block, own in forms.items()], _SOME):
            every = {form for _, *own in some for form in own}
            self.forms.read(every)
            agree = _Agree(self.forms.agreeing(every))
            nodes: dict[int, list[_Member]] = defaultdict(list)
            for form, year, no, sought in self.tables.among(query, sorted(every)):
                nodes[form].append(_Member(year, no, form, load_lists(sought)))
            for block, *own in some:
                members = sorted(member for form in own for member in nodes[form])
                if len(members) > 1:
                    yield block, members, agree


@dataclass(frozen=True, slots=True)
class _Agree:
    """Whether forms agree, as ``nearest`` asks."""

    agreeing: Mapping[int, Collection[int]]

    def agree(self, one: int, other: int) -> bool:
        return one == other or other in self.agreeing.get(one, ())


def _scanned(members: Sequence[_Member], looking: Collection[int], agree: _Agree) -> Iterator[tuple[int, int]]:
    """Yield pairs of a node that is looking and an earlier one of the block with which it is compared."""
    forms, places = [member.form for member in members], range(len(members))
    seen: dict[int, list[int]] = defaultdict(list)
    for at, member in enumerate(members):
        peers, words = member.sought
        if member.no in looking:
            for other in nearest(at, peers, words, forms, agree, seen, places):
                yield member.no, members[other].no
        for each in (*peers, *words):
            seen[each].append(at)
