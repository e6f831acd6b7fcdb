"""Decisions replayed: what people decided holds over what resolution found, and everything else stays as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graph_builder.model import (
    Anchor,
    Decision,
    DecisionKind,
    DecisionState,
    Entity,
    EntityKind,
    Identifier,
    Link,
    LinkStatus,
    Mention,
    undone,
)
from graph_builder.resolve.anchors import FactsOf, Finder
from graph_builder.resolve.entities import Ref, best_form, entity, key_for
from graph_builder.resolve.incremental.result import FoundIdentities
from graph_builder.resolve.names import display_name, forms_in
from graph_builder.resolve.replay import UNIT, Block, Element, Key, Replay
from graph_builder.resolve.revisions import OF_FACTS

_NOT_IDENTITY = (*OF_FACTS, DecisionKind.UNDO)
_JOINS = (DecisionKind.MERGE, DecisionKind.CONFIRM, DecisionKind.SPLIT)


@dataclass(frozen=True, slots=True)
class DecidedIdentities:
    """What decisions make of the identities that resolution found, and what came of each decision, by its id.

    *entities* and *links* are those that differ from what was found, None for an entity that is no more. *play* and
    *finder* know the mentions behind them, *blocks* which of these the entities are made of that decisions speak of.
    """

    entities: Mapping[Key, Entity | None]
    links: Mapping[Ref, Link]
    states: Mapping[str, DecisionState]
    replay: Replay
    finder: Finder
    blocks: dict[Key, Block]

    def block(self, entity: Key) -> Block | None:
        """Return the mentions behind an entity, or None if there is no such entity."""
        if entity not in self.blocks and self.entity(entity) is not None:
            members = self.replay.look_up(entity)
            if members:
                block = self.blocks[entity] = self.replay.at[min(members)]
                block.homes = block.homes or [entity]
        return self.blocks.get(entity)

    def entity(self, key: Key) -> Entity | None:
        """Return an entity by kind and key."""
        return self.entities[key] if key in self.entities else self.replay.found.entity(key)

    def counts(self) -> Counter[EntityKind]:
        """Return how many entities there are of each kind."""
        found = self.replay.found
        counts = found.counts()
        for key, now in self.entities.items():
            counts[key[0]] += (now is not None) - (found.entity(key) is not None)
        return counts

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
        mention = self.replay.found.mention(element.source, element.mention)
        return mention.name if mention else ""

    def name(self, thing: Key) -> str:
        """Return the preferred name of an entity."""
        found = self.entity(thing)
        return found.name if found is not None else ""

    def _anchor(self, element: Element) -> Anchor:
        mention = self.replay.found.mention(element.source, element.mention)
        places = self.finder.places(element.source, mention.name) if mention is not None else None
        if places is None:
            return Anchor(key=self.replay.base[element][1])
        return places.anchor(places.by_id[element.mention], element.slot == UNIT)


def apply_decisions(found: FoundIdentities, decisions: Iterable[Decision], facts_of: FactsOf) -> DecidedIdentities:
    """Return identities as decisions have them, with the state of each decision but those on facts.

    Decisions are carried out in their order; where two contradict each other, the later one holds. A link that leads
    elsewhere than resolution would have it is ``decided``, and says by whom, when and why. What no decision speaks of,
    or what later ones restore, is as resolution left it.

    Args:
        found: what resolution found.
        decisions: all of the file, in its order.
        facts_of: the facts of names in a source; only sources that decisions touch are asked for.
    """
    everything = tuple(decisions)
    gone = undone(everything)
    active = [d for d in everything if d.id not in gone and d.kind not in _NOT_IDENTITY]
    states = {d.id: DecisionState.UNDONE for d in everything if d.id in gone}
    finder = Finder(facts_of, (anchor for d in active for anchor in (*d.one, *d.other, *d.into) if anchor.source))
    replay = Replay(found, finder)
    joins = [decision for decision in active if decision.kind in _JOINS]
    for decision in joins:
        replay.apply(decision)
    for decision in active:
        if decision.kind not in _JOINS and decision.of is not None:
            replay.find(decision.of, decision.one)
            replay.look_up((decision.of, decision.name))  # what a pinned key belongs to gets another
    replay.settle(joins)
    names, keys = _tags(replay, active, states)
    entities, links, blocks = _rebuilt(replay, names, keys)
    return DecidedIdentities(entities, links, states, replay, finder, blocks)


def _tags(
    replay: Replay, active: Sequence[Decision], states: dict[str, DecisionState]
) -> tuple[dict[int, Decision], dict[int, Decision]]:
    """Return the renames and pins by the block that they hold for, and note the state of every decision."""
    names: dict[int, Decision] = {}
    keys: dict[int, Decision] = {}
    pinned: dict[tuple[EntityKind | None, str], int] = {}
    for decision in active:
        if decision.kind in _JOINS:
            states[decision.id] = replay.state(decision)
            continue
        assert decision.of is not None
        found = replay.find(decision.of, decision.one)
        states[decision.id] = DecisionState.HOLDS if found else DecisionState.DORMANT
        if not found:
            continue
        place, tags = id(replay.at[found[0]]), names if decision.kind is DecisionKind.RENAME else keys
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
    replay: Replay, names: Mapping[int, Decision], pins: Mapping[int, Decision]
) -> tuple[dict[Key, Entity | None], dict[Ref, Link], dict[Key, Block]]:
    """Return the entities and links that differ from those found, and the blocks behind the entities looked up."""
    decided = _BlockEntities(replay)
    blocks = {id(block): block for block in replay.at.values()}
    entity_of = {place: _named(decided.entity(block), names.get(place)) for place, block in blocks.items()}
    before = {place: own.key for place, own in entity_of.items()}
    after = _keys(blocks, entity_of, pins)
    homes = {key: after[place] for place, block in blocks.items() for key in block.homes}
    renamed = {key for key, now in homes.items() if key[1] != now}
    used = {(block.kind, after[place]) for place, block in blocks.items()}
    below = [own for own in replay.found.below(renamed) if (own.kind, own.key) not in homes] if renamed else []
    done = {(own.kind, own.key): replace(own, parent=homes[own.kind, own.parent]) for own in below}
    for place, own in entity_of.items():
        parent = homes.get((own.kind, own.parent), own.parent)
        former = tuple(key for _, key in sorted({*blocks[place].homes, (own.kind, own.key)} - used))
        same = (own.key, own.parent) == (after[place], parent) and not former
        done[own.kind, after[place]] = own if same else replace(own, key=after[place], parent=parent, former=former)
    _break_circles(done, replay.found)
    entities = {**dict.fromkeys(homes.keys() - done.keys()), **done}
    links = {ref: _link(link, replay, before, after) for ref, link in replay.links.items()}
    return (
        {key: own for key, own in entities.items() if own != replay.found.entity(key)},
        {ref: link for ref, link in links.items() if link != replay.links[ref]},
        {(block.kind, after[place]): block for place, block in blocks.items()},
    )


def _named(entity: Entity, rename: Decision | None) -> Entity:
    if rename is None or rename.name == entity.name:
        return entity
    names = tuple(sorted({*entity.names, entity.name} - {rename.name}))
    return replace(entity, name=rename.name, names=names)


def _keys(blocks: Mapping[int, Block], entity_of: Mapping[int, Entity], pins: Mapping[int, Decision]) -> dict[int, str]:
    """Return the key of each block: the pinned one, else its own, else one made for what a pin has displaced."""
    pinned = {(blocks[place].kind, pin.name): place for place, pin in pins.items()}
    keys = {}
    for place, own in entity_of.items():
        if place in pins:
            keys[place] = pins[place].name
        elif pinned.get((own.kind, own.key), place) != place:
            keys[place] = key_for(own.name, own.kind.value, "displaced", own.key)
        else:
            keys[place] = own.key
    return keys


def _link(link: Link, replay: Replay, before: Mapping[int, str], after: Mapping[int, str]) -> Link:
    """Return a link as decided: where it leads now, and by which decision if resolution would have it elsewhere."""
    entity, part = link.entity, link.unit
    elsewhere = []
    for slot, key in (("", link.entity), (UNIT, link.unit)):
        element = Element(link.source, link.mention, slot)
        if key and (block := replay.at.get(element)) is not None:
            entity, part = (after[id(block)], part) if not slot else (entity, after[id(block)])
            elsewhere += [element] if before[id(block)] != key else []
    if part == entity:
        part = ""
    if not elsewhere:
        return link if (entity, part) == (link.entity, link.unit) else replace(link, entity=entity, unit=part)
    decision = replay.moved[elsewhere[0]]
    return replace(
        link,
        entity=entity,
        unit=part,
        status=LinkStatus.DECIDED,
        rule=decision.kind.value,
        score=1.0,
        reasons=(decision.in_words,),
    )


def _break_circles(done: dict[Key, Entity], found: FoundIdentities) -> None:
    """Have no entity stand above itself: of a circle that changes made, the step to its first changed entity goes."""
    for key in sorted(key for key, own in done.items() if own != found.entity(key)):
        seen, at = {key}, done[key]
        while at.parent:
            up = (at.kind, at.parent)
            if up == key:
                done[at.kind, at.key] = replace(at, parent="")
            above = done.get(up) or found.entity(up)
            if above is None or up in seen:
                break
            seen.add(up)
            at = above


class _BlockEntities:
    """A maker of the entities of blocks, from the entities of resolution and what mentions print."""

    def __init__(self, replay: Replay) -> None:
        self._play = replay
        self._mention = replay.found.mention

    def _entity(self, key: Key) -> Entity:
        found = self._play.found.entity(key)
        assert found is not None
        return found

    def entity(self, block: Block) -> Entity:
        """Return the entity of a block: that of resolution as it is, if the block is still what resolution made."""
        if len(block.homes) == 1 and self._play.original[block.homes[0]] == block.members:
            return self._entity(block.homes[0])
        parts = [self._rest(home, block) for home in block.homes]
        others = [e for e in block.members if self._play.base[e] not in block.homes]
        forms, printed = self._printed(others)
        names = [n for part in parts for n in (part.name, *part.names)] + sorted(forms)
        identifiers = {i for part in parts for i in part.identifiers} | printed
        homepage = next((part.homepage for part in parts if part.homepage), "")
        if parts:
            key, name = parts[0].key, parts[0].name
            above = (part.parent for part in parts if (block.kind, part.parent) not in block.homes)
            parent = next(filter(None, above), "")
            country = next((part.country for part in parts if part.country), "")
            type, year, after = parts[0].type, parts[0].year, parts[0].successors
        else:
            name = self._name(block)
            first = min(block.members)
            key = key_for(name, block.kind.value, "apart", *first)
            base = self._entity(self._play.base[first])
            # A unit stays below what was above it. Where an employer belongs, its name alone says.
            parent, country = (base.parent, base.country) if first.slot == UNIT else ("", "")
            type, year = (base.type, base.year) if first.slot == UNIT else ("", "")
            after = ()
        whole = entity(block.kind, key, name, names, identifiers, parent, country, type, year, after)
        place = next((part.place for part in parts if part.place), "")
        return replace(whole, homepage=whole.homepage or homepage, place=place)

    def _rest(self, home: Key, block: Block) -> Entity:
        """Return an entity of resolution without what only those of its mentions say that are not in the block."""
        whole = self._entity(home)
        gone = self._play.original[home] - block.members
        if not gone:
            return whole
        names_here, ids_here = self._printed(self._play.original[home] & block.members)
        names_gone, ids_gone = self._printed(gone)
        names = {whole.name, *whole.names} - (names_gone - names_here)
        identifiers = set(whole.identifiers) - (ids_gone - ids_here)
        name = whole.name if whole.name in names else self._name(block)
        own = (whole.parent, whole.country, whole.type, whole.year)
        return replace(entity(whole.kind, whole.key, name, names, identifiers, *own), place=whole.place)

    def _printed(self, elements: Iterable[Element]) -> tuple[set[str], set[Identifier]]:
        """Return the names and identifiers that mentions print of the thing that they name."""
        names, identifiers = set[str](), set[Identifier]()
        for element in elements:
            mention = self._mention(element.source, element.mention)
            if mention is None or element.slot == UNIT:
                names.add(self._entity(self._play.base[element]).name)
            else:
                names |= _forms(mention)
                identifiers |= set(mention.identifiers)
        return names, identifiers

    def _name(self, block: Block) -> str:
        """Return the name to prefer among those that mentions print: the fullest, then the most frequent."""
        forms: Counter[str] = Counter()
        for element in sorted(block.members):
            mention = self._mention(element.source, element.mention)
            if mention is None or element.slot == UNIT:
                forms[self._entity(self._play.base[element]).name] += 1
            else:
                forms[display_name(mention.name) if mention.kind is EntityKind.PERSON else _line(mention.name)] += 1
        return best_form(forms, _worth if block.kind is EntityKind.PERSON else lambda _: ())


def _forms(mention: Mention) -> set[str]:
    printed = {mention.name, *mention.aliases}
    if mention.kind is EntityKind.PERSON:
        printed |= {form for text in (*printed,) for form in (*forms_in(text), display_name(text))}
    return {_line(form) for form in printed}


def _line(text: str) -> str:
    return " ".join(text.split())


def _worth(form: str) -> tuple[float, ...]:
    return (sum(len(word.strip(".")) > 1 for word in form.split()),)
