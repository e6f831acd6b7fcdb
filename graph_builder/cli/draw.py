"""Commands that draw the graph."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from graph_builder.cli.console import KIND, complain, stop_at_once, store_option
from graph_builder.model import EntityKind, Relation

if TYPE_CHECKING:
    from pyoxigraph import Store

    from graph_builder.explore import Selection


def _years(_context: click.Context, _option: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    first, _, last = value.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise click.BadParameter(f"{value!r} is no year; write 2019 or 2015-2020")
    return int(first), int(last or first)


@click.command()
@store_option
@click.option("--about", multiple=True, help="A person, organization ... to begin at; may be given more than once.")
@click.option("--hops", type=click.IntRange(0), default=2, show_default=True, help="How many relations to follow.")
@click.option("--kind", "kinds", multiple=True, type=KIND, help="Only these kinds.")
@click.option(
    "--relation",
    "relations",
    multiple=True,
    type=click.Choice([r.value for r in Relation]),
    help="Only these relations.",
)
@click.option("--min-confidence", type=click.FloatRange(0, 1), default=0.0, help="Leave out facts below this.")
@click.option("--years", callback=_years, metavar="YEAR[-YEAR]", help="Only facts of these years.")
@click.option(
    "--max-nodes", type=click.IntRange(1), default=80, show_default=True, help="Leave out what matters least."
)
@click.option("--title", default="", help="Title of the picture.")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, dir_okay=False), help=".html, .gexf or .graphml"
)
def draw(
    store: Path,
    about: tuple[str, ...],
    hops: int,
    kinds: tuple[str, ...],
    relations: tuple[str, ...],
    min_confidence: float,
    years: tuple[int, int] | None,
    max_nodes: int,
    title: str,
    output: Path,
) -> None:
    """Draw the graph around things, or all of it, as one offline page or a file for Gephi and Cytoscape.

    \b
    Example:
      graph-builder draw --store kg --about "Royal Society" --hops 2 -o society.html
    """
    stop_at_once()
    from graph_builder.explore import Selection, find_thing
    from graph_builder.store.store import Store as Opened

    opened = Opened.open(store)
    graph = opened.snapshot()
    selection = Selection(
        about=tuple(find_thing(graph, name) for name in about),
        hops=hops,
        kinds=frozenset(map(EntityKind, kinds)) or frozenset(EntityKind),
        relations=frozenset(map(Relation, relations)) or frozenset(Relation),
        min_confidence=min_confidence,
        years=years,
        max_nodes=max_nodes,
    )
    if output.suffix.lower() in (".html", ".htm"):
        from graph_builder.explore import draw as write

        drawn = write(graph, output, selection, title)
        nodes, edges, left_out = drawn.nodes, drawn.edges, drawn.left_out
    else:
        nodes, edges, left_out = _network(graph, output, selection)
    more = f", {left_out} left out (--max-nodes)" if left_out else ""
    complain(f"{output}: {nodes} nodes, {edges} edges{more}")


def _network(graph: Store, output: Path, selection: Selection) -> tuple[int, int, int]:
    """Write the selected things and all facts between them; return the number of nodes, edges and things left out."""
    from graph_builder.explore.pictures.selection import select
    from graph_builder.explore.things.reader import Reader
    from graph_builder.export.files import opened
    from graph_builder.export.formats import NETWORK_FORMATS, choose
    from graph_builder.export.network import redact, to_networkx
    from graph_builder.export.privacy import Privacy

    picture = select(Reader(graph), selection)
    everything = to_networkx(graph)
    # A view of a few nodes lists them in the order of a set, another at each run.
    everything.remove_nodes_from(everything.nodes - {thing.iri for thing in picture.nodes})
    network = redact(everything, Privacy())
    with opened(output) as stream:
        choose(NETWORK_FORMATS, output).write(network, stream)
    return network.number_of_nodes(), network.number_of_edges(), sum(picture.left_out.values())


COMMANDS: tuple[click.Command, ...] = (draw,)
