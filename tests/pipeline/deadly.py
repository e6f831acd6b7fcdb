"""Processes that kill themselves just before or after a call, as a power cut would.

Run as a program this imports what builds need once, and forks a process for each order that it reads.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def arm(point: str, count: int, *, before: bool) -> None:
    """Make the *count*-th call of a function deadly: "module:name" or "module:Class.name"."""
    module, _, place = point.rpartition(":")
    owner: Any = importlib.import_module(module)
    *path, name = place.split(".")
    for step in path:
        owner = getattr(owner, step)
    inner, left = getattr(owner, name), count

    def deadly(*arguments: Any, **options: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0 and before:
            os.kill(os.getpid(), signal.SIGKILL)
        result = inner(*arguments, **options)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(owner, name, deadly)


class Killer:
    """Runs code in processes of its own until they kill themselves."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def __call__(self, code: str, point: str, count: int, *, before: bool) -> None:
        """Run code that calls what it likes of ``graph_builder.pipeline``; it has to die at the point."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps([code, point, count, before]), file=self._process.stdin, flush=True)
        status = int(self._process.stdout.readline())
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, f"it was not killed at {point}"


@contextmanager
def killing() -> Iterator[Killer]:
    """Give what runs code and kills it."""
    here = Path(__file__).resolve()
    beside = os.pathsep.join([str(here.parents[1] / "resolve"), os.environ.get("PYTHONPATH", "")])
    command, path = [sys.executable, str(here)], {**os.environ, "PYTHONPATH": beside}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=path) as process:
        yield Killer(process)


def _serve() -> None:
    from toy_stages import stages

    from graph_builder import pipeline
    from graph_builder.pipeline import resolution, writing  # noqa: F401 - imported once for all
    from graph_builder.store import draft

    names = {**vars(draft), **vars(pipeline), "stages": stages}
    for line in sys.stdin:
        code, point, count, before = json.loads(line)
        child = os.fork()
        if not child:
            arm(point, count, before=before)
            exec(code, names)
            os._exit(0)
        print(os.waitpid(child, 0)[1], flush=True)


if __name__ == "__main__":
    _serve()
