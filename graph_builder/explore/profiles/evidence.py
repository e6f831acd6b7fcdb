"""Why the graph says so: the sentence behind a fact, where it stands, and how each name in it was linked.

Of one source all of its facts, each with its place, as its page shows them beside the text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyoxigraph import Store

from graph_builder.explore.things.fact import Fact, Thing, source_name
from graph_builder.explore.things.find import find_facts
from graph_builder.explore.things.reader import Reader
from graph_builder.model import Document
from graph_builder.query.index.schema import GB

#: So many characters on either side of the quote are shown with it.
CONTEXT = 160


@dataclass(frozen=True, slots=True)
class LinkedMention:
    """A name in the source as printed there, what it was taken to mean, and why; *iri* is the mention's own.

    *alone* is whether its thing has no other mention.
    """

    iri: str
    printed: str
    thing: Thing | None
    unit: Thing | None
    status: str
    rule: str
    score: float | None
    reasons: tuple[str, ...]
    start: int | None
    end: int | None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """A value of a fact as the source prints it, and where: the year in a heading, say."""

    name: str
    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the graph holds a fact: the quote in its context, the place of it, and the mentions it rests on.

    *before* and *after* are empty, and *found* is false, where the source's text is not to be had or has another text
    at the place; *in_file* is the place in the decoded source file, where the reader kept the way back. *values* are
    those that are known to stand in characters of their own, *language_model* is what read the source beside the rules.
    """

    fact: Fact
    statement: str
    source: str
    before: str
    quote: str
    after: str
    found: bool
    in_file: tuple[int, int] | None
    mentions: tuple[LinkedMention, ...]
    values: tuple[PrintedValue, ...] = ()
    language_model: str = ""


def why(store: Store, *wanted: str, document: Callable[[str], Document | None] | None = None) -> tuple[Reason, ...]:
    """Return the reasons behind facts, in the order of their addresses.

    Args:
        store: the graph.
        wanted: a fact's address, its id or the beginning of it; or a name, for all facts of that thing; or two names,
            for the facts between them.
        document: gives the stored document of a source's id, or None if it is not kept.

    Raises:
        QueryError: no fact, or no thing, is so called.
    """
    reader = Reader(store)
    return tuple(_reason(reader, fact, document) for fact in find_facts(store, *wanted))


def _reason(reader: Reader, fact: Fact, document: Callable[[str], Document | None] | None) -> Reason:
    source = source_name(fact.source)
    held = document(source) if document else None
    start, end = fact.start, fact.end
    before, after, found, place = "", "", False, None
    if held is not None and start is not None and end is not None and held.text[start:end] == fact.quote:
        (before, after), found, place = _context(held.text, start, end), True, _in_file(held, start, end)
    mentions, printed = mentions_of(reader, fact), _printed(reader, fact)
    return Reason(fact, say(reader, fact), source, before, fact.quote, after, found, place, mentions, *printed)


def mentions_of(reader: Reader, fact: Fact) -> tuple[LinkedMention, ...]:
    """Return the names that a fact rests on, in the order of the text."""
    found = (_mention(reader, iri) for iri in fact.mentions)
    return tuple(sorted(found, key=lambda mention: (mention.start is None, mention.start or 0, mention.printed)))


def _printed(reader: Reader, fact: Fact) -> tuple[tuple[PrintedValue, ...], str]:
    """Return the values of a fact with places of their own, and which language model read its source."""
    values = []
    for node in reader.values(fact.iri, GB + "valueEvidence"):
        name, quote, start, end = (
            next(iter(reader.values(node, GB + key)), "")
            for key in ("ofValue", "quote", "evidenceStart", "evidenceEnd")
        )
        values.append(PrintedValue(name, quote, int(start), int(end)))
    model = reader.values(fact.source, GB + "languageModel") if fact.extractor.startswith("llm/") else []
    return tuple(sorted(values, key=lambda value: value.start)), next(iter(model), "")


def _context(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the characters about a span, cut between words and marked with an ellipsis where they are cut.

    >>> _context("one two three", 4, 7)
    ('one ', ' three')
    """
    before, after = text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT]
    if start > CONTEXT:
        before = "…" + before[before.find(" ") + 1 :]
    if end + CONTEXT < len(text):
        after = after[: after.rfind(" ") + 1].rstrip() + " …"
    return before, after


def _in_file(document: Document, start: int, end: int) -> tuple[int, int] | None:
    first, last = document.in_source(start), document.in_source(max(start, end - 1))
    return None if first is None or last is None else (first, last + 1)


def _mention(reader: Reader, iri: str) -> LinkedMention:
    def one(name: str) -> str:
        return next(iter(reader.values(iri, GB + name)), "")

    score, start, end = one("linkScore"), one("evidenceStart"), one("evidenceEnd")
    return LinkedMention(
        iri,
        one("printedForm"),
        reader.thing(one("refersTo")) if one("refersTo") else None,
        reader.thing(one("refersToUnit")) if one("refersToUnit") else None,
        one("linkStatus"),
        one("linkRule"),
        float(score) if score else None,
        tuple(reader.values(iri, GB + "linkReason")),
        int(start) if start else None,
        int(end) if end else None,
        len(reader.subjects(GB + "refersTo", one("refersTo"), 2)) == 1 if one("refersTo") else False,
    )


def mentions_of_thing(reader: Reader, iri: str, most: int) -> list[tuple[LinkedMention, Fact]]:
    """Return mentions of a thing, each with a fact that rests on it, by source and place."""
    found: list[tuple[LinkedMention, Fact]] = []
    for mention in reader.subjects(GB + "refersTo", iri, most):
        facts = (reader.fact(each) for each in reader.subjects(GB + "mention", mention, 1))
        found.extend((_mention(reader, mention), fact) for fact in facts if fact)
    return sorted(found, key=lambda pair: (pair[1].source, pair[0].start or 0, pair[0].iri))


def say(reader: Reader, fact: Fact) -> str:
    """Return a fact in one line: its relation, the things in its roles, its values and dates."""
    roles = [f"{role} {reader.name(iri)}" for role, iri in fact.roles]
    values = [
        f"{name} {fact.values[name]}"
        for name in ("degree", "field", "role", "award", "type", "status", "position")
        if name in fact.values
    ]
    dates = [fact.dates] if fact.dates else []
    return f"{fact.relation.value}: " + ", ".join([*roles, *values, *dates])


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
    return tuple(sorted(shown, key=lambda s: (not s.found, s.fact.start or 0, s.fact.end or 0, s.fact.iri)))


def _found(fact: Fact, document: Document | None) -> bool:
    if document is None or fact.start is None or fact.end is None or fact.start == fact.end:
        return False
    return document.text[fact.start : fact.end] == fact.quote
