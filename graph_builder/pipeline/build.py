"""The recipe of a build: find sources, read them and extract claims, resolve mentions, write the graph, publish it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graph_builder.graph.iris import DEFAULT_BASE
from graph_builder.graph.vocabulary import CONFIDENCE
from graph_builder.model import DecisionState, EntityKind, Problem
from graph_builder.pipeline.language_model import LanguageModel, read_batch
from graph_builder.pipeline.reading import SourceReader, find_changed, read_and_extract
from graph_builder.pipeline.resolution import resolve_sources
from graph_builder.pipeline.sources import WebSettings, find_sources
from graph_builder.pipeline.stages import Progress, Stages, default_stages, no_progress
from graph_builder.pipeline.writing import write_graph, write_links
from graph_builder.process_pool import Runner, run
from graph_builder.store.decisions import Decisions, read_decisions
from graph_builder.store.draft import Draft, ErasureSettings, edit
from graph_builder.store.layout import Manifest, SourceRecord

TIME_LIMIT = 120.0
"""Seconds for one document. The slowest real document that was measured takes a few."""


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did. The first five figures count what the store holds now, whatever this build did.

    *dropped* counts values of a language model that are not in the document, *tokens* what its questions and answers
    took. Of people's decisions, *decisions* counts those that hold, *dormant* those about what the store does not have,
    *overruled* those that later ones contradict.

    >>> BuildReport(documents=3, people=12, added=1, unchanged=2).ok
    True
    """

    documents: int = 0
    people: int = 0
    organizations: int = 0
    papers: int = 0
    facts: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    problems: tuple[Problem, ...] = ()
    dropped: int = 0
    tokens: int = 0
    decisions: int = 0
    dormant: int = 0
    overruled: int = 0

    @property
    def ok(self) -> bool:
        """Whether every source that was named could be built."""
        return not self.problems


def build(
    paths: Iterable[Path | str],
    store: Path | str,
    *,
    workers: int | None = None,
    time_limit: float = TIME_LIMIT,
    base: str = "",
    subject: str = "",
    llm: LanguageModel | None = None,
    progress: Progress | None = None,
    web: WebSettings | None = None,
    stages: Stages | None = None,
    runner: Runner = run,
) -> BuildReport:
    """Bring a store up to date with documents, and return a report.

    Sources that have not changed are skipped, changed ones replaced, and those that are not under *paths* stay. A
    document that cannot be read is a problem in the report; if the store has an older version of it, that stays.
    Whom a document is about, its address and its date may stand in a ``sources.toml`` beside it.

    Args:
        paths: documents, folders of them, and addresses of web pages (``https://...``), which are fetched.
        store: the store's folder; made if there is none.
        workers: how many processes read and extract; by default one for each processor, 0 for none but this.
        time_limit: seconds that one document may take, besides those of a language model.
        base: the IRI under which all others are made; by default that of the store.
        subject: the name of the person whom all of the documents are about.
        llm: a language model that reads each document beside the rules; by default none.
        progress: called as the work goes on.
        web: how pages are fetched.
        stages: what to run instead of the product's own.
        runner: where sources are read and quads written; by default in processes of this machine.

    Raises:
        StoreError: another build is going on, or the folder is no store, damaged, or cannot be written.
    """
    stages, progress = stages or default_stages(), progress or no_progress
    reader = SourceReader.of_store(store, stages, llm)
    with edit(store) as draft:
        found = find_sources(paths, Path(store), stages.is_readable, web or WebSettings(), subject, progress)
        answers = read_batch(Path(store), llm.batch) if llm is not None and llm.batch is not None else []
        changed, unopened = find_changed(found, draft, reader.settings, progress)
        read = read_and_extract(changed, reader, draft, progress, workers, time_limit, runner)
        decisions = read_decisions(store)
        base = base or draft.previous.base or DEFAULT_BASE
        before = {record.id for record in draft.previous.sources}
        manifest = resolve_and_publish(draft, read.records, stages, base, decisions, progress, runner=runner)
    done = [task.file.id for task in changed if task.file.id not in read.failed]
    return report(
        manifest,
        added=sum(source not in before for source in done),
        changed=sum(source in before for source in done),
        unchanged=len(found.files) - len(changed) - len(unopened),
        dropped=read.dropped,
        tokens=read.tokens,
        problems=(*found.problems, *answers, *unopened, *read.problems, *decisions.problems),
    )


def resolve_and_publish(
    draft: Draft,
    records: Mapping[str, SourceRecord],
    stages: Stages,
    base: str,
    decisions: Decisions,
    progress: Progress,
    *,
    erasing: ErasureSettings | None = None,
    runner: Runner = run,
) -> Manifest:
    """Resolve over all sources, write the quads that differ, and make the draft the current snapshot.

    Args:
        draft: the draft.
        records: those of all sources, by id.
        stages: what resolves.
        base: the IRI under which all others are made.
        decisions: people's decisions, which are applied after the rules.
        progress: called as the work goes on.
        erasing: how removed data are wiped off the disk, if they are to be.
        runner: where quads are written.
    """
    old = draft.previous
    sources = tuple(records[key] for key in sorted(records))
    state = (sources, stages.resolving, base, decisions.fingerprint)
    if draft.number and state == (old.sources, old.settings, old.base, old.decisions):
        return old
    full = not draft.number or (stages.resolving, base) != (old.settings, old.base)
    progress("Resolving", 0, 1)
    resolved = resolve_sources(draft.files, sources, stages, decisions.all, full=full)
    written = write_graph(draft, sources, resolved, base, progress, full=full, runner=runner)
    links = write_links(draft, base)
    manifest = Manifest(
        settings=stages.resolving,
        base=base,
        sources=written.sources,
        totals=_totals(draft, resolved.counts, len(sources), written.facts, links),
        decisions=decisions.fingerprint,
        states=resolved.states,
        tables=resolved.tables,
    )
    draft.commit(manifest, erasing)
    return manifest


def report(manifest: Manifest, **figures: Any) -> BuildReport:
    """Return the report of a snapshot: its totals, the states of decisions, and further *figures*."""
    states, totals = Counter(manifest.states.values()), dict[str, Any](manifest.totals)
    return BuildReport(
        **totals,
        decisions=states[DecisionState.HOLDS],
        dormant=states[DecisionState.DORMANT],
        overruled=states[DecisionState.OVERRULED],
        **figures,
    )


def _totals(
    draft: Draft, kinds: Mapping[EntityKind, int], documents: int, more: int | None, links: int
) -> dict[str, int]:
    """Return the counts of a draft without its *links* to outside; *more* is the growth in facts, if that is known."""
    facts = draft.previous.totals.get("facts") if more is not None else None
    if facts is None or more is None:
        # Claims of one source that turn out to say the same are one fact: they are counted in the graph, by its engine.
        found: Any = draft.graph.query(f"SELECT (COUNT(*) AS ?n) {{ GRAPH ?g {{ ?fact {CONFIDENCE} ?c }} }}")
        facts, more = int(next(iter(found))["n"].value) - links, 0
    return {
        "documents": documents,
        "people": kinds.get(EntityKind.PERSON, 0),
        "organizations": kinds.get(EntityKind.ORGANIZATION, 0),
        "papers": kinds.get(EntityKind.WORK, 0),
        "facts": facts + more,
    }
