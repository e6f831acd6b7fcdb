"""Tasks on the machines of an Apache Spark cluster, in the place of ``process_pool.run``.

Spark only spreads tasks that know nothing of each other: reading and extraction, a source each, and the writing of
quads. Identities are resolved on the machine that runs the build, by the code of every build.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graph_builder import process_pool
from graph_builder.model import GraphBuilderError
from graph_builder.process_pool import Failure, Result, Runner, Task

if TYPE_CHECKING:
    from pyspark import SparkContext

_WAVE = 16
"""Tasks a core that are given to the cluster at once: their results lie on its disks until they are fetched."""


class SparkError(GraphBuilderError):
    """Spark cannot be started, or failed."""


@dataclass(frozen=True, slots=True)
class SparkSettings:
    """How Spark is run.

    *master* is Spark's address of a cluster (``spark://host:7077``, ``yarn``, ``k8s://...``) or of this machine
    (``local[2]``); *conf* are further settings of Spark, by name.
    """

    master: str = "local[*]"
    conf: Mapping[str, str] = field(default_factory=dict)


# What the user may override. Python does the work, so the JVM needs little.
_DEFAULTS = {
    "spark.driver.memory": "1g",
    "spark.executor.memory": "1g",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.python.worker.reuse": "true",
    "spark.task.maxFailures": "8",
}


def check() -> None:
    """Raise ``SparkError`` unless PySpark and Java are there."""
    try:
        import pyspark  # noqa: F401
    except ImportError as error:
        raise SparkError(
            f"--engine spark needs the extra spark ({error.name} is missing): pip install 'graph-builder[spark]'"
        ) from error
    home = os.environ.get("JAVA_HOME", "")
    if not (home and (Path(home) / "bin" / "java").exists()) and shutil.which("java") is None:
        raise SparkError(
            "--engine spark needs Java 17 or later, and neither JAVA_HOME nor PATH has one: install a JRE, such as "
            "Debian's openjdk-17-jre-headless"
        )


@contextmanager
def session(settings: SparkSettings) -> Iterator[Runner]:
    """Give what runs tasks on a cluster, to hand to ``graph_builder.build``; the session ends when the block does.

    Raises:
        SparkError: the extra or Java is missing, the master does not answer, or Spark fails.
    """
    check()
    from pyspark import SparkConf, SparkContext

    # Workers on this machine run this interpreter; on others, what their PYSPARK_PYTHON says.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    wanted = {**_DEFAULTS, **settings.conf}
    if settings.master.startswith("local"):
        wanted.setdefault("spark.driver.host", "127.0.0.1")
        wanted.setdefault("spark.driver.bindAddress", "127.0.0.1")
    conf = SparkConf().setMaster(settings.master).setAppName("graph-builder").setAll(list(wanted.items()))
    try:
        context = SparkContext(conf=conf)
    except Exception as error:  # py4j raises what the JVM says, in several kinds
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise SparkError(
            f"Spark does not start with --master {settings.master} ({reason}); check the address"
        ) from error
    try:
        context.setLogLevel("ERROR")
        yield partial(_run, context)
    finally:
        context.stop()


def _run(
    context: SparkContext,
    tasks: Iterable[Task],
    work: Callable[[Task], Result],
    *,
    workers: int,
    timeout: float,
    prepare: Callable[[], object] | None = None,
) -> Iterator[tuple[Task, Result | Failure]]:
    """Yield each task with its result or failure, as ``process_pool.run`` does; *workers* are those of the cluster."""
    from py4j.protocol import Py4JError
    from pyspark import StorageLevel
    from pyspark.errors import PySparkException

    own = {name: value for name, value in os.environ.items() if name.startswith("GRAPH_BUILDER_")}
    do = partial(_do, work, timeout, prepare, str(Path.cwd()), own)
    every, size = list(tasks), _WAVE * context.defaultParallelism
    try:
        for some in (every[start : start + size] for start in range(0, len(every), size)):
            # What a lost machine had done is done again elsewhere; nothing is done twice otherwise.
            done = context.parallelize(some, len(some)).mapPartitions(do).persist(StorageLevel.DISK_ONLY)
            done.count()
            yield from done.toLocalIterator()
            done.unpersist()
    except (PySparkException, Py4JError) as error:
        raise SparkError(
            f"Spark failed ({_reason(error)}); nothing was stored: look into its logs, build again"
        ) from error


def _do(
    work: Callable[[Any], Any],
    timeout: float,
    prepare: Callable[[], object] | None,
    folder: str,
    variables: Mapping[str, str],
    tasks: Iterable[Any],
) -> Iterator[tuple[Any, Any]]:
    """Do tasks on a machine of the cluster, in a process of their own, which may hang or crash."""
    with suppress(OSError):  # paths that are not absolute are found where all machines have this folder
        os.chdir(folder)
    os.environ.update(variables)
    yield from process_pool.run(tasks, work, workers=1, timeout=timeout, prepare=prepare)


def _reason(error: Exception) -> str:
    """Return what went wrong: of what a Python worker raised its last words, else the first of Spark's.

    >>> _reason(RuntimeError("thrown from the Python worker:\\nTraceback\\nStoreError: no space left\\n at x"))
    'StoreError: no space left'
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    errors = [line for line in lines if re.match(r"[\w.]*(?:Error|Exception): ", line)]
    return (errors[-1] if errors else lines[0])[:300]
