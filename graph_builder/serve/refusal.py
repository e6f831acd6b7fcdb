"""Requests that are not carried out, and how the answer says so."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from graph_builder.model import QueryError

_PLACE = re.compile(r"in line (\d+), column (\d+)")


class RefusedError(Exception):
    """A request that is not carried out; *status* is that of the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


async def refuse(request: Request, error: Exception) -> Response:
    """Return an error as text, or as JSON with line and column for who asks for that: what a handler raises ends here.

    A question that cannot be answered is the client's fault (400), a store that cannot be read ours (503).
    """
    status = error.status if isinstance(error, RefusedError) else 400 if isinstance(error, QueryError) else 503
    message = str(error)
    # The rest of a request that did not arrive in time would be taken for another.
    headers = {408: {"Connection": "close"}, 503: {"Retry-After": "5"}}.get(status)
    if "json" in request.headers.get("accept", ""):
        found = _PLACE.search(message)
        place = {"line": int(found[1]), "column": int(found[2])} if found else {}
        return JSONResponse({"error": message, **place}, status, headers)
    return PlainTextResponse(message + "\n", status, headers)
