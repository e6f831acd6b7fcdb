"""The SPARQL 1.1 Protocol and the reading half of the Graph Store HTTP Protocol, over a pool of workers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

from graph_builder.model import StoreError
from graph_builder.serve.cache import ResponseCache, is_volatile
from graph_builder.serve.connection import Connection
from graph_builder.serve.messages import Message
from graph_builder.serve.negotiation import GRAPHS, choose, describe
from graph_builder.serve.pool import Pool
from graph_builder.serve.refusal import RefusedError
from graph_builder.serve.settings import Settings

FORM = "application/x-www-form-urlencoded"
QUERY = "application/sparql-query"
UPDATE = "application/sparql-update"

LONGEST_CACHED = 1_000_000
"""Bytes of an answer that is cached; what is longer is rarely asked twice."""

_GLANCE = 0.05


async def body_of(request: Request, limit: int) -> bytes:
    """Return the body of a request.

    Raises:
        RefusedError: it is larger than *limit* bytes, or does not arrive in time.
    """
    content = bytearray()
    try:
        async with asyncio.timeout(Connection.seconds):
            async for chunk in request.stream():
                content += chunk
                if len(content) > limit:
                    raise RefusedError(413, f"the request has more than {limit / 1e6:g} MB; send less")
    except TimeoutError:
        raise RefusedError(408, "the request did not arrive in time; send it faster") from None
    return bytes(content)


async def unless_gone(request: Request, work: asyncio.Future[Message] | Any) -> Message | None:
    """Return the outcome of *work*, or None if the client left before: then the work is given up.

    The request's body has to be read before.
    """
    asked = asyncio.ensure_future(work)
    left = None
    try:
        # Most requests are answered before it is worth while to look whether somebody still waits.
        done, _ = await asyncio.wait({asked}, timeout=_GLANCE)
        if not done:
            left = asyncio.ensure_future(_left(request))
            await asyncio.wait({asked, left}, return_when=asyncio.FIRST_COMPLETED)
        return await asked if asked.done() else None
    finally:
        if left is not None:
            left.cancel()
        if not asked.done():
            asked.cancel()
            with contextlib.suppress(asyncio.CancelledError, RefusedError):
                await asked


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


class Protocol:
    """The handlers of ``/sparql`` and ``/graphs``."""

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._settings = settings
        self._pool = pool
        self._cache: ResponseCache[tuple[int, str, bytes]] = ResponseCache(longest=LONGEST_CACHED)

    async def sparql(self, request: Request) -> Response:
        """Answer a query, or describe the service."""
        cached = self._cached(request)
        if cached is not None:
            return cached
        text, parameters = await self._query(request)
        if text is None:
            return self._description(request)
        head = {
            "call": "query",
            "default": parameters.get("default-graph-uri", []),
            "named": parameters.get("named-graph-uri", []),
        }
        return await self._ask(request, head, text.encode("utf-8"))

    def _cached(self, request: Request) -> Response | None:
        """Return the answer to a request that came before, on the same snapshot."""
        if request.method != "GET":
            return None
        try:
            answer = self._cache.get(_key(request, self._pool.version()))
        except StoreError:
            return None
        return _answer(*answer) if answer else None

    async def graphs(self, request: Request) -> Response:
        """Return a named graph (``?graph=IRI``) or the union of all (``?default``)."""
        names = request.query_params.getlist("graph")
        if len(names) + ("default" in request.query_params) != 1:
            raise RefusedError(400, "say which graph: ?default, or ?graph= and its IRI")
        await body_of(request, self._settings.body)
        return await self._ask(request, {"call": "graph"}, (names[0] if names else "").encode("utf-8"))

    async def _ask(self, request: Request, head: dict[str, Any], body: bytes) -> Response:
        head |= {
            "accept": request.headers.get("accept", ""),
            "rows": self._settings.rows,
            "bytes": self._settings.bytes,
        }
        version = self._pool.version()
        answer = await unless_gone(request, self._pool.ask(head, body))
        is_current = version == self._pool.version()
        if answer is None:
            return Response(status_code=499)
        reply, content = answer
        if is_current and head["call"] == "query" and request.method == "GET" and not is_volatile(body.decode()):
            self._cache.keep(_key(request, version), reply["type"], content)
        return _answer(reply["type"], content)

    async def _query(self, request: Request) -> tuple[str | None, dict[str, list[str]]]:
        """Return the text of a query, None if there is none, and its other parameters."""
        parameters = _grouped(request.scope["query_string"].decode("latin-1"))
        body = await body_of(request, self._settings.body)
        type_ = request.headers.get("content-type", "").split(";")[0].strip().lower()
        form = _grouped(_text(body)) if type_ == FORM else {}
        if type_ == UPDATE or "update" in parameters or "update" in form:
            raise RefusedError(403, "this server takes no updates; add a document, or take decisions")
        if request.method in ("GET", "HEAD"):
            return _only(parameters, "query") if "query" in parameters else None, parameters
        if type_ not in (FORM, QUERY):
            raise RefusedError(415, f"send {QUERY} or {FORM}, not {type_ or 'a body without a type'}")
        if "query" in parameters:
            raise RefusedError(400, "the text stands in the body; leave it out of the address")
        return (_text(body), parameters) if type_ == QUERY else (_only(form, "query"), form)

    def _description(self, request: Request) -> Response:
        media = choose(request.headers.get("accept", ""), GRAPHS)
        if media is None:
            known = ", ".join(each.type for each in GRAPHS)
            raise RefusedError(406, f"the description of this service can be had as {known}")
        content = describe(str(request.url.replace(query="")), media)
        return Response(content, headers={"Vary": "Accept"}, media_type=media.type)


def _key(request: Request, version: int) -> tuple[int, str, bytes]:
    return version, request.headers.get("accept", ""), request.scope["query_string"]


def _answer(type_: str, content: bytes) -> Response:
    return Response(content, headers={"Vary": "Accept"}, media_type=type_)


def _grouped(encoded: str) -> dict[str, list[str]]:
    try:
        return parse_qs(encoded, keep_blank_values=True, errors="strict", max_num_fields=100)
    except ValueError as error:
        raise RefusedError(400, "the parameters are not UTF-8, or too many; encode them as a form") from error


def _only(parameters: Mapping[str, list[str]], name: str) -> str:
    values = parameters.get(name, [])
    if len(values) != 1:
        raise RefusedError(400, f"{len(values)} parameters are called {name}; send one")
    return values[0]


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedError(400, f"the body is not UTF-8 (byte {error.start}); encode it so") from error
