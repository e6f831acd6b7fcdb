"""Resolution: mentions of all sources become entities and links, by rules first and by people's decisions after."""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
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
    Revisions,
    SourceFacts,
    StoreError,
    digest,
)
from graph_builder.process_pool import Failure, run
from graph_builder.store import (
    DraftFiles,
    MergedEntities,
    SourceRecord,
    encode_links,
    entity_row,
    merge_entities,
    pack,
    write_review,
    write_rows,
)

if TYPE_CHECKING:
    from graph_builder.pipeline.stages import IncrementalResolution, Stages
    from graph_builder.resolve.decide import DecidedIdentities
    from graph_builder.resolve.entities import Ref
    from graph_builder.resolve.incremental import ResolutionChange
    from graph_builder.resolve.replay import Key

LARGE = 12_000
"""Claims that are resolved in this process, and always all of them: it takes some seconds."""

CHANGED = 0.25
"""The part of all claims up to which those of new, changed and gone sources are resolved without all the others."""

REVIEWED = 500_000
"""Claims, of some 50,000 papers, up to which a build looks for what is in doubt where somebody asked for that before.

It takes up to half of the time of resolving, and memory beside the identities that were found. Up to ``LARGE`` claims a
build always looks for it; else it is found when first asked for.
"""

ENTITIES = 60_000
"""Entities whose rows are compressed together, and whose quads one worker writes at a time."""

_LIMIT = 86_400.0
"""Seconds for resolution: a user may have any number of mentions."""


@dataclass(frozen=True, slots=True)
class ResolutionResult:
    """The entities and links of all sources, as they lie in a draft.

    *links* names, by source, the object with its links, or where *changed* is known that with the links before; *parts*
    says where each part of the entity table begins and how many are in it; *counts* has the number of entities by
    kind; *revisions* what people said of claims, and *states* the state of each decision. *changed* has the
    links and entities that differ from before, if these are known.
    """

    links: Mapping[str, str]
    parts: Sequence[tuple[int, int]]
    counts: Mapping[EntityKind, int]
    revisions: Revisions = field(default_factory=dict)
    states: Mapping[str, DecisionState] = field(default_factory=dict)
    changed: ResolutionChange | None = None

    def revised(self, facts: SourceFacts) -> SourceFacts:
        """Return the facts of a source as people have revised them."""
        if not self.revisions:
            return facts
        from graph_builder.resolve.revisions import revised

        return revised(facts, self.revisions)


class StoredFacts(Mapping[str, SourceFacts]):
    """The facts of the sources of a draft by id, as people have revised them and without their places in texts.

    They are read each time that they are asked for.
    """

    def __init__(self, files: DraftFiles, sources: Iterable[SourceRecord], decisions: tuple[Decision, ...]) -> None:
        self._files = files
        self._records = {record.id: record for record in sources}
        self.decisions = decisions

    @cached_property
    def revisions(self) -> tuple[Revisions, dict[str, DecisionState]]:
        """The revisions of claims, and the state of each decision on them."""
        if not self.decisions:
            return {}, {}
        from graph_builder.resolve.revisions import revised_claims

        return revised_claims(self.decisions, self.raw)

    def raw(self, source: str, *, evidence: bool = True) -> SourceFacts | None:
        """Return all facts of a source as it was read, or None if the store has no such source."""
        record = self._records.get(source)
        if record is None:
            return None
        try:
            return self._files.facts(record, evidence=evidence)
        except StoreError as error:
            raise StoreError(f"the facts of {source} are lost ({error}); build it again, or forget it") from error

    def of(self, source: str, *, evidence: bool = True) -> SourceFacts | None:
        """Return the facts of a source as people have revised them, or None if the store has no such source."""
        facts = self.raw(source, evidence=evidence)
        if facts is None or not self.revisions[0]:
            return facts
        from graph_builder.resolve.revisions import revised

        return revised(facts, self.revisions[0])

    def __getitem__(self, source: str) -> SourceFacts:
        found = self.of(source, evidence=False)
        if found is None:
            raise KeyError(source)
        return found

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._records))


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Switch the cyclic garbage collector off, which is slow among millions of objects and finds hardly any garbage."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@dataclass(frozen=True, slots=True)
class _Resolver:
    """Resolves the sources of a draft, in this process or another: what it finds lies in the draft's files.

    *full* forbids to resolve what changed alone; *tables*, if given, keep what a later change needs; *reviewed* tells
    whether what is in doubt is looked for.
    """

    files: DraftFiles
    sources: tuple[SourceRecord, ...]
    stages: Stages
    decisions: tuple[Decision, ...]
    full: bool
    reviewed: bool
    tables: IncrementalResolution | None

    def __call__(self, identities: Identities | None) -> ResolutionResult:
        """Resolve; *identities*, if given, are the result of the rules."""
        if identities is None and self.tables is not None:
            if not self.full and (result := resolve_changed(self.files, self.sources, self.tables, self.stages)):
                return result
            return self._first(self.tables)
        facts = StoredFacts(self.files, self.sources, self.decisions)
        if identities is None:
            with without_garbage_collection():
                identities = self.stages.resolve(facts)
        revisions, states = facts.revisions
        apart: frozenset[frozenset[Key]] = frozenset()
        confirmed: frozenset[Ref] = frozenset()
        if self.decisions:
            from graph_builder.resolve.decide import apply_decisions

            self.files.put_found(identities)
            applied = apply_decisions(identities, self.decisions, facts.of)
            identities, states = applied.identities, {**applied.states, **states}
            apart, confirmed = settled(applied, self.decisions)
        links: dict[str, list[Link]] = defaultdict(list)
        for link in identities.links:
            links[link.source].append(link)
        ordered = sorted(identities.entities, key=lambda entity: (entity.kind, entity.key))
        result = store_identities(self.files, self.sources, ordered, lambda source: links.pop(source, []))
        if self.reviewed:
            self._review(facts, identities, apart, confirmed)
        return replace(result, revisions=revisions, states=states)

    def _first(self, tables: IncrementalResolution) -> ResolutionResult:
        """Resolve all, and keep tables by which a change can be resolved alone."""
        facts, files = StoredFacts(self.files, self.sources, ()), self.files
        path = files.scratch(files.resolution_tables.name)
        digests = {record.id: record.facts for record in self.sources}
        with without_garbage_collection():
            found = tables.first(path, digests, facts.__getitem__, _state(self.stages, self.sources))
            result = store_identities(files, self.sources, found.entities(), found.links)
            # What is in doubt is found in what lies in memory: of much, only when it is asked for.
            identities = found.everything() if self.reviewed else None
            found.close()
        path.replace(files.resolution_tables)
        if identities is not None:
            self._review(facts, identities)
        return result

    def _review(
        self,
        facts: StoredFacts,
        identities: Identities,
        apart: frozenset[frozenset[Key]] = frozenset(),
        confirmed: frozenset[Ref] = frozenset(),
    ) -> None:
        from graph_builder.resolve.review import Review

        # What names and facts are needed for is here in memory now.
        review = Review(facts.values(), identities, apart, confirmed)
        write_review(self.files.review, review.questions(), review.side)


def resolve_sources(
    files: DraftFiles,
    sources: Sequence[SourceRecord],
    stages: Stages,
    decisions: tuple[Decision, ...],
    *,
    full: bool = False,
    identities: Identities | None = None,
) -> ResolutionResult:
    """Resolve the mentions of sources, apply decisions, and store entities and links in the draft's files.

    Where there are many claims, a process of its own does it, whose memory is free again when it ends; and where few of
    them changed, only what these bear on is resolved, by tables of the resolution before. There are none where there
    are decisions.

    Args:
        files: those of the draft.
        sources: records of all sources.
        stages: how mentions are resolved.
        decisions: all of them.
        full: resolve all, whatever changed.
        identities: the result of the rules, if there is one already.

    Raises:
        StoreError: facts are lost or damaged, or that process failed.
    """
    claims = sum(record.claims for record in sources)
    tables = stages.incremental if claims > LARGE and not decisions else None
    if tables is None:
        files.resolution_tables.unlink(missing_ok=True)
    # Doubts are looked for where that is quick, or where somebody looks at them.
    asked = bool(decisions) or files.previous_entities.with_name(files.review.name).exists()
    reviewed = claims <= (REVIEWED if asked else min(LARGE, REVIEWED))
    resolver = _Resolver(files, tuple(sources), stages, decisions, full, reviewed, tables)
    if claims <= LARGE or identities is not None:
        return resolver(identities)
    ((_, result),) = run([None], resolver, workers=1, timeout=_LIMIT)
    if isinstance(result, Failure):
        raise StoreError(f"mentions cannot be resolved: {result.what}; {result.advice or 'build again'}")
    return result


def resolve_changed(
    files: DraftFiles, sources: Sequence[SourceRecord], tables: IncrementalResolution, stages: Stages
) -> ResolutionResult | None:
    """Resolve what new, changed and gone sources bear on; return None if that is unknown, or too much."""
    old = files.previous
    before = {record.id: record for record in old.sources}
    if old.states or not all(record.links for record in old.sources) or not files.previous_entities.exists():
        return None
    now = {record.id: record for record in sources}
    other = [r for r in sources if r.id not in before or before[r.id].facts != r.facts]
    claims = sum(r.claims for r in other) + sum(r.claims for r in old.sources if r.id not in now)
    if claims > CHANGED * sum(record.claims for record in sources):
        return None
    facts = StoredFacts(files, sources, ())
    digests = {record.id: record.facts for record in sources}

    merged: list[MergedEntities] = []

    def merge(changed: ResolutionChange) -> None:
        merged.append(merge_entities(files.previous_entities, files.entities, changed.entities, ENTITIES))

    states = _state(stages, old.sources), _state(stages, sources)
    with without_garbage_collection():
        changed = tables.change(files.resolution_tables, digests, facts.__getitem__, states, merge)
    if changed is None:
        return None
    links = {record.id: before[record.id].links if record.id in before else "" for record in sources}
    return ResolutionResult(links, merged[-1].parts, merged[-1].counts, changed=changed)


def _state(stages: Stages, sources: Iterable[SourceRecord]) -> str:
    """Return a fingerprint of the settings and facts that tables of resolution were made from."""
    return f"{stages.resolving} {digest(*(text for record in sources for text in (record.id, record.facts)))}"


def settled(
    outcome: DecidedIdentities, decisions: Iterable[Decision]
) -> tuple[frozenset[frozenset[Key]], frozenset[Ref]]:
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


def store_identities(
    files: DraftFiles,
    sources: Iterable[SourceRecord],
    entities: Iterable[Entity],
    links: Callable[[str], Iterable[Link]],
) -> ResolutionResult:
    """Store all entities, which come in the order of kind and key, and the links of each source.

    A link to no entity is left out.
    """
    keys: dict[EntityKind, set[str]] = {kind: set() for kind in EntityKind}
    counts: Counter[EntityKind] = Counter()

    def rows() -> Iterator[bytes]:
        for entity in entities:
            counts[entity.kind] += 1
            keys[entity.kind].add(entity.key)
            yield entity_row(entity)

    parts = write_rows(files.entities, rows(), ENTITIES)
    found: dict[str, str] = {}

    def packed() -> Iterator[tuple[str, bytes]]:
        for record in sources:
            own = [link for link in links(record.id) if link.entity in keys[link.kind]]
            sound = (link if not link.unit or link.unit in keys[link.kind] else replace(link, unit="") for link in own)
            found[record.id], content = pack(encode_links(sound))
            yield found[record.id], content

    files.objects.put_all(packed())
    return ResolutionResult(found, parts, counts)
