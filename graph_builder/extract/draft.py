"""The facts of one document while they are being found: mentions and claims with their evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TypeVar

from graph_builder.extract.normalise.acronyms import acronyms
from graph_builder.model import (
    Claim,
    Document,
    EntityKind,
    Evidence,
    Identifier,
    Mention,
    Relation,
    SourceFacts,
    Span,
    mention_id,
)

_T = TypeVar("_T")
_LONGEST_QUOTE = 600


class Draft:
    """Collects the mentions and claims of one document; *record* is the key of the record that they are taken from.

    Each mention is stored once; a later call with the same kind, name and key adds what it knows to the first one.
    Each claim is stored once, the most confident evidence first.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.mentions: dict[str, Mention] = {}
        self.claims: dict[str, Claim] = {}
        self.record = ""
        self.problems: list[str] = []
        self._standalone: set[str] = set()
        self._latest: tuple[Span, Evidence] | None = None

    def evidence(self, span: Span) -> Evidence:
        """Return the evidence at *span*, cut to 600 characters and trimmed of white space."""
        # A mention and the claims about it are often found at one place: then they have one piece of evidence.
        if self._latest is not None and self._latest[0] is span and self._latest[1].record == self.record:
            return self._latest[1]
        text = self.document.text
        start, end = span.start, min(span.end, span.start + _LONGEST_QUOTE)
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        trimmed = span if (start, end) == (span.start, span.end) else Span(start, end)
        found = Evidence(self.document.source, trimmed, text[start:end], self.record)
        self._latest = span, found
        return found

    def mention(
        self,
        kind: EntityKind,
        name: str,
        span: Span | None,
        *,
        key: str = "",
        aliases: Iterable[str] = (),
        identifiers: Iterable[Identifier] = (),
        unit: tuple[str, ...] = (),
        context: Iterable[tuple[str, str]] = (),
    ) -> str:
        """Note a mention and return its id."""
        name = " ".join(name.split())
        if kind is EntityKind.ORGANIZATION and name.isalpha() and not self.record and name in self._acronyms:
            aliases, name = (*aliases, name), self._acronyms[name]
        ident = mention_id(kind, name, key or "/".join(unit))
        old = self.mentions.get(ident)
        if old and old.evidence and old.unit == unit and not (aliases or identifiers or context):
            return ident
        # Of most mentions there is nothing to add, and of records there are millions.
        self.mentions[ident] = Mention(
            self.document.source,
            ident,
            kind,
            name,
            old.evidence if old and old.evidence else (self.evidence(span) if span else None),
            _union(old.aliases if old else (), [a for a in aliases if a and a != name]),
            _union(old.identifiers if old else (), identifiers),
            unit,
            _union(old.context if old else (), context),
        )
        return ident

    @cached_property
    def _acronyms(self) -> dict[str, str]:
        return acronyms(self.document.text)

    def claim(
        self,
        relation: Relation,
        roles: Mapping[str, str],
        span: Span,
        rule: str,
        confidence: float,
        values: Mapping[str, str | None] | None = None,
        places: Mapping[str, Span] | None = None,
    ) -> str:
        """Note a claim, with the places of its names and values if known, and return its id.

        Of equal claims the more confident stays.
        """
        given = {k: " ".join(v.split()) for k, v in (values or {}).items() if v}
        printed = {k: self.evidence(place) for k, place in (places or {}).items() if k in given or k in roles}
        claim = Claim(
            self.document.source, relation, dict(roles), self.evidence(span), given, rule, round(confidence, 3), printed
        )
        ident = claim.id
        old = self.claims.get(ident)
        if old is None or old.confidence < claim.confidence:
            self.claims[ident] = claim
        return ident

    def adopt(self, claim: Claim, roles: Mapping[str, str], confidence: float, mentions: Iterable[Mention]) -> None:
        """Add a claim that was made before, with its mentions, in other *roles* and with another confidence."""
        for mention in mentions:
            self.mentions.setdefault(mention.id, mention)
        found = replace(claim, roles=dict(roles), confidence=confidence)
        self.claims.setdefault(found.id, found)

    def keep(self, mention: str) -> None:
        """Record a mention even if no claim uses it: a record may have no more of a thing than its name."""
        self._standalone.add(mention)

    def of(self, relation: Relation) -> list[Claim]:
        """Return the claims of one relation found so far."""
        return [c for c in self.claims.values() if c.relation is relation]

    def name_of(self, mention: str) -> str:
        """Return the printed name of a mention."""
        return self.mentions[mention].name

    def facts(self) -> SourceFacts:
        """Return all claims, and the mentions that they use, in document order."""
        ordered = sorted(self.claims.items(), key=lambda item: (item[1].evidence.span.start, item[1].relation, item[0]))
        claims = [claim for _, claim in ordered]
        used = {m for c in claims for m in c.roles.values()} | self._standalone
        mentions = sorted(
            (m for m in self.mentions.values() if m.id in used),
            key=lambda m: (m.evidence.span.start if m.evidence else -1, m.kind, m.id),
        )
        return SourceFacts(self.document.source, tuple(mentions), tuple(claims), tuple(self.problems))


def _union(first: Iterable[_T], second: Iterable[_T]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(chain(first, second))) if first or second else ()
