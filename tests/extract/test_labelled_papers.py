"""Papers by trained labels: where the rules read nothing of a list, titles are seen in its lines all the same."""

from __future__ import annotations

import pytest

from graph_builder.extract.draft import Draft
from graph_builder.extract.labels.papers import labelled_papers
from graph_builder.extract.page import Page, lines_of
from graph_builder.extract.paper_rows import MarkIndex
from graph_builder.extract.pipeline import pipeline
from graph_builder.extract.works import Works
from graph_builder.model import Document
from graph_builder.read import read_bytes

TITLES = [
    "Deep networks for the detection of dropped stitches in wool",
    "A survey of learning from noisy looms",
    "Towards robust recognition of woven patterns",
    "Semi-supervised tracking of shuttles with temporal features",
]


def page_of(text: str) -> tuple[Page, Draft]:
    """Return a page with its sections and names, of which no paper was read."""
    document: Document = read_bytes(text.encode(), "ada.md", "ada.md")
    nlp = pipeline()
    doc = nlp.make_doc(document.text)
    page, draft = Page(document, lines_of(document)), Draft(document)
    doc._.page, doc._.draft = page, draft
    with nlp.select_pipes(enable=["gb_names", "gb_sections", "gb_profile"]):
        nlp(doc)
    return page, draft


def listed(lines: list[str], heading: str = "Publications") -> tuple[Page, Draft]:
    return page_of(f"# Ada K. Weaver\n\n## {heading}\n\n" + "\n".join(f"- {line}" for line in lines) + "\n")


@pytest.mark.parametrize(
    "layout",
    [
        '**Accepted paper:** (CVPR-{year}) *"{title}"*',
        '"{title}" ({year}), A. Weaver and Z. Quist',
        "A. Weaver, Z. Quist. {title}. In LOOM, {year}.",
    ],
)
def test_titles_are_seen_in_any_layout(layout: str) -> None:
    page, draft = listed([layout.format(title=title, year=2015 + at) for at, title in enumerate(TITLES)])
    found = list(labelled_papers(page, draft, MarkIndex(page.document)))
    titles = [reference.title.of(reference.text) for _, reference in found if reference.title is not None]
    assert len(found) == len(titles) >= 3, titles
    assert set(titles) <= set(TITLES)
    assert [reference.text for _, reference in found] == [span.of(page.document.text) for span, _ in found]


def test_what_was_read_is_left_alone() -> None:
    page, draft = listed([f"A. Weaver. {title}. In LOOM, 2020." for title in TITLES])
    marks = MarkIndex(page.document)
    works = Works(draft, "person")
    for span, reference in labelled_papers(page, draft, marks):
        works.add(reference, span)
    assert len(works) >= 3
    assert list(labelled_papers(page, draft, marks)) == []


def test_one_line_is_no_list_and_another_section_none_of_papers() -> None:
    lines = [f"A. Weaver. {title}. In LOOM, 2020." for title in TITLES]
    for page, draft in (listed(lines[:1]), listed(lines, "Teaching")):
        assert list(labelled_papers(page, draft, MarkIndex(page.document))) == []
