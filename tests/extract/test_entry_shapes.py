"""Lists of posts whose organisations and titles nobody lists: the lines around them tell what is what."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.told import facts_told

_POSTS = [
    ("Lund Weaving Institute", "Research Assistant", "2018 - 2020"),
    ("Threadbare Quiz Games", "Marketing and Data Contractor", "2015 - 2016"),
    ("Friends of Sheep Bog", "Knot Bander", "2014 - 2015"),
    ("Oregon Academy of Looms", "Data Manager", "2012 - 2013"),
    ("Hawk Hill Observatory", "Loom Naturalist", "2011 - 2012"),
    ("Yarn River Alliance", "Field Sexton", "2008 - 2010"),
]
_LAYOUTS: dict[str, Callable[[str, str, str], str]] = {
    "a bold name, the title and its dates": lambda o, r, d: (
        f"<b>{o}</b>, {r} ({d})<br>Gathered and carded wool.<br><br>"
    ),
    "the title first": lambda o, r, d: f"<p>{r}, {o}, {d}</p>",
    "the dates first": lambda o, r, d: f"<p>{d}: {r}, {o}</p>",
    "three lines": lambda o, r, d: f"<p><b>{r}</b><br>{o}<br>{d}</p>",
    "the title below": lambda o, r, d: f"<p><b>{o}</b>, {d}<br>{r}</p>",
    "at": lambda o, r, d: f"<p>{r} at {o} ({d})</p>",
    "a project, and below it who runs it": lambda o, r, d: f"<b>Wool Survey</b>, {r} ({d})<br>{o}<br><br>",
    "bars": lambda o, r, d: f"<p>{o} | {r} | {d}</p>",
}


@pytest.mark.parametrize("layout", _LAYOUTS)
def test_posts(layout: str) -> None:
    listed = "".join(_LAYOUTS[layout](*post) for post in _POSTS)
    told = facts_told(f"<h1>Ada Lovelace</h1><h2>Work Experience</h2>{listed}", "page.html")
    wanted = {f"employment | {o} | {r} | {d.replace(' - ', ' | ')}" for o, r, d in _POSTS}
    assert told == wanted


def test_an_organisation_stays_where_lines_name_posts_and_places_in_turn() -> None:
    posts = [
        ("Visiting fellow", "House of Wool, Lund"),
        ("Research assistant", "Yarn Works"),
        ("Lecturer", "Lund University"),
    ]
    listed = "".join(f"<p>{role}, {2010 + at}</p><p>{place}</p>" for at, (role, place) in enumerate(posts))
    told = facts_told(f"<h1>Ada Lovelace</h1><h2>Work Experience</h2>{listed}", "page.html", ("role",))
    assert not any(fact.endswith(("House of Wool", "Yarn Works")) and " | " not in fact[12:] for fact in told)
    assert "employment | Lund University | Lecturer" in told
