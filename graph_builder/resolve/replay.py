"""Replay: merges, confirmations and splits carried out, in the order of the file, on what resolution found.

Only the entities that decisions speak of are looked up, so that a replay costs as much as these have mentions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from graph_builder.model import Anchor, Decision, DecisionKind, DecisionState, EntityKind, Link
from graph_builder.resolve.anchors import Finder
from graph_builder.resolve.incremental.result import FoundIdentities

Key = tuple[EntityKind, str]


class Element(NamedTuple):
    """What decisions move: a mention as it names its entity, or as it names a unit; or an entity without mentions."""

    source: str
    mention: str
    slot: str = ""


UNIT, BARE = "unit", "key"


@dataclass(slots=True)
class Block:
    """Elements that are one thing. *homes* are the entities of resolution that it carries on, the first leads."""

    kind: EntityKind
    members: set[Element]
    homes: list[Key] = field(default_factory=list)


class Replay:
    """The blocks of elements while decisions are carried out, beside those that resolution made.

    Splitting keeps whole what resolution made, wherever a decision does not say otherwise: so a split that takes away
    all that a merge brought leaves exactly what was there before.
    """

    def __init__(self, found: FoundIdentities, finder: Finder) -> None:
        self.found = found
        self.base: dict[Element, Key] = {}
        self.original: dict[Key, set[Element]] = {}
        """The elements of each entity that was looked up, as resolution has them; none of one that is not there."""
        self.links: dict[tuple[str, str], Link] = {}
        """Their links."""
        self.at: dict[Element, Block] = {}
        self.moved: dict[Element, Decision] = {}
        self._finder = finder

    def look_up(self, key: Key) -> set[Element]:
        """Return the elements of an entity as resolution has them."""
        if key not in self.original:
            members: set[Element] = set()
            for link in self.found.links_to(key):
                self.links[link.source, link.mention] = link
                members.update(
                    Element(link.source, link.mention, slot)
                    for slot, place in (("", link.entity), (UNIT, link.unit))
                    if place == key[1]
                )
            if not members and self.found.entity(key) is not None:
                members = {Element("", f"{key[0]}/{key[1]}", BARE)}
            self.original[key] = members
            self.base.update(dict.fromkeys(members, key))
            self.at.update(dict.fromkeys(members, Block(key[0], set(members))))
        return self.original[key]

    def find(self, kind: EntityKind, anchors: Iterable[Anchor]) -> list[Element]:
        """Return the elements that anchors mean, in the order of the anchors."""
        found: dict[Element, None] = {}
        for anchor in anchors:
            if anchor.key:
                found.update(dict.fromkeys(sorted(self.look_up((kind, anchor.key)))[:1]))
                continue
            places = self._finder.places(anchor.source, anchor.name)
            for mention in places.find(kind, anchor) if places else ():
                link = self.found.link(mention.source, mention.id)
                element = Element(mention.source, mention.id, UNIT if anchor.unit else "")
                if link is not None and (link.unit or not anchor.unit):
                    self.look_up((link.kind, link.unit if anchor.unit else link.entity))
                    found[element] = None
        return list(found)

    def apply(self, decision: Decision) -> None:
        """Carry out a merge, a confirmation or a split; one whose mentions are not there does nothing."""
        one, other = self.sides(decision)
        if not one or not other:
            return
        if decision.kind is DecisionKind.SPLIT:
            self._split(set(one), set(other), decision)
            for target in self._into(decision):
                for element in other:
                    self._merge(self.at[target], self.at[element], decision)
            return
        for element in other:
            self._merge(self.at[one[0]], self.at[element], decision)

    def sides(self, decision: Decision) -> tuple[list[Element], list[Element]]:
        """Return what a decision speaks of, as far as it is there.

        Of each side of a merge the first that is found stands for the entity; a split moves all mentions that it names,
        and a confirmation holds all.
        """
        assert decision.of is not None
        one, other = self.find(decision.of, decision.one), self.find(decision.of, decision.other)
        if decision.kind is DecisionKind.SPLIT:
            return [e for e in one if e not in set(other)], other
        return one[:1], other if decision.kind is DecisionKind.CONFIRM else other[:1]

    def _into(self, decision: Decision) -> list[Element]:
        """Return what stands for the entity that those who leave in a split are one with, if there is one."""
        assert decision.of is not None
        return self.find(decision.of, decision.into)[:1]

    def state(self, decision: Decision) -> DecisionState:
        """Return whether a merge, confirmation or split holds after all decisions are carried out."""
        one, other = self.sides(decision)
        if not one or not other:
            return DecisionState.DORMANT
        together = [self.at[a] is self.at[b] for a in one for b in other]
        holds = all(together)
        if decision.kind is DecisionKind.SPLIT:
            joined = all(self.at[a] is self.at[b] for a in self._into(decision) for b in other)
            holds = joined and not any(together)
        return DecisionState.HOLDS if holds else DecisionState.OVERRULED

    def _merge(self, one: Block, other: Block, decision: Decision) -> None:
        if one is other:
            return
        self.moved.update(dict.fromkeys(other.members, decision))
        for element in one.members:
            self.moved.setdefault(element, decision)
        one.members |= other.members
        self.at.update(dict.fromkeys(other.members, one))

    def _split(self, staying: set[Element], leaving: set[Element], decision: Decision) -> None:
        stay = {self.base[e] for e in staying}
        for block in {id(b): b for e in sorted(staying) if (b := self.at[e])}.values():
            named = leaving & block.members
            if not named:
                continue
            # What resolution holds to be one with those that leave goes with them, unless the decision parts it too.
            follow = {self.base[e] for e in named} - stay
            gone = named | {e for e in block.members - staying if self.base[e] in follow}
            block.members -= gone
            self.at.update(dict.fromkeys(gone, Block(block.kind, gone)))
            self.moved.update(dict.fromkeys(gone, decision))
            for element in block.members:
                self.moved.setdefault(element, decision)

    def settle(self, joins: Iterable[Decision]) -> None:
        """Give each block its homes, the entities that it carries on, first the one that merges put first.

        That depends on the blocks and on the merges that hold, and not on what was done and taken back between.
        """
        settled = [(d, self.sides(d)) for d in joins if self.state(d) is DecisionState.HOLDS]
        splits = [set(other) for d, (_, other) in settled if d.kind is DecisionKind.SPLIT]
        for key, members in self.original.items():
            if members:
                self._home(members, splits).homes.append(key)
        before: dict[int, list[Key]] = {}
        for decision, (one, other) in settled:
            for element in other if decision.kind is not DecisionKind.SPLIT else ():
                self._lead(self.base[one[0]], self.base[element], self.at[one[0]], before)
        for block in {id(b): b for b in self.at.values()}.values():
            first = before.get(id(block), [])
            block.homes.sort(key=partial(_rank, first))

    def _home(self, members: set[Element], splits: list[set[Element]]) -> Block:
        """Return the block that carries an entity on: not one whose mentions a split took away, else the largest."""
        parts: dict[int, list[Element]] = defaultdict(list)
        for element in members:
            parts[id(self.at[element])].append(element)
        for leaving in splits if len(parts) > 1 else ():
            stay = {place: own for place, own in parts.items() if leaving.isdisjoint(own)}
            parts = stay or parts
        return self.at[min(parts.values(), key=lambda own: (-len(own), min(own)))[0]]

    def _lead(self, one: Key, other: Key, block: Block, before: dict[int, list[Key]]) -> None:
        """Note that in a block what *one* stands for comes before what *other* stands for."""
        order = before.setdefault(id(block), [])
        for key in (one, other):
            if key not in order and key in block.homes:
                # A merge whose first side is new puts it before all that was merged until then.
                order.insert(0 if key is one else len(order), key)


def _rank(first: list[Key], key: Key) -> tuple[int, Key]:
    return (first.index(key) if key in first else len(first), key)
