"""The nearest neighbours of sets of mentions before the first round: the blocks that a change touches are scanned."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple, TypeVar

from graph_builder.resolve.cluster import batches
from graph_builder.resolve.entities import number
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.incremental.name_forms import Forms, mark
from graph_builder.resolve.incremental.tables import LOT, Tables, load
from graph_builder.resolve.names import NameFrequency

Sought = tuple[tuple[int, ...], tuple[int, ...]]
"""By what neighbours are sought: numbers of the co-authors, and of the words of affiliation."""

# A mention is compared with so many earlier ones that share a co-author with it, sought among the last so many that
# list one; and with the last that shares one of its so many rarest words of affiliation. Twice as many of each, and all
# pairs of up to 20, cost a quarter more comparisons and found nothing more.
NEAREST, LATEST, RAREST = 1, 3, 1

# Forms whose nodes are held at a time, unless a block has more.
_SOME = 2_000

Word = TypeVar("Word", str, int)


def rarest(node: MentionEvidence, frequency: NameFrequency) -> list[str]:
    """Return the words of affiliation by which the neighbours of a node are sought."""
    return sorted(node.affiliation, key=lambda w: (-frequency.word("affiliation", w), w))[:RAREST]


def in_time(node: MentionEvidence) -> tuple[int, int]:
    """Return what orders nodes by their first year; those of one year in an order that says nothing, but stays."""
    return (node.years[0] if node.years else 0, number(*node.ref))


def nearest(
    peers: Iterable[Word], words: Iterable[Word], seen: Mapping[Word, Sequence[int]], agree: Callable[[int], bool]
) -> Iterator[int]:
    """Yield those of the earlier nodes of a block with which a node is compared, as places in the order of time.

    Args:
        peers: the co-authors of the node.
        words: its rarest words of affiliation.
        seen: the places of the earlier nodes by co-author and word, in order.
        agree: whether the names of the node agree with those of an earlier one.
    """
    sharing = Counter(other for peer in peers for other in seen.get(peer, ())[-LATEST:])
    best = sorted(sharing, key=lambda other: (-sharing[other], -other))
    yield from islice(filter(agree, best), NEAREST)
    for word in words:
        yield from filter(agree, seen.get(word, ())[-1:])


def sought_by(node: MentionEvidence, frequency: NameFrequency) -> Sought:
    """Return by what the neighbours of a node are sought."""
    return tuple(mark(peer) for peer in node.peers), tuple(mark(word) for word in rarest(node, frequency))


_Agreeing = Mapping[int, Collection[int]]
"""The forms that each form agrees with."""


_Block = tuple[int, ...]
"""A block, and the forms in it."""


class _Member(NamedTuple):
    """A node in a block, as nodes are ordered there."""

    year: int
    no: int
    form: int
    sought: tuple[Sequence[int], Sequence[int]]


def earlier_partners(
    tables: Tables, forms: Forms, fresh: Mapping[int, int], gone: Collection[tuple[int, Sought]]
) -> dict[int, set[int]]:
    """Return the earlier nodes to compare with, of nodes for which these may be others after a change.

    *fresh* are the nodes that came, with their forms; of those that are *gone* the form is given, and by what their
    neighbours were sought.
    """
    forms.read([*fresh.values(), *(form for form, _ in gone)])
    changed: dict[int, set[int]] = defaultdict(set)
    for form, sought in gone:
        for block in forms.blocks(form):
            changed[block].update(*sought)
    blocks = {block for form in fresh.values() for block in forms.blocks(form)} | changed.keys()
    found: dict[int, set[int]] = {no: set() for no in fresh}
    beside: set[int] = set()
    looks = partial(_looking, tables, forms, fresh, changed)
    for _, (pairs, others, blocks_of_these) in tables.spread(looks, _lots(tables, blocks), LOT):
        for no in others:
            found.setdefault(no, set())
        for no, other in pairs:
            found[no].add(other)
        beside |= blocks_of_these
    # Who looks otherwise in one block may be compared with the same node for what stands in another.
    known = found.keys() - fresh.keys()
    for _, members, agree in (each for lot in _lots(tables, beside) for each in _members(tables, forms, lot)):
        for no, other in _scanned(members, known, agree):
            found[no].add(other)
    return found


def _looking(
    tables: Tables, forms: Forms, fresh: Collection[int], changed: Mapping[int, Collection[int]], lot: Sequence[_Block]
) -> tuple[list[tuple[int, int]], set[int], set[int]]:
    """Return pairs in some blocks, nodes that are not fresh and may be compared with others, and the blocks of these.

    *changed* has, by block, by what the neighbours of nodes that are gone were sought.
    """
    pairs, others, beside = list[tuple[int, int]](), set[int](), set[int]()
    for block, members, agree in _members(tables, forms, lot):
        by = {each for m in members if m.no in fresh for each in chain(*m.sought)}.union(changed.get(block, ()))
        looking = {m.no: m for m in members if m.no in fresh or any(each in by for each in chain(*m.sought))}
        pairs += _scanned(members, looking, agree)
        for member in (m for no, m in looking.items() if no not in fresh):
            others.add(member.no)
            beside.update(forms.blocks(member.form))
    return pairs, others, beside


def _lots(tables: Tables, blocks: Iterable[int]) -> Iterator[list[_Block]]:
    """Yield blocks with their forms, some at a time."""
    inside: dict[int, list[int]] = defaultdict(list)
    for block, form in tables.among("SELECT block, form FROM block WHERE block IN {}", sorted(blocks)):
        inside[block].append(form)
    return batches([(block, *own) for block, own in inside.items()], _SOME)


def _members(tables: Tables, forms: Forms, lot: Sequence[_Block]) -> Iterator[tuple[int, list[_Member], _Agreeing]]:
    """Yield blocks with their nodes, in the order of time, and which of their forms agree."""
    query = "SELECT form, year, no, sought FROM node INDEXED BY node_form WHERE form IN {} AND round = 0"
    every = {form for _, *own in lot for form in own}
    forms.read(every)
    agree = forms.agreeing(every)
    nodes: dict[int, list[_Member]] = defaultdict(list)
    for form, year, no, sought in tables.among(query, sorted(every)):
        nodes[form].append(_Member(year, no, form, load(sought)))
    for block, *own in lot:
        members = sorted(member for form in own for member in nodes[form])
        if len(members) > 1:
            yield block, members, agree


def _scanned(members: Sequence[_Member], looking: Collection[int], agreeing: _Agreeing) -> Iterator[tuple[int, int]]:
    """Yield pairs of a node that is looking and an earlier one of the block with which it is compared."""
    seen: dict[int, list[int]] = defaultdict(list)
    for at, member in enumerate(members):
        peers, words = member.sought
        if member.no in looking:
            forms = {member.form, *agreeing.get(member.form, ())}

            def agree(place: int, forms: Collection[int] = forms) -> bool:
                return members[place].form in forms

            yield from ((member.no, members[other].no) for other in nearest(peers, words, seen, agree))
        for each in (*peers, *words):
            seen[each].append(at)
