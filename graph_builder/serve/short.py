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

_PATIENCE = 0.5
"""Seconds after which a request that waits for a worker goes on the long way, where it may wait for long."""

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
        self._limits = {"rows": settings.rows, "bytes": settings.bytes, "services": settings.allow_services}
        self._pool = pool
        self._lane = lane

    def takes(self, scope: dict[str, Any]) -> tuple[dict[str, Any], bytes] | None:
        """Return what to ask a worker for a request, if that is one query and nothing out of the ordinary."""
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
            return {"call": "query", "accept": accept, **self._limits}, text.encode("utf-8")
        except ValueError:
            return None  # the application says what is wrong

    def ask(
        self,
        scope: dict[str, Any],
        question: tuple[dict[str, Any], bytes],
        answer: Callable[[bytes], None],
        go_on: Callable[[], None],
    ) -> None:
        """Ask a worker, the next that is free; hand over the answer as it is sent, after status and date.

        Args:
            scope: the request.
            question: what ``takes`` gave for it.
            answer: takes the answer, if all went well at once.
            go_on: called otherwise; the request then waits for the worker that has begun on it, if one has.
        """
        try:
            asked = self._pool.begin(*question)
        except StoreError:
            go_on()
            return
        if asked is not None:
            self._follow(scope, asked, answer, go_on)
            return
        turn = self._pool.turn()

        def begin(_: asyncio.Future[Any]) -> None:
            timer.cancel()
            if turn.cancelled():
                return
            try:
                self._follow(scope, self._pool.begin_with(turn, *question), answer, go_on)
            except StoreError:
                go_on()

        def late() -> None:
            if not turn.done():
                self._pool.pass_on(turn)
                go_on()

        timer = asyncio.get_running_loop().call_later(_PATIENCE, late)
        turn.add_done_callback(begin)

    def _follow(
        self, scope: dict[str, Any], asked: Asked, answer: Callable[[bytes], None], go_on: Callable[[], None]
    ) -> None:

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
