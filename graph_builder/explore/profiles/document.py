"""One source as its reader saw it: text and layout, and each fact that was found in it with its place."""

from __future__ import annotations

from dataclasses import dataclass

from graph_builder.explore.profiles.evidence import LinkedMention, mentions_of, say
from graph_builder.explore.things.fact import Fact
from graph_builder.explore.things.reader import Reader
from graph_builder.model import Document
from graph_builder.query.index.schema import GB


@dataclass(frozen=True, slots=True)
class DocumentFact:
    """A fact of a document: what it says, of which things, and the mentions that it rests on.

    *found* tells whether its place in the text is known.
    """

    fact: Fact
    statement: str
    names: tuple[str, ...]
    mentions: tuple[LinkedMention, ...]
    found: bool


def facts_in(reader: Reader, source: str, document: Document | None) -> tuple[DocumentFact, ...]:
    """Return the facts of a source in the order of its text; those without a place come last.

    Args:
        reader: reads the graph.
        source: the IRI of the source.
        document: its text, if the store keeps it.
    """
    shown = []
    for iri in reader.subjects(GB + "source", source):
        if fact := reader.fact(iri):
            names = tuple(reader.name(thing) for _, thing in fact.roles)
            found = _found(fact, document)
            shown.append(DocumentFact(fact, say(reader, fact), names, mentions_of(reader, fact), found))
    return tuple(sorted(shown, key=_place))


def _place(shown: DocumentFact) -> tuple[bool, int, int, str]:
    return not shown.found, shown.fact.start or 0, shown.fact.end or 0, shown.fact.iri


def _found(fact: Fact, document: Document | None) -> bool:
    if document is None or fact.start is None or fact.end is None or fact.start == fact.end:
        return False
    return document.text[fact.start : fact.end] == fact.quote
