"""Anchors: how a decision names a mention, and which mentions it finds again after a rebuild."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cached_property

from rapidfuzz import fuzz

from graph_builder.gazetteer import normalize
from graph_builder.model import Anchor, EntityKind, Mention, Relation, SourceFacts

FactsOf = Callable[[str, Collection[str]], SourceFacts | None]
"""Gives the facts of a source that some names stand in, by its id, or None if the store has no such source.

These are the mentions of the names, as ``fold`` makes them equal, and the claims of any of these or about the subject.
"""

# Titles that agree so far, in percent, are two readings of one title.
_SAME_TITLE = 90

SUBJECT = "subject"
"""What stands near the mention of the person whom the source is about."""


class Places:
    """Mentions of one source by printed name, each with the titles of the papers that it stands with."""

    def __init__(self, facts: SourceFacts) -> None:
        self._facts = facts
        self.by_id = {mention.id: mention for mention in facts.mentions}

    @cached_property
    def _by_name(self) -> dict[tuple[EntityKind, str], list[Mention]]:
        found: dict[tuple[EntityKind, str], list[Mention]] = defaultdict(list)
        for mention in self.by_id.values():
            found[mention.kind, fold(mention.name)].append(mention)
        return found

    @cached_property
    def _titles(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for claim in self._facts.claims:
            work = self.by_id.get(claim.roles.get("work", ""))
            for mention in claim.roles.values() if work else ():
                found[mention].add(work.name if work else "")
        return found

    @cached_property
    def _subjects(self) -> frozenset[str]:
        claims = (claim for claim in self._facts.claims if claim.relation is Relation.PROFILE)
        return frozenset(claim.roles.get("person", "") for claim in claims)

    def find(self, kind: EntityKind, anchor: Anchor) -> list[Mention]:
        """Return the mentions that an anchor means, in the order of their ids; none if the source has them no more."""
        named = self._by_name.get((kind, fold(anchor.name)), [])
        if anchor.near:
            near = normalize(anchor.near)
            subjects = self._subjects if anchor.near == SUBJECT else frozenset()
            named = [m for m in named if m.id in subjects or m.id == anchor.near or self._stands_with(m, near)]
        return sorted(named, key=lambda m: m.id)

    def _stands_with(self, mention: Mention, title: str) -> bool:
        titles = [normalize(other) for other in self._titles.get(mention.id, ())]
        return title in titles or any(fuzz.ratio(title, other) >= _SAME_TITLE for other in titles)

    def anchor(self, mention: Mention, unit: bool = False) -> Anchor:
        """Return the anchor of a mention: its name, and what tells it from others of that name here."""
        plain = Anchor(mention.source, mention.name, unit=unit)
        # A file of records prints many names many times, and tomorrow one more: there the title always stands.
        recorded = any(name == "record" for name, _ in mention.context)
        if len(self.find(mention.kind, plain)) == 1 and not recorded:
            return plain
        for near in (SUBJECT, *sorted(self._titles.get(mention.id, ()))):
            if self.find(mention.kind, replace(plain, near=near)) == [mention]:
                return replace(plain, near=near)
        return replace(plain, near=mention.id)


def fold(name: str) -> str:
    """Return a name without case and with single blanks: names that are equal then are the same for decisions."""
    return " ".join(name.casefold().split())


class Finder:
    """The places of all sources, read when they are first asked for; of *anchors*, those of a source at once."""

    def __init__(self, facts_of: FactsOf, anchors: Iterable[Anchor] = ()) -> None:
        self._facts_of = facts_of
        self._names: dict[str, set[str]] = defaultdict(set)
        for anchor in anchors:
            self._names[anchor.source].add(fold(anchor.name))
        self._places: dict[str, Places | None] = {}

    def places(self, source: str, name: str) -> Places | None:
        """Return the places of a name, and maybe of others, in a source, or None if the store has no such source."""
        names = self._names[source]
        if source not in self._places or fold(name) not in names:
            names.add(fold(name))
            facts = self._facts_of(source, names)
            self._places[source] = Places(facts) if facts is not None else None
        return self._places[source]
