"""The pictures of the explorer in a real browser: answers as graph and line, names on a telephone, a large overview."""

from __future__ import annotations

import json
import math
from urllib.parse import quote

import pytest

from tests.serve.browser import PAGE_IS_MISSING, Window, graph_of

pytestmark = [pytest.mark.browser, pytest.mark.skipif(PAGE_IS_MISSING, reason="the page is not built")]

PREFIXES = "PREFIX schema: <https://schema.org/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
PAIRS = (
    PREFIXES + "SELECT ?person ?personName ?place ?placeName { ?person schema:affiliation ?place ;"
    " rdfs:label ?personName . ?place rdfs:label ?placeName }"
)
YEARS = PREFIXES + "SELECT ?y (COUNT(?w) AS ?n) { ?w schema:datePublished ?y } GROUP BY ?y"
INK = """canvas => { const d = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 128; return n; }"""


def test_an_answer_as_a_graph_leads_to_profiles(window: Window) -> None:
    page = window.open(f"/sparql-editor?query={quote(PAIRS)}")
    page.get_by_role("button", name="graph", exact=True).click()
    page.locator(".answer-graph circle").nth(10).wait_for()
    texts = page.locator(".answer-graph text").all_text_contents()
    assert "Microsoft" in texts
    boxes = [each.bounding_box() for each in page.locator(".answer-graph text").all()]
    overlapping = [
        (one, other)
        for place, one in enumerate(boxes)
        for other in boxes[place + 1 :]
        if one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] + 4 < other["y"] + other["height"]
        and other["y"] + 4 < one["y"] + one["height"]
    ]
    assert overlapping == []
    page.get_by_role("link", name="Microsoft", exact=True).first.click()
    page.get_by_role("heading", name="Microsoft", exact=True).wait_for()


def test_a_line_keeps_the_size_of_its_letters_on_a_telephone(window: Window) -> None:
    window.page.set_viewport_size({"width": 390, "height": 800})
    page = window.open(f"/sparql-editor?query={quote(YEARS)}")
    page.get_by_role("button", name="line", exact=True).click()
    page.locator(".asking svg.chart text").first.wait_for()
    page.wait_for_timeout(300)
    heights = [each.bounding_box()["height"] for each in page.locator(".asking svg.chart text").all()]
    assert min(heights) >= 11
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def large(size: int) -> tuple[str, str]:
    """Return an overview of very many people around a few organizations, and its lines."""
    centres = 8
    kind = [1 if place < centres else 0 for place in range(size)]
    spot = [(place % centres, place // centres) for place in range(size)]
    x = [200 * math.cos(group) + 3 * math.sqrt(rank) * math.cos(rank * 2.4) for group, rank in spot]
    y = [200 * math.sin(group) + 3 * math.sqrt(rank) * math.sin(rank * 2.4) for group, rank in spot]
    found = {
        "base": "https://example.org/",
        "iris": [f"{'organization' if kind[place] else 'person'}/{place}" for place in range(size)],
        "names": [f"Thing {place}" for place in range(size)],
        "kinds": ["person", "organization", "work", "venue", "topic"],
        "kind": kind,
        "x": x,
        "y": y,
        "degree": [size // centres if kind[place] else 1 for place in range(size)],
        "count": size - centres,
    }
    lines = [end for place in range(centres, size) for end in (place % centres, place)]
    return json.dumps(found), json.dumps({"lines": lines})


def test_a_large_overview_is_painted_and_its_small_things_can_be_chosen(window: Window) -> None:
    things, lines = large(9000)
    answers = iter([{"status": 503, "body": "busy"}, {"body": things, "content_type": "application/json"}])
    window.page.route("**/api/overview", lambda route: route.fulfill(**next(answers)))
    window.page.route("**/api/overview-lines", lambda route: route.fulfill(body=lines, content_type="application/json"))
    page = window.open("/overview")
    page.get_by_text("9,000 things, 8,992 lines; they show where you point").wait_for()  # asked again after a while
    window.errors.clear()
    page.wait_for_timeout(500)
    ground = page.locator(".graph .canvas canvas").first
    assert ground.evaluate(INK) > 3000
    # Zoom in on a place, until what is there are single points; the one that is clicked is told by name.
    box = ground.bounding_box()
    spot = ground.evaluate(
        """canvas => { const {width, height} = canvas; const d = canvas.getContext('2d').getImageData(0, 0, width, height).data;
        for (let y = height >> 2; y < height; y++) for (let x = width >> 2; x < width; x++)
            if (d[(y * width + x) * 4 + 3] === 255) return [x / devicePixelRatio, y / devicePixelRatio]; }"""  # noqa: E501
    )
    at = box["x"] + spot[0], box["y"] + spot[1]
    page.mouse.move(at[0] - 2, at[1])
    page.mouse.move(*at)
    page.wait_for_timeout(300)
    page.mouse.click(*at)
    page.locator(".selected h2").get_by_text("Thing").wait_for()
    page.get_by_role("checkbox", name="people").uncheck()
    page.wait_for_timeout(500)
    assert ground.evaluate(INK) == 0


def test_names_in_the_graph_do_not_lie_on_each_other(window: Window) -> None:
    page = graph_of(window, "Ingeborg Vantreight")
    page.wait_for_timeout(800)
    names = page.locator('.graph .canvas canvas[class*="labels"]')
    assert names.evaluate(INK) > 500
