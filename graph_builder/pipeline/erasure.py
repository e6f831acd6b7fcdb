"""Erasing: a source or a person leaves the graph and the disk, and a person stays out of every later build."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pyoxigraph as ox

from graph_builder.graph import vocabulary as v
from graph_builder.graph.iris import Minter
from graph_builder.model import EntityKind, GraphBuilderError, Identifier, StoreError
from graph_builder.pipeline.build import BuildReport, report, resolve_and_publish
from graph_builder.pipeline.reading import SourceReader
from graph_builder.pipeline.redaction import Blackening, Redaction
from graph_builder.pipeline.sources import forget_fetched, is_fetched
from graph_builder.pipeline.stages import Progress, Stages, default_stages, no_progress
from graph_builder.store.codec import encode
from graph_builder.store.decisions import decisions_path, read_decisions
from graph_builder.store.draft import Draft, ErasureSettings, edit
from graph_builder.store.erased_people import ErasedPerson, NameFinder, add_erased, erased_person
from graph_builder.store.facts import encode_facts
from graph_builder.store.files import write_atomically
from graph_builder.store.layout import SourceRecord
from graph_builder.store.model_answers import ModelAnswers
from graph_builder.store.objects import pack
from graph_builder.store.store import find_source

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
        erasing: whether what was removed is wiped off the disk at once.

    Raises:
        StoreError: there is no store or no such source, or another build is going on.
    """
    if not Path(store).is_dir():
        raise StoreError(f"{store} does not exist; nothing was forgotten")
    with edit(store) as draft:
        gone = find_source(draft.previous.sources, source, Path(store))
        records = {record.id: record for record in draft.previous.sources if record.id != gone.id}
        forget_fetched(Path(store), gone.id)
        ModelAnswers(Path(store)).keep_only({record.content for record in records.values()})
        decisions = read_decisions(store)
        manifest = resolve_and_publish(
            draft,
            records,
            stages or default_stages(),
            draft.previous.base,
            decisions,
            progress or no_progress,
            erasing=erasing,
        )
    return report(manifest, unchanged=len(records), problems=decisions.problems)


def wipe(store: Path | str) -> None:
    """Wipe off the disk what was removed from a store before: forgotten to be wiped later, or replaced by builds.

    The graph stays as it is. Killed at any moment, it leaves the store as before, to be wiped again.

    Args:
        store: the store's folder.

    Raises:
        StoreError: there is no store, or another build is going on.
    """
    if not Path(store).is_dir():
        raise StoreError(f"{store} does not exist; nothing was wiped")
    with edit(store) as draft:
        if draft.number:
            draft.commit(draft.previous, AT_ONCE)


class ErasureError(GraphBuilderError):
    """An erasure that cannot be done as it was asked for."""


@dataclass(frozen=True, slots=True)
class ErasureReport:
    """What an erasure did: the id of the entry, sources removed and blacked out, decisions removed, and the build."""

    id: str
    removed: tuple[str, ...]
    redacted: tuple[str, ...]
    decisions: int
    build: BuildReport


def forget_person(
    store: Path | str,
    person: str,
    *,
    namesakes: bool = False,
    progress: Progress | None = None,
    stages: Stages | None = None,
    erasing: ErasureSettings = AT_ONCE,
) -> ErasureReport:
    """Erase a person from a store and keep the person out of later builds.

    Sources about the person go. In the others the mentions of the person, and claims with them, are left out, and the
    name is blacked out in texts and quotes. What was fetched (pages, answers of services) and names
    the person is removed as a whole.

    Args:
        store: the store's folder.
        person: the IRI of the person.
        namesakes: erase others of the same name with the person; a list of hashes cannot tell them apart later.
        progress: called as the work goes on.
        stages: what to run instead of the product's own.
        erasing: whether what was removed is wiped off the disk at once.

    Raises:
        ErasureError: there is no such person, no name to know the person by, or others have the name.
        StoreError: there is no store, or another build is going on.
    """
    if not Path(store).is_dir():
        raise StoreError(f"{store} does not exist; nobody was erased")
    stages, progress = stages or default_stages(), progress or no_progress
    with edit(store) as draft:
        entry = _entry(draft, ox.NamedNode(person))
        others = _namesakes(draft, NameFinder((entry,)), person)
        if others and not namesakes:
            raise ErasureError(
                f"{len(others)} others have this name ({', '.join(others)}), and a list of hashes cannot tell "
                "them apart in later builds; erase them too with --with-namesakes, or merge what is one"
            )
        before = SourceReader.of_store(store, stages)
        add_erased(store, entry)
        after = SourceReader.of_store(store, stages)
        records, removed, redacted = _redact(draft, after.redaction, before.settings, after.settings, progress)
        for source in removed or [""]:
            forget_fetched(Path(store), source)
        answers, black = ModelAnswers(Path(store)), Blackening(NameFinder((entry,)), frozenset())
        answers.keep_only({record.content for record in records.values()})
        answers.remove_naming(lambda text: black(text) != text)
        gone = _drop_lines(decisions_path(store), NameFinder((entry,)))
        for links in sorted((draft.path / "links").glob("*.jsonl")):
            _drop_lines(links, NameFinder((entry,)))
        decisions = read_decisions(store)
        manifest = resolve_and_publish(
            draft, records, stages, draft.previous.base, decisions, progress, erasing=erasing
        )
    built = report(manifest, unchanged=len(records) - len(redacted), problems=decisions.problems)
    return ErasureReport(entry.id, tuple(removed), tuple(redacted), gone, built)


def _entry(draft: Draft, person: ox.NamedNode) -> ErasedPerson:
    """Return the entry of a person of the graph: printed forms, identifiers, and the sources that name the person."""
    graph = draft.graph
    if not any(graph.quads_for_pattern(person, v.TYPE, v.ENTITY_CLASS[EntityKind.PERSON], None)):
        raise ErasureError(f"<{person.value}> is no person of this graph; give the IRI or name of one")
    minter = Minter(draft.previous.base)
    ids = {minter.source(record.id): record.id for record in draft.previous.sources}
    names, sources = {*_values(graph, person, v.LABEL), *_values(graph, person, v.ALT_LABEL)}, set[str]()
    for quad in graph.quads_for_pattern(None, v.REFERS_TO, person, None):
        sources.update(
            ids[graph_] for graph_ in [quad.graph_name] if isinstance(graph_, ox.NamedNode) and graph_ in ids
        )
        names.update(_values(graph, quad.subject, v.PRINTED_FORM))
    found = (text.partition(":") for text in _values(graph, person, v.IDENTIFIER))
    entry = erased_person(
        (name for name in names if not name.startswith("(")),
        {Identifier(scheme, value) for scheme, _, value in found},
        sources,
    )
    if not entry.full and not entry.identifiers:
        raise ErasureError(
            f"<{person.value}> has no full name by which later builds could know the person; "
            "forget the documents instead: graph-builder forget SOURCE"
        )
    return entry


def _namesakes(draft: Draft, finder: NameFinder, person: str) -> list[str]:
    found = set()
    for quad in draft.graph.quads_for_pattern(None, v.TYPE, v.ENTITY_CLASS[EntityKind.PERSON], None):
        node = quad.subject
        if isinstance(node, ox.NamedNode) and node.value != person:
            names = (*_values(draft.graph, node, v.LABEL), *_values(draft.graph, node, v.ALT_LABEL))
            if any(span == (0, len(name)) and not short for name in names for span, short in finder.names(name)):
                found.add("/".join(node.value.rsplit("/", 2)[-2:]))
    return sorted(found)


def _values(graph: ox.Store, node: object, term: ox.NamedNode) -> list[str]:
    if not isinstance(node, ox.NamedNode):
        return []
    quads = graph.quads_for_pattern(node, term, None, None)
    return [quad.object.value for quad in quads if isinstance(quad.object, ox.Literal)]


def _redact(
    draft: Draft, redaction: Redaction, before: str, reading: str, progress: Progress
) -> tuple[dict[str, SourceRecord], list[str], list[str]]:
    """Return the records that stay, those of sources that name the person made anew, and what went or was changed."""
    records, removed, redacted = {}, [], []
    for position, record in enumerate(draft.previous.sources):
        progress("Erasing", position, len(draft.previous.sources))
        redacted_source = redaction(draft.files.document(record), draft.files.facts(record))
        # A page or answer is stored as it was fetched and cannot be blacked out there: it is removed.
        fetched = record.id.startswith("enrich/") or bool(record.note.address)
        if redacted_source.about or (redacted_source.hit and fetched and is_fetched(draft.path, record.id)):
            removed.append(record.id)
            continue
        # Whatever else was to be read again (other settings, a model that was not asked) still is.
        settings = reading if record.settings == before else record.settings
        records[record.id] = replace(record, settings=settings)
        if redacted_source.hit:
            redacted.append(record.id)
            text, packed_text = pack(encode(redacted_source.document))
            claims, packed_claims = pack(encode_facts(redacted_source.facts))
            draft.objects.put(text, packed_text)
            draft.objects.put(claims, packed_claims)
            records[record.id] = replace(
                records[record.id],
                document=text,
                facts=claims,
                claims=len(redacted_source.facts.claims),
                title=redacted_source.document.metadata.get("title", ""),
                note=redacted_source.document.note,
                # A source that another version read is read again: its text is no longer that of the file.
                settings=reading if record.settings == before else "",
            )
    return records, removed, redacted


def _drop_lines(path: Path, finder: NameFinder) -> int:
    """Remove the lines of a file that name an erased person; return how many."""
    if not path.is_file():
        return 0
    black = Blackening(finder, frozenset())
    lines = path.read_text("utf-8").splitlines(keepends=True)
    left = [line for line in lines if black(line) == line]
    if len(left) < len(lines):
        write_atomically(path, "".join(left).encode())
    return len(lines) - len(left)
