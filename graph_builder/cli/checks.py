"""Checks of the environment: what is there, what is missing, and how to get it."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from graph_builder.model import GraphBuilderError

DISTRIBUTION = "graph-builder"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ROOM = 1024**3
"""Bytes that should be free: a build holds two snapshots, and one of ten thousand CVs takes about 300 MB."""

_EXTRA = re.compile(r"""extra\s*==\s*["']([\w.-]+)["']""")


class State(StrEnum):
    """How a check ended. What is optional and absent is no failure."""

    OK = "ok"
    OPTIONAL = "optional"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: how it is, in what state, and what to do about it.

    >>> str(Check("Python", State.OK, "3.12.1"))
    'ok        Python        3.12.1'
    """

    name: str
    state: State
    what: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.state:9} {self.name:13} {self.what}" + (f"; {self.advice}" if self.advice else "")


def python() -> Iterator[Check]:
    """Yield whether this Python is one that the package claims."""
    from packaging.specifiers import SpecifierSet

    wanted = metadata.metadata(DISTRIBUTION)["Requires-Python"] or ">=3.11"
    version = ".".join(map(str, sys.version_info[:3]))
    if version in SpecifierSet(wanted):
        yield Check("Python", State.OK, f"{version} ({sys.executable})")
    else:
        yield Check("Python", State.MISSING, f"{version}, and {wanted} is needed", "install a newer one")


def dependencies() -> Iterator[Check]:
    """Yield whether the dependencies are there in versions that fit, then each extra by itself."""
    wanted: dict[str, list[str]] = {"": []}
    for line in metadata.requires(DISTRIBUTION) or ():
        requirement, _, marker = line.partition(";")
        found = _EXTRA.search(marker)
        wanted.setdefault(found[1] if found else "", []).append(requirement.strip())
    for extra, requirements in wanted.items():
        lacking = [what for what in map(_lacking, requirements) if what]
        name = f"extra {extra}" if extra else "dependencies"
        if not lacking:
            yield Check(name, State.OK, f"{len(requirements)} installed")
            continue
        target = f"'{DISTRIBUTION}[{extra}]'" if extra else DISTRIBUTION
        state = State.OPTIONAL if extra else State.MISSING
        yield Check(name, state, ", ".join(lacking), f"get it with: pip install {target}")


def _lacking(requirement: str) -> str:
    """Return what is wrong with an installed requirement, or nothing."""
    from packaging.requirements import Requirement

    wanted = Requirement(requirement)
    try:
        found = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return f"{wanted.name} is not installed"
    fits = wanted.specifier.contains(found, prereleases=True)
    return "" if fits else f"{wanted.name} {found} is not {wanted.specifier}"


def parts() -> Iterator[Check]:
    """Yield whether the package is whole: its queries, ontology, extractors' models and the explorer's page."""
    from graph_builder.graph.files import ontology_file
    from graph_builder.query import catalogue

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
    kinds = {"organisations": lists.organizations(), "venues": lists.venues(), "topics": lists.topics()}
    return ", ".join(f"{sum(1 for _ in names):,} names of {kind}" for kind, names in kinds.items())


def _tried(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, State.OK, look())
    except (GraphBuilderError, OSError, ImportError, LookupError, ValueError) as error:
        return Check(name, State.MISSING, f"broken ({error})", f"pip install --force-reinstall {DISTRIBUTION}")


def browser() -> Iterator[Check]:
    """Yield whether there is a browser, which only the tests of pages need."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        yield Check("browser", State.OK, found)
    else:
        what = "no chromium: tests of pages are skipped, all else works"
        yield Check("browser", State.OPTIONAL, what, "get it with: apt-get install chromium")


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


def store(path: Path) -> Iterator[Check]:
    """Yield whether a store can be read: its manifest, its graph, and the text, facts and links of every source."""
    from graph_builder.store import Store

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


def disk(path: Path) -> Iterator[Check]:
    """Yield how much space is free where the store is, or would be."""
    place = next(each for each in (path.absolute(), *path.absolute().parents) if each.exists())
    free = shutil.disk_usage(place).free
    figure = f"{free / ROOM:.1f} GB free for {path}"
    if free < ROOM:
        yield Check("disk", State.MISSING, figure, "free at least 1 GB")
    else:
        yield Check("disk", State.OK, figure)
