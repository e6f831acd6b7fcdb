"""Curation: a person's decision is checked against the graph, written beside the store, and shown by it at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from pyoxigraph import NamedNode

from graph_builder.graph.iris import Minter
from graph_builder.model import (
    Anchor,
    Claim,
    ClaimKey,
    Correction,
    Decision,
    DecisionError,
    DecisionKind,
    DecisionState,
    Doubt,
    EntityKind,
    SourceFacts,
    SourceRevisions,
    digest,
    undone,
)
from graph_builder.pipeline.build import BuildReport, build, report, resolve_and_publish
from graph_builder.pipeline.doubts import doubts_of, find_doubts, settle_doubts
from graph_builder.pipeline.resolution import StoredFacts, tables_state, without_garbage_collection
from graph_builder.pipeline.stages import Progress, Stages, default_stages, no_progress
from graph_builder.store.decisions import Decisions, append_decisions, decisions_path, read_decisions, with_id
from graph_builder.store.draft import Draft, edit
from graph_builder.store.review import QUESTIONS, SETTLED
from graph_builder.store.store import Store

if TYPE_CHECKING:
    from graph_builder.resolve.decide import DecidedIdentities
    from graph_builder.resolve.incremental.result import FoundIdentities
    from graph_builder.resolve.replay import Block

_DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")


@dataclass(frozen=True, slots=True)
class Signature:
    """Who decides, when (ISO 8601) and why.

    Raises DecisionError if there is no author, or the date is none.

    >>> Signature("Ada", "2026-01-31", "same page").reason
    'same page'
    """

    author: str
    date: str
    reason: str = ""

    def __post_init__(self) -> None:
        if not self.author.strip():
            raise DecisionError("a decision has an author; give one with --author, or set GRAPH_BUILDER_AUTHOR")
        if not _DATE.fullmatch(self.date):
            raise DecisionError(f"{self.date!r} is no date; write it as 2026-01-31")


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A decision as it was written, what is in the store now, and the earlier decisions that it overrules.

    Of a batch, *decision* is the first, and *others* are those that were made with it.
    """

    decision: Decision
    report: BuildReport
    overruled: tuple[Decision, ...] = ()
    others: tuple[Decision, ...] = ()


class Curation:
    """A store while a decision is made on it: nobody else builds there meanwhile."""

    def __init__(self, store: Path, draft: Draft, stages: Stages, progress: Progress) -> None:
        self.path = store
        self._draft = draft
        self._stages = stages
        self._progress = progress
        self.decisions = read_decisions(store)
        self.sources = draft.previous.sources
        self.facts = StoredFacts(draft.files, self.sources, self.decisions.all)
        self.minter = Minter(draft.previous.base)

    @cached_property
    def found(self) -> FoundIdentities:
        """What resolution finds by itself: as the last build or decision left it, where that is still so."""
        from graph_builder.resolve.incremental.changes import opened

        files, state = self._draft.files, tables_state(self._stages, self.facts)
        if (found := opened(files.layout.resolution_tables, state)) is not None:
            return found
        self._progress("Resolving", 0, 1)
        path = files.scratch(files.layout.resolution_tables.name)
        return self._stages.resolve(path, self.facts.digests(), self.facts.for_resolution, state)

    @cached_property
    def decided(self) -> DecidedIdentities:
        """Identities with the decisions so far."""
        return self._replayed(self.decisions)

    def _replayed(self, decisions: Decisions) -> DecidedIdentities:
        from graph_builder.resolve.decide import apply_decisions

        return apply_decisions(self.found, decisions.all, self.facts.named)

    def thing(self, iri: str) -> tuple[EntityKind, str]:
        """Return kind and key of an entity's IRI."""
        kind, _, key = iri.removeprefix(self.minter.base).partition("/")
        return EntityKind(kind), unquote(key, errors="surrogatepass")

    def block(self, iri: str) -> Block:
        """Return the mentions behind an entity. Raises DecisionError if nothing that is linked has this IRI."""
        found = self.decided.block(self.thing(iri)) if iri.startswith(self.minter.base) else None
        if found is None:
            raise DecisionError(f"<{iri}> is no entity that mentions lead to; build again, then look for it anew")
        return found

    def is_in_graph(self, fact: str) -> str:
        """Return the source of a fact's IRI. Raises DecisionError if the graph does not hold it."""
        from graph_builder.graph.vocabulary import SOURCE

        try:
            node = NamedNode(fact)
        except ValueError as error:
            raise DecisionError(f"{fact!r} is no IRI; show --facts prints the ids of facts") from error
        for quad in self._draft.graph.quads_for_pattern(node, SOURCE, None, None):
            if isinstance(quad.object, NamedNode):
                return self.minter.source_of(quad.object.value)
        raise DecisionError(f"<{fact}> is no fact of this graph; show --facts prints the ids of facts")

    def record(self, *decisions: Decision) -> RecordedDecision:
        """Check decisions, write them into the file, and bring the graph up to date with them; several are a batch."""
        before = self.decisions.all
        batch = digest(*(with_id(decision).id for decision in decisions), str(len(before)))[:8]
        new: list[Decision] = []
        for decision in decisions:
            decision = replace(decision, batch=batch) if len(decisions) > 1 else decision
            new.append(with_id(decision, [earlier.id for earlier in (*before, *new)]))
        after = Decisions((*before, *new), self.decisions.problems)
        overruled = self._check(new, after)
        append_decisions(self.path, *new)
        records = {record.id: record for record in self.sources}
        manifest = resolve_and_publish(
            self._draft,
            records,
            self._stages,
            self.minter.base,
            after,
            self._progress,
        )
        done = report(manifest, unchanged=len(records), problems=after.problems)
        return RecordedDecision(new[0], done, overruled, tuple(new[1:]))

    def _check(self, fresh: Collection[Decision], after: Decisions) -> tuple[Decision, ...]:
        """Return the decisions that new ones overrule. Raises DecisionError if one would not hold itself."""
        from graph_builder.resolve.revisions import OF_FACTS

        if all(decision.kind in (*OF_FACTS, DecisionKind.UNDO) for decision in fresh):
            return ()
        old, new = self.decided.states, self._replayed(after).states
        for decision in fresh:
            if new.get(decision.id) is not DecisionState.HOLDS:
                what = f"; {describe(decision)}" if len(fresh) > 1 else ""
                raise DecisionError(f"this {decision.kind} would not hold{what}; nothing was decided")
        lost = DecisionState.OVERRULED
        return tuple(d for d in self.decisions.all if new.get(d.id) is lost and old.get(d.id) is not lost)

    def review(self, folder: Path) -> None:
        """Find what is in doubt, and write it and what decisions leave of it into the folder of the snapshot."""
        with without_garbage_collection():
            find_doubts(folder, self.found)
            settle_doubts(folder, self.decided, self.decisions.all)


@contextmanager
def curate(store: Path | str, *, stages: Stages | None = None, progress: Progress | None = None) -> Iterator[Curation]:
    """Give a store for a decision, alone.

    One that was built with other settings, such as those of another version, is built with these first: else the
    decision would be looked up in identities that it does not have, and all be resolved once more to show it.

    Raises:
        StoreError: there is no store, it is damaged, or another build is going on.
    """
    stages, report_progress = stages or default_stages(), progress or no_progress
    if Store.open(store).manifest.settings != stages.resolving:

        def updating(step: str, done: int, total: int) -> None:
            report_progress(f"Bringing the store up to date with this version: {step.lower()}", done, total)

        build((), store, stages=stages, progress=updating)
    with edit(store) as draft:
        yield Curation(Path(store), draft, stages, report_progress)


def history(store: Path | str) -> tuple[list[tuple[Decision, str]], Decisions]:
    """Return the decisions beside a store, each with its state at the last build, and the file as it was read.

    A decision that was written into the file since then is "new".
    """
    decisions, states = read_decisions(store), Store.open(store).manifest.states
    gone = undone(decisions.all)
    found = []
    for decision in decisions.all:
        state = "undone" if decision.id in gone else states.get(decision.id, "new")
        found.append((decision, "" if decision.kind is DecisionKind.UNDO and state == "new" else str(state)))
    return found, decisions


def judged(decisions: tuple[Decision, ...], facts: SourceFacts) -> list[tuple[Decision, Claim]]:
    """Return the claims of a source that people have accepted or rejected, each with the decision; undone ones not.

    Args:
        decisions: all of the file, in its order.
        facts: those of the source as it was read.
    """
    from graph_builder.resolve.revisions import revised_claims, with_added

    gone = undone(decisions)
    revisions, states = revised_claims(decisions, lambda source, _: facts if source == facts.source else None)
    facts = with_added(facts, revisions.get(facts.source, SourceRevisions()).added)
    return [
        (decision, claim)
        for decision in decisions
        if decision.kind in (DecisionKind.ACCEPT, DecisionKind.REJECT)
        and decision.id not in gone
        and states[decision.id] is not DecisionState.OVERRULED
        for key in decision.claims
        if key.source == facts.source
        for claim in key.claims_in(facts)
    ]


def find_decision(decisions: Iterable[Decision], wanted: str, store: Path | str) -> str:
    """Return the id of what to undo: the decision or batch with an id or the beginning of it, or else the last.

    Raises DecisionError if there is none, or it is undone already.
    """
    everything = tuple(decisions)
    gone = undone(everything)
    where = decisions_path(store).name
    if not wanted:
        left = [d for d in everything if d.id not in gone and d.kind is not DecisionKind.UNDO]
        if not left:
            raise DecisionError(f"{where} holds no decision that could be undone")
        return left[-1].batch or left[-1].id
    names = {name for d in everything for name in (d.id, d.batch) if name}
    found = [wanted] if wanted in names else [name for name in names if name.startswith(wanted)]
    if len(found) != 1:
        what = "names no decision" if not found else f"names {len(found)} decisions"
        raise DecisionError(f"{wanted!r} {what} of {where}; list them with: graph-builder decisions --store {store}")
    of = [d for d in everything if found[0] in (d.id, d.batch)]
    if all(d.id in gone for d in of):
        by = next(d for d in reversed(everything) if d.undoes in (of[0].id, of[0].batch) and d.id not in gone)
        raise DecisionError(f"{found[0]} is undone already; to have it back: graph-builder undo {by.id}")
    return found[0]


def review(
    store: Path | str,
    kinds: Collection[EntityKind] = tuple(EntityKind),
    *,
    stages: Stages | None = None,
    progress: Progress | None = None,
) -> list[Doubt]:
    """Return the merges and non-merges that the graph is least sure of, with their evidence; nothing is changed.

    Raises:
        StoreError: as for ``review_page``.
    """
    return review_page(store, kinds, stages=stages, progress=progress)[1]


def review_page(
    store: Path | str,
    kinds: Collection[EntityKind] = tuple(EntityKind),
    merged: bool | None = None,
    *,
    start: int = 0,
    size: int = -1,
    stages: Stages | None = None,
    progress: Progress | None = None,
) -> tuple[int, list[Doubt]]:
    """Return how many doubts there are, and some of them, the least sure first; nothing is changed.

    Args:
        store: the store's folder.
        kinds: of what kinds.
        merged: whether only what is one now, or only what is two; by default both.
        start: how many are passed over.
        size: how many are wanted at most; by default all that are left.
        stages: the stages that resolve a store which was built before doubts were stored.
        progress: called as that goes on.

    Raises:
        StoreError: there is no store, it is damaged, or doubts have to be made and another build is going on.
    """
    opened = Store.open(store)
    if not all((opened.folder / name).exists() for name in (QUESTIONS, SETTLED)):
        with curate(store, stages=stages, progress=progress) as work:
            opened = Store.open(store)
            work.review(opened.folder)
    return doubts_of(opened, kinds, merged, start, size)


def describe(decision: Decision) -> str:
    """Return a decision in one line: what it does, to what, and who decided it when and why."""
    if decision.kind is DecisionKind.MERGE:
        what = f"merge {_shown(decision.one)} and {_shown(decision.other)}"
    elif decision.kind is DecisionKind.CONFIRM:
        what = f"confirm {_shown(decision.other)} as one with {_shown(decision.one)}"
    elif decision.kind is DecisionKind.SPLIT:
        what = f"split {_shown(decision.other)} from {_shown(decision.one)}"
        what += f" and merge with {_shown(decision.into)}" if decision.into else ""
    elif decision.kind in (DecisionKind.ACCEPT, DecisionKind.REJECT):
        what = f"{decision.kind} {'; '.join(map(_claim, decision.claims))}"
    elif decision.kind is DecisionKind.ACCEPT_DOCUMENT:
        what = f"accept {decision.one[0].source} as right and complete"
    elif decision.kind is DecisionKind.ADD and decision.right is not None:
        what = (
            f"add {'; '.join(f'{key.relation}: {_in_words(decision.right)} ({key.source})' for key in decision.claims)}"
        )
    elif decision.right is not None:
        what = f"correct {'; '.join(map(_claim, decision.claims))} to {_in_words(decision.right)}"
    elif decision.kind is DecisionKind.UNDO:
        what = f"undo {decision.undoes}"
    else:
        what = f"{decision.kind} {_shown(decision.one)} as {decision.name}"
    return f"{what}, {decision.in_words}"


def _shown(anchors: Iterable[Anchor]) -> str:
    first, *rest = anchors
    shown = f"{first.name} ({first.source})" if first.source else first.key
    return f"{shown} and {len(rest)} more" if rest else shown


def _claim(claim: ClaimKey) -> str:
    return f"{claim.relation}: {_in_words(claim)} ({claim.source})"


def _in_words(claim: ClaimKey | Correction) -> str:
    return ", ".join(f"{name} {value}" for name, value in (*claim.roles.items(), *claim.values.items()))
