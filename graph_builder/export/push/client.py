"""A server that a graph is pushed to: who we are to it, and what its refusals mean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit, urlunsplit

from requests.auth import AuthBase, HTTPBasicAuth, HTTPDigestAuth

from graph_builder.http.client import MOVED, NO_ANSWER, Answer, Bearer, HttpClient, Limits
from graph_builder.model import GraphBuilderError

SCHEMES = ("basic", "digest", "bearer")
"""The ways to say who one is."""

_RETRY_ON = frozenset({NO_ANSWER, 429, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who we are to a server: user and password (basic or digest), or a token. They are in no message and no repr."""

    user: str = ""
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)
    scheme: str = "basic"


class Client:
    """One server. Redirects are not followed: data and password go where the user said, and only there."""

    def __init__(self, credentials: Credentials, timeout: float = 120.0, pause: float = 1.0) -> None:
        limits = Limits(timeout, pause=pause)
        # A large batch may take its time on the way.
        self._client = HttpClient(limits, auth=_auth(credentials), retry_on=_RETRY_ON, total=False)

    def send(self, method: str, address: str, body: bytes, headers: Mapping[str, str], **query: str) -> Answer:
        """Send a request, again after a pause if the server is busy or the line breaks; all we send can be sent twice.

        Raises:
            GraphBuilderError: the server cannot be reached or refuses.
        """
        mark = "&" if "?" in address else "?"
        url = f"{address}{mark}{urlencode(query)}" if query else address
        answer = self._client.send(method, url, name=shown(address), headers=headers, body=body)
        if 200 <= answer.status < 300:
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
        return Bearer(credentials.token)
    if not credentials.user:
        return None
    if credentials.scheme == "digest":
        return HTTPDigestAuth(credentials.user, credentials.password)
    # As text, requests would send Latin-1, or fail.
    return HTTPBasicAuth(credentials.user.encode(), credentials.password.encode())


def _refused(address: str, answer: Answer) -> str:
    advice = {
        401: "give --user and a password, or a token, and try --auth digest",
        403: "the user may not write there",
        404: "check the address: /update, /store, /sparql-auth ...",
        413: "try a smaller --batch",
    }
    if answer.status in MOVED:
        target = answer.headers.get("Location")
        return f"{shown(address)}: leads to {target}; push to that address if it is the one meant"
    said = " ".join(answer.text.split())[:200]
    return f"{shown(address)}: {answer.status} {said}; {advice.get(answer.status, 'see the log of the server')}"


class Checkpoint:
    """The number of rows of each table that the server has taken.

    The file names what is pushed and whereto; of anything else it is no checkpoint, and the push begins anew.

    >>> state = Checkpoint(None, "kg 1 to bolt://localhost")
    >>> state.mark("Person", 1000)
    >>> state.done("Person"), state.done("Work")
    (1000, 0)
    """

    def __init__(self, path: Path | None, identity: str) -> None:
        self._path, self._identity = path, identity
        self._done: dict[str, int] = {}
        if path is not None and path.exists():
            self._done = self._read(path)

    def done(self, name: str) -> int:
        """Return how many rows of a table have arrived."""
        return self._done.get(name, 0)

    def mark(self, name: str, rows: int) -> None:
        """Note that so many rows of a table have arrived."""
        self._done[name] = rows
        if self._path is not None:
            partial = self._path.with_name(self._path.name + ".partial")
            text = json.dumps({"push": self._identity, "done": self._done}, ensure_ascii=False)
            partial.write_text(text, encoding="utf-8")
            partial.replace(self._path)

    def finish(self) -> None:
        """Remove the file: all was sent."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _read(self, path: Path) -> dict[str, int]:
        try:
            state = json.loads(path.read_text(encoding="utf-8"))
            done = {str(name): int(rows) for name, rows in state["done"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise GraphBuilderError(f"{path}: is no checkpoint of a push; remove it or name another file") from error
        return done if state.get("push") == self._identity else {}
