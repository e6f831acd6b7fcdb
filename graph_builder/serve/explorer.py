"""The explorer's handlers: its calls to the store."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any
from urllib.parse import parse_qs, quote, urlencode
from weakref import WeakValueDictionary

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from graph_builder.model import StoreError
from graph_builder.query.index import WHOLE
from graph_builder.serve.api import CALLS, PREPARED
from graph_builder.serve.cache import ResponseCache
from graph_builder.serve.curation import Curator, decisions
from graph_builder.serve.pool import Pool
from graph_builder.serve.protocol import body_of, unless_gone
from graph_builder.serve.refusal import RefusedError
from graph_builder.serve.settings import Settings

_OTHERS = {"overview": "overview", "overview-lines": "overview", "export": "export", "pages": "pages", "page": "pages"}
"""Calls that workers answer with bytes, by the name that workers know them by."""

_JSON = "application/json"
_PREPARING = 3600.0
_PAUSE = 2.0


class Explorer:
    """The handlers of ``/api/...``."""

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._settings = settings
        self._pool = pool
        self._curator = Curator(settings)
        self._prepared: dict[int, asyncio.Task[Any]] = {}
        self._indexed = asyncio.Event()
        self._cache: ResponseCache[tuple[int, str, bytes]] = ResponseCache()
        self._asking: WeakValueDictionary[tuple[int, str, bytes], asyncio.Lock] = WeakValueDictionary()

    def prepare(self) -> None:
        """Begin to make what search and overview need of the current snapshot, unless that was begun."""
        try:
            version = self._pool.version()
        except StoreError:
            return  # the request that needs it will say so
        if version not in self._prepared:
            for outdated in self._prepared.values():
                outdated.cancel()
            self._indexed = asyncio.Event()
            self._prepared = {version: asyncio.ensure_future(self._prepare())}

    async def _prepare(self) -> None:
        """Have the files made, again and again while the server is busy with long queries."""
        indexed = self._indexed
        for name in PREPARED:
            pause = _PAUSE
            while not await self._is_made(name):
                await asyncio.sleep(pause)
                pause *= 2
            if name == "index":
                indexed.set()
        if self._settings.allow_curation:
            with contextlib.suppress(StoreError):
                await self._curator.review("", 1)  # which finds doubts, unless they were found

    async def _is_made(self, name: str) -> bool:
        with contextlib.suppress(RefusedError):
            await self._pool.ask({"call": "prepare", "name": name}, seconds=_PREPARING)
            return True
        return False

    async def _until_indexed(self) -> None:
        """Wait for the index: questions to the whole graph would only take the processor from what makes it."""
        try:
            async with asyncio.timeout(self._settings.seconds):
                await self._indexed.wait()
        except TimeoutError:
            raise RefusedError(503, "the index of this graph is being made; ask again in a while") from None

    async def close(self) -> None:
        """Give up what was begun."""
        for task in self._prepared.values():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def call(self, request: Request) -> Response:
        """Answer one of the explorer's calls."""
        name = request.path_params["name"]
        if name not in CALLS and name not in _OTHERS:
            raise RefusedError(404, f"there is no call named {name}")
        self.prepare()
        await body_of(request, self._settings.body)
        key = (self._pool.version(), name, request.scope["query_string"])
        # Who asks what is being answered waits for that answer.
        async with self._asking.setdefault(key, asyncio.Lock()):
            if (cached := self._cache.get(key)) is not None:
                return _answer(*cached)
            if name == "ask" and request.query_params.get("name") in WHOLE:
                await self._until_indexed()
            head = {
                "call": _call_of(name, request),
                "name": name,
                "arguments": parse_qs(request.scope["query_string"].decode("latin-1"), keep_blank_values=True),
                "rows": self._settings.rows,
                "bytes": self._settings.bytes,
                "documents": str(self._settings.documents or ""),
            }
            reply = await unless_gone(request, self._pool.ask(head))
            if reply is None:
                return Response(status_code=499)
            answer, content = reply
            self._cache.keep(key, answer["type"], content)
        return _answer(answer["type"], content)

    async def moved(self, path: str) -> str:
        """Return the address of the page of what decisions made a thing one with, or nothing; *path* is below /thing/.

        While the server is too busy to look, it is nothing: the page itself then finds out.
        """
        with contextlib.suppress(RefusedError, StoreError):
            key = (self._pool.version(), "moved", path.encode("utf-8", "replace"))
            if (cached := self._cache.get(key)) is None:
                _, content = await self._pool.ask({"call": "api", "name": "moved", "arguments": {"path": [path]}})
                self._cache.keep(key, _JSON, content)
                cached = _JSON, content
            if now := json.loads(cached[1])["now"]:
                return f"/thing/{quote(now)}?{urlencode({'formerly': path})}"
        return ""

    async def info(self, request: Request) -> Response:
        """Return what the store holds, and whether decisions are taken."""
        _, content = await self._pool.ask({"call": "api", "name": "info", "arguments": {}})
        return JSONResponse({**json.loads(content), "curation": self._settings.allow_curation})

    async def review(self, request: Request) -> Response:
        """Return a page of what the graph is least sure of."""
        page = request.query_params.get("page", "1")
        if not page.isascii() or not page.isdigit() or len(page) > 6:
            raise RefusedError(400, "page is no number; write one such as 1")
        status, content = await self._curator.review(request.query_params.get("kind", ""), int(page))
        return JSONResponse(content, status)

    async def decisions(self, request: Request) -> Response:
        """Return the decisions beside the store, the latest first."""
        return JSONResponse({"decisions": await asyncio.to_thread(decisions, self._settings.store)})

    async def decide(self, request: Request) -> Response:
        """Carry out a decision: only in JSON, which no form of another site can send."""
        status, content = await self._curator.run({"call": "decide", "asked": await self._json(request)})
        return JSONResponse(content, status)

    async def keep(self, request: Request) -> Response:
        """Save a document that the page sends, beside the store; a build reads it when it is asked for."""
        from graph_builder.pipeline.uploads import limit_of, save_document  # a server that takes none does not need it

        self._check_curation(request, "application/octet-stream")
        name = request.query_params.get("name", "")
        content = await body_of(request, limit_of(name))
        try:
            return JSONResponse({"name": await asyncio.to_thread(save_document, self._settings.store, name, content)})
        except OSError as error:
            problem = f"{name} cannot be written ({error.strerror}); check the folder of the store"
            raise RefusedError(503, problem) from error

    async def add(self, request: Request) -> Response:
        """Build the store with documents that were saved."""
        names = (await self._json(request)).get("names")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise RefusedError(400, "names is a list of the names that the documents were saved under")
        status, content = await self._curator.run({"call": "build", "names": names})
        return JSONResponse(content, status)

    def _check_curation(self, request: Request, type_: str) -> None:
        if not self._settings.allow_curation:
            raise RefusedError(403, "this server takes no decisions and no documents; start it with --curate")
        if request.headers.get("content-type", "").split(";")[0].strip().lower() != type_:
            raise RefusedError(415, f"send this as {type_}")

    async def _json(self, request: Request) -> dict[str, Any]:
        self._check_curation(request, _JSON)
        try:
            asked = json.loads(await body_of(request, self._settings.body))
        except (ValueError, RecursionError):
            raise RefusedError(400, "the request is no JSON") from None
        if not isinstance(asked, dict):
            raise RefusedError(400, "the request is no JSON object")
        return asked


def _answer(type_: str, content: bytes) -> Response:
    return Response(content, headers={"Cache-Control": "no-cache"}, media_type=type_)


def _call_of(name: str, request: Request) -> str:
    """Return what a worker is asked for: named answers can be had whole, in a format of tables."""
    is_table = name == "ask" and "format" in request.query_params
    return "table" if is_table else _OTHERS.get(name, "api")
