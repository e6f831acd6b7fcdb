"""A page in a real browser: what it asked for, and what went wrong in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests

WEB = Path(__file__).resolve().parents[2] / "graph_builder" / "explore" / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
PAGE_IS_MISSING = not (WEB / "dist" / "index.html").is_file()


class Window:
    """A page, what it asked for, and what went wrong in it."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.asked: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def open(self, path: str) -> Any:
        self.page.goto(self.address + path)
        self.page.locator("main h1").first.wait_for(state="attached")
        return self.page

    def show(self, name: str) -> Any:
        hits = requests.get(f"{self.address}/api/search", {"q": name}, timeout=30).json()["hits"]
        return self.open("/thing/" + hits[0]["iri"].split("/data/")[1])

    def violations(self) -> list[str]:
        """Return what axe finds in the page, in light and in dark colours."""
        found = []
        self.page.evaluate(AXE.read_text("utf-8"))
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            found += self.page.evaluate(
                "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' ')))"
            )
        return found


@contextmanager
def opened(chromium: Any, address: str) -> Iterator[Window]:
    """Give a page of its own that is closed afterwards: it must have asked nobody else, and met no error."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    window = Window(context.new_page(), address)
    yield window
    foreign = [url for url in window.asked if not url.startswith((address, "data:", "blob:"))]
    hacked = window.page.evaluate("window.hacked")
    context.close()
    assert foreign == []
    assert window.errors == []
    assert hacked is None


def graph_of(window: Window, name: str) -> Any:
    hits = requests.get(f"{window.address}/api/search", {"q": name}, timeout=30).json()["hits"]
    page = window.open(f"/graph?about={hits[0]['iri']}")
    page.locator(".selected h2").wait_for()
    page.get_by_text(re.compile(r"\d+ of \d+ things")).wait_for()
    return page
