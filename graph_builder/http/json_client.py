"""Questions to a web service in JSON.

The only address that is asked is the one that the user typed, never one that a document or an answer names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graph_builder.http.client import (
    BUSY,
    NO_ANSWER,
    Answer,
    Bearer,
    HttpClient,
    HttpError,
    Limits,
    is_loopback,
    server_parts,
)

LARGEST = 4_000_000
"""Bytes of an answer. A model that fills a window of 128,000 tokens writes a sixth of it."""

_IN_A_ROW = 3
_FAILURES = BUSY | {NO_ANSWER, 401, 403, 404}


class JsonClient:
    """A client of one address that posts JSON and gets JSON.

    Args:
        url: the address; http or https, without user name and password in it.
        key: sent as a bearer token, to this host alone, and shown nowhere.
        timeout: seconds for one try.
        tries: how often a question is asked while the server is busy or out of reach.
        first_pause: seconds before the second try.

    Raises:
        HttpError: the address is none, or the key would go over the net in the clear.
    """

    def __init__(
        self, url: str, key: str = "", *, timeout: float = 60.0, tries: int = 4, first_pause: float = 1.0
    ) -> None:
        parts = server_parts(url, key)
        self.url = url
        self.place = f"{parts.scheme}://{parts.netloc}{parts.path}"
        self._key = key
        self._client = HttpClient(
            Limits(timeout, LARGEST, tries, first_pause, longest_pause=600.0),
            auth=Bearer(key) if key else None,
            use_proxies=not is_loopback(parts.hostname or ""),
        )
        self._failures = 0

    def __repr__(self) -> str:
        return f"JsonClient({self.place!r})"

    def post(self, body: Mapping[str, Any], seconds: float = 300.0) -> Any:
        """Return the answer to *body*, within *seconds* over all tries.

        Raises:
            HttpError: there is no answer in time, the server refuses, or answers with what is no JSON. After three
                failures in a row the server is not asked again.
        """
        return self._ask("POST", self.url, json.dumps(body).encode(), seconds)

    def get(self, path: str, seconds: float = 300.0) -> Any:
        """Return the JSON at the last part of another address beside ``/chat/completions``; errors as ``post``."""
        return self._ask("GET", f"{self.url.removesuffix('/chat/completions')}/{path}", None, seconds)

    def _ask(self, method: str, url: str, body: bytes | None, seconds: float) -> Any:
        if self._failures >= _IN_A_ROW:
            raise HttpError(
                f"{self.place}: failed {_IN_A_ROW} times in a row and was not asked again; see that it runs"
            )
        headers = {"Content-Type": "application/json"} if body else {}
        try:
            answer = self._client.send(
                method, url, name=self.place, headers=headers, body=body, follow=True, within=seconds
            )
            if answer.status != 200:
                raise self._refusal(answer)
        except HttpError as error:
            self._failures += error.status in _FAILURES
            raise
        self._failures = 0
        try:
            return answer.json()
        except ValueError as error:
            raise HttpError(
                f"{self.place}: answered with what is no JSON; see that it is the right address", 200
            ) from error

    def _refusal(self, answer: Answer) -> HttpError:
        said = _message(answer)
        said = said.replace(self._key, "***") if self._key else said
        advice = {401: "check the key", 403: "check the key", 404: "check the address and the model"}
        hint = advice.get(
            answer.status, "try again later" if answer.status in BUSY else "check the address and the model"
        )
        return HttpError(
            f"{self.place}: refused with status {answer.status}{said and f' ({said})'}; {hint}", answer.status
        )


def _message(answer: Answer) -> str:
    """Return what an answer says of its error, on one line and not at length."""
    try:
        error = answer.json().get("error", "")
    except (ValueError, AttributeError):
        return ""
    text = error.get("message", "") if isinstance(error, dict) else error
    return " ".join(text.split())[:200] if isinstance(text, str) else ""
