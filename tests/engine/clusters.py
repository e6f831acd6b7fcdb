"""Spark for tests: skipped where it is not, and a cluster of two workers on loopback."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest


def needs_spark() -> None:
    """Skip the test where PySpark or Java is missing."""
    pytest.importorskip("pyspark", reason="PySpark is not installed: pip install 'graph-builder[spark]'")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'graph-builder[spark]'")
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        pytest.skip("there is no Java here: install a JRE of version 17")


@dataclass(slots=True)
class Cluster:
    """A standalone master and its workers, on loopback."""

    folder: Path
    master: str = ""
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _all: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _logs: list[IO[bytes]] = field(default_factory=list)

    def start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a part of the cluster; what it logs is ``<name>.log``."""
        import pyspark

        home = Path(pyspark.__file__).parent
        environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"}
        environment |= {"PYSPARK_PYTHON": sys.executable, "SPARK_DAEMON_MEMORY": "256m"}
        log = (self.folder / f"{name}.log").open("wb")
        self._logs.append(log)
        command = [str(home / "bin" / "spark-class"), *arguments]
        # The script replaces itself by Java: killing this process kills the part.
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=self.folder)
        self._all.append(process)
        return process

    def log(self, name: str) -> str:
        """Return what a part of the cluster has logged."""
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")

    def stop(self) -> None:
        """End all parts, and wait for them."""
        for process in reversed(self._all):
            process.kill()
            process.wait()
        for log in self._logs:
            log.close()


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Give a master with workers of one core each, once all of them are there."""
    made = Cluster(folder)
    port, base = _free_port(), "org.apache.spark.deploy"
    made.master = f"spark://127.0.0.1:{port}"
    try:
        at = ["--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"]
        made.start("master", f"{base}.master.Master", *at)
        for number in range(workers):
            work = ["--cores", "1", "--memory", "1g", "--host", "127.0.0.1", "--webui-port", "0"]
            work += ["--work-dir", str(folder / f"work{number}"), made.master]
            made.workers.append(made.start(f"worker{number}", f"{base}.worker.Worker", *work))
        deadline = time.monotonic() + 180
        while made.log("master").count("Registering worker") < workers:
            assert time.monotonic() < deadline, made.log("master")[-2000:]
            time.sleep(0.3)
        yield made
    finally:
        made.stop()
