"""Spark builds the graph that this machine builds alone: here, on a cluster, and on one that loses a worker."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest
from click.testing import CliRunner
from invented_sources import write

import graph_builder
from graph_builder.cli import app
from graph_builder.spark import SparkError, SparkSettings, check, session
from graph_builder.store.store import Store

SAMPLES = ("abara-voss.md", "havlund.yml", "ellingsworth.json", "career.txt")
SMALL = {"spark.driver.memory": "768m", "spark.executor.memory": "768m"}


def needs_spark() -> None:
    pytest.importorskip("pyspark", reason="PySpark is not installed: pip install 'graph-builder[spark]'")
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        pytest.skip("there is no Java here: install a JRE of version 17")


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """Some of the bundled samples, and 300 invented records in three files, some of them twice."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for name in SAMPLES:
        shutil.copy(Path(graph_builder.__file__).parent / "samples" / name, folder)
    write(folder, 300)
    return folder


def quads_of(store: Path) -> set[str]:
    return {str(quad) for quad in Store.open(store).snapshot()}


@pytest.mark.slow
def test_the_graph_is_the_same_also_after_a_change(documents: Path, tmp_path: Path) -> None:
    needs_spark()
    (hang := documents / "broken.md").write_bytes(b"\0\1\2" * 100)
    for change in (False, True):
        if change:
            hang.unlink()
            (documents / SAMPLES[0]).write_text("# Ada Lovelace\n\nAnalyst, Royal Society, 1835 - 1843\n")
        embedded = graph_builder.build([documents], tmp_path / "kg")
        with session(SparkSettings("local[2]", SMALL)) as runner:
            report = graph_builder.build([documents], tmp_path / "sparked", runner=runner)
        assert report == embedded
        assert quads_of(tmp_path / "sparked") == quads_of(tmp_path / "kg")
    assert (report.changed, report.unchanged) == (1, embedded.documents - 1)


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


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_builds_the_same_graph(documents: Path, tmp_path: Path) -> None:
    needs_spark()
    graph_builder.build([documents], tmp_path / "kg")
    with cluster(tmp_path) as made:

        def lose_one(step: str, done: int, total: int) -> None:
            if step == "Reading" and not done:
                threading.Timer(1.0, made.workers[0].kill).start()

        conf = {**SMALL, "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
        with session(SparkSettings(made.master, conf)) as runner:
            graph_builder.build([documents], tmp_path / "sparked", progress=lose_one, runner=runner)
        assert made.workers[0].poll() is not None, "the worker was not killed while Spark was at it"
        assert "Removing worker" in made.log("master")
    assert quads_of(tmp_path / "sparked") == quads_of(tmp_path / "kg")


@pytest.mark.slow
def test_a_missing_master_is_an_error() -> None:
    needs_spark()
    with pytest.raises(SparkError, match="spark:/nowhere"), session(SparkSettings("spark:/nowhere")):
        pass


def test_a_missing_extra_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(SparkError, match=r"pip install 'graph-builder\[spark\]'"):
        check()


def test_a_missing_java_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pyspark", reason="PySpark is not installed")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SparkError, match="Java 17"):
        check()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--engine", "spark", "--spark-conf", "spark.ui.port"], "write it as name=value"),
        (["--master", "local[2]"], "need --engine spark"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: list[str], message: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["build", str(tmp_path), "--store", str(tmp_path / "kg"), *options])
    assert done.exit_code == 2
    assert message in done.output
