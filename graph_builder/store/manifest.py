"""The manifest: what a snapshot holds, source by source, and with which settings it was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graph_builder.model import DecisionState, SourceNote

#: Version of the layout on disk. A store of another version is refused, never guessed at.
FORMAT = 1


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One source in a snapshot: what was read, and where its text and facts are kept.

    *content* is the SHA-256 of the file, *settings* the fingerprint of the readers and extractors that were run,
    *document*, *facts* and *links* name objects, *quads* is a fingerprint of all that the source's named graph was made
    from, *note* is what the user said of the source. *asked* tells which language model was asked, if one was, with
    which version of the prompt, and when.
    """

    id: str
    content: str
    settings: str
    document: str
    facts: str
    quads: str = ""
    claims: int = 0
    title: str = ""
    media_type: str = ""
    note: SourceNote = field(default_factory=SourceNote)
    links: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The table of contents of a snapshot. *settings* fingerprints resolution and graph, *base* is that of its IRIs.

    *decisions* fingerprints the decisions that were replayed, *states* tells what came of each, by its id.
    """

    format: int = FORMAT
    settings: str = ""
    base: str = ""
    sources: tuple[SourceRecord, ...] = ()
    totals: Mapping[str, int] = field(default_factory=dict)
    decisions: str = ""
    states: Mapping[str, DecisionState] = field(default_factory=dict)
