"""A small real HTTP server on loopback that answers chat completions as a test wants it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """One answer: status, body, headers, and how it dawdles."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    drip: float = 0.0  # seconds after each byte


def chat(answer: Any, **reply: Any) -> Reply:
    """Return a chat completion with an answer: text, or lists of facts by the name of each."""
    content = answer if isinstance(answer, str) else json.dumps({"subject": None, **answer})
    return Reply(
        json.dumps({"choices": [{"message": {"content": content}, "finish_reason": "stop"}]}).encode(), **reply
    )


@dataclass
class ChatServer:
    """What the server was asked, and the replies that it has left; the last one is given again and again."""

    replies: list[Reply]
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    url: str = ""
    window: int = 32_768

    def next(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def serving(*replies: Reply) -> Iterator[ChatServer]:
    state = ChatServer(list(replies))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(state))
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(state: ChatServer) -> Callable[..., BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.paths.append(self.path)
            content = json.dumps({"data": [{"id": "toy-1", "max_model_len": state.window}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"] or 0)) or b"{}"
            state.asked.append(json.loads(body))
            state.keys.append(self.headers.get("Authorization"))
            state.paths.append(self.path)
            reply = state.next()
            time.sleep(reply.wait)
            try:
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                for at in range(0, len(reply.body), 1 if reply.drip else 65_536):
                    self.wfile.write(reply.body[at : at + (1 if reply.drip else 65_536)])
                    self.wfile.flush()
                    time.sleep(reply.drip)
            except OSError:
                pass  # the client has gone

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler
