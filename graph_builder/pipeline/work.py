"""WriteTask: what there is to write into a draft, and how sources and entities become lines of N-Quads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from graph_builder.graph import SourceInfo
from graph_builder.model import EntityKind, Link, digest
from graph_builder.pipeline.stages import Stages
from graph_builder.pipeline.stored import ResolutionResult
from graph_builder.store import Draft, SourceRecord, decode_links, entity_of, read_entities


class _Everything(Collection[tuple[EntityKind, str]]):
    """All kinds and keys of entities: links that lead nowhere were left out before."""

    def __contains__(self, key: object) -> bool:
        return True

    def __iter__(self) -> Iterator[tuple[EntityKind, str]]:
        return iter(())

    def __len__(self) -> int:
        return 0


KNOWN = _Everything()
"""What is known when links are written: links that lead nowhere were left out."""


@dataclass(frozen=True, slots=True)
class WriteTask:
    """What there is to write: sources with their facts and links, and entities."""

    draft: Draft
    sources: Sequence[SourceRecord]
    decided: ResolutionResult
    stages: Stages
    base: str

    def with_fingerprint(self, record: SourceRecord, links: str = "") -> SourceRecord:
        """Return the record of a source with its *links* and a digest of all that its quads are made from.

        Links are those that were decided, if no others are given.
        """
        record = replace(record, links=links or self.decided.links[record.id])
        return replace(record, quads=self.fingerprint(record))

    def fingerprint(self, record: SourceRecord) -> str:
        """Return a digest of all that the quads of a source are made from."""
        made_from = [record.content, record.facts, record.title, record.media_type, repr(record.note), record.links]
        if record.asked:
            made_from.append(record.asked)
        return digest(*made_from, *sorted(self.decided.rejected.get(record.id, ())))

    def links(self, record: SourceRecord) -> dict[str, Link]:
        """Return the links of a source, by mention."""
        data = self.draft.objects.get(record.links)
        return {link.mention: link for link in decode_links(record.id, data)}

    def lines(self, record: SourceRecord, links: Mapping[str, Link] | None = None) -> Iterable[str]:
        """Return the quads of a source as N-Quads; its *links* need not be read if they are given."""
        facts = self.decided.without(self.draft.facts(record))
        links = self.links(record) if links is None else links
        return self.stages.source_lines(facts, links, KNOWN, self.base, info_of(record))

    def identities(self, place: int = 0, count: int | None = None) -> Iterable[str]:
        """Return the quads of so many entities from a place of their file on, as N-Quads."""
        rows = islice(read_entities(self.draft.entities, place), count)
        return self.stages.identity_lines(map(entity_of, rows), self.base)


class WrittenGraph(NamedTuple):
    """The records of what was written, with fingerprints, and how many facts there are more than before, if known."""

    sources: tuple[SourceRecord, ...]
    facts: int | None = None


def info_of(record: SourceRecord) -> SourceInfo:
    """Return what is known of a source besides its facts."""
    note = record.note
    return SourceInfo(record.title, record.media_type, record.content, note.address, note.date, record.asked)
