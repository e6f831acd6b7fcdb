"""The page in a real browser: it draws, it asks for nothing, and what a source holds stays text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import explore_world
import pyoxigraph as ox
import pytest

from graph_builder.explore import Selection, draw, find_thing

pytestmark = pytest.mark.browser


class Opened:
    """A page that was opened, with every request it made and every error it met."""

    def __init__(self, browser: Any, path: Path) -> None:
        self.context = browser.new_context(viewport={"width": 1400, "height": 800})
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.goto(path.as_uri())
        self.page.wait_for_function("window.graphBuilder && window.graphBuilder.labels.length > 0")

    def evaluate(self, script: str) -> Any:
        return self.page.evaluate(script)

    def at(self, name: str) -> tuple[float, float]:
        """Return where the node with this name stands on the screen."""
        script = """name => { const g = JSON.parse(document.getElementById('graph').textContent);
            const id = g.nodes.find(n => n.name === name).id, {network} = window.graphBuilder;
            const at = network.canvasToDOM(network.getPositions([id])[id]);
            const box = document.getElementById('network').getBoundingClientRect();
            return [at.x + box.left, at.y + box.top]; }"""
        x, y = self.page.evaluate(script, name)
        return x, y


@pytest.fixture
def opened(chromium: Any, store: ox.Store, tmp_path: Path) -> Iterator[Opened]:
    draw(store, tmp_path / "world.html")
    made = Opened(chromium, tmp_path / "world.html")
    yield made
    made.context.close()


def test_asks_for_nothing(opened: Opened) -> None:
    opened.page.wait_for_timeout(300)
    assert [url for url in opened.requests if not url.startswith(("file:", "data:"))] == []
    assert len([url for url in opened.requests if url.startswith("file:")]) == 1
    assert opened.errors == []


def test_may_not_ask_either(opened: Opened) -> None:
    blocked = opened.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', error => String(error))")
    assert "Failed to fetch" in blocked
    assert any("Content Security Policy" in text for text in opened.errors)


def test_draws_all_nodes_and_edges(opened: Opened) -> None:
    state = opened.evaluate(
        "({n: graphBuilder.nodes.length, e: graphBuilder.edges.length, l: graphBuilder.labels.length})"
    )
    assert state == {"n": 12, "e": 16, "l": 12}
    ink = opened.evaluate(
        """() => { const c = document.querySelector('#network canvas');
        const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        let n = 0;
        for (let i = 0; i < d.length; i += 4) if (d[i + 3] && d[i] < 40 && d[i + 2] > 150) n++;
        return n; }"""
    )
    assert ink > 200, "no people in their blue on the canvas"


def test_layout_is_not_moved_by_the_page(opened: Opened) -> None:
    assert opened.evaluate("graphBuilder.network.physics.physicsEnabled") is False


def test_hostile_name_is_text_in_tooltip_and_details(opened: Opened) -> None:
    opened.page.mouse.move(*opened.at(explore_world.HOSTILE))
    opened.page.wait_for_selector("#tip:not([hidden])")
    assert explore_world.HOSTILE in opened.page.inner_text("#tip h2")
    tip, (x, y) = opened.page.locator("#tip").bounding_box(), opened.at(explore_world.HOSTILE)
    inside = tip["x"] <= x <= tip["x"] + tip["width"] and tip["y"] <= y <= tip["y"] + tip["height"]
    assert not inside, "the tooltip covers what it tells of"
    opened.page.mouse.click(*opened.at(explore_world.HOSTILE))
    opened.page.wait_for_selector("#details:not([hidden])")
    assert "<script>" in opened.page.inner_text("#details")
    assert opened.page.query_selector_all("img, #details script, #tip script") == []
    assert opened.page.title() == "Knowledge graph"


def test_tooltip_has_dates_role_and_sentence(opened: Opened) -> None:
    opened.page.mouse.click(*opened.at("Mira Okafor"))
    details = opened.page.inner_text("#details")
    assert "worked at Harbour Labs: Research scientist, Vision Team, 2019-07–present" in details
    assert "Research scientist at Harbour Labs (Vision Team), 2019-07 - present." in details
    assert "Best Paper Award, 2021" in details
    assert "cvs/mira.md" in details


def test_edge_names_its_relation(opened: Opened) -> None:
    (x1, y1), (x2, y2) = opened.at("Jonas Lindqvist"), opened.at("Polder Institute")
    opened.page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2)
    opened.page.wait_for_selector("#tip:not([hidden])")
    assert "Jonas Lindqvist studied at Polder Institute" in opened.page.inner_text("#tip")


def test_legend_hides_kinds_and_relations(opened: Opened) -> None:
    opened.page.uncheck("#legend input[data-kind=work]", force=True)
    assert opened.evaluate("graphBuilder.nodes.get().filter(n => n.hidden).length") == 2
    assert opened.evaluate("graphBuilder.labels.length") == 10
    opened.page.uncheck("#legend input[data-relation=advising]", force=True)
    shown = opened.evaluate("graphBuilder.edges.get().filter(e => !e.hidden).map(e => e.id)")
    assert not any(" advising " in edge or "/work/" in edge for edge in shown)
    opened.page.check("#legend input[data-kind=work]", force=True)
    assert opened.evaluate("graphBuilder.nodes.get().filter(n => n.hidden).length") == 0


def test_search_finds_without_accents_and_case(opened: Opened) -> None:
    opened.page.fill("#search", "POLDER inst")
    opened.page.press("#search", "Enter")
    assert "Polder Institute" in opened.page.inner_text("#details h2")


def test_saves_a_picture(opened: Opened) -> None:
    with opened.page.expect_download() as download:
        opened.page.click("#save")
    saved = Path(download.value.path()).read_bytes()
    assert saved.startswith(b"\x89PNG")
    assert len(saved) > 10_000, "more than white"


def test_hostile_title_is_text(chromium: Any, store: ox.Store, tmp_path: Path) -> None:
    path = tmp_path / "about.html"
    draw(store, path, Selection(about=(find_thing(store, explore_world.HOSTILE),), hops=1))
    made = Opened(chromium, path)
    assert made.page.title() == explore_world.HOSTILE
    assert made.page.inner_text("h1") == explore_world.HOSTILE
    made.context.close()
