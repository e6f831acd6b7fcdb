"""Questions to a web service: patience, deadlines, and secrets that stay secret."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from chat_server import Reply, serving

from graph_builder.http.client import HttpError
from graph_builder.http.json_client import LARGEST, JsonClient

FINE = Reply(b'{"ok": true}')


def client(url: str, key: str = "", **options: float) -> JsonClient:
    return JsonClient(url, key, **{"timeout": 5.0, "first_pause": 0.01, **options})  # type: ignore[arg-type]


def test_an_answer() -> None:
    with serving(FINE) as server:
        assert client(server.url, "sesame").post({"a": "ü"}) == {"ok": True}
        assert (server.asked, server.keys) == ([{"a": "ü"}], ["Bearer sesame"])


def test_no_key_sends_none_even_if_netrc_has_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login ada password engine\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with serving(FINE) as server:
        client(server.url).post({})
        assert server.keys == [None]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_busy_server_is_asked_again(status: int) -> None:
    with serving(Reply(status=status), Reply(status=status), FINE) as server:
        assert client(server.url).post({}) == {"ok": True}
        assert len(server.asked) == 3


def test_it_waits_as_long_as_the_server_asks() -> None:
    with serving(Reply(status=429, headers={"Retry-After": "1"}), FINE) as server:
        start = time.monotonic()
        client(server.url).post({})
        assert time.monotonic() - start >= 1


@pytest.mark.parametrize("wait", ["3600", "Wed, 21 Oct 2125 07:28:00 GMT"])
def test_it_does_not_wait_for_what_comes_too_late(wait: str) -> None:
    with serving(Reply(status=429, headers={"Retry-After": wait})) as server:
        start = time.monotonic()
        with pytest.raises(HttpError, match="status 429"):
            client(server.url).post({}, seconds=5)
        assert time.monotonic() - start < 3
        assert len(server.asked) == 1


def test_it_gives_up_after_some_tries() -> None:
    with serving(Reply(status=500)) as server:
        with pytest.raises(HttpError, match="status 500"):
            client(server.url, tries=3).post({})
        assert len(server.asked) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_is_final(status: int) -> None:
    body = json.dumps({"error": {"message": "no such model for sesame"}}).encode()
    with serving(Reply(body, status=status)) as server:
        with pytest.raises(HttpError) as caught:
            client(server.url, "sesame").post({})
        assert len(server.asked) == 1
    assert caught.value.status == status
    assert "no such model for ***" in str(caught.value)


def test_after_three_failures_in_a_row_it_is_left_alone() -> None:
    with serving(Reply(status=401)) as server:
        asker = client(server.url)
        for _ in range(5):
            with pytest.raises(HttpError):
                asker.post({})
        assert len(server.asked) == 3


@pytest.mark.parametrize("reply", [Reply(b'{"ok": 1}', wait=3), Reply(b'{"ok": 1}', drip=0.4)], ids=["late", "drips"])
def test_an_answer_that_does_not_come(reply: Reply) -> None:
    with serving(reply) as server:
        start = time.monotonic()
        with pytest.raises(HttpError, match="within"):
            client(server.url, timeout=0.5, tries=1).post({})
        assert time.monotonic() - start < 2.5


def test_a_huge_answer_is_not_read_to_the_end() -> None:
    with serving(Reply(b" " * (LARGEST + 100_000))) as server, pytest.raises(HttpError, match="larger than 4 MB"):
        client(server.url).post({})


@pytest.mark.parametrize("body", [b"", b"<html>", b"{", b"[" * 100_000, b"\xff\xfe"])
def test_what_is_no_json(body: bytes) -> None:
    with serving(Reply(body)) as server, pytest.raises(HttpError, match="no JSON"):
        client(server.url).post({})


def test_another_host_is_never_asked() -> None:
    with serving(FINE) as other:
        moved = Reply(status=307, headers={"Location": other.url.replace("127.0.0.1", "localhost")})
        with serving(moved) as server, pytest.raises(HttpError, match="another host"):
            client(server.url, "sesame", tries=1).post({})
        assert other.asked == []


@pytest.mark.parametrize("status", [307, 308])
def test_a_move_on_the_same_host_is_followed(status: int) -> None:
    with serving(Reply(status=status, headers={"Location": "/v2"}), FINE) as server:
        assert client(server.url).post({"a": 1}) == {"ok": True}
        assert server.paths == ["/v1", "/v2"]
        assert server.asked == [{"a": 1}] * 2


@pytest.mark.parametrize("status", [301, 302, 303])
def test_a_move_that_would_lose_the_question_is_not(status: int) -> None:
    with serving(Reply(status=status, headers={"Location": "/v2"})) as server:
        with pytest.raises(HttpError, match="has moved"):
            client(server.url).post({})
        assert len(server.asked) == 1


def test_moves_without_end() -> None:
    with serving(Reply(status=307, headers={"Location": "/v1"})) as server:
        with pytest.raises(HttpError, match="from one address to the next"):
            client(server.url).post({})
        assert len(server.asked) < 10


def test_nobody_there() -> None:
    with serving(FINE) as server:
        url = server.url
    with pytest.raises(HttpError, match="cannot be reached"):
        client(url, tries=2).post({})


@pytest.mark.parametrize(
    "url",
    ["", "localhost:8000", "ftp://a.example/v1", "file:///etc/passwd", "http://", "http://a.example:x/", "http://[/"],
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(HttpError, match="no web address"):
        JsonClient(url)


def test_secrets_are_not_shown() -> None:
    with pytest.raises(HttpError, match="password") as caught:
        JsonClient("https://ada:engine@a.example/v1")
    assert "engine" not in str(caught.value)
    with pytest.raises(HttpError, match="unencrypted"):
        JsonClient("http://a.example/v1", "sesame")
    shown = repr(JsonClient("https://a.example/v1?token=sesame", "sesame"))
    assert "sesame" not in shown
