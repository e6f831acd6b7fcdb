"""The widget: shows the explorer's graph, answers its calls from a store, and says what is selected in it."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode

from graph_builder.explore.pictures.picture import Selection
from graph_builder.explore.pictures.svg import svg
from graph_builder.model import EntityKind, GraphBuilderError
from graph_builder.serve.api import CALLS, reader_of, to_json
from graph_builder.store.store import Store

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise GraphBuilderError("anywidget is not installed; run: pip install 'graph-builder[widget]'") from error

if TYPE_CHECKING:
    import pandas

LENSES = ("all", "co-authors", "advising", "careers", "moves")
"""Ways to look at a graph, as in the explorer."""

_ASKED = frozenset({"search", "thing", "evidence", "neighbours", "ties", "coauthors", "path"})
_DRAWN = 60
_KINDS = {
    "co-authors": frozenset({EntityKind.PERSON}),
    "advising": frozenset({EntityKind.PERSON}),
    "careers": frozenset({EntityKind.PERSON, EntityKind.ORGANIZATION}),
    "moves": frozenset({EntityKind.PERSON, EntityKind.ORGANIZATION}),
}
# The frame holds all that it needs, and asks for nothing from any network.
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline';
 style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:"><title>Graph</title><style>{style}</style><body>
<script>{script}</script></body></html>"""


@lru_cache
def _module() -> str:
    """Return the widget's module with the page of its frame in it.

    Raises:
        GraphBuilderError: the front end is not built.
    """
    built = files("graph_builder.explore").joinpath("web", "dist")
    try:
        script, style = (built.joinpath(f"notebook.{kind}").read_text("utf-8") for kind in ("js", "css"))
    except OSError as error:
        raise GraphBuilderError(
            "the explorer's front end is not in this installation; pip install . builds it from a checkout"
        ) from error
    # In a page, nothing but its own end tag ends a script.
    page = _PAGE.format(style=style, script=script.replace("</script", "<\\/script"))
    own = files("graph_builder.notebook").joinpath("widget.js").read_text("utf-8")
    return f"const PAGE = {json.dumps(page)};\n{own}"


class GraphWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """The explorer's graph about some things, in a cell of a notebook; saved with its outputs it is a picture.

    Args:
        store: the store that is looked at.
        about: the addresses of the things that it begins with.
        lens: one of ``LENSES``.
        depth: steps from co-author to co-author, 1 to 3.
        height: of the widget, in pixels.
    """

    _base = traitlets.Unicode().tag(sync=True)
    _parameters = traitlets.Unicode().tag(sync=True)
    _selected = traitlets.Dict().tag(sync=True)
    height = traitlets.Int(560).tag(sync=True)

    def __init__(self, store: Store, about: tuple[str, ...], lens: str, depth: int, height: int) -> None:
        self._store, self._about, self._lens = store, about, lens
        self._esm = _module()
        parameters = urlencode([*(("about", iri) for iri in about), ("lens", lens), ("depth", depth)])
        super().__init__(_base=store.manifest.base, _parameters=parameters, height=height)
        self.on_msg(self._answer)

    def _answer(self, _: object, message: dict[str, Any], __: object) -> None:
        """Answer a call of the front end, as the server does to the page."""
        path, _, asked = str(message.get("address", "")).partition("?")
        name = path.removeprefix("/api/")
        try:
            if name not in _ASKED:
                raise GraphBuilderError(f"there is no call named {name} in a notebook")
            arguments = parse_qs(asked, keep_blank_values=True)
            status, body = 200, to_json(CALLS[name](self._store, arguments)).decode()
        except (GraphBuilderError, ValueError) as error:
            status, body = 400, json.dumps({"error": str(error)})
        self.send({"view": message.get("view"), "id": message.get("id"), "status": status, "body": body})

    @property
    def selection(self) -> pandas.DataFrame:
        """The lines of the thing that is selected, or without one all that are shown, as a data frame.

        Its columns are ``start``, ``relation`` and ``end`` with ``start_iri`` and ``end_iri``, ``first`` and ``last``
        year, ``confidence``, ``facts``, and ``selected``, the address of the selected thing or nothing.
        """
        import pandas as pd

        reader = reader_of(self._store)
        selected = self._selected.get("thing", "")
        rows = [
            {
                "start": reader.name(tie["start"]),
                "relation": tie["relation"],
                "end": reader.name(tie["end"]),
                "start_iri": tie["start"],
                "end_iri": tie["end"],
                "first": tie["years"][0] if tie["years"] else None,
                "last": tie["years"][1] if tie["years"] else None,
                "confidence": tie["confidence"],
                "facts": tie["count"],
                "selected": selected,
            }
            for tie in self._selected.get("ties", ())
        ]
        columns = "start relation end start_iri end_iri first last confidence facts selected".split()
        return pd.DataFrame(rows, columns=columns).astype({"first": "Int64", "last": "Int64"})

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return what a notebook shows, and the picture that stays where there is no kernel."""
        bundle = super()._repr_mimebundle_(**options)
        data, *rest = bundle if isinstance(bundle, tuple) else (bundle,)
        kinds = _KINDS.get(self._lens, frozenset(EntityKind))
        selection = Selection(about=self._about, hops=1, kinds=kinds, max_nodes=_DRAWN)
        return {**data, "image/svg+xml": svg(reader_of(self._store), selection)}, *rest
