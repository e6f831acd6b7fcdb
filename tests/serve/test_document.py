"""The view of a document: its text as it was read, facts in their places, and decisions that are made there."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from graph_builder.pipeline import build
from tests.serve.browser import AXE, PAGE_IS_MISSING, Window
from tests.serve.conftest import SAMPLES, server

CV = """# Quentin Hostile 😀

## Employment

- Research Scientist, University of Toronto, 2015–2019
- Engineer, &lt;script&gt;window.hacked=1&lt;/script&gt; IBM, 2010–2014

## Education

PhD in Physics, &lt;img src=x onerror="window.hacked=1"&gt; McGill University, 2010

## Notes

He skates with the Polar Club of Oslo now and then, from May 2012.
"""

PDF = SAMPLES / "castellan-biology.pdf"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("tagger_on"),
    pytest.mark.skipif(PAGE_IS_MISSING, reason="the page is not built"),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, tagger_on: None) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("document")
    (folder / "cvs").mkdir()
    (folder / "cvs" / "quentin #1.md").write_text(CV, encoding="utf-8")
    shutil.copy(PDF, folder / "cvs")
    build([folder / "cvs"], folder / "kg", workers=0)
    with server(folder / "kg", "--curate", "--workers", "2", "--documents", str(folder / "cvs")) as running:
        yield running


def source(address: str) -> dict[str, Any]:
    document: dict[str, Any] = requests.get(f"{address}/api/document", {"id": "cvs/quentin #1.md"}, timeout=60).json()
    return document


PAGE = "/document/cvs/quentin%20%231.md"


def test_the_end_of_an_id_leads_to_the_document(window: Window) -> None:
    page = window.open("/document/castellan-biology.pdf?at=0-8")
    page.wait_for_url("**/document/cvs/castellan-biology.pdf?at=0-8")


def test_each_fact_stands_at_its_place(address: str) -> None:
    found = source(address)
    assert found["stored"]
    assert {"employment", "education"} <= {fact["relation"] for fact in found["facts"]}
    for fact in found["facts"]:
        assert found["text"][fact["start"] : fact["end"]] == fact["quote"]


def test_a_source_that_is_not_there_is_said_so(address: str) -> None:
    answer = requests.get(f"{address}/api/document", {"id": "cvs/none.md"}, timeout=60)
    assert answer.status_code == 400
    assert "has no source cvs/none.md" in answer.text


def test_evidence_leads_to_the_document_and_back(window: Window) -> None:
    page = window.show("Quentin Hostile")
    page.get_by_role("button", name=re.compile("Evidence for University of Toronto")).click()
    page.get_by_role("link", name="See it in the document").click()
    chosen = page.locator(".document-text .mark[aria-current]")
    chosen.first.wait_for()
    assert "University of Toronto" in "".join(chosen.all_inner_texts())
    assert page.locator(".fact-card[aria-current]").count() == 1
    page.locator(".fact-card[aria-current]").get_by_role("link", name="University of Toronto", exact=True).click()
    page.get_by_role("heading", level=1, name="University of Toronto").wait_for()
    page.go_back()
    chosen.first.wait_for()


def test_text_keeps_its_layout_and_stays_text(window: Window) -> None:
    page = window.open(PAGE)
    page.get_by_role("heading", level=3, name="Employment").wait_for()
    assert page.locator(".document-text li").count() == 2
    assert "<script>window.hacked=1</script>" in page.locator(".document-text").inner_text()


def test_the_pages_of_a_pdf_have_boxes_that_lead_to_facts(window: Window) -> None:
    page = window.open("/document/cvs/castellan-biology.pdf")
    page.get_by_role("button", name="Pages").click()
    page.wait_for_function("() => document.querySelector('.sheet img')?.naturalWidth > 500")
    page.get_by_role("link", name=re.compile("education.*Cambridge")).first.click()
    page.locator(".fact-card[aria-current]").get_by_text("University of Cambridge").first.wait_for()
    assert page.locator(".sheet .box[aria-current]").count() >= 1
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    if AXE.is_file():
        assert window.violations() == []


def test_filters_by_relation_and_confidence(window: Window) -> None:
    page = window.open(PAGE)
    page.locator(".fact-card").first.wait_for()
    before = page.locator(".fact-card").count()
    page.get_by_role("checkbox", name=re.compile("employment")).uncheck()
    page.wait_for_function(f"document.querySelectorAll('.fact-card').length < {before}")
    marked = " ".join(page.locator(".document-text .mark").all_inner_texts())
    assert "University of Toronto" not in marked
    assert "McGill" in marked
    page.get_by_role("slider").fill("1")
    page.wait_for_function("document.querySelectorAll('.document-text .mark').length < 2")


def test_a_fact_is_accepted_and_rejected_in_its_place_and_decisions_are_undone(window: Window, address: str) -> None:
    page = window.open(PAGE)
    card = page.locator(".fact-card", has_text=re.compile("employment.*University of Toronto", re.DOTALL))
    card.get_by_role("button", name=re.compile("^Accept")).click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Accept this fact").click()
    card.get_by_text("accepted").wait_for(timeout=120_000)
    page.get_by_text("1 decision", exact=True).wait_for()
    card.get_by_role("button", name=re.compile("^Reject")).click()  # the name is known now: no dialog
    page.get_by_text("1 rejected").wait_for(timeout=120_000)
    assert not any("Toronto" in fact["statement"] for fact in source(address)["facts"])
    page.get_by_role("button", name=re.compile("Undo: reject")).click()
    page.get_by_text("1 rejected").wait_for(state="detached", timeout=120_000)
    card.get_by_text("accepted").wait_for()
    page.get_by_role("button", name=re.compile("Undo: accept")).click()
    card.get_by_text("accepted").wait_for(state="detached", timeout=120_000)
    assert any("Toronto" in fact["statement"] for fact in source(address)["facts"])


def test_a_fact_is_corrected_in_its_place(window: Window, address: str) -> None:
    page = window.open(PAGE)
    page.evaluate("() => localStorage.setItem('author', 'Ada')")
    card = page.locator(".fact-card", has_text=re.compile("employment.*University of Toronto", re.DOTALL))
    card.get_by_role("button", name=re.compile("^Correct")).click()
    card.get_by_role("combobox", name="employer").fill("University of Warsaw")
    card.get_by_role("textbox", name="start").fill("2014")
    page.locator(".document-text li").first.select_text()
    card.get_by_role("button", name="Take the selected words as evidence").click()
    card.get_by_text("“Research Scientist").wait_for()
    card.get_by_role("button", name="Save the correction").click()
    page.locator(".fact-card", has_text="✎ corrected").get_by_text("2014").wait_for(timeout=120_000)
    (fact,) = (each for each in source(address)["facts"] if each["extractor"] == "correction")
    assert "University of Warsaw" in fact["statement"]
    assert source(address)["text"][fact["start"] : fact["end"]] == fact["quote"]
    page.get_by_role("button", name=re.compile("Undo: correct")).click()
    page.get_by_text("✎ corrected").wait_for(state="detached", timeout=120_000)
    assert any("University of Toronto" in each["statement"] for each in source(address)["facts"])


SELECT = """words => {
    const walker = document.createTreeWalker(document.querySelector(".document-text"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, at = node.data.indexOf(words);
        if (at >= 0) return getSelection().setBaseAndExtent(node, at, node, at + words.length);
    }
}"""


def test_a_fact_is_added_by_its_words_and_taken_back(window: Window, address: str) -> None:
    before = source(address)["facts"]
    page = window.open(PAGE)
    page.evaluate("() => localStorage.setItem('author', 'Ada')")
    page.locator(".fact-card").first.wait_for()
    page.evaluate(SELECT, "Polar Club of Oslo")
    page.get_by_role("button", name="Add these words").click()
    form = page.get_by_role("region", name="Add a fact")
    form.get_by_label("“Polar Club of Oslo” is").select_option(label="employer")
    assert "Quentin Hostile" in form.get_by_role("combobox", name="person").input_value()
    page.evaluate(SELECT, "May 2012")
    form.get_by_role("button", name="Take the selected words as start").click()
    form.get_by_label("end", exact=True).fill("whenever")
    form.get_by_role("button", name="Add this fact").click()
    page.get_by_role("alert").get_by_text("the end 'whenever' is no date").wait_for(timeout=120_000)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    form.get_by_label("end", exact=True).fill("")
    form.get_by_role("button", name="Add this fact").click()
    card = page.locator(".fact-card", has_text="+ added")
    card.get_by_text("Polar Club of Oslo").wait_for(timeout=120_000)
    (fact,) = (each for each in source(address)["facts"] if each["extractor"] == "addition")
    assert fact["quote"] == "Polar Club of Oslo now and then, from May 2012"
    assert "2012" in fact["dates"]
    page.get_by_role("button", name=re.compile("Undo: add employment")).click()
    card.wait_for(state="detached", timeout=120_000)
    assert source(address)["facts"] == before
    window.errors.clear()  # the browser notes that a decision was refused


def test_a_mention_is_something_else(window: Window, address: str) -> None:
    page = window.open(PAGE)
    page.evaluate("() => localStorage.setItem('author', 'Ada')")
    card = page.locator(".fact-card", has_text=re.compile("employment.*University of Toronto", re.DOTALL))
    card.locator(".statement").click()
    page.get_by_role("button", name=re.compile("^Not this.*“University of Toronto” is not")).click()
    page.get_by_role("combobox", name="“University of Toronto” is").fill("McGill")
    page.get_by_role("option", name=re.compile("McGill")).click()
    page.locator(".fact-card", has_text=re.compile("employment.*McGill", re.DOTALL)).wait_for(timeout=120_000)
    page.get_by_role("button", name=re.compile("Undo: merge")).click()
    card.wait_for(timeout=120_000)


def test_everybody_can_use_it_also_on_a_telephone(window: Window) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci in graph_builder/explore/web")
    page = window.open(PAGE)
    page.locator(".fact-card .statement").first.click()
    card = page.locator(".fact-card[aria-current]")
    card.get_by_role("button", name=re.compile("^Correct")).press("Enter")
    card.get_by_role("button", name=re.compile("is not")).first.press("Enter")
    page.get_by_role("button", name="Add a fact").press("Enter")
    page.wait_for_function("document.activeElement.tagName === 'SELECT'")  # the relation takes the focus
    page.keyboard.press("Tab")  # to the first name
    page.keyboard.type("x")
    assert page.evaluate("document.activeElement.value").endswith("x")
    page.evaluate(SELECT, "Polar Club of Oslo")
    card.get_by_role("combobox", name=re.compile("” is")).fill("Quentin")
    card.locator(".hits [role=option]").first.wait_for()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert window.violations() == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_documents_are_added_in_the_page(window: Window, address: str) -> None:
    page = window.open("/")
    send = page.locator("input[type=file]")
    first = {
        "name": "ada.md",
        "mimeType": "text/markdown",
        "buffer": b"# Ada Aldous\n\n## Education\n\nPhD, MIT, 2001\n",
    }
    send.set_input_files([first])
    page.get_by_role("heading", level=1, name="ada.md").wait_for(timeout=120_000)  # the document view opens
    assert "Ada Aldous" in page.locator(".document-text").inner_text()
    page.go_back()
    other = {**first, "buffer": b"# Ada Brandt\n\n## Education\n\nPhD, MIT, 2005\n"}
    send.set_input_files([first, other, {**first, "name": "photo.png"}])
    page.get_by_role("link", name="ada 2.md").wait_for(timeout=120_000)  # nothing is overwritten
    page.get_by_text("photo.png is of a kind that no reader knows").wait_for()
    assert requests.get(f"{address}/api/search", {"q": "Ada Aldous"}, timeout=60).json()["hits"]
    window.errors.clear()  # the browser notes that a document was refused


@pytest.mark.parametrize(
    ("name", "type_", "status"),
    [
        ("cv.md", "text/plain", 415),
        ("../cv.md", "application/octet-stream", 400),
        (".cv.md", "application/octet-stream", 400),
        ("a\x00.md", "application/octet-stream", 400),
        ("cv.exe", "application/octet-stream", 400),
        ("", "application/octet-stream", 400),
    ],
)
def test_documents_that_are_refused(address: str, endpoint: str, name: str, type_: str, status: int) -> None:
    asked: dict[str, Any] = {"params": {"name": name}, "data": b"x", "headers": {"Content-Type": type_}, "timeout": 60}
    assert requests.post(f"{address}/api/keep", **asked).status_code == status
    assert requests.post(endpoint.replace("sparql", "api/keep"), **asked).status_code == 403
    names = {"names": [name or "missing.md"]}
    assert requests.post(f"{address}/api/add", json=names, timeout=60).status_code == 400
