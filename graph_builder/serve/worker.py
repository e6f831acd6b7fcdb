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

from graph_builder.model import GraphBuilderError, QueryError, StoreError
from graph_builder.serve import api, cited
from graph_builder.serve.answer import (
    Limits,
    NotAcceptableError,
    TooMuchError,
    graph,
    query,
)
from graph_builder.serve.messages import Message, pack, receive_blocking
from graph_builder.store import Store
from graph_builder.store.draft import sweep

_GRACE = 1.5

Call = Callable[[Store, Mapping[str, Any], bytes], Message]


def _query(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    graph, text, limits = store.snapshot(), body.decode("utf-8"), Limits(head["rows"], head["bytes"])
    type_, content = query(graph, text, head["accept"], limits, head.get("default"), head.get("named"))
    return {"status": 200, "type": type_}, content


def _graph(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    limits = Limits(head["rows"], head["bytes"])
    found = graph(store.snapshot(), body.decode("utf-8"), head["accept"], limits)
    if found is None:
        return {"status": 404, "error": "this store has no such graph; /graphs?default is all of it"}, b""
    return {"status": 200, "type": found[0]}, found[1]


def _ready(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    sweep(head["store"])
    return {"status": 200, "type": "text/plain", "statements": len(store.snapshot())}, b""


def _api(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    found = api.answer(store, head["name"], head["arguments"])
    return {"status": 200, "type": "application/json"}, api.to_json(found)


def _cited(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    found = {"note": cited.NOTE, **cited.CALLS[head["name"]](store, **json.loads(body))}
    return {"status": 200, "type": "application/json"}, api.to_json(found)


def _table(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    type_, content = api.answer_as(store, head["arguments"], Limits(head["rows"], head["bytes"]))
    return {"status": 200, "type": type_}, content


def _export(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    type_, content = api.export_of(store, head["arguments"], Limits(head["rows"], head["bytes"]))
    return {"status": 200, "type": type_}, content


def _overview(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    from graph_builder.explore.network.overview import lines_beside

    path = api.overview_of(store)
    wanted = lines_beside(path) if head["name"] == "overview-lines" else path
    return {"status": 200, "type": "application/json"}, wanted.read_bytes()


def _pages(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    from graph_builder.pipeline.pages import pages, picture  # most servers are never asked for these

    arguments, folder = head["arguments"], Path(head["documents"]) if head["documents"] else None
    source = api.one(arguments, "id")
    if head["name"] == "page":
        found = picture(store, source, folder, api.number(arguments, "number", 0, 10**6))
        return {"status": 200, "type": "image/png"}, found
    return {"status": 200, "type": "application/json"}, json.dumps(pages(store, source, folder)).encode()


def _prepare(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    api.PREPARED[head["name"]](store)
    return {"status": 200, "type": "text/plain"}, b""


CALLS: dict[str, Call] = {
    "query": _query,
    "graph": _graph,
    "ready": _ready,
    "api": _api,
    "cited": _cited,
    "table": _table,
    "export": _export,
    "overview": _overview,
    "pages": _pages,
    "page": _pages,
    "prepare": _prepare,
}
"""What a worker can be asked for, by the ``call`` of a request."""


def respond(store: Store, head: Mapping[str, Any], body: bytes) -> Message:
    """Return the reply to one request: a status and a type, or a status and an error."""
    try:
        return CALLS[head["call"]](store, head, body)
    except TooMuchError as error:
        return {"status": 413, "error": str(error)}, b""
    except NotAcceptableError as error:
        return {"status": 406, "error": str(error)}, b""
    except (QueryError, UnicodeDecodeError) as error:
        return {"status": 400, "error": str(error)}, b""
    except GraphBuilderError as error:
        return {"status": 500, "error": str(error)}, b""
    except (MemoryError, RecursionError):
        return {"status": 503, "error": "the request takes more memory than the server gives; ask for less"}, b""
    except ValueError as error:  # most of all what is no IRI
        return {"status": 400, "error": f"the request cannot be carried out ({error}); correct it"}, b""
    except Exception as error:  # one request must not end the worker, which others wait for
        return {"status": 500, "error": f"the request failed ({type(error).__name__}: {error})"}, b""


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


def _bound_memory(limit: int) -> None:
    """Let allocations beyond the limit fail: the engine then ends this process, and no other notices."""
    if sys.platform.startswith("linux"):
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _reply(opened: _Opened, head: Mapping[str, Any], body: bytes) -> Message:
    try:
        store = opened.current(head["version"])
    except StoreError as error:
        return {"status": 500, "error": str(error)}, b""
    return respond(store, head, body)


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
            reply, content = _reply(opened, head, body)
            # Seconds of the processor so far: a worker that waits for it is not taken for one that keeps it busy.
            reply["spent"] = time.process_time()
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(pack(reply, content))
            signal.setitimer(signal.ITIMER_REAL, 0)
    os._exit(0)  # the engine's destructors would only take time
