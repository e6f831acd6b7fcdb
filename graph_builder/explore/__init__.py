"""Look at a graph: pictures of it, profiles of people and things, and the sentence behind each fact."""

from graph_builder.explore.pictures.draw import Drawn, draw
from graph_builder.explore.pictures.picture import Selection
from graph_builder.explore.profiles.cards import Card, Section, card
from graph_builder.explore.profiles.entries import Entry
from graph_builder.explore.profiles.evidence import LinkedMention, Reason, why
from graph_builder.explore.profiles.terminal import print_card, print_reasons
from graph_builder.explore.things.fact import Fact, Thing
from graph_builder.explore.things.find import find_facts, find_thing

__all__ = [
    "Card",
    "Drawn",
    "Entry",
    "Fact",
    "LinkedMention",
    "Reason",
    "Section",
    "Selection",
    "Thing",
    "card",
    "draw",
    "find_facts",
    "find_thing",
    "print_card",
    "print_reasons",
    "why",
]
