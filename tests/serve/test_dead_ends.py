"""Ways through the explorer that once led nowhere, or to a wrong answer."""

from __future__ import annotations

import re
from typing import Any

import pytest
import requests

from tests.serve.browser import PAGE_IS_MISSING, Window, graph_of

pytestmark = [pytest.mark.browser, pytest.mark.skipif(PAGE_IS_MISSING, reason="the page is not built")]


def test_a_named_answer_is_saved_as_it_is_shown(address: str) -> None:
    question = {"name": "organizations_ranked", "format": "csv"}
    saved = requests.get(f"{address}/api/ask", question, timeout=60)
    shown = requests.get(f"{address}/api/ask", {"name": "organizations_ranked"}, timeout=60).json()
    assert saved.headers["content-type"].startswith("text/csv")
    assert len(saved.text.strip().splitlines()) == 1 + len(shown["rows"])
    assert requests.get(f"{address}/api/ask", {**question, "format": "exe"}, timeout=60).status_code == 400


def test_the_text_of_a_named_question_has_its_parameters(address: str) -> None:
    queries = requests.get(f"{address}/api/queries", timeout=60).json()["queries"]
    asked = next(q for q in queries if [p["kind"] for p in q["parameters"] if p["required"]] == ["person"])
    name = next(p["name"] for p in asked["parameters"] if p["required"])
    given = {"name": asked["name"], f"param.{name}": "Tobiasz Wrenfield"}
    found = requests.get(f"{address}/api/ask", given, timeout=60).json()
    assert f"VALUES ?{name} {{ <" in found["text"]
    rows = requests.get(f"{address}/sparql", {"query": found["text"]}, timeout=60).json()["results"]["bindings"]
    assert len(rows) == len(found["rows"])


def test_one_can_skip_to_the_content_and_escape_leads_back(window: Window) -> None:
    page = window.show("Tobiasz Wrenfield")
    page.keyboard.press("Tab")
    page.get_by_role("link", name="Skip to the content").press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    button = page.get_by_role("button", name=re.compile("Evidence for")).first
    button.click()
    page.get_by_label("Evidence", exact=True).wait_for()
    page.keyboard.press("Escape")
    page.get_by_label("Evidence", exact=True).wait_for(state="detached")
    assert "Evidence for" in page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_a_name_with_a_typo_is_found(window: Window) -> None:
    page = window.open("/")
    page.get_by_role("combobox").first.fill("wrenfeild")
    page.get_by_role("option", name=re.compile("Tobiasz Wrenfield")).wait_for()
    assert "near" in page.locator(".hits [role=status]").inner_text()


def test_a_graph_widens_to_the_end_and_its_address_brings_it_back(window: Window) -> None:
    page = graph_of(window, "Prudence Quill")
    papers = page.locator(".ways").get_by_role("button", name=re.compile("papers as author"))
    assert "of 60" in papers.inner_text()
    papers.click()
    page.locator(".ways button[disabled]").get_by_text("60").wait_for()
    page.get_by_label("Lens").select_option(label="Co-authorship")
    page.get_by_text("4 of 64 things, 3 lines").wait_for()  # the co-authors came in, and each has a line
    page.wait_for_function("() => location.search.includes('lens=co-authors')")
    page.reload()
    page.get_by_text("4 of 64 things, 3 lines").wait_for()
    page.get_by_label("Lens").select_option(label="Everything")
    page.get_by_role("checkbox", name=re.compile("Years")).check()
    page.get_by_label("Last year").fill("2001")
    page.get_by_text("7 of 64 things, 6 lines").wait_for()  # six papers are left, and nobody without a line
    page.wait_for_function("() => location.search.includes('years=2000-2001')")


def test_long_sections_go_on_and_counts_say_what_they_count(window: Window) -> None:
    page = window.show("Prudence Quill")
    papers = page.locator("section", has=page.get_by_role("heading", name=re.compile("^Papers")))
    papers.get_by_role("button", name="Show 48 more of 60").click()
    papers.get_by_role("link", name="Paper number 59").wait_for()
    assert papers.locator("li").count() == 60
    iri = requests.get(f"{window.address}/api/search", {"q": "Prudence Quill"}, timeout=60).json()["hits"][0]["iri"]
    asked = {"iri": iri, "section": "Papers", "start": 58}
    (section,) = requests.get(f"{window.address}/api/thing", asked, timeout=60).json()["sections"]
    assert (section["count"], len(section["entries"]), sum(n for _, n in section["years"])) == (60, 2, 60)


def test_an_open_page_says_that_the_graph_was_built_again(window: Window) -> None:
    page = window.open("/")
    looks = "() => document.dispatchEvent(new Event('visibilitychange'))"
    iri = requests.get(f"{window.address}/api/search", {"q": "Prudence Quill"}, timeout=60).json()["hits"][0]["iri"]
    rename = {"what": "rename", "one": iri, "name": "P. Quill", "author": "Mo"}
    assert requests.post(f"{window.address}/api/decide", json=rename, timeout=120).status_code == 200
    page.evaluate(looks)
    with page.expect_navigation():
        page.get_by_role("button", name="Show it as it is now").click()
    page.locator("main h1").wait_for()
    with page.expect_response("**/health"):
        page.evaluate(looks)
    assert page.get_by_role("button", name="Show it as it is now").count() == 0
    requests.post(f"{window.address}/api/decide", json={"what": "undo", "author": "Mo"}, timeout=120)


def test_scripts_of_named_sites_may_ask_and_those_of_others_not(chromium: Any, endpoint: str, friend: str) -> None:
    ask = "address => fetch(address).then(answer => answer.status, error => error.name)"
    page = chromium.new_context().new_page()
    found = []
    for site in (friend, friend.replace("127.0.0.1", "localhost")):
        page.goto(site)
        found.append(page.evaluate(ask, f"{endpoint}?query=ASK%7B%7D"))
    page.context.close()
    assert found == [200, "TypeError"]


def test_completion_knows_classes_from_properties_and_adds_the_prefix(window: Window) -> None:
    with window.page.expect_response("**/api/vocabulary"):
        page = window.open("/sparql-editor")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.type("SELECT * { ?stay a gb:Em")
    offered = page.locator(".cm-tooltip-autocomplete li")
    offered.get_by_text("gb:Employment").wait_for()
    assert not any(text.startswith("gb:e") for text in offered.all_inner_texts())
    offered.get_by_text("gb:Employment").click()  # Enter is no answer before the list has stood for 75 ms
    page.get_by_text("PREFIX gb: <https://w3id.org/graph-builder/ontology#>").wait_for()
    page.keyboard.type(" ; gb:")
    offered.get_by_text("gb:organization", exact=True).wait_for()
    assert "gb:Employment" not in offered.all_inner_texts()


def test_who_comes_back_stands_where_they_were(window: Window) -> None:
    page = window.show("Prudence Quill")
    page.get_by_role("button", name="Show 48 more of 60").click()
    page.get_by_role("link", name="Paper number 40", exact=True).click()
    page.get_by_role("heading", level=1, name="Paper number 40").wait_for()
    assert page.evaluate("() => scrollY") == 0
    page.go_back()
    page.wait_for_function("() => scrollY > 500")
    assert page.get_by_role("link", name="Paper number 40", exact=True).bounding_box()["y"] < 800


def test_without_webgl_the_graph_is_a_picture(window: Window) -> None:
    window.page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    page = graph_of(window, "Prudence Quill")
    page.get_by_text("This browser has no WebGL").wait_for()
    page.wait_for_function("() => document.querySelector('.flat img')?.naturalWidth > 500")
    page.locator(".ties").get_by_role("button", name=re.compile("^Paper number")).first.click()  # one goes on by lists
    page.locator(".selected h2").get_by_text("Paper number").wait_for()
    page = window.open("/overview")
    page.get_by_text("no WebGL, which the overview needs").wait_for()
