"""Identities that a test made by hand, in the tables that resolution leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from graph_builder.model import EntityKind, Identities, Link, LinkStatus, SourceFacts
from graph_builder.resolve.entities import number
from graph_builder.resolve.incremental.result import FoundIdentities, entity_row
from graph_builder.resolve.incremental.rows import NUMBER_OF, encode_link, mention_row
from graph_builder.resolve.incremental.tables import STATE, Tables, dump


def in_tables(
    resolve: Callable[[Mapping[str, SourceFacts]], Identities],
    path: Path | None,
    digests: Iterable[str],
    facts_of: Callable[[str], SourceFacts],
    state: str,
) -> FoundIdentities:
    """Put what *resolve* finds into new tables, as ``resolve_all`` does."""
    facts = {source: facts_of(source) for source in digests}
    found = resolve(facts)
    if path is not None:
        path.unlink(missing_ok=True)
    tables = Tables(path, new=True)
    tables.put_meta(STATE, state)
    tables.put("source", [(number(source), source, "") for source in facts])
    mentions = {(source, mention.id): mention for source, own in facts.items() for mention in own.mentions}
    links = {(link.source, link.mention): link for link in found.links}
    made = [(number(entity.kind, entity.key), entity) for entity in found.entities]
    entities = {(entity.kind, entity.key): entity for entity in found.entities}
    for ref, mention in mentions.items():
        link = links.get(ref) or Link(*ref, mention.kind, "", LinkStatus.STATED, "none")
        no, source, component = number(*ref), number(ref[0]), number(link.kind, link.entity)
        data, row = dump((mention_row(mention), "")), encode_link(link)
        if link.kind is EntityKind.WORK:
            data = dump(((mention_row(mention),), ""))
        if (link.kind, link.unit) in entities:
            made.append((component, entities[link.kind, link.unit]))
        if ref not in links:
            row = None
        if link.kind is EntityKind.PERSON:
            tables.put("person", [(no, source, no, data, dump(()), None, no, no, no, component, row)])
        else:
            tables.put("mention", [(no, NUMBER_OF[link.kind], source, component, data, dump(()), row, 0)])
    tables.put("entity", [entity_row(entity.kind, component, entity, 0) for component, entity in made])
    tables.commit()
    return FoundIdentities(tables.db)
