"""The command that checks the environment: what is there, what is missing, and how to get it."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module, metadata
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from graph_builder.cli.console import FAILED, complain, gazetteer_option, say
from graph_builder.model import GraphBuilderError

if TYPE_CHECKING:
    from packaging.requirements import Requirement

DISTRIBUTION = "graph-builder"

ROOM = 1024**3
"""Bytes that should be free: a build holds two snapshots, and one of ten thousand CVs takes about 300 MB."""


WHAT_FOR: Mapping[str, str] = {
    "pandas": "data frames and Parquet",
    "neo4j": "push over Bolt",
    "ladybug": "export to Ladybug",
    "duckdb": "export to DuckDB",
    "mcp": "graph-builder mcp",
    "widget": "graph.explore() in notebooks",
    "polars": "data frames of polars",
    "spark": "build --engine spark, with a Java 17",
    "peers": "tests of exports",
    "train": "graph-builder teach",
    "notebooks": "the notebooks",
    "docs": "the documentation site",
    "dev": "work on the project itself",
}
"""What needs an extra; all else works without it."""

_LOADED = frozenset(("pandas", "pyarrow", "neo4j", "ladybug", "duckdb", "pyspark", "matplotlib"))
_EXTRA = re.compile(r"""extra\s*==\s*["']([\w.-]+)["']""")
_LONGEST = 20


class State(StrEnum):
    """How a check ended. What is optional and absent is no failure."""

    OK = "ok"
    OPTIONAL = "optional"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: how it is, in what state, and what to do about it.

    >>> str(Check("Python", State.OK, "3.12.1"))
    'ok        Python          3.12.1'
    """

    name: str
    state: State
    what: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.state:9} {self.name:15} {self.what}" + (f"; {self.advice}" if self.advice else "")


def dependencies() -> Iterator[Check]:
    """Yield whether the dependencies are there in versions that fit and load, then each extra by itself."""
    for extra, wanted in requirements().items():
        wrong = ", ".join(filter(None, map(lacking, wanted)))
        name = f"extra {extra}" if extra else "dependencies"
        if not wrong:
            yield Check(name, State.OK, f"{len(wanted)} installed")
        elif extra:
            what_for = f"only for {WHAT_FOR[extra]}: " if extra in WHAT_FOR else ""
            advice = f"get it with: pip install '{DISTRIBUTION}[{extra}]'"
            yield Check(name, State.OPTIONAL, what_for + wrong, advice)
        else:
            yield Check(name, State.MISSING, wrong, f"get them with: pip install {DISTRIBUTION}")


def requirements() -> dict[str, list[Requirement]]:
    """Return what this machine needs by extra, the package itself under no name."""
    from packaging.requirements import Requirement

    lines = [Requirement(line) for line in metadata.requires(DISTRIBUTION) or ()]
    extras = sorted({extra for line in lines for extra in _EXTRA.findall(str(line.marker))})
    own = [line for line in lines if line.marker is None or line.marker.evaluate({"extra": ""})]
    others = [line for line in lines if line.marker is not None and line not in own]
    return {"": own} | {e: [o for o in others if o.marker and o.marker.evaluate({"extra": e})] for e in extras}


def lacking(wanted: Requirement) -> str:
    """Return what is wrong with an installed requirement, or nothing.

    >>> from packaging.requirements import Requirement
    >>> lacking(Requirement("click>=8")), lacking(Requirement("no-such-thing"))
    ('', 'no-such-thing is not installed')
    """
    try:
        found = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return f"{wanted.name} is not installed"
    if not wanted.specifier.contains(found, prereleases=True):
        return f"{wanted.name} {found} is not {wanted.specifier}"
    if wanted.name in _LOADED:
        try:
            import_module(wanted.name)
        except Exception as error:  # a package that is damaged, or lacks a library of the system, fails in its own way
            return f"{wanted.name} {found} does not load ({' '.join(str(error).split()[:_LONGEST])})"
    return ""


def parts() -> Iterator[Check]:
    """Yield whether the package is whole: its queries, ontology, extractors' models and the explorer's page."""
    from graph_builder.graph.files import ontology_file
    from graph_builder.query.catalogue import catalogue

    yield _tried("queries", lambda: f"{len(catalogue())} named queries")
    yield _tried("ontology", lambda: str(ontology_file("graph-builder.ttl")))
    yield _tried("extractors", _extractors)
    page = Path(__file__).parent.parent / "explore" / "web" / "dist" / "index.html"
    if page.is_file():
        yield Check("explorer", State.OK, "its page is built")
    else:
        advice = "install a wheel, or with network and from the sources: pip install -e ."
        yield Check("explorer", State.OPTIONAL, "its page is not built: serve answers SPARQL alone", advice)


def _extractors() -> str:
    from graph_builder.pipeline import default_stages

    default_stages(Path(os.devnull)).prepare()
    return "readers and extractors load"


def _built_in() -> str:
    from graph_builder.gazetteer import load

    lists = load()
    kinds = {"organizations": lists.organization_entries, "venues": lists.venue_entries, "topics": lists.topic_entries}
    return ", ".join(f"{sum(len(e.names) for e in entries):,} names of {kind}" for kind, entries in kinds.items())


def _tried(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, State.OK, look())
    except (GraphBuilderError, OSError, ImportError, LookupError, ValueError) as error:
        return Check(name, State.MISSING, f"broken ({error})", f"pip install --force-reinstall {DISTRIBUTION}")


def gazetteers(folder: Path | None) -> Iterator[Check]:
    """Yield whether the built-in gazetteer loads, and what was added to it."""
    from graph_builder.gazetteer.added import default_directory, sources

    yield _tried("gazetteer", _built_in)
    place = folder or default_directory()
    try:
        added = sources(folder)
    except GraphBuilderError as error:
        yield Check("added lists", State.MISSING, str(error), f"remove the damaged file from {place}, add it again")
        return
    if added:
        yield Check("added lists", State.OK, ", ".join(f"{one.name} ({one.entries:,} {one.kind})" for one in added))
    else:
        advice = "optional: graph-builder gazetteer add ROR-DUMP.zip"
        yield Check("added lists", State.OPTIONAL, f"none in {place}", advice)


def stored(path: Path) -> Iterator[Check]:
    """Yield whether a store can be read: its manifest, its graph, and the text, facts and links of every source."""
    from graph_builder.store.layout import holds_forgotten
    from graph_builder.store.store import Store

    try:
        opened = Store.open(path)
        statements = len(opened.snapshot())
    except GraphBuilderError as error:
        yield Check("store", State.MISSING, str(error))
        return
    lost = []
    for record in opened.sources():
        try:
            opened.document(record.id)
            opened.facts(record.id)
            opened.links(record.id)
        except GraphBuilderError:
            lost.append(record.id)
    if lost:
        some = ", ".join(lost[:3]) + (f" and {len(lost) - 3} more" if len(lost) > 3 else "")
        yield Check("store", State.MISSING, f"what was read of {some} is damaged", "build these sources again")
    else:
        yield Check("store", State.OK, f"{len(opened.sources())} sources, {statements:,} statements in {path}")
    if holds_forgotten(path):
        advice = f"take them away with: graph-builder wipe --store {path}"
        yield Check("wiping", State.OPTIONAL, "what was forgotten has left traces in the store's files", advice)


def disk(path: Path) -> Iterator[Check]:
    """Yield how much space is free where the store is, or would be."""
    place = next(each for each in (path.absolute(), *path.absolute().parents) if each.exists())
    free = shutil.disk_usage(place).free
    figure = f"{free / ROOM:.1f} GB free for {path}"
    low = free < ROOM
    yield Check("disk", State.MISSING if low else State.OK, figure, "free at least 1 GB" if low else "")


@click.command()
@click.option(
    "--store",
    envvar="GRAPH_BUILDER_STORE",
    show_envvar=True,
    type=click.Path(path_type=Path),
    help="Folder of a store to read through, too.",
)
@gazetteer_option
def doctor(store: Path | None, gazetteer: Path | None) -> int:
    """Check the environment: say what is there, what is missing, and how to get it.

    One line a check: "ok", "optional" (absent, and only some things need it) or "missing". The exit status is 1 if
    something is missing. Nothing is requested from any network, and nothing is changed.

    \b
    Example:
      graph-builder doctor
      graph-builder doctor --store kg
    """
    found = list(dependencies())
    if not any(check.state is State.MISSING for check in found):  # all else needs them
        found += chain(parts(), gazetteers(gazetteer), stored(store) if store else (), disk(store or Path()))
    for check in found:
        say(str(check))
    states = Counter(check.state for check in found)
    complain(f"{len(found)} checks, {states[State.MISSING]} missing, {states[State.OPTIONAL]} optional")
    return FAILED if states[State.MISSING] else 0


COMMANDS = (doctor,)
