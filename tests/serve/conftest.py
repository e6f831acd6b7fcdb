"""A real server over a small store, as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyoxigraph as ox
import pytest

from graph_builder.store import edit

Serving = Callable[..., str]


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


@pytest.fixture(scope="session")
def endpoint(store: Path) -> Iterator[str]:
    with server(store, "--timeout", "3", "--max-memory", "400", "--max-rows", "1000", "--max-body", "100") as address:
        yield f"{address}/sparql"
