"""What resolution goes by and what it leaves in a draft: stored facts, links and entities."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from graph_builder.model import Decision, DecisionState, EntityKind, SourceFacts, StoreError
from graph_builder.store import Draft, SourceRecord

if TYPE_CHECKING:
    from graph_builder.resolve.kept import Changed

ENTITIES = 60_000
"""Entities whose rows are compressed together, and whose quads one worker writes at a time."""


@dataclass(frozen=True, slots=True)
class ResolutionResult:
    """What resolution and decisions made of the facts of all sources, as it lies in a draft.

    *links* names, by source, the object with its links, or where *changed* is known that with the links before; *parts*
    says where each part of the file of entities begins and how many are in it; *counts* has the number of entities by
    kind; *rejected* the ids of rejected claims by source, and *states* what came of each decision. *changed* has the
    links and entities that differ from before, if these are known.
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


@contextmanager
def uncollected() -> Iterator[None]:
    """Have nobody look for garbage in circles: there is hardly any, and among millions of things it takes long."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
