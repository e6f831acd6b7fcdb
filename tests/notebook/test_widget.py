"""The widget in a real browser: its module as a notebook runs it, its frame, and what Python answers and learns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import graph_builder
from graph_builder import Graph, QueryError

WEB = Path(__file__).resolve().parents[2] / "graph_builder" / "explore" / "web"
ADA = """name: Ada Brackley
experience:
- {position: Engineer, company: Globex Corporation, dates: 2019 - present}
- {position: Clerk, company: Initech Systems, dates: 2015 - 2018}
"""
BOB = """---
experience:
- {position: Engineer, company: Globex Corporation, dates: 2020 - 2022}
---

# Bob <img src=x onerror="window.hacked=1">
"""
# What a notebook gives to a module: a model with traits and messages, and a place to draw in.
NOTEBOOK = """async ([code, traits]) => {
  const module = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const heard = new Map();
  const model = {
    get: (name) => traits[name],
    set: (name, value) => (traits[name] = value),
    save_changes: () => window.saved(traits["_selected"]),
    send: async (message) => { const answer = await window.kernel(message); heard.get("msg:custom")(answer); },
    on: (name, listener) => heard.set(name, listener),
    off: (name) => heard.delete(name),
  };
  window.end = module.default.render({ model, el: document.body });
}"""

pytestmark = pytest.mark.skipif(not (WEB / "dist" / "notebook.js").is_file(), reason="the front end is not built")


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    folder = tmp_path_factory.mktemp("widget")
    (folder / "cvs").mkdir()
    (folder / "cvs" / "ada.yml").write_text(ADA)
    (folder / "cvs" / "bob.md").write_text(BOB)
    graph_builder.build([folder / "cvs"], folder / "kg")
    return graph_builder.open(folder / "kg")


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1200, "height": 700})
    page = context.new_page()
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield page
    foreign = [url for url in asked if not url.startswith(("data:", "blob:", "about:"))]
    hacked = [frame.evaluate("window.hacked") for frame in page.frames]
    context.close()
    assert foreign == []
    assert errors == []
    assert set(hacked) == {None}


def shown(page: Any, widget: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the widget's module in a page that stands for a notebook, and return its frame."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(type(widget), "send", lambda _, content, buffers=None: sent.append(content))

    def kernel(message: dict[str, Any]) -> dict[str, Any]:
        widget._answer(widget, message, [])
        return sent.pop()

    page.expose_function("kernel", kernel)
    page.expose_function("saved", lambda selected: setattr(widget, "_selected", selected))
    traits = {"_base": widget._base, "_parameters": widget._parameters, "height": widget.height}
    page.evaluate(NOTEBOOK, [widget._esm, traits])
    return page.frame_locator("iframe")


@pytest.mark.browser
def test_the_graph_is_explored_and_what_is_selected_comes_back(
    graph: Graph, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    widget = graph.explore("Globex Corporation", height=640)
    frame = shown(page, widget, monkeypatch)
    frame.get_by_role("heading", level=2, name="Globex Corporation").wait_for()
    frame.get_by_text(re.compile(r"3 of 3 things, 2 lines")).wait_for()
    frame.get_by_role("button", name=re.compile("Ada Brackley")).first.click()
    frame.get_by_role("heading", level=2, name="Ada Brackley").wait_for()
    frame.locator(".ways button:not([disabled])").first.click()
    frame.get_by_text(re.compile("4 of 4 things")).wait_for()
    frame.get_by_role("button", name=re.compile("Evidence")).first.click()
    frame.get_by_label("Evidence", exact=True).get_by_text("2019 - present").first.wait_for()
    found = widget.selection
    assert set(found["end"]) == {"Globex Corporation", "Initech Systems"}
    assert found.loc[found["end"] == "Initech Systems", ["start", "relation", "first", "last"]].values.tolist() == [
        ["Ada Brackley", "employment", 2015, 2018]
    ]
    page.evaluate("window.end()")


def test_saved_without_a_kernel_it_is_a_picture(graph: Graph) -> None:
    bundle = graph.explore("Globex Corporation")._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    drawing = ElementTree.fromstring(data["image/svg+xml"])
    texts = {text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Globex Corporation", "Ada Brackley"} <= texts
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}line"))) == 2


def test_only_the_explorers_questions_are_answered(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = graph.explore()
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(type(widget), "send", lambda _, content, buffers=None: sent.append(content))
    for address in ("/api/search?q=ada", "/api/ask?name=employment", "/api/thing?iri=nothing", "http://[", ""):
        widget._answer(widget, {"view": "v", "id": 1, "address": address}, [])
    assert [each["status"] for each in sent] == [200, 400, 400, 400, 400]
    with pytest.raises(QueryError, match="choose from: all, co-authors"):
        graph.explore("Ada Brackley", lens="x-ray")


def test_answers_as_a_notebook_shows_them(graph: Graph) -> None:
    rows = graph.query("employment")
    html = rows._repr_html_()
    assert "Globex Corporation" in html
    assert "<img" not in html + graph.show("Globex Corporation")._repr_html_()
    assert html.count("<a href=") >= len(rows)
    card = graph.show("Ada Brackley")._repr_html_()
    assert "<q>Clerk\nInitech Systems</q>" in card
    frame = graph.to_polars("employment")
    assert frame["name"].to_list() == [row["name"] for row in rows]
    assert graph.to_igraph().vcount() == graph.to_networkx().number_of_nodes()
