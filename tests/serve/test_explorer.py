"""The explorer in a real browser, over a store built from the bundled samples and one hostile document."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyoxigraph as ox
import pytest
import requests

from graph_builder.graph.vocabulary import PREFIXES
from tests.serve.browser import AXE, PAGE_IS_MISSING, Window, graph_of

pytestmark = [pytest.mark.browser, pytest.mark.skipif(PAGE_IS_MISSING, reason="the page is not built")]


def counts(page: Any) -> tuple[int, int, int]:
    found = re.search(r"(\d+) of (\d+) things, (\d+) lines", page.locator(".state").inner_text())
    assert found
    return int(found[1]), int(found[2]), int(found[3])


def test_search_as_one_types_with_keys_alone(window: Window) -> None:
    page = window.open("/")
    page.keyboard.press("/")
    page.keyboard.type("wrenf")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name="Tobiasz Wrenfield").wait_for()
    assert "/thing/person/" in page.url


@pytest.mark.parametrize("typed", ["Q. Luo", "luo qinghe", "QINGHE"])
def test_search_takes_any_form_of_a_name(window: Window, typed: str) -> None:
    page = window.open("/")
    page.get_by_role("combobox").first.fill(typed)
    page.get_by_role("option", name=re.compile("Qinghe Luo")).first.wait_for()


def test_every_statement_of_a_profile_opens_its_evidence(window: Window) -> None:
    page = window.show("Tobiasz Wrenfield")
    page.get_by_role("button", name=re.compile("Evidence for NVIDIA")).click()
    panel = page.get_by_label("Evidence", exact=True)
    assert "NVIDIA" in panel.locator("mark").first.inner_text()
    assert "wrenfield.md" in panel.inner_text()
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")


def test_a_profile_has_an_address_of_its_own(window: Window) -> None:
    page = window.show("Alibaba")
    page.get_by_role("heading", name=re.compile("People")).first.wait_for()
    page.reload()
    page.get_by_role("heading", level=1, name="Alibaba").wait_for()


def test_the_graph_widens_by_kind_of_relation_and_goes_back(window: Window) -> None:
    page = graph_of(window, "Tobiasz Wrenfield")
    before = counts(page)
    things = "+document.querySelector('.state').innerText.match(/of (\\d+)/)[1]"
    page.locator(".ties").get_by_role("button", name="Alibaba", exact=True).click()
    way = page.locator(".ways").get_by_role("button", name=re.compile("staff"))
    way.click()
    page.wait_for_function(f"n => {things} > n", arg=before[1])
    page.get_by_role("button", name="Undo", exact=True).click()
    page.wait_for_function(
        "n => +document.querySelector('.state').innerText.match(/of (\\d+)/)[1] === n", arg=before[1]
    )


def test_filters_of_kind_and_time(window: Window) -> None:
    page = graph_of(window, "Tobiasz Wrenfield")
    everything = counts(page)
    page.get_by_role("checkbox", name="topics").uncheck()
    assert counts(page)[0] < everything[0]
    page.get_by_role("checkbox", name=re.compile("Years")).check()
    page.get_by_label("First year").fill("2016")
    page.get_by_label("Last year").fill("2016")
    page.locator(".ties").get_by_text("University of Warsaw").wait_for()
    assert page.locator(".ties").get_by_text("NVIDIA").count() == 0


def test_the_shortest_path_between_two_things(window: Window) -> None:
    page = graph_of(window, "Tobiasz Wrenfield")
    page.get_by_text("Shortest paths").click()
    for label, name in (("From", "Tobiasz Wrenfield"), ("To", "Daiki Morrowen")):
        page.get_by_role("combobox", name=label, exact=True).fill(name)
        page.get_by_role("option", name=re.compile(name)).first.click()
    page.get_by_role("button", name="Find", exact=True).click()
    page.locator(".path").get_by_text(re.compile("→")).wait_for()
    assert "Daiki Morrowen" in page.locator(".path [role=status]").inner_text()


def test_lenses(window: Window) -> None:
    page = graph_of(window, "Ingeborg Vantreight")
    for lens in ("Co-authorship", "Advising (genealogy)", "Careers"):
        page.get_by_label("Lens").select_option(label=lens)
        page.locator(".state").get_by_text(re.compile(r"[1-9]\d* lines$")).wait_for()


def test_the_view_is_saved_as_a_page_that_asks_for_nothing(window: Window, tmp_path: Path) -> None:
    page = graph_of(window, "Tobiasz Wrenfield")
    kinds = {
        "one offline page": ".html",
        "SVG drawing": ".svg",
        "GEXF for Gephi": ".gexf",
        "PNG picture for print": ".png",
        "CSV of the lines": ".csv",
    }
    for kind, suffix in kinds.items():
        with page.expect_download() as waiting:
            page.get_by_text("Save", exact=True).click()
            page.get_by_role("button", name=kind, exact=True).click()
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        assert path.suffix == suffix
        assert path.stat().st_size > 1000
    svg, gexf, saved = (next(tmp_path.glob(f"*{suffix}")) for suffix in (".svg", ".gexf", ".html"))
    assert "Tobiasz Wrenfield" in "".join(ElementTree.fromstring(svg.read_text()).itertext())
    nodes = ElementTree.fromstring(gexf.read_text()).iter("{http://gexf.net/1.3}node")
    assert len(list(nodes)) == counts(page)[0]
    other = page.context.new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(saved.as_uri())
    other.locator("svg text").first.wait_for()
    assert [url for url in asked if not url.startswith("file:")] == []


def test_sparql_answers_as_table_and_chart(window: Window) -> None:
    page = window.open("/sparql-editor")
    page.get_by_role("button", name=re.compile("^Run")).click()
    page.get_by_role("cell", name="Microsoft", exact=True).wait_for()
    page.get_by_role("button", name="bars").click()
    page.locator(".bar-line").first.wait_for()
    with page.expect_download() as waiting:
        page.get_by_text("Download", exact=True).click()
        page.get_by_role("button", name="CSV", exact=True).click()
    assert waiting.value.suggested_filename == "answer.csv"


def test_an_error_in_a_query_shows_its_line(window: Window) -> None:
    page = window.open("/sparql-editor?query=SELECT%20*%20%7B%0A%20%3Fs%20%3Fp%20%7D")
    page.get_by_role("alert").get_by_text("line 2").wait_for()
    window.errors.clear()  # the browser notes that the server answered with 400


def test_named_queries_have_forms(window: Window) -> None:
    page = window.open("/sparql-editor?name=worked_at")
    page.locator(".form").get_by_label("organization").fill("Alibaba")
    page.get_by_role("button", name="Ask").click()
    page.get_by_role("cell", name="Daiki Morrowen").first.wait_for()
    page.wait_for_function("() => location.search.includes('param.organization=Alibaba')")
    page.reload()  # the address brings the answer back
    page.get_by_role("cell", name="Daiki Morrowen").first.wait_for()


def test_a_person_is_saved_in_the_formats_of_the_field(window: Window) -> None:
    page = window.show("Prudence Quill")
    with page.expect_download() as waiting:
        page.get_by_text("Export", exact=True).click()
        page.get_by_role("button", name="BibTeX of the papers", exact=True).click()
    assert Path(waiting.value.path()).read_text("utf-8").count("author = {Prudence Quill and") == 60
    with page.expect_download() as waiting:
        page.get_by_text("Export", exact=True).click()
        page.get_by_role("button", name="CSV of its lines").click()
    assert Path(waiting.value.path()).read_text("utf-8").count("authorship") == 60
    iri = requests.get(f"{window.address}/api/search", {"q": "Prudence Quill"}, timeout=60).json()["hits"][0]["iri"]

    def export(format_: str) -> requests.Response:
        return requests.get(f"{window.address}/api/export", {"iri": iri, "format": format_}, timeout=60)

    assert export("jsonresume").json()["basics"]["name"] == "Prudence Quill"
    turtle = ox.Store()
    turtle.load(export("turtle").content, format=ox.RdfFormat.TURTLE)
    assert turtle.query("ASK { ?fact a gb:Authorship ; gb:work/rdfs:label 'Paper number 7' }", prefixes=PREFIXES)
    assert export("exe").status_code == 400


def test_a_merge_shows_at_once_and_is_undone(window: Window) -> None:
    page = window.open("/review")
    page.get_by_label("Kind").select_option("person")
    question = page.locator(".doubts > li").filter(has_text="Mira Castellan").first
    question.get_by_role("button", name="They are one").click()
    page.get_by_label("Your name").fill("Mo")
    page.get_by_label("Reason").fill("a test")
    page.get_by_role("dialog").get_by_role("button", name="They are one").click()
    toast = page.get_by_role("status").filter(has_text=re.compile("merge .*decided by Mo"))
    toast.wait_for(timeout=60_000)
    hits = requests.get(f"{window.address}/api/search", {"q": "Mira Castellan"}, timeout=30).json()["hits"]
    assert len([hit for hit in hits if hit["name"] == "Mira Castellan"]) == 1
    toast.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    page.get_by_role("status").filter(has_text=re.compile("undo .*decided by Mo")).wait_for(timeout=60_000)
    hits = requests.get(f"{window.address}/api/search", {"q": "Mira Castellan"}, timeout=30).json()["hits"]
    assert len([hit for hit in hits if hit["name"] == "Mira Castellan"]) == 2


def test_hostile_names_stay_text(window: Window) -> None:
    page = window.show("Hostile")
    assert "<img src=x onerror=" in page.locator("main").inner_text()
    page.get_by_role("button", name=re.compile("Evidence for")).first.click()
    page.locator("mark").first.wait_for()
    iri = requests.get(f"{window.address}/api/search", {"q": "Hostile"}, timeout=30).json()["hits"][0]["iri"]
    page = window.open(f"/graph?about={iri}")
    page.locator(".selected h2").wait_for()
    page.locator(".ties").get_by_text("<img src=x").wait_for()
    assert page.locator("main img[src=x], main script").count() == 0


VIEWS = {
    "/": ".bars li",
    "/find": ".results li",
    "/compare": ".compare input",
    "/thing/": ".sections section",
    "/graph": ".hint",
    "/overview": ".state >> text=lines",
    "/trends": "svg.chart",
    "/trends?show=moves": ".sankey a",
    "/trends?show=map&country=US": ".map-lists a",
    "/sparql-editor": ".named li",
    "/review": ".row [role=status]",
}
"""Views, and what is there once they are."""

FORMS = {
    "/thing/": ["Split …", "Merge …"],
    "/graph": ["Shortest paths", "Scenes (1)", "Looks"],
    "/sparql-editor": ["Saved queries (1)"],
}
"""What is opened in a view, one after the other."""

SAVED = """() => { const saved = {name: 'one', text: 'ASK {}', address: '/graph', places: {}};
    for (const what of ['scenes', 'saved-queries'])
        localStorage.setItem(`graph-builder-${what}`, JSON.stringify([saved])); }"""


@pytest.mark.parametrize("view", VIEWS)
def test_everybody_can_use_it_also_on_a_telephone(window: Window, view: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci in graph_builder/explore/web")
    while view == "/overview" and requests.get(f"{window.address}/api/overview", timeout=60).status_code == 503:
        pass  # it is being laid out
    window.page.add_init_script(f"({SAVED})()")
    page = window.show("Tobiasz Wrenfield") if view == "/thing/" else window.open(view)
    page.locator(VIEWS[view]).first.wait_for()
    for form in FORMS.get(view, []):
        page.get_by_text(form, exact=True).click()
    assert window.violations() == []
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_page_refuses_scripts_that_are_not_its_own(address: str) -> None:
    answer = requests.get(f"{address}/", timeout=20)
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "<script>" not in answer.text


def test_scripts_come_packed_to_who_takes_that(address: str) -> None:
    page = requests.get(f"{address}/", timeout=20)
    found = re.search(r"/assets/index-[\w-]+\.js", page.text)
    assert found
    plain = requests.get(address + found[0], headers={"Accept-Encoding": "identity"}, timeout=20)
    packed = requests.get(address + found[0], headers={"Accept-Encoding": "gzip, br"}, timeout=20)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.content == plain.content
    assert packed.headers["Content-Type"] == plain.headers["Content-Type"]
    assert "immutable" in packed.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"Content-Type": "text/plain"}, '{"what": "merge"}', 415),
        ({"Content-Type": "application/json", "Origin": "http://attacker.example"}, "{}", 403),
        ({"Content-Type": "application/json"}, "[]", 400),
        ({"Content-Type": "application/json"}, '{"what": "merge", "author": "Mo"}', 400),
        ({"Content-Type": "application/json"}, '{"what": "obey", "author": "Mo"}', 400),
        ({"Content-Type": "application/json"}, '{"what": "merge", "one": "x", "other": "y"}', 400),
    ],
)
def test_decisions_that_are_refused(address: str, headers: dict[str, str], body: str, status: int) -> None:
    answer = requests.post(f"{address}/api/decide", body, headers=headers, timeout=60)
    assert answer.status_code == status, answer.text


def test_no_decision_without_leave(endpoint: str) -> None:
    address = endpoint.removesuffix("/sparql")
    answer = requests.post(f"{address}/api/decide", json={"what": "undo", "author": "Mo"}, timeout=60)
    assert answer.status_code == 403
