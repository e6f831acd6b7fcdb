"""What a server may do, for whom, and how much of everything it may take."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass
from pathlib import Path

from graph_builder.model import GraphBuilderError

_ORIGIN = re.compile(r"https?://[^\s/?#@]+")


class ServeError(GraphBuilderError):
    """A server that cannot be started as it was asked for."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server.

    Args:
        store: the folder of the store.
        host: the address to listen on; another than loopback needs a token.
        port: the port; 0 takes a free one.
        workers: processes that answer queries; a long query gets a further one for its time.
        seconds: after which a query is stopped.
        memory: bytes of memory that one query may take.
        rows: rows that one answer may have.
        bytes: bytes that one answer may have.
        body: bytes that a request may have.
        long_queries: how many queries may run beyond ``patience`` at a time.
        patience: seconds after which a query counts as long: it yields the processor to others.
        token: what a request must bear; empty for none.
        allow_curation: whether decisions on identities and facts are taken from the explorer.
        documents: where the files lie that the store was built from, whose pages are shown beside their text.
        allow_hosts: further names by which the server may be called.
        allow_origins: sites whose scripts may read answers and ask queries, as ``https://example.org``; "*" for all.

    Raises:
        ServeError: a token is needed and missing, or a limit is none.

    >>> Settings(Path("kg")).is_local
    True
    """

    store: Path
    host: str = "127.0.0.1"
    port: int = 7700
    workers: int = 0
    seconds: float = 30.0
    memory: int = 2_000_000_000
    rows: int = 1_000_000
    bytes: int = 256_000_000
    body: int = 1_000_000
    long_queries: int = 4
    patience: float = 1.0
    token: str = ""
    allow_curation: bool = False
    documents: Path | None = None
    allow_hosts: tuple[str, ...] = ()
    allow_origins: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.is_local and not self.token:
            raise ServeError(f"{self.host} can be reached by others; give a token that their requests must bear")
        if not (self.token.isascii() and self.token.isprintable()):
            raise ServeError("a token has to pass through a header of HTTP; make it of ASCII letters and digits")
        if min(self.seconds, self.memory, self.rows, self.bytes, self.body, self.patience) <= 0:
            raise ServeError("a limit of nothing lets nothing through; give one above 0")

        for origin in self.allow_origins:
            if origin != "*" and not _ORIGIN.fullmatch(origin):
                raise ServeError(f"{origin} is no origin of a site; give scheme and host alone, as https://example.org")

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return self.host.casefold() == "localhost"

    @property
    def processes(self) -> int:
        """How many processes answer queries: four a processor, so that a few long ones hold up no short ones."""
        return self.workers or 4 * len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else [0, 1])
