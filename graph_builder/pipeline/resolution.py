"""Resolution: mentions of all sources become entities and links, by rules first and by people's decisions after."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from graph_builder.model import (
    Decision,
    DecisionState,
    Entity,
    EntityKind,
    Revisions,
    SourceFacts,
    StoreError,
    digest,
)
from graph_builder.pipeline.doubts import carry_doubts, find_doubts, settle_doubts
from graph_builder.process_pool import Failure, run
from graph_builder.store.draft import Decided, DraftFiles
from graph_builder.store.facts import Choose, naming, some_of
from graph_builder.store.layout import SourceRecord
from graph_builder.store.links import encode_links
from graph_builder.store.objects import pack
from graph_builder.store.review import QUESTIONS

if TYPE_CHECKING:
    from graph_builder.pipeline.stages import Stages
    from graph_builder.resolve.decide import DecidedIdentities
    from graph_builder.resolve.incremental.result import FoundIdentities, ResolutionChange

LARGE = 12_000
"""Claims up to which everything is resolved in this process: it takes some seconds."""

CHANGED = 0.25
"""The part of all claims up to which those of new, changed and gone sources are resolved without all the others."""

REVIEWED = 500_000
"""Claims, of some 50,000 papers, up to which a build that resolves everything also finds what is in doubt.

It takes a fiftieth of the time of a build, and memory: of a large graph there are hundreds of thousands of questions.
Of more claims, and after builds that resolve what changed, it is found when first asked for.
"""

_LIMIT = 86_400.0
"""Seconds for resolution: a user may have any number of mentions."""


@dataclass(frozen=True, slots=True)
class ResolutionResult:
    """The entities and links of all sources, as they lie in a draft.

    *links* names, by source, the object with its links, or where *changed* is known that with the links before;
    *decided* has the entities that decisions make of those in the tables of resolution, which *tables* fingerprints;
    *counts* the number of entities by kind; *revisions* what people said of claims, and *states* the state of each
    decision. *changed* has the links and entities that differ from before, if they are known.
    """

    links: Mapping[str, str]
    decided: Mapping[tuple[EntityKind, str], Entity | None]
    counts: Mapping[EntityKind, int]
    revisions: Revisions
    states: Mapping[str, DecisionState]
    tables: str
    changed: ResolutionChange | None = None


class StoredFacts:
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

        return revised_claims(self.decisions, self._named)

    def _read(self, source: str, choose: Choose | None = None, *, evidence: bool = True) -> SourceFacts | None:
        record = self._records.get(source)
        if record is None:
            return None
        try:
            return self._files.some_facts(record, choose) if choose else self._files.facts(record, evidence=evidence)
        except StoreError as error:
            raise StoreError(f"the facts of {source} are lost ({error}); build it again, or forget it") from error

    def raw(self, source: str) -> SourceFacts | None:
        """Return all facts of a source as it was read, or None if the store has no such source."""
        return self._read(source)

    def of(self, source: str, *, evidence: bool = True) -> SourceFacts | None:
        """Return the facts of a source as people have revised them, or None if the store has no such source."""
        facts = self._read(source, evidence=evidence)
        if facts is None or not self.revisions[0]:
            return facts
        from graph_builder.resolve.revisions import revised

        return revised(facts, self.revisions[0])

    def named(self, source: str, names: Collection[str]) -> SourceFacts | None:
        """Return the facts of a source that some names stand in, as ``FactsOf`` says."""
        if source in self.revisions[0]:
            return some_of(self.for_resolution(source), _naming(names))
        return self._named(source, names)

    def _named(self, source: str, names: Collection[str]) -> SourceFacts | None:
        if source not in self._records:
            return None
        # A decision replays all of them three times, and asks for the same names.
        name, known = self._records[source].facts, self._files.named
        before, facts = known.get(name, (frozenset[str](), None))
        if facts is None or not before.issuperset(names):
            every = before.union(names)
            facts = self._read(source, _naming(every))
            assert facts is not None
            known[name] = every, facts
        return facts

    def digests(self) -> dict[str, str]:
        """Return digests of the facts of all sources as people have revised them, by id."""
        said = self.revisions[0]
        return {key: digest(r.facts, repr(said[key])) if key in said else r.facts for key, r in self._records.items()}

    def for_resolution(self, source: str) -> SourceFacts:
        """Return the facts of a source that there is as people have revised them, without their places in texts."""
        found = self.of(source, evidence=False)
        assert found is not None
        return found


def _naming(names: Collection[str]) -> Choose:
    from graph_builder.resolve.anchors import fold

    return naming(lambda name: fold(name) in names)


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


def _resolve(
    files: DraftFiles,
    sources: Sequence[SourceRecord],
    stages: Stages,
    decisions: tuple[Decision, ...],
    full: bool,
    reviewed: bool,
    _: None = None,
) -> ResolutionResult:
    """Resolve and apply decisions, in this process or another: what is found lies in the draft's files.

    *full* forbids to resolve what changed alone; *reviewed* tells whether what is in doubt is looked for.
    """
    facts = StoredFacts(files, sources, decisions)
    if not full and (result := resolve_changed(files, facts, stages, decisions)):
        return result
    path, state = files.scratch(files.layout.resolution_tables.name), tables_state(stages, facts)
    with (
        without_garbage_collection(),
        closing(stages.resolve(path, facts.digests(), facts.for_resolution, state)) as found,
    ):
        decided = _decided(facts, found, decisions)
        links = _store_links(files, sources, found, decided)
        if reviewed:
            find_doubts(files.folder, found)
            settle_doubts(files.folder, decided, decisions)
        result = _result(files, facts, decided, links, state)
    path.replace(files.layout.resolution_tables)
    return result


def _result(
    files: DraftFiles,
    facts: StoredFacts,
    decided: DecidedIdentities,
    links: Mapping[str, str],
    tables: str,
    changed: ResolutionChange | None = None,
) -> ResolutionResult:
    """Return a result, and note in the draft what decisions make something else of."""
    entities = tuple((kind, key, decided.entities[kind, key]) for kind, key in sorted(decided.entities))
    files.put_decided(Decided(entities, tuple(sorted(decided.links))))
    states = {**decided.states, **facts.revisions[1]}
    return ResolutionResult(links, decided.entities, decided.counts(), facts.revisions[0], states, tables, changed)


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
    resolver = partial(_resolve, files, tuple(sources), stages, decisions, full, claims <= REVIEWED)
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
    if stages.change is None:
        return None
    other = [r for r in sources if r.id not in before or before[r.id].facts != r.facts]
    now = {record.id for record in sources}
    claims = sum(r.claims for r in other) + sum(r.claims for r in old.sources if r.id not in now)
    if claims > CHANGED * sum(record.claims for record in sources):
        return None
    state = tables_state(stages, facts)
    with without_garbage_collection():
        tables = files.layout.resolution_tables
        found = stages.change(tables, facts.digests(), facts.for_resolution, (old.tables, state))
        held = opened(tables, state)
        if found is None or held is None:
            return None
        with closing(held):
            decided = _decided(facts, held, decisions)
            changed = _with_decisions(files, found, held, decided)
            if not other and len(sources) == len(before) and (files.previous_folder / QUESTIONS).exists():
                carry_doubts(files.previous_folder, files.folder, found)
                settle_doubts(files.folder, decided, decisions)
            links = {record.id: before[record.id].links if record.id in before else "" for record in sources}
            return _result(files, facts, decided, links, state, changed)


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
    was = {(one.kind, one.key): old for old, new in found.entities for one in (old, new) if one is not None}
    was |= {key: held.entity(key) for key in decided.entities.keys() - was.keys()}
    was |= {(kind, key): entity for kind, key, entity in before.entities}
    pairs = ((was[key], decided.entity(key)) for key in sorted(was))
    from graph_builder.resolve.incremental.result import ResolutionChange

    return ResolutionChange(links, tuple((old, new) for old, new in pairs if old != new))


def tables_state(stages: Stages, facts: StoredFacts) -> str:
    """Return a fingerprint of the settings and facts that tables of resolution are made from."""
    return f"{stages.resolving} {digest(*(text for pair in sorted(facts.digests().items()) for text in pair))}"


def _store_links(
    files: DraftFiles, sources: Iterable[SourceRecord], found: FoundIdentities, decided: DecidedIdentities
) -> dict[str, str]:
    """Store the links of each source as decisions have them; return the name of the object, by source."""
    stored: dict[str, str] = {}
    for record in sources:
        links = (decided.links.get((link.source, link.mention), link) for link in found.links(record.id))
        stored[record.id], content = pack(encode_links(links))
        files.objects.put(stored[record.id], content)
    files.objects.settle()
    return stored
