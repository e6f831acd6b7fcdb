"""Stored facts: the mentions and claims of a source as two lines of JSON, one of them the evidence, and an index.

Facts of catalogues are large, and resolution, which reads those of all sources, needs no evidence. So the first line
has mentions and claims as rows without the names of their fields, and the second each evidence once, to which the rows
refer by number. By the index, see ``indexed``, single rows are read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from math import isfinite
from sys import intern
from typing import TYPE_CHECKING, Any

import orjson

from graph_builder.model import (
    Claim,
    EntityKind,
    Evidence,
    Identifier,
    Mention,
    Relation,
    SourceFacts,
    Span,
    StoreError,
)
from graph_builder.store.codec import decode, encode

if TYPE_CHECKING:
    from graph_builder.store.fact_index import ClaimTable, Indexed

# The index is imported where it is used: what only reads a graph needs no numpy.

Choose = Callable[["ClaimTable"], Iterable[int]]
"""Gives the places of claims, from whom all of them are about."""

EvidenceByNumber = Sequence[Evidence] | Mapping[int, Evidence]
"""Evidence by its number."""

NO_EVIDENCE = Evidence("", Span(0, 0), "")
"""What claims have for evidence that were read without it."""


def encode_facts(facts: SourceFacts) -> bytes:
    """Return facts as ``decode_facts`` reads them. Lone surrogates are encoded as by ``encode``.

    >>> print(*encode_facts(SourceFacts("a.md")).split(b"\\n")[:3])
    b'["a.md",[],[]]' b'[]' b'[]'
    """
    numbers: dict[Evidence, int] = {}
    values: Iterable[Mention | Claim] = chain(facts.mentions, facts.claims)
    if facts.problems or not all(_is_plain(facts.source, value) for value in values):
        return encode(facts)
    try:
        mentions = [orjson.dumps(_mention_row(mention, numbers)) for mention in facts.mentions]
        claims = [orjson.dumps(_claim_row(claim, numbers)) for claim in facts.claims]
        evidence = [orjson.dumps((e.span.start, e.span.end, e.quote, e.record)) for e in numbers]
        source = orjson.dumps(facts.source)
    except TypeError:  # a lone surrogate, which is no character at all
        return encode(facts)
    from graph_builder.store.fact_index import with_index

    return with_index(source, (mentions, claims, evidence), table_of(facts))


def table_of(facts: SourceFacts) -> ClaimTable:
    """Return whom the claims of a source are about."""
    from graph_builder.store.fact_index import ClaimTable

    return ClaimTable.of((m.id for m in facts.mentions), ((c.relation, c.roles) for c in facts.claims))


def _is_plain(source: str, value: Mention | Claim) -> bool:
    """Return whether all in a mention or claim is of its source, and its confidence a number that JSON has."""
    evidence = value.evidence
    own = value.source == source and (evidence is None or evidence.source == source)
    if isinstance(value, Mention):
        return own
    return own and isfinite(value.confidence) and all(e.source == source for e in value.value_evidence.values())


def _mention_row(mention: Mention, numbers: dict[Evidence, int]) -> tuple[Any, ...]:
    evidence = -1 if mention.evidence is None else numbers.setdefault(mention.evidence, len(numbers))
    identifiers = [(i.scheme, i.value) for i in mention.identifiers]
    kind = mention.kind.value
    return mention.id, kind, mention.name, evidence, mention.aliases, identifiers, mention.unit, mention.context


def _claim_row(claim: Claim, numbers: dict[Evidence, int]) -> tuple[Any, ...]:
    evidence = numbers.setdefault(claim.evidence, len(numbers))
    row = (claim.relation.value, dict(claim.roles), evidence, dict(claim.values), claim.extractor, claim.confidence)
    if not claim.value_evidence:
        return row
    return *row, {key: numbers.setdefault(found, len(numbers)) for key, found in claim.value_evidence.items()}


def decode_facts(data: bytes, *, evidence: bool = True) -> SourceFacts:
    """Return the facts that ``encode_facts`` wrote; without *evidence*, mentions have none and claims an empty one.

    Raises ``StoreError`` if *data* are no facts.
    """
    if not data.startswith(b"["):
        return decode(SourceFacts, data)
    try:
        rows, quotes, *_ = data.split(b"\n", 2)
        source, mentions, claims = orjson.loads(rows)
        source = intern(source)
        known = list(_evidence(source, orjson.loads(quotes))) if evidence else None
        texts: dict[Any, Any] = {}
        return SourceFacts(
            source, tuple(_mentions(source, mentions, known, texts)), tuple(_claims(source, claims, known))
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise _undecodable(error) from error


def decode_some(data: bytes, choose: Choose, mentions: Collection[str]) -> SourceFacts:
    """Return some of the facts that ``encode_facts`` wrote, at less than the cost of all.

    Args:
        data: what was written.
        choose: gives the places of the wanted claims, from relation and roles of all; their mentions come with them.
        mentions: the ids of mentions that are wanted besides.

    Raises:
        StoreError: *data* are no facts.
    """
    from graph_builder.store.fact_index import Indexed

    try:
        if data.startswith(b"[") and data.find(b"\n", data.find(b"\n") + 1) > 0:
            return _from_index(Indexed(data), choose, mentions)
        facts = decode_facts(data)  # of a store from before, or without what an index needs
        some = [facts.claims[at] for at in choose(table_of(facts))]
        held = {*mentions, *(mention for claim in some for mention in claim.roles.values())}
        return SourceFacts(facts.source, tuple(m for m in facts.mentions if m.id in held), tuple(some))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise _undecodable(error) from error


def decode_named(data: bytes, wanted: Callable[[str], bool]) -> SourceFacts:
    """Return the mentions whose names are wanted, and the claims that they stand in or that are about the subject.

    Raises ``StoreError`` if *data* are no facts.
    """
    from graph_builder.store.fact_index import Indexed

    if not (data.startswith(b"[") and data.find(b"\n", data.find(b"\n") + 1) > 0):
        return named_in(decode_facts(data), wanted)
    try:
        facts = Indexed(data)
        rows = zip(facts.table.mentions, facts.mentions(range(len(facts.table.mentions))), strict=True)
        ids = {ident for ident, row in rows if wanted(row[2])}
        return _from_index(facts, lambda table: table.around(ids), ids)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise _undecodable(error) from error


def named_in(facts: SourceFacts, wanted: Callable[[str], bool]) -> SourceFacts:
    """Return of some facts what ``decode_named`` returns of stored ones."""
    ids = {mention.id for mention in facts.mentions if wanted(mention.name)}
    claims = tuple(facts.claims[at] for at in table_of(facts).around(ids))
    held = ids.union(*(claim.roles.values() for claim in claims))
    return SourceFacts(facts.source, tuple(mention for mention in facts.mentions if mention.id in held), claims)


def _undecodable(error: Exception) -> StoreError:
    return StoreError(f"stored facts cannot be decoded ({error}); build the sources again into a new store")


def _from_index(facts: Indexed, choose: Choose, mentions: Collection[str]) -> SourceFacts:
    chosen = list(choose(facts.table))
    held = facts.table.held(chosen)
    held.update(place for place, mention in enumerate(facts.table.mentions) if mention in mentions)
    claims, named = facts.claims(chosen), facts.mentions(sorted(held))
    apart = {number for row in claims for of_values in row[6:] for number in of_values.values()}
    numbers = sorted({row[2] for row in claims} | {row[3] for row in named if row[3] >= 0} | apart)
    known = dict(zip(numbers, _evidence(facts.source, facts.evidence(numbers)), strict=True))
    return SourceFacts(
        facts.source, tuple(_mentions(facts.source, named, known, {})), tuple(_claims(facts.source, claims, known))
    )


def _evidence(source: str, rows: Iterable[Any]) -> Iterable[Evidence]:
    return (Evidence(source, Span(start, end), quote, record) for start, end, quote, record in rows)


_KINDS = {kind.value: kind for kind in EntityKind}
_RELATIONS = {relation.value: relation for relation in Relation}


def _mentions(
    source: str, rows: Iterable[Any], known: EvidenceByNumber | None, texts: dict[Any, Any]
) -> Iterable[Mention]:
    """Yield mentions; texts that many of them share are one object."""
    share = texts.setdefault
    for ident, kind, name, place, aliases, identifiers, unit, context in rows:
        evidence = None if known is None or place < 0 else known[place]
        yield Mention(
            source,
            intern(ident),
            _KINDS[kind],
            share(name, name),
            evidence,
            tuple(aliases),
            tuple([Identifier(intern(scheme), value) for scheme, value in identifiers]),
            tuple(unit),
            tuple([share(pair, pair) for pair in [(intern(key), share(value, value)) for key, value in context]]),
        )


def _claims(source: str, rows: Iterable[Any], known: EvidenceByNumber | None) -> Iterable[Claim]:
    shared: dict[tuple[tuple[str, str], ...], dict[str, str]] = {}
    for relation, roles, place, values, extractor, confidence, *of_values in rows:
        evidence = NO_EVIDENCE if known is None else known[place]
        printed = {key: known[number] for each in of_values for key, number in each.items()} if known else {}
        same = shared.setdefault(tuple(values.items()), values)
        named = {key: intern(mention) for key, mention in roles.items()}
        yield Claim(source, _RELATIONS[relation], named, evidence, same, intern(extractor), confidence, printed)
