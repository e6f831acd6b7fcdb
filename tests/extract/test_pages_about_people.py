"""Pages about a person in several sections: headings, lists right below them, labels, and lists of honours."""

from __future__ import annotations

from tests.told import facts_told


def test_books_that_one_likes_are_not_ones_own() -> None:
    page = "# Ada Weaver\n\nI weave.\n\n## Favorite Books\n\n* The Society of Wool by Bo Spinner.\n* Yarn by Cy Dyer\n"
    assert not facts_told(page, "page.md")


def test_the_title_of_an_award_beside_its_giver_and_date() -> None:
    page = (
        "---\ntitle: Ada Weaver\nawards:\n"
        "  - title: Third Prize of the 8th Loom (Sampleton) & Yarn Competition, Oslo Division\n"
        "    date: '2024-10-27'\n    awarder: Loom Society\n"
        "  - title: Travel Award for 2017 International Loom School\n    date: '2017-05-17'\n"
        "    awarder: Yarn Institute\n"
        "  - title: National Scholarship 2016\n    date: '2016-12-31'\n    awarder: Ministry of Wool\n---\n"
    )
    assert facts_told(page, "page.md") == {
        "award | Third Prize of the 8th Loom (Sampleton) & Yarn Competition, Oslo Division | 2024",
        "award | Travel Award for 2017 International Loom School | 2017",
        "award | National Scholarship | 2016",
    }
