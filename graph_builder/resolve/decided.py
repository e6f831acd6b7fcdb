"""Entities of decided blocks: names, identifiers, parents and keys, put together from those that resolution made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from graph_builder.model import Entity, EntityKind, Identifier, Mention
from graph_builder.resolve.anchors import Finder
from graph_builder.resolve.entities import best_form, entity, key_for
from graph_builder.resolve.names import display_name, forms_in
from graph_builder.resolve.replay import UNIT, Block, Element, Key, Replay


@dataclass(slots=True)
class _Said:
    """What mentions print of the thing that they name."""

    names: set[str] = field(default_factory=set)
    identifiers: set[Identifier] = field(default_factory=set)


class Decided:
    """A maker of the entities of blocks, from the entities of resolution and what mentions print."""

    def __init__(self, play: Replay, finder: Finder, entities: Mapping[Key, Entity]) -> None:
        self._play = play
        self._finder = finder
        self._entities = entities

    def entity(self, block: Block) -> Entity:
        """Return the entity of a block: that of resolution as it is, if the block is still what resolution made."""
        if len(block.homes) == 1 and self._play.original[block.homes[0]] == block.members:
            return self._entities[block.homes[0]]
        parts = [self._rest(home, block) for home in block.homes]
        strangers = [e for e in block.members if self._play.base[e] not in block.homes]
        said = self._said(strangers)
        names = [n for part in parts for n in (part.name, *part.names)] + sorted(said.names)
        identifiers = {i for part in parts for i in part.identifiers} | said.identifiers
        homepage = next((part.homepage for part in parts if part.homepage), "")
        if parts:
            key, name = parts[0].key, parts[0].name
            above = (part.parent for part in parts if (block.kind, part.parent) not in block.homes)
            parent = next(filter(None, above), "")
            country = next((part.country for part in parts if part.country), "")
            type, year = parts[0].type, parts[0].year
        else:
            name = self._name(block)
            first = min(block.members)
            key = key_for(name, block.kind.value, "apart", *first)
            base = self._entities[self._play.base[first]]
            # A unit stays below what was above it. Where an employer belongs, its name alone says.
            parent, country = (base.parent, base.country) if first.slot == UNIT else ("", "")
            type, year = (base.type, base.year) if first.slot == UNIT else ("", "")
        made = entity(block.kind, key, name, names, identifiers, parent, country, type, year)
        if made.homepage or not homepage:
            return made
        return replace(made, homepage=homepage)

    def _rest(self, home: Key, block: Block) -> Entity:
        """Return an entity of resolution without what only those of its mentions say that are not in the block."""
        whole = self._entities[home]
        gone = self._play.original[home] - block.members
        if not gone:
            return whole
        here = self._said(self._play.original[home] & block.members)
        lost = self._said(gone)
        names = {whole.name, *whole.names} - (lost.names - here.names)
        identifiers = set(whole.identifiers) - (lost.identifiers - here.identifiers)
        name = whole.name if whole.name in names else self._name(block)
        return entity(
            whole.kind, whole.key, name, names, identifiers, whole.parent, whole.country, whole.type, whole.year
        )

    def _said(self, elements: Iterable[Element]) -> _Said:
        said = _Said()
        for element in elements:
            mention = self._finder.mention(element.source, element.mention)
            if mention is None or element.slot == UNIT:
                said.names.add(self._entities[self._play.base[element]].name)
                continue
            said.names |= _forms(mention)
            said.identifiers |= set(mention.identifiers)
        return said

    def _name(self, block: Block) -> str:
        """Return the name to prefer among those that mentions print: the fullest, then the most frequent."""
        forms: Counter[str] = Counter()
        for element in sorted(block.members):
            mention = self._finder.mention(element.source, element.mention)
            if mention is None or element.slot == UNIT:
                forms[self._entities[self._play.base[element]].name] += 1
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
