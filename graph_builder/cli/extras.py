"""Checks of dependencies and extras: which are there, which fit and load, and what needs those that do not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packaging.requirements import Requirement

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


def java() -> Iterator[tuple[bool, str]]:
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
