"""Redaction: an erased person leaves a document and its facts; the name is blacked out, and all offsets hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from graph_builder.model import Document, EntityKind, Evidence, Mention, Relation, SourceFacts, Span, digest
from graph_builder.store.erased_people import ErasedPerson, NameFinder, tokens

BLACK = "█"
"""What stands for each character of a name."""

T = TypeVar("T")


class Redacted(NamedTuple):
    """A document and its facts without the erased people, whether it had any, and whether it is about one."""

    document: Document
    facts: SourceFacts
    hit: bool
    about: bool


@dataclass(frozen=True, slots=True)
class Redaction:
    """Takes erased people out of sources: the same for what is stored and for what is built later."""

    people: tuple[ErasedPerson, ...]

    def settings(self, reading: str) -> str:
        """Return a fingerprint of what reads, where that of reading itself is *reading*."""
        salts = (value for person in self.people for value in (person.id, person.salt))
        return digest(reading, *salts) if self.people else reading

    def __call__(self, document: Document, facts: SourceFacts) -> Redacted:
        """Return a source without the erased people."""
        if not self.people:
            return Redacted(document, facts, False, False)
        finder = NameFinder(self.people)
        sure = self._is_sure(finder, document, facts)
        named = [Span(*span) for span, short in finder.names(document.text) if sure or not short]
        gone = {mention.id for mention in facts.mentions if _is_erased(finder, mention, sure, named)}
        if not sure and not gone:
            return Redacted(document, facts, False, False)
        about = any(c.relation is Relation.PROFILE and c.roles.get("person") in gone for c in facts.claims)
        black = Blackening(finder, _spared(facts, gone))
        text = black(document.text)
        redacted = replace(
            _each_string(document, black), text=text, source=document.source, media_type=document.media_type
        )
        return Redacted(redacted, _facts(facts, gone, document.text, text, black), True, about)

    @staticmethod
    def _is_sure(finder: NameFinder, document: Document, facts: SourceFacts) -> bool:
        """Return whether a source names an erased person in full, so that short forms in it count, too."""
        strings = [document.text, *document.metadata.values(), document.note.subject]
        strings += [name for mention in facts.mentions for name in (mention.name, *mention.aliases)]
        return (
            finder.short_count_in(document.source)
            or any(not short for text in strings for _, short in finder.names(text))
            or any(finder.has(identifier) for mention in facts.mentions for identifier in mention.identifiers)
        )


@dataclass(frozen=True, slots=True)
class Blackening:
    """Blacks out names in a string; *spared* are parts of names that others in the source have."""

    finder: NameFinder
    spared: frozenset[str]

    def __call__(self, text: str) -> str:
        """Return the text with the same length, white space unchanged."""
        spans = [span for span, _ in self.finder.names(text)]
        spans += self.finder.parts(text, self.spared)
        if not spans:
            return text
        characters = list(text)
        for start, end in spans:
            characters[start:end] = [c if c.isspace() else BLACK for c in characters[start:end]]
        return "".join(characters)


def _is_erased(finder: NameFinder, mention: Mention, sure: bool, named: Sequence[Span]) -> bool:
    """Return whether a mention is of an erased person; *named* is where the document names one."""
    if mention.kind is not EntityKind.PERSON:
        return False
    place = mention.evidence
    if place is not None and any(span.covers(place.span) for span in named):
        return True  # "Byrne" alone was read of "Byrne, Ada"
    names = (mention.name, *mention.aliases)
    hits = [short for name in names for (start, end), short in finder.names(name) if _is_whole(name, start, end)]
    return any(sure or not short for short in hits) or any(map(finder.has, mention.identifiers))


def _is_whole(name: str, start: int, end: int) -> bool:
    """Return whether a hit covers all words of a name: "Ada Lovelace" is not "Ada Lovelace Byron"."""
    words = tokens(name)
    return bool(words) and start <= words[0].start and words[-1].end <= end


def _spared(facts: SourceFacts, gone: set[str]) -> frozenset[str]:
    """Return the parts of the names of those people of a source who stay."""
    people = [m for m in facts.mentions if m.kind is EntityKind.PERSON and m.id not in gone]
    return frozenset(token.word for m in people for name in (m.name, *m.aliases) for token in tokens(name))


def _facts(facts: SourceFacts, gone: set[str], old: str, text: str, black: Callable[[str], str]) -> SourceFacts:
    """Return facts without the mentions that are gone and the claims with them; quotes are those of the new text."""
    claims = [claim for claim in facts.claims if not gone & set(claim.roles.values())]
    # A work whose only claims were those of the person has nothing left to say.
    spoken = {mention for claim in facts.claims for mention in claim.roles.values()}
    left = {mention for claim in claims for mention in claim.roles.values()}
    mentions = [m for m in facts.mentions if m.id not in gone and (m.id in left or m.id not in spoken)]

    def evidence(found: Evidence | None) -> Evidence | None:
        if found is None:
            return None
        same = found.span.of(old) == found.quote
        quote = found.span.of(text) if same else black(found.quote)
        return replace(found, quote=quote, record=black(found.record))

    return SourceFacts(
        facts.source,
        tuple(
            replace(_each_string(m, black), source=m.source, id=m.id, evidence=evidence(m.evidence)) for m in mentions
        ),
        tuple(
            replace(
                c,
                values={k: black(v) for k, v in c.values.items()},
                evidence=evidence(c.evidence) or c.evidence,
                value_evidence={k: evidence(e) or e for k, e in c.value_evidence.items()},
            )
            for c in claims
        ),
    )


def _each_string(value: T, black: Callable[[str], str]) -> T:
    """Return a value of the model with every string in it blacked out; keys of mappings and enumerations stay."""
    changed: Any = value
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        changed = black(value)
    elif isinstance(value, tuple):
        changed = (
            type(value)(*(_each_string(v, black) for v in value))
            if hasattr(value, "_fields")
            else tuple(_each_string(v, black) for v in value)
        )
    elif isinstance(value, Mapping):
        changed = {key: _each_string(v, black) for key, v in value.items()}
    elif is_dataclass(value) and not isinstance(value, type):
        changed = replace(value, **{f.name: _each_string(getattr(value, f.name), black) for f in fields(value)})
    return changed  # type: ignore[no-any-return]
