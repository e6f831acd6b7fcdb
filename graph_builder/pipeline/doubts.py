"""Doubts: what resolution is unsure of, found once, and what is left of that after people's decisions."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from graph_builder.model import Decision, DecisionKind, DecisionState, LinkStatus, Side
from graph_builder.store import FOUND_REVIEW, REVIEW, amend_review, write_review

if TYPE_CHECKING:
    from graph_builder.resolve.decide import DecidedIdentities
    from graph_builder.resolve.entities import Ref
    from graph_builder.resolve.incremental.changes import ResolutionChange
    from graph_builder.resolve.incremental.result import FoundIdentities
    from graph_builder.resolve.replay import Key


def find_doubts(folder: Path, found: FoundIdentities) -> None:
    """Write what resolution is unsure of into the folder of a snapshot."""
    from graph_builder.resolve.review import Review

    review = Review(found)
    write_review(folder / FOUND_REVIEW, review.questions(), review.side)


def carry_doubts(before: Path, folder: Path, changed: ResolutionChange, found: FoundIdentities) -> None:
    """Write what resolution was unsure of in an earlier snapshot and still has to be asked about.

    Scores are those of then. Entities of which something changed are looked for anew when documents change.

    Args:
        before: the folder of the earlier snapshot.
        folder: that of the snapshot.
        changed: what resolution finds otherwise now.
        found: what it finds.
    """
    old, new = before / FOUND_REVIEW, folder / FOUND_REVIEW
    keys = [(one.kind, one.key) for pair in changed.entities for one in pair if one is not None]
    links = {(source, mention) for source, own in changed.links.items() for mention in own}
    if not keys and not links:
        return _same(old, new)
    moved = {key: key if found.entity(key) is not None else None for key in keys}
    amend_review(old, new, moved, lambda key: _side(key, found), answered=links)


def settle_doubts(folder: Path, decided: DecidedIdentities, decisions: Iterable[Decision]) -> None:
    """Write what is left of the doubts of a snapshot after decisions.

    Args:
        folder: that of the snapshot.
        decided: what decisions make of what resolution found.
        decisions: all of them.
    """
    apart, confirmed = _settled(decided, decisions)
    if not decided.blocks:
        return _same(folder / FOUND_REVIEW, folder / REVIEW)
    moved = {home: key for key, block in decided.blocks.items() for home in block.homes}
    answered = [ref for ref, link in decided.links.items() if link.status is LinkStatus.DECIDED]

    def side(key: Key) -> Side:
        refs = sorted((e.source, e.mention) for e in decided.blocks[key].members if not e.slot)
        return Side(key, decided.name(key), tuple((*ref, _printed(decided.play.found, ref)) for ref in refs))

    names = folder / FOUND_REVIEW, folder / REVIEW
    amend_review(*names, moved, side, answered=answered, confirmed=confirmed, apart=apart)


def _side(key: Key, found: FoundIdentities) -> Side:
    refs = sorted((link.source, link.mention) for link in found.links_to(key) if link.entity == key[1])
    own = found.entity(key)
    return Side(key, own.name if own is not None else "", tuple((*ref, _printed(found, ref)) for ref in refs))


def _printed(found: FoundIdentities, ref: Ref) -> str:
    mention = found.mention(*ref)
    return mention.name if mention is not None else ""


def _same(old: Path, new: Path) -> None:
    with suppress(OSError):
        os.link(old, new)
        return
    shutil.copyfile(old, new)


def _settled(
    decided: DecidedIdentities, decisions: Iterable[Decision]
) -> tuple[frozenset[frozenset[Key]], frozenset[Ref]]:
    """Return the pairs of entities that people keep apart, and the mentions that they have confirmed."""
    play = decided.play
    keys = {id(block): key for key, block in decided.blocks.items()}
    apart: set[frozenset[Key]] = set()
    confirmed: set[Ref] = set()
    for decision in decisions:
        if decided.states.get(decision.id) is not DecisionState.HOLDS:
            continue
        if decision.kind is DecisionKind.SPLIT:
            apart |= {frozenset(keys[id(play.at[e])] for e in pair) for pair in product(*play.sides(decision))}
        elif decision.kind is DecisionKind.CONFIRM:
            confirmed |= {(element.source, element.mention) for element in play.sides(decision)[1]}
    return frozenset(apart), frozenset(confirmed)
