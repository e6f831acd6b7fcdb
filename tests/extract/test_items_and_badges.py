"""Entries in list items, badges in front of titles, and headings of degrees that sound like those of other sections."""

from __future__ import annotations

import pytest

from graph_builder.extract import extract
from graph_builder.model import Claim
from graph_builder.read import read_bytes

_PAPERS = (
    ("An Adaptive Controller for Jacquard Looms with Warp Beams", "A. Lovelace, Y.-L. Tamm", "TTM", "2024"),
    ("Wear of warp threads under cyclic load: evidence from six mills", "K. Okafor, A. Lovelace", "FP", "2022"),
    ("LoomNet: Learning to Weave from Few Examples", "P. Rossi, A. Lovelace, S. Orwell", "ICTX", "2021"),
    ("Pattern grammars of Baltic belts", "A. Lovelace, T. Saar", "AES", "2019"),
)


def _told(body: str, relation: str) -> list[tuple[list[str], dict[str, str]]]:
    page = (
        f"<html><head><title>Ada Lovelace</title></head><body><h1>Ada Lovelace</h1><p>I weave.</p>{body}</body></html>"
    )
    facts = extract(read_bytes(page.encode(), "page.html", "page.html"))
    names = {m.id: m.name for m in facts.mentions}

    def shown(claim: Claim) -> list[str]:
        told = [names[v] for role, v in claim.roles.items() if role != "person"]
        return told or [claim.values.get("name", "") or claim.values.get("award", "")]

    return [(shown(c), dict(c.values)) for c in facts.claims if c.relation.value == relation]


@pytest.mark.parametrize("field", ["Communications Engineering", "Education", "Philosophy and Teaching", "Journalism"])
@pytest.mark.parametrize(
    "card",
    [
        "<li><time>{years}</time><div><h3>{degree} in {field}</h3><p>{school}</p></div></li>",
        "<div><h3>{degree} in {field}</h3><p>{school}</p><p>{years}</p></div>",
        "<div><h3>{school}</h3><h4>{degree} in {field}</h4><p>{years}</p></div>",
    ],
)
def test_a_degree_in_a_heading_opens_no_other_section(card: str, field: str) -> None:
    degrees = (("PhD", "Ghent University", "2014 – 2018"), ("BSc", "Yazd University", "2010 – 2014"))
    cards = "".join(card.format(degree=d, field=field, school=s, years=y) for d, s, y in degrees)
    found = _told(f"<h2>Education</h2><div>{cards}</div>", "education")
    assert [(names[0], v["start"], v["end"]) for names, v in found] == [
        ("Ghent University", "2014", "2018"),
        ("Yazd University", "2010", "2014"),
    ]


@pytest.mark.parametrize("sentence", ["I judge the Nordic Yarn Hackathon.", "We won the bid to host the Baltic Games."])
def test_who_holds_a_contest_has_not_won_it(sentence: str) -> None:
    assert _told(f"<p>{sentence}</p>", "award") == []


@pytest.mark.parametrize(
    "entry",
    ["Lovelace, Ada. ({year}). {title}. <i>Loom Review</i>.", "Lovelace, Ada. {year}. “{title}.” <i>Yarn</i> 4."],
)
def test_the_sole_author_of_all_papers_is_the_subject(entry: str) -> None:
    body = "".join(f"<p>{entry.format(title=title, year=year)}</p>" for title, _, _, year in _PAPERS)
    page = f"<html><head><title>Papers</title></head><body><h2>Published</h2>{body}</body></html>"
    assert extract(read_bytes(page.encode(), "papers.html", "papers.html")).mentions[0].name == "Ada Lovelace"
