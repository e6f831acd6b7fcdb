"""Checks of the environment: what is there, what is missing, and how to get it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING

from graph_builder.model import GraphBuilderError

if TYPE_CHECKING:
    from packaging.requirements import Requirement

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ROOM = 1024**3
"""Bytes that should be free: a build holds two snapshots, and one of ten thousand CVs takes about 300 MB."""


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
    """Yield whether the dependencies are there in versions that fit and load, then each extra by itself."""
    for extra, wanted in requirements().items():
        wrong = [what for what in map(lacking, wanted) if what]
        name = f"extra {extra}" if extra else "dependencies"
        if not wrong:
            yield Check(name, State.OK, f"{len(wanted)} installed")
            continue
        if not extra:
            yield Check(name, State.MISSING, ", ".join(wrong), f"get them with: pip install {DISTRIBUTION}")
            continue
        what_for = f"only for {WHAT_FOR[extra]}: " if extra in WHAT_FOR else ""
        yield Check(name, State.OPTIONAL, what_for + ", ".join(wrong), _advice(extra, wanted))


def _advice(extra: str, wanted: Iterable[Requirement]) -> str:
    """Return how to get an extra, and what would give way to versions that fit."""
    others = " and ".join(one.name for one in wanted if misfit(one))
    apart = f", in an environment of its own if {others} should stay as it is" if others else ""
    return f"get it with: pip install '{DISTRIBUTION}[{extra}]'{apart}"


def java() -> Iterator[Check]:
    """Yield whether there is a Java for Spark, where PySpark is installed."""
    for fits, what in _java():
        if fits:
            yield Check("Java", State.OK, what)
        else:
            advice = f"get a JRE of version {JAVA} or later, such as openjdk-17-jre-headless of Debian"
            yield Check("Java", State.OPTIONAL, f"only for build --engine spark: {what}", advice)


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
    kinds = {"organizations": lists.organizations(), "venues": lists.venues(), "topics": lists.topics()}
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
    from graph_builder.store import Store, holds_forgotten

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
    if free < ROOM:
        yield Check("disk", State.MISSING, figure, "free at least 1 GB")
    else:
        yield Check("disk", State.OK, figure)


DISTRIBUTION = "graph-builder"
WHAT_FOR: Mapping[str, str] = {
    "pandas": "data frames and Parquet",
    "neo4j": "push over Bolt",
    "ladybug": "export to Ladybug",
    "duckdb": "export to DuckDB",
    "mcp": "graph-builder mcp",
    "widget": "graph.explore() in notebooks",
    "polars": "data frames of polars",
    "spark": "build --engine spark",
    "peers": "tests of exports",
    "train": "graph-builder teach",
    "notebooks": "the notebooks",
    "docs": "the documentation site",
    "dev": "work on the project itself",
}
"""What needs an extra; all else works without it."""

JAVA = 17
"""The oldest Java that Spark 4 runs on."""

_LOADED = frozenset(("pandas", "pyarrow", "neo4j", "ladybug", "duckdb", "pyspark", "matplotlib"))
_EXTRA = re.compile(r"""extra\s*==\s*["']([\w.-]+)["']""")
_VERSION = re.compile(r'version "(?:1\.)?(\d+)[^"]*"')
_LONGEST = 20


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
    found = _installed(wanted.name)
    if not found:
        return f"{wanted.name} is not installed"
    if misfit(wanted):
        return f"{wanted.name} {found} is not {wanted.specifier}"
    if wanted.name in _LOADED:
        try:
            import_module(wanted.name)
        except Exception as error:  # a package that is damaged, or lacks a library of the system, fails in its own way
            return f"{wanted.name} {found} does not load ({' '.join(str(error).split()[:_LONGEST])})"
    return ""


def misfit(wanted: Requirement) -> bool:
    """Return whether what is installed is of a version that does not fit.

    >>> from packaging.requirements import Requirement
    >>> misfit(Requirement("click>=99")), misfit(Requirement("no-such-thing>=99"))
    (True, False)
    """
    found = _installed(wanted.name)
    return bool(found) and not wanted.specifier.contains(found, prereleases=True)


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _java() -> Iterator[tuple[bool, str]]:
    """Yield whether the Java that Spark would run is new enough, and what it is; nothing without PySpark."""
    if not _installed("pyspark"):
        return
    own = Path(os.environ.get("JAVA_HOME", "")) / "bin" / "java"
    found = str(own) if os.environ.get("JAVA_HOME") and own.exists() else shutil.which("java")
    if not found:
        yield False, "neither JAVA_HOME nor PATH has one"
        return
    try:
        said = subprocess.run([found, "-version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        yield False, f"{found} does not run ({error})"
        return
    version = _VERSION.search(said.stderr + said.stdout)
    yield bool(version and int(version[1]) >= JAVA), f"{version[1] if version else 'of an unknown version'} ({found})"
