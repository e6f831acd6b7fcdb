"""What analysts do, from beginning to end, with the clicks that each takes at most."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
import requests

from tests.serve.browser import PAGE_IS_MISSING, Window, graph_of

pytestmark = [pytest.mark.browser, pytest.mark.skipif(PAGE_IS_MISSING, reason="the page is not built")]


@contextmanager
def clicks(page: Any, most: int) -> Iterator[None]:
    """Hold that what is done takes so many clicks at most."""
    page.evaluate("window.clicks = 0; addEventListener('mousedown', () => window.clicks++, true)")
    yield
    assert page.evaluate("window.clicks") <= most


def iri_of(window: Window, name: str) -> str:
    hits = requests.get(f"{window.address}/api/search", {"q": name}, timeout=60).json()["hits"]
    return str(next(hit["iri"] for hit in hits if hit["name"] == name))


def test_find_the_people_of_an_organization(window: Window) -> None:
    page = window.open("/")
    with clicks(page, 3):
        page.locator(".totals").get_by_role("link").nth(1).click()
        page.get_by_role("complementary").get_by_role("link", name="Alibaba", exact=True).click()
        page.get_by_text("4 people", exact=True).wait_for()
        page.get_by_label("Results").get_by_role("link", name="Daiki Morrowen").click()
        page.get_by_role("heading", level=1, name="Daiki Morrowen").wait_for()
    page.go_back()  # the narrowed list has an address
    page.get_by_text("4 people", exact=True).wait_for()


def test_find_words_in_the_text_of_documents(window: Window) -> None:
    page = window.open("/")
    with clicks(page, 1):
        page.keyboard.press("/")
        page.keyboard.type("rector scholarship")
        page.get_by_role("option", name=re.compile("All results")).wait_for()
        page.keyboard.press("Enter")
        page.locator(".results mark").first.wait_for()  # nobody is so called: documents are shown
        page.locator(".results a").first.click()
        page.locator(".document-text").get_by_text("Rector").first.wait_for()
    assert page.evaluate("[...CSS.highlights.get('found')][0].toString()").startswith("2018 Rector")


def test_compare_two_people(window: Window) -> None:
    page = window.show("Ada Vellum")
    with clicks(page, 2):
        page.get_by_role("link", name="Compare …").click()
        page.get_by_role("combobox", name="Second person, organization or venue").fill("Bruno")
        page.get_by_role("option", name=re.compile("Bruno Vellum")).click()
        page.locator(".comparison .common").get_by_role("link", name="Prudence Quill").wait_for()
    page.reload()
    page.get_by_role("heading", level=1, name="Ada Vellum and Bruno Vellum").wait_for()


def test_play_where_people_of_an_organization_came_from_and_went(window: Window) -> None:
    page = window.open("/")
    with clicks(page, 4):
        page.get_by_role("link", name="Trends").click()
        page.get_by_role("link", name="Moves", exact=True).click()
        page.get_by_text("moves, of those that are drawn").wait_for()
        page.get_by_role("combobox", name="Moves of an organization").fill("edinb")
        page.get_by_role("option", name=re.compile("University of Edinburgh")).first.click()
        page.locator(".sankey").get_by_role("link", name=re.compile("^Imperial College London")).wait_for()
        whole = page.get_by_role("status").filter(has_text="moves").inner_text()
        page.get_by_role("button", name="Play").click()
        page.get_by_text(re.compile(r"moves in \d{4} to \d{4}")).wait_for()
        page.get_by_role("button", name="Stop").wait_for()
        page.get_by_role("button", name="Play").wait_for(timeout=60_000)  # it has come to the last year
    assert "year=2" in page.url
    assert int(whole.split()[0]) > int(page.get_by_role("status").filter(has_text="moves").inner_text().split()[0])


def test_topics_and_headcounts_over_the_years(window: Window) -> None:
    page = window.open("/trends")
    chart = page.locator("svg.chart")
    with clicks(page, 4):
        page.get_by_label("as a share of all papers of the year").check()
        chart.wait_for()
        page.get_by_role("link", name="tide mills").wait_for()
        page.get_by_role("link", name="People").click()
        page.get_by_role("slider", name="Year").wait_for()
        page.get_by_role("combobox", name="Add an organization").fill("aliba")
        page.get_by_role("option", name=re.compile("^Alibaba")).first.click()
        page.get_by_label("Shown").get_by_role("link", name="Alibaba", exact=True).wait_for()
        page.get_by_role("slider", name="Year").fill("2021")
        page.get_by_role("heading", name="People in 2021").wait_for()
    page.reload()  # what is chosen has an address
    page.get_by_role("heading", name="People in 2021").wait_for()
    page.get_by_label("Shown").get_by_role("link", name="Alibaba", exact=True).wait_for()


def test_organizations_of_a_country_on_the_map(window: Window) -> None:
    page = window.open("/trends?show=map")
    with clicks(page, 2):
        page.get_by_role("button", name="Switzerland").click()
        page.get_by_label("Organizations in Switzerland").get_by_role("link", name="EPFL").wait_for()
        page.locator("circle.spot", has_text="organizations in United States").wait_for()
        page.get_by_role("slider", name="Year").fill("2020")
        page.get_by_text("2020", exact=True).wait_for()
        page.locator("circle.spot", has_text="in United States").wait_for()
    assert "country=CH" in page.url


def test_review_with_keys_and_several_at_once(window: Window) -> None:
    page = window.open("/review?kind=organization")
    page.evaluate("() => localStorage.setItem('author', 'Mo')")
    pairs = page.locator(".doubts > li")
    pairs.nth(1).wait_for()
    pairs.nth(0).locator(".comparison").wait_for()
    split = page.get_by_role("button", name=re.compile("Undo: split"), include_hidden=True)
    both = page.get_by_role("button", name=re.compile("Undo: 2 decisions at once"), include_hidden=True)
    with clicks(page, 1):
        page.keyboard.press("j")
        page.keyboard.press("x")
        page.keyboard.press("j")
        page.keyboard.press("x")
        page.get_by_role("button", name="All of these are two").click()
        both.first.wait_for(state="attached", timeout=120_000)
        page.locator(".doubts[aria-busy=false]").wait_for(timeout=120_000)  # the list that follows the decision
        page.keyboard.press("j")
        page.keyboard.press("n")
        split.first.wait_for(state="attached", timeout=120_000)
    page.locator(".decisions > summary").click()
    for undo in (split, both):  # two decisions that were taken at once are undone at once
        before = undo.count()
        undo.first.click()
        undo.nth(before - 1).wait_for(state="detached", timeout=120_000)


def test_merge_and_split_from_the_page_of_a_thing(window: Window) -> None:
    one, other = "EPFL", "ETH Zurich"
    gone = iri_of(window, other)
    page = window.show(one)
    page.evaluate("() => localStorage.setItem('author', 'Mo')")
    with clicks(page, 3):
        page.get_by_role("button", name="Merge …").click()
        page.get_by_role("combobox", name=f"{one} is one with …").fill(other)
        page.get_by_role("option", name=re.compile(other)).first.click()
        page.get_by_role("dialog").locator(".comparison").wait_for()
        page.get_by_role("dialog").get_by_role("button", name="They are one").click()
        page.get_by_role("status").filter(has_text=re.compile("merge .*decided by Mo")).wait_for(timeout=120_000)
    answers = [
        requests.get(f"{window.address}/thing/{iri.split('/data/')[1]}", allow_redirects=False, timeout=60)
        for iri in (gone, iri_of(window, one))
    ]
    moved = [answer for answer in answers if answer.status_code == 302]
    assert len(moved) <= 1
    if moved:  # of two addresses one is left; the other leads to it
        assert "formerly=" in moved[0].headers["Location"]
    page.get_by_role("button", name="Split …").click()
    mentions = page.get_by_label("Split", exact=True)
    mentions.get_by_role("checkbox").first.check()
    mentions.get_by_role("button", name="They are something else").click()
    page.get_by_role("dialog").get_by_role("button", name="Split").click()
    page.get_by_role("status").filter(has_text=re.compile("split .*decided by Mo")).wait_for(timeout=120_000)
    for _ in range(2):
        requests.post(f"{window.address}/api/decide", json={"what": "undo", "author": "Mo"}, timeout=120)


def test_several_paths_that_avoid_somebody(window: Window) -> None:
    iris = {name: iri_of(window, name) for name in ("Ada Vellum", "Bruno Vellum", "Prudence Quill")}
    ends = {"from": iris["Ada Vellum"], "to": iris["Bruno Vellum"], "by": "author"}
    asked = {"params": {**ends, "count": 3}, "timeout": 60}
    (path,) = requests.get(f"{window.address}/api/path", **asked).json()["paths"][:1]
    assert [step["name"] for step in path][2] == "Prudence Quill"
    asked["params"]["without"] = iris["Prudence Quill"]
    assert requests.get(f"{window.address}/api/path", **asked).json()["paths"] == []
    assert requests.get(f"{window.address}/api/path", {**ends, "by": "friend"}, timeout=60).status_code == 400
    page = window.open("/graph")
    page.get_by_text("Shortest paths").click()
    for label, name in (("From", "Ada Vellum"), ("To", "Bruno Vellum"), ("Not through", "Prudence Quill")):
        page.get_by_role("combobox", name=label, exact=True).fill(name)
        page.get_by_role("option", name=re.compile(name)).first.click()
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_text("Nothing leads from one to the other").wait_for()
    page.get_by_role("button", name="Let ways go through Prudence Quill").click()
    page.get_by_role("button", name="Find", exact=True).click()
    page.locator(".path ol").get_by_text("→ Prudence Quill →").wait_for()


def test_a_scene_keeps_looks_and_places(window: Window) -> None:
    page = graph_of(window, "Prudence Quill")
    with clicks(page, 4):
        page.get_by_label("Lens").select_option(label="Co-authorship")
        page.get_by_label("Colour by").select_option("year")
        page.get_by_label("Legend").get_by_text("2000").wait_for()
        page.get_by_label("Colour by").select_option(label="number of papers")
        page.get_by_label("Legend").get_by_text("60", exact=True).wait_for()
        page.get_by_label("Size by").select_option(label="number of papers")
        page.get_by_text("Scenes", exact=True).click()
        page.get_by_label("Name of the scene").fill("the Vellums")
        page.get_by_role("button", name="Keep it").click()
    page.wait_for_function("() => location.search.includes('size=property')")
    page = window.open("/graph")
    page.get_by_text("Scenes (1)").click()
    page.get_by_role("button", name="the Vellums", exact=True).click()
    page.get_by_label("Legend").get_by_text("60", exact=True).wait_for()
    assert page.get_by_label("Size by").input_value().endswith("^https://schema.org/author")
    with page.expect_download() as waiting:
        page.get_by_text("Save", exact=True).click()
        page.get_by_role("button", name="RDF of these things (Turtle)").click()
    assert "Vellum" in Path(waiting.value.path()).read_text("utf-8")


def test_queries_in_tabs_and_by_name_with_answers_that_are_filtered_and_paged(window: Window) -> None:
    page = window.open(f"/sparql-editor?query={quote('SELECT ?s ?p ?o { ?s ?p ?o } LIMIT 250')}")
    page.get_by_text("rows 1 to 100 of 250").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("rows 101 to 200 of 250").wait_for()
    page.get_by_label("Filter rows").fill("nothing at all has this")
    page.get_by_text("0 of 250").wait_for()
    with clicks(page, 6):
        page.get_by_text("Saved queries").click()
        page.get_by_label("Name of the query").fill("everything")
        page.get_by_role("button", name="Save the query").click()
        page.get_by_role("button", name="New query").click()
        page.locator(".cm-content").get_by_text("ORDER BY").wait_for()
        page.get_by_role("button", name="everything", exact=True).click()
        page.locator(".cm-content").get_by_text("LIMIT 250").wait_for()
        page.get_by_role(
            "button", name="SELECT ?s ?p ?o { ?s ?p ", exact=True
        ).first.click()  # its answer is there still
        page.get_by_text("250 rows").wait_for()
    page = window.open("/sparql-editor")
    assert page.locator(".query-tabs > span").count() == 3


CONSTRUCT = """PREFIX schema: <https://schema.org/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
CONSTRUCT { ?p schema:affiliation ?o . ?o rdfs:label ?n } { ?p schema:affiliation ?o . ?o rdfs:label ?n }"""


def test_triples_are_drawn_and_a_chart_is_saved_with_its_title(window: Window) -> None:
    page = window.open(f"/sparql-editor?query={quote(CONSTRUCT)}")
    page.locator("pre.turtle").get_by_text("affiliation").first.wait_for()
    with clicks(page, 4):
        page.get_by_role("button", name="graph", exact=True).click()
        page.locator(".answer-graph text").get_by_text("Microsoft", exact=True).wait_for()
        page.get_by_label("Title of the chart").fill("Who <works> where")
        page.get_by_label("Title of the chart").press("Enter")
        page.get_by_role("heading", name="Who <works> where").wait_for()
        with page.expect_download() as waiting:
            page.get_by_text("Save picture").click()
            page.get_by_role("button", name="SVG drawing").click()
    drawing = Path(waiting.value.path()).read_text("utf-8")
    texts = {text.strip() for text in ElementTree.fromstring(drawing).itertext()}
    assert {"Who <works> where", "Microsoft"} <= texts
    assert "var(" not in drawing
    page.reload()  # the chart has an address
    page.get_by_role("heading", name="Who <works> where").wait_for()
    page.locator(".answer-graph circle").first.wait_for()


def test_names_are_completed_in_the_form_of_a_question(window: Window) -> None:
    page = window.open("/sparql-editor?name=worked_at")
    page.locator(".form").get_by_label("organization").fill("aliba")
    page.locator("#names-organization option[value=Alibaba]").wait_for(state="attached")
