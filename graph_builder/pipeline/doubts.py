"""Doubts: what resolution is unsure of, found once, and what is left of that after people's decisions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from graph_builder.graph import vocabulary as v
from graph_builder.graph.iris import Minter
from graph_builder.model import Decision, DecisionKind, DecisionState, Doubt, EntityKind, LinkStatus, Question, Side
from graph_builder.store.review import (
    QUESTIONS,
    SETTLED,
    SettledDoubts,
    read_questions,
    read_settled,
    write_questions,
    write_settled,
)
from graph_builder.store.store import Store

if TYPE_CHECKING:
    from graph_builder.resolve.decide import DecidedIdentities
    from graph_builder.resolve.incremental.result import FoundIdentities, ResolutionChange


def find_doubts(folder: Path, found: FoundIdentities) -> None:
    """Write what resolution is unsure of into the folder of a snapshot."""
    from graph_builder.resolve.review import questions

    write_questions(folder / QUESTIONS, questions(found))


def carry_doubts(before: Path, folder: Path, changed: ResolutionChange) -> None:
    """Write what resolution was unsure of in an earlier snapshot and still has to be asked about.

    Scores are those of then. Entities of which something changed are looked for anew when documents change.

    Args:
        before: the folder of the earlier snapshot.
        folder: that of the snapshot.
        changed: what resolution finds otherwise now.
    """
    gone = {(was.kind, was.key) for was, now in changed.entities if was is not None and now is None}
    links = {(source, mention) for source, own in changed.links.items() for mention in own}
    stay = (
        q
        for q in read_questions(before / QUESTIONS)
        if q.mention not in links and gone.isdisjoint(((q.kind, q.one), (q.kind, q.other)))
    )
    write_questions(folder / QUESTIONS, stay)


def settle_doubts(folder: Path, decided: DecidedIdentities, decisions: Iterable[Decision]) -> None:
    """Write what decisions say of the doubts of a snapshot.

    Args:
        folder: that of the snapshot.
        decided: what decisions make of what resolution found.
        decisions: all of them.
    """
    replay = decided.replay
    keys = {id(block): key for key, block in decided.blocks.items()}
    apart: set[frozenset[tuple[EntityKind, str]]] = set()
    confirmed: set[tuple[str, str]] = set()
    for decision in decisions:
        if decided.states.get(decision.id) is not DecisionState.HOLDS:
            continue
        if decision.kind is DecisionKind.SPLIT:
            apart |= {frozenset(keys[id(replay.at[e])] for e in pair) for pair in product(*replay.sides(decision))}
        elif decision.kind is DecisionKind.CONFIRM:
            confirmed |= {(element.source, element.mention) for element in replay.sides(decision)[1]}
    moved = tuple((home, key) for key, block in decided.blocks.items() for home in block.homes)
    left = {
        key: {(e.source, e.mention) for e in block.members if not e.slot} - confirmed
        for key, block in decided.blocks.items()
    }
    answered = confirmed.union(ref for ref, link in decided.links.items() if link.status is LinkStatus.DECIDED)
    certain = tuple(key for key, refs in left.items() if len(refs) < 2)
    write_settled(folder / SETTLED, SettledDoubts(moved, certain, tuple(answered), tuple(map(tuple, apart))))


def doubts_of(
    store: Store, kinds: Collection[EntityKind], merged: bool | None, start: int, size: int
) -> tuple[int, list[Doubt]]:
    """Return how many doubts a snapshot has, and some of them; all from *start* on if *size* is below 0."""
    left = [
        q
        for q in read_settled(store.folder / SETTLED).left(read_questions(store.folder / QUESTIONS))
        if q.kind in kinds and merged in (None, q.merged)
    ]
    graph, minter = store.snapshot(), Minter(store.manifest.base)
    page = left[start : start + size if size >= 0 else None]
    return len(left), [_doubt(q, graph, minter) for q in page]


def settled_of(store: Store) -> list[str]:
    """Return what decisions have settled, as far as a snapshot has its doubts.

    These are the IRIs of mentions that are no longer in doubt, of entities of which no mention is, and of two entities
    that are not one, with a space between.
    """
    if not (store.folder / SETTLED).exists():
        return []
    settled, minter = read_settled(store.folder / SETTLED), Minter(store.manifest.base)
    apart = [tuple(minter.entity(*key) for key in pair) for pair in settled.apart]
    found = [minter.mention(*ref) for ref in settled.answered] + [minter.entity(*key) for key in settled.certain]
    return found + [" ".join(each) for pair in apart for each in (pair, pair[::-1])]


def _doubt(q: Question, graph: ox.Store, minter: Minter) -> Doubt:
    one, other = _side(q.kind, q.one, graph, minter), _side(q.kind, q.other, graph, minter)
    if q.mention is not None:
        node = minter.mention(*q.mention)
        one = Side(one.entity, one.name, tuple(each for each in one.mentions if each[1] == node))
        other = Side(other.entity, other.name, tuple(each for each in other.mentions if each[1] != node))
    return Doubt(q.merged, q.kind, q.score, one, other, q.reasons)


def _side(kind: EntityKind, key: str, graph: ox.Store, minter: Minter) -> Side:
    """Return an entity with all its mentions."""
    node = ox.NamedNode(minter.entity(kind, key))
    names = [quad.object.value for quad in graph.quads_for_pattern(node, v.LABEL, None, minter.identity)]  # type: ignore[union-attr]
    mentions = []
    for quad in graph.quads_for_pattern(None, v.REFERS_TO, node, None):
        for printed in graph.quads_for_pattern(quad.subject, v.PRINTED_FORM, None, quad.graph_name):
            source = minter.source_of(quad.graph_name.value)  # type: ignore[union-attr]
            mentions.append((source, quad.subject.value, printed.object.value))  # type: ignore[union-attr]
    return Side((kind, key), names[0] if names else "", tuple(sorted(mentions)))
