"""Parts of a source: its claims cut into pieces that workers resolve and write without knowing the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from graph_builder.graph import SourceInfo
from graph_builder.model import Claim, EntityKind, Mention, SourceFacts
from graph_builder.resolve.cluster import DisjointSets

_WHOLE = (EntityKind.PERSON, EntityKind.WORK)


@dataclass(frozen=True, slots=True)
class Part:
    """Some claims of a source with the mentions that they use, and those that are this part's *own*.

    People and works with all that is claimed of them stand in one part; an organization, venue or topic may stand in
    many, *uses* tells in which, and it is the own one of the first. *years* are those of venues, *info* is what is
    known of the source, in its first part; *alone* tells that there is no other.
    """

    number: int
    facts: SourceFacts
    uses: Mapping[str, tuple[int, ...]]
    years: Mapping[str, str] = field(default_factory=dict)
    info: SourceInfo | None = None
    alone: bool = False


def cut(facts: SourceFacts, info: SourceInfo, years: Mapping[str, str], claims: int) -> Iterator[Part]:
    """Yield the parts of a source, one at least, of some more than so many *claims*; those of a record stay together.

    >>> [part.number for part in cut(SourceFacts("a.md"), SourceInfo(), {}, 100)]
    [0]
    """
    groups = list(_groups(facts, claims))
    mentions = {mention.id: mention for mention in facts.mentions}
    used = [_used(group, mentions) for group in groups]
    places: dict[str, list[int]] = {}
    for number, names in enumerate(used):
        for name in names:
            places.setdefault(name, []).append(number)
    # What no claim uses goes with the first part, and so do mentions that bear an id a second time.
    free = [mention for mention in facts.mentions if mention.id not in places]
    places.update((mention.id, [0]) for mention in free)
    for number, (group, names) in enumerate(zip(groups, used, strict=True)):
        own = {*names, *(m.id for m in free)} if number == 0 else names
        here = tuple(m for m in facts.mentions if m.id in own)
        yield Part(
            number,
            SourceFacts(facts.source, here, tuple(group)),
            {m.id: tuple(places[m.id]) for m in here if places[m.id][0] == number},
            {m.id: years[m.id] for m in here if m.id in years},
            info if number == 0 else None,
            len(groups) == 1,
        )


def _used(claims: list[Claim], mentions: Mapping[str, Mention]) -> dict[str, None]:
    return {name: None for claim in claims for name in claim.roles.values() if name in mentions}


def _groups(facts: SourceFacts, size: int) -> Iterator[list[Claim]]:
    """Yield claims, in their order, so that those of one person or work stay together."""
    if len(facts.claims) <= size:
        yield list(facts.claims)
        return
    kinds = {mention.id: mention.kind for mention in facts.mentions}
    sets: DisjointSets[str] = DisjointSets()
    heads = []
    for number, claim in enumerate(facts.claims):
        tied = [name for name in claim.roles.values() if kinds.get(name) in _WHOLE] or [f"\0{number}"]
        for name in tied:
            sets.add(name)
            sets.union(tied[0], name)
        heads.append(tied[0])
    packed: dict[str, list[Claim]] = {}
    for claim, head in zip(facts.claims, heads, strict=True):
        packed.setdefault(sets.find(head), []).append(claim)
    group: list[Claim] = []
    for each in packed.values():
        group += each
        if len(group) >= size:
            yield group
            group = []
    if group:
        yield group
