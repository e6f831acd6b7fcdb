"""The short way: a plain query by GET goes from its connection to a free worker and back, past the application.

The application's layers, a task for each request and the bookkeeping around it take as long as a small query does. Most
queries are answered at once; one that is not goes on as any other request, with the worker that has begun on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

from graph_builder.model import StoreError
from graph_builder.serve.lane import PATH, Lane, url_of
from graph_builder.serve.pool import Asked, Pool
from graph_builder.serve.settings import Settings

GLANCE = 0.05
"""Seconds after which a request goes on the long way."""

BEGUN = "begun"
"""The name, in the state of a request, of what was asked of a worker already."""

_BODY = (b"content-length", b"transfer-encoding", b"expect", b"upgrade")


class ShortWay:
    """Asks workers for queries that need nothing but a worker.

    Args:
        settings: the limits of an answer.
        pool: the workers.
        lane: who may ask, and where answers are kept.
    """

    def __init__(self, settings: Settings, pool: Pool, lane: Lane) -> None:
        self._limits = {"rows": settings.rows, "bytes": settings.bytes}
        self._pool = pool
        self._lane = lane

    def begin(self, scope: dict[str, Any]) -> Asked | None:
        """Ask a free worker for what a request wants, if that is one query and nothing out of the ordinary."""
        if scope["method"] != "GET" or scope["path"] != PATH or scope["http_version"] != "1.1":
            return None
        headers = dict(scope["headers"])
        if len(headers) != len(scope["headers"]) or not self._lane.may_ask(headers):
            return None
        if any(name in headers for name in _BODY):
            return None
        try:
            ((name, text),) = parse_qsl(
                scope["query_string"].decode("latin-1"), keep_blank_values=True, errors="strict", max_num_fields=1
            )
            if name != "query":
                return None
            accept = headers.get(b"accept", b"").decode("latin-1")
            return self._pool.begin({"call": "query", "accept": accept, **self._limits}, text.encode("utf-8"))
        except (ValueError, StoreError):
            return None  # the application says what is wrong

    def follow(
        self, scope: dict[str, Any], asked: Asked, answer: Callable[[bytes], None], go_on: Callable[[], None]
    ) -> None:
        """Hand over the answer as it is sent, after status and date; or let the request go on, which then asks on.

        Args:
            scope: the request.
            asked: what ``begin`` gave for it.
            answer: takes the answer, if all went well at once.
            go_on: called otherwise.
        """

        def done(reply: asyncio.Future[Any]) -> None:
            timer.cancel()
            if asked.is_over or BEGUN in scope["state"]:
                return
            fine = not reply.cancelled() and reply.exception() is None
            if not fine or "error" in reply.result()[0]:
                late()
                return
            told, content = self._pool.take_over(asked)
            query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)[0][1]
            accept = dict(scope["headers"]).get(b"accept", b"").decode("latin-1")
            answer(self._lane.keep(asked.version, accept, url_of(scope), query, (told["type"], content)))

        def late() -> None:
            timer.cancel()
            scope["state"][BEGUN] = asked
            go_on()

        timer = asyncio.get_running_loop().call_later(GLANCE, late)
        asked.reply.add_done_callback(done)
