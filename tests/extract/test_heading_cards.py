# ruff: noqa: E501
"""Degrees and posts as cards: dates ahead of headings, several headings of one size, in lists and divisions."""

from __future__ import annotations

import pytest
from told import facts_told

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
_ITEM = "<table><tr><td>{date}</td></tr><tr><td><p>{place}</p></td></tr></table>"
_CARDS = {
    "headings of one size in items": (
        f"<li>{_ITEM}<div><h6>{{title}}</h6><h6>{{house}}</h6><h6 style='font-style: italic'>{{what}}</h6></div></li>"
    ),
    "headings of two sizes in items": "<li><h3>{title}</h3><h4>{house}</h4><span>{date}</span><p>{what}</p></li>",
    "date in a division before two sizes": (
        "<div><div class='date'>{date}</div><div><h5>{title}</h5><h6>{house}</h6><p>{what}</p></div></div>"
    ),
    "date before two of one size": "<div><p>{date}</p><h4>{title}</h4><h4>{house}</h4><p>{what}</p></div>",
    "date below two of one size": "<div><h4>{title}</h4><h4>{house}</h4><p>{date}</p><p>{what}</p></div>",
    "times before articles' headings": (
        "<article><time>{date}</time><h3>{title}</h3><h4>{house}</h4><p>{what}</p></article>"
    ),
    "dates as headings": "<div><h4>{date}</h4><h4>{title}</h4><p>{house}</p><p>{what}</p></div>",
    "dates beside titles": (
        "<div><h4>{title}<span class='date'>{date}</span></h4><h5>{house}, {place}</h5><p>{what}</p></div>"
    ),
    "houses above titles": "<div><h3>{house}</h3><h4>{title}</h4><p>{date}</p><p>{what}</p></div>",
    "dates and places in a column": (
        "<div class='row'><div><p>{date}</p><p>{place}</p></div><div><h4>{title}</h4><h5>{house}</h5><p>{what}</p></div></div>"
    ),
}


@pytest.mark.parametrize("name", _CARDS)
def test_cards(name: str) -> None:
    card = _CARDS[name]
    opening, closing = ("<ul>", "</ul>") if card.startswith("<li>") else ("", "")
    keys = ("date", "place", "title", "house", "what")
    degrees, posts = ("".join(card.format(**dict(zip(keys, x, strict=True))) for x in xs) for xs in (_DEGREES, _POSTS))
    page = (
        f"<html><head><title>Ada Lovelace</title></head><body><h1>Ada Lovelace</h1><h2>Education</h2>{opening}{degrees}"
        f"{closing}<h2>Experience</h2>{opening}{posts}{closing}</body></html>"
    )
    assert facts_told(page, "a.html", ("degree", "field", "role", "start", "end")) == _FACTS


def test_years_above_prizes() -> None:
    page = (
        "<html><body><h1>Ada Lovelace</h1><h3>Honors and Awards</h3><ul><li><div>2021</div><ul><li>Loom Fellowship</li>"
        "</ul></li><li><div>2019</div><ul><li>Wool Prize of Rice University</li></ul></li></ul></body></html>"
    )
    assert facts_told(page, "a.html") == {
        "award | Loom Fellowship | 2021",
        "award | Wool Prize of Rice University | 2019",
    }


_CARD = "<li><span>{}</span><div><h6>{}</h6><h6>{}</h6><h6 style='font-style: italic'>{}</h6></div></li>"


def _list(title: str, *cards: tuple[str, str, str, str]) -> str:
    return f"<h3>{title}</h3><ul>{''.join(_CARD.format(*card) for card in cards)}</ul>"


def test_posts_prizes_and_papers_of_a_theme() -> None:
    page = (
        "<html><body><h1>Ada Lovelace</h1>"
        + _list("Work", ("2019.01 - Present", "Professor of Looms", "Rice University", "Leads the loom group."))
        + _list("Awards", ("2018.11.29", "Loom Prize", "Wool Society", "Given each year for looms."))
        + _list("Publications", ("2017.05.01", "On Slow Looms and Their Sound", "Journal of Yarn", "How looms sound."))
        + "</body></html>"
    )
    assert facts_told(page, "a.html") == {
        "employment | Rice University | Professor of Looms | 2019-01 | present",
        "award | Loom Prize | 2018",
        "publication | On Slow Looms and Their Sound | Journal of Yarn | 2017",
    }


@pytest.mark.parametrize(
    "paper",
    [
        "<li><h4>{}</h4><h5>{}</h5><p>{}</p></li>",
        "<div><h4>{}</h4><h5>{}</h5><h6>{}</h6></div>",
        "<div><h3>{}</h3><h4>{}</h4><p>{}</p></div>",
    ],
)
def test_authors_in_headings(paper: str) -> None:
    papers = (
        ("On slow looms and their sound", "A. Lovelace, Zoe Quist", "Journal of Yarn, 12(3), 2019"),
        ("Fast yarn in theory and practice", "Wim Aarts, A. Lovelace and Zoe Quist", "Weaving Letters, 2017"),
    )
    page = f"<html><body><h1>Ada Lovelace</h1><h2>Publications</h2>{''.join(paper.format(*p) for p in papers)}</body></html>"
    assert facts_told(page, "a.html") == {
        "publication | On slow looms and their sound | Journal of Yarn | 2019",
        "publication | Fast yarn in theory and practice | Weaving Letters | 2017",
    }


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
    assert facts_told(page, "a.html") == {
        "employment | Initech | Weaving Intern | 2021 | 2021",
        "employment | Rice University | Research and Teaching Assistant | 2019 | present",
    }


def test_links_beside_a_label() -> None:
    page = (
        "<html><body><h1>Ada Lovelace</h1><center><b>Education:</b><br>PhD Looms, Rice University, May 2013<br><br>"
        "<b><a href='p.htm'>Publications:</a></b> [ <a href='x'>arXiv listing</a> ] [ <a href='y'>ADS search</a> ]<ol>"
        "<li><a href='a'><b>Lovelace, A.</b>, Quist, Z.</a> <b>2011</b>, MNRAS, 418, 2121<br>Sounds of slow looms in the rain"
        "<li><a href='b'><b>Lovelace, A.</b>, Quist, Zoe</a> <b>2012</b>, MNRAS, 422, 114<br>\"There are no fast looms in the wild\""
        "</ol></center></body></html>"
    )
    assert facts_told(page, "a.html") == {
        "education | Rice University | doctorate | 2013-05",
        "publication | Sounds of slow looms in the rain | MNRAS | 2011",
        "publication | There are no fast looms in the wild | MNRAS | 2012",
    }


def test_prizes_above_their_givers() -> None:
    page = (
        "<html><body><h1>Ada Lovelace</h1><p><b>Awards and Honors</b></p><p>Loom Fellowship<br>Rice University, 2009</p>"
        "<p>Major Research Grant<br>Wool Foundation, 2008</p><p>Wool Prize of the Town, 2005</p></body></html>"
    )
    assert facts_told(page, "a.html") == {
        "award | Loom Fellowship | 2009",
        "award | Major Research Grant | 2008",
        "award | Wool Prize of the Town | 2005",
    }


def test_areas_as_headings_and_graduate_students() -> None:
    page = (
        "<html><body><h1>Ada Lovelace</h1><p>Math grad student at Rice University</p><h2>My research</h2>"
        "<p>My interests are focused on two main areas:</p><div><h3>Slow looms</h3><p>How they sound, including wool.</p></div>"
        "<div><h3>Yarn and its friction</h3><p>Studies of threads, with applications.</p></div><h2>Awards</h2>"
        "<ul><li>Rice University, School of Looms Weaver of the Year, 2009.</li></ul></body></html>"
    )
    assert facts_told(page, "a.html") == {
        "education | Rice University | present",
        "interest | Slow looms",
        "interest | Yarn and its friction",
        "award | Rice University, School of Looms Weaver of the Year | 2009",
    }


@pytest.mark.parametrize(
    "label",
    ["<div class='sub'>{}</div>", "<p><b>{}</b></p>", "<div>{}</div><span class='note'>a good start</span>"],
)
def test_cards_below_labels(label: str) -> None:
    card = "<div class='card'><h3><span>{}</span></h3><p>{}</p><p>{}</p></div>"
    page = (
        "<html><body><h1>Ada Lovelace</h1><div>"
        + label.format("Education")
        + card.format("Master of Science in Looms", "Rice University, Houston", "Expected May 2026 • GPA: 3.5 / 4.0")
        + card.format("Bachelor of Engineering", "Durham University", "May 2024")
        + label.format("Experience")
        + card.format("Student Teaching Assistant", "Rice University", "Sep 2025 – Present")
        + card.format("Software Engineer Intern", "Initech, Remote (USA)", "Apr 2025 – Aug 2025")
        + label.format("Honors")
        + "<ul><li>Loom Prize (2024)</li></ul></div></body></html>"
    )
    assert facts_told(page, "a.html") == {
        "education | Rice University | master | 2026-05",
        "education | Durham University | bachelor | 2024-05",
        "employment | Rice University | Student Teaching Assistant | 2025-09 | present",
        "employment | Initech | Software Engineer Intern | 2025-04 | 2025-08",
        "award | Loom Prize | 2024",
    }


def test_a_sentence_above_a_list_of_prizes() -> None:
    page = (
        "<html><body><h1>Ada Lovelace</h1><div><p>I weave.</p></div><div><p>I have been awarded:<ul><li>2023, Loom Travel "
        "Award, Rice University</li><li>2017-2021, Academic Excellence Scholarship, Durham University</li></ul></p></div></body></html>"
    )
    assert facts_told(page, "a.html") == {
        "award | Loom Travel Award | 2023",
        "award | Academic Excellence Scholarship | 2017",
    }
