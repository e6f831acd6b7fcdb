"""Resolution with decisions: rejected claims are left out before it, merges, splits and names hold after it."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from graph_builder.model import (
    Decision,
    DecisionKind,
    DecisionState,
    EntityKind,
    Identities,
    Link,
    SourceFacts,
    StoreError,
    digest,
)
from graph_builder.pipeline.workers import Failure, run
from graph_builder.store import (
    Draft,
    SourceRecord,
    encode_links,
    merged_entities,
    pack,
    read_entities,
    with_links,
    write_entities,
    write_review,
    write_rows,
)

if TYPE_CHECKING:
    from graph_builder.pipeline.stages import Keeping, Stages
    from graph_builder.resolve.decide import Outcome
    from graph_builder.resolve.entities import Ref
    from graph_builder.resolve.kept import Changed
    from graph_builder.resolve.replay import Key

LARGE = 12_000
"""Claims that are resolved in this process, and always all of them: it takes some seconds."""

CHANGED = 0.25
"""The part of all claims up to which those of new, changed and gone sources are resolved without all the others."""

REVIEWED = 500_000
"""Claims, of some 50,000 papers, up to which a build looks for what is in doubt; of more it is found when asked for.

It takes up to half of the time of resolving, and memory beside the identities that were found.
"""

_LIMIT = 86_400.0
"""Seconds for resolution: there is no telling how many mentions a user has."""

Made = TypeVar("Made")


_ENTITIES = 60_000
"""Entities whose rows are compressed together, and whose quads one worker writes at a time."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What resolution and decisions made of the facts of all sources, as it lies in a draft.

    *links* names, by source, the object with its links; *parts* says where each part of the file of entities
    begins and how many are in it; *counts* has the number of entities by kind; *rejected* the ids of
    rejected claims by source, and *states* what came of each decision. *changed* has the links and entities that
    differ from before, if these are known.
    """

    links: Mapping[str, str]
    parts: Sequence[tuple[int, int]]
    counts: Mapping[EntityKind, int]
    rejected: Mapping[str, frozenset[str]] = field(default_factory=dict)
    states: Mapping[str, DecisionState] = field(default_factory=dict)
    changed: Changed | None = None

    def without(self, facts: SourceFacts) -> SourceFacts:
        """Return the facts of a source without its rejected claims."""
        if not self.rejected:
            return facts
        from graph_builder.resolve.rejections import without

        return without(facts, self.rejected)


class StoredFacts:
    """The facts of the sources of a draft, without those that were rejected."""

    def __init__(self, draft: Draft, sources: Iterable[SourceRecord], decisions: tuple[Decision, ...]) -> None:
        self._draft = draft
        self._records = {record.id: record for record in sources}
        self.decisions = decisions

    @cached_property
    def rejections(self) -> tuple[dict[str, frozenset[str]], dict[str, DecisionState]]:
        """The ids of rejected claims by source, and the state of each reject."""
        if not self.decisions:
            return {}, {}
        from graph_builder.resolve.rejections import rejected_claims

        return rejected_claims(self.decisions, self.raw)

    def raw(self, source: str, *, evidence: bool = True) -> SourceFacts | None:
        """Return all facts of a source, also rejected ones, or None if the store has no such source."""
        record = self._records.get(source)
        if record is None:
            return None
        try:
            return self._draft.facts(record, evidence=evidence)
        except StoreError as error:
            raise StoreError(f"the facts of {source} are lost ({error}); build it again, or forget it") from error

    def of(self, source: str, *, evidence: bool = True) -> SourceFacts | None:
        """Return the facts of a source that were not rejected, or None if the store has no such source."""
        facts = self.raw(source, evidence=evidence)
        if facts is None or not self.rejections[0]:
            return facts
        from graph_builder.resolve.rejections import without

        return without(facts, self.rejections[0])

    def __iter__(self) -> Iterator[SourceFacts]:
        # Resolution goes by what is said, not by where; it may go through all more than once.
        for source in sorted(self._records):
            if (facts := self.of(source, evidence=False)) is not None:
                yield facts


def _uncollected(resolve: Callable[[], Made]) -> Made:
    """Resolve without looking for garbage in circles: there is hardly any, and among millions it takes long."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return resolve()
    finally:
        if collecting:
            gc.enable()


def resolve_decided(
    draft: Draft,
    sources: Sequence[SourceRecord],
    stages: Stages,
    decisions: tuple[Decision, ...],
    *,
    anew: bool = False,
) -> Decided:
    """Put what resolution and decisions together make of the facts of sources into the draft, and say what it is.

    Where there are many claims, a process of its own does it, whose memory is free again when it ends; and where few of
    them changed, only what these bear on is resolved, by what was kept of the resolution before. That is not kept
    where there are decisions.

    Args:
        draft: the draft.
        sources: records of all sources.
        stages: how mentions are resolved.
        decisions: all of them.
        anew: the graph is written anew, so that all has to be told.

    Raises:
        StoreError: facts are lost or damaged, or that process failed.
    """

    def work(_: str) -> Decided:
        kept = None if anew or keeping is None else _brought_up_to_date(draft, sources, keeping, stages.resolving)
        return kept or _resolved_here(draft, sources, stages, decisions, keeping)

    large = sum(record.claims for record in sources) > LARGE
    keeping = stages.keeping if large and not decisions else None
    if keeping is None:
        draft.kept.unlink(missing_ok=True)
    if not large:
        return work("resolve")
    ((_, made),) = run(["resolve"], work, workers=1, timeout=_LIMIT, close=[draft.lock])
    if isinstance(made, Failure):
        raise StoreError(f"mentions cannot be resolved: {made.what}; {made.advice or 'build again'}")
    return made


def _brought_up_to_date(
    draft: Draft, sources: Sequence[SourceRecord], keeping: Keeping, resolving: str
) -> Decided | None:
    """Resolve what new, changed and gone sources bear on; return nothing if that cannot be told, or is much."""
    old = draft.previous
    before = {record.id: record for record in old.sources}
    if old.states or not all(record.links for record in old.sources) or not draft.previous_entities.exists():
        return None
    now = {record.id: record for record in sources}
    other = [r for r in sources if r.id not in before or before[r.id].facts != r.facts]
    claims = sum(r.claims for r in other) + sum(r.claims for r in old.sources if r.id not in now)
    if claims > CHANGED * sum(record.claims for record in sources):
        return None
    facts = StoredFacts(draft, sources, ())
    digests = {record.id: record.facts for record in sources}

    def facts_of(source: str) -> SourceFacts:
        found = facts.of(source, evidence=False)
        assert found is not None
        return found

    def work() -> Changed | None:
        return keeping.change(draft.kept, digests, facts_of, _states(draft, sources, resolving))

    changed = _uncollected(work)
    if changed is None:
        return None
    counts: Counter[EntityKind] = Counter()
    rows = merged_entities(read_entities(draft.previous_entities), changed.entities)
    parts = write_rows(draft.entities, _counted(rows, counts), _ENTITIES)
    return Decided(_changed_links(draft, sources, before, changed), parts, counts, changed=changed)


def _states(draft: Draft, sources: Iterable[SourceRecord], resolving: str) -> tuple[str, str]:
    """Return of what kept resolution has to be, and is then: settings, the number of a snapshot, and facts."""
    return _state(draft.number, resolving, draft.previous.sources), _state(draft.number + 1, resolving, sources)


def _state(number: int, resolving: str, sources: Iterable[SourceRecord]) -> str:
    return f"{resolving} {number} {digest(*(text for record in sources for text in (record.id, record.facts)))}"


def _counted(rows: Iterable[bytes], counts: Counter[EntityKind]) -> Iterator[bytes]:
    kinds = {f'["{kind.value}'.encode()[:4]: kind for kind in EntityKind}
    for row in rows:
        counts[kinds[row[:4]]] += 1
        yield row


def _changed_links(
    draft: Draft, sources: Iterable[SourceRecord], before: Mapping[str, SourceRecord], changed: Changed
) -> dict[str, str]:
    """Keep the links of each source that changed as an object; return the names of those of all sources."""
    found = {}
    for record in sources:
        known, other = before.get(record.id), changed.links.get(record.id)
        if known is not None and other is None:
            found[record.id] = known.links
            continue
        data = draft.objects.get(known.links) if known is not None else encode_links(())
        found[record.id], packed = pack(with_links(data, other or {}), level=1)
        draft.objects.put(found[record.id], packed)
    return found


def _resolved_here(
    draft: Draft,
    sources: Sequence[SourceRecord],
    stages: Stages,
    decisions: tuple[Decision, ...],
    keeping: Keeping | None,
) -> Decided:
    facts = StoredFacts(draft, sources, decisions)

    def work() -> Identities:
        if keeping is None:
            return stages.resolve(facts)
        path = draft.scratch(draft.kept.name)
        digests = {record.id: record.facts for record in sources}
        found = keeping.first(path, facts, digests, _states(draft, sources, stages.resolving)[1])
        path.replace(draft.kept)
        return found

    identities = _uncollected(work)
    rejected: Mapping[str, frozenset[str]] = {}
    states: Mapping[str, DecisionState] = {}
    apart: frozenset[frozenset[Key]] = frozenset()
    confirmed: frozenset[Ref] = frozenset()
    if decisions:
        from graph_builder.resolve.decide import apply_decisions

        rejected, states = facts.rejections
        draft.put_found(identities)
        outcome = apply_decisions(identities, decisions, facts.of)
        identities, states = outcome.identities, {**outcome.states, **states}
        apart, confirmed = settled(outcome, decisions)
    counts = Counter(entity.kind for entity in identities.entities)
    parts = write_entities(draft.entities, identities.entities, _ENTITIES)
    links = _put_links(draft, sources, identities)
    if sum(record.claims for record in sources) <= REVIEWED:
        from graph_builder.resolve.review import Review

        # What names and facts are needed for is here in memory now.
        review = Review(facts, identities, apart, confirmed)
        write_review(draft.review, review.questions(), review.side)
    return Decided(links, parts, counts, rejected, states)


def settled(outcome: Outcome, decisions: Iterable[Decision]) -> tuple[frozenset[frozenset[Key]], frozenset[Ref]]:
    """Return the pairs of entities that people keep apart, and the mentions that they have confirmed."""
    play = outcome.play
    keys = {id(block): key for key, block in outcome.blocks.items()}
    apart: set[frozenset[Key]] = set()
    confirmed: set[Ref] = set()
    for decision in decisions:
        if outcome.states.get(decision.id) is not DecisionState.HOLDS:
            continue
        if decision.kind is DecisionKind.SPLIT:
            apart |= {frozenset(keys[id(play.at[e])] for e in pair) for pair in product(*play.sides(decision))}
        elif decision.kind is DecisionKind.CONFIRM:
            confirmed |= {(element.source, element.mention) for element in play.sides(decision)[1]}
    return frozenset(apart), frozenset(confirmed)


def _put_links(draft: Draft, sources: Iterable[SourceRecord], identities: Identities) -> dict[str, str]:
    """Keep the links of each source as an object; return the names of these. A link that leads nowhere is left out."""
    known: dict[EntityKind, set[str]] = {kind: set() for kind in EntityKind}
    for entity in identities.entities:
        known[entity.kind].add(entity.key)
    of_source: dict[str, list[Link]] = {}
    for link in identities.links:
        if link.entity in known[link.kind]:
            sound = not link.unit or link.unit in known[link.kind]
            of_source.setdefault(link.source, []).append(link if sound else replace(link, unit=""))
    found = {}
    for record in sources:
        name, packed = pack(encode_links(of_source.pop(record.id, ())), level=1)
        draft.objects.put(name, packed)
        found[record.id] = name
    return found
