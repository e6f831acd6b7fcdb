"""Stored facts: the mentions and claims of a source as two lines of JSON, one of them the evidence.

Facts of catalogues are large, and resolution, which reads those of all sources, needs no evidence. So the first line
has mentions and claims as rows without the names of their fields, and the second each evidence once, to which the rows
refer by number. Where few claims are wanted, objects are made of their rows alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from math import isfinite
from sys import intern
from typing import Any

import orjson

from graph_builder.model import (
    SCHEMA,
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

Names = Iterable[tuple[str, str]]
"""The ids of mentions, each with the printed name."""

Said = Sequence[tuple[str, Mapping[str, str]]]
"""The relation of each claim, and the mentions in its roles."""

Choose = Callable[[Names, Said], tuple[Collection[int], Collection[str]]]
"""Gives the places of the claims of a source that are wanted, and the mentions that are wanted besides theirs."""

EvidenceByNumber = Sequence[Evidence] | Mapping[int, Evidence]
"""Evidence by its number."""

NO_EVIDENCE = Evidence("", Span(0, 0), "")
"""What claims have for evidence that were read without it."""


def encode_facts(facts: SourceFacts) -> bytes:
    """Return facts as ``decode_facts`` reads them. Lone surrogates are encoded as by ``encode``.

    >>> print(*encode_facts(SourceFacts("a.md")).split(b"\\n"))
    b'["a.md",[],[]]' b'[]'
    """
    numbers: dict[Evidence, int] = {}
    values: Iterable[Mention | Claim] = chain(facts.mentions, facts.claims)
    if facts.problems or not all(_is_plain(facts.source, value) for value in values):
        return encode(facts)
    try:
        mentions = [_mention_row(mention, numbers) for mention in facts.mentions]
        claims = [_claim_row(claim, numbers) for claim in facts.claims]
        quotes = [(e.span.start, e.span.end, e.quote, e.record) for e in numbers]
        return orjson.dumps((facts.source, mentions, claims)) + b"\n" + orjson.dumps(quotes)
    except TypeError:  # a lone surrogate, which is no character at all
        return encode(facts)


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
        source, mentions, claims, quotes = _lines(data)
        known = list(_evidence(source, orjson.loads(quotes))) if evidence else None
        return _facts(source, mentions, claims, known)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise _undecodable(error) from error


def _lines(data: bytes) -> tuple[str, list[Any], list[Any], bytes]:
    """Return the source, the rows of mentions and claims, and the line of evidence."""
    rows, quotes, *_ = data.split(b"\n", 2)  # a store from before has an index behind them
    source, mentions, claims = orjson.loads(rows)
    return intern(source), mentions, claims, quotes


def decode_some(data: bytes, choose: Choose) -> SourceFacts:
    """Return some of the facts that ``encode_facts`` wrote, at less than the cost of all.

    Raises ``StoreError`` if *data* are no facts.
    """
    if not data.startswith(b"["):
        return some_of(decode(SourceFacts, data), choose)
    try:
        source, mentions, claims, quotes = _lines(data)
        places, besides = choose([(row[0], row[2]) for row in mentions], [(row[0], row[1]) for row in claims])
        chosen = [claims[place] for place in places]
        held = {*besides, *(mention for row in chosen for mention in row[1].values())}
        named = [row for row in mentions if row[0] in held]
        apart = {number for row in chosen for of_values in row[6:] for number in of_values.values()}
        numbers = sorted({row[2] for row in chosen} | {row[3] for row in named if row[3] >= 0} | apart)
        rows = orjson.loads(quotes)
        known = dict(zip(numbers, _evidence(source, [rows[number] for number in numbers]), strict=True))
        return _facts(source, named, chosen, known)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise _undecodable(error) from error


def some_of(facts: SourceFacts, choose: Choose) -> SourceFacts:
    """Return of some facts what ``decode_some`` returns of stored ones."""
    places, besides = choose([(m.id, m.name) for m in facts.mentions], [(c.relation, c.roles) for c in facts.claims])
    claims = tuple(facts.claims[place] for place in places)
    held = {*besides, *(mention for claim in claims for mention in claim.roles.values())}
    return SourceFacts(facts.source, tuple(m for m in facts.mentions if m.id in held), claims)


def naming(wanted: Callable[[str], bool]) -> Choose:
    """Choose the mentions whose names are wanted, and the claims that they stand in or that are about the subject."""

    def choose(names: Names, said: Said) -> tuple[list[int], set[str]]:
        ids = {ident for ident, name in names if wanted(name)}
        return [
            place
            for place, (relation, roles) in enumerate(said)
            if relation == Relation.PROFILE or not ids.isdisjoint(roles.values())
        ], ids

    return choose


_FIRST: dict[str, str] = {relation: schema.required[0] for relation, schema in SCHEMA.items()}
"""The role by whose entity claims are found that may say the same, or give the same direct edge."""


def touched(changed: Collection[str], related: Callable[[set[str]], Collection[str]]) -> Choose:
    """Choose those claims whose quads may differ, or hold up what others' no longer do.

    Args:
        changed: the mentions whose links lead elsewhere.
        related: gives, for some mentions, all that lead to an entity of theirs, before the change or after it.
    """
    moved = set(changed)

    def choose(_: Names, said: Said) -> tuple[list[int], Collection[str]]:
        first = [roles.get(_FIRST[relation], "") for relation, roles in said]
        hit = {place for place, (_, roles) in enumerate(said) if not moved.isdisjoint(roles.values())}
        around = {first[place] for place in hit} - {""}
        around.update(related(around))
        return sorted(hit.union(place for place, mention in enumerate(first) if mention in around)), changed

    return choose


def _undecodable(error: Exception) -> StoreError:
    return StoreError(f"stored facts cannot be decoded ({error}); build the sources again into a new store")


def _facts(source: str, mentions: Iterable[Any], claims: Iterable[Any], known: EvidenceByNumber | None) -> SourceFacts:
    return SourceFacts(source, tuple(_mentions(source, mentions, known)), tuple(_claims(source, claims, known)))


def _evidence(source: str, rows: Iterable[Any]) -> Iterable[Evidence]:
    return (Evidence(source, Span(start, end), quote, record) for start, end, quote, record in rows)


_KINDS = {kind.value: kind for kind in EntityKind}
_RELATIONS = {relation.value: relation for relation in Relation}


def _mentions(source: str, rows: Iterable[Any], known: EvidenceByNumber | None) -> Iterable[Mention]:
    """Yield mentions; texts that many of them share are one object."""
    texts: dict[Any, Any] = {}
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
