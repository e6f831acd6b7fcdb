"""Degrees and posts as cards: dates ahead of headings, several headings of one size, in lists and divisions."""

from __future__ import annotations

import pytest
from page_facts import facts_of_page

_DEGREES = (
    ("2016.01 - 2021.03", "Madrid, Spain", "PhD", "Rice University", "Loom Engineering"),
    ("2013 - 2015", "Ghent", "M.Sc", "Durham University", "Applied Weaving"),
    ("2009.09 - 2012.11", "Leeds, UK", "B.Eng", "University of Leeds", "Textile Design"),
)
_POSTS = (
    ("2023 - Present", "Turin", "Research Scientist", "Loom Works S.p.A.", "Weaving in the large."),
    ("2021 - 2023", "Leeds, UK", "Postdoctoral Researcher", "University of Leeds", "Looms, with many a colleague."),
    ("Jun 2015 - Aug 2015", "Paris", "Research Intern", "Initech", ""),
)
_FACTS = {
    "education | Rice University | doctorate | Loom Engineering | 2016-01 | 2021-03",
    "education | Durham University | master | Applied Weaving | 2013 | 2015",
    "education | University of Leeds | bachelor | Textile Design | 2009-09 | 2012-11",
    "employment | Loom Works S.p.A. | Research Scientist | 2023 | present",
    "employment | University of Leeds | Postdoctoral Researcher | 2021 | 2023",
    "employment | Initech | Research Intern | 2015-06 | 2015-08",
}
_CARDS = {
    "headings of two sizes in items": "<li><h3>{title}</h3><h4>{employer}</h4><span>{date}</span><p>{what}</p></li>",
    "dates beside titles": (
        "<div><h4>{title}<span class='date'>{date}</span></h4><h5>{employer}, {place}</h5><p>{what}</p></div>"
    ),
    "employers above titles": "<div><h3>{employer}</h3><h4>{title}</h4><p>{date}</p><p>{what}</p></div>",
}


@pytest.mark.parametrize("name", _CARDS)
def test_cards(name: str) -> None:
    card = _CARDS[name]
    opening, closing = ("<ul>", "</ul>") if card.startswith("<li>") else ("", "")
    keys = ("date", "place", "title", "employer", "what")
    degrees, posts = ("".join(card.format(**dict(zip(keys, x, strict=True))) for x in xs) for xs in (_DEGREES, _POSTS))
    page = (
        f"<html><head><title>Ada Lovelace</title></head><body><h1>Ada Lovelace</h1><h2>Education</h2>{opening}{degrees}"
        f"{closing}<h2>Experience</h2>{opening}{posts}{closing}</body></html>"
    )
    assert facts_of_page(page, "a.html", ("degree", "field", "role", "start", "end")) == _FACTS


def test_headings_in_items_below_their_size() -> None:
    item = "<li><h3><span class='label'>{}</span>{}</h3><div><p>{}<br>Houston, TX, USA</p></div></li>"
    items = (
        ("Summer 2021", "Weaving Intern", "Initech"),
        ("2019-Present", "Research and Teaching Assistant", "Rice University"),
    )
    page = (
        "<html><body><h1>Ada Lovelace</h1><h2>Biography</h2><p>I like looms.</p><h4>Employment Experience</h4><ul>"
        f"{''.join(item.format(*i) for i in items)}</ul><h2>Contact</h2><p>ada@example.org</p></body></html>"
    )
    assert facts_of_page(page, "a.html") == {
        "employment | Initech | Weaving Intern | 2021 | 2021",
        "employment | Rice University | Research and Teaching Assistant | 2019 | present",
    }
