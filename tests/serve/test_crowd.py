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


def test_each_gets_its_own_error(crowded: Path) -> None:
    with server(crowded) as address:
        texts = small(12, "errors")
        texts[2:2] = ["SELECT nonsense", "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }"]
        found = all_at_once(address, texts)
        assert [found[2][0], found[3][0]] == [400, 400]
        assert b"SERVICE is refused" in found[3][1]
        assert {status for status, _, _ in found[:2] + found[4:]} == {200}


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
