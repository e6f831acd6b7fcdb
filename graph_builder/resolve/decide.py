"""Decisions replayed: what people decided holds over what resolution found, and everything else stays as it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graph_builder.model import (
    Anchor,
    Decision,
    DecisionKind,
    DecisionState,
    Entity,
    EntityKind,
    Identities,
    Link,
    LinkStatus,
    undone,
)
from graph_builder.resolve.anchors import FactsOf, Finder
from graph_builder.resolve.decided import Decided
from graph_builder.resolve.entities import key_for
from graph_builder.resolve.replay import UNIT, Block, Element, Key, Replay

_NOT_IDENTITY = (DecisionKind.ACCEPT, DecisionKind.REJECT, DecisionKind.UNDO)
_JOINS = (DecisionKind.MERGE, DecisionKind.CONFIRM, DecisionKind.SPLIT)


@dataclass(frozen=True, slots=True)
class DecidedIdentities:
    """Identities after decisions, and what came of each decision on identities, by its id.

    *play* and *finder* know the mentions behind it, *blocks* which of them each entity is made of.
    """

    identities: Identities
    states: Mapping[str, DecisionState]
    play: Replay
    finder: Finder
    blocks: Mapping[Key, Block]

    def anchors(self, elements: Iterable[Element], most: int, name: str = "") -> tuple[Anchor, ...]:
        """Return up to *most* anchors of elements, from as many sources as there are; those that print *name* first."""
        first: dict[str, Element] = {}
        rest: list[Element] = []
        for element in sorted(elements, key=lambda e: (self._printed(e) != name, e)):
            if element.source in first:
                rest.append(element)
            else:
                first[element.source] = element
        return tuple(self._anchor(element) for element in [*first.values(), *rest][:most])

    def _printed(self, element: Element) -> str:
        mention = self.finder.mention(element.source, element.mention)
        return mention.name if mention else ""

    def name(self, thing: Key) -> str:
        """Return the preferred name of an entity."""
        return next(e.name for e in self.identities.entities if (e.kind, e.key) == thing)

    def _anchor(self, element: Element) -> Anchor:
        places = self.finder.places(element.source)
        if places is None:
            return Anchor(key=self.play.base[element][1])
        return places.anchor(places.by_id[element.mention], element.slot == UNIT)


def apply_decisions(identities: Identities, decisions: Iterable[Decision], facts_of: FactsOf) -> DecidedIdentities:
    """Return identities as decisions have them, with the state of each decision but rejects.

    Decisions are carried out in their order; where two contradict each other, the later one holds. A link that leads
    elsewhere than resolution would have it is ``decided``, and says by whom, when and why. What no decision speaks of,
    or what later ones restore, is as resolution left it.

    Args:
        identities: what resolution found.
        decisions: all of the file, in its order.
        facts_of: the facts of a source's id, or None; only sources that decisions touch are asked for.
    """
    everything = tuple(decisions)
    gone = undone(everything)
    active = [d for d in everything if d.id not in gone and d.kind not in _NOT_IDENTITY]
    states = {d.id: DecisionState.UNDONE for d in everything if d.id in gone}
    finder = Finder(facts_of)
    play = Replay(identities, finder)
    joins = [decision for decision in active if decision.kind in _JOINS]
    for decision in joins:
        play.apply(decision)
    play.settle(joins)
    names, keys = _tags(play, active, states)
    decided, blocks = _rebuilt(identities, play, finder, names, keys)
    return DecidedIdentities(decided if active else identities, states, play, finder, blocks)


def _tags(
    play: Replay, active: Sequence[Decision], states: dict[str, DecisionState]
) -> tuple[dict[int, Decision], dict[int, Decision]]:
    """Return the renames and pins by the block that they hold for, and note the state of every decision."""
    names: dict[int, Decision] = {}
    keys: dict[int, Decision] = {}
    pinned: dict[tuple[EntityKind | None, str], int] = {}
    for decision in active:
        if decision.kind in _JOINS:
            states[decision.id] = play.state(decision)
            continue
        assert decision.of is not None
        found = play.find(decision.of, decision.one)
        states[decision.id] = DecisionState.HOLDS if found else DecisionState.DORMANT
        if not found:
            continue
        place, tags = id(play.at[found[0]]), names if decision.kind is DecisionKind.RENAME else keys
        if decision.kind is DecisionKind.PIN:
            before = pinned.setdefault((decision.of, decision.name), place)
            if before != place:
                states[keys.pop(before).id] = DecisionState.OVERRULED
                pinned[decision.of, decision.name] = place
            if place in keys:
                pinned.pop((decision.of, keys[place].name), None)
                pinned[decision.of, decision.name] = place
        if place in tags:
            states[tags[place].id] = DecisionState.OVERRULED
        tags[place] = decision
    return names, keys


def _rebuilt(
    identities: Identities,
    play: Replay,
    finder: Finder,
    names: Mapping[int, Decision],
    pins: Mapping[int, Decision],
) -> tuple[Identities, dict[Key, Block]]:
    decided = Decided(play, finder, {(e.kind, e.key): e for e in identities.entities})
    blocks = {id(block): block for block in play.at.values()}
    made = {place: _named(decided.entity(block), names.get(place)) for place, block in blocks.items()}
    before = {place: entity.key for place, entity in made.items()}
    after = _keys(blocks, made, pins)
    homes = {key: after[place] for place, block in blocks.items() for key in block.homes}
    done = {}
    for place, entity in made.items():
        parent = homes.get((entity.kind, entity.parent), entity.parent)
        same = (entity.key, entity.parent) == (after[place], parent)
        done[entity.kind, after[place]] = entity if same else replace(entity, key=after[place], parent=parent)
    whole = _without_circles(done)
    links = tuple(_link(link, play, before, after) for link in identities.links)
    return (
        Identities(tuple(whole[key] for key in sorted(whole)), links),
        {(block.kind, after[place]): block for place, block in blocks.items()},
    )


def _named(entity: Entity, rename: Decision | None) -> Entity:
    if rename is None or rename.name == entity.name:
        return entity
    names = tuple(sorted({*entity.names, entity.name} - {rename.name}))
    return replace(entity, name=rename.name, names=names)


def _keys(blocks: Mapping[int, Block], made: Mapping[int, Entity], pins: Mapping[int, Decision]) -> dict[int, str]:
    """Return the key of each block: the pinned one, else its own, else one made for what a pin has displaced."""
    pinned = {(blocks[place].kind, pin.name): place for place, pin in pins.items()}
    keys = {}
    for place, entity in made.items():
        if place in pins:
            keys[place] = pins[place].name
        elif pinned.get((entity.kind, entity.key), place) != place:
            keys[place] = key_for(entity.name, entity.kind.value, "displaced", entity.key)
        else:
            keys[place] = entity.key
    return keys


def _link(link: Link, play: Replay, before: Mapping[int, str], after: Mapping[int, str]) -> Link:
    """Return a link as decided: where it leads now, and by which decision if resolution would have it elsewhere."""
    element, unit = Element(link.source, link.mention), Element(link.source, link.mention, UNIT)
    place = id(play.at[element])
    unit_place = id(play.at[unit]) if link.unit else place
    entity, part = after[place], after[unit_place] if link.unit else ""
    elsewhere = [
        e for e, key, at in ((element, link.entity, place), (unit, link.unit, unit_place)) if key and before[at] != key
    ]
    if part == entity:
        part = ""
    if not elsewhere:
        return link if (entity, part) == (link.entity, link.unit) else replace(link, entity=entity, unit=part)
    decision = play.moved[elsewhere[0]]
    return replace(
        link,
        entity=entity,
        unit=part,
        status=LinkStatus.DECIDED,
        rule=decision.kind.value,
        score=1.0,
        reasons=(decision.in_words,),
    )


def _without_circles(entities: Mapping[Key, Entity]) -> dict[Key, Entity]:
    """Return entities none of which stands above itself: the last step of a circle, in order of keys, is left out."""
    done = dict(entities)
    for key in sorted(done):
        seen, at = {key}, key
        while done[at].parent and (up := (key[0], done[at].parent)) in done:
            if up in seen:
                done[at] = replace(done[at], parent="")
                break
            seen.add(up)
            at = up
    return done
