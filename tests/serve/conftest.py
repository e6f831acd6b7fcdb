"""A real server over a small store, as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pyoxigraph as ox
import pytest

from graph_builder.pipeline import build
from graph_builder.store.draft import edit
from tests.serve.browser import Window, opened


def make_store(path: Path, turtle: str, graph: str = "http://example.org/g") -> Path:
    """Make a store that holds some triples in one named graph, or add a graph to it."""
    with edit(path) as draft:
        quads = ox.parse(turtle, format=ox.RdfFormat.TURTLE)
        draft.graph.extend(ox.Quad(q.subject, q.predicate, q.object, ox.NamedNode(graph)) for q in quads)
        draft.commit(draft.previous)
    return path


@contextmanager
def server(store: Path, *options: str, env: dict[str, str] | None = None) -> Iterator[str]:
    """Run ``graph-builder serve`` and give its address."""
    command = [sys.executable, "-m", "graph_builder", "serve", "--store", str(store), "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            assert " at http://" in line, process.stderr.read() if process.stderr else line
            yield line.split(" at ")[1].split()[0].rstrip("/")
        finally:
            process.terminate()
            process.communicate(timeout=20)


TURTLE = """
@prefix : <http://example.org/> .
:ada a :Person ; :name "Ada" ; :knows :bob . :bob a :Person ; :name "Bob \\"<img onerror=1>\\" ; DROP" .
:n :is 1, 2, 3 .
"""


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = make_store(tmp_path_factory.mktemp("serve") / "kg", TURTLE)
    make_store(path, "<http://example.org/x> <http://example.org/name> 'only in h' .", "http://example.org/h")
    return path


class Site(BaseHTTPRequestHandler):
    """A site that has one empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>a site</title>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def friend() -> Iterator[str]:
    """Serve a site on this machine, whose scripts may ask the endpoint: browsers let no page from elsewhere ask it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


@pytest.fixture(scope="session")
def endpoint(store: Path, friend: str) -> Iterator[str]:
    limits = ("--timeout", "3", "--max-memory", "400", "--max-rows", "1000", "--max-body", "100")
    with server(store, *limits, "--allow-origin", "https://friend.example", "--allow-origin", friend) as address:
        yield f"{address}/sparql"


SAMPLES = Path(__file__).resolve().parents[2] / "graph_builder" / "samples"

HOSTILE = """name: Quentin Hostile
interests:
  - &lt;script&gt;window.hacked=1&lt;/script&gt; parsing
  - &lt;img src=x onerror="window.hacked=1"&gt; tables
  - '"; DROP ALL'
awards:
  - title: &lt;b onclick="window.hacked=1"&gt;Best Paper Award&lt;/b&gt;
    date: 2021
"""

PAPER = "@article{{p{n}, title={{Paper number {n}}}, author={{Quill, Prudence and Vellum, {other}}}, year={year}}}\n"
PROLIFIC = "".join(PAPER.format(n=n, other=("Ada", "Bruno", "Carla")[n % 3], year=2000 + n % 20) for n in range(60))


ESSAY = "@article{{t{n}, title={{Essay {n}}}, author={{Sundew, Ilse}}, year={year}, keywords={{tide mills}}}}\n"
TOPICAL = "".join(ESSAY.format(n=n, year=2015 + n // 2) for n in range(6))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the samples, a hostile document, and papers of one author and on one topic; decisions are taken."""
    folder = tmp_path_factory.mktemp("explorer")
    (folder / "hostile.yaml").write_text(HOSTILE)
    (folder / "prolific.bib").write_text(PROLIFIC)
    (folder / "topical.bib").write_text(TOPICAL)
    with pytest.MonkeyPatch.context() as patch:  # posts and papers in text
        patch.setenv("GRAPH_BUILDER_TAGGER", "on")
        build([SAMPLES, *(folder / name for name in ("hostile.yaml", "prolific.bib", "topical.bib"))], folder / "kg")
        environment = dict(os.environ)
    with server(folder / "kg", "--curate", env=environment) as running:
        yield running


@pytest.fixture
def window(chromium: Any, address: str) -> Iterator[Window]:
    with opened(chromium, address) as page:
        yield page
