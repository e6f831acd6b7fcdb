"""The HTTP client: every request of the package is sent from here, bounded in time, size, redirects and tries."""

from __future__ import annotations

import datetime
import ipaddress
import json
import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.cookiejar import DefaultCookiePolicy
from typing import Any, TypeVar
from urllib.parse import SplitResult, urljoin, urlsplit

import requests
from requests.auth import AuthBase
from urllib3.exceptions import HTTPError

from graph_builder.http.guard import PinnedAdapter, PrivateAddressError
from graph_builder.model import ReadError

NO_ANSWER = 0
"""Stands for the status where a server gave no whole answer."""

BUSY = frozenset({408, 429, 500, 502, 503, 504})
MOVED = frozenset({301, 302, 303, 307, 308})
_KEEP_BODY = frozenset({307, 308})
_MOST_MOVES = 3
_CHUNK = 65_536

T = TypeVar("T")


class HttpError(ReadError):
    """A request that got no answer, or a refusal; *status* is ``NO_ANSWER`` or that of the refusal."""

    def __init__(self, message: str, status: int = NO_ANSWER) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Limits:
    """What a request may take.

    Args:
        seconds: for one try.
        bytes: of one answer.
        tries: while the server is busy.
        pause: seconds before the second try, doubled before each further one, unless the server names a time.
        longest_pause: seconds; a server that asks for more is not waited for.
    """

    seconds: float = 60.0
    bytes: int = 50_000_000
    tries: int = 4
    pause: float = 1.0
    longest_pause: float = 60.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The content as text."""
        return self.content.decode("utf-8", "replace")

    def json(self) -> Any:
        """Return the value that the content spells in JSON.

        Raises:
            ValueError: it is no JSON, or nested too deeply.
        """
        try:
            return json.loads(self.content)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error


class HttpClient:
    """Sends requests, one at a time.

    Args:
        limits: what a request may take.
        auth: signs each request; without it, no password is looked for in ``~/.netrc``.
        public_only: whether servers in private networks and on this machine are refused.
        use_proxies: whether the proxies that the environment names are used.
        retry_on: the statuses for which a request is tried again; ``NO_ANSWER`` stands for a broken connection.
        interval: seconds between two requests to one host.
        total: whether ``limits.seconds`` bounds a whole answer; otherwise it bounds each wait for a part of it.
        sleep: waits for some seconds; tests give their own.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        auth: AuthBase | None = None,
        public_only: bool = False,
        use_proxies: bool = False,
        retry_on: frozenset[int] = BUSY | {NO_ANSWER},
        interval: float = 0.0,
        total: bool = True,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.limits = limits or Limits()
        self.sent = 0
        self._auth = auth or (_Unsigned() if use_proxies else None)
        self._public_only, self._use_proxies = public_only, use_proxies
        self._retry_on, self._total, self._sleep = retry_on, total, sleep
        self._interval = interval
        self._last: dict[str, float] = {}

    def send(
        self,
        method: str,
        url: str,
        *,
        name: str = "",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        follow: bool = False,
        check: Callable[[bytes], object] | None = None,
        cut: int = 0,
        interval: float | None = None,
        within: float = math.inf,
    ) -> Answer:
        """Return the answer to a request, whatever its status; it is tried again while the server is busy.

        Args:
            method: ``GET``, ``POST`` ...
            url: where to.
            name: what messages call the server; its address if empty.
            headers: of the request.
            body: of the request.
            follow: whether redirects are followed, which may not lead to another host; otherwise they are answers.
            check: raises ValueError for the content of an answer with status 200 if it is not whole.
            cut: bytes after which the rest of the answer is left out.
            interval: seconds between two requests to this host, in place of the client's.
            within: seconds for all tries together.

        Raises:
            HttpError: there is no answer within the limits.
        """
        name, deadline, pause = name or url, time.monotonic() + within, self.limits.pause
        for left in reversed(range(max(self.limits.tries, 1))):
            self._wait_turn(urlsplit(url).netloc, self._interval if interval is None else interval)
            wait, problem, answer = pause, None, None
            try:
                answer = self._try(_Request(method, url, name, headers or {}, body, follow, cut), deadline)
                if check is not None and answer.status == 200:
                    check(answer.content)
                if answer.status not in self._retry_on:
                    return answer
                named = retry_after(answer.headers.get("Retry-After", ""))
                wait = pause if named is None else named
            except ValueError:
                problem = HttpError(f"{name}: gave no whole answer; try again later")
            except HttpError as error:
                problem = error
                if error.status not in self._retry_on:
                    raise
            if not left or wait > self.limits.longest_pause or time.monotonic() + wait >= deadline:
                break
            self._sleep(wait)
            pause = min(2 * pause, self.limits.longest_pause)
        if problem is not None:
            raise problem
        assert answer is not None
        return answer

    def _wait_turn(self, host: str, interval: float) -> None:
        wait = self._last.get(host, -math.inf) + interval - time.monotonic()
        if wait > 0:
            self._sleep(wait)
        self._last[host] = time.monotonic()

    def _try(self, request: _Request, deadline: float) -> Answer:
        self.sent += 1
        seconds = min(self.limits.seconds, deadline - time.monotonic())
        if seconds <= 0:
            raise HttpError(f"{request.name}: no time is left to ask; raise the time limit", 408)
        if not self._total:
            return self._exchange(request, seconds)
        return _bounded(seconds, lambda: self._exchange(request, seconds), request.name)

    def _exchange(self, request: _Request, seconds: float) -> Answer:
        url, name = request.url, request.name
        with requests.Session() as session:
            session.trust_env = self._use_proxies
            session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))
            if self._public_only:
                session.mount("http://", PinnedAdapter())
                session.mount("https://", PinnedAdapter())
            for _ in range(_MOST_MOVES + 1):
                try:
                    with session.request(
                        request.method,
                        url,
                        data=request.body or None,
                        headers=dict(request.headers),
                        auth=self._auth,
                        timeout=seconds,
                        stream=True,
                        allow_redirects=False,
                    ) as response:
                        moved = response.status_code in MOVED
                        if not (moved and request.follow):
                            content = b"" if moved else self._content(request, response)
                            return Answer(response.status_code, response.headers, content)
                        url = _moved(request, url, response)
                except requests.Timeout as error:
                    raise HttpError(f"{name}: gave no answer within {seconds:g} s; try again later") from error
                except (requests.RequestException, HTTPError, OSError, ValueError) as error:
                    raise HttpError(f"{name}: {_reason(error)}") from error
        raise HttpError(f"{name}: leads from one address to the next; give the last one", 301)

    def _content(self, request: _Request, response: requests.Response) -> bytes:
        content = bytearray()
        for chunk in response.iter_content(_CHUNK):
            content += chunk
            if request.cut and len(content) > request.cut:
                return bytes(content[: request.cut])
            if len(content) > self.limits.bytes:
                raise HttpError(f"{request.name}: is larger than {self.limits.bytes / 1e6:g} MB; ask for less", 413)
        return bytes(content)


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    url: str
    name: str
    headers: Mapping[str, str]
    body: bytes | None
    follow: bool
    cut: int


class _Unsigned(AuthBase):
    """Leaves a request as it is; where no authentication is set, requests would take a password from ~/.netrc."""

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        return request


class Bearer(AuthBase):
    """Signs requests with a token."""

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """Set the header."""
        request.headers["Authorization"] = f"Bearer {self._token}"
        return request


def server_parts(address: str, key: str = "") -> SplitResult:
    """Return the parts of a server's address that a user typed.

    Raises:
        HttpError: it is no web address, holds a password, or *key* would be sent to it unencrypted.
    """
    try:
        parts = urlsplit(address)
        is_sound = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        is_sound = False
    if not is_sound:
        raise HttpError(f"{address[:100]!r} is no web address; give one such as https://api.example.org/v1")
    if parts.username or parts.password:
        raise HttpError("the address holds a password; leave it out and name a variable of the environment instead")
    if key and parts.scheme != "https" and not is_loopback(parts.hostname or ""):
        raise HttpError(f"{address}: the key would be sent unencrypted; use https, or leave the key out")
    return parts


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine.

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


def _moved(request: _Request, url: str, response: requests.Response) -> str:
    """Return the new address if it is on the same host and takes the request as it is."""
    target = urljoin(url, response.headers.get("Location", ""))
    if urlsplit(target)[:2] != urlsplit(url)[:2]:
        raise HttpError(f"{request.name}: sends to another host, which is not followed; give its address", 301)
    if request.method != "GET" and response.status_code not in _KEEP_BODY:
        raise HttpError(f"{request.name}: has moved; give the new address", 301)
    return target


def _reason(error: Exception) -> str:
    if isinstance(error, PrivateAddressError):
        return f"{error}; --allow-private fetches it all the same, if you trust it"
    return f"cannot be reached ({type(error).__name__}); check the address, and that the server is running"


def _bounded(seconds: float, call: Callable[[], T], name: str) -> T:
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
        raise HttpError(f"{name}: gave no whole answer within {seconds:g} s; try again later")
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]
