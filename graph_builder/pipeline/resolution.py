"""Resolution with decisions: rejected claims are left out before it, merges, splits and names hold after it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from graph_builder.model import (
    Decision,
    DecisionKind,
    DecisionState,
    Entity,
    EntityKind,
    Identities,
    Link,
    StoreError,
)
from graph_builder.pipeline.kept import brought_up_to_date, states_of
from graph_builder.pipeline.process_pool import Failure, run
from graph_builder.pipeline.stored import ENTITIES, ResolutionResult, StoredFacts, uncollected
from graph_builder.store import (
    Draft,
    SourceRecord,
    encode_links,
    entity_row,
    pack,
    write_review,
    write_rows,
)

if TYPE_CHECKING:
    from graph_builder.pipeline.stages import IncrementalResolution, Stages
    from graph_builder.resolve.decide import Outcome
    from graph_builder.resolve.entities import Ref
    from graph_builder.resolve.replay import Key

LARGE = 12_000
"""Claims that are resolved in this process, and always all of them: it takes some seconds."""

REVIEWED = 500_000
"""Claims, of some 50,000 papers, up to which a build looks for what is in doubt where somebody asked for that before.

It takes up to half of the time of resolving, and memory beside the identities that were found. Up to ``LARGE`` claims a
build always looks for it; else it is found when first asked for.
"""

_LIMIT = 86_400.0
"""Seconds for resolution: there is no telling how many mentions a user has."""


def resolve_sources(
    draft: Draft,
    sources: Sequence[SourceRecord],
    stages: Stages,
    decisions: tuple[Decision, ...],
    *,
    anew: bool = False,
    meanwhile: Callable[[], None] | None = None,
) -> ResolutionResult:
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
        meanwhile: what this process may do while another one resolves; it is left out where none does.

    Raises:
        StoreError: facts are lost or damaged, or that process failed.
    """

    def work(_: str) -> ResolutionResult:
        kept = (
            None if anew or incremental is None else brought_up_to_date(draft, sources, incremental, stages.resolving)
        )
        return kept or _resolved_here(draft, sources, stages, decisions, incremental)

    large = sum(record.claims for record in sources) > LARGE
    incremental = stages.incremental if large and not decisions else None
    if incremental is None:
        draft.kept.unlink(missing_ok=True)
    if not large:
        return work("resolve")
    with ThreadPoolExecutor(1) as thread:
        beside: list[Future[None]] = []

        def started() -> None:
            if meanwhile is not None:
                beside.append(thread.submit(meanwhile))

        ((_, made),) = run(["resolve"], work, workers=1, timeout=_LIMIT, close=[draft.lock], started=started)
        if isinstance(made, Failure):
            raise StoreError(f"mentions cannot be resolved: {made.what}; {made.advice or 'build again'}")
        for each in beside:
            each.result()
    return made


def _resolved_here(
    draft: Draft,
    sources: Sequence[SourceRecord],
    stages: Stages,
    decisions: tuple[Decision, ...],
    incremental: IncrementalResolution | None,
) -> ResolutionResult:
    facts = StoredFacts(draft, sources, decisions)
    reviewed = _is_reviewed(draft, sources, decisions)
    with uncollected():
        if incremental is None:
            identities = stages.resolve(facts)
        else:
            path = draft.scratch(draft.kept.name)
            digests = {record.id: record.facts for record in sources}
            outcome = incremental.first(path, facts, digests, states_of(draft, sources, stages.resolving)[1])
            decided = _put(draft, sources, outcome.entities(), outcome.links)
            # What is in doubt is found in what lies in memory: of much, only when it is asked for.
            identities = outcome.everything() if reviewed else Identities((), ())
            outcome.close()
            path.replace(draft.kept)
    rejected: Mapping[str, frozenset[str]] = {}
    states: Mapping[str, DecisionState] = {}
    apart: frozenset[frozenset[Key]] = frozenset()
    confirmed: frozenset[Ref] = frozenset()
    if decisions:
        from graph_builder.resolve.decide import apply_decisions

        rejected, states = facts.rejections
        draft.put_found(identities)
        applied = apply_decisions(identities, decisions, facts.of)
        identities, states = applied.identities, {**applied.states, **states}
        apart, confirmed = settled(applied, decisions)
    if incremental is None:
        of_source: dict[str, list[Link]] = defaultdict(list)
        for link in identities.links:
            of_source[link.source].append(link)
        ordered = sorted(identities.entities, key=lambda entity: (entity.kind, entity.key))
        decided = _put(draft, sources, ordered, lambda source: of_source.pop(source, []))
    if reviewed:
        from graph_builder.resolve.review import Review

        # What names and facts are needed for is here in memory now.
        review = Review(facts, identities, apart, confirmed)
        write_review(draft.review, review.questions(), review.side)
    return replace(decided, rejected=rejected, states=states)


def _is_reviewed(draft: Draft, sources: Iterable[SourceRecord], decisions: Collection[Decision]) -> bool:
    """Tell whether what is in doubt is to be found now: where that is quick, or somebody looks at it."""
    asked = bool(decisions) or draft.previous_entities.with_name(draft.review.name).exists()
    return sum(record.claims for record in sources) <= (REVIEWED if asked else min(LARGE, REVIEWED))


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


def _put(
    draft: Draft, sources: Iterable[SourceRecord], entities: Iterable[Entity], links: Callable[[str], Iterable[Link]]
) -> ResolutionResult:
    """Keep all entities, which come in the order of kind and key, and the links of each source.

    A link that leads nowhere is left out.
    """
    known: dict[EntityKind, set[str]] = {kind: set() for kind in EntityKind}
    counts: Counter[EntityKind] = Counter()

    def rows() -> Iterator[bytes]:
        for entity in entities:
            counts[entity.kind] += 1
            known[entity.kind].add(entity.key)
            yield entity_row(entity)

    parts = write_rows(draft.entities, rows(), ENTITIES)
    found: dict[str, str] = {}

    def packed() -> Iterator[tuple[str, bytes]]:
        for record in sources:
            own = [link for link in links(record.id) if link.entity in known[link.kind]]
            sound = (link if not link.unit or link.unit in known[link.kind] else replace(link, unit="") for link in own)
            found[record.id], content = pack(encode_links(sound))
            yield found[record.id], content

    draft.objects.put_all(packed())
    return ResolutionResult(found, parts, counts)
