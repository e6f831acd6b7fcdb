"""SERVICE calls the endpoints that were allowed by name, and no others."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import requests

from graph_builder.serve import Settings
from graph_builder.serve.settings import ServeError
from tests.serve.conftest import server

NAME = "SELECT ?name {{ SERVICE {} {{ ?s ?p ?o }} ?s <http://example.org/name> ?name }}"


class Other(ThreadingHTTPServer):
    """Another endpoint, which knows Ada at /sparql, says nothing at /mute, is slow at /slow, and counts who asked."""

    asked = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        other: Any = self.server
        other.asked += 1
        if self.path == "/slow":
            time.sleep(6)
        if self.path == "/mute":
            self.send_error(500)
            return
        known = {"s": {"type": "uri", "value": "http://example.org/ada"}}
        body = json.dumps({"head": {"vars": ["s"]}, "results": {"bindings": [known]}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/sparql-results+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""


@pytest.fixture(scope="module")
def other() -> Iterator[Other]:
    with Other(("127.0.0.1", 0), _Handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


@pytest.fixture(scope="module")
def joined(store: Path, other: Other) -> Iterator[str]:
    allowed = [
        option for path in ("sparql", "mute", "slow") for option in ("--allow-service", f"{other.address}/{path}")
    ]
    with server(store, "--timeout", "3", *allowed) as address:
        yield f"{address}/sparql"


def ask(endpoint: str, called: str) -> requests.Response:
    return requests.get(endpoint, {"query": NAME.format(called)}, headers={"Accept": "text/csv"}, timeout=30)


def test_rows_of_both_are_joined_and_never_remembered(joined: str, other: Other) -> None:
    before = other.asked
    for _ in range(2):
        assert ask(joined, f"<{other.address}/sparql>").text.split() == ["name", "Ada"]
    assert other.asked == before + 2
    posted = requests.post(joined, {"query": NAME.format(f"<{other.address}/sparql>")}, timeout=30)
    assert posted.json()["results"]["bindings"] == [{"name": {"type": "literal", "value": "Ada"}}]


@pytest.mark.parametrize(
    "called",
    [
        "<URL/other>",
        "<URL/sparql#x>",
        "<URL/sparql?query=x>",
        "<sparql>",
        "?e",
        "o:sparql",
        "SILENT <URL/other>",
        "<URL/sparql> { ?a ?b ?c } SERVICE <URL/other>",
    ],
)
def test_what_was_not_allowed_is_not_called(joined: str, other: Other, called: str) -> None:
    before = other.asked
    address = other.address
    query = f"BASE <{address}/> PREFIX o: <{address}/> " + NAME.format(called.replace("URL", address))
    answer = requests.get(joined, {"query": query}, timeout=30)
    assert answer.status_code == 400
    assert "SERVICE is refused" in answer.text
    assert other.asked == before


def test_a_service_that_fails(joined: str, other: Other) -> None:
    answer = ask(joined, f"<{other.address}/mute>")
    assert answer.status_code == 502
    assert "gave no answer" in answer.text
    assert ask(joined, f"SILENT <{other.address}/mute>").status_code == 200


def test_a_service_that_is_slow_is_not_waited_for(joined: str, other: Other) -> None:
    answer = ask(joined, f"<{other.address}/slow>")
    assert answer.status_code == 503
    assert "stopped after 3 seconds" in answer.text


def test_updates_call_nobody(store: Path, other: Other, tmp_path: Path) -> None:
    before = other.asked
    options = ("--token-env", "TOKEN", "--allow-update", "--allow-service", f"{other.address}/sparql")
    with server(store, *options, env={"TOKEN": "secret"}) as address:
        update = f"INSERT {{ ?s ?p 1 }} WHERE {{ SERVICE <{other.address}/sparql> {{ ?s ?p ?o }} }}"
        headers = {"Authorization": "Bearer secret"}
        assert requests.post(f"{address}/sparql", {"update": update}, headers=headers, timeout=30).status_code == 400
    assert other.asked == before


def test_the_description_says_so(joined: str, endpoint: str) -> None:
    assert "BasicFederatedQuery" in requests.get(joined, timeout=30).text
    assert "BasicFederatedQuery" not in requests.get(endpoint, timeout=30).text


@pytest.mark.parametrize(
    "address", ["example.org/sparql", "ftp://example.org/", "http://a b/", "http://me:pw@host/x", ""]
)
def test_what_is_no_address_is_refused_at_the_start(address: str) -> None:
    with pytest.raises(ServeError, match="no address of a service"):
        Settings(Path("kg"), allow_services=(address,))
