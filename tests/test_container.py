"""The container: what its files say, and the same layout in a bare folder, whose commands an unprivileged user runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from graph_builder.cli import app

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = ("compose.yaml", "compose.neo4j.yaml")
USER = 10001
PYTHON = "/usr/bin/python3"
"""An interpreter that every user can run: one below the home of root is none."""


def instruction(name: str) -> list[str]:
    """Return the words of the last instruction of a name; a health check is its command alone."""
    return json.loads(re.findall(rf"^{name}\b[^\[\n]*(\[.*\])$", DOCKERFILE, re.MULTILINE)[-1])


def services(name: str) -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / name).read_text("utf-8"))["services"])


COMMANDS = [
    instruction("CMD"),
    *(s["command"] for name in COMPOSE for s in services(name).values() if "build" in s and "command" in s),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_its_commands_are_ours(words: list[str]) -> None:
    # Click keeps a command's help option from its first context on: it has to be one below the program's.
    program = app.make_context("graph-builder", list(words), resilient_parsing=True)
    command = app.commands[words[0]]
    context = command.make_context(words[0], ["--help"], parent=program, resilient_parsing=True)
    command.make_parser(context).parse_args(words[1:])


@pytest.mark.parametrize("name", COMPOSE)
def test_services_of_ours_can_change_nothing_but_their_volumes(name: str) -> None:
    ours = [each for each in services(name).values() if each.get("image") == "graph-builder"]
    assert len(ours) >= 2
    for each in ours:
        assert (each["read_only"], each["cap_drop"], each["tmpfs"]) == (True, ["ALL"], "/tmp")
    for each in services(name).values():
        assert all(port.startswith("127.0.0.1:") for port in each.get("ports", ()))


def test_the_image_runs_as_nobody_in_particular() -> None:
    assert re.search(rf"useradd --uid {USER}\b", DOCKERFILE)
    assert re.findall(r"^USER (.*)$", DOCKERFILE, re.MULTILINE) == ["user"]
    assert all(base.endswith("-slim") for base in re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE))


@pytest.fixture
def bare() -> Iterator[Path]:
    """Return a folder that every user can read: pytest's own are for one user alone."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.nightly
@pytest.mark.skipif(
    not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("setpriv") and Path(PYTHON).exists()),
    reason="needs root",
)
def test_the_same_layout_in_a_bare_folder(bare: Path) -> None:
    from uv import find_uv_bin

    uv = find_uv_bin()
    subprocess.run([uv, "build", "--quiet", "--wheel", "--out-dir", bare / "wheels", ROOT], check=True)
    (wheel,) = (bare / "wheels").glob("*.whl")
    extras = re.search(r"\[[\w,]+\](?=\")", DOCKERFILE)
    assert extras
    place = bare / "image"
    subprocess.run([uv, "venv", "--quiet", "--python", PYTHON, place], check=True)
    # As copies: what is stripped below would else be the files of all environments that share them, while they run.
    copied = ["--quiet", "--link-mode", "copy", "--python", place / "bin" / "python"]
    install = [uv, "pip", "install", *copied, f"{wheel}{extras[0]}"]
    subprocess.run(install, check=True)
    removal = re.search(r"^RUN cd (/opt/graph-builder)((?:.*\\\n)*.*)", DOCKERFILE, re.MULTILINE)
    assert removal
    subprocess.run(f"set -e; cd {place}{removal[2]}", shell=True, check=True)
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"installed: {size / 1e6:.0f} MB")
    assert size < 380e6
    data, scratch = bare / "data", bare / "tmp"
    for folder in (data, scratch):
        folder.mkdir()
        os.chown(folder, USER, USER)
    environment = {
        "PATH": f"{place / 'bin'}:/usr/bin:/bin",
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "PYTHONDONTWRITEBYTECODE": "1",
        "GRAPH_BUILDER_STORE": str(data / "kg"),
        "GRAPH_BUILDER_TOKEN": "a-token-of-this-test",
    }
    as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--no-new-privs"]
    samples = shutil.copytree(ROOT / "graph_builder" / "samples", bare / "cvs")
    build = [*as_user, "graph-builder", "build", str(samples)]
    subprocess.run(build, env=environment, cwd=data, check=True, capture_output=True, timeout=300)
    serve = [*as_user, "graph-builder", *instruction("CMD"), "--port", "7700"]
    with subprocess.Popen(serve, env=environment, cwd=data, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert " at http://0.0.0.0:7700/" in process.stdout.readline()
            check = [*as_user, *instruction("HEALTHCHECK")]
            subprocess.run(check, env=environment, check=True, timeout=30)
            without = urllib.request.Request("http://127.0.0.1:7700/health")
            with pytest.raises(urllib.error.HTTPError, match="401"):
                urllib.request.urlopen(without, timeout=10)
        finally:
            process.terminate()
            process.wait(20)
    changed = [path for path in place.rglob("*") if not path.is_symlink() and path.stat().st_uid != 0]
    assert changed == []
