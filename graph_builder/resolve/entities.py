"""Entities and links made from clusters: preferred names, keys, identifiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

from graph_builder.gazetteer import Entry, slug
from graph_builder.model import Entity, EntityKind, Identifier, Link, LinkStatus, Mention, digest

Ref = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a mention means its entity: status, rule, score and the evidence in words."""

    status: LinkStatus
    rule: str
    score: float
    reasons: tuple[str, ...] = ()


OWN_NAME = Reason(LinkStatus.STATED, "own name", 1.0)


@dataclass(slots=True)
class Resolved:
    """Entities and links of one kind of thing."""

    entities: list[Entity] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)


def ref(mention: Mention) -> Ref:
    """Return what names a mention among all sources: its source and its id."""
    return mention.source, mention.id


def number(*words: str) -> int:
    """Return a number for words, the same in every process, that no others of a store have: it has 63 bits.

    >>> number("a.md", "person-1") == number("a.md", "person-1") != number("a.md", "person-2")
    True
    """
    text = "\x1f".join(words).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little") >> 1


def key_for(name: str, *content: str) -> str:
    """Return a key made from content: readable words of the name and a digest that tells it from all others.

    >>> key_for("Ada Lovelace", "person", "adalovelace")
    'ada-lovelace-9e0866c5'
    """
    words = "-".join(slug(name).split("-")[:8])
    return f"{words}-{digest(*content)[:8]}" if words else digest(*content)


def best_form(forms: Counter[str], worth: Callable[[str], tuple[float, ...]] = lambda _: ()) -> str:
    """Return the printed form to prefer: the worthiest, then the most frequent, then the first in order.

    >>> best_form(Counter({"ACME": 5, "Acme": 2}))
    'Acme'
    """
    if len(forms) == 1:
        return next(iter(forms))
    return min(forms, key=lambda f: (tuple(-w for w in worth(f)), shouted(f), -forms[f], f))


def shouted(form: str) -> bool:
    """Return whether a name of some length is printed in capitals alone or without any."""
    letters = [c for c in form if c.isalpha()]
    return len(letters) > 3 and (all(c.isupper() for c in letters) or all(c.islower() for c in letters))


def entity(
    kind: EntityKind,
    key: str,
    name: str,
    forms: Iterable[str],
    identifiers: Iterable[Identifier] = (),
    parent: str = "",
    country: str = "",
    type: str = "",
    year: str = "",
    successors: tuple[str, ...] = (),
) -> Entity:
    """Return an entity with its names and identifiers in order and without repetition."""
    names = tuple(sorted({clean for f in forms if (clean := " ".join(f.split()))} - {name}))
    known = tuple(sorted(set(identifiers)))
    homepage = next((i.value for i in known if i.scheme == "homepage"), "")
    return Entity(kind, key, name, names, known, parent, country, homepage, type, year, successors)


def entity_of_entry(kind: EntityKind, entry: Entry) -> Entity:
    """Return the entity that an entry of the gazetteer is by itself."""
    return entity(
        kind, entry.id, entry.name, entry.aliases, (), entry.parent, entry.country,
        year=entry.until, successors=entry.successors,
    )  # fmt: skip


def link(mention: Mention, key: str, reason: Reason, unit: str = "") -> Link:
    """Return the link of a mention to an entity."""
    return Link(
        mention.source, mention.id, mention.kind, key, reason.status, reason.rule, reason.score, reason.reasons, unit
    )
