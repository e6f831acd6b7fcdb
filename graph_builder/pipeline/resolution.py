"""Resolution: mentions of all sources become entities and links, by rules first and by people's decisions after."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from graph_builder.model import (
    Decision,
    DecisionState,
    EntityKind,
    Revisions,
    SourceFacts,
    StoreError,
    digest,
)
from graph_builder.pipeline.doubts import carry_doubts, find_doubts, settle_doubts
from graph_builder.process_pool import Failure, run
from graph_builder.store import (
    QUESTIONS,
    DecidedKeys,
    DraftFiles,
    SourceRecord,
    encode_links,
    entity_row,
    find_entities,
    merge_entities,
    naming,
    pack,
    some_of,
    write_rows,
)

if TYPE_CHECKING:
    from graph_builder.pipeline.stages import Stages
    from graph_builder.resolve.decide import DecidedIdentities
    from graph_builder.resolve.incremental.changes import ResolutionChange
    from graph_builder.resolve.incremental.result import FoundIdentities

LARGE = 12_000
"""Claims up to which everything is resolved in this process: it takes some seconds."""

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
    links and entities that differ from before, if they are known; *tables* fingerprints what the tables of resolution
    were made from, if there are any.
    """

    links: Mapping[str, str]
    parts: Sequence[tuple[int, int]]
    counts: Mapping[EntityKind, int]
    revisions: Revisions = field(default_factory=dict)
    states: Mapping[str, DecisionState] = field(default_factory=dict)
    changed: ResolutionChange | None = None
    tables: str = ""


class StoredFacts(Mapping[str, SourceFacts]):
    """The facts of the sources of a draft by id, as people have revised them and without their places in texts.

    They are read each time that they are asked for.
    """

    def __init__(self, files: DraftFiles, sources: Iterable[SourceRecord], decisions: tuple[Decision, ...]) -> None:
        self._files = files
        self.records = tuple(sources)
        self._records = {record.id: record for record in self.records}
        self.decisions = decisions

    @cached_property
    def revisions(self) -> tuple[Revisions, dict[str, DecisionState]]:
        """The revisions of claims, and the state of each decision on them."""
        if not self.decisions:
            return {}, {}
        from graph_builder.resolve.revisions import revised_claims

        return revised_claims(self.decisions, self._raw_named)

    def raw(self, source: str, *, evidence: bool = True) -> SourceFacts | None:
        """Return all facts of a source as it was read, or None if the store has no such source."""
        record = self._records.get(source)
        if record is None:
            return None
        return self._read(record, lambda: self._files.facts(record, evidence=evidence))

    @staticmethod
    def _read(record: SourceRecord, read: Callable[[], SourceFacts]) -> SourceFacts:
        try:
            return read()
        except StoreError as error:
            raise StoreError(f"the facts of {record.id} are lost ({error}); build it again, or forget it") from error

    def of(self, source: str, *, evidence: bool = True) -> SourceFacts | None:
        """Return the facts of a source as people have revised them, or None if the store has no such source."""
        facts = self.raw(source, evidence=evidence)
        if facts is None or not self.revisions[0]:
            return facts
        from graph_builder.resolve.revisions import revised

        return revised(facts, self.revisions[0])

    def named(self, source: str, names: Collection[str]) -> SourceFacts | None:
        """Return the facts of a source that some names stand in, as ``FactsOf`` says."""
        if source not in self.revisions[0]:
            return self._raw_named(source, names)
        from graph_builder.resolve.anchors import fold

        return some_of(self[source], naming(lambda name: fold(name) in names))

    def _raw_named(self, source: str, names: Collection[str]) -> SourceFacts | None:
        from graph_builder.resolve.anchors import fold

        record = self._records.get(source)
        if record is None:
            return None
        return self._read(record, lambda: self._files.some_facts(record, naming(lambda name: fold(name) in names)))

    def digests(self) -> dict[str, str]:
        """Return digests of the facts of all sources as people have revised them, by id."""
        said = self.revisions[0]
        return {key: digest(r.facts, repr(said[key])) if key in said else r.facts for key, r in self._records.items()}

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

    *full* forbids to resolve what changed alone; *reviewed* tells whether what is in doubt is looked for.
    """

    files: DraftFiles
    sources: tuple[SourceRecord, ...]
    stages: Stages
    decisions: tuple[Decision, ...]
    full: bool
    reviewed: bool

    def __call__(self, _: None = None) -> ResolutionResult:
        """Resolve, and apply decisions."""
        facts = StoredFacts(self.files, self.sources, self.decisions)
        if not self.full and (result := resolve_changed(self.files, facts, self.stages, self.decisions)):
            return result
        path, state = self.files.scratch(self.files.resolution_tables.name), tables_state(self.stages, facts)
        with (
            without_garbage_collection(),
            closing(self.stages.resolve(path, facts.digests(), facts.__getitem__, state)) as found,
        ):
            result = self._stored(facts, found)
        path.replace(self.files.resolution_tables)
        return replace(result, tables=state)

    def _stored(self, facts: StoredFacts, found: FoundIdentities) -> ResolutionResult:
        """Store all that was found, as decisions have it."""
        decided = _decided(facts, found, self.decisions)
        result = store_identities(self.files, self.sources, found, decided)
        if self.reviewed:
            find_doubts(self.files.folder, found)
            settle_doubts(self.files.folder, decided, self.decisions)
        states = {**decided.states, **facts.revisions[1]}
        return replace(result, revisions=facts.revisions[0], states=states)


def _decided(facts: StoredFacts, found: FoundIdentities, decisions: tuple[Decision, ...]) -> DecidedIdentities:
    from graph_builder.resolve.decide import apply_decisions

    return apply_decisions(found, decisions, facts.named)


def resolve_sources(
    files: DraftFiles,
    sources: Sequence[SourceRecord],
    stages: Stages,
    decisions: tuple[Decision, ...],
    *,
    full: bool = False,
) -> ResolutionResult:
    """Resolve the mentions of sources, apply decisions, and store entities and links in the draft's files.

    Where little changed, only what that bears on is resolved, by tables of the resolution before; else, where there are
    many claims, a process of its own does it, whose memory is free again when it ends.

    Args:
        files: those of the draft.
        sources: records of all sources.
        stages: how mentions are resolved.
        decisions: all of them.
        full: resolve all, whatever changed.

    Raises:
        StoreError: facts are lost or damaged, or that process failed.
    """
    claims = sum(record.claims for record in sources)
    # Doubts are looked for where that is quick, or where somebody looks at them.
    asked = files.previous_entities.with_name(QUESTIONS).exists()
    reviewed = claims <= (REVIEWED if asked else min(LARGE, REVIEWED))
    resolver = _Resolver(files, tuple(sources), stages, decisions, full, reviewed)
    before = {record.id: record.facts for record in files.previous.sources}
    if claims <= LARGE or (before == {record.id: record.facts for record in sources} and not full):
        return resolver()
    ((_, result),) = run([None], resolver, workers=1, timeout=_LIMIT)
    if isinstance(result, Failure):
        raise StoreError(f"mentions cannot be resolved: {result.what}; {result.advice or 'build again'}")
    return result


def resolve_changed(
    files: DraftFiles, facts: StoredFacts, stages: Stages, decisions: tuple[Decision, ...]
) -> ResolutionResult | None:
    """Resolve what new, changed and gone sources and decisions bear on; return None if that is unknown, or too much."""
    from graph_builder.resolve.incremental.changes import opened

    old, sources = files.previous, facts.records
    before = {record.id: record for record in old.sources}
    if stages.change is None or not all(r.links for r in old.sources) or not files.previous_entities.exists():
        return None
    other = [r for r in sources if r.id not in before or before[r.id].facts != r.facts]
    now = {record.id for record in sources}
    claims = sum(r.claims for r in other) + sum(r.claims for r in old.sources if r.id not in now)
    if claims > CHANGED * sum(record.claims for record in sources):
        return None
    state = tables_state(stages, facts)
    with without_garbage_collection():
        found = stages.change(files.resolution_tables, facts.digests(), facts.__getitem__, (old.tables, state))
        held = opened(files.resolution_tables, state)
        if found is None or held is None:
            return None
        with closing(held):
            decided = _decided(facts, held, decisions)
            changed = _with_decisions(files, found, held, decided)
            merged = merge_entities(files.previous_entities, files.entities, changed.entities, ENTITIES)
            last = files.previous_entities.parent
            if not other and len(sources) == len(before) and (last / QUESTIONS).exists():
                carry_doubts(last, files.folder, found)
                settle_doubts(files.folder, decided, decisions)
    links = {record.id: before[record.id].links if record.id in before else "" for record in sources}
    states = {**decided.states, **facts.revisions[1]}
    return ResolutionResult(links, merged.parts, merged.counts, facts.revisions[0], states, changed, state)


def _with_decisions(
    files: DraftFiles, found: ResolutionChange, held: FoundIdentities, decided: DecidedIdentities
) -> ResolutionChange:
    """Return the links and entities that differ from before as decisions have them.

    That may be what differs in what was found, and what decisions make, or made before, of it.
    """
    links = {source: dict(own) for source, own in found.links.items()}
    before = files.decided()
    for source, mention in {*before.links, *decided.links}:
        links.setdefault(source, {}).setdefault(mention, held.link(source, mention))
    for (source, mention), link in decided.links.items():
        links[source][mention] = link
    keys = {*before.entities, *decided.entities}
    keys.update((one.kind, one.key) for pair in found.entities for one in pair if one is not None)
    files.put_decided(DecidedKeys(tuple(sorted(decided.entities)), tuple(sorted(decided.links))))
    was = find_entities(files.previous_entities, keys)
    pairs = ((was.get(key), decided.entity(key)) for key in sorted(keys))
    from graph_builder.resolve.incremental.changes import ResolutionChange

    return ResolutionChange(links, tuple((old, new) for old, new in pairs if old != new))


def tables_state(stages: Stages, facts: StoredFacts) -> str:
    """Return a fingerprint of the settings and facts that tables of resolution are made from."""
    return f"{stages.resolving} {digest(*(text for pair in sorted(facts.digests().items()) for text in pair))}"


def store_identities(
    files: DraftFiles,
    sources: Iterable[SourceRecord],
    found: FoundIdentities,
    decided: DecidedIdentities,
) -> ResolutionResult:
    """Store all entities, in the order of kind and key, and the links of each source, as decisions have them.

    A link to no entity is left out.
    """
    keys: dict[EntityKind, set[str]] = {kind: set() for kind in EntityKind}
    counts: Counter[EntityKind] = Counter()

    def rows() -> Iterator[bytes]:
        for entity in decided.every(found.entities()):
            counts[entity.kind] += 1
            keys[entity.kind].add(entity.key)
            yield entity_row(entity)

    parts = write_rows(files.entities, rows(), ENTITIES)
    stored: dict[str, str] = {}

    def packed() -> Iterator[tuple[str, bytes]]:
        for record in sources:
            every = (decided.links.get((link.source, link.mention), link) for link in found.links(record.id))
            own = [link for link in every if link.entity in keys[link.kind]]
            sound = (link if not link.unit or link.unit in keys[link.kind] else replace(link, unit="") for link in own)
            stored[record.id], content = pack(encode_links(sound))
            yield stored[record.id], content

    files.objects.put_all(packed())
    files.put_decided(DecidedKeys(tuple(sorted(decided.entities)), tuple(sorted(decided.links))))
    return ResolutionResult(stored, parts, counts)
