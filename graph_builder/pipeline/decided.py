"""Resolution with decisions: rejected claims are left out before it, merges, splits and names hold after it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from graph_builder.model import Decision, DecisionState, Identities, SourceFacts, StoreError
from graph_builder.store import Draft, SourceRecord

Resolve = Callable[[Iterable[SourceFacts]], Identities]


@dataclass(frozen=True, slots=True)
class Decided:
    """Identities as decisions have them, the ids of rejected claims by source, and what came of each decision."""

    identities: Identities
    rejected: Mapping[str, frozenset[str]] = field(default_factory=dict)
    states: Mapping[str, DecisionState] = field(default_factory=dict)

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
        # Resolution goes by what is said, not by where.
        for source in self._records:
            if (facts := self.of(source, evidence=False)) is not None:
                yield facts


def _uncollected(resolve: Resolve, facts: StoredFacts) -> Identities:
    """Resolve without looking for garbage in circles: there is hardly any, and among millions it takes long."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return resolve(facts)
    finally:
        if collecting:
            gc.enable()


def resolve_decided(
    draft: Draft, sources: Iterable[SourceRecord], resolve: Resolve, decisions: tuple[Decision, ...]
) -> Decided:
    """Return what resolution and decisions together make of the facts of sources."""
    facts = StoredFacts(draft, sources, decisions)
    identities = _uncollected(resolve, facts)
    if not decisions:
        return Decided(identities)
    from graph_builder.resolve.decide import apply_decisions

    rejected, states = facts.rejections
    outcome = apply_decisions(identities, decisions, facts.of)
    return Decided(outcome.identities, rejected, {**outcome.states, **states})
