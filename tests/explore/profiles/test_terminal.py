"""Lines for people: nothing cut where a program reads them, nothing that steers a terminal."""

from __future__ import annotations

import io

import explore_world
import pyoxigraph as ox
import pytest
from rich.console import Console

from graph_builder.explore import card, find_thing, print_card, print_reasons, why
from graph_builder.explore.profiles.terminal import clean


def printed(store: ox.Store, name: str, terminal: bool, **options: bool) -> str:
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=60, color_system="standard" if terminal else None)
    print_card(console, card(store, find_thing(store, name)), **options)
    return out.getvalue()


def test_plain_text(store: ox.Store) -> None:
    text = printed(store, "Mira Okafor", terminal=False)
    assert "\x1b" not in text
    assert "  2019-07–present  Harbour Labs · Research scientist (Vision Team)\n" in text
    assert "Papers  2\n  2022  Fast Graphs for Slow People\n  2021  Slow Graphs for Fast People · ICXX\n" in text
    assert f"  {explore_world.HOSTILE} · 1 paper\n" in text, "long lines stay whole, and markup stays text"


def test_colour_on_a_terminal(store: ox.Store) -> None:
    assert "\x1b[1m" in printed(store, "Mira Okafor", terminal=True)


def test_facts_are_named_for_why(store: ox.Store) -> None:
    fact = why(store, "Mira Okafor", "Northwind")[0].fact
    assert f"Northwind · Intern  [{fact.id}]" in printed(store, "Mira Okafor", terminal=False, facts=True)


def test_reasons_mark_the_quote(store: ox.Store) -> None:
    out = io.StringIO()
    print_reasons(Console(file=out), why(store, "Mira Okafor", "Northwind", document=explore_world.document))
    text = out.getvalue()
    assert "present. »Intern at Northwind, 2018.« Interests" in text
    assert "cvs/mira.md  characters 155–181 of its text, 157–183 of the file" in text
    assert "confidence 0.60  by employment/rules" in text
    assert "“Northwind” is Northwind  inferred 0.97 by same name: the names agree" in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\x1b]0;owned\x07b", "a\ufffd]0;owned\ufffdb"), ("[red]x[/red]", "[red]x[/red]"), ("a\u202eb", "a\ufffdb")],
)
def test_control_characters_go(text: str, shown: str) -> None:
    assert clean(text) == shown
