"""The explorer's page and its scripts, as they were built."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from graph_builder import explore

_FOLDER = Path(explore.__file__).parent / "web" / "dist"
_VIEWS = "/ /document/{rest:path} /compare /find /graph /sparql-editor /trends /review /overview".split()
"""The addresses of the explorer's views: all are the one page, which reads its address."""

_UNBUILT = (
    "The explorer's page is not in this installation. From a checkout: pip install . builds it, or\n"
    "npm ci && npm run build in graph_builder/explore/web. SPARQL is at /sparql all the same.\n"
)


async def send_page(_: Request) -> Response:
    """Send the page."""
    page = _FOLDER / "index.html"
    if not page.is_file():
        return PlainTextResponse(_UNBUILT, 501)
    return FileResponse(page, headers={"Cache-Control": "no-cache"})


def page_routes() -> list[Route]:
    """Return the addresses of the page, and of the files that belong to it."""
    icon = _FOLDER / "favicon.svg"
    assets = {path.name: path for path in (_FOLDER / "assets").glob("*")}

    async def asset(request: Request) -> Response:
        path = assets.get(request.path_params["name"])
        if path is None:
            raise HTTPException(404)
        # The name of a file changes with its content.
        return FileResponse(path, headers={"Cache-Control": "public, max-age=31536000, immutable"})

    async def favicon(_: Request) -> Response:
        return FileResponse(icon)

    routes = [Route(path, send_page) for path in _VIEWS] + [Route("/assets/{name}", asset)]
    return [*routes, Route("/favicon.svg", favicon)] if icon.is_file() else routes
