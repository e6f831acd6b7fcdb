"""Connections that do not wait for ever: a request has to arrive in time, and its head within bounds."""

from __future__ import annotations

import asyncio
from typing import Any

from graph_builder.serve.lane import Lane, url_of
from graph_builder.serve.pool import Asked
from graph_builder.serve.short import BEGUN, ShortWay

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as _Protocol
except ImportError:  # a parser in C that need not be there
    from uvicorn.protocols.http.h11_impl import H11Protocol as _Protocol  # type: ignore[assignment]

SECONDS = 20.0
"""In which a request has to be here whole. uvicorn itself waits for ever for the first, and between its bytes."""

LONGEST_HEAD = 65_536
"""Bytes of a request line and its headers."""


class _Answered:
    """A request that was answered before the application was called, as its connection sees it."""

    response_complete = True
    more_body = False
    disconnected = keep_alive = True

    class message_event:
        """An event that nobody waits for."""

        @staticmethod
        def set() -> None:
            """Do nothing."""


class Connection(_Protocol):
    """One connection to a client, closed if its request comes too slowly or with too long a head."""

    seconds = SECONDS
    lane: Lane | None = None
    """Where answers are that need not be asked for; one for all connections of a server."""

    short: ShortWay | None = None
    """How queries reach a worker without the application; one for all connections of a server."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._timer: asyncio.TimerHandle | None = None
        self._head = 0
        self._answered = False
        self._is_whole = True
        self._last = 0.0
        self._asked: bytes | None = None
        """The request whose answer is awaited from a worker, past the parser."""
        self._later = b""
        self._begun: tuple[Asked | None] | None = None
        self._accept: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        self._stop()

    def data_received(self, data: bytes) -> None:
        """Take what the client sends."""
        if self._asked is not None:
            self._take_later(data)
            return
        between = self._is_between()
        if between and self.lane is not None and (content := self.lane.known_whole(data)) is not None:
            self._send_soon(content)
            return
        if between and self.short is not None and (question := self.short.reads(data)) is not None:
            self._ask(data, question)
            return
        self._read(data, between)

    def _read(self, data: bytes, between: bool) -> None:
        self._accept = None
        super().data_received(data)
        if between and self._accept is not None and self._is_whole and not self.pipeline and self.short is not None:
            self.short.learn(data, self._accept)
        if self._answered:  # the next request has all its time and room again
            if between and self._is_between() and self.lane is not None:
                self.lane.remember(data, self.url, dict(self.headers).get(b"accept", b"").decode("latin-1"))
            self._answered, self._head = False, 0
            self._stop()
            return
        self._head = self._head + len(data) if self._wants_head() else 0
        if self._head > LONGEST_HEAD:
            self.transport.close()
        self._watch()

    def _ask(self, data: bytes, question: tuple[bytes, str, bytes]) -> None:
        """Ask for the answer to a request that was understood by its bytes; it is parsed only if that fails."""
        self._stop()
        self._asked = data

        def answer(content: bytes) -> None:
            if not self.transport.is_closing():
                self._send_soon(content)
            self._go_on()

        def go_on(begun: Asked | None) -> None:
            if self.transport.is_closing():
                if begun is not None and self.short is not None:
                    self.short.give_up(begun)
                return
            self._begun = (begun,)
            self._asked = None
            self._read(data, between=False)
            if self._begun is not None:  # an answer was found on the way
                self._begun = None
                if begun is not None and self.short is not None:
                    self.short.give_up(begun)
            self._go_on()

        url, accept, _ = question
        if self.lane is not None and (known := self.lane.known_at(url, accept)) is not None:
            self.lane.remember(data, url, accept)
            answer(known)
        elif self.short is not None:
            self.short.ask(question, answer, go_on)

    def _take_later(self, data: bytes) -> None:
        self._later += data
        if len(self._later) > LONGEST_HEAD:  # who sends so much without waiting for an answer wants none
            self.transport.close()

    def _go_on(self) -> None:
        """Take what came while an answer was awaited."""
        self._asked = None
        later, self._later = self._later, b""
        if later and not self.transport.is_closing():
            self.data_received(later)

    def on_headers_complete(self) -> None:
        """Answer at once what is known, or call the application."""
        if (known := self._known()) is None:
            super().on_headers_complete()
            return
        self.cycle = _Answered()  # type: ignore[assignment]
        self._send(known)
        self.on_response_complete()
        self._answered = True

    def _send_soon(self, content: bytes) -> None:
        """Send an answer to a request that the parser has not seen, and wait for the next as it would."""
        self._send(content)
        self._stop()
        self._last = self.loop.time()
        if self.timeout_keep_alive_task is None:
            after = self.timeout_keep_alive
            self.timeout_keep_alive_task = self.loop.call_later(after, self.timeout_keep_alive_handler)

    def _send(self, content: bytes) -> None:
        """Send an answer but for its status and date."""
        head = b"".join([b"%s: %s\r\n" % pair for pair in self.server_state.default_headers])
        self.transport.write(b"HTTP/1.1 200 OK\r\n" + head + content)

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self._is_whole = False

    def on_message_complete(self) -> None:
        """End a request."""
        super().on_message_complete()
        self._is_whole = True

    def _is_between(self) -> bool:
        """Tell whether nothing of a request is here or on its way to an answer."""
        quiet = self._is_whole and not self.pipeline and not self.flow.write_paused
        return quiet and (self.cycle is None or self.cycle.response_complete)

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection if nothing has come for a while."""
        left = self._last + self.timeout_keep_alive - self.loop.time()
        if left > 0 or self._asked is not None:
            after = max(left, self.timeout_keep_alive / 2)
            self.timeout_keep_alive_task = self.loop.call_later(after, self.timeout_keep_alive_handler)
        else:
            super().timeout_keep_alive_handler()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Ask a worker at once, or call the application."""
        begun, self._begun = self._begun, None
        if begun is not None:  # it was asked before it was parsed
            if begun[0] is not None:
                cycle.scope["state"][BEGUN] = begun[0]
            super()._start_asgi_task(cycle, app)
            return
        question = None
        if self.short is not None and cycle.keep_alive and not self.flow.write_paused:
            question = self.short.takes(cycle.scope)
        if self.short is None or question is None:
            super()._start_asgi_task(cycle, app)
            return
        self._accept = question[0]

        def answer(content: bytes) -> None:
            if not self.transport.is_closing():
                self._send(content)
            cycle.response_started = cycle.response_complete = True
            cycle.message_event.set()
            if not cycle.keep_alive:
                self.transport.close()
            self.on_response_complete()

        def go_on(begun: Asked | None) -> None:
            if begun is not None:
                cycle.scope["state"][BEGUN] = begun
            super(Connection, self)._start_asgi_task(cycle, app)

        self.short.ask((url_of(cycle.scope), *question), answer, go_on)

    def _known(self) -> bytes | None:
        busy = self.cycle is not None and not self.cycle.response_complete
        if self.lane is None or busy or self.pipeline or self.flow.write_paused:
            return None
        plain = self.parser.get_method() == b"GET" and self.parser.get_http_version() == "1.1"
        if not plain or not self.parser.should_keep_alive() or self.parser.should_upgrade():
            return None
        return self.lane.known(self.url, self.headers)

    def _wants_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _watch(self) -> None:
        """Let the time run while something of a request is missing; it is not begun anew with each byte."""
        if self.transport.is_closing() or not (self._wants_head() or self.cycle.more_body):
            self._stop()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self.seconds, self._late)

    def _late(self) -> None:
        self._timer = None
        if self._wants_head() or self.cycle.more_body:
            self.transport.close()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
