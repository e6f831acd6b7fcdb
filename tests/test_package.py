"""What is handed out: the citation, the wheel and the source archive, and that they install where nothing else is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_citation_says_what_the_package_says() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation), "what the format requires"
    assert (citation["title"], citation["version"]) == (PROJECT["name"], PROJECT["version"])
    assert citation["license"] == PROJECT["license"]


def test_versions_are_semantic() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?", PROJECT["version"])


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with wheel and source archive, or skip the tests where nothing can be built."""
    pytest.importorskip("build", reason="needs the package build, which is in the extra dev")
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--installer", "uv", "--outdir", str(folder), str(ROOT)],
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode and os.environ.get("CI") != "true" and "Could not" in done.stdout + done.stderr:
        pytest.skip("the build needs a registry of packages")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder


@pytest.mark.slow
def test_the_wheel_has_all_that_runs_and_no_more(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in (
        "py.typed",
        "_ontology/shapes.ttl",
        "_queries/coauthors.rq",
        "explore/web/dist/index.html",
        "explore/web/dist/notebook.js",
    ):
        assert f"graph_builder/{name}" in names, name
    assert [name for name in names if "node_modules" in name or "/tests/" in name or "__pycache__" in name] == []
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        packed = {name.partition("/")[2] for name in opened.getnames()}
    assert {"LICENSE", "CITATION.cff", "graph_builder/py.typed", "ontology/shapes.ttl"} <= packed


def pip(folder: Path, package: Path) -> Path:
    """Install into a bare virtual environment, and return where its commands are."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    # Compiling every module beforehand takes most of pip's time.
    words = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-compile", str(package)]
    subprocess.run(words, check=True, cwd=folder)
    return folder / "bin"


def pipx(folder: Path, package: Path) -> Path:
    """Install as an application of its own, as ``pip`` does but from pipx' own folders."""
    homes = {f"PIPX_{name}": str(folder / name.lower()) for name in ("HOME", "BIN_DIR", "MAN_DIR", "SHARED_LIBS")}
    words = [sys.executable, "-m", "pipx", "install", "--quiet", "--pip-args=--no-compile", str(package)]
    subprocess.run(words, check=True, env={**os.environ, **homes, "PIPX_DEFAULT_PYTHON": sys.executable})
    return folder / "bin_dir"


def uv(folder: Path, package: Path) -> Path:
    """Install with uv, which resolves and unpacks by itself."""
    from uv import find_uv_bin

    subprocess.run([find_uv_bin(), "venv", "--quiet", "--python", sys.executable, str(folder)], check=True)
    words = [find_uv_bin(), "pip", "install", "--quiet", "--python", str(folder / "bin" / "python"), str(package)]
    subprocess.run(words, check=True, cwd=folder)
    return folder / "bin"


def test_every_installer_that_we_name_is_tried() -> None:
    said = (ROOT / "README.md").read_text("utf-8")
    assert {tool.__name__ for tool, _ in INSTALLS} <= set(re.findall(r"\b(?:pipx?|uv)\b", said))


INSTALLS: list[tuple[Callable[[Path, Path], Path], str]] = [
    (pip, "*.whl"), (pip, "*.tar.gz"), (pipx, "*.whl"), (pipx, "*.tar.gz"), (uv, "*.whl"), (uv, "*.tar.gz"),
]  # fmt: skip
IN_CI = [(pipx, "*.whl"), (uv, "*.tar.gz")]
"""Each package once, by pip (which pipx calls) and by uv. The other four take two minutes more."""


def wanted(install: Callable[[Path, Path], Path], suffix: str) -> bool:
    return bool(os.environ.get("GRAPH_BUILDER_INSTALL")) or (
        os.environ.get("CI") == "true" and (install, suffix) in IN_CI
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("install", "suffix"),
    [
        pytest.param(*row, marks=pytest.mark.skipif(not wanted(*row), reason="minutes long; .ci/install asks for it"))
        for row in INSTALLS
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_installs_where_nothing_else_is(
    built: Path, install: Callable[[Path, Path], Path], suffix: str, tmp_path: Path
) -> None:
    (package,) = built.glob(suffix)
    command = str(install(tmp_path / "env", package) / "graph-builder")
    bare = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    (tmp_path / "ada.json").write_text(
        '{"basics": {"name": "Ada Byrne"}, "interests": [{"name": "Databases"}]}', "utf-8"
    )
    for words in (["doctor"], ["build", "ada.json", "--store", "kg"], ["show", "--store", "kg", "Ada Byrne"]):
        done = subprocess.run([command, *words], cwd=tmp_path, env=bare, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stdout + done.stderr
    assert "databases" in done.stdout
