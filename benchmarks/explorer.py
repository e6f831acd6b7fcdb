"""Speed of the explorer and the endpoint: waiting times of many clients, time to first paint, throughput, page weight.

    python benchmarks/explorer.py --store kg [--oxigraph PATH] [--seconds 10] [--clients 20] [--decide]

The store is served by the command itself. With ``--oxigraph`` (the program of the package of that name) the queries
are asked of ``oxigraph serve`` on a copy of the same graph. Things are taken by what is known of them, from all ranks.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlencode

from graph_builder.query.catalogue import find
from graph_builder.query.index import index_of
from graph_builder.serve import api
from graph_builder.store.store import Store

WEB = Path(__file__).resolve().parents[1] / "graph_builder" / "explore" / "web" / "dist"
NAMED = ("advising", "education", "awards", "service", "topics", "advisors", "papers_per_year", "topics_ranked")
"""Queries of the catalogue that are asked whole: each takes the engine between a millisecond and a second."""

CROSS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
PREFIX = "PREFIX schema: <https://schema.org/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "


@contextmanager
def running(*command: str) -> Iterator[None]:
    """Run a server for a while."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=30)


def get(port: int, path: str, connection: http.client.HTTPConnection | None = None) -> int:
    """Ask once; return the status."""
    asked = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    asked.request("GET", path, headers={"Accept": "application/sparql-results+json, application/json"})
    answer = asked.getresponse()
    answer.read()
    return answer.status


def until_up(port: int, path: str) -> None:
    """Wait until a server answers."""
    for _ in range(900):
        try:
            if get(port, path) == 200:
                return
        except OSError:
            pass
        time.sleep(0.2)
    sys.exit(f"nothing answers at port {port}")


def load(port: int, paths: list[str], clients: int, seconds: float) -> list[float]:
    """Return the waiting times of all requests that *clients* make one after the other for some seconds."""
    times: list[float] = []
    end = time.monotonic() + seconds

    def client(seed: int) -> None:
        choose = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        while time.monotonic() < end:
            began = time.monotonic()
            if get(port, choose.choice(paths), connection) == 200:
                times.append(time.monotonic() - began)

    threads = [threading.Thread(target=client, args=(seed,)) for seed in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(times)


def report(name: str, times: list[float], seconds: float) -> None:
    """Print the quantiles of some waiting times."""
    if not times:
        print(f"{name:34} nothing was answered")
        return
    marks = [1000 * times[min(len(times) - 1, int(q * len(times)))] for q in (0.5, 0.95, 0.99)]
    print(f"{name:34} p50 {marks[0]:7.1f}  p95 {marks[1]:7.1f}  p99 {marks[2]:7.1f} ms  {len(times) / seconds:7.1f}/s")


def things(store: Store, count: int = 300) -> list[tuple[str, str]]:
    """Return IRIs and names of things: the twenty of which most is known, and others drawn by chance."""
    connection = sqlite3.connect(api.index_of(store))
    rows = connection.execute("SELECT iri, name FROM thing WHERE facts > 0 ORDER BY facts DESC, iri").fetchall()
    connection.close()
    return rows[:20] + random.Random(1).sample(rows[20:], min(count, len(rows) - 20))


def queries(chosen: list[tuple[str, str]]) -> list[str]:
    """Return queries as analysts ask them: of one thing, of its papers, of its neighbours."""
    texts = []
    for iri, _ in chosen:
        texts += [
            f"SELECT ?p ?o {{ <{iri}> ?p ?o }} LIMIT 100",
            f"{PREFIX}SELECT ?w ?l {{ ?w schema:author <{iri}> ; rdfs:label ?l }} LIMIT 100",
            f"{PREFIX}SELECT DISTINCT ?c {{ ?w schema:author <{iri}>, ?c }} LIMIT 200",
        ]
    return texts


def painted(port: int, path: str, ready: str) -> float:
    """Return the seconds until a browser that has nothing in its cache shows what was asked for."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-background-networking"]
        )
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        began = time.monotonic()
        page.goto(f"http://127.0.0.1:{port}{path}")
        page.locator(ready).first.wait_for(timeout=60_000)
        took = time.monotonic() - began
        browser.close()
    return took


OVERVIEW = ".state:has-text('things')"
PAN = """() => new Promise(resolve => { let frames = 0; const began = performance.now();
    const next = () => performance.now() - began < 5000 ? (frames++, requestAnimationFrame(next)) : resolve(frames / 5);
    requestAnimationFrame(next); })"""


def decided(port: int, iri: str) -> None:
    """Rename a thing in its page and take that back: waits by the clock, and how the overview pans afterwards."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        began = time.monotonic()
        page.goto(f"http://127.0.0.1:{port}/review")
        page.locator(".doubts > li").first.wait_for(timeout=600_000)
        print(f"{'review':34} {time.monotonic() - began:5.2f} s to the first pairs")
        page.goto(f"http://127.0.0.1:{port}/thing/?iri={quote(iri, safe='')}")
        page.get_by_role("button", name="Rename …").click()
        page.get_by_label("New name").fill("Somebody Renamed")
        page.get_by_label("Your name").fill("benchmark")
        began = time.monotonic()
        page.get_by_role("button", name="Rename", exact=True).click()
        page.locator(".toast").get_by_text("rename").wait_for(timeout=600_000)
        print(f"{'a decision':34} {time.monotonic() - began:5.2f} s until the page says so")
        for path in ("/api/search?q=Renamed", "/api/overview"):
            until_up(port, path)
            print(f"{path.partition('?')[0]:34} {time.monotonic() - began:5.2f} s after the decision was sent")
        page.goto(f"http://127.0.0.1:{port}/overview")
        page.locator(OVERVIEW).first.wait_for(timeout=600_000)
        page.mouse.move(600, 400)
        page.mouse.down()
        page.evaluate(f"() => {{ window.panned = ({PAN})(); }}")
        for step in range(60):
            page.mouse.move(600 + 4 * (step % 30), 400 + 2 * (step % 20))
        print(f"{'overview, panned':34} {page.evaluate('window.panned'):5.1f} frames a second")
        undo = "fetch('/api/decide', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: "
        page.evaluate(undo + "JSON.stringify({what: 'undo', author: 'benchmark'})}).then(answer => answer.status)")
        browser.close()


def explorer(port: int, chosen: list[tuple[str, str]], clients: int, seconds: float) -> None:
    """Measure the calls of the explorer, and what a browser makes of them."""
    random_order = random.Random(2)
    typed = [name[: random_order.randint(2, max(2, len(name)))] for _, name in chosen]
    report("search", load(port, [f"/api/search?{urlencode({'q': text})}" for text in typed], clients, seconds), seconds)
    for name, call in (("profile", "thing"), ("expand", "neighbours")):
        limit = {"limit": 40} if call == "neighbours" else {}
        paths = [f"/api/{call}?{urlencode({'iri': iri, **limit})}" for iri, _ in chosen]
        report(name, load(port, paths, clients, seconds), seconds)
    print(f"{'overview':34} {painted(port, '/overview', OVERVIEW):5.2f} s to first paint")
    for rank in (0, 10, 50, 200):
        iri, name = chosen[rank]
        page = painted(port, f"/thing/?iri={quote(iri, safe='')}", "main h1")
        graph = painted(port, f"/graph?about={quote(iri, safe='')}", ".ties li")
        print(f"{name[:34]:34} profile {page:5.2f} s  neighbourhood {graph:5.2f} s to first paint")


def endpoint(port: int, asked: list[str], clients: int, seconds: float, name: str) -> dict[str, float]:
    """Measure the throughput of an endpoint for questions that are new, that came before, and that are large."""
    path = "/sparql" if name == "graph-builder" else "/query"
    union = "" if name == "graph-builder" else "&union-default-graph"

    def paths(texts: list[str]) -> list[str]:
        return [f"{path}?{urlencode({'query': text})}{union}" for text in texts]

    named = [find(each).text for each in NAMED]
    kinds = {
        # A comment makes each a question that nobody has asked before.
        "new": paths([f"{text} #{number}" for number in range(40) for text in asked]),
        "again": paths(asked),
        "named, new": paths([f"{text}\n#{number}" for number in range(400) for text in named]),
        "named, again": paths(named),
    }
    rates = {}
    for kind, each in kinds.items():
        if kind.endswith("again"):
            for one in each:
                get(port, one)
        times = load(port, each, clients, seconds)
        report(f"{name}, {clients} clients, {kind}", times, seconds)
        rates[kind] = len(times) / seconds
    return rates


def beside_a_cross_product(port: int, asked: list[str], seconds: float) -> None:
    """Measure 50 clients without and with one query that pairs everything with everything."""
    paths = [f"/sparql?{urlencode({'query': text})}" for text in asked]
    measure: Callable[[], list[float]] = lambda: load(port, paths, 50, seconds)  # noqa: E731
    alone = measure()
    report("50 clients", alone, seconds)
    stop = threading.Event()

    def cross() -> None:
        while not stop.is_set():
            get(port, f"/sparql?{urlencode({'query': CROSS})}")

    thread = threading.Thread(target=cross, daemon=True)
    thread.start()
    time.sleep(2)
    beside = measure()
    stop.set()
    report("50 clients and a cross product", beside, seconds)
    if alone and beside:
        print(f"{'p99 with over without':34} {beside[int(0.99 * len(beside))] / alone[int(0.99 * len(alone))]:.2f}")


def weight() -> None:
    """Print what the page weighs."""
    files = sorted(WEB.rglob("*.*"))
    for path in files:
        content = path.read_bytes()
        print(f"{path.name:34} {len(content) / 1000:7.1f} kB  {len(gzip.compress(content)) / 1000:7.1f} kB packed")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--oxigraph", help="the program oxigraph")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--decide", action="store_true", help="rename a thing in its page, and take that back")
    parser.add_argument("--port", type=int, default=7790)
    given = parser.parse_args()
    store = Store.open(given.store)
    print(json.dumps({"statements": len(store.snapshot()), **dict(store.manifest.totals)}))
    began = time.process_time()
    chosen = things(store)
    api.overview_of(store)
    index_of(store).close()
    print(f"indexes and overview: {time.process_time() - began:.1f} s of processor, unless they were there")
    asked = queries(chosen[20:])
    weight()
    serve = (sys.executable, "-m", "graph_builder", "serve", "--store", str(given.store), "--port", str(given.port))
    with running(*serve, "--timeout", "60", *(["--curate"] if given.decide else [])):
        until_up(given.port, "/health")
        if given.decide:
            decided(given.port, chosen[100][0])
        until_up(given.port, "/api/search?q=ab")
        explorer(given.port, chosen, given.clients, given.seconds)
        ours = endpoint(given.port, asked, given.clients, given.seconds, "graph-builder")
        beside_a_cross_product(given.port, asked, given.seconds)
    if given.oxigraph:
        with tempfile.TemporaryDirectory() as folder:
            store.snapshot().backup(f"{folder}/db")
            port = given.port + 1
            address = f"127.0.0.1:{port}"
            with running(given.oxigraph, "serve-read-only", "--location", f"{folder}/db", "--bind", address):
                until_up(port, "/query?query=ASK%7B%7D")
                theirs = endpoint(port, asked, given.clients, given.seconds, "oxigraph serve")
        for kind, rate in ours.items():
            print(f"{f'throughput, ours over theirs, {kind}':48} {rate / max(theirs[kind], 1e-9):.2f}")


if __name__ == "__main__":
    main()
