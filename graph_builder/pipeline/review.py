"""Reviewing: what the graph is least sure of, a page at a time, as the last build or decision left it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from graph_builder.model import Doubt, EntityKind
from graph_builder.pipeline.curation import curate
from graph_builder.pipeline.stages import Progress, Stages
from graph_builder.store import Store, read_review, write_review
from graph_builder.store.draft import REVIEW


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
        stages: with what a store resolves that was built before doubts were kept.
        progress: called as that goes on.

    Raises:
        StoreError: there is no store, it is damaged, or doubts have to be made and another build is going on.
    """
    opened = Store.open(store)
    path = opened.folder / REVIEW
    if not path.exists():
        with curate(store, stages=stages, progress=progress) as work:
            found = work.review()
            path = Store.open(store).folder / REVIEW
            write_review(path, found.questions(), found.side)
    return read_review(path, kinds, merged, start, size)
