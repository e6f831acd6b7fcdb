# ruff: noqa: E501
"""Cards of papers with a sentence on each, badges for the venue and its rank, and notes beside the authors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_bytes

_PAPERS = [
    ("LoomNet: Many References for One Yarn", "<b>Ada Lovelace</b>, Chi Hopper, and Hao Babbage", "Information Fusion 2026",
     "A framework that weaves arbitrary numbers of broken threads and comes with a new real-world benchmark."),
    ("A Voting-Based Two-Point Solution to the Loom Problem", "Chi Hopper, <b>Ada Lovelace</b>, and Li Babbage", "TIP 2025",
     "A voting solver that remains accurate in settings with many knots while running up to 100× faster than others."),
    ("Knots by Generation and Verification", "Kai Turing, <b>Ada Lovelace</b>, and Jun Quist", "ECCV 2026",
     "An estimator of knots that generates coupled guesses, combs partial threads, and verifies how they fit."),
]  # fmt: skip
_LINKS = '<div class="links"><a href="p">Paper</a><a href="c">Code</a></div>'

Card = Callable[[str, str, str, str], str]
_CARDS: dict[str, Card] = {
    "the venue in front of the summary": lambda t, a, v, s: f"<h4>{t}</h4><p>{a}</p><p><i>{v}</i></p><p>{s}</p>",
    "a badge beside the title": lambda t, a, v, s: f'<h4>{t} <span class="badge">{v}</span></h4><p>{a}</p><p>{s}</p>',
}


@pytest.mark.parametrize("name", _CARDS)
@pytest.mark.parametrize("tag", ["li", "div"])
def test_cards(name: str, tag: str) -> None:
    cards = "".join(f"<{tag}>{_CARDS[name](*paper)}</{tag}>" for paper in _PAPERS)
    page = f"<h1>Ada Lovelace</h1><h2>Publications</h2>{f'<ol>{cards}</ol>' if tag == 'li' else cards}"
    facts = extract(read_bytes(page.encode(), "page.html", "page.html"))
    names = {m.id: m.name for m in facts.mentions}
    papers = [c for c in facts.claims if c.relation is Relation.PUBLICATION]
    assert {names[c.roles["work"]] for c in papers} == {title for title, *_ in _PAPERS}
    assert {f"{names[c.roles['venue']]} {c.values['year']}" for c in papers} == {venue for _, _, venue, _ in _PAPERS}
    assert sum(c.relation is Relation.AUTHORSHIP for c in facts.claims) == 9
