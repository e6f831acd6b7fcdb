"""A subject that the user names: it wins, and the document's own form of the name stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph_builder.extract import extract
from graph_builder.model import Identifier, LinkStatus, Mention, Relation, SourceNote
from graph_builder.read import read_bytes
from graph_builder.resolve import resolve

PAPERS = """# Publications

- **A. K. Lovelace**, C. Babbage. Notes on the analytical engine. Journal of Machine Learning Research, 2019.
- **A. K. Lovelace**, C. Babbage. Engines that weave flowers and leaves. NeurIPS 2018.
"""


def subject(text: str, name: str, address: str = "", source: str = "x/a.md") -> Mention:
    document = read_bytes(text.encode(), "a.md", source)
    facts = extract(replace(document, note=SourceNote(name, address)))
    (profile,) = (c for c in facts.claims if c.relation is Relation.PROFILE)
    assert profile.extractor == "subject/stated"
    assert profile.evidence.quote == profile.evidence.span.of(document.text)
    return next(m for m in facts.mentions if m.id == profile.roles["person"])


CASES = [
    ("# Ada K. Lovelace\n\nI like engines.\n", "Ada Lovelace", ("Ada K. Lovelace",)),
    (PAPERS, "Ada Lovelace", ("A. K. Lovelace",)),
    ("# Ralph King\n\nI like engines.\n", "Ada Lovelace", ()),
    ("# Ada Lovelace\n\nI like engines.\n", "Ada Lovelace", ()),
    ("# News\n\n- 2020: the engine runs\n", "Ada Lovelace", ()),
    ("# Yan Li (李研)\n\nI like engines.\n", "Yan Li", ("李研",)),
]


@pytest.mark.parametrize(("text", "name", "aliases"), CASES)
def test_the_stated_name_wins_and_the_printed_one_stays(text: str, name: str, aliases: tuple[str, ...]) -> None:
    found = subject(text, name)
    assert found.name == name
    assert found.aliases == aliases


@pytest.mark.parametrize(
    ("address", "scheme"),
    [
        ("https://ada.example/", "homepage"),
        ("https://uni.example/~ada/index.html", "homepage"),
        ("https://ada.example/cv.pdf", "url"),
    ],
)
def test_the_address_identifies_the_subject(address: str, scheme: str) -> None:
    assert Identifier(scheme, address) in subject("# News\n\nI like engines.\n", "Ada Lovelace", address).identifiers


def test_pages_of_one_stated_subject_are_one_person() -> None:
    pages = {"x/a.md": "# Hello\n\nI like engines.\n", "x/b.md": PAPERS}
    facts = [
        extract(replace(read_bytes(text.encode(), "a.md", source), note=SourceNote("Ada Lovelace")))
        for source, text in pages.items()
    ]
    people = {c.roles["person"] for f in facts for c in f.claims if c.relation is Relation.PROFILE}
    links = [link for link in resolve(facts).links if link.mention in people]
    assert len(links) == 2
    assert len({link.entity for link in links}) == 1
    assert {(link.status, link.rule) for link in links} == {(LinkStatus.STATED, "named by the user")}
