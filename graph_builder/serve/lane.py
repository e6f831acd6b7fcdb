"""The fast lane: queries that were answered before on the same snapshot are answered before the application is called.

A snapshot does not change, so neither does what a query finds in it. The application, which routes, negotiates and
waits for a worker, takes half a millisecond for that; a look into a table takes a twentieth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from starlette.datastructures import Headers

from graph_builder.model import StoreError
from graph_builder.query.guard import calls_services
from graph_builder.serve.answers import Answers

PATH = "/sparql"
LONGEST = 1_000_000
"""Bytes of an answer that is kept; what is longer is rarely asked twice."""

LONGEST_REQUEST = 4_000
"""Bytes of a request that is remembered as it came; of such, so many are."""
_REQUESTS = 4_000

_BEGIN = PATH.encode() + b"?"
# Functions that say something else each time; an escape could hide one.
_FICKLE = re.compile(r"(?i)\b(?:now|rand|uuid|struuid|bnode)\s*\(|\\u")
_ASKED = (b"host", b"accept", b"authorization", b"cookie")

RawHeaders = Sequence[tuple[bytes, bytes]]


class Lane:
    """What was answered to queries by GET, whole as it is sent, within bounded memory.

    Args:
        version: tells the current snapshot from all others.
        may_ask: whether a request with some headers may ask at all.
        headers: what every answer bears.
    """

    def __init__(
        self,
        version: Callable[[], int],
        may_ask: Callable[[Headers], bool],
        headers: RawHeaders,
        most: int = 64_000_000,
    ) -> None:
        self._version = version
        self._may_ask = may_ask
        self._headers = b"".join(b"%s: %s\r\n" % pair for pair in headers)
        self._answers = Answers(most)
        self._allowed: dict[tuple[bytes, ...], bool] = {}
        self._requests: dict[bytes, tuple[str, bytes]] = {}

    def known(self, url: bytes, headers: RawHeaders) -> bytes | None:
        """Return the rest of the answer to a request, after the status and the date, if it is known."""
        if not url.startswith(_BEGIN):
            return None
        told = dict(headers)
        if len(told) != len(headers):
            return None  # a header that comes twice is for the application
        if not self.may_ask(told):
            return None
        try:
            return self._answers.get((self._version(), told.get(b"accept", b"").decode("latin-1"), url))
        except StoreError:
            return None

    def known_at(self, url: bytes, accept: str) -> bytes | None:
        """Return the rest of the answer to a query by GET from one who may ask, if it is known."""
        try:
            return self._answers.get((self._version(), accept, url))
        except StoreError:
            return None

    def known_whole(self, request: bytes) -> bytes | None:
        """Return the rest of the answer to a request that came before, byte for byte, if the answer is known."""
        key = self._requests.get(request)
        try:
            return self._answers.get((self._version(), *key)) if key else None
        except StoreError:
            return None

    def remember(self, request: bytes, url: bytes, accept: str) -> None:
        """Remember the bytes of a request whose answer was known."""
        if len(request) <= LONGEST_REQUEST:
            if len(self._requests) >= _REQUESTS:
                self._requests.clear()
            self._requests[request] = accept, url

    def may_ask(self, headers: Mapping[bytes, bytes]) -> bool:
        """Tell whether a request with some headers, each once, is let through."""
        asked = tuple(headers.get(name, b"") for name in _ASKED)
        allowed = self._allowed.get(asked)
        return self._allow(asked) if allowed is None else allowed

    def _allow(self, asked: tuple[bytes, ...]) -> bool:
        if len(self._allowed) > 1000:
            self._allowed.clear()
        raw = [(name, value) for name, value in zip(_ASKED, asked, strict=True) if value]
        self._allowed[asked] = self._may_ask(Headers(raw=raw))
        return self._allowed[asked]

    def keep(self, version: int, accept: str, url: bytes, query: str, answer: tuple[str, bytes]) -> bytes:
        """Return an answer of a type and some content as it is sent, after the status and the date.

        It is remembered, unless a function in the query, or a service, may say something else each time.
        """
        type_, content = answer
        # As the application would have sent it.
        type_ += "; charset=utf-8" if type_.startswith("text/") else ""
        head = f"vary: Accept\r\ncontent-length: {len(content)}\r\ncontent-type: {type_}\r\n".encode("latin-1")
        sent = head + self._headers + b"\r\n" + content
        if len(content) <= LONGEST and len(url) <= LONGEST and not _is_fickle(query):
            self._answers.keep((version, accept, url), sent)
        return sent


def _is_fickle(query: str) -> bool:
    return _FICKLE.search(query) is not None or calls_services(query)


def url_of(scope: Mapping[str, object]) -> bytes:
    """Return the address that a request asked for, as it came."""
    return PATH.encode() + b"?" + bytes(scope["query_string"])  # type: ignore[call-overload, no-any-return]
