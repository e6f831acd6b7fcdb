"""Bringing a draft up to date by what was kept of resolution: only what changed sources bear on is resolved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from graph_builder.model import SourceFacts, digest
from graph_builder.pipeline.stored import ENTITIES, ResolutionResult, StoredFacts, uncollected
from graph_builder.store import Draft, MergedEntities, SourceRecord, merge_entities

if TYPE_CHECKING:
    from graph_builder.pipeline.stages import IncrementalResolution
    from graph_builder.resolve.kept import Changed

CHANGED = 0.25
"""The part of all claims up to which those of new, changed and gone sources are resolved without all the others."""


def brought_up_to_date(
    draft: Draft, sources: Sequence[SourceRecord], incremental: IncrementalResolution, resolving: str
) -> ResolutionResult | None:
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

    merged: list[MergedEntities] = []

    def merge(changed: Changed) -> None:
        merged.append(merge_entities(draft.previous_entities, draft.entities, changed.entities, ENTITIES))

    with uncollected():
        changed = incremental.change(draft.kept, digests, facts_of, states_of(draft, sources, resolving), merge)
    if changed is None:
        return None
    links = {record.id: before[record.id].links if record.id in before else "" for record in sources}
    return ResolutionResult(links, merged[-1].parts, merged[-1].counts, changed=changed)


def states_of(draft: Draft, sources: Iterable[SourceRecord], resolving: str) -> tuple[str, str]:
    """Return of what kept resolution has to be, and is then: settings and facts, whatever snapshots have both."""
    return _state(resolving, draft.previous.sources), _state(resolving, sources)


def _state(resolving: str, sources: Iterable[SourceRecord]) -> str:
    return f"{resolving} {digest(*(text for record in sources for text in (record.id, record.facts)))}"
