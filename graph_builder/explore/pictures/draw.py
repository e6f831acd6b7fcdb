"""A picture of a graph as one HTML file that needs no network: pyvis draws, the layout is computed here."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pyoxigraph import Store

from graph_builder.explore.pictures.marks import STYLES, VERBS, fill
from graph_builder.explore.pictures.picture import Picture, Selection
from graph_builder.explore.pictures.selection import select
from graph_builder.explore.things.reader import Reader
from graph_builder.model import EntityKind, QueryError

VIS = "lib/vis-9.1.2/vis-network.min.js"


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a picture that was written shows and leaves out."""

    path: Path
    nodes: int
    edges: int
    left_out: int


def draw(store: Store, path: Path, selection: Selection | None = None, title: str = "") -> Drawn:
    """Write a picture of a store to *path* as one HTML file, and return what it shows.

    The page asks for nothing from any network, and its Content-Security-Policy forbids it to. Names and sentences of
    sources are text in it, whatever they hold.

    Raises QueryError if there is nothing to show.
    """
    reader = Reader(store)
    picture = select(reader, selection or Selection())
    if not picture.nodes:
        raise QueryError(
            "draw: nothing in the graph fits; name a thing that is in it (--about), or loosen the filters "
            "(--kind, --relation, --min-confidence, --years)"
        )
    path.write_text(page(reader, picture, title), encoding="utf-8")
    return Drawn(path, len(picture.nodes), len(picture.edges), sum(picture.left_out.values()))


def page(reader: Reader, picture: Picture, title: str = "") -> str:
    """Return the HTML page of a picture."""
    # pyvis brings IPython along: it is not waited for where no picture is drawn.
    from jinja2 import Environment, PackageLoader
    from markupsafe import Markup
    from pyvis.network import Network

    network = Network(height="100%", width="100%", directed=True, bgcolor="#ffffff", cdn_resources="in_line")
    network.set_options('{"physics": {"enabled": false}}')
    fill(network, reader, picture)
    vis = files("pyvis").joinpath(VIS).read_text(encoding="utf-8")
    script = files("graph_builder.explore.pictures").joinpath("page/page.js").read_text(encoding="utf-8")
    style = files("graph_builder.explore.pictures").joinpath("page/page.css").read_text(encoding="utf-8")
    # Our own template in place of pyvis' one, which asks two content networks for Bootstrap and does not escape.
    network.templateEnv = Environment(loader=PackageLoader("graph_builder.explore.pictures", "page"), autoescape=True)
    network.path = "page.html"
    network.templateEnv.globals.update(
        page_title=title or _title(reader, picture),
        summary=_summary(picture),
        left_out=_left_out(picture),
        vis=Markup(vis),  # noqa: S704  (a file of an installed package)
        script=Markup(script),  # noqa: S704  (a file of this package)
        style=Markup(style),  # noqa: S704  (a file of this package)
        policy=_policy(vis, script),
        verbs=dict(VERBS),
        kinds=[
            {"kind": kind.value, "color": style.color, "shape": style.shape, "plural": style.plural}
            for kind, style in STYLES.items()
        ],
    )
    return str(network.generate_html())


def _policy(*scripts: str) -> str:
    """Return a Content-Security-Policy that runs these scripts and nothing else, and loads nothing."""
    hashes = " ".join(f"'sha256-{_sha256(script)}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _title(reader: Reader, picture: Picture) -> str:
    names = [reader.name(iri) for iri in picture.about]
    return " and ".join(names) if names else "Knowledge graph"


def _summary(picture: Picture) -> str:
    counts = Counter(thing.kind for thing in picture.nodes)
    parts = [f"{counts[kind]} {_noun(kind, counts[kind])}" for kind in STYLES if counts[kind]]
    return ", ".join(parts) + f" · {len(picture.edges)} relations"


def _left_out(picture: Picture) -> str:
    parts = [f"{count} {_noun(kind, count)}" for kind in STYLES if (count := picture.left_out.get(kind, 0))]
    return f"Left out, as less closely related: {', '.join(parts)}" if parts else ""


def _noun(kind: EntityKind, count: int) -> str:
    plural = STYLES[kind].plural
    return {"people": "person"}.get(plural, plural[:-1]) if count == 1 else plural
