"""Questions to a web service in JSON: one address, a deadline, patience with busy servers, no surprises.

The only address that is asked is the one that the user typed, never one that a document or an answer names.
"""

from __future__ import annotations

import datetime
import ipaddress
import json
import threading
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar
from urllib.parse import SplitResult, urljoin, urlsplit

import requests
from requests.auth import AuthBase

from graph_builder.model import ReadError

T = TypeVar("T")

LARGEST = 4_000_000
"""Bytes of an answer. A model that fills a window of 128,000 tokens writes a sixth of it."""

_BUSY = frozenset({408, 429, 500, 502, 503, 504})
_MOVED = frozenset({301, 302, 303, 307, 308})
_MOVES = 3
_IN_A_ROW = 3


class HttpError(ReadError):
    """A web service that cannot be reached, refuses, or answers with what is no JSON; *status* is 0 without answer."""

    def __init__(self, message: str, status: int = 0, pause: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.pause = pause


class JsonClient:
    """A client of one address that posts JSON and gets JSON.

    Args:
        url: the address; http or https, without user name and password in it.
        key: sent as a bearer token, to this host alone, and shown nowhere.
        timeout: seconds for one question.
        tries: how often a question is asked while the server is busy or out of reach.
        first_pause: seconds before the second try, doubled before each further one, unless the server names a time.

    Raises:
        HttpError: the address is none, or the key would go over the net in the clear.
    """

    def __init__(
        self, url: str, key: str = "", *, timeout: float = 60.0, tries: int = 4, first_pause: float = 1.0
    ) -> None:
        parts = _parts(url)
        self.url = url
        self.place = f"{parts.scheme}://{parts.netloc}{parts.path}"
        self._origin = _origin(parts)
        self._local = is_loopback(parts.hostname or "")
        if key and parts.scheme != "https" and not self._local:
            raise HttpError(f"{self.place}: the key would be sent unencrypted; use https, or leave the key out")
        self._key = key
        self._timeout, self._tries, self._first_pause = timeout, tries, first_pause
        self._failures = 0

    def __repr__(self) -> str:
        return f"JsonClient({self.place!r})"

    def post(self, body: Mapping[str, Any], seconds: float = 300.0) -> Any:
        """Return the answer to *body*, within *seconds* over all tries.

        Raises:
            HttpError: there is no answer in time, the server refuses, or answers with what is no JSON. After three
                failures in a row the server is not asked again.
        """
        return self._guarded(self.url, body, seconds)

    def get(self, path: str, seconds: float = 300.0) -> Any:
        """Return the JSON at the last part of another address beside ``/chat/completions``; errors as ``post``."""
        return self._guarded(f"{self.url.removesuffix('/chat/completions')}/{path}", None, seconds)

    def _guarded(self, url: str, body: Mapping[str, Any] | None, seconds: float) -> Any:
        if self._failures >= _IN_A_ROW:
            raise HttpError(
                f"{self.place}: failed {_IN_A_ROW} times in a row and was not asked again; see that it runs"
            )
        try:
            answer = self._patiently(url, body, time.monotonic() + seconds)
        except HttpError as error:
            self._failures += error.status in _BUSY | {0, 401, 403, 404}
            raise
        self._failures = 0
        return answer

    def _patiently(self, url: str, body: Mapping[str, Any] | None, deadline: float) -> Any:
        pause = self._first_pause
        for left in reversed(range(self._tries)):
            try:
                return self._once(url, body, deadline)
            except HttpError as error:
                wait = pause if error.pause is None else error.pause
                if not left or error.status not in _BUSY | {0} or time.monotonic() + wait >= deadline:
                    raise
                time.sleep(wait)
                pause *= 2
        raise HttpError(f"{self.place}: was not asked; allow one try at least")

    def _once(self, url: str, body: Mapping[str, Any] | None, deadline: float) -> Any:
        seconds = min(self._timeout, deadline - time.monotonic())
        if seconds <= 0:
            raise HttpError(f"{self.place}: no time is left to ask; raise the time limit")
        status, headers, content = within(seconds, lambda: self._request(url, body, seconds), self.place)
        if status != 200:
            raise HttpError(*self._refusal(status, content), pause=retry_after(headers.get("Retry-After", "")))
        try:
            return json.loads(content)
        except (ValueError, RecursionError) as error:
            raise HttpError(
                f"{self.place}: answered with what is no JSON; see that it is the right address", 200
            ) from error

    def _request(
        self, url: str, body: Mapping[str, Any] | None, seconds: float
    ) -> tuple[int, Mapping[str, str], bytes]:
        options: dict[str, Any] = {"timeout": seconds, "stream": True, "allow_redirects": False}
        method = "GET" if body is None else "POST"
        with requests.Session() as session:
            session.trust_env = not self._local
            for _ in range(_MOVES + 1):
                try:
                    with session.request(method, url, json=body, auth=_Bearer(self._key), **options) as answer:
                        if answer.status_code not in _MOVED:
                            return answer.status_code, answer.headers, self._content(answer)
                        url = self._moved(url, answer)
                except requests.Timeout as error:
                    raise HttpError(f"{self.place}: gave no answer within {seconds:.0f} s; see that it runs") from error
                except (requests.RequestException, OSError, ValueError) as error:  # ValueError: a bad Location
                    reason = type(error).__name__
                    raise HttpError(f"{self.place}: cannot be reached ({reason}); see that it runs") from error
        raise HttpError(f"{self.place}: sends from one address to the next; give the last one", 301)

    def _moved(self, url: str, answer: requests.Response) -> str:
        """Return the new address if it is on the same host and takes the question as it is."""
        target = urljoin(url, answer.headers.get("Location", ""))
        try:
            same = _origin(urlsplit(target)) == self._origin
        except ValueError:
            same = False
        if not same:
            raise HttpError(f"{self.place}: sends to another host, which is not followed; give its address", 301)
        if answer.status_code not in (307, 308):
            raise HttpError(f"{self.place}: has moved; give the new address", 301)
        return target

    def _content(self, answer: requests.Response) -> bytes:
        content = bytearray()
        for chunk in answer.iter_content(65_536):
            content += chunk
            if len(content) > LARGEST:
                raise HttpError(f"{self.place}: answered with more than {LARGEST // 1_000_000} MB; ask for less", 200)
        return bytes(content)

    def _refusal(self, status: int, content: bytes) -> tuple[str, int]:
        said = _message(content).replace(self._key, "***") if self._key else _message(content)
        advice = {401: "check the key", 403: "check the key", 404: "check the address and the model"}
        hint = advice.get(status, "try again later" if status in _BUSY else "check the address and the model")
        return f"{self.place}: refused with status {status}{said and f' ({said})'}; {hint}", status


class _Bearer(AuthBase):
    """Sets the key, and keeps requests from looking into .netrc for another."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._key:
            request.headers["Authorization"] = f"Bearer {self._key}"
        return request


def within(seconds: float, call: Callable[[], T], place: str) -> T:
    """Return the outcome of a call that may hang: a server that sends a byte a second never times out by itself."""
    outcome: list[T | BaseException] = []

    def run() -> None:
        try:
            outcome.append(call())
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds + 0.5)
    if not outcome:
        raise HttpError(f"{place}: gave no whole answer within {seconds:.0f} s; see that it runs")
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        fine = False
    if not fine:
        raise HttpError(f"{url[:100]!r} is no web address; give one such as http://localhost:8000/v1")
    if parts.username or parts.password:
        raise HttpError("the address holds a password; leave it out and name a variable of the environment instead")
    return parts


def _origin(parts: SplitResult) -> tuple[str, str | None, int]:
    return parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("example.org")
    (True, True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def retry_after(value: str) -> float | None:
    """Return the seconds of a Retry-After header, which gives them or a date.

    >>> retry_after("2"), retry_after("soon"), retry_after("Mon, 01 Jan 99999999999 00:00:00 GMT")
    (2.0, None, None)
    """
    if value.strip().isdecimal():
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    now = datetime.datetime.now(when.tzinfo or datetime.UTC)
    return max(0.0, (when.replace(tzinfo=when.tzinfo or datetime.UTC) - now).total_seconds())


def _message(content: bytes) -> str:
    """Return what an answer says of its error, on one line and not at length."""
    try:
        said = json.loads(content)
        error = said.get("error", "")
        text = error.get("message", "") if isinstance(error, dict) else error
    except (ValueError, AttributeError, RecursionError):
        return ""
    return " ".join(str(text).split())[:200] if isinstance(text, str) else ""
