"""A small real web server on loopback: pages with ETags, redirects, robots.txt, and whatever else a test wants."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Answer:
    """One answer of the server; *drip* is a pause in seconds before each kilobyte of the body."""

    body: bytes | str = b""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0


Pages = Callable[[str], Answer]


@dataclass
class Site:
    """The pages of a site by path, a list where answers change from one request to the next; what was asked of it.

    Or a function that answers any path.
    """

    pages: dict[str, Answer | list[Answer]] | Pages
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    url: str = ""

    def paths(self) -> list[str]:
        return [path for path, _ in self.asked if path != "/robots.txt"]

    def answer(self, path: str) -> Answer:
        if callable(self.pages):
            return self.pages(path)
        found = self.pages.get(path, Answer("not here", status=404))
        if isinstance(found, list):
            return found.pop(0) if len(found) > 1 else found[0]
        return found


@contextmanager
def site(pages: dict[str, Answer | list[Answer]] | Pages) -> Iterator[Site]:
    state = Site(pages)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            state.asked.append((self.path, headers))
            answer = state.answer(self.path)
            etag = answer.headers.get("ETag")
            status, body = answer.status, answer.body.encode() if isinstance(answer.body, str) else answer.body
            if etag and headers.get("if-none-match") == etag:
                status, body = 304, b""
            with suppress(OSError):  # who asked may have gone
                self.send_response(status)
                if answer.kind:
                    self.send_header("Content-Type", answer.kind)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if "Content-Length" not in answer.headers:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                for start in range(0, len(body), 1024):
                    time.sleep(answer.drip)
                    self.wfile.write(body[start : start + 1024])

        def log_message(self, *args: object) -> None:
            """Be silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
