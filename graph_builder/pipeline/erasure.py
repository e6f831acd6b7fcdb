"""ErasureSettings a person: out of the store now, kept out of every later build."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pyoxigraph as ox

from graph_builder.graph import Minter
from graph_builder.graph import vocabulary as v
from graph_builder.model import EntityKind, GraphBuilderError, Identifier, StoreError
from graph_builder.pipeline.answers import forget_answers
from graph_builder.pipeline.build import publish, store_totals
from graph_builder.pipeline.forgetting import AT_ONCE
from graph_builder.pipeline.redaction import Blackening, Redaction, with_redaction
from graph_builder.pipeline.report import BuildReport
from graph_builder.pipeline.stages import Progress, Stages, default_stages
from graph_builder.pipeline.web_pages import WebPages
from graph_builder.store import (
    Draft,
    ErasedPerson,
    ErasureSettings,
    NameFinder,
    SourceRecord,
    add_erased,
    decisions_path,
    edit,
    encode,
    encode_facts,
    erased_person,
    pack,
    read_decisions,
    read_erased,
)
from graph_builder.store.files import write_atomically
from graph_builder.store.model_answers import ModelAnswers

_FETCHED = ("web", "enrich")


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
    the person goes whole.

    Args:
        store: the store's folder.
        person: the IRI of the person.
        namesakes: erase others of the same name with the person; a list of hashes cannot tell them apart later.
        progress: called as the work goes on.
        stages: what to run instead of the product's own.
        erasing: whether what was removed is wiped off the disk at once, and what is made of the graph then.

    Raises:
        ErasureError: there is no such person, no name to know the person by, or others bear the name.
        StoreError: there is no store, or another build is going on.
    """
    if not Path(store).is_dir():
        raise StoreError(f"{store} does not exist; nobody was erased")
    stages, tell = stages or default_stages(), progress or (lambda step, done, total: None)
    with edit(store) as draft:
        entry = _entry(draft, ox.NamedNode(person))
        others = _namesakes(draft, NameFinder((entry,)), person)
        if others and not namesakes:
            raise ErasureError(
                f"{len(others)} others bear this name ({', '.join(others)}), and a list of hashes cannot tell "
                "them apart in later builds; erase them too with --with-namesakes, or merge what is one"
            )
        before = with_redaction(stages, read_erased(store)).reading
        add_erased(store, entry)
        people = read_erased(store)
        wanted = with_redaction(stages, people)
        records, removed, redacted = _redact(draft, Redaction(people), before, wanted.reading, tell)
        for source in removed:
            WebPages(draft.web).remove(source)
            forget_answers(Path(store), source)
        forget_answers(Path(store), "")
        answers, black = ModelAnswers(Path(store)), Blackening(NameFinder((entry,)), frozenset())
        answers.keep_only({record.content for record in records.values()})
        answers.remove_naming(lambda text: black(text) != text)
        gone = _drop_lines(decisions_path(store), NameFinder((entry,)))
        for links in sorted((draft.web.parent / "links").glob("*.jsonl")):
            _drop_lines(links, NameFinder((entry,)))
        decisions = read_decisions(store)
        manifest = publish(draft, records, wanted, draft.previous.base, tell, decisions, erasing)
    report = BuildReport(**store_totals(manifest), unchanged=len(records) - len(redacted), problems=decisions.problems)
    return ErasureReport(entry.id, tuple(removed), tuple(redacted), gone, report)


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
    draft: Draft, redaction: Redaction, before: str, reading: str, tell: Progress
) -> tuple[dict[str, SourceRecord], list[str], list[str]]:
    """Return the records that stay, those of sources that name the person made anew, and what went or was changed."""
    records, removed, redacted = {}, [], []
    for position, record in enumerate(draft.previous.sources):
        tell("ErasureSettings", position, len(draft.previous.sources))
        made = redaction(draft.document(record), draft.facts(record))
        # What a service or a site said lies in the store as it came, and cannot be blacked out there: it goes.
        fetched = record.id.startswith(f"{_FETCHED[1]}/") or bool(record.note.address)
        if made.about or (made.hit and fetched and _is_kept(draft, record.id)):
            removed.append(record.id)
            continue
        # Whatever else was to be read again (other settings, a model that was not asked) still is.
        settings = reading if record.settings == before else record.settings
        records[record.id] = replace(record, settings=settings)
        if made.hit:
            redacted.append(record.id)
            text, packed_text = pack(encode(made.document))
            claims, packed_claims = pack(encode_facts(made.facts))
            draft.objects.put(text, packed_text)
            draft.objects.put(claims, packed_claims)
            records[record.id] = replace(
                records[record.id],
                document=text,
                facts=claims,
                claims=len(made.facts.claims),
                title=made.document.metadata.get("title", ""),
                note=made.document.note,
                # What was made by another version is read again by any: its words are no longer those of the file.
                settings=reading if record.settings == before else "",
            )
    return records, removed, redacted


def _is_kept(draft: Draft, source: str) -> bool:
    """Tell whether the store keeps the file of a source: a page, or an answer of a service."""
    return source in WebPages(draft.web).sources() or (draft.web.parent / source).is_file()


def _drop_lines(path: Path, finder: NameFinder) -> int:
    """Remove the lines of a file that name an erased person; return how many."""
    if not path.is_file():
        return 0
    black = Blackening(finder, frozenset())
    lines = path.read_text("utf-8").splitlines(keepends=True)
    kept = [line for line in lines if black(line) == line]
    if len(kept) < len(lines):
        write_atomically(path, "".join(kept).encode())
    return len(lines) - len(kept)
