"""What was answered before is answered again, to those who may ask, on the same snapshot."""

from __future__ import annotations

import http.client
import time
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from graph_builder.serve.cache import ResponseCache
from tests.serve.conftest import make_store, server

NAMES = "SELECT ?name { ?s <http://example.org/name> ?name } ORDER BY ?name"


def asked(address: str, query: str, times: int = 1, **headers: str) -> list[tuple[int, dict[str, str], bytes]]:
    """Ask by one connection that is kept open."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
    answers = []
    for _ in range(times):
        connection.request("GET", f"/sparql?{urlencode({'query': query})}", headers=headers)
        answer = connection.getresponse()
        fields = {name.lower(): value for name, value in answer.getheaders() if name.lower() != "date"}
        answers.append((answer.status, fields, answer.read()))
    connection.close()
    return answers


def test_the_second_answer_is_the_first_byte_for_byte(endpoint: str) -> None:
    for accept in ("text/csv", "application/sparql-results+json", "*/*"):
        first, second, third = asked(endpoint, NAMES, 3, Accept=accept)
        assert first[0] == 200
        assert first == second == third
        assert "content-security-policy" in second[1]


def test_one_connection_asks_as_often_as_it_likes(endpoint: str) -> None:
    asked_for = NAMES + "#" * 2000
    assert {answer[0] for answer in asked(endpoint, asked_for, 60)} == {200}  # twice what one head may have


def test_an_answer_in_two_writes_waits_for_no_acknowledgement(endpoint: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(endpoint).netloc, timeout=20)
    times = []
    for _ in range(40):
        began = time.monotonic()
        connection.request("GET", "/health")
        assert connection.getresponse().read()
        times.append(time.monotonic() - began)
    connection.close()
    assert sorted(times)[10] < 0.03, "a quarter at least comes before a delayed acknowledgement would"


def test_each_format_is_cached_by_itself(endpoint: str) -> None:
    types = [asked(endpoint, NAMES, 2, Accept=each)[1][1]["content-type"] for each in ("text/csv", "application/json")]
    assert types == ["text/csv; charset=utf-8", "application/sparql-results+json"]


def test_another_name_of_the_server_is_refused_all_the_same(endpoint: str) -> None:
    assert asked(endpoint, NAMES, 2)[1][0] == 200
    assert asked(endpoint, NAMES, 1, Host="evil.example")[0][0] == 421


def test_what_says_something_else_each_time_is_asked_each_time(endpoint: str) -> None:
    first, second = asked(endpoint, "SELECT (STRUUID() AS ?x) {}", 2)
    assert first[2] != second[2]
    first, second = asked(endpoint, "SELECT (rand () AS ?x) {}", 2)
    assert first[2] != second[2]


def test_long_answers_are_not_cached() -> None:
    cache: ResponseCache[str] = ResponseCache(longest=3)
    cache.keep("long", "text/csv", b"1234")
    cache.keep("short", "text/csv", b"123")
    assert cache.get("long") is None
    assert cache.get("short") == ("text/csv", b"123")


def test_errors_are_not_cached(endpoint: str) -> None:
    assert [answer[0] for answer in asked(endpoint, "SELECT nonsense", 2)] == [400, 400]


def test_a_new_snapshot_is_asked_anew(tmp_path: Path) -> None:
    store = make_store(tmp_path / "kg", "<http://example.org/a> <http://example.org/name> 'Ada' .")
    with server(store) as address:
        assert b"Ada" in asked(address, NAMES, 2)[1][2]
        make_store(store, "<http://example.org/b> <http://example.org/name> 'Bob' .")
        assert b"Bob" in asked(address, NAMES)[0][2]
        assert b"Bob" in asked(address, NAMES, 2)[1][2]


def test_requests_that_come_at_once_are_answered_in_their_order(endpoint: str) -> None:
    import socket

    asked(endpoint, NAMES)
    place = urlsplit(endpoint)
    texts = [NAMES, f"SELECT (1 AS ?x) {{ }} #{time.time()}", NAMES, f"SELECT (2 AS ?x) {{ }} #{time.time()}"]
    lines = [f"GET /sparql?{urlencode({'query': text})} HTTP/1.1\r\nHost: {place.netloc}\r\n" for text in texts]
    lines[-1] += "Connection: close\r\n"
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=20) as connection:
        connection.sendall("".join(f"{line}Accept: text/csv\r\n\r\n" for line in lines).encode())
        got = b"".join(iter(lambda: connection.recv(65536), b""))
    places = [got.index(b"name\r\n"), got.index(b"x\r\n1"), got.rindex(b"name\r\n"), got.index(b"x\r\n2")]
    assert places == sorted(places)
    assert got.count(b"HTTP/1.1 200") == 4


def test_a_request_that_comes_in_pieces_is_one(endpoint: str) -> None:
    import socket

    place = urlsplit(endpoint)
    line = f"GET /sparql?{urlencode({'query': NAMES})} HTTP/1.1\r\nHost: {place.netloc}\r\nX-Piece: 1\r\n\r\n".encode()
    with socket.create_connection((place.hostname, place.port), timeout=20) as connection:
        for pieces in (
            [line],
            [line],
            [line[:30], line[30:]],
            [line[:-2], line[-2:]],
            [line],
            [line + line[:9], line[9:]],
        ):
            for piece in pieces:
                connection.sendall(piece)
                time.sleep(0.05)
        connection.settimeout(2)
        received = b""
        while received.count(b"HTTP/1.1 200 OK") < 7:
            received += connection.recv(1 << 16)
    assert received.count(b"HTTP/1.1 200 OK") == 7
    assert received.count(b'"Ada"') == 7
