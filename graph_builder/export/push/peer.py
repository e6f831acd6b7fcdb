"""A server that speaks HTTP: who we are to it, requests that are tried again, and what it answers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

import requests
from requests.auth import AuthBase, HTTPBasicAuth, HTTPDigestAuth

from graph_builder.model import GraphBuilderError

SCHEMES = ("basic", "digest", "bearer")
"""The ways to say who one is."""

_TRIES = 4
_AGAIN = frozenset((429, 502, 503, 504))


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who we are to a server: user and password (basic or digest), or a token. They are in no message and no repr."""

    user: str = ""
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)
    scheme: str = "basic"


class _Bearer(AuthBase):
    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = f"Bearer {self._token}"
        return request


class Peer:
    """One server. Redirects are not followed: data and password go where the user said, and only there."""

    def __init__(self, credentials: Credentials, timeout: float = 120.0, pause: float = 0.5) -> None:
        self._session = requests.Session()
        self._session.auth = _auth(credentials)
        # A password of ~/.netrc would go to the server in place of none.
        self._session.trust_env = False
        self._timeout, self._pause = timeout, pause

    def send(
        self, method: str, address: str, body: bytes, headers: Mapping[str, str], **query: str
    ) -> requests.Response:
        """Send a request, again after a pause if the server is busy or the line breaks; all we send can be sent twice.

        Raises:
            GraphBuilderError: the server cannot be reached or refuses.
        """
        for attempt in range(1, _TRIES + 1):
            try:
                answer = self._session.request(
                    method,
                    address,
                    data=body or None,
                    headers=dict(headers),
                    params=query or None,
                    timeout=self._timeout,
                    allow_redirects=False,
                )
                if answer.status_code not in _AGAIN or attempt == _TRIES:
                    break
            except requests.RequestException as error:
                if attempt == _TRIES or not isinstance(error, requests.ConnectionError | requests.Timeout):
                    raise GraphBuilderError(f"{shown(address)}: {_short(error)}; is the server running?") from error
            time.sleep(self._pause * 2**attempt)
        if 200 <= answer.status_code < 300:
            return answer
        raise GraphBuilderError(_refused(address, answer))


def shown(address: str) -> str:
    """Return an address without the password that may be in it.

    >>> shown("http://ada:secret@localhost:7878/update")
    'http://localhost:7878/update'
    """
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _auth(credentials: Credentials) -> AuthBase | None:
    if credentials.scheme not in SCHEMES:
        raise GraphBuilderError(f"no authentication {credentials.scheme!r}; choose one of: {', '.join(SCHEMES)}")
    if credentials.token or credentials.scheme == "bearer":
        return _Bearer(credentials.token)
    if not credentials.user:
        return None
    if credentials.scheme == "digest":
        return HTTPDigestAuth(credentials.user, credentials.password)
    # As text, requests would send Latin-1, or fail.
    return HTTPBasicAuth(credentials.user.encode(), credentials.password.encode())


def _refused(address: str, answer: requests.Response) -> str:
    advice = {
        401: "give --user and a password, or a token, and try --auth digest",
        403: "the user may not write there",
        404: "check the address: /update, /store, /sparql-auth ...",
        413: "try a smaller --batch",
    }
    if answer.is_redirect:
        return (
            f"{shown(address)}: leads to {answer.headers.get('location')}; push to that address if it is the one meant"
        )
    said = " ".join(answer.text.split())[:200]
    return (
        f"{shown(address)}: {answer.status_code} {said}; {advice.get(answer.status_code, 'see the log of the server')}"
    )


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
