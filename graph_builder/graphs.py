"""The graph of a store, for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from graph_builder.model import GraphBuilderError, QueryError
from graph_builder.store.layout import SourceRecord
from graph_builder.store.store import Store

if TYPE_CHECKING:
    import igraph
    import networkx
    import pandas
    import polars
    import pyoxigraph
    import rdflib

    from graph_builder.explore import Card, Drawn, Reason
    from graph_builder.notebook.widget import GraphWidget
    from graph_builder.query.engine import Table

Value = str | int | float
_SHOWN = 50


class Rows(list[dict[str, str | None]]):
    """The rows of an answer, a list; a notebook shows them as a table with links to things.

    >>> Rows([{"name": "<b>Ada</b>", "paper": "https://example.org/paper/1"}])._repr_html_().count("&lt;b&gt;")
    1
    """

    def _repr_html_(self) -> str:
        columns = list(self[0]) if self else []
        head = "".join(f"<th>{escape(column)}</th>" for column in columns)
        rows = ["".join(f"<td>{_cell(row[column])}</td>" for column in columns) for row in self[:_SHOWN]]
        more = f"<p>{len(self) - _SHOWN:,} more rows</p>" if len(self) > _SHOWN else ""
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: str | None) -> str:
    """Return a cell in HTML; the address of a thing becomes a link with the end of it."""
    if value is None or not value.startswith(("https://", "http://")):
        return escape(value or "")
    return f'<a href="{escape(value)}">{escape(unquote("/".join(value.rsplit("/", 2)[1:])))}</a>'


class Graph:
    """The graph of a store, open for questions; it stays as it is while builds go on beside it.

    >>> import tempfile, graph_builder
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "ada.md").write_text("# Ada Lovelace\\n\\n## Research Interests\\n\\n- Analytical engines\\n")
    >>> report = graph_builder.build([folder / "ada.md"], folder / "kg")
    >>> graph = graph_builder.open(folder / "kg")
    >>> [row["name"] for row in graph.query("profiles")]
    ['Ada Lovelace']
    >>> graph.query("SELECT (COUNT(*) AS ?statements) { ?s ?p ?o }")[0]["statements"] == str(len(graph.pyoxigraph))
    True
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    @property
    def pyoxigraph(self) -> pyoxigraph.Store:
        """The graph as a read-only pyoxigraph store."""
        return self.store.snapshot()

    def query(self, query: str | Path, **parameters: Value) -> Rows:
        """Return the rows of a SELECT query as text by column; an unbound column is None.

        Args:
            query: a name of the catalogue (``graph-builder queries`` lists them), a path, or SPARQL text.
            parameters: values for the parameters of the query; names of things are looked up.

        Raises:
            QueryError: the query or a parameter is unknown, missing or malformed.
        """
        from graph_builder.query.engine import rows
        from graph_builder.query.index import index_for

        return Rows(rows(self.pyoxigraph, query, parameters, index_for(self.store, query)))

    def to_pandas(self, query: str | Path, **parameters: Value) -> pandas.DataFrame:
        """Return the rows of a SELECT query as a data frame with typed, nullable columns."""
        from graph_builder.export.tables import to_pandas

        return to_pandas(self._table(query, parameters))

    def to_polars(self, query: str | Path, **parameters: Value) -> polars.DataFrame:
        """Return the rows of a SELECT query as a data frame of polars, by way of Arrow, without copying its columns."""
        from graph_builder.export.tables import to_arrow

        try:
            import polars
        except ImportError as error:
            raise GraphBuilderError("polars is not installed; run: pip install 'graph-builder[polars]'") from error
        frame = polars.from_arrow(to_arrow(self._table(query, parameters)))
        assert isinstance(frame, polars.DataFrame)
        return frame

    def _table(self, query: str | Path, parameters: Mapping[str, Value]) -> Table:
        from graph_builder.query.engine import Triples, run
        from graph_builder.query.index import index_for

        answer = run(self.pyoxigraph, query, parameters, index_for(self.store, query))
        if isinstance(answer, Triples):
            raise QueryError("this query gives triples, not rows; ask with SELECT, or take to_rdflib()")
        return answer

    def to_rdflib(self) -> rdflib.Dataset:
        """Return the whole graph as a dataset of rdflib, one named graph a source."""
        from graph_builder.export.rdf import to_rdflib

        return to_rdflib(self.pyoxigraph)

    def to_networkx(self) -> networkx.MultiDiGraph[str]:
        """Return things as nodes and facts as edges."""
        from graph_builder.export.network import to_networkx

        return to_networkx(self.pyoxigraph)

    def to_igraph(self) -> igraph.Graph:
        """Return the same as a graph of igraph, which you install yourself: its licence, the GPL, is not ours."""
        try:
            import igraph
        except ImportError as error:
            raise GraphBuilderError(
                "igraph is not installed; run: pip install igraph (its licence is the GPL)"
            ) from error
        return igraph.Graph.from_networkx(self.to_networkx())

    def export(self, path: Path | str, format: str = "") -> None:
        """Write the whole graph to a file; without *format* its suffix decides."""
        from graph_builder.export.write import write_graph

        write_graph(self.pyoxigraph, path, format)

    def show(self, name: str) -> Card:
        """Return what the graph holds on a person, organization, venue, paper or topic."""
        from graph_builder.explore import card, find_thing

        return card(self.pyoxigraph, find_thing(self.pyoxigraph, name))

    def why(self, *wanted: str) -> tuple[Reason, ...]:
        """Return the sentence behind a fact, given its id; or behind all facts of a name, or between two."""
        from graph_builder.explore import why

        return why(self.pyoxigraph, *wanted, document=self.store.try_document)

    def draw(self, path: Path | str, about: str | Iterable[str] = (), hops: int = 2, max_nodes: int = 80) -> Drawn:
        """Draw the neighbourhood of things, or the whole graph, as one offline HTML page."""
        from graph_builder.explore import Selection, draw, find_thing

        names = [about] if isinstance(about, str) else about
        found = tuple(find_thing(self.pyoxigraph, name) for name in names)
        return draw(self.pyoxigraph, Path(path), Selection(about=found, hops=hops, max_nodes=max_nodes))

    def explore(self, *about: str, lens: str = "all", depth: int = 2, height: int = 560) -> GraphWidget:
        """Return the explorer's graph about some things, as a widget for notebooks; it needs the extra widget.

        Args:
            about: names or addresses of things; without any, the widget begins with a search.
            lens: ``all``, ``co-authors``, ``advising``, ``careers`` or ``moves``.
            depth: steps from co-author to co-author, 1 to 3.
            height: of the widget, in pixels.

        Raises:
            QueryError: nothing is so called, or there is no such lens.
            GraphBuilderError: anywidget is not installed.
        """
        from graph_builder.explore import find_thing
        from graph_builder.notebook.widget import LENSES, GraphWidget

        if lens not in LENSES:
            raise QueryError(f"no lens {lens!r}; choose from: {', '.join(LENSES)}")
        found = tuple(find_thing(self.pyoxigraph, name) for name in about)
        return GraphWidget(self.store, found, lens, depth, height)

    def sources(self) -> tuple[SourceRecord, ...]:
        """Return a record of each source, by id."""
        return self.store.sources()

    def __repr__(self) -> str:
        return f"<Graph of {self.store.path}: {len(self.sources())} sources, {len(self.pyoxigraph)} statements>"


def open(store: Path | str) -> Graph:
    """Return the graph of a store.

    Raises ``StoreError`` if there is none, or it is damaged.
    """
    return Graph(Store.open(store))
