"""Ways through the explorer that once led nowhere, or to a wrong answer."""

from __future__ import annotations

import re

import pytest
import requests

from tests.serve.test_explorer import Window, address, window

__all__ = ["address", "window"]

pytestmark = pytest.mark.browser


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
