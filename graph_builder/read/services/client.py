"""A client of one service: polite, patient, and with a memory on disk, so that nothing is asked twice."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit

import requests
from urllib3.exceptions import HTTPError

from graph_builder.http.client import is_loopback, retry_after, within
from graph_builder.model import ReadError, digest

LARGEST = 50_000_000
"""Bytes of one answer. A page of 200 works of OpenAlex has about 4 MB."""

_BUSY = frozenset({408, 429, 500, 502, 503, 504})
_MISSING = frozenset({404, 410})
_MOVED = frozenset({301, 302, 303, 307, 308})
_MOVES = 3
_CHUNK = 65_536
_DAY = 86_400.0


class ServiceError(ReadError):
    """A service that cannot be reached, refuses, or gives no whole answer."""


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _is_whole(content: bytes, check: Callable[[bytes], object] | None) -> bool:
    """Tell whether what is remembered still is what was written: a machine may have stopped meanwhile."""
    try:
        if check is not None:
            check(content)
    except ValueError:
        return False
    return True


class Answer(NamedTuple):
    """Records as a service wrote them: the key of what they are about, the suffix of their format, and the bytes."""

    key: str
    suffix: str
    content: bytes


class ServiceClient:
    """Asks one service, and remembers what it said.

    Args:
        name: the service's, for messages and the memory.
        base: its address; http or https.
        memory: the folder in which answers are kept.
        rate: requests a second at most.
        mailto: an address of the user that services want for politeness; sent as the service likes it.
        key: the user's key for the service, sent to it alone.
        key_header: the header that bears the key; if empty, the parameter ``api_key`` does.
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
        self.asked = 0
        self._base = base.rstrip("/")
        parts = urlsplit(base)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
            raise ServiceError(f"{base!r} is no address of a service; give one such as https://api.example.org")
        self._local = is_loopback(parts.hostname)
        if key and parts.scheme != "https" and not self._local:
            raise ServiceError(f"{base}: the key would be sent unencrypted; use https, or leave the key out")
        self._memory = memory / name
        self._pause = 1.0 / rate
        self._mailto, self._key, self._key_header = mailto, key, key_header
        self._days, self._tries, self._timeout, self._longest = days, tries, timeout, longest_pause
        self._sleep = sleep
        self._last = -self._pause

    def json(self, path: str, **parameters: str) -> Any:
        """Return the answer to a request as JSON, or None if the service has nothing at that address.

        Raises:
            ServiceError: there is no answer.
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
            ServiceError: there is no answer.
        """
        if {".", ".."} & set(path.split("/")):
            return None  # an identifier in a document that would lead out of its place
        url = f"{self._base}{path}" + (f"?{urlencode(parameters)}" if parameters else "")
        remembered = self._remembered(url, accept)
        if remembered is not None and (remembered[0] != 200 or _is_whole(remembered[1], check)):
            return remembered[1] if remembered[0] == 200 else None
        status, content = self._patiently(url, accept, check)
        self._remember(url, accept, status, content)
        return content if status == 200 else None

    def _patiently(self, url: str, accept: str, check: Callable[[bytes], object] | None) -> tuple[int, bytes]:
        pause, problem = max(1.0, self._pause), ServiceError(f"{self.name}: was not asked; allow one try at least")
        for left in reversed(range(self._tries)):
            self._wait_turn()
            named: float | None = None
            try:
                status, headers, content = within(self._timeout, lambda: self._once(url, accept), self.name)
                named = retry_after(headers.get("retry-after", ""))
                if status in _MISSING:
                    return 404, b""
                if status == 200:
                    if check is not None:
                        check(content)
                    return status, content
                problem = self._refusal(status)
                if status not in _BUSY:
                    raise problem
            except ValueError:
                problem = ServiceError(f"{self.name}: gave no whole answer; try again later")
            except ReadError as error:
                if error is problem:
                    raise
                problem = ServiceError(str(error))
            wait = pause if named is None else named
            if not left or wait > self._longest:
                break
            self._sleep(wait)
            pause = min(2 * pause, self._longest)
        raise problem

    def _wait_turn(self) -> None:
        wait = self._last + self._pause - time.monotonic()
        if wait > 0:
            self._sleep(wait)
        self._last = time.monotonic()
        self.asked += 1

    def _once(self, url: str, accept: str) -> tuple[int, dict[str, str], bytes]:
        target = url
        with requests.Session() as session:
            session.trust_env = not self._local
            for _ in range(_MOVES + 1):
                try:
                    with session.get(
                        self._signed(target),
                        headers=self._headers(accept),
                        timeout=self._timeout,
                        stream=True,
                        allow_redirects=False,
                    ) as answer:
                        headers = dict(answer.headers.lower_items())
                        if answer.status_code not in _MOVED:
                            return answer.status_code, headers, self._content(answer)
                        target = self._moved(target, headers.get("location", ""))
                except requests.Timeout as error:
                    raise ServiceError(f"{self.name}: gave no answer within {self._timeout:g} s") from error
                except (requests.RequestException, HTTPError, OSError) as error:
                    reason = type(error).__name__
                    raise ServiceError(f"{self.name}: cannot be reached ({reason}); check the network") from error
        raise ServiceError(f"{self.name}: sends from one address to the next; give the last one")

    def _signed(self, url: str) -> str:
        parameters = {}
        if self._mailto and self.name in ("openalex", "crossref"):
            parameters["mailto"] = self._mailto
        if self._key and not self._key_header:
            parameters["api_key"] = self._key
        return url + ("&" if "?" in url else "?") + urlencode(parameters) if parameters else url

    def _headers(self, accept: str) -> dict[str, str]:
        contact = f"; mailto:{self._mailto}" if self._mailto else ""
        headers = {"User-Agent": f"graph-builder/0.1 (enrich{contact})", "Accept": accept}
        if self._key and self._key_header:
            headers[self._key_header] = f"Bearer {self._key}" if self._key_header == "Authorization" else self._key
        return headers

    def _moved(self, url: str, location: str) -> str:
        target = urljoin(url, location)
        if urlsplit(target)[:2] != urlsplit(url)[:2]:
            raise ServiceError(f"{self.name}: sends to another host, which is not followed; give its address")
        return target

    def _content(self, answer: requests.Response) -> bytes:
        content = bytearray()
        for chunk in answer.iter_content(_CHUNK):
            content += chunk
            if len(content) > LARGEST:
                raise ServiceError(f"{self.name}: answered with more than {LARGEST // 1_000_000} MB")
        return bytes(content)

    def _refusal(self, status: int) -> ServiceError:
        advice = {401: "give a key", 403: "give a key", 400: "it may have changed"}
        return ServiceError(f"{self.name}: refused with status {status}; {advice.get(status, 'try again later')}")

    def _place(self, url: str, accept: str) -> Path:
        return self._memory / digest(url, accept)

    def _remembered(self, url: str, accept: str) -> tuple[int, bytes] | None:
        path = self._place(url, accept)
        try:
            if time.time() - path.stat().st_mtime > self._days * _DAY:
                return None
            status, _, content = path.read_bytes().partition(b"\n")
            return int(status), content
        except (OSError, ValueError):
            return None

    def _remember(self, url: str, accept: str, status: int, content: bytes) -> None:
        path = self._place(url, accept)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.part")
        draft.write_bytes(f"{status}\n".encode() + content)
        draft.replace(path)
