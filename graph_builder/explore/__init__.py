"""Look at a graph: pictures of it, profiles of people and things, and the sentence behind each fact."""

from graph_builder.explore.cards import Card, Section, card
from graph_builder.explore.draw import Drawn, draw
from graph_builder.explore.evidence import LinkedMention, Reason, why
from graph_builder.explore.fact import Fact, Thing
from graph_builder.explore.find import find_facts, find_thing
from graph_builder.explore.picture import Selection
from graph_builder.explore.profile import Entry, Profile, profile
from graph_builder.explore.terminal import print_card, print_reasons

__all__ = [
    "Card",
    "Drawn",
    "Entry",
    "Fact",
    "LinkedMention",
    "Profile",
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
    "profile",
    "why",
]
