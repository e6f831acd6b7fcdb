"""Requests that mean no good, or make no sense: each gets an answer, and the server goes on."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests

from graph_builder.serve.connection import LONGEST_HEAD, Connection
from graph_builder.serve.settings import ServeError, Settings
from tests.serve.conftest import TURTLE, make_store, server

ADA = "http://example.org/ada"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    store = make_store(tmp_path_factory.mktemp("hostile") / "kg", TURTLE)
    with server(store, "--workers", "2", "--curate") as found:
        yield found


@pytest.mark.parametrize("path", ["/assets/%00", "/assets/" + "a" * 5000, "/thing/%00%ff", "/thing/" + "a" * 5000])
def test_names_that_no_file_can_have(address: str, path: str) -> None:
    assert requests.get(address + path, timeout=20).status_code in (200, 404, 501)


@pytest.mark.parametrize("origin", ["http://[::1", "http://127.0.0.1:zz", "\x00", "null", "http://[v1.a]"])
def test_an_origin_that_is_none_is_refused(address: str, origin: str) -> None:
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=20) as connection:
        head = f"POST /sparql HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: {origin}\r\nContent-Length: 0\r\n\r\n"
        connection.sendall(head.encode())
        status = int(connection.recv(1000).split()[1])
    assert status in (400, 403)


@pytest.mark.parametrize(
    "call",
    [
        "thing?iri=x%20y",
        "thing?iri=%00",
        "neighbours?iri=x%20y",
        f"neighbours?iri={ADA}&way=x%20y:in",
        "ties?iri=",
        "path?from=x%20y&to=z",
        "evidence?fact=x%20y",
        "ask?name=%00",
        "search?q=a&kind=x",
    ],
)
def test_what_is_no_iri_is_the_clients_fault(address: str, call: str) -> None:
    answer = requests.get(f"{address}/api/{call}", timeout=20)
    assert answer.status_code == 400, answer.text
    assert "memory" not in answer.text


def test_no_file_is_read_as_a_query(address: str, tmp_path: Path) -> None:
    (tmp_path / "own.rq").write_text("SELECT ('secret' AS ?x) {}")
    for name in (tmp_path / "own.rq", "/etc/hosts", "SELECT ?x { ?x ?y 'secret' }"):
        answer = requests.get(f"{address}/api/ask", {"name": str(name)}, timeout=20)
        assert answer.status_code == 400
        assert "no query is called" in answer.text


def test_a_head_that_is_too_long_is_said_so(address: str) -> None:
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=20) as connection:
        connection.sendall(f"GET /sparql HTTP/1.1\r\nHost: {parts.netloc}\r\nX: ".encode())
        for _ in range(20):
            connection.sendall(b"a" * (LONGEST_HEAD // 10))
        answer = b"".join(iter(lambda: connection.recv(10_000), b""))
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b"send a long query by POST" in answer


def test_two_host_headers_are_refused(address: str) -> None:
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=20) as connection:
        hosts = f"Host: {parts.netloc}\r\nHost: evil.example\r\n"
        connection.sendall(f"GET /health HTTP/1.1\r\n{hosts}\r\n".encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")


def test_a_long_body_is_no_long_head(address: str) -> None:
    query = "ASK {} #" + "x" * 3 * LONGEST_HEAD
    answer = requests.post(f"{address}/sparql", query, headers={"Content-Type": "application/sparql-query"}, timeout=20)
    assert answer.json()["boolean"] is True


SLOW = """
import sys
from pathlib import Path
from graph_builder.serve import Settings
from graph_builder.serve.app import serve
from graph_builder.serve.connection import Connection
Connection.seconds = 1.0
serve(Settings(Path(sys.argv[1]), port=0, workers=1), lambda address: print(address, flush=True))
"""


def test_clients_that_drip_are_hung_up_on(tmp_path: Path) -> None:
    assert Connection.seconds >= 10, "slow lines"
    store = make_store(tmp_path / "kg", TURTLE)
    with subprocess.Popen([sys.executable, "-c", SLOW, str(store)], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            parts = urlsplit(process.stdout.readline().strip())
            host = f"Host: {parts.netloc}\r\n"
            whole = f"GET /sparql?query=ASK%7B%7D HTTP/1.1\r\n{host}\r\n"
            head = (
                f"POST /sparql HTTP/1.1\r\n{host}Content-Type: application/sparql-query\r\nContent-Length: 900\r\n\r\n"
            )
            with contextlib.ExitStack() as opened:
                connections = []
                for begun in ("", "GET /sparql", head + "ASK", whole + "GET /spa"):
                    connection = socket.create_connection((parts.hostname or "", parts.port or 0), timeout=15)
                    connections.append(opened.enter_context(connection))
                    connection.sendall(begun.encode())
                for connection in connections:
                    with contextlib.suppress(ConnectionResetError):
                        while connection.recv(10_000):  # it times out if the server does not hang up
                            pass
        finally:
            process.terminate()


def test_a_store_that_is_gone_is_said_so(tmp_path: Path) -> None:
    store = make_store(tmp_path / "kg", TURTLE)
    with server(store, "--workers", "1") as address:
        store.rename(tmp_path / "gone")
        for path in ("/health", "/api/info", "/api/search?q=a", "/api/review", "/sparql?query=ASK%7B%7D"):
            answer = requests.get(address + path, timeout=20)
            assert (path, answer.status_code) == (path, 503)
        make_store(store, TURTLE.replace("Ada", "Ida"))
        answer = requests.get(f"{address}/sparql", {"query": "ASK { ?s ?p 'Ada' }"}, timeout=20)
        assert answer.json()["boolean"] is False, "the former store is still open"


def test_a_token_that_no_header_can_hold_is_refused(tmp_path: Path) -> None:
    for token in ("gehëim", "a\nb", os.fsdecode(b"a\xff")):
        with pytest.raises(ServeError, match="ASCII"):
            Settings(tmp_path, token=token)
