"""Queries that come at the same time: none suffers by another."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.serve.conftest import make_store, server

CROSS = (
    "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n0 ?o . ?p ?q ?r . ?s ?t ?u . ?v ?w ?x }"
)
HUNGRY = (
    "SELECT (COUNT(*) AS ?n) { SELECT DISTINCT ?a ?d ?g ?j ?m ?p ?s "
    "{ ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n0 ?o . ?p ?q ?r . ?s ?t ?u } }"
)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lines = "".join(f"<http://example.org/{n}> <http://example.org/p{n % 7}> {n} .\n" for n in range(400))
    return make_store(tmp_path_factory.mktemp("crowd") / "kg", lines)


def all_at_once(address: str, texts: list[str]) -> list[tuple[int, bytes, float]]:
    """Ask by as many connections as there are texts; return status, answer and seconds of each."""
    found: list[tuple[int, bytes, float]] = [(0, b"", 0.0)] * len(texts)
    begin = threading.Barrier(len(texts))

    def client(place: int) -> None:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
        for text in ("ASK {}", texts[place]):  # the first opens the connection
            if text is texts[place]:
                begin.wait()
            began = time.monotonic()
            connection.request("GET", f"/sparql?{urlencode({'query': text})}", headers={"Accept": "text/csv"})
            answer = connection.getresponse()
            found[place] = answer.status, answer.read(), time.monotonic() - began
        connection.close()

    threads = [threading.Thread(target=client, args=(place,)) for place in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def small(count: int, salt: str) -> list[str]:
    return [f"SELECT ?o {{ <http://example.org/{n}> ?p ?o }} #{salt}" for n in range(count)]


def test_each_gets_its_own_answer(crowded: Path) -> None:
    with server(crowded) as address:
        for turn in range(5):
            found = all_at_once(address, small(40, f"t{turn}"))
            assert [status for status, _, _ in found] == [200] * 40
            assert [content for _, content, _ in found] == [f"o\r\n{n}\r\n".encode() for n in range(40)]


def test_none_waits_for_one_that_takes_long(crowded: Path) -> None:
    with server(crowded, "--timeout", "4") as address:
        texts = small(30, "beside")
        texts[3:3] = [CROSS, CROSS + "#2"]
        found = all_at_once(address, texts)
        assert [found[3][0], found[4][0]] == [503, 503]
        others = found[:3] + found[5:]
        assert {status for status, _, _ in others} == {200}
        assert max(seconds for _, _, seconds in others) < 3
        assert b"".join(content for _, content, _ in others) == b"".join(f"o\r\n{n}\r\n".encode() for n in range(30))


def test_none_suffers_by_one_that_ends_its_worker(crowded: Path) -> None:
    with server(crowded, "--timeout", "20", "--max-memory", "400") as address:
        texts = small(24, "hungry")
        texts[5:5] = [HUNGRY]
        found = all_at_once(address, texts)
        assert found[5][0] == 503
        assert {status for status, _, _ in found[:5] + found[6:]} == {200}
        assert all_at_once(address, ["ASK {}"])[0][0] == 200


def test_errors_are_told_each_to_whom_they_concern(crowded: Path) -> None:
    with server(crowded) as address:
        texts = small(12, "errors")
        texts[2:2] = ["SELECT nonsense", "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }"]
        found = all_at_once(address, texts)
        assert [found[2][0], found[3][0]] == [400, 400]
        assert b"SERVICE is refused" in found[3][1]
        assert {status for status, _, _ in found[:2] + found[4:]} == {200}


def test_a_store_that_is_gone_is_said_to_all(tmp_path: Path) -> None:
    kg = make_store(tmp_path / "kg", "<http://example.org/a> <http://example.org/p> 1 .")
    with server(kg) as address:
        assert {status for status, _, _ in all_at_once(address, small(6, "before"))} == {200}
        kg.rename(tmp_path / "elsewhere")
        assert {status for status, _, _ in all_at_once(address, small(6, "after"))} == {503}


def test_requests_on_one_connection_are_read_each_by_itself(endpoint: str) -> None:
    place = urlsplit(endpoint)
    head = f"Host: {place.netloc}\r\nAccept: text/csv\r\n\r\n"
    text = urlencode({"query": "SELECT (?x + 1 AS ?y) { VALUES ?x { 41 } } # ü&=%"})
    asked = [
        (f"GET /sparql?{text} HTTP/1.1\r\n{head}", b"y\r\n42"),
        (f"GET /sparql?{text}1 HTTP/1.1\r\n{head}", b"y\r\n42"),
        (f"GET /sparql?{text}&default-graph-uri=http://none.example/ HTTP/1.1\r\n{head}", b"y\r\n42"),
        (f"GET /sparql?query=%FF HTTP/1.1\r\n{head}", b"HTTP/1.1 400"),
        (f"GET /sparql?query= HTTP/1.1\r\n{head}", b"HTTP/1.1 400"),
        (f"GET /sparql?query=ASK+%7B%7D&query=ASK+%7B%7D HTTP/1.1\r\n{head}", b"HTTP/1.1 400"),
        (f"GET /sparql?{text}2 HTTP/1.1\r\n{head}", b"y\r\n42"),
        (f"GET /sparql?{text}3 HTTP/1.1\r\nHost: evil.example\r\nAccept: text/csv\r\n\r\n", b"HTTP/1.1 421"),
    ]
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=20) as connection:
        for request, expected in asked:
            connection.sendall(request.encode())
            got = b""
            while b"\r\n\r\n" not in got or (expected.startswith(b"y") and expected not in got):
                more = connection.recv(1 << 16)
                assert more, (request, got)
                got += more
            assert expected in got, request
            while b"content-length: " in got.lower():  # the rest of a refusal
                length = int(got.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
                if len(got.split(b"\r\n\r\n", 1)[1]) >= length:
                    break
                got += connection.recv(1 << 16)


def test_who_leaves_while_asking_is_no_trouble_to_others(crowded: Path) -> None:
    with server(crowded, "--timeout", "3") as address:
        place = urlsplit(address)
        head = f"Host: {place.netloc}\r\nAccept: text/csv\r\n\r\n"
        for turn in range(20):
            with socket.create_connection((place.hostname or "", place.port or 0), timeout=20) as connection:
                for text in (f"ASK {{}} #{turn}", f"{CROSS}#{turn}"):
                    line = f"GET /sparql?{urlencode({'query': text})} HTTP/1.1\r\n{head}".encode()
                    connection.sendall(line)
                    if text.startswith("ASK"):
                        assert b"200 OK" in connection.recv(1 << 16)
                    else:
                        time.sleep(0.01 * (turn % 10))
        found = all_at_once(address, small(20, "left"))
        assert {status for status, _, _ in found} == {200}
        assert max(seconds for _, _, seconds in found) < 3
