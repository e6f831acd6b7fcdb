"""The short way: a plain query by GET goes from its connection to a free worker and back, past the application.

The application's layers, a task for each request and the bookkeeping around it take as long as a small query does. Most
queries are answered at once; one that is not goes on as any other request, with the worker that has begun on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes

from graph_builder.serve.batches import Batches, Question
from graph_builder.serve.lane import PATH, Lane
from graph_builder.serve.pool import Asked, Pool
from graph_builder.serve.settings import Settings

BEGUN = "begun"
"""The name, in the state of a request, of what was asked of a worker already."""

_OTHERS = frozenset({"update", "default-graph-uri", "named-graph-uri", "using-graph-uri", "using-named-graph-uri"})
"""Parameters that mean something; clients send others of their own, such as ``format``, which the protocol ignores."""

_BODY = (b"content-length", b"transfer-encoding", b"expect", b"upgrade")
_FIRST = re.compile(rb"GET (/sparql\?query=([!-\"$%'-~]*)) HTTP/1\.1\r\n")
_HEADS, _LONGEST_HEAD = 1000, 4000
_END = b"\r\n\r\n"


class ShortWay:
    """Asks workers for queries that need nothing but a worker.

    Args:
        settings: the limits of an answer.
        pool: the workers.
        lane: who may ask, and where answers are kept.
    """

    def __init__(self, settings: Settings, pool: Pool, lane: Lane) -> None:
        limits = {"rows": settings.rows, "bytes": settings.bytes, "services": settings.allow_services}
        self._pool = pool
        self._batches = Batches(pool, limits, settings.seconds)
        self._lane = lane
        # Clients send the same headers again and again: what was read once is known by its bytes.
        self._heads: dict[bytes, str] = {}

    def takes(self, scope: dict[str, Any]) -> tuple[str, bytes] | None:
        """Return Accept header and query of a request, if that is one query and nothing out of the ordinary."""
        if scope["method"] != "GET" or scope["path"] != PATH or scope["http_version"] != "1.1":
            return None
        headers = dict(scope["headers"])
        if len(headers) != len(scope["headers"]) or not self._lane.may_ask(headers):
            return None
        if any(name in headers for name in _BODY):
            return None
        try:
            given = parse_qsl(
                scope["query_string"].decode("latin-1"), keep_blank_values=True, errors="strict", max_num_fields=20
            )
            texts = [value for name, value in given if name == "query"]
            if len(texts) != 1 or any(name in _OTHERS for name, _ in given):
                return None
            text = texts[0]
            return headers.get(b"accept", b"").decode("latin-1"), text.encode("utf-8")
        except ValueError:
            return None  # the application says what is wrong

    def learn(self, request: bytes, accept: str) -> None:
        """Remember the headers of a request that ``takes`` took, and that leaves its connection open."""
        first = _FIRST.match(request)
        head = request[first.end() :] if first else b""
        if 0 <= head.find(_END) == len(head) - len(_END) <= _LONGEST_HEAD:
            if len(self._heads) >= _HEADS:
                self._heads.clear()
            self._heads[head] = accept

    def reads(self, request: bytes) -> tuple[bytes, str, bytes] | None:
        """Return address, Accept header and query of a request by its bytes, if its headers have come before."""
        first = _FIRST.match(request)
        if first is None or (accept := self._heads.get(request[first.end() :])) is None:
            return None
        url, query = first.groups()
        return url, accept, unquote_to_bytes(query.replace(b"+", b" "))

    def ask(
        self,
        question: tuple[bytes, str, bytes],
        answer: Callable[[bytes], None],
        go_on: Callable[[Asked | None], None],
    ) -> None:
        """Ask a worker, the next that has time; hand over the answer as it is sent, after status and date.

        Args:
            question: address, Accept header and query of a request.
            answer: takes the answer, if all went well at once.
            go_on: called otherwise, with what a worker has begun on, if one has.
        """
        url, accept, text = question

        def keep(version: int, type_: str, content: bytes) -> None:
            answer(self._lane.keep(version, accept, url, text.decode("utf-8", "replace"), (type_, content)))

        self._batches.ask(Question(accept, text, keep, go_on))

    def give_up(self, asked: Asked) -> None:
        """End what was begun for a client that has left."""
        self._pool.give_up(asked)
