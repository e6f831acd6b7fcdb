"""Forgetting: a source leaves the graph, and what it said leaves the disk, at once or later."""

from __future__ import annotations

from pathlib import Path

from graph_builder.model import StoreError
from graph_builder.pipeline.answers import forget_answers
from graph_builder.pipeline.build import publish, store_totals
from graph_builder.pipeline.report import BuildReport
from graph_builder.pipeline.stages import Progress, Stages, default_stages
from graph_builder.pipeline.web_pages import WebPages
from graph_builder.store import ErasureSettings, edit, find_source, read_decisions
from graph_builder.store.model_answers import ModelAnswers

AT_ONCE = ErasureSettings()
"""What was removed is wiped off the disk; what was made of the graph before is removed, and made when asked for."""


def forget(
    store: Path | str,
    source: str,
    *,
    progress: Progress | None = None,
    stages: Stages | None = None,
    erasing: ErasureSettings = AT_ONCE,
) -> BuildReport:
    """Remove a source from a store with every fact that only it states: the graph is as if it had never been built.

    Args:
        store: the store's folder.
        source: the id of the source, or an end of it that no other source has, such as its file name.
        progress: called as the work goes on.
        stages: what to run instead of the product's own.
        erasing: whether what was removed is wiped off the disk at once, and what is made of the graph then.

    Raises:
        StoreError: there is no store or no such source, or another build is going on.
    """
    if not Path(store).is_dir():
        raise StoreError(f"{store} does not exist; nothing was forgotten")
    tell = progress or (lambda step, done, total: None)
    with edit(store) as draft:
        gone = find_source(draft.previous.sources, source, Path(store))
        records = {record.id: record for record in draft.previous.sources if record.id != gone.id}
        WebPages(draft.web).remove(gone.id)
        forget_answers(Path(store), gone.id)
        ModelAnswers(Path(store)).keep_only({record.content for record in records.values()})
        decisions = read_decisions(store)
        manifest = publish(draft, records, stages or default_stages(), draft.previous.base, tell, decisions, erasing)
    return BuildReport(**store_totals(manifest), unchanged=len(records), problems=decisions.problems)


def wipe(store: Path | str, erasing: ErasureSettings = AT_ONCE) -> None:
    """Wipe off the disk what was removed from a store before: forgotten to be wiped later, or replaced by builds.

    The graph stays as it is. Killed at any moment, it leaves the store as before, to be wiped again.

    Args:
        store: the store's folder.
        erasing: what is made of the graph then.

    Raises:
        StoreError: there is no store, or another build is going on.
    """
    if not Path(store).is_dir():
        raise StoreError(f"{store} does not exist; nothing was wiped")
    with edit(store) as draft:
        if draft.number:
            draft.commit(draft.previous, erasing)
