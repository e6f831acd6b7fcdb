"""The application: its addresses, put together, and a server that runs it."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from graph_builder.model import GraphBuilderError, StoreError
from graph_builder.serve.access import Access, Login
from graph_builder.serve.connection import Connection
from graph_builder.serve.explorer import Explorer
from graph_builder.serve.page import page_routes, send_page
from graph_builder.serve.pool import Pool
from graph_builder.serve.protocol import Protocol
from graph_builder.serve.refusal import RefusedError, refuse
from graph_builder.serve.settings import ServeError, Settings

_BACKLOG = 2048
_LEAST = 2000
"""Bytes from which on an answer is packed: a shorter one fits into one or two packets anyway."""


def application(settings: Settings, started: Callable[[], None] = lambda: None) -> Starlette:
    """Return the web application over the store of *settings*; it calls *started* once its workers are ready."""
    pool = Pool(settings)
    protocol = Protocol(settings, pool)
    explorer = Explorer(settings, pool)

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        async with pool.running():
            explorer.prepare()
            started()
            yield
            await explorer.close()

    login = Login(settings)

    async def thing(request: Request) -> Response:
        """Send the page, or lead to the page of what a thing was made one with."""
        now = await explorer.moved(request.path_params["rest"])
        return RedirectResponse(now, 302) if now else await send_page(request)

    async def health(_: Request) -> Response:
        try:
            return JSONResponse({"snapshot": pool.snapshot()})
        except StoreError as error:
            return JSONResponse({"error": str(error)}, 503)

    return Starlette(
        routes=[
            Route("/sparql", protocol.sparql, methods=["GET", "POST"]),
            Route("/graphs", protocol.graphs, methods=["GET"]),
            Route("/health", health),
            Route("/login", login.form, methods=["GET"]),
            Route("/login", login.sign_in, methods=["POST"]),
            Route("/api/info", explorer.info, methods=["GET"]),
            Route("/api/decisions", explorer.decisions, methods=["GET"]),
            Route("/api/review", explorer.review, methods=["GET"]),
            Route("/api/decide", explorer.decide, methods=["POST"]),
            Route("/api/keep", explorer.keep, methods=["POST"]),
            Route("/api/add", explorer.add, methods=["POST"]),
            Route("/api/{name}", explorer.call, methods=["GET"]),
            Route("/thing/{rest:path}", thing, methods=["GET"]),
            *page_routes(),
        ],
        middleware=[
            *_shared_with(settings),
            Middleware(Access, settings=settings),
            Middleware(GZipMiddleware, minimum_size=_LEAST, compresslevel=3),
        ],
        exception_handlers={404: _missing, RefusedError: refuse, GraphBuilderError: refuse},
        lifespan=running,
    )


def _shared_with(settings: Settings) -> list[Middleware]:
    """Return the layer that lets scripts of other sites read answers (CORS), if any may."""
    if not settings.allow_origins:
        return []
    headers = ["Authorization", "Content-Type", "Accept"]
    return [
        Middleware(
            CORSMiddleware, allow_origins=settings.allow_origins, allow_methods=["GET", "POST"], allow_headers=headers
        )
    ]


async def _missing(_: Request, __: Exception) -> Response:
    return PlainTextResponse("there is nothing at this address; /sparql is the endpoint\n", 404)


@contextmanager
def listen(settings: Settings) -> Iterator[tuple[socket.socket, str]]:
    """Give a listening socket at the address of *settings*, and that address as a URL.

    Raises:
        ServeError: the address is taken or not ours.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Said to be TCP, or asyncio leaves Nagle's algorithm on, and an answer in two writes waits 40 ms for the client.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host.strip("[]"), settings.port))
    except OSError as error:
        listener.close()
        raise ServeError(
            f"{settings.host}:{settings.port} cannot be listened on ({error.strerror}); choose another with --port"
        ) from error
    host = f"[{settings.host.strip('[]')}]" if family == socket.AF_INET6 else settings.host
    address = f"http://{host}:{listener.getsockname()[1]}/"
    with listener:
        listener.listen(_BACKLOG)  # who connects before the server is up is answered once it is
        yield listener, address


def serve(settings: Settings, started: Callable[[str], None] = lambda address: None) -> None:
    """Serve a store until interrupted.

    Args:
        settings: what to serve, where, and within which limits.
        started: called with the address once connections are taken.

    Raises:
        ServeError: the address is taken or not ours.
        StoreError: there is no store.
    """
    from graph_builder.store.store import Store

    Store.open(settings.store)
    with listen(settings) as (listener, address):
        config = uvicorn.Config(
            application(settings, lambda: started(address)),
            log_level="warning",
            access_log=False,
            lifespan="on",
            server_header=False,
            timeout_graceful_shutdown=2,
            http=Connection,
            ws="none",
        )
        uvicorn.Server(config).run([listener])
