"""A client of one service: polite, patient, and with a memory on disk, so that nothing is asked twice."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import requests
from requests.auth import AuthBase

from graph_builder.http.client import HttpClient, HttpError, Limits, is_loopback, server_parts
from graph_builder.model import digest

LARGEST = 50_000_000
"""Bytes of one answer. A page of 200 works of OpenAlex has about 4 MB."""

_MISSING = frozenset({404, 410})
_POLITE = frozenset({"openalex", "crossref"})
"""Services that take the user's address as a parameter."""

_DAY = 86_400.0


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


class Answer(NamedTuple):
    """Records as a service wrote them: the key of what they are about, the suffix of their format, and the bytes."""

    key: str
    suffix: str
    content: bytes


class _Signature(AuthBase):
    """Adds to each request who asks: the user's address and key, as the service wants them."""

    def __init__(self, parameters: Mapping[str, str], key: str, key_header: str) -> None:
        self._parameters = dict(parameters) | ({"api_key": key} if key and not key_header else {})
        self._header = key_header if key else ""
        self._value = f"Bearer {key}" if key_header == "Authorization" else key

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.prepare_url(request.url, self._parameters)
        if self._header:
            request.headers[self._header] = self._value
        return request


class ServiceClient:
    """Asks one service, and remembers what it said.

    Args:
        name: the service's, for messages and the memory.
        base: its address; http or https.
        memory: the folder that stores answers.
        rate: requests a second at most.
        mailto: an address of the user that services want for politeness; sent as the service likes it.
        key: the user's key for the service, sent to it alone.
        key_header: the header for the key; if empty, the parameter ``api_key`` does.
        days: how long an answer is remembered.
        tries: how often a request is sent while the service is busy, slow or breaks off.
        timeout: seconds for one request.
        sleep: waits for some seconds; tests give their own.
    """

    def __init__(
        self,
        name: str,
        base: str,
        memory: Path,
        *,
        rate: float = 1.0,
        mailto: str = "",
        key: str = "",
        key_header: str = "",
        days: float = 30.0,
        tries: int = 5,
        timeout: float = 60.0,
        longest_pause: float = 120.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self._base = base.rstrip("/")
        parts = server_parts(base, key)
        self._memory, self._mailto, self._days = memory / name, mailto, days
        parameters = {"mailto": mailto} if mailto and name in _POLITE else {}
        self._client = HttpClient(
            Limits(timeout, LARGEST, tries, max(1.0, 1.0 / rate), longest_pause),
            auth=_Signature(parameters, key, key_header),
            use_proxies=not is_loopback(parts.hostname or ""),
            interval=1.0 / rate,
            sleep=sleep,
        )

    @property
    def asked(self) -> int:
        """How many requests were sent."""
        return self._client.sent

    def json(self, path: str, **parameters: str) -> Any:
        """Return the answer to a request as JSON, or None if the service has nothing at that address.

        Raises:
            HttpError: there is no answer.
        """
        content = self.get(path, "application/json", _json, **parameters)
        return None if content is None else _json(content)

    def get(
        self, path: str, accept: str = "*/*", check: Callable[[bytes], object] | None = None, **parameters: str
    ) -> bytes | None:
        """Return the answer to a request, from memory if it was asked before; None if nothing is at that address.

        Args:
            path: below the service's address.
            accept: the media type that is wanted.
            check: raises ValueError for an answer that is not whole.
            parameters: those of the address.

        Raises:
            HttpError: there is no answer.
        """
        if {".", ".."} & set(path.split("/")):
            return None  # an identifier in a document that would lead out of its place
        url = f"{self._base}{path}" + (f"?{urlencode(parameters)}" if parameters else "")
        place = self._memory / digest(url, accept)
        status, content = self._remembered(place, check) or self._ask(url, accept, check, place)
        return content if status == 200 else None

    def _ask(self, url: str, accept: str, check: Callable[[bytes], object] | None, path: Path) -> tuple[int, bytes]:
        """Return the status and content of an answer, and remember it at *path*."""
        contact = f"; mailto:{self._mailto}" if self._mailto else ""
        headers = {"User-Agent": f"graph-builder/0.1 (enrich{contact})", "Accept": accept}
        answer = self._client.send("GET", url, name=self.name, headers=headers, follow=True, check=check)
        status, content = (404, b"") if answer.status in _MISSING else (answer.status, answer.content)
        if status not in (200, 404):
            advice = {401: "give a key", 403: "give a key", 400: "it may have changed"}.get(status, "try again later")
            raise HttpError(f"{self.name}: refused with status {status}; {advice}")
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.part")
        draft.write_bytes(f"{status}\n".encode() + content)
        draft.replace(path)
        return status, content

    def _remembered(self, path: Path, check: Callable[[bytes], object] | None) -> tuple[int, bytes] | None:
        """Return what was asked before, if it still is what was written: a machine may have stopped meanwhile."""
        try:
            if time.time() - path.stat().st_mtime > self._days * _DAY:
                return None
            head, _, content = path.read_bytes().partition(b"\n")
            status = int(head)
            if check is not None and status == 200:
                check(content)
        except (OSError, ValueError):
            return None
        return status, content
