"""A worker: a process that reads one store and answers one request at a time, so that it can be stopped at any moment.

The engine has no time limit and looks at no signal while it runs; a process can be ended.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from graph_builder.model import GraphBuilderError, QueryError
from graph_builder.serve import api, cited
from graph_builder.serve.answer import Limits, NoGraphError, NotAcceptableError, TooMuchError, graph, query
from graph_builder.serve.messages import Message, pack, receive_blocking
from graph_builder.store.draft import sweep
from graph_builder.store.store import Store

_GRACE = 1.5


class _Opened:
    """The snapshot that is open, and again the current one once that has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._store: Store | None = None
        self._version = 0

    def current(self, version: int) -> Store:
        if self._store is None or self._version != version:
            self._store = None  # its lease is given back before the next snapshot is opened
            self._store = Store.open(self._path)
            self._version = version
        return self._store


Call = Callable[[Store, Mapping[str, Any], bytes], tuple[str, bytes]]
"""Gives type and content of the reply to a request, which is a head and a body."""

_JSON = "application/json"


def _limits(head: Mapping[str, Any]) -> Limits:
    return Limits(head["rows"], head["bytes"])


def _query(store: Store, head: Mapping[str, Any], body: bytes) -> tuple[str, bytes]:
    graphs = head["default"], head["named"]
    return query(store.snapshot(), body.decode("utf-8"), head["accept"], _limits(head), *graphs)


def _graph(store: Store, head: Mapping[str, Any], body: bytes) -> tuple[str, bytes]:
    return graph(store.snapshot(), body.decode("utf-8"), head["accept"], _limits(head))


def _ready(store: Store, head: Mapping[str, Any], body: bytes) -> tuple[str, bytes]:
    sweep(head["store"])
    store.snapshot()
    return "text/plain", b""


def _api(store: Store, head: Mapping[str, Any], body: bytes) -> tuple[str, bytes]:
    return _JSON, api.to_json(api.answer(store, head["name"], head["arguments"]))


def _cited(store: Store, head: Mapping[str, Any], body: bytes) -> tuple[str, bytes]:
    return _JSON, api.to_json({"note": cited.NOTE, **cited.CALLS[head["name"]](store, **json.loads(body))})


def _overview(store: Store, head: Mapping[str, Any], body: bytes) -> tuple[str, bytes]:
    from graph_builder.explore.network.overview import lines_beside

    path = api.overview_of(store)
    return _JSON, (lines_beside(path) if head["name"] == "overview-lines" else path).read_bytes()


def _pages(store: Store, head: Mapping[str, Any], body: bytes) -> tuple[str, bytes]:
    from graph_builder.pipeline.pages import pages, picture  # most servers are never asked for these

    arguments, folder = head["arguments"], Path(head["documents"]) if head["documents"] else None
    source = api.one(arguments, "id")
    if head["name"] == "page":
        return "image/png", picture(store, source, folder, api.number(arguments, "number", 0, 10**6))
    return _JSON, json.dumps(pages(store, source, folder)).encode()


def _prepare(store: Store, head: Mapping[str, Any], body: bytes) -> tuple[str, bytes]:
    api.PREPARED[head["name"]](store)
    return "text/plain", b""


CALLS: dict[str, Call] = {
    "query": _query,
    "graph": _graph,
    "ready": _ready,
    "api": _api,
    "cited": _cited,
    "table": lambda store, head, body: api.answer_as(store, head["arguments"], _limits(head)),
    "export": lambda store, head, body: api.export_of(store, head["arguments"], _limits(head)),
    "overview": _overview,
    "pages": _pages,
    "prepare": _prepare,
}
"""What a worker can be asked for, by the ``call`` of a request."""

_STATUS: Mapping[type[Exception], int] = {
    TooMuchError: 413,
    NotAcceptableError: 406,
    NoGraphError: 404,
    QueryError: 400,
    UnicodeDecodeError: 400,
    GraphBuilderError: 500,
}
"""The status of errors that speak for themselves; of the kinds that an error is of, the first counts."""


def _respond(opened: _Opened, head: Mapping[str, Any], body: bytes) -> Message:
    """Return the reply to one request: a status and a type, or a status and an error."""
    try:
        type_, content = CALLS[head["call"]](opened.current(head["version"]), head, body)
        return {"status": 200, "type": type_}, content
    except tuple(_STATUS) as error:
        status, said = next(status for kind, status in _STATUS.items() if isinstance(error, kind)), str(error)
    except (MemoryError, RecursionError):
        status, said = 503, "the request takes more memory than the server gives; ask for less"
    except ValueError as error:  # most of all what is no IRI
        status, said = 400, f"the request cannot be carried out ({error}); correct it"
    except Exception as error:  # one request must not end the worker, which others wait for
        status, said = 500, f"the request failed ({type(error).__name__}: {error})"
    return {"status": status, "error": said}, b""


def _bound_memory(limit: int) -> None:
    """Let allocations beyond the limit fail: the engine then ends this process, and no other notices."""
    if sys.platform.startswith("linux"):
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def work(connection: socket.socket, store: Path, memory: int) -> None:
    """Answer requests on a socket until the server closes it.

    Args:
        connection: where requests come from.
        store: the folder of the store.
        memory: bytes that this process may take from now on.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    with Path(os.devnull).open("w") as nowhere:  # a client's query may make the engine complain
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
        os.dup2(nowhere.fileno(), sys.stderr.fileno())
    _bound_memory(memory)
    opened = _Opened(store)
    with connection:
        while (message := receive_blocking(connection)) is not None:
            head, body = message
            # Should the server be killed, nobody else would end a long request: the signal's own action does.
            signal.setitimer(signal.ITIMER_REAL, head["seconds"] * _GRACE)
            reply, content = _respond(opened, head, body)
            # Seconds of the processor so far: a worker that waits for it is not taken for one that keeps it busy.
            reply["spent"] = time.process_time()
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(pack(reply, content))
            signal.setitimer(signal.ITIMER_REAL, 0)
    os._exit(0)  # the engine's destructors would only take time
